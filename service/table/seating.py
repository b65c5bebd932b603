"""Who sat where, and when: seats change hands in mid-match, and each deal stays the deal of those who played it.

Time is told in plies: the action with that number in the match, counted from 0, whatever deal it belongs to.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, count
from typing import NamedTuple

from engine.actions import ActionKind
from engine.notation import Fact
from engine.seats import SEAT_LETTERS
from service.table.model import Chair, Head, Sat
from service.table.table import Table

EVER = 1 << 60
"""No match has so many plies."""


class Stint(NamedTuple):
    """Somebody's time on one seat: from the ply `since` on, up to but not including `until`."""

    seat: str
    """Its letter."""
    since: int
    until: int
    person: int | None
    """None: a computer's seat; below zero: somebody who is forgotten."""
    name: str
    computer: str | None
    slow: int
    """Moves of his own that took longer than the clock gives for one."""


def stints(head: Head) -> tuple[Stint, ...]:
    """All there were, in the order of the seats and of time. Those without a ply are left out."""
    found: list[Stint] = []
    for letter, chair in head.chairs.items():
        since = 0
        for one in (one for one in head.sat if one.seat == letter):
            found.append(Stint(letter, since, one.until, one.person, one.name, one.computer, one.slow))
            since = one.until
        slow = (head.slow or {}).get(letter, 0)
        found.append(Stint(letter, since, EVER, chair.person, chair.name, chair.computer, slow))
    return tuple(one for one in found if one.since < one.until)


def stint_at(head: Head, letter: str, ply: int) -> Stint:
    """Whose a seat was when the action of this ply was made."""
    return next(one for one in stints(head) if one.seat == letter and one.since <= ply < one.until)


def everybody(head: Head) -> tuple[int, ...]:
    """All people who ever had a seat here and are not forgotten, once each."""
    found = (one.person for one in stints(head) if one.person is not None and one.person > 0)
    return tuple(dict.fromkeys(found))


def reseated(table: Table, chairs: Mapping[str, Chair]) -> Table:
    """The running match with other chairs; who had a seat that is another's now is remembered."""
    head = table.head
    if table.match is None:
        return table.changed(chairs=dict(chairs))
    left = {k: c for k, c in head.chairs.items() if c.person != chairs[k].person}
    sat = tuple(
        Sat(
            seat=letter,
            until=table.match.ply,
            person=chair.person,
            name=chair.name,
            computer=chair.computer if chair.person is None else None,
            slow=(head.slow or {}).get(letter, 0),
        )
        for letter, chair in left.items()
        if table.match.ply > _since(head, letter)
    )
    slow = None if head.slow is None else {k: n for k, n in head.slow.items() if k not in left}
    return table.changed(chairs=dict(chairs), sat=(*head.sat, *sat), slow=slow)


def agreed(table: Table) -> bool:
    """Whether two seats are to be exchanged and all agree: who plays his own cards, and both whose seats they are."""
    owners = {table.head.chairs[letter].person for letter in table.head.swap} & set(table.people)
    return bool(table.head.swap) and {*table.present, *owners} <= set(table.head.swapping)


def exchanged(table: Table) -> Table:
    """The table with the two seats exchanged that its people agreed on. Everybody takes along what is his: what is
    left of his bank, and votes to replace him. Cuts stay with the seats, for all shuffles follow from them."""
    head = table.head
    one, other = head.swap[0], head.swap[1]
    at = {one: other, other: one}
    chairs = {letter: head.chairs[at.get(letter, letter)] for letter in head.chairs}
    return reseated(table, chairs).changed(
        drawn={at.get(letter, letter): taken for letter, taken in head.drawn.items()},
        ousting={at.get(letter, letter): votes for letter, votes in head.ousting.items()},
        swap="",
        swapping=(),
    )


def exchanged_now(head: Head) -> tuple[str, str] | None:
    """The two seats that were exchanged before the deal that is on, if any were."""
    if head.position is None:
        return None
    left = [one for one in head.sat if one.until == head.position.ply]
    for one, other in combinations(left, 2):
        if (one.person, other.person) == (head.chairs[other.seat].person, head.chairs[one.seat].person):
            return one.seat, other.seat
    return None


def _since(head: Head, letter: str) -> int:
    """Since which ply a seat is whose it is."""
    return max((one.until for one in head.sat if one.seat == letter), default=0)


def nobody(head: Head, letter: str) -> int:
    """Who stands for somebody forgotten who sat there: a number below zero tells him from the others at this table."""
    used = {chair.person for chair in head.chairs.values()} | {one.person for one in head.sat}
    return next(number for number in count(-1 - SEAT_LETTERS.index(letter), -4) if number not in used)


def renamed(head: Head, person: int) -> tuple[Sat, ...]:
    """Those who sat before, without the name and the id of one of them."""
    return tuple(
        one.model_copy(update={"person": nobody(head, one.seat), "name": ""}) if one.person == person else one
        for one in head.sat
    )


def first_card(facts: Sequence[Fact], ply: int) -> int:
    """The ply of a deal's first card; `facts` are the deal's, `ply` that of its first action. Whose a seat was then,
    his is the deal: he knew the hand, and said what it was worth."""
    return next((ply + n for n, fact in enumerate(facts) if fact.action.kind is ActionKind.PLAY), ply)


def steps(facts: Sequence[Fact], ply: int, players: int) -> tuple[int, ...]:
    """The plies at which a deal is told: that of its last call, then that of each trick's last card; what is left (a
    claim) counts as the last. `facts` are the deal's, `ply` that of its first action."""
    cards = [ply + n for n, fact in enumerate(facts) if fact.action.kind is ActionKind.PLAY]
    last = ply + max(0, len(facts) - 1)
    called = (cards[0] if cards else last + 1) - 1
    return (max(ply, called), *cards[players - 1 :: players], last)
