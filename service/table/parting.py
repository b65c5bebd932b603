"""Who goes and who comes in the middle of a match: a seat taken over, a player voted out, a match given up."""

from engine.match import to_act
from engine.seats import SEAT_LETTERS, Side, side_of
from service.table.change import Change
from service.table.closing import close
from service.table.commands import AcceptResign, Oust, PlayOn, Resign, TakeOver
from service.table.lobby import newcomer
from service.table.model import Chair, Ousted, Stage
from service.table.places import ends, everywhere, invitations, seats_shown, told_of_seats
from service.table.play import not_playing, not_present
from service.table.refusals import No, Refused
from service.table.seating import reseated
from service.table.table import Table, with_chair
from service.table.traces import without

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
    if not offered(chair):
        return Refused(No.SEAT_TAKEN)
    taken = newcomer(command)
    changed = reseated(
        without(table, chair.person), with_chair(table.head.chairs, command.seat, taken)
    ).changed(asleep_at=None)
    changed = turn_begun(changed, command.person, now)
    left = frozenset(table.people) - frozenset(changed.people)
    told = {key: one for key, one in changed.head.ousted.items() if key != str(command.person)}
    if chair.person is not None and chair.person > 0:
        by = Ousted(seat=command.seat, by=command.person, name=command.name, taken=True)
        told[str(chair.person)] = by
    changed = changed.changed(ousted=told)
    marked = everywhere(changed) | everywhere(table) | seats_shown(changed)
    marked |= told_of_seats(table) | told_of_seats(changed)
    return Change(changed, marked=marked, joined=frozenset({command.person}), parted=left)


def oust(table: Table, command: Oust, now: int) -> Change | Refused:
    """Vote a player out; with enough votes a computer takes his seat, and anybody may take it over."""
    if not_live := not_playing(table):
        return not_live
    seat = table.letter_of(command.whom) if command.whom else command.seat
    chair = table.head.chairs.get(seat or "")
    if seat is None or (chair is not None and chair.person is None):
        return Refused(No.REPLACED)
    if chair is None:
        return Refused(No.NO_SUCH_SEAT)
    if command.admin:
        return _ousted(table, seat, now, by=command)
    if refused := not_present(table, command.person):
        return refused
    if chair.person == command.person:
        return Refused(No.NOT_ALLOWED)
    votes = table.head.ousting.get(seat, ())
    if command.person in votes:
        return Refused(No.UNCHANGED)
    votes = (*votes, command.person)
    if _enough(table, chair, votes):
        return _ousted(table, seat, now)
    asked = table.changed(ousting=table.head.ousting | {seat: votes})
    return Change(asked, marked=everywhere(asked))


def offered(chair: Chair) -> bool:
    """Whether a seat may be taken over: its player left, or was voted out."""
    return chair.automatic and (chair.absent == "left" or chair.opened)


def turn_begun(table: Table, person: int, now: int) -> Table:
    """Who comes to a seat that is on turn has his whole time. Nobody else's coming gives time to who is on turn."""
    waits = table.match is not None and to_act(table.match) == table.seat_of(person)
    return table.changed(turn_at=now, spent=0) if waits and table.head.clock else table


def _enough(table: Table, chair: Chair, votes: tuple[int, ...]) -> bool:
    """All others who play, and at least two of them; for somebody who is away one vote is enough."""
    others = set(table.present) - {chair.person}
    voted = others & set(votes)
    return bool(voted) if not chair.present else voted == others and len(voted) >= VOTES


def _ousted(table: Table, letter: str, now: int, by: Oust | None = None) -> Change:
    """Who played himself is not wanted here any more; who was away may take his seat again while it is free."""
    person, barred = table.head.chairs[letter].person, table.head.chairs[letter].present
    assert person is not None
    told = Ousted(seat=letter, by=by.person if by else 0, name=by.name if by else "", barred=barred)
    chairs = table.head.chairs
    for seat in table.letters_of(person):
        chairs = with_chair(chairs, seat, Chair(computer=table.head.stand_in, opened=True))
    gone = reseated(without(table, person), chairs)
    gone = gone.changed(
        barred=(*table.head.barred, *([person] if barred else [])),
        ousted=gone.head.ousted | ({str(person): told} if person > 0 else {}),
    )
    marked = everywhere(table) | everywhere(gone) | told_of_seats(gone) | invitations(gone)
    change = Change(gone, marked=marked, parted=frozenset({person}))
    return change.then(departed(gone, now))


def departed(table: Table, now: int) -> Change:
    """What follows when somebody plays his cards no longer: he may have been the last whose answer was missing, or the
    last at all. Without anybody the match sleeps; without anybody to come back it ends."""
    head = table.head
    if head.stage is not Stage.PLAYING:
        return Change(table)
    if not table.people or table.all_agree(head.cancelling):
        return close(table, now)
    if table.abandoned:
        return Change(table.changed(asleep_at=now))
    for letter, votes in head.ousting.items():
        if head.chairs[letter].person is not None and _enough(table, head.chairs[letter], votes):
            return _ousted(table, letter, now)
    if head.paused_at is None and table.all_agree(head.pausing):
        table = table.changed(pausing=(), paused_at=now)
    return _settled(table, now) if head.resigning else Change(table)


# --- giving up ---


def resign(table: Table, command: Resign, now: int) -> Change | Refused:
    """Offer the match. It is over when all of one side want that and all of the other take it."""
    if refused := not_present(table, command.person):
        return refused
    if command.person in table.head.resigning:
        return Refused(No.UNCHANGED)
    other = {p for p in table.head.resigning if _side(table, p) != _side(table, command.person)}
    wishes = (*(p for p in table.head.resigning if p not in other), command.person)
    return _settled(table.changed(resigning=wishes, accepting=()), now)


def accept(table: Table, command: AcceptResign, now: int) -> Change | Refused:
    """Take what the other side offers."""
    if refused := not_present(table, command.person):
        return refused
    if offered_by(table) in (None, _side(table, command.person)):
        return Refused(No.STALE)
    if command.person in table.head.accepting:
        return Refused(No.UNCHANGED)
    return _settled(table.changed(accepting=(*table.head.accepting, command.person)), now)


def play_on(table: Table, command: PlayOn, now: int) -> Change | Refused:
    """The questions are off the table."""
    if refused := not_present(table, command.person):
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
