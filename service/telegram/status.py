"""Lines that both the group's card and the hand cards need: whose match, how it stands, who is missing."""

from engine.seats import Pair, Side
from service.table.model import Stage
from service.table.timing import SLEEP
from service.table.view import Player, TableView
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.cast import Cast
from service.telegram.lines import fit, flow
from service.telegram.messages import Button, Style
from service.telegram.parting_view import parting_lines, parting_rows
from service.telegram.pause_lines import pause_lines, pause_rows
from service.telegram.swap_view import swap_lines, swap_rows
from service.telegram.texts import Tongue
from service.telegram.vacation_view import holiday_lines, holiday_rows


def target(t: Tongue, view: TableView) -> str:
    """ "to 501"; nothing where a match is one deal."""
    return t.gettext("to {points}", points=view.rules.target) if view.rules.target else ""


def table_button(t: Tongue, view: TableView) -> Button:
    return Button(t.pgettext("button", "☰ Table"), encode(Tap(TapKind.TABLE, view.id)))


def away_lines(cast: Cast) -> list[str]:
    """Whose seat a computer keeps."""
    if abandoned(cast.view):
        return ["💤 " + cast.t.gettext("Everybody is away: it rests")]
    away = (one for one in cast.view.players if one.person is not None and one.computer is not None)
    return [_away_line(cast.t, one) for one in away if one.seat != cast.me]


def abandoned(view: TableView) -> bool:
    """Whether all people have left: the computers stop, and the match rests until somebody comes back."""
    return any(one.person is not None for one in view.players) and not present(view)


def wake_rows(view: TableView, t: Tongue) -> tuple[tuple[Button, ...], ...]:
    """One tap of anybody who sits wakes a match that all have left."""
    return (back_row(view, t),) if abandoned(view) else ()


def back_row(view: TableView, t: Tongue) -> tuple[Button, ...]:
    """The way back to one's own cards."""
    back = encode(Tap(TapKind.RETURN, view.id))
    return (Button(t.pgettext("button", "I am back"), back, style=Style.SUCCESS),)


def slept_out(view: TableView) -> bool:
    """Whether it was closed because nobody came back for a month."""
    slept, ended = view.time.asleep_at, view.ended_at
    return (
        view.stage is Stage.CANCELLED and slept is not None and ended is not None and ended - slept >= SLEEP
    )


def _away_line(t: Tongue, one: Player) -> str:
    """That a computer plays, and if the clock has decided that, why."""
    if one.late:
        return fit(
            lambda most: t.gettext("💤 Time over twice: 🤖 for {name}", name=names.line_name(t, one, most))
        )
    return fit(lambda most: t.gettext("💤 Computer plays for {name}", name=names.line_name(t, one, most)))


def score_line(cast: Cast, side: Side, totals: Pair) -> str:
    """ "Anna + Chloé 194"; without a number where a match is one deal."""
    total = f" {totals[side]}" if cast.view.rules.target else ""
    return fit(lambda most: names.side_name(cast.t, cast.view, side, most) + total)


def present(view: TableView) -> list[Player]:
    """The people who play their own cards."""
    return [one for one in view.players if one.person is not None and one.computer is None]


def asked(view: TableView) -> list[Player]:
    """Whose agreement counts: who plays his own cards, or everybody when all have left."""
    return present(view) or [one for one in view.players if one.person is not None]


def vote_lines(cast: Cast) -> list[str]:
    """What people must agree on: ending the match, exchanging seats, a pause."""
    return holiday_lines(cast) + _ending_lines(cast) + swap_lines(cast) + pause_lines(cast)


def _ending_lines(cast: Cast) -> list[str]:
    """Who wants to end the running match, and how many have not agreed."""
    t, view = cast.t, cast.view
    wanting = list({one.person: one for one in view.players if one.person in view.cancelling}.values())
    if not wanting:
        return _last_lines(cast) or parting_lines(cast)
    missing = len({one.person for one in present(view)} - set(view.cancelling))
    waits = t.ngettext("{n} more must agree", "{n} more must agree", missing)
    if cast.me is not None and [one.person for one in wanting] == [view.viewer]:
        return flow(["✋ " + t.gettext("You would like to end the match"), waits])
    if len(wanting) == 1:
        return flow([fit(lambda most: "✋ " + _would_stop(t, wanting[0], most)), waits])
    first, *rest = [names.line_name(t, one, names.LABEL) for one in wanting]
    return flow(["✋ " + t.gettext("For ending it: {name}", name=first), *rest, waits])


def _would_stop(t: Tongue, one: Player, most: int) -> str:
    return t.gettext("{name} would like to stop", name=names.line_name(t, one, most))


def vote_rows(cast: Cast) -> tuple[tuple[Button, ...], ...]:
    """The answers, for somebody who plays."""
    return (*_ending_rows(cast), *swap_rows(cast), *pause_rows(cast), *holiday_rows(cast))


def _ending_rows(cast: Cast) -> tuple[tuple[Button, ...], ...]:
    t, view = cast.t, cast.view
    if not view.cancelling:
        return _last_rows(cast) if view.stopping else parting_rows(cast)
    keep = Button(t.pgettext("button", "Play on"), encode(Tap(TapKind.KEEP, view.id, view.revision)))
    if view.viewer in view.cancelling:
        return (*_gently(cast), (keep,))
    end = encode(Tap(TapKind.CANCEL, view.id, view.revision))
    at_once = Button(t.pgettext("button", "End the match"), end, style=Style.DANGER)
    return (*_gently(cast), (at_once, keep))


def _gently(cast: Cast) -> tuple[tuple[Button, ...], ...]:
    """Instead of at once: when this deal is over. Where a match is one deal, that is the same."""
    if not cast.view.rules.target:
        return ()
    label = cast.t.pgettext("button", "🏁 After this deal")
    return ((Button(label, encode(Tap(TapKind.LAST, cast.view.id, cast.view.revision))),),)


def _last_lines(cast: Cast) -> list[str]:
    """Whether this deal is the last, or how many have yet to agree."""
    t, view = cast.t, cast.view
    if not view.stopping:
        return []
    missing = len({one.person for one in present(view)} - set(view.stopping))
    if not missing:
        return ["🏁 " + t.gettext("This deal is the last")]
    waits = t.ngettext("{n} more must agree", "{n} more must agree", missing)
    return flow(["🏁 " + t.gettext("Last deal?"), waits])


def _last_rows(cast: Cast) -> tuple[tuple[Button, ...], ...]:
    t, view = cast.t, cast.view
    keep = Button(t.pgettext("button", "Play on"), encode(Tap(TapKind.KEEP, view.id, view.revision)))
    missing = {one.person for one in present(view)} - set(view.stopping)
    asked = missing and (cast.me is None or view.viewer in missing)
    return (*(_gently(cast) if asked else ()), (keep,))
