"""A queue and secrets that tests can foresee."""


class MemoryQueue:
    """`Queue` that remembers what was asked, in order: (kind, table)."""

    def __init__(self) -> None:
        self.hints: list[tuple[str, str]] = []

    async def advance(self, table: str) -> None:
        self.hints.append(("advance", table))

    async def think(self, table: str) -> None:
        self.hints.append(("think", table))


class FixedEntropy:
    """`Entropy` that tests can foresee: the first secret is 32 times byte 1, the next byte 2, and so on."""

    def __init__(self, first: int = 1) -> None:
        self._next = first

    def secret(self) -> bytes:
        value, self._next = self._next, self._next % 255 + 1
        return bytes([value]) * 32
