"""The lobby's card: one for everybody in the group. Seats are named by who sits opposite; buttons say what shall be."""

from service.table.closing import LOBBY_KEPT
from service.table.length import DAY_MIN, expected_minutes
from service.table.lobby import nothing_secret
from service.table.model import Stage
from service.table.view import Player, TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import capital
from service.telegram.clock_menu import clock_button, clock_lines, clock_rows
from service.telegram.clock_words import told_clock
from service.telegram.doors import Door, start_link
from service.telegram.hashes import short
from service.telegram.lines import fit, flow
from service.telegram.messages import Button, Keyboard, Message, Style, card
from service.telegram.names import LABEL
from service.telegram.options import rule_set, told_options
from service.telegram.pairs_menu import drawn_lines, may_pair, pairs_lines, pairs_rows
from service.telegram.rules_menu import rules_lines, rules_rows
from service.telegram.seats_view import joining_rows, level_lines, seat_rows, seats_lines
from service.telegram.status import table_button, target
from service.telegram.texts import Tongue
from service.telegram.times import day


def lobby_card(view: TableView, t: Tongue, bot: str = "") -> Message:
    """Who sits, by which rules, what is missing. `bot` is the bot's username, for the link that starts it."""
    if view.stage is Stage.CANCELLED:
        blocks = [_heading(view, t)[:1], [closed_words(t, view)]]
        return card(blocks)
    opened = view.stage is Stage.LOBBY
    blocks = [
        _heading(view, t),
        [
            *seats_lines(view, t),
            *_on_one_phone(view, t),
            *level_lines(view, t),
            *(missing_lines(view, t) if opened else []),
            *drawn_lines(view, t),
            *_proof(view, t),
            *(_closing(view, t) if opened else []),
        ],
    ]
    if opened and (menu := _menu(view, t)) is not None:
        return card([_heading(view, t), *menu[0]], menu[1])
    if not opened:
        return card([*blocks, [t.gettext("The match is on: see below.")]])
    return card(blocks, _rows(view, t, bot))


def _menu(view: TableView, t: Tongue) -> tuple[list[list[str]], Keyboard] | None:
    """The menu that is open, if one is. It is one card for everybody: who sits and where one may sit stays on it."""
    match view.menu:
        case "rules":
            lines, rows = rules_lines(view, t), rules_rows(view, t)
        case "pairs" if may_pair(view):
            return pairs_lines(view, t), _with_seats(view, t, pairs_rows(view, t))
        case "clock":
            lines, rows = clock_lines(view, t), clock_rows(view, t)
        case _:
            return None
    return [seats_lines(view, t), *lines], _with_seats(view, t, rows)


def _with_seats(view: TableView, t: Tongue, rows: Keyboard) -> Keyboard:
    return (*rows[:-1], *joining_rows(view, t), rows[-1])


def closed_words(t: Tongue, view: TableView) -> str:
    """Why there is no table here any more."""
    if view.expired:
        return t.gettext("Nobody began within a week: the table is closed.")
    return t.gettext("The table was cancelled.")


def _closing(view: TableView, t: Tongue) -> list[str]:
    """When it closes by itself, said from the beginning."""
    return [t.gettext("Closes {when} unless started", when=day(t, view.opened_at + LOBBY_KEPT))]


def _heading(view: TableView, t: Tongue) -> list[str]:
    rules = " ".join(part for part in (rule_set(t, view.variant), target(t, view)) if part)
    told = told_options(t, view.variant, view.rules) + told_clock(t, view.time)
    number = f" #{view.number}" if view.number > 1 and view.stage is Stage.LOBBY else ""
    return [
        f"🃏 <b>{t.gettext('Belote')}{number}</b> · {rules}",
        *map(capital, flow([*told, *_length(view, t)])),
    ]


def _length(view: TableView, t: Tongue) -> list[str]:
    """How long it will take, while that may still be chosen."""
    computers = sum(one.computer is not None for one in view.players)
    clock = view.time.clock
    minutes = expected_minutes(view.variant, view.rules, computers, clock)
    if view.stage is not Stage.LOBBY or minutes is None:
        return []
    if minutes >= 2 * DAY_MIN:
        return ["~" + t.ngettext("{n} day", "{n} days", minutes // DAY_MIN)]
    if minutes >= 2 * 60:
        return ["~" + t.ngettext("{n} hour", "{n} hours", minutes // 60)]
    return ["~" + t.ngettext("{n} minute", "{n} minutes", minutes)]


def missing_lines(view: TableView, t: Tongue) -> list[str]:
    """Who has yet to let the bot write to him."""
    missing = {one.person: one for one in view.players if one.person is not None and not one.reachable}
    return [_must_start(t, one) for one in missing.values()]


def _must_start(t: Tongue, one: Player) -> str:
    return fit(lambda most: t.gettext("{name} has yet to start the bot.", name=names.own_name(t, one, most)))


def _on_one_phone(view: TableView, t: Tongue) -> list[str]:
    one = next((one for one in view.players if one.shared), None)
    if one is None:
        return []
    return [fit(lambda most: t.gettext("Both on the phone of {name}", name=names.own_name(t, one, most)))]


def _proof(view: TableView, t: Tongue) -> list[str]:
    """The cuts, and the seal of the shuffles, shown before anybody sits."""
    cut = [
        f"{names.line_name(t, one, LABEL)} {view.cuts[one.seat]}"
        for one in view.at(0).players
        if view.cuts.get(one.seat)
    ]
    cuts = flow([t.gettext("Cut: {cuts}", cuts=cut[0]), *cut[1:]]) if cut else []
    return [*cuts, t.gettext("🔎 Shuffle {seal}", seal=short(view.commitment))]


def _rows(view: TableView, t: Tongue, bot: str) -> Keyboard:
    people = any(one.person is not None for one in view.players)
    stand = Button(t.pgettext("button", "Stand up"), _tap(view, TapKind.STAND))
    start = Button(t.pgettext("button", "Start"), _tap(view, TapKind.START), style=Style.PRIMARY)
    cut = Button(t.pgettext("button", "✂️ Cut"), _tap(view, TapKind.CUT))
    rules = Button(t.pgettext("button", "⚙️ Rules"), _tap(view, TapKind.MENU, "rules"))
    pairs = Button(t.pgettext("button", "🔀 Pairs"), _tap(view, TapKind.MENU, "pairs"))
    table, clock = table_button(t, view), clock_button(view, t)
    if not people:
        below: Keyboard = ((rules, clock), (table,))
    elif may_pair(view):
        below = ((rules, clock), (pairs, cut), (table, stand), (start,))
    else:
        below = ((rules, clock), (table, cut), (stand,), (start,))
    return (*door_rows(view, t, bot), *seat_rows(view, t), *_one_phone_row(view, t), *below)


def _one_phone_row(view: TableView, t: Tongue) -> Keyboard:
    """For somebody alone, where nothing is secret between the seats."""
    people = [one.person for one in view.players if one.person is not None]
    if not nothing_secret(view.rules) or len(people) != 1:
        return ()
    return ((Button(t.pgettext("button", "📱 Both on one phone"), _tap(view, TapKind.HOLD)),),)


def door_rows(view: TableView, t: Tongue, bot: str) -> Keyboard:
    """The way to the bot, for who sits and has yet to start it."""
    missing = any(one.person is not None and not one.reachable for one in view.players)
    if not (bot and missing):
        return ()
    return ((Button(t.pgettext("button", "▶️ Start the bot"), url=start_link(bot, Door(view.id))),),)


def _tap(view: TableView, kind: TapKind, arg: str = "") -> str:
    return encode(Tap(kind, view.id, view.revision, arg))
