"""Belote and rebelote: king and queen of trump, dealt to one player, are said as they are played.

Twenty points that nobody can take away (classic §belote).
"""

from typing import assert_never

from engine.cards import Card, Hand
from engine.contracts import BELOTE, Tables
from engine.rules import Rules, ToutBelote
from engine.seats import EW, NS, Pair, Seat, side_of
from engine.state import BeloteCall
from engine.trick import Played, Trick

KING_QUEEN_SWAP = 5 ^ 6
"""`queen ^ KING_QUEEN_SWAP` is the king of its suit, and the reverse."""


def belote_call(
    tables: Tables,
    calls: tuple[BeloteCall, ...],
    tricks: tuple[Trick, ...],
    trick: tuple[Played, ...],
    dealt: Hand,
) -> BeloteCall | None:
    """What the last card of `trick` says, if anything. `dealt` are all cards dealt to who played it."""
    seat, card = trick[-1]
    if not is_pair(tables, dealt, card):
        return None
    suit, trick_no = card >> 3, len(tricks) + 1
    if _is_second(tricks, trick[:-1], seat, card):
        said = any(call.suit == suit for call in calls)
        return BeloteCall(seat, suit, True, trick_no, card) if said else None
    led = [done.plays[0].card >> 3 for done in tricks] + [trick[0].card >> 3]
    return BeloteCall(seat, suit, False, trick_no, card) if counts_when_led(tables, suit, led) else None


def is_pair(tables: Tables, dealt: Hand, card: Card) -> bool:
    """Whether a card is king or queen of a belote that was dealt to one hand."""
    pair = 1 << card | 1 << (card ^ KING_QUEEN_SWAP)
    return tables.belote_cards >> card & 1 == 1 and dealt & pair == pair


def counts_when_led(tables: Tables, suit: int, led: list[int]) -> bool:
    """Whether a belote counts whose first card is played now. `led`: the suit led in each trick, this one last.

    With one trump suit: always. With all suits trump see luxembourg §belote, AMB-C5.
    """
    match tables.belote_needs:
        case ToutBelote.FREE:
            return True
        case ToutBelote.TRICK:
            return led[-1] == suit
        case ToutBelote.LED:
            return suit in led
        case _:
            assert_never(tables.belote_needs)


def _is_second(tricks: tuple[Trick, ...], before: tuple[Played, ...], seat: Seat, card: Card) -> bool:
    other = Played(seat, card ^ KING_QUEEN_SWAP)
    return other in before or any(other in done.plays for done in tricks)


def belote_points(rules: Rules, calls: tuple[BeloteCall, ...]) -> Pair:
    """Points by side for the belotes said."""
    points = [0, 0]
    for call in calls:
        points[side_of(rules, call.seat)] += 0 if call.second else BELOTE
    return points[NS], points[EW]
