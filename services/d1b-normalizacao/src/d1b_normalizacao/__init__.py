"""D-1b: normalisation of what citizens write."""
