"""Ephemeral messages: what one member of a group sees alone, who may send them when, and what becomes of them."""

from typing import Any, NamedTuple

from service.sandbox.errors import QUERY_TOO_OLD, bad_request
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Chat, Message, Query

#: How long after a tap, or an ephemeral command, a bot that is no administrator may send one.
WINDOW_SECONDS = 15
#: Telegram says that they expire, and not when.
LIFE_SECONDS = 24 * 3600
METHODS_SINCE = frozenset(
    {
        "editEphemeralMessageText",
        "editEphemeralMessageCaption",
        "editEphemeralMessageMedia",
        "editEphemeralMessageReplyMarkup",
        "deleteEphemeralMessage",
    }
)
"""What an older server does not know."""


class Only(NamedTuple):
    """For whom a message is, and which message it stands in for on his screen."""

    receiver: int
    replaces: int | None = None


def wanted(sandbox: Sandbox, params: Params, chat: Chat) -> Only | None:
    """Who alone will see a message that is about to be sent; None: everybody, also on a server that does not know."""
    asked = params.structure("ephemeral_message_parameters")
    if not isinstance(asked, dict) or sandbox.world.ephemeral != "known":
        return None
    user_id = int(asked.get("receiver_user_id", 0))
    if chat.type == "private" or not chat.has(user_id) or user_id not in sandbox.world.users:
        raise bad_request("ephemeral message receiver not found")
    query_id = str(asked.get("callback_query_id") or "")
    if chat.members.get(sandbox.bot.id) != "administrator" and not _open(
        sandbox, params, chat, user_id, query_id
    ):
        raise bad_request(QUERY_TOO_OLD)
    if not asked.get("replace_callback_query_message"):
        return Only(user_id)
    return Only(user_id, _replaced(sandbox, chat, user_id, query_id))


def _open(sandbox: Sandbox, params: Params, chat: Chat, user_id: int, query_id: str) -> bool:
    """Without administrator rights only the member's own tap or command opens the door, and only for a moment."""
    query, now = _tapped(sandbox, chat, user_id, query_id), sandbox.clock.now()
    if query is not None:
        return now - query.asked <= WINDOW_SECONDS
    reply: Any = params.structure("reply_parameters") or {}
    command = find(sandbox, chat.id, user_id, int(reply.get("ephemeral_message_id") or 0), incoming=True)
    return command is not None and now - command.date <= WINDOW_SECONDS


def _replaced(sandbox: Sandbox, chat: Chat, user_id: int, query_id: str) -> int:
    query = _tapped(sandbox, chat, user_id, query_id)
    if query is None:
        raise bad_request(QUERY_TOO_OLD)
    if query.ephemeral:
        raise bad_request("an ephemeral message can't be replaced: it must be edited")
    return query.message_id


def _tapped(sandbox: Sandbox, chat: Chat, user_id: int, query_id: str) -> Query | None:
    """That member's tap on a button of this bot's."""
    query = sandbox.world.queries.get(query_id)
    if query is None or (query.user_id, query.chat_id) != (user_id, chat.id):
        return None
    return query if sandbox.of(query.bot_id) is sandbox else None


def replied_to(sandbox: Sandbox, chat: Chat, ephemeral_id: int) -> int:
    """The incoming ephemeral message of a reply."""
    history = sandbox.world.messages.get(chat.id, {}).values()
    for message in history:
        if message.ephemeral_id == ephemeral_id and _is_for(sandbox, message):
            return message.id
    raise bad_request("message to be replied not found")


def post(sandbox: Sandbox, message: Message, only: Only) -> None:
    """A message for one member. Whether he is there to get it, the sender does not learn."""
    sweep(sandbox, message.chat_id)
    receiver = sandbox.world.users[only.receiver]
    message.receiver_id, message.replaces = only
    message.undelivered = receiver.offline and message.sender_id != receiver.id
    number(sandbox, message)
    sandbox.post(message)
    _place_anew(sandbox, message)


def number(sandbox: Sandbox, message: Message) -> None:
    """The lowest id that no living ephemeral message of the chat has: they come again."""
    world = sandbox.world
    world.last_ephemeral_key += 1
    message.id = -world.last_ephemeral_key
    used = {one.ephemeral_id for one in world.messages.get(message.chat_id, {}).values() if not one.forgotten}
    message.ephemeral_id = next(free for free in range(1, len(used) + 2) if free not in used)


def find(
    sandbox: Sandbox, chat_id: int, user_id: int, ephemeral_id: int, *, incoming: bool = False
) -> Message | None:
    """The living message of that id for, or with `incoming` from, this member."""
    sweep(sandbox, chat_id)
    for message in sandbox.world.messages.get(chat_id, {}).values():
        named = message.ephemeral_id == ephemeral_id and message.receiver_id == user_id
        mine = _is_for(sandbox, message) if incoming else message.sender_id == sandbox.bot.id
        if named and mine and not message.forgotten:
            return message
    return None


def _is_for(sandbox: Sandbox, message: Message) -> bool:
    """An incoming ephemeral command for this bot."""
    return message.sender_id == message.receiver_id and sandbox.of(message.to_bot) is sandbox


def remove(sandbox: Sandbox, message: Message) -> None:
    """The bot deletes it; a member who is not there keeps seeing it."""
    assert message.receiver_id is not None
    if sandbox.world.users[message.receiver_id].offline and not message.undelivered:
        message.forgotten = True
        sandbox.changed(("messages", message.chat_id, message.id))
        return
    sandbox.removed(message)
    _place_anew(sandbox, message)


def sweep(sandbox: Sandbox, chat_id: int) -> None:
    """Those of a chat whose time is over are gone, for bot and member."""
    oldest = sandbox.clock.now() - LIFE_SECONDS
    history = sandbox.world.messages.get(chat_id, {})
    for message in [one for one in history.values() if one.ephemeral_id and one.date < oldest]:
        sandbox.removed(message)


def _place_anew(sandbox: Sandbox, message: Message) -> None:
    """One that stands in for another changes the order of its receiver's screen."""
    if message.replaces is not None and message.receiver_id is not None:
        sandbox.tell_people(message.receiver_id)
