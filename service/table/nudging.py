"""A nudge: who is on turn is rung once more because the others ask for it."""

from engine.match import to_act
from service.surface import hand_key
from service.table.change import Change
from service.table.clock import clock_of
from service.table.commands import Nudge
from service.table.model import Nudged
from service.table.play import not_playing
from service.table.refusals import No, Refused
from service.table.table import Table


def nudge(table: Table, command: Nudge, now: int) -> Change | Refused:
    """Once a turn, by whoever sits here; nobody nudges a computer, or himself."""
    if command.person not in table.people:
        return Refused(No.NOT_SEATED)
    if not_live := not_playing(table):
        return not_live
    clock = clock_of(table.head)
    if clock is not None and clock.live:
        return Refused(No.STALE)  # no card offers it there: the clock is quicker
    assert table.match is not None
    seat = to_act(table.match)
    if command.ply != table.match.ply or seat is None or not table.chair(seat).present:
        return Refused(No.STALE)
    head, asked = table.head, table.chair(seat).person
    assert asked is not None
    if head.held is not None and head.held.ply == command.ply:
        return Refused(No.STALE)
    begins, ends = table.chair(seat).holiday
    if begins <= now < ends:
        return Refused(No.ON_HOLIDAY)
    if asked == command.person:
        return Refused(No.YOUR_TURN)
    if head.nudged is not None and head.nudged.ply == command.ply:
        return Refused(No.NUDGED)
    nudged = table.changed(nudged=Nudged(person=command.person, ply=command.ply))
    return Change(nudged, marked=frozenset({hand_key(asked)}))
