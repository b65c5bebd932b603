"""The webhook: Telegram brings the updates, and gets its 200 when they are settled."""

import asyncio
import hmac
import json
from urllib.parse import urlsplit

import structlog
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import Bot, Update
from telegram.error import TelegramError

from service.telegram.mailbox import Mailboxes

log = structlog.get_logger(__name__)

PROOF_HEADER = "X-Telegram-Bot-Api-Secret-Token"
PATIENCE = 50.0
"""Seconds; after 60 Telegram brings the update again by itself."""
LARGEST = 1 << 20


def webhook_app(bot: Bot, boxes: Mailboxes, path: str, secret: str) -> Starlette:
    """An application with one route. Anything but a well-formed update with the right secret is refused."""

    async def receive(request: Request) -> Response:
        if not _authentic(request, secret):
            return Response(status_code=403)
        update = _update(bot, await request.body())
        if update is None:
            return Response(status_code=400)
        settled = boxes.put(update)
        try:
            # Shielded: the update stays in hand when Telegram hangs up, and is recognised when it comes again.
            await asyncio.wait_for(asyncio.shield(settled), PATIENCE)
        except TimeoutError:
            return Response(status_code=503)
        return Response(status_code=200)

    return Starlette(routes=[Route(path, receive, methods=["POST"])])


def webhook_path(url: str) -> str:
    """The path of the public address; whatever stands in front of the bot is expected to leave it as it is."""
    return urlsplit(url).path or "/"


def _authentic(request: Request, secret: str) -> bool:
    given = request.headers.get(PROOF_HEADER, "")
    return hmac.compare_digest(given.encode(), secret.encode())


def _update(bot: Bot, body: bytes) -> Update | None:
    if len(body) > LARGEST:
        return None
    try:
        return Update.de_json(json.loads(body), bot)
    except (TelegramError, TypeError, ValueError, KeyError, AttributeError) as error:
        # It is no update, and its content belongs in no log.
        log.warning("unreadable update", error=type(error).__name__)
        return None
