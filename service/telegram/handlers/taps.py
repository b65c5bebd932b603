"""A tap on a button: decide, then answer at once. A thumb waits for the answer; the cards follow by themselves."""

from collections.abc import Awaitable, Callable, Mapping

from telegram import CallbackQuery, Update

from engine.trick import RefusalCode
from service.surface import hand_key
from service.table.commands import Act, Weigh
from service.table.model import Stage
from service.telegram import views
from service.telegram.callback import Tap, TapKind, decode
from service.telegram.handlers import replies
from service.telegram.handlers.advice import reviewed
from service.telegram.handlers.callers import Caller, meet, speech
from service.telegram.handlers.desk import Desk, Handled
from service.telegram.handlers.hands import my_hand
from service.telegram.handlers.looks import look_at
from service.telegram.handlers.next_game import turned_wish
from service.telegram.handlers.oneself import tapped_forget
from service.telegram.handlers.opening import opened_by_tap
from service.telegram.handlers.past import PAST, tapped_past
from service.telegram.handlers.private import APART, followed, tapped_apart
from service.telegram.handlers.quiet import hushed, nudged
from service.telegram.handlers.reading import turned
from service.telegram.handlers.replacing import asked_again
from service.telegram.handlers.settings import chosen_by_tap
from service.telegram.handlers.stats import turned_board
from service.telegram.handlers.verdicts import answer, judged, report
from service.telegram.handlers.wishes import wish_of
from service.telegram.handlers.zones import when_it_matters
from service.telegram.messages import Toast
from service.usecases import Verdict

Handler = Callable[[Desk, CallbackQuery, Tap, Caller], Awaitable[Handled]]
ELSEWHERE: Mapping[TapKind, Handler] = {
    TapKind.RULES: turned,
    TapKind.OPEN: opened_by_tap,
    TapKind.SETTING: chosen_by_tap,
    TapKind.FORGET: tapped_forget,
    TapKind.BOARD: turned_board,
    TapKind.REVIEW: reviewed,
    **dict.fromkeys(PAST, tapped_past),
}
"""Taps with a handler of their own. All others are a wish about a table, or a look at it."""
ENDING = (TapKind.CANCEL, TapKind.LAST)
"""Asked on cards, and of who plays alone in a message of its own."""


async def tapped(desk: Desk, update: Update) -> Handled:
    """Handle a callback query. A tap is routed by its data alone: its message may be gone or not be ours to see."""
    query = update.callback_query
    assert query is not None
    caller = await meet(desk, update)
    if caller is None:
        await desk.gateway.answer(query.id, replies.anonymous(speech(desk, None, None)))
        return Handled("tap", "anonymous")
    try:
        return await _wished(desk, update, query, caller)
    finally:
        if caller.noted is not None:
            await caller.noted


async def _wished(desk: Desk, update: Update, query: CallbackQuery, caller: Caller) -> Handled:
    tap = decode(query.data or "")
    if tap is None:
        await desk.gateway.answer(query.id, views.old_button(caller.tongue))
        return Handled("tap", "unreadable")
    if (handler := ELSEWHERE.get(tap.kind)) is not None:
        return await handler(desk, query, tap, caller)
    if tap.kind is TapKind.NEXT:
        return await turned_wish(desk, query, caller, update.update_id)
    if tap.kind is TapKind.HUSH:
        return await hushed(desk, query, caller)
    if tap.kind in APART:
        return await tapped_apart(desk, query, tap, caller, update.update_id)
    if tap.kind is TapKind.OUST and await asked_again(desk, query, tap, caller):
        return Handled("tap oust", "asked again", tap.table)
    wish = wish_of(tap, caller.person)
    if wish is None:
        await desk.gateway.answer(query.id, await _shown(desk, query, tap, caller))
        return Handled(f"tap {tap.kind.name.lower()}", "shown", tap.table)
    verdict = await judged(desk, tap.table, caller, wish, update.update_id)

    async def rest() -> None:
        await _afterwards(desk, query, tap, verdict, caller)

    return report(tap, verdict)._replace(rest=rest)


async def _afterwards(desk: Desk, query: CallbackQuery, tap: Tap, verdict: Verdict, caller: Caller) -> None:
    """The thumb's answer, and what becomes of the message that was tapped."""
    toast = await nudged(desk, verdict, caller, answer(desk, verdict, caller))
    await desk.gateway.answer(query.id, toast)
    if (back := _cards_again(verdict, caller)) is not None:
        await judged(desk, tap.table, caller, back, None)
    if tap.kind is TapKind.MEANT:
        await _answered(desk, query, toast)
    elif tap.kind is TapKind.OVER:
        await followed(desk, query, tap, verdict, caller)
    else:
        apart = await _tidy(desk, query, tap, verdict, caller)
        if verdict.refused is None and (tap.kind is TapKind.LEVEL or (apart and tap.kind in ENDING)):
            await _answered(desk, query, answer(desk, verdict, caller._replace(tongue=caller.room)))
        await when_it_matters(desk, tap, verdict, caller)


def _cards_again(verdict: Verdict, caller: Caller) -> Weigh | None:
    """Who could not prove his claim plays on: the question goes, and his cards come back without another tap."""
    refused, claim = verdict.refused, verdict.command
    if refused is None or refused.rule is None or not isinstance(claim, Act):
        return None
    unproved = refused.rule.code is RefusalCode.NOT_PROVED
    return Weigh(person=caller.person.id, ply=claim.ply) if unproved else None


async def _shown(desk: Desk, query: CallbackQuery, tap: Tap, caller: Caller) -> Toast:
    match tap.kind:
        case TapKind.HAND:
            return await my_hand(desk, query.id, tap, caller)
        case TapKind.MEANT:
            return views.not_yours(caller.tongue)
        case _:
            return await look_at(desk, tap, caller)


async def _answered(desk: Desk, query: CallbackQuery, toast: Toast) -> None:
    """The bot's own question is answered, and its message says how, to whoever reads it."""
    if query.message is not None:
        await desk.gateway.edit(query.message.chat.id, query.message.message_id, replies.told(toast))


async def _tidy(desk: Desk, query: CallbackQuery, tap: Tap, verdict: Verdict, caller: Caller) -> bool:
    """A tap on a private message that no row remembers (a question, a doubled send, a leftover): its buttons go, the
    live card comes. Whether it was one."""
    message = query.message
    if message is None or caller.group is not None or verdict.view is None:
        return False
    rows = await desk.container.store.rows(tap.table)
    live = rows.get(hand_key(caller.person.id))
    if live is None or live.message is None or message.message_id in (live.message, *live.stale):
        return False
    if live.sending_since is not None:
        return False  # the courier may be about to remember this very message
    if any(row.message == message.message_id and row.chat == message.chat.id for row in rows.values()):
        return False
    await desk.gateway.strip(message.chat.id, message.message_id)
    if verdict.view.stage is Stage.PLAYING and live.message < message.message_id:
        await desk.container.store.request_repost(tap.table, hand_key(caller.person.id))
    return True
