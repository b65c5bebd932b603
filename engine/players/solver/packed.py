"""`Tables` as arrays for compiled code. Cards are renumbered there: suit * 8 + strength, so that the stronger card of a
suit is the higher bit."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from engine.cards import CARDS, NO_CARD, Card, Hand, cards_of
from engine.contracts import Tables
from engine.dealing import Hands
from engine.players.solver.compiling import Ints

POINTS: Final = 0
"""Where in the memory of a search something stands: 32 numbers by card."""
BEATERS: Final = 32
"""Sets of cards, by card."""
FOLLOWING: Final = 64
"""By seat, like the next two."""
PARTNER: Final = 68
SIDE: Final = 72
TRUMPS: Final = 76
"""Single numbers from here on, as in `Tables`."""
RISING: Final = 77
EXEMPT: Final = 78
FREE_BELOW: Final = 79
KEEPS_ABOVE: Final = 80
PLAYERS: Final = 81
UNDER: Final = 82
"""32 numbers of the world that is looked at: the card that is turned up when this one is played, or -1."""
ROWS: Final = 128
"""Here the rows of the search begin."""

_PACKED: Final[dict[Tables, tuple[Ints, "Renumbering"]]] = {}


class Renumbering:
    """Between the engine's cards and the solver's, for one strain."""

    def __init__(self, tables: Tables) -> None:
        self.inward: Final = tuple(card & ~7 | tables.order[card] for card in CARDS)
        """By the engine's card."""
        self.outward: Final = np.argsort(np.array(self.inward))
        """By the solver's card."""

    def mask(self, hand: Hand) -> int:
        """A set of the engine's cards as the solver's."""
        return sum(1 << self.inward[card] for card in cards_of(hand))

    def hands(self, worlds: Sequence[Hands]) -> Ints:
        """Shape (n, 4)."""
        bits = np.arange(32)
        held = np.array(worlds, np.int64).reshape(-1, 4, 1) >> bits & 1
        packed: Ints = (held << np.array(self.inward)).sum(axis=2)
        return packed

    def under(self, under: Sequence[Sequence[Card]] | None, worlds: int) -> Ints:
        """Shape (n, 32), by the solver's card; -1 for none."""
        if under is None:
            return np.full((worlds, 32), NO_CARD, np.int64)
        found = np.array(under, np.int64).reshape(worlds, 32)
        renamed = np.where(found < 0, NO_CARD, np.array(self.inward)[found])
        ordered: Ints = np.ascontiguousarray(renamed[:, self.outward])
        return ordered


def packed(tables: Tables) -> tuple[Ints, Renumbering]:
    """The numbers of these tables, up to `UNDER`, made once a process."""
    made = _PACKED.get(tables)
    if made is None:
        if len(_PACKED) > 256:
            _PACKED.clear()
        cards = Renumbering(tables)
        made = _PACKED[tables] = _pack(tables, cards), cards
    return made


def _pack(tables: Tables, cards: Renumbering) -> Ints:
    numbers = (
        *(tables.points[card] for card in cards.outward),
        *(cards.mask(tables.beaters[card]) for card in cards.outward),
        *tables.following,
        *tables.partner,
        *tables.side,
        tables.trumps,
        tables.rising,
        tables.exempt,
        tables.free_below,
        tables.keeps_above,
        tables.players,
    )
    # Whole suits look the same in both numberings.
    return np.array(numbers, np.int64)
