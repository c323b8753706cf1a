"""D-1a: the capture of demands and the gateway of the system."""
