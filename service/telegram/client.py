"""One `Bot` of python-telegram-bot for one process and one event loop."""

import logging
import os

# Before the first error: its 429 warns about its own number otherwise, and our warnings are errors.
os.environ.setdefault("PTB_TIMEDELTA", "true")

from telegram import Bot
from telegram.request import HTTPXRequest

TELEGRAM = "https://api.telegram.org/bot"
POLL_SECONDS = 30
"""How long one getUpdates waits for something to happen."""


def make_bot(token: str, api_url: str = "", connections: int = 64) -> Bot:
    """A bot that is not initialised yet. `api_url`: where the Bot API is, if it is not Telegram's own."""
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
        token,
        base_url=f"{api_url.rstrip('/')}/bot" if api_url else TELEGRAM,
        request=request,
        get_updates_request=polling,
    )
