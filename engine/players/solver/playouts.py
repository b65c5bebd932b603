"""Deals played out by chance within the rules: cheap estimates where solving would take too long."""

from typing import Final

from engine.players.solver.compiling import count, fast, lowest
from engine.players.solver.frames import GAIN, LEFT, playable, step
from engine.players.solver.packed import Ints, Packed
from engine.players.solver.search import deal

_STRIDE: Final = -7046029254386353131
_FIRST: Final = -4658895280553007687
_SECOND: Final = -7723592293110705685


@fast
def drawn(state: int) -> int:
    """A number of 31 bits from the state of a counter (splitmix64)."""
    mixed = (state ^ (state >> 30 & 0x3FFFFFFFF)) * _FIRST
    mixed = (mixed ^ (mixed >> 27 & 0x1FFFFFFFFF)) * _SECOND
    return (mixed ^ (mixed >> 31 & 0x1FFFFFFFF)) >> 20 & 0x7FFFFFFF


@fast
def played_out(p: Packed, under: Ints, f: Ints, base: int, state: int) -> int:
    """The points side 0 takes from row `base` on, all cards drawn from those that may be played."""
    ply, gained = base, 0
    while f[ply, LEFT]:
        cards = playable(p, f, ply)
        state += _STRIDE
        for _ in range(drawn(state) * count(cards) >> 31):
            cards &= cards - 1
        step(p, under, f, ply, lowest(cards))
        ply += 1
        gained += f[ply, GAIN]
    return gained


@fast
def play_all(p: Packed, under: Ints, f: Ints, hands: Ints, seed: int, repeats: int, out: Ints) -> int:
    """Fill `out` (n, 32), by the solver's card, with sums over `repeats`; only playable cards are written.

    Every card of a world meets the same chance. How many worlds were played: fewer than n when the next one cannot be.
    """
    for world in range(len(hands)):
        if not deal(p, under[world], f, hands[world]):
            return world
        cards = playable(p, f, 0)
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            step(p, under[world], f, 0, card)
            total = 0
            for repeat in range(repeats):
                state = seed + (world * repeats + repeat) * _SECOND
                total += f[1, GAIN] + played_out(p, under[world], f, 1, state)
            out[world, card] = total
    return len(hands)
