"""Reminders, quiet hours and nudges in words."""

from datetime import datetime
from zoneinfo import ZoneInfo

from service.table.view import TableView
from service.telegram import names
from service.telegram.callback import NOW, Tap, TapKind, encode
from service.telegram.messages import Button, Keyboard
from service.telegram.texts import Tongue
from service.telegram.vacation_view import on_holiday


def hushed_until(t: Tongue, until: int, zone: str) -> str:
    """The answer to "quiet today"."""
    if not zone:
        return t.gettext("🔕 Nothing rings for the next 12 hours. Your card stays where it is.")
    return t.gettext(
        "🔕 Nothing rings until {time}. Your card stays where it is.", time=hour_word(until, zone)
    )


def hour_word(at: int, zone: str) -> str:
    """A time of day as it is there: "8:00"."""
    there = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    return f"{there.hour}:{there.minute:02}"


def nudge_rows(t: Tongue, view: TableView) -> Keyboard:
    """The others' button, where a person who can be reached is on turn; not where seconds count, for there it is late.
    Without a clock there is nothing else that would call him again."""
    seen = view.seen
    if seen is None or seen.turn is None or view.time.clock == "live" or view.time.paused_at is not None:
        return ()
    asked = view.player(seen.turn)
    others = {one.person for one in view.players if one.computer is None} - {asked.person, None}
    if asked.person is None or asked.computer is not None or not asked.reachable or not others:
        return ()
    if on_holiday(t, asked):
        return ()
    label = t.pgettext("button", "👋 Nudge {name}", name=names.toast_name(t, asked, names.LABEL))
    return ((Button(label, encode(Tap(TapKind.NUDGE, view.id, seen.ply))),),)


def private_nudge_rows(t: Tongue, view: TableView) -> Keyboard:
    """At a table without a group, where nobody can write to the others: on the card of who waits. It does not follow
    every move, so it names nobody; whoever is on turn by then is rung."""
    others = {one.person for one in view.players if one.computer is None} - {view.viewer, None}
    if not view.apart or not others or view.time.clock == "live" or view.time.paused_at is not None:
        return ()
    data = encode(Tap(TapKind.NUDGE, view.id, 0, NOW))
    return ((Button(t.pgettext("button", "👋 Nudge who is on turn"), data),),)


def nudged_word(t: Tongue, view: TableView, until: int | None, zone: str) -> str:
    """The answer to a nudge. `until`: the end of the quiet that lies over who is on turn."""
    seat = view.seen.turn if view.seen else None
    name = "" if seat is None else names.toast_name(t, view.player(seat))
    if until is None:
        return t.gettext("👋 It rings for {name}.", name=name)
    return t.gettext(
        "👋 {name} has quiet hours: it waits until {time}.", name=name, time=hour_word(until, zone)
    )


def reminder_buttons(t: Tongue, view: TableView) -> tuple[Button, ...]:
    """Below a reminder: no more of it today, or ask the others for a pause."""
    quiet = Button(t.pgettext("button", "🔕 Quiet today"), encode(Tap(TapKind.HUSH, view.id)))
    pause = Button(t.pgettext("button", "⏸ Pause"), encode(Tap(TapKind.PAUSE, view.id)))
    return quiet, pause
