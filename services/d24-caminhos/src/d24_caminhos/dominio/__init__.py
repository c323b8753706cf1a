"""The rules of D-24. Pure: no I/O, no clock, no randomness that is not an argument."""
