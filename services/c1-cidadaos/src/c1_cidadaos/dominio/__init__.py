"""The rules of C-1. Pure: no I/O, no clock."""
