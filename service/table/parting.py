"""Who goes and who comes in the middle of a match: a seat taken over, a player voted out, a match given up."""

from engine.seats import SEAT_LETTERS, Side, side_of
from service.table.change import Change
from service.table.commands import AcceptResign, Oust, PlayOn, Resign, TakeOver
from service.table.lobby import newcomer
from service.table.model import Chair, Stage
from service.table.places import ends, everywhere, seats_shown
from service.table.play import not_playing
from service.table.refusals import No, Refused
from service.table.table import Table, with_chair

VOTES = 2
"""So many must agree to replace somebody who plays; one is enough for somebody who is away."""


def take_over(table: Table, command: TakeOver, now: int) -> Change | Refused:
    """Take a seat that a computer keeps. The new player sees what that seat may know, and nothing else."""
    if not_live := not_playing(table):
        return not_live
    chair = table.head.chairs.get(command.seat)
    if chair is None or table.head.lesson:  # all hands lie open there, to one person
        return Refused(No.NO_SUCH_SEAT)
    if command.person in table.people:
        return Refused(No.ALREADY_SEATED)
    if command.person in table.head.barred:
        return Refused(No.BARRED)
    if not chair.automatic or chair.absent == "away":
        return Refused(No.SEAT_TAKEN)
    taken = newcomer(command)
    changed = _without(table, chair.person).changed(
        chairs=with_chair(table.head.chairs, command.seat, taken),
        asleep_at=None,
        turn_at=now if table.head.clock else 0,
    )
    left = frozenset() if chair.person is None else frozenset({chair.person})
    marked = everywhere(changed) | everywhere(table) | seats_shown(changed)
    return Change(changed, marked=marked, joined=frozenset({command.person}), parted=left)


def oust(table: Table, command: Oust, now: int) -> Change | Refused:
    """Vote a player out; with enough votes a computer takes his seat, and anybody may take it over."""
    if not_live := not_playing(table):
        return not_live
    chair = table.head.chairs.get(command.seat)
    if chair is None or chair.person is None:
        return Refused(No.NO_SUCH_SEAT)
    if command.admin:
        return _ousted(table, command.seat)
    if refused := _speaks(table, command.person):
        return refused
    if chair.person == command.person:
        return Refused(No.NOT_ALLOWED)
    votes = table.head.ousting.get(command.seat, ())
    if command.person in votes:
        return Refused(No.UNCHANGED)
    votes = (*votes, command.person)
    others = set(table.present) - {chair.person}
    needed = others if chair.present else set(votes)
    if needed <= set(votes) and (len(votes) >= VOTES or not chair.present):
        return _ousted(table, command.seat)
    asked = table.changed(ousting=table.head.ousting | {command.seat: votes})
    return Change(asked, marked=everywhere(asked))


def _ousted(table: Table, letter: str) -> Change:
    person = table.head.chairs[letter].person
    assert person is not None
    chairs = table.head.chairs
    for seat in table.letters_of(person):
        chairs = with_chair(chairs, seat, Chair(computer=table.head.stand_in, opened=True))
    gone = _without(table, person).changed(chairs=chairs, barred=(*table.head.barred, person))
    return Change(gone, marked=everywhere(table) | everywhere(gone), parted=frozenset({person}))


def _without(table: Table, person: int | None) -> Table:
    """The table without what somebody who goes had laid down, wished or was told."""
    head, key = table.head, str(person)
    return table.changed(
        plans={k: v for k, v in head.plans.items() if k != key},
        picks={k: v for k, v in head.picks.items() if k != key},
        notes={k: v for k, v in head.notes.items() if k != key},
        lapsed={k: v for k, v in head.lapsed.items() if k != key},
        held=head.held if head.held is not None and head.held.person != person else None,
        cancelling=tuple(p for p in head.cancelling if p != person),
        pausing=tuple(p for p in head.pausing if p != person),
        resigning=tuple(p for p in head.resigning if p != person),
        accepting=(),
        ousting={},
    )


# --- giving up ---


def resign(table: Table, command: Resign, now: int) -> Change | Refused:
    """Offer the match. It is over when all of one side want that and all of the other take it."""
    if refused := _live(table, command.person):
        return refused
    if command.person in table.head.resigning:
        return Refused(No.UNCHANGED)
    other = {p for p in table.head.resigning if _side(table, p) != _side(table, command.person)}
    wishes = (*(p for p in table.head.resigning if p not in other), command.person)
    return _settled(table.changed(resigning=wishes, accepting=()), now)


def accept(table: Table, command: AcceptResign, now: int) -> Change | Refused:
    """Take what the other side offers."""
    if refused := _live(table, command.person):
        return refused
    if offered_by(table) in (None, _side(table, command.person)):
        return Refused(No.STALE)
    if command.person in table.head.accepting:
        return Refused(No.UNCHANGED)
    return _settled(table.changed(accepting=(*table.head.accepting, command.person)), now)


def play_on(table: Table, command: PlayOn, now: int) -> Change | Refused:
    """The questions are off the table."""
    if refused := _live(table, command.person):
        return refused
    if not (table.head.resigning or table.head.ousting):
        return Refused(No.UNCHANGED)
    kept = table.changed(resigning=(), accepting=(), ousting={})
    return Change(kept, marked=everywhere(kept))


def offered_by(table: Table) -> Side | None:
    """The side that gives the match up, all of its present people agreeing; None: nobody does."""
    wishes = set(table.head.resigning)
    sides = (side for side in (0, 1) if wishes & _present(table, side))
    return next((side for side in sides if _present(table, side) <= wishes), None)


def _settled(table: Table, now: int) -> Change:
    side = offered_by(table)
    if side is None or not _present(table, 1 - side) <= set(table.head.accepting):
        return Change(table, marked=everywhere(table))
    over = table.changed(
        stage=Stage.OVER,
        revision=table.head.revision + 1,
        ended_at=now,
        winner=1 - side,
        resigned=side,
        cancelling=(),
        resigning=(),
        accepting=(),
    )._replace(match=None)
    return Change(over, marked=everywhere(over) | ends(over), parted=frozenset(over.people))


def _present(table: Table, side: Side) -> set[int]:
    return {person for person in table.present if _side(table, person) == side}


def _side(table: Table, person: int) -> Side | None:
    letter = table.letter_of(person)
    return None if letter is None else side_of(table.rules, SEAT_LETTERS.index(letter))


def _live(table: Table, person: int) -> Refused | None:
    return not_playing(table) or _speaks(table, person)


def _speaks(table: Table, person: int) -> Refused | None:
    if person not in table.people:
        return Refused(No.NOT_SEATED)
    return None if person in table.present else Refused(No.AWAY)
