"""D-4: turns categorised demands into the ranked work queue of each civic unit."""
