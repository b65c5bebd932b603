"""A pause by consent: who would like one, how many must still agree, and the way on."""

from service.table.view import Player
from service.telegram import names
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.cast import Cast
from service.telegram.clock_words import CLOCK
from service.telegram.lines import fit, flow
from service.telegram.messages import Button, Keyboard, Style


def pause_lines(cast: Cast) -> list[str]:
    """Whether the clock stands, or who would like it to. Nothing where no clock runs."""
    t, view = cast.t, cast.view
    if view.time.paused_at is not None:
        return ["⏸ " + t.gettext("Pause: the clock stands still")]
    if view.time.halted:
        return ["⏸ " + t.gettext("Group shut: no clock runs")]
    wanting = [one for one in _people(cast) if one.person in view.time.pausing]
    if not wanting:
        return []
    here = {one.person for one in _people(cast) if one.computer is None}
    missing = len(here - set(view.time.pausing))
    waits = t.ngettext("{n} more must agree", "{n} more must agree", missing)
    if [one.person for one in wanting] == [view.viewer]:
        return flow(["⏸ " + t.gettext("You would like a pause"), waits])
    first, *rest = [names.line_name(t, one, names.LABEL) for one in wanting]
    return flow([fit(lambda most: "⏸ " + t.gettext("For a pause: {name}", name=first)), *rest, waits])


def pause_rows(cast: Cast) -> Keyboard:
    """Agree, take it back, or go on: whatever there is to say about a pause now."""
    t, time = cast.t, cast.view.time
    if time.paused_at is not None:
        return ((_button(cast, t.pgettext("button", "▶️ Go on"), TapKind.RESUME, Style.SUCCESS),),)
    if not time.pausing:
        return ()
    agree = _button(cast, t.pgettext("button", "⏸ Agree"), TapKind.PAUSE)
    refuse = _button(cast, t.pgettext("button", "No pause"), TapKind.RESUME)
    return ((refuse,),) if cast.view.viewer in time.pausing else ((agree, refuse),)


def pause_button(cast: Cast) -> Keyboard:
    """On a player's own card, while a clock runs and nobody has asked. Beside it what the clock grants."""
    time = cast.view.time
    if cast.view.left is not None:
        return ()  # a reminder has one already
    if not time.clock or time.paused_at is not None or time.pausing or time.halted:
        return ()
    told = encode(Tap(TapKind.EXPLAIN, cast.view.id, 0, CLOCK))
    clock = Button(cast.t.pgettext("button", "⏱ Clock"), told)
    return ((clock, _button(cast, cast.t.pgettext("button", "⏸ Pause"), TapKind.PAUSE)),)


def _people(cast: Cast) -> list[Player]:
    """Each once, also who plays several seats."""
    return list({one.person: one for one in cast.view.players if one.person is not None}.values())


def _button(cast: Cast, label: str, kind: TapKind, style: Style | None = None) -> Button:
    return Button(label, encode(Tap(kind, cast.view.id)), style=style)
