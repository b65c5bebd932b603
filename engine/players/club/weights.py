"""How many card points a hand is worth in a game, by whose game it is: least squares over deals played by this player.

Each row weighs what `features` counts, between what an empty hand comes to and what leading the first trick adds. The
result is the card points of the side that plays the game, the last trick's ten with them.
"""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Final, NamedTuple


class Role(IntEnum):
    """Whose game it is, for who holds the hand."""

    OWN = 0
    PARTNERS = 1
    FOES = 2


class Weights(NamedTuple):
    """One game, one role."""

    start: float
    each: tuple[float, ...]
    leads: float
    usual: float
    """What a usual hand comes to: how much better is this one?"""


class Game(NamedTuple):
    """One kind of game."""

    by_role: tuple[Weights, Weights, Weights]
    spread: float
    """Standard deviation of what it comes to."""
    total: int = 162
    """Points in the pack of these figures, the last trick's ten included."""


FIVE: Final[Mapping[str, Game]] = MappingProxyType(
    {
        "trump": Game(
            (
                Weights(55, (29, 18, 15, 10.5, 9.5, 8.5, 9, 1.5, 1, 7.5, 4.5, 3, 0, 1, -0.5), -0.5, 84),
                Weights(74, (24, 17.5, 12, 11.5, 10, 6.5, 7, 4, -2, 7.5, 3, 2, 1, -1, -1), -1, 84),
                Weights(
                    112,
                    (-28, -17.5, -14, -9.5, -7.5, -7, -6.5, -3.5, -3, -8.5, -1.5, -3.5, 0, -2, -1),
                    -1,
                    84,
                ),
            ),
            30,
        ),
        "no-trump": Game(
            (
                Weights(52, (12.5, 5, 2, 6, 1, 3.5, 0), -3, 65),
                Weights(60.5, (11.5, 6, 2, 4.5, 0.5, 3, 0), -3, 65),
                Weights(80, (-13, -7, -2, -6, -1, -2, 0), -3, 65),
            ),
            28,
            130,
        ),
        "all-trump": Game(
            (
                Weights(103.5, (24.5, 13.5, -7.5, 12, 2, 9.5, 1), -5.5, 139),
                Weights(120, (22, 15, 15, 11, 0.5, 9.5, 0.5), -5.5, 139),
                Weights(158, (-25.5, -16.5, 1.5, -12, -1.5, -10.5, 1), -5, 139),
            ),
            54,
            258,
        ),
    }
)
"""With the first five cards, and the turned one where it is picked up."""

EIGHT: Final[Mapping[str, Game]] = MappingProxyType(
    {
        "trump": Game(
            (
                Weights(45, (27.5, 15.5, 12.5, 11, 8, 8, 8, 4.5, 2, 10, 4, 3, -0.5, 8, 1.5), 0.5, 96),
                Weights(61.5, (22, 18, 11.5, 11, 8.5, 9.5, 7, -4.5, 0, 13.5, 2, 5, 3, 7.5, 2.5), 1, 96),
                Weights(
                    129.5,
                    (-30.5, -16.5, -11.5, -9.5, -6.5, -7, -6.5, -6, -8, -11, -1, -4, -1, -6, -1.5),
                    1,
                    96,
                ),
            ),
            27,
        ),
        "no-trump": Game(
            (
                Weights(54.5, (19, 9, 0.5, 6.5, 1, -1, 4), -5, 88),
                Weights(66.5, (16.5, 10, -2, 6.5, 0.5, 2, 2.5), -5, 88),
                Weights(113, (-20, -6.5, -1, -6.5, -0.5, -1.5, -1.5), -5, 88),
            ),
            31,
        ),
        "all-trump": Game(
            (
                Weights(55.5, (17, 9, 2.5, 6, 0.5, 4, 2.5), -1.5, 87),
                Weights(66, (14.5, 8, 3, 6.5, 1.5, 4, 3), -1.5, 87),
                Weights(110, (-17, -7, -0.5, -6.5, -0.5, -4, -3), -1.5, 87),
            ),
            31,
        ),
    }
)
"""With all eight cards."""

OPEN: Final = Game(
    (Weights(80.5, (17.5, 12.5, 8.5, 7, 5.5, 5, 5.5, -3, 1, 7.5, 2, 5, 1.5, -2.5, -1), 0.5, 84),) * 3, 23
)
"""Two players: what one's open cards count for, less what the other's do."""
