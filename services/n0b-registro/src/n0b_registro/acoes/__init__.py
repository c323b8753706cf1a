"""What clients may ask of the registry, each in one transaction that the caller opens."""
