"""Inline mode on HTTP."""

from service.sandbox import inline, view
from service.sandbox.control import fields
from service.sandbox.errors import bad_request
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Json


def ask(sandbox: Sandbox, body: Json) -> Json:
    """`query` may be empty, as it is when only the bot's name was written."""
    query = body.get("query", "")
    if not isinstance(query, str):
        raise bad_request("query must be a text")
    asked = inline.ask(sandbox, fields.integer(body, "user"), fields.integer(body, "chat"), query)
    return inline.shown(asked)


def choose(sandbox: Sandbox, body: Json) -> Json:
    message = inline.choose(
        sandbox, fields.integer(body, "user"), fields.text(body, "query_id"), fields.text(body, "result_id")
    )
    return view.message(sandbox.world, message)


def feedback(sandbox: Sandbox, body: Json) -> Json:
    """Whether the bot is told what was chosen (`/setinlinefeedback` at @BotFather)."""
    sandbox.world.inline_feedback = bool(body.get("enabled", sandbox.world.inline_feedback))
    sandbox.changed()
    return {"enabled": sandbox.world.inline_feedback}


def answer(sandbox: Sandbox, query: Json) -> Json:
    """An inline query with the bot's results; `answer` is null while it waits."""
    asked = sandbox.world.inline_queries.get(str(query.get("query_id", "")))
    if asked is None:
        raise bad_request("query not found")
    return inline.shown(asked)
