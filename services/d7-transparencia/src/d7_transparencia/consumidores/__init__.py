"""Projectors: one small file a group of events, one statement a batch. Any order and any repetition end the same."""
