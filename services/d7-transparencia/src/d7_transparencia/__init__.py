"""D-7: every demand's public history and the figures of every civic unit, read from projections of the log."""
