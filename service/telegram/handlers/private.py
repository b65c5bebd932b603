"""Playing without a group: the menu of `/play`, and taps on an invitation."""

from telegram import CallbackQuery

from engine.seats import SEAT_LETTERS
from service.apart import open_lesson, open_private, play_computers, usual_rules
from service.ports import Receipt
from service.surface import hand_key
from service.table.commands import Post
from service.table.model import Stage
from service.table.refusals import No, Refused
from service.table.view import TableView
from service.telegram import invite_view, views
from service.telegram.callback import Tap, TapKind
from service.telegram.doors import Door
from service.telegram.handlers.callers import Caller
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.tables import LIVE, own_tables
from service.telegram.handlers.verdicts import answer, judged, report
from service.telegram.handlers.wishes import wish_of
from service.telegram.messages import Message, Toast
from service.usecases import Verdict, decide, look

APART = frozenset({TapKind.PLAY, TapKind.JOIN, TapKind.INVITE, TapKind.OFFER})
"""Taps that are handled here."""
PLAYERS = {invite_view.SOLO: 4, invite_view.DUEL: 2}


async def menu(desk: Desk, caller: Caller) -> Message:
    """How to play without a group."""
    agreed = await usual_rules(desk.container, caller.person.id, PLAYERS[invite_view.SOLO])
    return invite_view.play_menu(caller.tongue, agreed.variant)


async def tapped_apart(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller, update: int) -> Handled:
    """A tap on the menu or on an invitation."""
    match tap.kind:
        case TapKind.PLAY:
            return await _played(desk, query, tap, caller, update)
        case TapKind.JOIN:
            return await _joined(desk, query, tap, caller, update)
        case TapKind.OFFER:
            return await _passed_on(desk, query, tap, caller)
        case _:
            return await _asked(desk, query, tap, caller)


# --- the menu ---


async def _played(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller, update: int) -> Handled:
    """One menu opens one table, whatever is tapped on it and however often."""
    message, t = query.message, caller.tongue
    if message is None or message.chat.id != caller.person.id or not caller.person.reachable:
        await desk.gateway.answer(query.id, views.old_button(t))
        return Handled("tap play", "elsewhere")
    if tap.arg == invite_view.LEARN:
        await desk.gateway.answer(query.id, None)
        outcome, opened = await lesson(desk, caller, update)
        return Handled("tap learn", outcome, opened)
    if tap.arg == invite_view.FRIENDS:
        table = await open_private(desk.container, caller.person, message.message_id)
    elif tap.arg in PLAYERS:
        verdict = await play_computers(
            desk.container, caller.person, message.message_id, PLAYERS[tap.arg], update
        )
        table = verdict.view.id if verdict.view else ""
    else:
        await desk.gateway.answer(query.id, None)
        await desk.send(caller.person.id, await menu(desk, caller))
        return Handled("tap play", "menu")
    await desk.gateway.answer(query.id, None)
    await desk.gateway.edit(caller.person.id, message.message_id, invite_view.opened(t, tap.arg))
    return Handled("tap play", tap.arg, table)


async def lesson(desk: Desk, caller: Caller, update: int) -> tuple[str, str]:
    """Begin a deal that teaches; one that is on is shown afresh. What came of it, and the table."""
    for view in await own_tables(desk, caller.person.id):
        if view.lesson is not None and view.stage in LIVE:
            await desk.container.store.request_repost(view.id, hand_key(caller.person.id))
            return "on already", view.id
    verdict = await open_lesson(desk.container, caller.person, update)
    return "begun", verdict.view.id if verdict.view else ""


# --- invitations ---


async def invited(desk: Desk, caller: Caller, door: Door) -> tuple[Handled, Message | None]:
    """By an invitation's link: the table as it is, and its free seats; or why there is none for him."""
    t, table = caller.tongue, door.table
    view = await look(desk.container, table, caller.person.id)
    if view is None or not view.apart:
        return Handled("/start", "no table", table), invite_view.gone(t)
    if view.seat is not None and view.stage in (Stage.LOBBY, Stage.PLAYING):
        await desk.container.store.request_repost(table, hand_key(caller.person.id))
        return Handled("/start", "seated", table), None
    return Handled("/start", "invited", table), _invitation(view, caller, door.seat)


def _invitation(view: TableView, caller: Caller, seat: str = "") -> Message:
    t = caller.tongue
    seat = invite_view.seat_meant(view, seat)
    if view.stage is Stage.PLAYING and any(one.offered for one in view.players):
        return invite_view.invitation(view, t, seat or SEAT_LETTERS)
    if view.stage is Stage.PLAYING:
        return invite_view.invitation(view, t, note=invite_view.too_late(t))
    if view.stage is not Stage.LOBBY or not seat:
        return invite_view.invitation(view, t)
    free = invite_view.seats_left(view)
    if seat in free:
        return invite_view.invitation(view, t, seat)
    return invite_view.invitation(view, t, note=invite_view.seat_gone(t))


async def _joined(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller, update: int) -> Handled:
    """A seat of an invitation, in a private chat or wherever inline mode has put it."""
    wish = wish_of(tap, caller.person)
    if wish is None or not await _apart(desk, tap.table):
        await desk.gateway.answer(query.id, views.refused(Refused(No.NO_TABLE), caller.tongue))
        return Handled("tap join", "no table", tap.table)
    verdict = await judged(desk, tap.table, caller, wish, update)
    await desk.gateway.answer(query.id, answer(desk, verdict, caller))
    seated = verdict.refused is None and verdict.receipt in (Receipt.TAKEN, Receipt.SEEN)
    if query.inline_message_id is not None:
        await _learn(desk, tap.table, caller, query.inline_message_id)
    elif query.message is not None and query.message.chat.id == caller.person.id:
        await _follow(desk, caller, query.message.message_id, tap.table, seated)
    return report(tap, verdict)


async def _passed_on(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """Links to free seats of a running match, for who plays there."""
    t = caller.tongue
    view = await look(desk.container, tap.table, caller.person.id)
    if view is None or view.seat is None or not view.apart or view.stage is not Stage.PLAYING:
        await desk.gateway.answer(query.id, views.old_button(t))
        return Handled("tap offer", "nothing to offer", tap.table)
    await desk.gateway.answer(query.id, None)
    await desk.send(caller.person.id, invite_view.seats_to_pass_on(view, t, desk.username))
    return Handled("tap offer", "links", tap.table)


async def followed(desk: Desk, query: CallbackQuery, tap: Tap, verdict: Verdict, caller: Caller) -> None:
    """After a seat of a running match was taken, or not, by an invitation in private: it is one's own card's turn."""
    message = query.message
    if (
        message is None
        or message.chat.id != caller.person.id
        or verdict.view is None
        or not verdict.view.apart
    ):
        return
    rows = await desk.container.store.rows(tap.table)
    if any(row.message == message.message_id and row.chat == message.chat.id for row in rows.values()):
        return
    seated = verdict.refused is None and verdict.receipt in (Receipt.TAKEN, Receipt.SEEN)
    await _follow(desk, caller, message.message_id, tap.table, seated)


async def _apart(desk: Desk, table: str) -> bool:
    """A group's seats are taken in the group."""
    view = await look(desk.container, table, None)
    return view is not None and view.apart


async def _learn(desk: Desk, table: str, caller: Caller, inline: str) -> None:
    """Where a card stands is also learnt from taps on it: not every bot is told what was chosen."""
    await decide(desk.container, table, caller.person.id, Post(person=caller.person.id, inline=inline), None)


async def _follow(desk: Desk, caller: Caller, message: int, table: str, seated: bool) -> None:
    """The card in private gives way to one's own; or shows what is left."""
    if seated:
        await desk.gateway.remove(caller.person.id, message, strip=False)
        return
    view = await look(desk.container, table, caller.person.id)
    left = invite_view.gone(caller.tongue) if view is None else _invitation(view, caller)
    await desk.gateway.edit(caller.person.id, message, left)


async def _asked(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Handled:
    """The rules, or no thanks."""
    t = caller.tongue
    view = await look(desk.container, tap.table, None)
    if view is None or not view.apart or tap.arg not in (invite_view.NO, invite_view.RULES):
        await desk.gateway.answer(query.id, views.refused(Refused(No.NO_TABLE), t))
        return Handled("tap invite", "no table", tap.table)
    if tap.arg == invite_view.RULES:
        await desk.gateway.answer(query.id, invite_view.rules_told(view, t))
        return Handled("tap invite", "rules", tap.table)
    await desk.gateway.answer(query.id, Toast(t.gettext("All right. The seat stays free for others.")))
    if query.message is not None and query.message.chat.id == caller.person.id:
        await desk.gateway.edit(caller.person.id, query.message.message_id, invite_view.declined(t))
    return Handled("tap invite", "declined", tap.table)
