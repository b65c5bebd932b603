"""Ephemeral messages: what one member of a group sees alone (Bot API 10.2, changed in 10.3).

A server that is older ignores the parameter that makes a message one, and shows it to everybody. So no hand is ever
sent: what is sent is empty, and the hand is put into it by an edit, with a method that an older server does not have.
Whether it has these methods is asked once, of a message that there is not; whether it understood the parameter stands
in the answer to every send.
"""

import json
import time
from collections.abc import Callable
from typing import Any

import structlog
from telegram import Bot
from telegram import Message as Sent
from telegram.error import BadRequest, EndPointNotFound, Forbidden, TelegramError

from service import metrics
from service.telegram.errors import DONE, Answer, Outcome, judge
from service.telegram.markup import NO_PREVIEW, keyboard
from service.telegram.messages import Message

log = structlog.get_logger(__name__)

EMPTY = "🃏 …"
"""What stands there until the first edit. Everybody may read it."""
NO_MESSAGE = 0
ASK_AGAIN_S = 600.0
"""A server that did not know the methods may have been brought up to date since."""
REFUSALS = frozenset({Outcome.FAULT, Outcome.QUERY_OLD, Outcome.BLOCKED, Outcome.CLOSED})


class Whispers:
    """Ephemeral messages through one bot. Nothing here raises for what Telegram says."""

    def __init__(self, bot: Bot, clock: Callable[[], float] = time.monotonic) -> None:
        self.bot = bot
        self._clock = clock
        self._knows: bool | None = None
        self._asked_at = 0.0
        self._ignores = False
        """It has shown to everybody what was meant for one; it had nothing to show, and is not tried again."""

    async def whispers(self, chat: int, receiver: int) -> bool:
        """Whether this server knows ephemeral messages. Asked once; where it does not, again after a while."""
        if self._ignores:
            return False
        if self._knows or (self._knows is False and self._clock() - self._asked_at < ASK_AGAIN_S):
            return self._knows
        try:
            await self.bot.do_api_request("deleteEphemeralMessage", _one(chat, receiver, NO_MESSAGE))
            self._knows = True
        except EndPointNotFound:
            self._knows = False
        except (BadRequest, Forbidden):
            self._knows = True  # it knows the method: there is no such message
        except TelegramError as error:
            log.info("not done", call="probe", chat=chat, outcome=judge(error).outcome.value)
            return False
        self._asked_at = self._clock()
        return self._knows

    async def whisper(self, chat: int, thread: int | None, receiver: int, query: str | None) -> Answer:
        """A new, still empty message for one member; `query` is his tap, which an administrator does without.

        The answer's `message` is its ephemeral id.
        """
        if not await self.whispers(chat, receiver):
            return Answer(Outcome.REFUSED)
        wanted: dict[str, Any] = {"receiver_user_id": receiver}
        if query:
            wanted["callback_query_id"] = query
        try:
            with metrics.timed(metrics.CALL_SECONDS.labels("whisper")):
                sent: Sent = await self.bot.send_message(
                    chat_id=chat,
                    text=EMPTY,
                    message_thread_id=thread,
                    disable_notification=True,
                    api_kwargs={"ephemeral_message_parameters": json.dumps(wanted)},
                )
        except TelegramError as error:
            return self._refused("whisper", chat, error)
        number = _number(sent)
        if number is None:
            await self._take_back(chat, sent.message_id)
            return Answer(Outcome.REFUSED)
        metrics.CALLS.labels("whisper", DONE.outcome.value).inc()
        return Answer(Outcome.DONE, message=number)

    async def edit_whisper(self, chat: int, receiver: int, number: int, message: Message) -> Answer:
        """What it says now, and its buttons."""
        words = {"text": message.text, "parse_mode": "HTML", "link_preview_options": NO_PREVIEW}
        markup = keyboard(message.rows)
        more = words | ({"reply_markup": markup} if markup else {})
        return await self._asked("editEphemeralMessageText", "edit whisper", chat, receiver, number, more)

    async def remove_whisper(self, chat: int, receiver: int, number: int) -> Answer:
        """Take it away. That its receiver sees it go is not guaranteed."""
        return await self._asked("deleteEphemeralMessage", "delete whisper", chat, receiver, number, {})

    async def _asked(
        self, method: str, what: str, chat: int, receiver: int, number: int, more: dict[str, Any]
    ) -> Answer:
        try:
            with metrics.timed(metrics.CALL_SECONDS.labels(what)):
                await self.bot.do_api_request(method, _one(chat, receiver, number) | more)
        except TelegramError as error:
            return self._refused(what, chat, error)
        metrics.CALLS.labels(what, DONE.outcome.value).inc()
        return DONE

    def _refused(self, what: str, chat: int, error: TelegramError) -> Answer:
        answer = judge(error)
        if isinstance(error, EndPointNotFound):
            self._knows, self._asked_at = False, self._clock()
        if answer.outcome is Outcome.FAULT:
            log.warning("refused by telegram", call=what, chat=chat, description=error.message)
        if answer.outcome in REFUSALS:
            answer = Answer(Outcome.REFUSED)
        metrics.CALLS.labels(what, answer.outcome.value).inc()
        if answer.outcome is not Outcome.DONE:
            log.info("not done", call=what, chat=chat, outcome=answer.outcome.value)
        return answer

    async def _take_back(self, chat: int, message: int) -> None:
        """The server knows the methods and ignores the parameter: everybody sees the empty message."""
        self._ignores = True
        log.warning("ephemeral messages are public here", chat=chat)
        try:
            await self.bot.delete_message(chat, message)
        except TelegramError as error:
            log.info("not done", call="delete", chat=chat, outcome=judge(error).outcome.value)


def _one(chat: int, receiver: int, number: int) -> dict[str, Any]:
    return {"chat_id": chat, "receiver_user_id": receiver, "ephemeral_message_id": number}


def _number(sent: Sent) -> int | None:
    """Its ephemeral id; None for a message like any other."""
    number = getattr(sent, "ephemeral_message_id", None) or sent.api_kwargs.get("ephemeral_message_id")
    return int(number) if number and not sent.message_id else None
