"""The rules of D-5. Pure: no I/O, no clock, no randomness that is not an argument."""
