"""The deal that teaches."""
