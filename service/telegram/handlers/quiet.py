"""Taps on "quiet today" and on a nudge."""

from telegram import CallbackQuery

from service.table.commands import Nudge
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.messages import Toast
from service.telegram.notices import quiet_of
from service.telegram.reminder_words import hushed_until, nudged_word
from service.usecases import Verdict


async def hushed(desk: Desk, query: CallbackQuery, caller: Caller) -> Handled:
    """Nothing rings until his next morning. A ring that is due looks for that itself when its time has come."""
    now = await desk.container.store.now()
    quiet = quiet_of(caller.person)
    until = quiet.morning(now)
    await desk.container.directory.touch_person(caller.person.id, hushed=until)
    await desk.gateway.answer(query.id, Toast(hushed_until(caller.tongue, until, quiet.zone)))
    return Handled("tap hush")


async def nudged(desk: Desk, verdict: Verdict, caller: Caller, toast: Toast) -> Toast:
    """The answer to a nudge says when it will ring; every other answer stays."""
    view = verdict.view
    if not isinstance(verdict.command, Nudge) or verdict.refused is not None or view is None:
        return toast
    if view.seen is None or view.seen.turn is None:
        return toast
    asked = view.player(view.seen.turn).person
    if asked is None:
        return toast
    person = await desk.container.directory.person(asked)
    until = quiet_of(person).ends(await desk.container.store.now())
    if until is not None and view.time.deadline is not None and view.time.deadline <= until:
        until = None
    zone = caller.person.zone or person.zone or desk.container.settings.zone
    return Toast(nudged_word(caller.tongue, view, until, zone))
