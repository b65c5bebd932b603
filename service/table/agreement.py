"""Before the start: by which rules. A rule set is a key of `VARIANTS`; nothing here knows one by name."""

import json
from typing import Final, NamedTuple

from engine.rules import Rules, rules_from_dict, rules_to_dict
from engine.seats import SEAT_LETTERS, seats_in_play
from engine.variants import OPTIONS, VARIANTS, Option, OptionValue, with_option
from service.table.change import Change
from service.table.clock import by_days
from service.table.commands import SetOption, SetVariant, ShowMenu
from service.table.lobby import not_arranging, nothing_secret, revised
from service.table.model import Chair, Head
from service.table.places import lobby_card, whole_lobby
from service.table.refusals import No, Refused
from service.table.table import Table

TARGET: Final = "target"
DAYS_TARGET: Final = 501
"""What a clock of days proposes: a match to 1000 takes weeks."""


class Agreed(NamedTuple):
    """A rule set and what was chosen of its options."""

    variant: str
    rules: Rules


def agreed_text(variant: str, rules: Rules) -> str:
    """What a group is remembered to have agreed on: the key, and the options that are not usual."""
    chosen = {
        option.name: value
        for option in OPTIONS.get(variant, ())
        if (value := getattr(rules, option.field)) != option.values[0]
    }
    return json.dumps([variant, chosen])


def agreed_by(head: Head) -> str:
    """What a group agreed on at this table. A target that its clock proposed is the clock's word, not theirs."""
    rules = rules_from_dict(head.rules)
    option = next((o for o in OPTIONS.get(head.variant, ()) if o.name == TARGET), None)
    if head.target_by == "clock" and option is not None:
        rules = with_option(rules, option, option.values[0])
    return agreed_text(head.variant, rules)


def agreed_from(text: str) -> Agreed | None:
    """The inverse. A rule set that is no more is None; an option that is no more, or no longer fits, is left out."""
    if not text:
        return None
    variant, chosen = json.loads(text)
    if variant not in VARIANTS:
        return None
    rules = VARIANTS[variant]
    for option in OPTIONS.get(variant, ()):
        if option.name in chosen:
            rules = _chosen(rules, option, chosen[option.name])
    return Agreed(variant, rules)


def _chosen(rules: Rules, option: Option, value: OptionValue) -> Rules:
    try:
        return with_option(rules, option, value)
    except ValueError:
        return rules


def set_option(table: Table, command: SetOption, now: int) -> Change | Refused:
    """Set one option. What is started with must have been seen, so the revision of the rules is remembered."""
    if refused := not_arranging(table, command.person):
        return refused
    option = next((o for o in OPTIONS.get(table.head.variant, ()) if o.name == command.option), None)
    # True == 1 in Python: the type must fit too, or "on" could be stored as a number.
    if option is None or not any(
        v == command.value and isinstance(v, bool) == isinstance(command.value, bool) for v in option.values
    ):
        return Refused(No.NO_SUCH_OPTION)
    if getattr(table.rules, option.field) == command.value:
        return Refused(No.UNCHANGED)
    try:
        rules = with_option(table.rules, option, command.value)
    except ValueError:
        return Refused(No.OPTION_CLASH)
    by = "people" if option.name == TARGET else table.head.target_by
    return Change(_under(table, rules, target_by=by), marked=whole_lobby(table))


def with_proposed_target(table: Table) -> Table:
    """The lobby with the target that its clock proposes: 501 points where days pass between moves, the usual one else.

    Only where the rule set has that choice, and nobody has chosen another.
    """
    option = next((o for o in OPTIONS.get(table.head.variant, ()) if o.name == TARGET), None)
    if option is None or DAYS_TARGET not in option.values:
        return table
    usual, now = option.values[0], getattr(table.rules, option.field)
    wanted: OptionValue = usual
    by = ""
    if by_days(table.head):
        wanted, by = DAYS_TARGET, "clock"
        free = table.head.target_by == "" and now == usual
    else:
        free = table.head.target_by == "clock"
    if not free or now == wanted:
        return table
    rules = with_option(table.rules, option, wanted)
    return table.changed(rules=rules_to_dict(rules), target_by=by)._replace(rules=rules)


def _under(table: Table, rules: Rules, **fields: object) -> Table:
    """The lobby under these rules. Nobody starts what he has not seen: `rules_revision`."""
    revision = table.head.revision + 1
    changed = revised(table, rules_revision=revision, rules=rules_to_dict(rules), **fields)
    return changed._replace(rules=rules)


def set_variant(table: Table, command: SetVariant, now: int) -> Change | Refused:
    """Play another rule set. Who sits keeps a seat; where there are too few, nobody is sent away for it."""
    if refused := not_arranging(table, command.person):
        return refused
    rules = VARIANTS.get(command.variant)
    if rules is None:
        return Refused(No.NO_SUCH_VARIANT)
    if command.variant == table.head.variant:
        return Refused(No.UNCHANGED)
    chairs = _reseated(table, rules)
    if chairs is None:
        return Refused(No.NO_ROOM)
    moved = {k: c.person for k, c in chairs.items()} != {k: c.person for k, c in table.head.chairs.items()}
    revision = table.head.revision + 1
    changed = _under(
        table,
        rules,
        variant=command.variant,
        chairs=chairs,
        cuts=_cuts(table, chairs),
        target_by="",
        moved_revision=revision if moved else table.head.moved_revision,
    )
    return Change(with_proposed_target(changed), marked=whole_lobby(table))


def _reseated(table: Table, rules: Rules) -> dict[str, Chair] | None:
    """The people on the seats of another rule set: on their own where it has them, else on a free one, as partners
    across while there is a choice. None: there are too few. Computers stay where they are, or go."""
    before = table.head.chairs
    letters = [SEAT_LETTERS[seat] for seat in seats_in_play(rules)]
    chairs = {letter: before.get(letter, Chair()) for letter in letters}
    if not nothing_secret(rules):
        chairs = _once_each(chairs)
    sitting = {chair.person for chair in chairs.values()}
    for chair in before.values():
        if chair.person is None or chair.person in sitting:
            continue
        free = next((letter for letter in letters if chairs[letter].person is None), None)
        if free is None:
            return None
        chairs[free] = chair
        sitting.add(chair.person)
    return chairs


def _once_each(chairs: dict[str, Chair]) -> dict[str, Chair]:
    """Who played several seats keeps the first."""
    kept: set[int] = set()
    once = {}
    for letter, chair in chairs.items():
        once[letter] = Chair() if chair.person in kept else chair
        if chair.person is not None:
            kept.add(chair.person)
    return once


def _cuts(table: Table, chairs: dict[str, Chair]) -> dict[str, int]:
    """Each cut stays with who made it."""
    cuts: dict[str, int] = {}
    for letter, count in table.head.cuts.items():
        person = table.head.chairs[letter].person
        seat = next((k for k, chair in chairs.items() if person is not None and chair.person == person), None)
        if seat is not None:
            cuts[seat] = count
    return cuts


def show_menu(table: Table, command: ShowMenu, now: int) -> Change | Refused:
    """Turn the lobby's card to a menu, or back to the seats. It is one card for everybody, so it is the table's."""
    if refused := not_arranging(table, command.person):
        return refused
    if command.menu == table.head.menu or (command.menu == "invite" and not table.head.apart):
        return Refused(No.UNCHANGED)
    return Change(table.changed(menu=command.menu), marked=lobby_card(table))
