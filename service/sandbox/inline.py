"""Inline mode as people use it: "@bot …" in any chat, results to choose from, and the message that comes of one."""

import secrets
from typing import Any

from service.sandbox import actions, wire
from service.sandbox.errors import bad_request
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import InlineQuery, Json, Message

QUERY_LENGTH = 256
KEPT = 200


def ask(sandbox: Sandbox, user_id: int, chat_id: int, text: str) -> InlineQuery:
    """Somebody writes the bot's name and a space; each further letter is a query of its own."""
    chat, user = actions.place(sandbox, user_id, chat_id)
    asked = InlineQuery(str(secrets.randbits(62)), user.id, chat.id, text[:QUERY_LENGTH], sandbox.clock.now())
    queries = sandbox.world.inline_queries
    queries[asked.id] = asked
    for old in list(queries)[:-KEPT]:
        del queries[old]
        sandbox.changed(("inline_queries", old))
    kind = "sender" if chat.id == user.id else chat.type
    content = {"id": asked.id, "from": wire.user(user), "query": asked.query, "offset": "", "chat_type": kind}
    sandbox.updates.put("inline_query", content)
    sandbox.changed(("inline_queries", asked.id))
    return asked


def choose(sandbox: Sandbox, user_id: int, query_id: str, result_id: str) -> Message:
    """The result becomes a message of that person's in the chat he wrote in."""
    asked = sandbox.world.inline_queries.get(query_id)
    results: list[Json] = (asked.answer or {}).get("results", []) if asked else []
    result = next((one for one in results if one["id"] == result_id), None)
    if asked is None or result is None or asked.user_id != user_id:
        raise bad_request("RESULT_ID_INVALID")
    chat, user = actions.place(sandbox, user_id, asked.chat_id)
    markup = result.get("reply_markup")
    message = Message(
        id=sandbox.world.next_message_id(chat),
        chat_id=chat.id,
        sender_id=user.id,
        date=sandbox.now(),
        text=result["text"],
        entities=result["entities"],
        reply_markup=markup,
        # Without buttons nobody could ever edit it: it gets no id.
        inline_id=f"AgAAA{secrets.token_urlsafe(18)}" if markup else None,
        via_bot=True,
    )
    sandbox.post(message)
    # Inline mode is the first bot's; another one reads it as it reads what people write.
    for bot in sandbox.bots_in(chat):
        if bot.is_first or not bot.account.privacy:
            bot.updates.put("message", wire.message(sandbox.world, message))
    if sandbox.world.inline_feedback:
        _tell(sandbox, asked, result_id, message)
    return message


def _tell(sandbox: Sandbox, asked: InlineQuery, result_id: str, message: Message) -> None:
    """Only bots whose owner has switched it on at @BotFather are told what was chosen."""
    content: Json = {
        "result_id": result_id,
        "from": wire.user(sandbox.world.users[asked.user_id]),
        "query": asked.query,
    }
    if message.inline_id is not None:
        content["inline_message_id"] = message.inline_id
    sandbox.updates.put("chosen_inline_result", content)


def found(sandbox: Sandbox, inline_id: str) -> Message:
    """The message behind an inline message id."""
    for history in sandbox.world.messages.values():
        for message in history.values():
            if message.inline_id == inline_id:
                return message
    raise bad_request("MESSAGE_ID_INVALID")


def shown(asked: InlineQuery) -> dict[str, Any]:
    """A query with what the bot answered, for pages and tests."""
    return {
        "query_id": asked.id,
        "user": asked.user_id,
        "chat": asked.chat_id,
        "query": asked.query,
        "answer": asked.answer,
    }
