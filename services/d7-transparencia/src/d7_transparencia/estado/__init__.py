"""The read model: one table a kind of fact, each row written by one kind of event only, joined when read."""
