"""Ephemeral messages: what one member of a group sees alone (Bot API 10.2, 10.3)."""

from service.sandbox.errors import bad_request
from service.sandbox.methods import targets
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Chat, Message

WINDOW_SECONDS = 15


def receiver(sandbox: Sandbox, params: Params, chat: Chat) -> int | None:
    """Who alone will see a message that is about to be sent; None: everybody in the chat."""
    wanted = params.structure("ephemeral_message_parameters")
    if not isinstance(wanted, dict):
        return None
    user_id = int(wanted.get("receiver_user_id", 0))
    if chat.type == "private" or not chat.has(user_id) or user_id not in sandbox.world.users:
        raise bad_request("ephemeral message receiver not found")
    if chat.members.get(sandbox.world.bot.id) != "administrator":
        _check_window(sandbox, chat, user_id, str(wanted.get("callback_query_id", "")))
    return user_id


def _check_window(sandbox: Sandbox, chat: Chat, user_id: int, query_id: str) -> None:
    """Without administrator rights only a tap opens the door, and only for a moment."""
    query = sandbox.world.queries.get(query_id)
    if (
        query is None
        or (query.user_id, query.chat_id) != (user_id, chat.id)
        or sandbox.clock.now() - query.asked > WINDOW_SECONDS
    ):
        raise bad_request("query is too old and response timeout expired or query ID is invalid")


def edit_text(sandbox: Sandbox, params: Params) -> bool:
    # Imported here: editing knows sending's content, and sending asks this module for its receiver.
    from service.sandbox.methods.edits import change_text

    change_text(sandbox, params, _target(sandbox, params))
    return True


def edit_markup(sandbox: Sandbox, params: Params) -> bool:
    from service.sandbox.methods.edits import change_markup

    change_markup(sandbox, params, _target(sandbox, params))
    return True


def delete(sandbox: Sandbox, params: Params) -> bool:
    sandbox.removed(_target(sandbox, params))
    return True


def _target(sandbox: Sandbox, params: Params) -> Message:
    chat = targets.writable_chat(sandbox, params)
    message = sandbox.world.find_message(chat.id, -params.integer("ephemeral_message_id"))
    if message is None or message.receiver_id != params.integer("receiver_user_id"):
        raise bad_request("message to edit not found")
    return message


METHODS = {
    "editEphemeralMessageText": edit_text,
    "editEphemeralMessageReplyMarkup": edit_markup,
    "deleteEphemeralMessage": delete,
}
