"""What cards say of time: whose it is that runs, and until when."""

from engine.actions import ActionKind, parse_action
from engine.observation import Observation
from engine.seats import Seat
from service.table.model import Lapse
from service.table.view import Player
from service.telegram.calls import call_word, capital
from service.telegram.cast import Cast
from service.telegram.lines import LINE, fit, width
from service.telegram.names import LABEL, shorten
from service.telegram.texts import Tongue
from service.telegram.times import by, moment, today_at


def turn_lines(cast: Cast, seat: Seat, leads: bool) -> list[str]:
    """ "▸ Chloé’s turn until Tue 18:00 CET", in two lines where there is no room for a name of eight cells."""
    t, deadline = cast.t, cast.view.time.deadline

    def whose(most: int) -> str:
        name = f"<b>{cast.name(seat, most)}</b>"
        words = t.gettext("{name} leads", name=name) if leads else t.gettext("{name}’s turn", name=name)
        return f"▸ {words}"

    if deadline is None:
        return [fit(whose)]

    def both(most: int) -> str:
        name = f"<b>{cast.name(seat, most)}</b>"
        if (time := today_at(t, deadline)) is not None:
            return "▸ " + t.gettext("{name}’s turn until {time} today", name=name, time=time)
        return "▸ " + t.gettext("{name}’s turn until {when}", name=name, when=moment(t, deadline))

    if leads or width(both(LABEL)) > LINE:
        return [fit(whose), by(t, deadline)]
    return [fit(both)]


def beside_move(cast: Cast, move: str, shorter: str) -> list[str]:
    """The last move and the reader's deadline: in one line where there is room for both, names cut if need be.

    `shorter`: the move with names of at most `SHORT` cells.
    """
    deadline = cast.view.time.deadline
    if deadline is None:
        return [move]
    until = by(cast.t, deadline)
    for line in (f"{move} · {until}", f"{shorter} · {until}"):
        if width(line) <= LINE:
            return [line]
    return [move, until]


SHORT = 6
"""Cells of a name that makes room for a deadline."""


def shortened(cast: Cast, most: int = SHORT) -> Cast:
    """The same people by shorter names."""
    players = tuple(one._replace(name=shorten(one.name, most)) for one in cast.view.players)
    return cast._replace(view=cast.view._replace(players=players))


# --- a time that was over ---


def lapse_lines(cast: Cast) -> list[str]:
    """For everybody: whose time was over, and what a computer did for him. Who is away has a line of his own."""
    t, view = cast.t, cast.view
    seen, here = view.seen, {one.person: one for one in view.players if one.computer is None}
    if seen is None:
        return []

    def line(one: Player, told: Lapse) -> str:
        done = done_word(t, seen, told)
        return fit(
            lambda most: t.gettext(
                "⏰ {name}: time over → 🤖 {what}", name=cast.own(one.seat, most), what=done
            )
        )

    return [line(here[person], told) for person, told in view.time.lapses if person in here]


def own_lapse_lines(cast: Cast) -> list[str]:
    """For him: when, what was done, and what happens next time (T1)."""
    t, told, seen = cast.t, cast.view.own.lapse, cast.view.seen
    if told is None or seen is None:
        return []
    when = capital(moment(t, told.at))
    return [
        t.gettext(
            "⏰ {when}: your time was over, the computer chose {what}.",
            when=when,
            what=done_word(t, seen, told),
        )
        + " "
        + t.gettext("Next time it goes on until you are back.")
    ]


def done_word(t: Tongue, seen: Observation, told: Lapse) -> str:
    """What was done: a card, a call; "…" where that cannot be told any more."""
    action = parse_action(told.action)
    match action.kind:
        case ActionKind.PLAY:
            return t.card(action.card)
        case ActionKind.ASIDE | ActionKind.MELD | ActionKind.SHOW:
            return "…"
        case ActionKind.TAKE if told.deal != seen.deal_no:
            return "…"
        case _:
            return call_word(t, seen, action)
