"""The seats of a lobby: who sits where, and the buttons that seat somebody. A seat is named by who sits opposite."""

from engine import players
from engine.seats import SEAT_LETTERS, Side, order_from, partner_of
from service.table.model import Stage
from service.table.refusals import No
from service.table.view import Player, TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, decode, encode
from service.telegram.calls import capital, packed
from service.telegram.lines import LABELS, cells, fit, flow
from service.telegram.messages import Button, Keyboard, Message, Style, card
from service.telegram.names import LABEL
from service.telegram.options import skill_word
from service.telegram.refusal_words import reason
from service.telegram.texts import Tongue


def seats_offered(view: TableView, t: Tongue, late: bool = False) -> Message:
    """In private, to somebody without a seat who came by a link: the seats there are. `late`: his was taken."""
    if view.stage is not Stage.LOBBY:
        code = {Stage.CANCELLED: No.CANCELLED, Stage.OVER: No.MATCH_OVER}.get(view.stage, No.NOT_IN_LOBBY)
        return card([[reason(t, code)]])
    head = f"🃏 <b>{names.title(t, view, '🃏 ')}</b>"
    # The first button of each row seats a person; beside it stands what is done with a computer.
    rows = packed([row[0] for row in seat_rows(view, t)])
    if rows:
        says = (
            t.gettext("That seat is taken by now. Another one?") if late else t.gettext("Where do you sit?")
        )
    else:
        says = t.gettext("All seats are taken by now. Watching is welcome.")
    return card([[head, says], seats_lines(view, t)], rows)


def seats_lines(view: TableView, t: Tongue) -> list[str]:
    """The two sides; with two players each is one."""

    return [_side_line(view, t, side) for side in (0, 1)]


def _side_line(view: TableView, t: Tongue, side: Side) -> str:
    sitting = names.side_players(view.rules, view.players, side)
    return fit(lambda most: " + ".join(sitter(t, one, most) for one in sitting))


def sitter(t: Tongue, player: Player, most: int) -> str:
    """Who sits there, for HTML; "free" where nobody does."""
    return f"<i>{t.pgettext('seat', 'free')}</i>" if player.free else names.line_name(t, player, most)


def seat_rows(view: TableView, t: Tongue) -> Keyboard:
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


def joining_rows(view: TableView, t: Tongue) -> Keyboard:
    """The free seats alone, side by side: while somebody looks at a menu, the others may still sit down."""
    sits = [b for row in seat_rows(view, t) for b in row if _sits(b) and not _makes_room(view, b)]
    return packed(sits)


def _sits(button: Button) -> bool:
    tap = decode(button.data)
    return tap is not None and tap.kind is TapKind.SIT


def _makes_room(view: TableView, button: Button) -> bool:
    """A computer's seat: it is not free, and can wait until the menu is closed."""
    tap = decode(button.data)
    return tap is not None and all(not view.player(SEAT_LETTERS.index(one)).free for one in tap.arg)


def _free_row(view: TableView, t: Tongue, label: str, seats: list[Player]) -> tuple[Button, ...]:
    """Seats of one label will do all alike, so that two who tap at once both sit."""
    letters = "".join(SEAT_LETTERS[one.seat] for one in seats)
    level = view.stand_in or next(iter(players.LEVELS))
    sit = Button(label, _tap(view, TapKind.SIT, letters), style=Style.SUCCESS)
    company = _company(view, seats[0])
    own = company is not None and view.viewer is not None and company.person == view.viewer
    # "With Anna" is nothing for Anna herself, on a card of her own.
    return (
        *(() if own else (sit,)),
        Button(_robot_label(view, t, seats[0]), _tap(view, TapKind.FILL, f"{letters[0]}:{level}")),
    )


def _computer_row(view: TableView, t: Tongue, one: Player) -> tuple[Button, ...]:
    """A computer makes room for a person; becomes the next level; and after the last one goes."""
    name, letter = names.toast_name(t, one, LABEL), SEAT_LETTERS[one.seat]
    sit = Button(t.pgettext("button", "In for {computer}", computer=name), _tap(view, TapKind.SIT, letter))
    level = level_after(one.computer or "")
    if level is None:
        out = t.pgettext("button", "{computer} out", computer=name)
        return sit, Button(out, _tap(view, TapKind.FREE, letter))
    label = "🤖 → " + capital(skill_word(t, level))
    return sit, Button(label, _tap(view, TapKind.FILL, f"{letter}:{level}"))


def level_after(level: str) -> str | None:
    """The next better level; None after the last one, and for one we do not know."""
    levels = list(players.LEVELS)
    at = levels.index(level) + 1 if level in levels else len(levels)
    return levels[at] if at < len(levels) else None


def level_lines(view: TableView, t: Tongue) -> list[str]:
    """How well the computers play, where there is more than one level."""
    if len(players.LEVELS) < 2:
        return []
    sitting = [one for side in (0, 1) for one in names.side_players(view.rules, view.players, side)]
    told = [
        f"{names.line_name(t, one, LABEL)} {skill_word(t, one.computer)}"
        for one in sitting
        if one.person is None and one.computer
    ]
    return flow(told)


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
