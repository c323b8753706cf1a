"""The rules of D-1b, pure."""
