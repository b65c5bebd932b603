"""Ephemeral messages: what one member of a group sees alone (Bot API 10.2, 10.3)."""

from service.sandbox.errors import bad_request
from service.sandbox.methods import targets
from service.sandbox.methods.edits import change_markup, change_text
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Message


def edit_text(sandbox: Sandbox, params: Params) -> bool:
    change_text(sandbox, params, _target(sandbox, params))
    return True


def edit_markup(sandbox: Sandbox, params: Params) -> bool:
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
