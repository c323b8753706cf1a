"""N-0a: the archive of the log of events."""
