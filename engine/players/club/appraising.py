"""A hand weighed: what it is worth in card points, by a table for each suit, so that a value is four look-ups."""

from functools import cache
from typing import Final, NamedTuple

from engine.cards import SUITS, Hand
from engine.contracts import NO_TRUMP_STRAIN, Strain
from engine.players.club.features import counted
from engine.players.club.weights import Weights

_ANY_SUIT: Final[Strain] = 0
"""No suit is weighed otherwise than another."""


class Scale(NamedTuple):
    """What cards are worth in one kind of game, suit by suit."""

    empty: float
    """A hand without cards."""
    trump: tuple[float, ...]
    """What more it is by the cards of the trump suit; of every suit, in a game without one."""
    plain: tuple[float, ...]


def weighed(weights: Weights, hand: Hand, strain: Strain) -> float:
    """The card points that a hand comes to."""
    same = strain >= NO_TRUMP_STRAIN
    empty, trump, plain = _scale(weights, strain if same else _ANY_SUIT)
    for suit in SUITS:
        empty += (trump if same or suit == strain else plain)[hand >> 8 * suit & 255]
    return empty


@cache
def _scale(weights: Weights, strain: Strain) -> Scale:
    def value(hand: Hand) -> float:
        numbers = counted(hand, strain)
        return weights.start + sum(
            weight * number for weight, number in zip(weights.each, numbers, strict=True)
        )

    empty = value(0)
    own, beside = (tuple(value(held << shift) - empty for held in range(256)) for shift in (0, 8))
    return Scale(empty, own, beside)
