"""A process that keeps machine code, as one that thinks does, but of one small function."""

import sys

from engine import players
from engine.players.solver.compiling import fast
from workers.warming import warm


@fast
def twice(number: int) -> int:
    """Compiled at its first call."""
    return 2 * number


def _warm() -> None:
    assert twice(21) == 42


if __name__ == "__main__":
    players.warm = _warm
    sys.exit(not warm())
