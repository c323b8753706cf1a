"""The rules of D-6b, pure."""
