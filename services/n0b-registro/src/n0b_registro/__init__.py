"""N-0b: the official language of the system, served as a catalogue and as a schema registry."""
