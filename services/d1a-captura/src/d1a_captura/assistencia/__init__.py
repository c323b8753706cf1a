"""The text reviser: an engine behind an interface, in a thread of its own, gracefully absent."""
