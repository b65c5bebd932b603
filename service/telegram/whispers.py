"""Ephemeral messages: what one member of a group sees alone (Bot API 10.2, changed in 10.3).

A server that is older ignores the parameter that makes a message one, and shows it to everybody. So no hand is ever
sent: what is sent is empty, and the hand is put into it by an edit, with a method that an older server does not have.
Whether it has these methods is asked once, of a message that there is not; whether it understood the parameter stands
in the answer to every send.
"""

import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from telegram import Bot
from telegram import Message as Sent
from telegram.error import BadRequest, EndPointNotFound, Forbidden, InvalidToken, TelegramError

from service.telegram.attempts import attempt, told
from service.telegram.errors import Answer, Outcome, judge
from service.telegram.markup import NO_PREVIEW, keyboard
from service.telegram.messages import Message

log = structlog.get_logger(__name__)

EMPTY = "🃏 …"
"""What stands there until the first edit. Everybody may read it."""
NO_MESSAGE = 0
ASK_AGAIN_S = 600.0
"""A server that did not know the methods may have been brought up to date since."""
REFUSALS = dict.fromkeys((Outcome.FAULT, Outcome.QUERY_OLD, Outcome.BLOCKED, Outcome.CLOSED), Outcome.REFUSED)
"""What keeps a hand from the group, and leaves the private chat for it."""


class Whispers:
    """Ephemeral messages through one bot. Nothing here raises for what Telegram says but `InvalidToken`."""

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
        except InvalidToken:
            raise
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
        sent = await attempt(
            "whisper",
            chat,
            self.bot.send_message(
                chat_id=chat,
                text=EMPTY,
                message_thread_id=thread,
                disable_notification=True,
                api_kwargs={"ephemeral_message_parameters": json.dumps(wanted)},
            ),
            REFUSALS,
        )
        if isinstance(sent, Answer):
            return sent
        number = _number(sent)
        if number is None:
            await self._take_back(chat, sent.message_id)
            return Answer(Outcome.REFUSED)
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
        call = self._known(self.bot.do_api_request(method, _one(chat, receiver, number) | more))
        return await told(what, chat, call, REFUSALS)

    async def _known(self, call: Awaitable[object]) -> object:
        """A server that was put back to an older one does not know them any more."""
        try:
            return await call
        except EndPointNotFound:
            self._knows, self._asked_at = False, self._clock()
            raise

    async def _take_back(self, chat: int, message: int) -> None:
        """The server knows the methods and ignores the parameter: everybody sees the empty message."""
        self._ignores = True
        log.warning("ephemeral messages are public here", chat=chat)
        await told("delete", chat, self.bot.delete_message(chat, message))


def _one(chat: int, receiver: int, number: int) -> dict[str, Any]:
    return {"chat_id": chat, "receiver_user_id": receiver, "ephemeral_message_id": number}


def _number(sent: Sent) -> int | None:
    """Its ephemeral id; None for a message like any other."""
    number = getattr(sent, "ephemeral_message_id", None) or sent.api_kwargs.get("ephemeral_message_id")
    return int(number) if number and not sent.message_id else None
