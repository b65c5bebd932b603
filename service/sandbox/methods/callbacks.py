"""Answering taps."""

import re

from service.sandbox import actions
from service.sandbox.entities import utf16_length
from service.sandbox.errors import QUERY_TOO_OLD, bad_request
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox

TOAST_LENGTH = 200
#: Telegram does not say how long; in practice a client gives up after about this.
ANSWER_SECONDS = 15


def answer_callback_query(sandbox: Sandbox, params: Params) -> bool:
    query = sandbox.world.queries.get(params.text("callback_query_id"))
    text, url = params.text("text"), params.text("url")
    if query is None or sandbox.of(query.bot_id) is not sandbox or query.answer is not None:
        raise bad_request(QUERY_TOO_OLD)
    if sandbox.clock.now() - query.asked > ANSWER_SECONDS:
        raise bad_request(QUERY_TOO_OLD)
    if utf16_length(text) > TOAST_LENGTH:
        raise bad_request("MESSAGE_TOO_LONG")
    payload = _start_payload(sandbox, url) if url else None
    query.answer = {"text": text, "show_alert": params.flag("show_alert"), "url": url}
    sandbox.hub.publish("answer", [query.user_id], **actions.answer_of(query))
    if payload is not None:
        actions.open_link(sandbox, query.user_id, payload)
    sandbox.changed(("queries", query.id))
    return True


def _start_payload(sandbox: Sandbox, url: str) -> str:
    """A bot may open nothing but its own private chat, and further bots have none here."""
    if not sandbox.is_first:
        raise bad_request("URL_INVALID")
    name = re.escape(sandbox.bot.username or "")
    pattern = rf"(?i)(?:https?://)?(?:t\.me|telegram\.me)/{name}\?start=([A-Za-z0-9_-]{{0,64}})"
    if match := re.fullmatch(pattern, url):
        return match[1]
    if match := re.fullmatch(rf"(?i)tg://resolve\?domain={name}&start=([A-Za-z0-9_-]{{0,64}})", url):
        return match[1]
    raise bad_request("URL_INVALID")


METHODS = {"answerCallbackQuery": answer_callback_query}
