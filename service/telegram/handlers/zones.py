"""Where people's watches are set: chosen in `/settings`, asked for once when it first matters."""

from telegram import CallbackQuery

from service.people import Person
from service.ports import TooNew
from service.surface import CARD, LOBBY
from service.table.clock import CLOCKS
from service.telegram import views
from service.telegram.callback import Tap, TapKind
from service.telegram.handlers.callers import Caller, speech
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.tables import live_tables
from service.telegram.messages import Message, Toast
from service.telegram.settings_view import settings_card
from service.telegram.texts import Tongue
from service.telegram.zone_view import (
    ASKED_ZONE,
    BACK,
    COMMON,
    HOURS,
    MENU,
    ZONE,
    hours_menu,
    offered,
    parse_zone,
    zone_chosen,
    zone_menu,
)
from service.usecases import Verdict

NAMES = (ZONE, ASKED_ZONE)


async def zone_tapped(desk: Desk, query: CallbackQuery, name: str, word: str, caller: Caller) -> Handled:
    """A tap in one of the menus; who may, has been seen to."""
    assert query.message is not None
    now = await desk.container.store.now()
    menu = _menu(name, word, caller, now)
    zone = "" if menu is not None else parse_zone(word)
    if menu is None and zone not in (*COMMON, *offered(now)):
        await desk.gateway.answer(query.id, views.old_button(caller.tongue))
        return Handled("tap setting", "unknown")
    toast: Toast | None = None
    if menu is None:
        t = await _set(desk, caller, zone, now)
        done = zone_chosen(t, now, name)
        changed = (caller.group or caller.person).model_copy(update={"zone": zone})
        toast = Toast(done.text.partition("\n")[0])
        menu = done if name == ASKED_ZONE else settings_card(changed, t)
    await desk.gateway.answer(query.id, toast)
    await desk.gateway.edit(query.message.chat.id, query.message.message_id, menu)
    return Handled("tap setting", name)


def _menu(name: str, word: str, caller: Caller, now: int) -> Message | None:
    """Another page; None: a zone was chosen."""
    if word == MENU:
        return zone_menu(caller.room, name, now)
    if word == HOURS:
        return hours_menu(caller.room, name, now)
    if word == BACK and name == ZONE:
        return settings_card(caller.group or caller.person, caller.room)
    return None


async def _set(desk: Desk, caller: Caller, zone: str, now: int) -> Tongue:
    """Write it down, and have every card drawn anew that speaks of time. How the chat is spoken to now."""
    directory = desk.container.directory
    if caller.group is not None:
        await directory.touch_chat(caller.group.id, zone=zone)
        await refresh_group(desk, caller)
        watch = speech(desk, None, caller.group.model_copy(update={"zone": zone}), now).watch
        return caller.room._replace(watch=watch)
    await directory.touch_person(caller.person.id, zone=zone)
    await _lend(desk, caller.person, zone)
    return speech(desk, caller.person.model_copy(update={"zone": zone}), None, now)


async def _lend(desk: Desk, person: Person, zone: str) -> None:
    """His own cards follow; a group of his that has said nothing takes the first answer for its own."""
    store, directory = desk.container.store, desk.container.directory
    for table in await store.tables_of(person.id):
        try:
            stored = await store.load(table)
        except TooNew:
            continue  # the newer release draws it
        if stored is None:
            continue
        keys = [key for key in await store.rows(table) if str(person.id) in key.split(":")[1:]]
        chat = None if stored.head.apart else await directory.chat(stored.head.chat)
        if chat is not None and not chat.zone and not chat.moved_to:
            await directory.touch_chat(chat.id, zone=zone)
            keys += [key for key in (LOBBY, CARD) if key in await store.rows(table)]
        await store.mark(table, keys)


async def refresh_group(desk: Desk, caller: Caller) -> None:
    """The cards of its running tables; what is over stays as it was told."""
    store = desk.container.store
    for view in await live_tables(desk, caller):
        rows = await store.rows(view.id)
        await store.mark(view.id, [key for key in (LOBBY, CARD) if key in rows])


async def when_it_matters(desk: Desk, tap: Tap, verdict: Verdict, caller: Caller) -> None:
    """A match with a clock of hours or days begins: whoever plays there is asked once where he lives."""
    view = verdict.view
    if tap.kind is not TapKind.START or view is None or verdict.refused is not None:
        return
    clock = CLOCKS.get(view.time.clock)
    if clock is None or clock.live:
        return
    directory, now = desk.container.directory, await desk.container.store.now()
    for player in view.players:
        person = None if player.person is None else await directory.person(player.person)
        if person is None or person.zone or person.zone_asked or not person.reachable:
            continue
        message = zone_menu(speech(desk, person, caller.group, now), ASKED_ZONE, now)
        sent = await desk.send(person.id, message)
        if sent.message is not None:  # else the next match asks
            await directory.touch_person(person.id, zone_asked=True)
