"""A deal that teaches: one person plays three computers, all cards lie open to him, and they wait while he reads."""

from engine.cards import Hand
from engine.match import to_act
from engine.observation import Observation
from engine.state import Phase
from service.table.table import Table
from service.table.view import Lesson

NEXT = "next"
"""What the learner weighs when he has read (`Weigh`): the computers play on, or his own choice follows."""


def lesson_of(table: Table, viewer: int | None) -> Lesson | None:
    """What a lesson opens to its learner, and to nobody else; None at every other table.

    Three locks, each of which would do: the table says so, it is his, and no other person sits at it.
    """
    head = table.head
    if not head.lesson or viewer is None or viewer != head.creator or table.people != (viewer,):
        return None
    return Lesson(_hands(table), rests(table))


def _hands(table: Table) -> tuple[Hand, ...]:
    deal = None if table.match is None else table.match.deal
    return () if deal is None else deal.hands


def reads_first(seen: Observation, pick: str) -> bool:
    """Whether the learner, on turn, reads a page before he chooses: at his first call, and where he leads. What would
    else be told with the choice fills more than a screen. His last card waits for nobody."""
    if pick:
        return False
    if seen.phase is Phase.CALLING:
        return seen.round == 1 and not any(call.seat == seen.seat for call in seen.calls)
    return seen.phase is Phase.PLAYING and not seen.trick and seen.hand.bit_count() > 1


def rests(table: Table) -> bool:
    """Whether the computers wait: a trick is over, or the auction, and one of them would lead the next card."""
    match = table.match
    if not table.head.lesson or match is None or match.deal is None or match.phase is not Phase.PLAYING:
        return False
    seat = to_act(match)
    if match.deal.trick or seat is None or not table.chair(seat).automatic:
        return False
    return table.head.picks.get(str(table.head.creator)) != f"{match.ply}:{NEXT}"
