"""Exchanging seats in mid-match. It takes effect between two deals, so nobody ever sees another's hand; the score stays
with the seats. Before the start people simply sit elsewhere (`pairs`, `lobby`)."""

from engine.seats import SEAT_LETTERS
from service.table.change import Change
from service.table.commands import Swap
from service.table.model import Chair
from service.table.places import everywhere
from service.table.play import not_present
from service.table.refusals import No, Refused
from service.table.table import Table


def swap(table: Table, command: Swap, now: int) -> Change | Refused:
    """Ask for it, agree, or say no. Once all agree it waits for the deal's end (`seating.exchanged`)."""
    if refused := not_present(table, command.person):
        return refused
    if not command.wanted:
        return _off(table)
    seats = "".join(sorted(command.seats, key=SEAT_LETTERS.find))
    if refused := _impossible(table, command.person, seats):
        return refused
    asked = table.changed(swap=seats, swapping=(*table.head.swapping, command.person))
    return Change(asked, marked=everywhere(asked))


def _off(table: Table) -> Change | Refused:
    if not table.head.swap:
        return Refused(No.UNCHANGED)
    kept = table.changed(swap="", swapping=())
    return Change(kept, marked=everywhere(kept))


def _impossible(table: Table, person: int, seats: str) -> Refused | None:
    head = table.head
    if not table.rules.target:
        return Refused(No.ONE_DEAL)
    chairs = [head.chairs.get(letter) for letter in seats]
    if None in chairs or seats[0] == seats[1]:
        return Refused(No.NO_SUCH_SEAT)
    if head.swap:
        if head.swap != seats:
            return Refused(No.ASKED)
        return Refused(No.UNCHANGED) if person in head.swapping else None
    both = [chair for chair in chairs if chair is not None]
    if all(chair.person != person for chair in both):
        return Refused(No.NOT_ALLOWED)
    return Refused(No.OTHER_AWAY) if any(map(_away, both)) else None


def _away(chair: Chair) -> bool:
    return chair.person is not None and chair.person > 0 and not chair.present
