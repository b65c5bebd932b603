"""What cards say of time: whose it is that runs, and until when."""

from engine.seats import Seat
from service.telegram.cast import Cast
from service.telegram.lines import LINE, fit, width
from service.telegram.names import LABEL, shorten
from service.telegram.times import by, moment


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
