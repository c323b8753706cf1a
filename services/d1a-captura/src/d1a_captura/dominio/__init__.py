"""The rules of the capture: what a valid report is, and when two are the same."""
