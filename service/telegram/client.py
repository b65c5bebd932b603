"""One `Bot` of python-telegram-bot for one process and one event loop."""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

# Before the first error: its 429 warns about its own number otherwise, and our warnings are errors.
os.environ.setdefault("PTB_TIMEDELTA", "true")

import httpx
import structlog
from telegram import Bot, Update
from telegram.error import InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from service.settings import Misconfigured, Settings
from service.telegram.errors import judge
from service.telegram.lifetime import patience

log = structlog.get_logger(__name__)

POLL_SECONDS = 30
"""How long one getUpdates waits for something to happen."""
ANSWER_S = 10
"""How long an answer of Telegram's is waited for, beyond what the call itself may take."""
KEPT = 8
"""Idle connections at most: at each request the client looks at each of them, and counts all others beside it."""
LONGEST_WAIT = 15.0
WIDEST = 2**53
"""Telegram promises that its ids have at most 52 significant bits."""
UNKNOWN_BOT = "TELEGRAM_BOT_TOKEN: Telegram does not know this token"


def readable(raw: Any, bot: Bot) -> Update | None:
    """An update as python-telegram-bot reads it; None for what it cannot.

    Not every server speaks the Bot API's newest page: where a field is missing that the library insists on, it raises,
    and what it raises is whatever went wrong. What such an update holds belongs in no log.
    """
    update: Update | None
    try:
        update = Update.de_json(raw, bot)
        error = "" if _sound(update) else "Unsound"
    except Exception as fault:  # noqa: BLE001 - one bad update must not keep all the others from being heard
        update, error = None, type(fault).__name__
    if error:
        log.warning("unreadable update", error=error)
        return None
    return update


def _sound(update: Update) -> bool:
    """Whether what the handlers lean on is there and of its kind: the library takes over what it is given, unasked."""
    user, chat, message, query = (
        update.effective_user,
        update.effective_chat,
        update.message,
        update.callback_query,
    )
    numbers: list[object] = [update.update_id]
    texts: list[object] = []
    if user is not None:
        numbers.append(user.id)
        texts += [user.first_name, user.last_name or "", user.username or "", user.language_code or ""]
    if chat is not None:
        numbers.append(chat.id)
        texts += [chat.type, chat.title or ""]
    if message is not None:
        numbers += [message.chat.id, message.message_id, message.message_thread_id or 0]
        texts.append(message.text or "")
    if query is not None:
        numbers.append(query.from_user.id)
        if query.message is not None:
            numbers += [query.message.chat.id, query.message.message_id]
        texts += [query.id, query.data or "", query.inline_message_id or ""]
    if update.inline_query is not None:
        numbers.append(update.inline_query.from_user.id)
        texts += [update.inline_query.id, update.inline_query.query]
    if update.chosen_inline_result is not None:
        chosen = update.chosen_inline_result
        numbers.append(chosen.from_user.id)
        texts += [chosen.result_id, chosen.inline_message_id or ""]
    for member in (update.my_chat_member, update.chat_member):
        if member is not None:
            numbers += [member.chat.id, member.from_user.id, member.new_chat_member.user.id]
            texts += [member.old_chat_member.status, member.new_chat_member.status]
    whole = all(isinstance(one, int) and abs(one) < WIDEST for one in numbers)
    return whole and all(isinstance(one, str) for one in texts)


class PatientBot(Bot):
    """A bot that survives an update it cannot read: python-telegram-bot's `get_updates` fails as a whole, each time."""

    async def fetch(
        self, *, offset: int | None, limit: int, seconds: int, allowed: Sequence[str] | None = None
    ) -> list[tuple[int, dict[str, Any]]]:
        """getUpdates: each update's id, and what `readable` makes an update of, unless it is known already."""
        data = {"offset": offset, "limit": limit, "timeout": seconds, "allowed_updates": allowed}
        found: list[dict[str, Any]] = await self._post("getUpdates", data, read_timeout=seconds + ANSWER_S)
        return [(int(raw["update_id"]), raw) for raw in found]


def make_bot(settings: Settings, connections: int = 64) -> PatientBot:
    """The bot of these settings, not initialised yet."""
    # These two log the address of every request, and the address holds the token.
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # A proxy of the environment leads to Telegram, but not to the local one.
    ways = {"trust_env": not settings.local}
    kept = httpx.Limits(max_connections=connections, max_keepalive_connections=KEPT)
    request = HTTPXRequest(
        httpx_kwargs=ways | {"limits": kept},
        connection_pool_size=connections,
        connect_timeout=5,
        read_timeout=ANSWER_S,
        write_timeout=5,
        pool_timeout=5,
    )
    polling = HTTPXRequest(
        httpx_kwargs=ways,
        connection_pool_size=2,
        connect_timeout=5,
        read_timeout=POLL_SECONDS + ANSWER_S,
        write_timeout=5,
        pool_timeout=5,
    )
    return PatientBot(
        settings.bot_token,
        base_url=settings.bot_api,
        base_file_url=settings.bot_files,
        request=request,
        get_updates_request=polling,
    )


async def insist(stop: asyncio.Event, call: Callable[[], Awaitable[object]]) -> bool:
    """Make a call at the start, however long Telegram is away. False: told to stop meanwhile.

    Raises `Misconfigured` if Telegram does not know the token.
    """
    wait = 0.5
    while not stop.is_set():
        try:
            await call()
        except InvalidToken:
            raise Misconfigured(UNKNOWN_BOT) from None
        except TelegramError as error:
            log.warning("telegram is away", outcome=judge(error).outcome.value, again_in=wait)
        else:
            return True
        await patience(stop, wait)
        wait = min(LONGEST_WAIT, wait * 2)
    return False


@contextmanager
def bot_known() -> Iterator[None]:
    """A token that Telegram takes no longer ends the process with one line, from whatever task it was noticed in."""
    try:
        yield
    except InvalidToken:
        raise Misconfigured(UNKNOWN_BOT) from None
    except BaseExceptionGroup as group:
        if group.subgroup((InvalidToken, Misconfigured)) is None:
            raise
        raise Misconfigured(UNKNOWN_BOT) from None
