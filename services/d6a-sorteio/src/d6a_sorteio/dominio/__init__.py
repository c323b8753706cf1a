"""The rules of D-6a: pure, no I/O, no clock."""
