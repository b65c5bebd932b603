"""The lobby's menu of the rules: another rule set, and every option. Buttons say what shall be, and explain."""

from engine import players
from engine.seats import seats_in_play
from engine.variants import VARIANTS, Option
from service.table.view import TableView
from service.telegram.advice_view import advice_buttons, advice_word
from service.telegram.callback import Tap, TapKind, encode, option_arg
from service.telegram.calls import capital, packed
from service.telegram.lines import LABELS, cells, flow
from service.telegram.messages import Button, Keyboard, Style
from service.telegram.options import (
    COMPUTERS,
    option_name,
    options_of,
    rule_set,
    skill_word,
    value_label,
    value_of,
    value_told,
)
from service.telegram.texts import Tongue


def rules_lines(view: TableView, t: Tongue) -> list[list[str]]:
    """Every option as it stands now."""
    options = options_of(view.variant)
    now = [value_told(t, option, value_of(view.rules, option)) for option in options]
    if len(players.LEVELS) > 1:
        now.append(capital(_stands_in(t, view.stand_in)))
    now.append(capital(advice_word(t, view.advises)))
    first, *rest = now
    return [
        [*map(capital, flow([t.gettext("Now: {option}", option=first), *rest]))],
        [t.gettext("Tap what shall be instead; ❓ explains it.")],
    ]


def rules_rows(view: TableView, t: Tongue) -> Keyboard:
    """The other rule sets, this one's options, and the way back."""
    back = Button(t.pgettext("button", "‹ Seats"), _tap(view, TapKind.MENU), style=Style.PRIMARY)
    rows: Keyboard = packed(_other_sets(view, t))
    for option in options_of(view.variant):
        rows += packed(_choices(view, t, option))
    rows += packed(_other_levels(view, t))
    rows += packed(advice_buttons(view, t))
    return (*rows, (back,))


def _other_sets(view: TableView, t: Tongue) -> list[Button]:
    """Those that have a seat for everybody here."""
    people = len({one.person for one in view.players if one.person is not None})
    return [
        Button(_instead(capital(rule_set(t, variant))), _tap(view, TapKind.VARIANT, variant))
        for variant, rules in VARIANTS.items()
        if variant != view.variant and len(seats_in_play(rules)) >= people
    ]


def _instead(name: str) -> str:
    """An arrow before the name; close to it where that saves a row of its own."""
    spaced = f"→ {name}"
    return spaced if cells(spaced) <= LABELS[2] else f"→{name}"


def _stands_in(t: Tongue, level: str) -> str:
    return t.gettext("computer: {level}", level=skill_word(t, level))


def _other_levels(view: TableView, t: Tongue) -> list[Button]:
    """Who plays empty seats, and for those who leave."""
    if len(players.LEVELS) < 2:
        return []
    levels = [level for level in players.LEVELS if level != view.stand_in]
    buttons = [
        Button("🤖 " + capital(skill_word(t, level)), _tap(view, TapKind.STAND_IN, level)) for level in levels
    ]
    return [*buttons, Button("❓ 🤖", _tap(view, TapKind.EXPLAIN, COMPUTERS))]


def _choices(view: TableView, t: Tongue, option: Option) -> list[Button]:
    chosen = value_of(view.rules, option)
    values = [
        Button(
            capital(value_label(t, option, value)),
            _tap(view, TapKind.OPTION, option_arg(option.name, value)),
        )
        for value in option.values
        if value != chosen
    ]
    return [*values, Button("❓ " + option_name(t, option), _tap(view, TapKind.EXPLAIN, option.name))]


def _tap(view: TableView, kind: TapKind, arg: str = "") -> str:
    return encode(Tap(kind, view.id, view.revision, arg))
