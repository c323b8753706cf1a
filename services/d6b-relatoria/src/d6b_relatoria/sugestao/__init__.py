"""Suggestions of structure: an engine, and the rules that never fail when it does."""
