"""A tap on a button: decide, then answer at once. A thumb waits for the answer; the cards follow by themselves."""

from telegram import CallbackQuery, Update

from engine.seats import SEAT_LETTERS
from service.ports import Receipt
from service.surface import hand_key
from service.table.commands import Act, Cancel, Command, Sit
from service.table.model import Stage
from service.table.refusals import No, Refused
from service.table.view import TableView
from service.telegram import views
from service.telegram.callback import Door, Tap, TapKind, decode, start_link
from service.telegram.handlers import replies
from service.telegram.handlers.callers import Caller, meet, speech
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.looks import look_at
from service.telegram.handlers.reading import turned
from service.telegram.handlers.settings import chosen_by_tap
from service.telegram.handlers.wishes import Wish, wish_of
from service.telegram.messages import Toast
from service.telegram.moving import where
from service.usecases import Verdict, decide


async def tapped(desk: Desk, update: Update) -> Handled:
    """Handle a callback query. A tap is routed by its data alone: its message may be gone or not be ours to see."""
    query = update.callback_query
    assert query is not None
    caller = await meet(desk, update)
    if caller is None:
        await desk.gateway.answer(query.id, replies.anonymous(speech(desk, None, None)))
        return Handled("tap", "anonymous")
    tap = decode(query.data or "")
    if tap is None:
        await desk.gateway.answer(query.id, views.old_button(caller.tongue))
        return Handled("tap", "unreadable")
    if tap.kind is TapKind.RULES:
        return await turned(desk, query, tap, caller)
    if tap.kind is TapKind.SETTING:
        return await chosen_by_tap(desk, query, tap, caller)
    wish = wish_of(tap, caller.person)
    if wish is None:
        toast = await look_at(desk, tap, caller)
        await desk.gateway.answer(query.id, toast)
        return Handled(f"tap {tap.kind.name.lower()}", "shown", tap.table)
    verdict = await judged(desk, tap.table, caller, wish, update.update_id)
    await desk.gateway.answer(query.id, answer(desk, verdict, caller))
    await _tidy(desk, query, tap, verdict, caller)
    return report(tap, verdict)


async def judged(desk: Desk, table: str, caller: Caller, wish: Wish, update: int) -> Verdict:
    """Decide; where only an administrator may, ask Telegram whether this is one, and decide again."""
    verdict = await decide(desk.container, table, caller.person.id, wish, update)
    if verdict.refused is None or verdict.refused.code is not No.NOT_ALLOWED or verdict.view is None:
        return verdict
    if not isinstance(verdict.command, Cancel):
        return verdict
    directory = desk.container.directory
    group = await where(directory, await directory.chat(verdict.view.chat))
    if not await desk.gateway.is_admin(group.id, caller.person.id):
        return verdict
    wish = verdict.command.model_copy(update={"admin": True})
    return await decide(desk.container, table, caller.person.id, wish, update)


def answer(desk: Desk, verdict: Verdict, caller: Caller) -> Toast:
    """What the tapping person is told."""
    door = _door(desk, verdict, caller)
    if door:
        return Toast("", url=door)
    if verdict.refused is not None:
        return views.refused(verdict.refused, caller.tongue, verdict.view, verdict.command)
    if verdict.receipt is Receipt.BUSY and verdict.waiting is not None and verdict.waiting != verdict.command:
        own = verdict.waiting.person == caller.person.id
        return views.on_its_way(verdict.waiting, caller.tongue, own)
    if verdict.receipt is Receipt.NO_TABLE or verdict.view is None or verdict.command is None:
        return views.refused(Refused(No.NO_TABLE), caller.tongue)
    return views.accepted(verdict.view, verdict.command, caller.tongue)


def _door(desk: Desk, verdict: Verdict, caller: Caller) -> str:
    """Who sits down without having pressed Start keeps the seat, and the tap opens the door to the bot."""
    command = verdict.command
    if not isinstance(command, Sit) or caller.person.reachable or verdict.view is None:
        return ""
    if verdict.refused is not None and verdict.refused.code is not No.ALREADY_SEATED:
        return ""
    if verdict.receipt is Receipt.BUSY and verdict.waiting != command:
        return ""
    return start_link(desk.username, Door(verdict.view.id, _reserved(verdict.view, command)))


def _reserved(view: TableView, command: Sit) -> str:
    """The seat a start link asks for, should the reservation be gone by then: the one this tap leads to."""
    free = (SEAT_LETTERS[one.seat] for one in view.players if one.free)
    return next((letter for letter in free if letter in command.seats), command.seats[0])


async def _tidy(desk: Desk, query: CallbackQuery, tap: Tap, verdict: Verdict, caller: Caller) -> None:
    """A tap on a message that no row remembers (a doubled send, a leftover): its buttons go, the live card comes."""
    message = query.message
    if message is None or caller.group is not None or verdict.view is None:
        return
    rows = await desk.container.store.rows(tap.table)
    live = rows.get(hand_key(caller.person.id))
    if live is None or live.message is None or message.message_id in (live.message, *live.stale):
        return
    if live.sending_since is not None:
        return  # the courier may be about to remember this very message
    if any(row.message == message.message_id and row.chat == message.chat.id for row in rows.values()):
        return
    await desk.gateway.strip(message.chat.id, message.message_id)
    if verdict.view.stage is Stage.PLAYING and live.message < message.message_id:
        await desk.container.store.request_repost(tap.table, hand_key(caller.person.id))


def report(tap: Tap, verdict: Verdict) -> Handled:
    """The line for the log."""
    outcome = verdict.refused.code.value if verdict.refused else str(verdict.receipt)
    return Handled(f"tap {tap.kind.name.lower()}", outcome, tap.table, _ply(verdict.command))


def _ply(command: Command | None) -> int | None:
    return command.ply if isinstance(command, Act) else None
