"""Revisions of D-24's tables."""
