"""Before the start: seats, options, cuts."""

from engine.players import LEVELS
from engine.rules import rules_to_dict
from engine.variants import OPTIONS, with_option
from service.surface import LOBBY, hand_key
from service.table.change import Change
from service.table.commands import Cut, Fill, Free, SetOption, Sit, Stand
from service.table.model import Chair, Stage
from service.table.refusals import No, Refused
from service.table.table import Table, with_chair

CUT_VALUES = 32


def _revised(table: Table, **fields: object) -> Table:
    return table.changed(revision=table.head.revision + 1, **fields)


def _closed(table: Table) -> Refused | None:
    """Why the lobby takes no more commands, if it does not."""
    match table.head.stage:
        case Stage.LOBBY:
            return None
        case Stage.CANCELLED:
            return Refused(No.CANCELLED)
        case Stage.OVER:
            return Refused(No.MATCH_OVER)
        case Stage.PLAYING:
            return Refused(No.NOT_IN_LOBBY)


def _may_arrange(table: Table, person: int) -> bool:
    """Seated people and whoever opened the lobby choose options and computers; outsiders do not."""
    return person == table.head.creator or table.seat_of(person) is not None


def sit(table: Table, command: Sit, now: int) -> Change | Refused:
    """Take a free seat; who sits already moves there. A seat that a computer holds gives way to a person."""
    if closed := _closed(table):
        return closed
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
    chair = Chair(person=command.person, name=command.name, reachable=command.reachable)
    risen = _risen(table, command.person) if table.letter_of(command.person) else _revised(table)
    seated = risen.changed(chairs=with_chair(risen.head.chairs, seat, chair))
    marked = frozenset({LOBBY, hand_key(command.person)})
    return Change(seated, marked=marked, joined=frozenset({command.person}))


def stand(table: Table, command: Stand, now: int) -> Change | Refused:
    """Leave one's seat before the start."""
    if closed := _closed(table):
        return closed
    if table.seat_of(command.person) is None:
        return Refused(No.NOT_SEATED)
    marked = frozenset({LOBBY, hand_key(command.person)})
    return Change(_risen(table, command.person), marked=marked, parted=frozenset({command.person}))


def _risen(table: Table, person: int) -> Table:
    """The lobby with this person's seat free and his cut gone with him."""
    head = table.head
    letter = table.letter_of(person)
    return _revised(
        table,
        moved_revision=head.revision + 1,
        chairs={k: Chair() if k == letter else c for k, c in head.chairs.items()},
        cuts={k: v for k, v in head.cuts.items() if k != letter},
    )


def fill(table: Table, command: Fill, now: int) -> Change | Refused:
    """Put a computer on a free seat."""
    if closed := _closed(table):
        return closed
    if not _may_arrange(table, command.person):
        return Refused(No.NOT_SEATED)
    if command.level not in LEVELS:
        return Refused(No.NO_SUCH_LEVEL)
    chair = table.head.chairs.get(command.seat)
    if chair is None:
        return Refused(No.NO_SUCH_SEAT)
    if chair.person is not None:
        return Refused(No.SEAT_TAKEN)
    if chair.computer == command.level:
        return Refused(No.UNCHANGED)
    chairs = with_chair(table.head.chairs, command.seat, Chair(computer=command.level))
    return Change(_revised(table, chairs=chairs), marked=frozenset({LOBBY}))


def free(table: Table, command: Free, now: int) -> Change | Refused:
    """Take a computer off its seat."""
    if closed := _closed(table):
        return closed
    if not _may_arrange(table, command.person):
        return Refused(No.NOT_SEATED)
    chair = table.head.chairs.get(command.seat)
    if chair is None:
        return Refused(No.NO_SUCH_SEAT)
    if chair.person is not None:
        return Refused(No.SEAT_TAKEN)
    if chair.computer is None:
        return Refused(No.UNCHANGED)
    chairs = with_chair(table.head.chairs, command.seat, Chair())
    return Change(_revised(table, chairs=chairs), marked=frozenset({LOBBY}))


def set_option(table: Table, command: SetOption, now: int) -> Change | Refused:
    """Set one option. What is started with must have been seen, so the revision of the rules is remembered."""
    if closed := _closed(table):
        return closed
    if not _may_arrange(table, command.person):
        return Refused(No.NOT_SEATED)
    option = next((o for o in OPTIONS.get(table.head.variant, ()) if o.name == command.option), None)
    # True == 1 in Python: the type must fit too, or "on" could be stored as a number.
    if option is None or not any(
        v == command.value and type(v) is type(command.value) for v in option.values
    ):
        return Refused(No.NO_SUCH_OPTION)
    if getattr(table.rules, option.field) == command.value:
        return Refused(No.UNCHANGED)
    try:
        rules = with_option(table.rules, option, command.value)
    except ValueError:
        return Refused(No.OPTION_CLASH)
    revision = table.head.revision + 1
    changed = table.changed(revision=revision, rules_revision=revision, rules=rules_to_dict(rules))
    return Change(changed._replace(rules=rules), marked=frozenset({LOBBY}))


def cut(table: Table, command: Cut, now: int) -> Change | Refused:
    """Set one's cut; the card shows it, and every deal's shuffle depends on it."""
    if closed := _closed(table):
        return closed
    letter = table.letter_of(command.person)
    if letter is None:
        return Refused(No.NOT_SEATED)
    cuts = table.head.cuts | {letter: command.count % CUT_VALUES}
    if cuts == table.head.cuts:
        return Refused(No.UNCHANGED)
    return Change(_revised(table, cuts=cuts), marked=frozenset({LOBBY}))
