"""Somebody who wants to be forgotten: his name and id go from a table, what was played stays for the others."""

from service.table.change import Change
from service.table.closing import close
from service.table.commands import Forget
from service.table.model import Chair, Head, Stage
from service.table.parting import departed
from service.table.places import ends, everywhere, whole_lobby
from service.table.refusals import No, Refused
from service.table.seating import nobody, renamed
from service.table.table import Table
from service.table.traces import LASTING, traced, without

NOBODY = 0
"""Who has opened a table, where that was somebody who is forgotten."""
NOWHERE = 1
"""The chat of a table apart whose creator is forgotten: still apart, and no chat of anybody."""


def forget(table: Table, command: Forget, now: int) -> Change | Refused:
    """Take a person out of a table at any stage. A running match goes on with a computer on his seat."""
    if not named(table.head, command.person):
        return Refused(No.UNCHANGED)
    gone = _without(table, command.person)
    parted = frozenset({command.person})
    if table.head.stage is Stage.LOBBY:
        apart = table.head.apart and table.head.creator == command.person
        if apart or not gone.people:
            return close(gone, now)._replace(parted=parted | frozenset(gone.people))
        return Change(gone, marked=whole_lobby(gone), parted=parted)
    if table.head.stage is Stage.PLAYING:
        if not gone.people:
            # Nobody is left for whom the computers would play on.
            return close(gone, now)._replace(parted=parted)
        return Change(gone, marked=everywhere(gone), parted=parted).then(departed(gone, now))
    return Change(gone, marked=ends(gone) if table.head.stage is Stage.OVER else frozenset(), parted=parted)


def named(head: Head, person: int) -> bool:
    """Whether a table's document names this person anywhere."""
    return (
        any(chair.person == person for chair in head.chairs.values())
        or person in (head.creator, head.chat)
        or traced(head, person)
    )


def _without(table: Table, person: int) -> Table:
    head = table.head
    lobby = head.stage is Stage.LOBBY
    return without(table, person).changed(
        **{name: tuple(one for one in getattr(head, name) if one != person) for name in LASTING},
        revision=head.revision + (1 if lobby else 0),
        moved_revision=head.revision + 1 if lobby else head.moved_revision,
        chairs={k: _chair(head, k, c) if c.person == person else c for k, c in head.chairs.items()},
        cuts={k: v for k, v in head.cuts.items() if not (lobby and head.chairs[k].person == person)},
        sat=renamed(head, person),
        creator=NOBODY if head.creator == person else head.creator,
        chat=NOWHERE if head.chat == person else head.chat,
        draft="?" if head.draft and head.creator == person else head.draft,
    )


def _chair(head: Head, letter: str, chair: Chair) -> Chair:
    """Before the start the seat is free. After it, it stays somebody's, of whom nothing is known: a computer keeps
    it."""
    if head.stage is Stage.LOBBY:
        return Chair()
    return Chair(person=nobody(head, letter), computer=head.stand_in, absent="left")
