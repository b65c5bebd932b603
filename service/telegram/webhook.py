"""The webhook: Telegram brings the updates, and gets its 200 when they are settled."""

import asyncio
import hmac
import json
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import Bot

from service.telegram.client import readable
from service.telegram.mailbox import Mailboxes

PROOF_HEADER = "X-Telegram-Bot-Api-Secret-Token"
PATIENCE = 50.0
"""Seconds; after 60 Telegram brings the update again by itself."""
LARGEST = 1 << 20


def webhook_app(bot: Bot, boxes: Mailboxes, path: str, secret: str) -> Starlette:
    """An application with one route. Anything but a well-formed update with the right secret is refused."""

    async def receive(request: Request) -> Response:
        if not _authentic(request, secret):
            return Response(status_code=403)
        raw = _raw(await request.body())
        if raw is None:
            return Response(status_code=400)
        update = readable(raw, bot)
        if update is None:
            return Response(status_code=200)  # given up: anything else would bring it again for a day
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


def _raw(body: bytes) -> dict[str, Any] | None:
    """What has the shape of an update: an object with a number. None for anything else."""
    if len(body) > LARGEST:
        return None
    try:
        raw = json.loads(body)
    except (ValueError, RecursionError):  # the latter of brackets within brackets
        return None
    return raw if isinstance(raw, dict) and isinstance(raw.get("update_id"), int) else None
