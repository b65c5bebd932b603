"""Before the start: seats and cuts. What is agreed on about the rules stands in `agreement`."""

from engine import players
from engine.rules import DealPattern, Rules
from service.table.change import Change
from service.table.closing import close
from service.table.commands import Cut, Fill, Free, HoldAll, SetStandIn, Sit, Stand, TakeOver
from service.table.invitations import chosen, newly
from service.table.model import Chair, Stage
from service.table.places import whole_lobby
from service.table.refusals import No, Refused
from service.table.table import Table, with_chair

CUT_VALUES = 32


def revised(table: Table, **fields: object) -> Table:
    """The lobby with some fields of its head replaced, one revision on."""
    return table.changed(revision=table.head.revision + 1, **fields)


def closed_to_all(table: Table) -> Refused | None:
    """Why the lobby takes no more commands, if it does not."""
    match table.head.stage:
        case Stage.LOBBY:
            # A lesson begins with the step that opens it, and nobody joins it.
            return Refused(No.NOT_IN_LOBBY) if table.head.lesson else None
        case Stage.CANCELLED:
            return Refused(No.CANCELLED)
        case Stage.OVER:
            return Refused(No.MATCH_OVER)
        case Stage.PLAYING:
            return Refused(No.NOT_IN_LOBBY)


def may_arrange(table: Table, person: int) -> bool:
    """Seated people and whoever opened the lobby choose options and computers; outsiders do not."""
    return person == table.head.creator or table.seat_of(person) is not None


def not_arranging(table: Table, person: int) -> Refused | None:
    """Why somebody may change nothing of what is agreed in this lobby, if he may not."""
    if closed := closed_to_all(table):
        return closed
    return None if may_arrange(table, person) else Refused(No.NOT_SEATED)


def sit(table: Table, command: Sit, now: int) -> Change | Refused:
    """Take a free seat; who sits already moves there. A seat that a computer holds gives way to a person."""
    if closed := closed_to_all(table):
        return closed
    if command.person in table.head.barred:
        return Refused(No.BARRED)
    offered, table = table, chosen(table, now)
    wanted = {letter: table.head.chairs[letter] for letter in command.seats if letter in table.head.chairs}
    if not wanted:
        return Refused(No.NO_SUCH_SEAT)
    if any(chair.person == command.person for chair in wanted.values()):
        return Refused(No.ALREADY_SEATED)
    open_to_people = [letter for letter, chair in wanted.items() if chair.person is None]
    if not open_to_people:
        return Refused(No.SEAT_TAKEN)
    seat = next((letter for letter in open_to_people if wanted[letter].free), open_to_people[0])
    if command.revision < table.head.moved_revision:
        return Refused(No.STALE)
    chair = newcomer(command)
    risen = _risen(table, command.person) if table.letter_of(command.person) else revised(table)
    seated = risen.changed(chairs=with_chair(risen.head.chairs, seat, chair))
    return Change(seated, marked=whole_lobby(seated), joined=newly(offered) | {command.person})


def newcomer(command: Sit | TakeOver) -> Chair:
    """The chair of somebody who sits down, with the habits he brings along."""
    return Chair(
        person=command.person,
        name=command.name,
        reachable=command.reachable,
        auto=command.auto,
        at_once=command.at_once,
    )


def stand(table: Table, command: Stand, now: int) -> Change | Refused:
    """Leave one's seat before the start."""
    if closed := closed_to_all(table):
        return closed
    if table.seat_of(command.person) is None:
        return Refused(No.NOT_SEATED)
    risen = _risen(table, command.person)
    if table.head.apart and not risen.people:
        # Nobody is left who could be shown it, and links to it shall not lead to an empty room.
        return close(table, now)
    return Change(risen, marked=whole_lobby(table) | whole_lobby(risen), parted=frozenset({command.person}))


def _risen(table: Table, person: int) -> Table:
    """The lobby with this person's seats free and his cut gone with him."""
    head = table.head
    held = table.letters_of(person)
    return revised(
        table,
        moved_revision=head.revision + 1,
        chairs={k: Chair() if k in held else c for k, c in head.chairs.items()},
        cuts={k: v for k, v in head.cuts.items() if k not in held},
    )


def nothing_secret(rules: Rules) -> bool:
    """Whether one person may play several seats: what lies open is seen by all, what is hidden by nobody."""
    return rules.deal is DealPattern.COLUMNS


def hold_all(table: Table, command: HoldAll, now: int) -> Change | Refused:
    """Somebody seated takes all seats that no other person has: one phone, handed over."""
    if closed := closed_to_all(table):
        return closed
    letter = table.letter_of(command.person)
    if letter is None:
        return Refused(No.NOT_SEATED)
    if not nothing_secret(table.rules):
        return Refused(No.SECRETS)
    chairs = table.head.chairs
    if any(chair.person not in (None, command.person) for chair in chairs.values()):
        return Refused(No.SEAT_TAKEN)
    if all(chair.person == command.person for chair in chairs.values()):
        return Refused(No.UNCHANGED)
    held = revised(
        table, chairs=dict.fromkeys(chairs, chairs[letter]), moved_revision=table.head.revision + 1
    )
    return Change(held, marked=whole_lobby(held))


def fill(table: Table, command: Fill, now: int) -> Change | Refused:
    """Put a computer on a free seat."""
    if command.level not in players.LEVELS:
        return Refused(No.NO_SUCH_LEVEL)
    return _arranged(table, command, Chair(computer=command.level))


def free(table: Table, command: Free, now: int) -> Change | Refused:
    """Take a computer off its seat."""
    return _arranged(table, command, Chair())


def _arranged(table: Table, command: Fill | Free, chair: Chair) -> Change | Refused:
    """A seat that no person has becomes this chair."""
    if refused := not_arranging(table, command.person):
        return refused
    before = table.head.chairs.get(command.seat)
    if before is None:
        return Refused(No.NO_SUCH_SEAT)
    if before.person is not None:
        return Refused(No.SEAT_TAKEN)
    if before == chair:
        return Refused(No.UNCHANGED)
    chairs = with_chair(table.head.chairs, command.seat, chair)
    return Change(revised(table, chairs=chairs), marked=whole_lobby(table))


def set_stand_in(table: Table, command: SetStandIn, now: int) -> Change | Refused:
    """Choose who plays empty seats and for those who leave. Computers that sit already keep their level."""
    if refused := not_arranging(table, command.person):
        return refused
    if command.level not in players.LEVELS:
        return Refused(No.NO_SUCH_LEVEL)
    if command.level == table.head.stand_in:
        return Refused(No.UNCHANGED)
    return Change(revised(table, stand_in=command.level), marked=whole_lobby(table))


def cut(table: Table, command: Cut, now: int) -> Change | Refused:
    """Set one's cut; the card shows it, and every deal's shuffle depends on it."""
    if closed := closed_to_all(table):
        return closed
    letter = table.letter_of(command.person)
    if letter is None:
        return Refused(No.NOT_SEATED)
    cuts = table.head.cuts | {letter: command.count % CUT_VALUES}
    if cuts == table.head.cuts:
        return Refused(No.UNCHANGED)
    return Change(revised(table, cuts=cuts), marked=whole_lobby(table))
