"""What D-24 keeps, and the SQL that touches it."""
