"""What is over: the list of matches, the replay of each, its record as a file. Nothing here changes a table.

A replay shows every hand, so it is shown in private, to who sat there or belongs to the group. A tap in the group
is answered there with a line; the group itself sees no message of it.
"""

from telegram import CallbackQuery

from service.ports import TooNew
from service.retold import deal_view, export, side_played
from service.table.refusals import No, Refused
from service.table.view import TableView
from service.telegram import next_view, replay_view, views
from service.telegram.callback import Tap, TapKind, number
from service.telegram.doors import replay_link
from service.telegram.errors import Outcome
from service.telegram.handlers import replies
from service.telegram.handlers.belonging import may_look
from service.telegram.handlers.callers import Caller, speech
from service.telegram.handlers.carrying import carries
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.orders import Order, say
from service.telegram.handlers.tables import look_if_known
from service.telegram.history_view import PAGE
from service.telegram.messages import Message, Toast
from service.telegram.moving import past_of_group
from service.usecases import look

PAST = frozenset({TapKind.PAST, TapKind.REPLAY, TapKind.RECORD, TapKind.HISTORY})
"""Taps that are handled here."""
MOST_PAGES = 1000


async def history(desk: Desk, order: Order, caller: Caller) -> Handled:
    """In private one's own matches, in a group the group's."""
    await say(desk, order, await _page(desk, caller, 0))
    return Handled("/history")


async def tapped_past(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """A tap on the list, on a replay, or on the way there."""
    match tap.kind:
        case TapKind.HISTORY:
            return await _turned(desk, query, tap, caller)
        case TapKind.REPLAY:
            return await _stepped(desk, query, tap, caller)
        case TapKind.RECORD:
            return await _sent_record(desk, query, tap, caller)
        case _:
            return await _opened(desk, query, tap, caller)


# --- the list ---


async def _page(desk: Desk, caller: Caller, page: int) -> Message:
    """One more is read than is shown, to know whether there is a next page."""
    container, start = desk.container, page * PAGE
    if caller.group is None:
        found = await container.store.past_of(caller.person.id, start, PAGE + 1)
    else:
        found = await past_of_group(container, caller.group.id, start, PAGE + 1)
    # In a group everybody reads the list: it is nobody's own.
    viewer = caller.person.id if caller.group is None else 0
    seen = [await look_if_known(desk, table, viewer) for table in found[:PAGE]]
    shown = [view for view in seen if view is not None]
    if caller.group is None:
        sides = {one.id: await side_played(container, one.id, viewer) for one in shown if one.sat}
        return views.history(shown, page, len(found) > PAGE, caller.tongue, sides)
    # Days are the group's, whoever asks.
    t = caller.room._replace(watch=speech(desk, None, caller.group).watch)
    return next_view.with_bell(views.history(shown, page, len(found) > PAGE, t), t)


async def _turned(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    if query.message is None or tap.ref > MOST_PAGES or not carries(query, tap.kind):
        await desk.gateway.answer(query.id, views.old_button(caller.tongue))
        return Handled("tap history", "unknown page")
    page = await _page(desk, caller, tap.ref)
    edited = await desk.gateway.edit(query.message.chat.id, query.message.message_id, page)
    return await _answered(desk, query, edited.outcome, "history", caller)


# --- the replay ---


async def _match(desk: Desk, table: str, caller: Caller) -> TableView | None:
    view = await look(desk.container, table, caller.person.id)
    return view if view is not None and await may_look(desk, view, caller) else None


async def page(desk: Desk, table: str, deal: int, step: int, caller: Caller) -> Message | None:
    """One position of a match; deal 0 is its first. None: no such deal, or nothing for this person."""
    view = await _match(desk, table, caller)
    if view is None or not view.deals:
        return None
    found = await deal_view(desk.container, table, deal or view.deals[0].no, caller.person.id)
    if found is None:
        return None
    view, told = found
    return replay_view.replay_page(view, told.finished, told.note, step, caller.tongue, told.plies, told.seed)


async def _opened(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    t, group = caller.tongue, caller.group is not None
    shown = await page(desk, tap.table, tap.ref, number(tap.arg, 2) or 0, caller)
    if shown is None:
        await desk.gateway.answer(query.id, views.refused(Refused(No.STALE), t))
        return Handled("tap past", "nothing to show", tap.table)
    if not caller.person.reachable:
        door = Toast("", url=replay_link(desk.username, tap.table, tap.ref))
        await desk.gateway.answer(query.id, door)
        return Handled("tap past", "door", tap.table)
    told = Toast(t.gettext("📜 It lies in our private chat, all hands open."), alert=group)
    await desk.gateway.answer(query.id, told if group else None)
    await put(desk, caller, shown)
    return Handled("tap past", "opened", tap.table)


async def put(desk: Desk, caller: Caller, shown: Message) -> None:
    """One replay is open at a time: the one before goes."""
    person, sent = caller.person, await desk.send(caller.person.id, shown)
    if sent.message is None:
        return
    await desk.container.directory.touch_person(person.id, replay=sent.message)
    if person.replay:
        await desk.gateway.remove(person.id, person.replay, strip=False)


async def _stepped(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """The message turns in place. It stands in a private chat, and nowhere else."""
    message, t = query.message, caller.tongue
    step = number(tap.arg, 2)
    shown = None
    if message is not None and message.chat.id == caller.person.id and step is not None:
        shown = await page(desk, tap.table, tap.ref, step, caller)
    if message is None or shown is None:
        await desk.gateway.answer(query.id, views.old_button(t))
        return Handled("tap replay", "nothing to show", tap.table)
    edited = await desk.gateway.edit(message.chat.id, message.message_id, shown)
    return await _answered(desk, query, edited.outcome, "replay", caller)


async def _answered(desk: Desk, query: CallbackQuery, outcome: Outcome, what: str, caller: Caller) -> Handled:
    done = outcome is Outcome.DONE
    await desk.gateway.answer(query.id, Toast("") if done else views.unsure(caller.tongue))
    return Handled(f"tap {what}", "shown" if done else outcome.value)


async def come_by_link(desk: Desk, order: Order, caller: Caller, table: str, deal: int) -> Handled:
    """`/start` with a replay's link: from a group, by somebody who had not begun with the bot."""
    try:
        shown = await page(desk, table, deal, 0, caller)
    except TooNew:
        shown = None
    if shown is None:
        await say(desk, order, replies.told(views.refused(Refused(No.NO_TABLE), caller.tongue)))
        return Handled("/start", "no replay", table)
    await put(desk, caller, shown)
    return Handled("/start", "replay", table)


# --- the record ---


async def _sent_record(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """Only what has been shown to all: `export` leaves out what still lies face down."""
    t = caller.tongue
    view = await _match(desk, tap.table, caller)
    record = await export(desk.container, tap.table) if view is not None and view.deals else None
    private = query.message is not None and query.message.chat.id == caller.person.id
    if record is None or not private:
        await desk.gateway.answer(query.id, views.old_button(t))
        return Handled("tap record", "nothing to show", tap.table)
    await desk.gateway.answer(query.id, None)
    caption = t.gettext("The match in text, card by card. “rebelote replay” and “rebelote verify” read it.")
    sent = await desk.send_file(caller.person.id, f"rebelote-{tap.table}.txt", record, caption)
    return Handled("tap record", sent.outcome.value, tap.table)
