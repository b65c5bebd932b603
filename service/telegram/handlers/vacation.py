"""Going on holiday, and being back: told to each of his tables, then written at the person."""

from telegram import CallbackQuery

from service.people import Person
from service.table.clock import DAY
from service.table.commands import Holiday
from service.telegram import views
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.settings_view import settings_card
from service.telegram.vacation_view import BACK, END, MENU, SPANS, VACATION, left, vacation_menu, year_of
from service.usecases import house


async def vacation_tapped(desk: Desk, query: CallbackQuery, word: str, caller: Caller) -> Handled:
    """A tap in the menu of one's holidays, in private."""
    message, person, t = query.message, caller.person, caller.tongue
    now = await desk.container.store.now()
    fields = _chosen(person, word, year_of(t, now), now)
    if message is None or caller.group is not None or (fields is None and word not in (MENU, BACK)):
        await desk.gateway.answer(query.id, views.old_button(t))
        return Handled("tap setting", "unknown")
    if fields:
        # The tables first: should the store fail in between, the repeated update finds that nothing is written yet.
        for table in await desk.container.store.tables_of(person.id):
            await house(desk.container, table, Holiday(person=person.id, until=fields["vacation_until"]))
        await desk.container.directory.touch_person(person.id, **fields)
        person = person.model_copy(update=fields)
    await desk.gateway.answer(query.id, None)
    card = settings_card(person, t) if word == BACK else vacation_menu(person, t, now)
    await desk.gateway.edit(message.chat.id, message.message_id, card)
    return Handled("tap setting", VACATION)


def _chosen(person: Person, word: str, year: int, now: int) -> dict[str, int] | None:
    """What is to be written; None: nothing is chosen by this word, or it may not be."""
    used = person.vacation_used if person.vacation_year == year else 0
    if word == END and person.vacation_until > now:
        # Whole days that were not used are his again.
        unused = (person.vacation_until - now) // DAY
        return {"vacation_until": 0, "vacation_year": year, "vacation_used": max(0, used - unused)}
    if word not in map(str, SPANS) or int(word) > left(person, year) or person.vacation_until > now:
        return None
    until = now + int(word) * DAY
    return {"vacation_until": until, "vacation_year": year, "vacation_used": used + int(word)}
