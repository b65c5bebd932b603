"""Answering inline queries."""

import re
from typing import Any

from service.sandbox import inline
from service.sandbox.errors import QUERY_TOO_OLD, bad_request
from service.sandbox.keyboards import inline_keyboard
from service.sandbox.methods import content
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Json

MOST_RESULTS = 50
ANSWER_SECONDS = 30


def answer_inline_query(sandbox: Sandbox, params: Params) -> bool:
    asked = sandbox.world.inline_queries.get(params.text("inline_query_id"))
    if (
        not sandbox.is_first
        or asked is None
        or asked.answer is not None
        or sandbox.clock.now() - asked.asked > ANSWER_SECONDS
    ):
        raise bad_request(QUERY_TOO_OLD)
    results = params.structure("results") or []
    if not isinstance(results, list):
        raise bad_request("can't parse inline query results JSON object")
    if len(results) > MOST_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    kept = [_result(sandbox, result) for result in results]
    if len({one["id"] for one in kept}) < len(kept):
        raise bad_request("RESULT_ID_DUPLICATE")
    asked.answer = {"results": kept, "button": _button(params.structure("button"))}
    sandbox.hub.publish("inline", [asked.user_id], **inline.shown(asked))
    sandbox.changed(("inline_queries", asked.id))
    return True


def _result(sandbox: Sandbox, result: Any) -> Json:
    if not isinstance(result, dict) or result.get("type") != "article":
        raise bad_request("only articles can be offered in the local Telegram")
    number, title, said = result.get("id"), result.get("title"), result.get("input_message_content")
    if not isinstance(number, str) or not 1 <= len(number.encode()) <= 64:
        raise bad_request("RESULT_ID_INVALID")
    if not isinstance(title, str) or not title.strip():
        raise bad_request("ARTICLE_TITLE_EMPTY")
    if not isinstance(said, dict) or not isinstance(said.get("message_text"), str):
        raise bad_request("can't parse inline query result: message content is not specified")
    words = {"text": said["message_text"], "parse_mode": said.get("parse_mode", "")}
    text, entities = content.text(sandbox, Params({**words, "entities": said.get("entities")}, {}))
    return {
        "id": number,
        "title": title,
        "description": str(result.get("description", "")),
        "text": text,
        "entities": entities,
        "reply_markup": inline_keyboard(result.get("reply_markup")),
    }


def _button(value: Any) -> Json | None:
    """Above the results: a way into the private chat."""
    if not value:
        return None
    if not isinstance(value, dict) or not str(value.get("text", "")).strip():
        raise bad_request("can't parse inline query results button: text must be non-empty")
    parameter = value.get("start_parameter", "")
    if not isinstance(parameter, str) or not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", parameter):
        raise bad_request("START_PARAM_INVALID")
    return {"text": str(value["text"]), "start_parameter": parameter}


METHODS = {"answerInlineQuery": answer_inline_query}
