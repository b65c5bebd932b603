"""Deals played out by chance within the rules: cheap estimates where solving would take too long."""

from typing import Final

from engine.players.solver.compiling import Ints, count, fast, inner, lowest, pointer
from engine.players.solver.frames import GAIN, LEFT, WIDTH, playable, step
from engine.players.solver.packed import ROWS
from engine.players.solver.search import deal

_STRIDE: Final = -7046029254386353131
_FIRST: Final = -4658895280553007687
_SECOND: Final = -7723592293110705685


@inner
def drawn(state: int) -> int:
    """A number of 31 bits from the state of a counter (splitmix64)."""
    mixed = (state ^ (state >> 30 & 0x3FFFFFFFF)) * _FIRST
    mixed = (mixed ^ (mixed >> 27 & 0x1FFFFFFFFF)) * _SECOND
    return (mixed ^ (mixed >> 31 & 0x1FFFFFFFF)) >> 20 & 0x7FFFFFFF


@fast
def _played_out(m: Ints, base: int, state: int) -> int:
    """The points side 0 takes from row `base` on, all cards drawn from those that may be played."""
    at, gained = base, 0
    while m[at + LEFT]:
        cards = playable(m, at)
        state += _STRIDE
        for _ in range(drawn(state) * count(cards) >> 31):
            cards &= cards - 1
        step(m, at, lowest(cards))
        at += WIDTH
        gained += m[at + GAIN]
    return gained


@fast
def play_all(memory: Ints, hands: Ints, under: Ints, seed: int, repeats: int, out: Ints) -> int:
    """Fill `out` (n, 32), by the solver's card, with sums over `repeats`; only playable cards are written.

    Every card of a world meets the same chance. How many worlds were played: fewer than n when the next one cannot be.
    """
    m, after = pointer(memory), ROWS + WIDTH
    for world in range(len(hands)):
        if not deal(m, hands[world], under[world]):
            return world
        cards = playable(m, ROWS)
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            step(m, ROWS, card)
            total, gain = 0, m[after + GAIN]
            for repeat in range(repeats):
                total += gain + _played_out(m, after, seed + (world * repeats + repeat) * _SECOND)
            out[world, card] = total
    return len(hands)
