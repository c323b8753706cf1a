"""The rules of D-4. Pure: no I/O, no clock, no randomness that is not an argument."""
