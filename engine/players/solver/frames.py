"""The rows of a search: one for every card played, and how a card leads from one to the next.

A row holds a position whole, so that nothing is ever taken back. All stands in one array of numbers, `m`: what is the
same for the whole deal (`packed`), then the rows; `at` is where a row begins.
"""

from typing import Final

from engine.contracts import LAST_TRICK
from engine.players.solver.compiling import Ints, inner
from engine.players.solver.packed import (
    BEATERS,
    EXEMPT,
    FOLLOWING,
    FREE_BELOW,
    KEEPS_ABOVE,
    PARTNER,
    PLAYERS,
    POINTS,
    RISING,
    ROWS,
    SIDE,
    TRUMPS,
    UNDER,
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

WIDTH: Final = 48
SIZE: Final = ROWS + 34 * WIDTH
"""Numbers in the memory: a row before the first card, one after each of 32."""

SUIT: Final = 0xFF


@inner
def playable(m: Ints, at: int) -> int:
    """The cards that may be played, as `engine.trick.playable` says."""
    seat = m[at + SEAT]
    hand = m[at + HANDS + seat]
    if m[at + COUNT] == 0:
        return hand
    best = m[at + WINNING]
    higher = m[BEATERS + best]
    follow = hand & SUIT << (m[at + LED] & 24)
    if follow:
        rise = follow & m[RISING] & higher
        return rise or follow
    trumps = hand & m[TRUMPS]
    if not trumps:
        return hand
    over = trumps & higher
    if m[PARTNER + seat] == m[at + WINNER] and m[EXEMPT] >> best & 1:
        return hand & ~trumps | over if over and m[KEEPS_ABOVE] else hand
    if over:
        return over
    return hand if m[FREE_BELOW] else trumps


@inner
def step(m: Ints, at: int, card: int) -> None:
    """Fill the next row with the position after a card."""
    seat, after = m[at + SEAT], at + WIDTH
    for other in range(4):
        m[after + HANDS + other] = m[at + HANDS + other]
    m[after + HANDS + seat] &= ~(1 << card)
    m[after + LEFT] = m[at + LEFT] & ~(1 << card)
    m[after + REST] = m[at + REST] - m[POINTS + card]
    m[after + SWEEPS] = m[at + SWEEPS]
    m[after + GAIN] = 0
    count = m[at + COUNT] + 1
    if count == 1:
        m[after + LED] = card
        m[after + WINNING] = card
        m[after + WINNER] = seat
        m[after + TABLE] = m[POINTS + card]
    else:
        won = m[BEATERS + m[at + WINNING]] >> card & 1
        m[after + LED] = m[at + LED]
        m[after + WINNING] = card if won else m[at + WINNING]
        m[after + WINNER] = seat if won else m[at + WINNER]
        m[after + TABLE] = m[at + TABLE] + m[POINTS + card]
    m[after + COUNT] = count
    m[after + SEAT] = m[FOLLOWING + seat]
    if count == m[PLAYERS]:
        _take(m, after, seat, card)


@inner
def _take(m: Ints, at: int, seat: int, card: int) -> None:
    winner = m[at + WINNER]
    if m[at + LEFT] == 0:
        m[at + TABLE] += LAST_TRICK
        m[at + REST] -= LAST_TRICK
    if m[SIDE + winner] == 0:
        m[at + GAIN] = m[at + TABLE]
        m[at + SWEEPS] &= 1
    else:
        m[at + SWEEPS] &= 2
    if m[PLAYERS] == 2:
        leader, led = m[FOLLOWING + seat], m[at + LED]
        if m[UNDER + led] >= 0:
            m[at + HANDS + leader] |= 1 << m[UNDER + led]
        if m[UNDER + card] >= 0:
            m[at + HANDS + seat] |= 1 << m[UNDER + card]
    m[at + COUNT] = 0
    m[at + TABLE] = 0
    m[at + SEAT] = winner
