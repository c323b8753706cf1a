"""D-6b: turns the counsellor's work into structured, numbered, public updates, and closes the cycle."""
