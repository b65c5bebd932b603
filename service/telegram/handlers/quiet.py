"""A tap on "quiet today"."""

from telegram import CallbackQuery

from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.messages import Toast
from service.telegram.notices import quiet_of
from service.telegram.reminder_words import hushed_until


async def hushed(desk: Desk, query: CallbackQuery, caller: Caller) -> Handled:
    """Nothing rings until his next morning. A ring that is due looks for that itself when its time has come."""
    now = await desk.container.store.now()
    quiet = quiet_of(caller.person)
    until = quiet.morning(now)
    await desk.container.directory.touch_person(caller.person.id, hushed=until)
    await desk.gateway.answer(query.id, Toast(hushed_until(caller.tongue, until, quiet.zone)))
    return Handled("tap hush")
