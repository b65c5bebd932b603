"""`/settings`, in private one's own and in a group the group's; and the row of suits that `/start` asks about."""

from telegram import CallbackQuery

from service.people import Chat, Person
from service.table.commands import Prefer
from service.telegram import views
from service.telegram.callback import Tap
from service.telegram.choices import named, values, written
from service.telegram.handlers.callers import Caller, speech
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.tables import live_tables
from service.telegram.handlers.vacation import vacation_tapped
from service.telegram.handlers.zones import NAMES, refresh_group, zone_tapped
from service.telegram.messages import Message
from service.telegram.settings_view import ROW, not_yours, row_chosen, row_question, set_to, settings_card
from service.telegram.texts import Tongue
from service.telegram.vacation_view import VACATION
from service.usecases import house

HABITS = ("auto", "at_once")
"""Settings that the tables must know: what plays itself is decided there."""


def menu(caller: Caller) -> Message:
    """The settings of the chat in which they are asked for."""
    return settings_card(caller.group or caller.person, caller.room)


async def ask_row(desk: Desk, caller: Caller) -> None:
    """Ask for the row of suits, once in a person's life. Who does not answer has the usual one."""
    person = caller.person
    if person.suits:
        return
    sent = await desk.send(person.id, row_question(caller.tongue))
    if sent.message is not None:
        usual = next(iter(values(caller.tongue, "suits")))
        await desk.container.directory.touch_person(person.id, suits=usual)


async def chosen_by_tap(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """A tap in the menu, or on a row. Where it was tapped says whose setting it is."""
    name, _, word = tap.arg.partition("=")
    asked, name = name == ROW, "suits" if name == ROW else name
    who = caller.group or caller.person
    if name == VACATION:
        return await vacation_tapped(desk, query, word, caller)
    if name in NAMES and query.message is not None:
        if caller.group is not None and not await _may(desk, caller):
            await desk.gateway.answer(query.id, not_yours(caller.tongue))
            return Handled("tap setting", "not allowed")
        return await zone_tapped(desk, query, name, word, caller)
    known = name in named(who) and word in values(caller.tongue, name) and not (asked and caller.group)
    if query.message is None or not known:
        await desk.gateway.answer(query.id, views.old_button(caller.tongue))
        return Handled("tap setting", "unknown")
    if caller.group is not None and not await _may(desk, caller):
        await desk.gateway.answer(query.id, not_yours(caller.tongue))
        return Handled("tap setting", "not allowed")
    changed = who.model_copy(update=written(name, word))
    await _write(desk, who, name, word)
    t = _spoken(desk, changed, caller)
    await desk.gateway.answer(query.id, set_to(name, word, t))
    message = row_chosen(t) if asked else settings_card(changed, t)
    await desk.gateway.edit(query.message.chat.id, query.message.message_id, message)
    if isinstance(changed, Person) and name in HABITS:
        await _tell_tables(desk, changed)
    await (refresh_group(desk, caller) if caller.group else _refresh_person(desk, who.id))
    return Handled("tap setting", name)


def _spoken(desk: Desk, changed: Person | Chat, caller: Caller) -> Tongue:
    """How the chat is spoken to now."""
    if isinstance(changed, Person):
        return speech(desk, changed, None)
    return speech(desk, None, changed) if changed.language else caller.tongue


async def _write(desk: Desk, who: Person | Chat, name: str, word: str) -> None:
    directory = desk.container.directory
    touch = directory.touch_person if isinstance(who, Person) else directory.touch_chat
    await touch(who.id, **written(name, word))


async def _may(desk: Desk, caller: Caller) -> bool:
    """Who plays here, or administers the group."""
    assert caller.group is not None
    if any(view.seat is not None for view in await live_tables(desk, caller)):
        return True
    return await desk.gateway.is_admin(caller.group.id, caller.person.id)


async def _refresh_person(desk: Desk, person: int) -> None:
    """His cards are drawn anew, wherever one stands."""
    store = desk.container.store
    for table in await store.tables_of(person):
        rows = await store.rows(table)
        await store.mark(table, [key for key, row in rows.items() if row.chat == person or _his(key, person)])


async def _tell_tables(desk: Desk, person: Person) -> None:
    """A habit is his seats', at every table: who sits down brings it along."""
    wish = Prefer(person=person.id, **person.habits)
    for table in await desk.container.store.tables_of(person.id):
        await house(desk.container, table, wish)


def _his(key: str, person: int) -> bool:
    return key.partition(":")[2] == str(person)
