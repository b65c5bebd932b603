"""`Tables` as arrays for compiled code. Cards are renumbered there: suit * 8 + strength, so that the stronger card of a
suit is the higher bit."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.cards import CARDS, NO_CARD, Card, Hand, cards_of
from engine.contracts import Tables
from engine.dealing import Hands

Ints: TypeAlias = NDArray[np.int64]

TRUMPS, RISING, EXEMPT, FREE_BELOW, KEEPS_ABOVE, PLAYERS = range(6)
"""Entries of `Packed.facts`."""


class Packed(NamedTuple):
    """One strain under one set of rules. All int64; by renumbered card or by seat."""

    points: Ints
    beaters: Ints
    following: Ints
    partner: Ints
    side: Ints
    facts: Ints


_PACKED: Final[dict[Tables, tuple[Packed, "Renumbering"]]] = {}


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


def packed(tables: Tables) -> tuple[Packed, Renumbering]:
    """The arrays of these tables, made once a process."""
    made = _PACKED.get(tables)
    if made is None:
        if len(_PACKED) > 256:
            _PACKED.clear()
        made = _PACKED[tables] = _pack(tables)
    return made


def _pack(tables: Tables) -> tuple[Packed, Renumbering]:
    cards = Renumbering(tables)
    facts = (
        tables.trumps,
        tables.rising,
        tables.exempt,
        int(tables.free_below),
        int(tables.keeps_above),
        tables.players,
    )
    beaters = [cards.mask(tables.beaters[card]) for card in cards.outward]
    return (
        Packed(
            _ints([tables.points[card] for card in cards.outward]),
            _ints(beaters),
            _ints(tables.following),
            _ints(tables.partner),
            _ints(tables.side),
            _ints(facts),
        ),
        cards,
    )


def _ints(values: Sequence[Any]) -> Ints:
    return np.array(values, np.int64)
