"""Pictures: what is on them, how large they are, and that they look as they did."""
