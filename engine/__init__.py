"""The rules of Belote: pure, no I/O, no clock, no randomness of its own, no third-party import."""
