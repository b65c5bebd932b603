"""One `Bot` of python-telegram-bot for one process and one event loop."""

import asyncio
import logging
import os

# Before the first error: its 429 warns about its own number otherwise, and our warnings are errors.
os.environ.setdefault("PTB_TIMEDELTA", "true")

import structlog
from telegram import Bot
from telegram.error import InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from service.settings import Misconfigured, Settings
from service.telegram.lifetime import patience

log = structlog.get_logger(__name__)

POLL_SECONDS = 30
"""How long one getUpdates waits for something to happen."""


def make_bot(settings: Settings, connections: int = 64) -> Bot:
    """The bot of these settings, not initialised yet."""
    # These two log the address of every request, and the address holds the token.
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)
    request = HTTPXRequest(
        connection_pool_size=connections,
        connect_timeout=5,
        read_timeout=10,
        write_timeout=5,
        pool_timeout=5,
    )
    polling = HTTPXRequest(
        connection_pool_size=2,
        connect_timeout=5,
        read_timeout=POLL_SECONDS + 10,
        write_timeout=5,
        pool_timeout=5,
    )
    return Bot(
        settings.bot_token,
        base_url=settings.bot_api,
        base_file_url=settings.bot_files,
        request=request,
        get_updates_request=polling,
    )


async def introduced(bot: Bot, stop: asyncio.Event) -> str | None:
    """Ask the bot who it is, however long Telegram is away; its username. None: told to stop meanwhile.

    Raises `Misconfigured` if Telegram does not know the token.
    """
    wait = 0.5
    while not stop.is_set():
        try:
            await bot.initialize()
            return bot.username
        except InvalidToken:
            raise Misconfigured("TELEGRAM_BOT_TOKEN: Telegram does not know this token") from None
        except TelegramError:
            log.warning("telegram is away", again_in=wait)
        await patience(stop, wait)
        wait = min(15.0, wait * 2)
    return None
