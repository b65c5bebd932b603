"""The operating system's randomness."""

import secrets


class SystemEntropy:
    """Secrets of shuffles. The only randomness of the game; everything else follows from it."""

    def secret(self) -> bytes:
        """32 unpredictable bytes."""
        return secrets.token_bytes(32)
