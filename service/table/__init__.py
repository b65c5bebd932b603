"""A table is one hosted game: pure decisions, no I/O and no clock of its own."""
