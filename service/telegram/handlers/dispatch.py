"""One door for every update: find its handler, log one line, and never let an error reach a person raw."""

import time
from collections.abc import Callable

import structlog
from telegram import Update, User

from service import metrics
from service.ports import TooNew
from service.telegram import views
from service.telegram.handlers.commands import COMMANDS, written
from service.telegram.handlers.desk import IGNORED, Desk, Handled
from service.telegram.handlers.inline import asked, chosen
from service.telegram.handlers.membership import (
    came_or_went,
    membership,
    migrated,
    revive,
    walked_out,
)
from service.telegram.handlers.orders import parse_order, say
from service.telegram.handlers.replies import not_done, told
from service.telegram.handlers.taps import tapped
from service.telegram.mailbox import Rest
from service.telegram.messages import Message
from service.telegram.pace import too_fast
from service.telegram.texts import Tongue, tongue

log = structlog.get_logger(__name__)


class Dispatcher:
    """What the mailboxes call."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def __call__(self, update: Update, attempt: int) -> Rest | None:
        """Handle one update; what is left to do before it is settled. Raises what failed, after the person has
        been told, once, in his words."""
        began = time.perf_counter()
        if update.callback_query is not None:
            metrics.tapped()
        try:
            handled = await route(self._desk, update)
        except TooNew as fault:
            handled = await self._newer(update, fault)
        except Exception:
            await self._excuse(update, attempt)
            raise
        if handled is not IGNORED:
            counted = handled.outcome[:1].isdigit()  # how many games somebody has: no label
            metrics.UPDATES.labels(handled.what, "done" if counted else handled.outcome).inc()
            self._log(update, handled, attempt, began)
        return handled.rest

    async def hush(self, update: Update) -> None:
        """To somebody who taps too fast. A message that comes too often is simply not answered."""
        query = update.callback_query
        if query is not None:
            await self._desk.gateway.answer(query.id, too_fast(self._spoken(query.from_user)))

    async def doubt(self, update: Update) -> None:
        """To somebody whose tap waits behind one that could not be stored."""
        await self._excuse(update, 0)

    async def regret(self, update: Update) -> None:
        """To somebody whose command failed each time it was tried. Whose tap did has been told at its first try."""
        await self._reply(update, not_done)

    async def _reply(self, update: Update, words: Callable[[Tongue], Message]) -> None:
        """To somebody who wrote a command of ours. What failed may be anybody's, also another bot's."""
        order = parse_order(update, self._desk.username)
        if order is not None and order.name in COMMANDS and order.message.from_user is not None:
            await say(self._desk, order, words(self._spoken(order.message.from_user)))

    async def _excuse(self, update: Update, attempt: int) -> None:
        """Whether it arrived is not known. It is told once."""
        query = update.callback_query
        if query is None or attempt:
            return
        await self._desk.gateway.answer(query.id, views.unsure(self._spoken(query.from_user)))

    async def _newer(self, update: Update, fault: TooNew) -> Handled:
        """In the middle of an update of the house: nothing is wrong, and trying again here would not help."""
        if self._desk.container.newer(str(fault)):
            log.warning("left to a newer release", why=str(fault))
        query = update.callback_query
        if query is not None:
            await self._desk.gateway.answer(query.id, views.updating(self._spoken(query.from_user)))
        else:
            await self._reply(update, lambda t: told(views.updating(t)))
        return Handled("newer", "left")

    def _spoken(self, user: User) -> Tongue:
        """In the language that Telegram names: nothing is asked of the store here."""
        return tongue(user.language_code or self._desk.container.settings.default_language)

    def _log(self, update: Update, handled: Handled, attempt: int, began: float) -> None:
        log.info(
            "update",
            update=update.update_id,
            what=handled.what,
            outcome=handled.outcome,
            table=handled.table,
            ply=handled.ply,
            attempt=attempt,
            ms=round((time.perf_counter() - began) * 1000, 1),
        )


async def route(desk: Desk, update: Update) -> Handled:
    """By kind. Edited messages and whatever Telegram may invent are nobody's business here."""
    if update.callback_query is not None:
        return await tapped(desk, update)
    if update.inline_query is not None:
        return await asked(desk, update)
    if update.chosen_inline_result is not None:
        return await chosen(desk, update)
    if update.my_chat_member is not None:
        return await membership(desk, update)
    if update.chat_member is not None:
        return await came_or_went(desk, update)
    message = update.message
    if message is None:
        return IGNORED
    if message.migrate_to_chat_id is not None or message.migrate_from_chat_id is not None:
        return await migrated(desk, update)
    if message.left_chat_member is not None:
        return await walked_out(desk, update)
    if message.forum_topic_reopened is not None:
        await revive(desk, message.chat.id)
        return Handled("topic open")
    return await written(desk, update)
