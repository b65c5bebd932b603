"""One `Bot` of python-telegram-bot for one process and one event loop."""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

# Before the first error: its 429 warns about its own number otherwise, and our warnings are errors.
os.environ.setdefault("PTB_TIMEDELTA", "true")

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
LONGEST_WAIT = 15.0
UNKNOWN_BOT = "TELEGRAM_BOT_TOKEN: Telegram does not know this token"


def readable(raw: Any, bot: Bot) -> Update | None:
    """An update as python-telegram-bot reads it; None for what it cannot.

    Not every server speaks the Bot API's newest page: where a field is missing that the library insists on, it raises,
    and what it raises is whatever went wrong. What such an update holds belongs in no log.
    """
    try:
        update = Update.de_json(raw, bot)
        # Only now does the library look into some of its parts.
        _ = update.effective_user, update.effective_chat
    except Exception as error:  # noqa: BLE001 - one bad update must not keep all the others from being heard
        log.warning("unreadable update", error=type(error).__name__)
        return None
    return update


class PatientBot(Bot):
    """A bot that survives an update it cannot read: python-telegram-bot's `get_updates` fails as a whole, each time."""

    async def fetch(
        self, *, offset: int | None, limit: int, seconds: int, allowed: Sequence[str] | None = None
    ) -> list[tuple[int, Update | None]]:
        """getUpdates: each update's id, and the update if it can be read."""
        data = {"offset": offset, "limit": limit, "timeout": seconds, "allowed_updates": allowed}
        found: list[dict[str, Any]] = await self._post("getUpdates", data, read_timeout=seconds + ANSWER_S)
        return [(int(raw["update_id"]), readable(raw, self)) for raw in found]


def make_bot(settings: Settings, connections: int = 64) -> PatientBot:
    """The bot of these settings, not initialised yet."""
    # These two log the address of every request, and the address holds the token.
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # A proxy of the environment leads to Telegram, but not to the local one.
    ways = {"trust_env": not settings.local}
    request = HTTPXRequest(
        httpx_kwargs=ways,
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
