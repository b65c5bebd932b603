"""Which duty binds at a card, and whether it has bound before in this deal. Pure."""

from enum import StrEnum

from engine.cards import SUIT_MASKS, Hand
from engine.contracts import tables_for
from engine.observation import Observation
from engine.seats import Seat
from engine.trick import Played, playable, winning


class Duty(StrEnum):
    """What decides which cards may be played."""

    LEAD = "lead"
    FOLLOW = "follow"
    RUFF = "ruff"
    """No card of the suit: a trump."""
    OVERRUFF = "overruff"
    """And a higher one than lies there."""
    UNDERRUFF = "underruff"
    """None is higher: a lower one all the same."""
    FREED = "freed"
    """The partner is winning with a trump."""
    DISCARD = "discard"
    """Neither the suit nor a trump."""


def duty(seen: Observation) -> Duty:
    """Of who is on turn. Raises NoContract before play."""
    assert seen.seat is not None
    return _duty(seen, seen.trick, seen.seat, seen.hand)


def _duty(seen: Observation, plays: tuple[Played, ...], seat: Seat, hand: Hand) -> Duty:
    tables = tables_for(seen.rules, seen.contract)
    if not plays:
        return Duty.LEAD
    if hand & SUIT_MASKS[plays[0].card >> 3]:
        return Duty.FOLLOW
    if not hand & tables.trumps:
        return Duty.DISCARD
    best = winning(tables, plays)
    if tables.partner[seat] == best.seat and tables.exempt >> best.card & 1:
        return Duty.FREED
    if not tables.trumps >> best.card & 1:
        return Duty.RUFF
    allowed = playable(tables, plays, seat, hand)
    return Duty.OVERRUFF if allowed & tables.beaters[best.card] else Duty.UNDERRUFF


def met(seen: Observation) -> frozenset[Duty]:
    """The duties that bound the viewer in the tricks before: what needs no long word any more."""
    if seen.seat is None:
        return frozenset()
    hand, found = seen.hand, set()
    own = [next((play for play in seen.trick if play.seat == seen.seat), None)]
    hand |= sum(1 << play.card for play in own if play is not None)
    for trick in reversed(seen.tricks):
        at = next(n for n, play in enumerate(trick.plays) if play.seat == seen.seat)
        hand |= 1 << trick.plays[at].card
        found.add(_duty(seen, trick.plays[:at], seen.seat, hand))
    return frozenset(found)
