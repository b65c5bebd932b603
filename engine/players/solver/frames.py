"""The stack of a search: one row of numbers per card played, and how one card leads from a row to the next.

A row holds a position whole, so that nothing is ever taken back.
"""

from typing import Final

from engine.contracts import LAST_TRICK
from engine.players.solver.compiling import fast
from engine.players.solver.packed import (
    EXEMPT,
    FREE_BELOW,
    KEEPS_ABOVE,
    PLAYERS,
    RISING,
    TRUMPS,
    Ints,
    Packed,
)

HANDS: Final = 0
"""Four numbers: what each seat may play."""
SEAT: Final = 4
"""On turn."""
COUNT: Final = 5
"""Cards on the table; those below it hold nothing while it is 0."""
LED: Final = 6
WINNING: Final = 7
WINNER: Final = 8
TABLE: Final = 9
"""Points on the table."""
LEFT: Final = 10
"""Cards not yet played, hidden ones included."""
REST: Final = 11
"""Their points, with the last trick's ten."""
SWEEPS: Final = 12
"""Bit 0: side 0 may still take every trick of the deal, and that pays; bit 1: side 1."""
GAIN: Final = 13
"""What side 0 took when this row was reached."""
LIMIT: Final = 14
"""The question: does side 0 take at least so many points from here on?"""
BEST: Final = 15
"""The best answer so far: a bound of the points."""
MOVE: Final = 16
"""The card that gave it."""
MOVES: Final = 17
"""How many cards are worth trying."""
NEXT: Final = 18
"""How many of them have been tried."""
ORDER: Final = 20
"""Eight numbers: the cards in the order in which they are tried."""
SCORES: Final = 28
"""Eight: how promising each looks."""
CHAINS: Final = 36
"""Eight: cards of one hand with nobody's card between them have the same number."""
WIDTH: Final = 44
DEPTH: Final = 34

SUIT: Final = 0xFF


@fast
def playable(p: Packed, f: Ints, ply: int) -> int:
    """The cards that may be played, as `engine.trick.playable` says."""
    seat = f[ply, SEAT]
    hand = f[ply, HANDS + seat]
    if f[ply, COUNT] == 0:
        return hand
    best = f[ply, WINNING]
    higher = p.beaters[best]
    follow = hand & SUIT << (f[ply, LED] & 24)
    if follow:
        if follow & p.facts[RISING] and follow & higher:
            return follow & higher
        return follow
    trumps = hand & p.facts[TRUMPS]
    if not trumps:
        return hand
    over = trumps & higher
    if p.partner[seat] == f[ply, WINNER] and p.facts[EXEMPT] >> best & 1:
        if over and p.facts[KEEPS_ABOVE]:
            return hand & ~trumps | over
        return hand
    if over:
        return over
    return hand if p.facts[FREE_BELOW] else trumps


@fast
def step(p: Packed, under: Ints, f: Ints, ply: int, card: int) -> None:
    """Fill the next row with the position after a card."""
    seat, after = f[ply, SEAT], ply + 1
    for other in range(4):
        f[after, HANDS + other] = f[ply, HANDS + other]
    f[after, HANDS + seat] &= ~(1 << card)
    f[after, LEFT] = f[ply, LEFT] & ~(1 << card)
    f[after, REST] = f[ply, REST] - p.points[card]
    f[after, SWEEPS] = f[ply, SWEEPS]
    f[after, GAIN] = 0
    count = f[ply, COUNT] + 1
    if count == 1:
        f[after, LED] = f[after, WINNING] = card
        f[after, WINNER] = seat
        f[after, TABLE] = p.points[card]
    else:
        won = p.beaters[f[ply, WINNING]] >> card & 1
        f[after, LED] = f[ply, LED]
        f[after, WINNING] = card if won else f[ply, WINNING]
        f[after, WINNER] = seat if won else f[ply, WINNER]
        f[after, TABLE] = f[ply, TABLE] + p.points[card]
    f[after, COUNT] = count
    f[after, SEAT] = p.following[seat]
    if count == p.facts[PLAYERS]:
        _take(p, under, f, after, seat, card)


@fast
def _take(p: Packed, under: Ints, f: Ints, ply: int, seat: int, card: int) -> None:
    winner = f[ply, WINNER]
    if f[ply, LEFT] == 0:
        f[ply, TABLE] += LAST_TRICK
        f[ply, REST] -= LAST_TRICK
    if p.side[winner] == 0:
        f[ply, GAIN] = f[ply, TABLE]
        f[ply, SWEEPS] &= 1
    else:
        f[ply, SWEEPS] &= 2
    if p.facts[PLAYERS] == 2:
        leader, led = p.following[seat], f[ply, LED]
        if under[led] >= 0:
            f[ply, HANDS + leader] |= 1 << under[led]
        if under[card] >= 0:
            f[ply, HANDS + seat] |= 1 << under[card]
    f[ply, COUNT] = f[ply, TABLE] = 0
    f[ply, SEAT] = winner
