"""What the registry remembers: schemas, the versions of each subject, and the settings of subjects."""
