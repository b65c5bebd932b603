"""The lobby's card: one for everybody in the group. Seats are named by who sits opposite; buttons say what shall be."""

from engine.players import LEVELS
from engine.seats import SEAT_LETTERS, Side, order_from, partner_of
from service.table.lobby import nothing_secret
from service.table.model import Stage
from service.table.view import Player, TableView
from service.telegram import names
from service.telegram.callback import Door, Tap, TapKind, encode, start_link
from service.telegram.calls import capital
from service.telegram.hashes import short
from service.telegram.lines import LABELS, cells, fit, flow, message_text
from service.telegram.messages import Button, Keyboard, Message, Style
from service.telegram.names import LABEL
from service.telegram.options import rule_set, told_options
from service.telegram.rules_menu import rules_lines, rules_rows
from service.telegram.status import table_button, target
from service.telegram.texts import Tongue


def lobby_card(view: TableView, t: Tongue, bot: str = "") -> Message:
    """Who sits, by which rules, what is missing. `bot` is the bot's username, for the link that starts it."""
    if view.stage is Stage.CANCELLED:
        blocks = [_heading(view, t)[:1], [t.gettext("The table was cancelled.")]]
        return Message(message_text(blocks, buttons=False))
    opened = view.stage is Stage.LOBBY
    blocks = [
        _heading(view, t),
        [
            *seats_lines(view, t),
            *_on_one_phone(view, t),
            *(_missing(view, t) if opened else []),
            *_proof(view, t),
        ],
    ]
    if opened and view.menu:
        return Message(message_text([_heading(view, t), *rules_lines(view, t)]), rules_rows(view, t))
    if not opened:
        return Message(message_text([*blocks, [t.gettext("The match is on: see below.")]], buttons=False))
    return Message(message_text(blocks), _rows(view, t, bot))


def _heading(view: TableView, t: Tongue) -> list[str]:
    rules = " ".join(part for part in (rule_set(t, view.variant), target(t, view)) if part)
    return [
        f"🃏 <b>{t.gettext('Belote')}</b> · {rules}",
        *flow(capital_first(told_options(t, view.variant, view.rules))),
    ]


def capital_first(parts: list[str]) -> list[str]:
    return [capital(part) if index == 0 else part for index, part in enumerate(parts)]


def seats_lines(view: TableView, t: Tongue) -> list[str]:
    """The two sides; with two players each is one."""

    return [_side_line(view, t, side) for side in (0, 1)]


def _side_line(view: TableView, t: Tongue, side: Side) -> str:
    sitting = names.side_players(view.rules, view.players, side)
    return fit(lambda most: " + ".join(_sitter(t, one, most) for one in sitting))


def _sitter(t: Tongue, player: Player, most: int) -> str:
    return f"<i>{t.pgettext('seat', 'free')}</i>" if player.free else names.line_name(t, player, most)


def _missing(view: TableView, t: Tongue) -> list[str]:
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
        for one in view.players
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
    return (
        *_door_rows(view, t, bot),
        *_seat_rows(view, t),
        *_one_phone_row(view, t),
        (rules, cut) if people else (rules, table_button(t, view)),
        *(((table_button(t, view), stand), (start,)) if people else ()),
    )


def _one_phone_row(view: TableView, t: Tongue) -> Keyboard:
    """For somebody alone, where nothing is secret between the seats."""
    people = [one.person for one in view.players if one.person is not None]
    if not nothing_secret(view.rules) or len(people) != 1:
        return ()
    return ((Button(t.pgettext("button", "📱 Both on one phone"), _tap(view, TapKind.HOLD)),),)


def _door_rows(view: TableView, t: Tongue, bot: str) -> Keyboard:
    missing = any(one.person is not None and not one.reachable for one in view.players)
    if not (bot and missing):
        return ()
    return ((Button(t.pgettext("button", "▶️ Start the bot"), url=start_link(bot, Door(view.id))),),)


def _seat_rows(view: TableView, t: Tongue) -> Keyboard:
    """A seat and a computer for it, once for each place that differs; then the seats that computers hold."""
    alike: dict[str, list[Player]] = {}
    order = order_from(view.rules, view.players[0].seat)
    free = [one for seat in order if (one := view.player(seat)).free]
    # Partners' seats first; within a label in the order of play, so that who comes next plays next.
    for one in sorted(free, key=lambda one: not _beside_somebody(view, one)):
        alike.setdefault(seat_label(view, t, one, LABELS[2]), []).append(one)
    return (
        *(_free_row(view, t, label, seats) for label, seats in alike.items()),
        *(_computer_row(view, t, one) for one in view.players if one.person is None and one.computer),
    )


def _free_row(view: TableView, t: Tongue, label: str, seats: list[Player]) -> tuple[Button, ...]:
    """Seats of one label will do all alike, so that two who tap at once both sit."""
    letters = "".join(SEAT_LETTERS[one.seat] for one in seats)
    level = next(iter(LEVELS))
    return (
        Button(label, _tap(view, TapKind.SIT, letters), style=Style.SUCCESS),
        Button(_robot_label(view, t, seats[0]), _tap(view, TapKind.FILL, f"{letters[0]}:{level}")),
    )


def _computer_row(view: TableView, t: Tongue, one: Player) -> tuple[Button, ...]:
    """A computer makes room for a person, or goes."""
    name, letter = names.toast_name(t, one, LABEL), SEAT_LETTERS[one.seat]
    return (
        Button(t.pgettext("button", "In for {computer}", computer=name), _tap(view, TapKind.SIT, letter)),
        Button(t.pgettext("button", "{computer} out", computer=name), _tap(view, TapKind.FREE, letter)),
    )


def _robot_label(view: TableView, t: Tongue, seat: Player) -> str:
    return "🤖 " + (
        seat_label(view, t, seat, LABELS[2] - 3) if _company(view, seat) else t.gettext("Computer")
    )


def _company(view: TableView, seat: Player) -> Player | None:
    """Whom a seat is named after: the partner, else somebody on the other side."""
    partner = partner_of(view.rules, seat.seat)
    if partner is not None and not view.player(partner).free:
        return view.player(partner)
    others = (one for one in view.players if one.seat not in (seat.seat, partner))
    return next((one for one in others if one.person is not None), None)


def _beside_somebody(view: TableView, seat: Player) -> bool:
    company = _company(view, seat)
    return company is not None and company.seat == partner_of(view.rules, seat.seat)


def seat_label(view: TableView, t: Tongue, seat: Player, most: int) -> str:
    """ "With Ben", "Against Ben", or "Sit down" where nobody is."""
    company = _company(view, seat)
    if company is None:
        return t.pgettext("button", "Sit down")
    beside = _beside_somebody(view, seat)

    def label(name_cells: int) -> str:
        name = names.toast_name(t, company, min(name_cells, LABEL))
        return (
            t.pgettext("button", "With {name}", name=name)
            if beside
            else t.pgettext("button", "Against {name}", name=name)
        )

    return fit(label, most, cells)


def _tap(view: TableView, kind: TapKind, arg: str = "") -> str:
    return encode(Tap(kind, view.id, view.revision, arg))
