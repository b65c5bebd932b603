"""Editing and deleting ephemeral messages (Bot API 10.2, 10.3). Each answers true, be the member there or not."""

from dataclasses import replace

from service.sandbox import whispers
from service.sandbox.errors import bad_request
from service.sandbox.keyboards import inline_keyboard
from service.sandbox.methods import content, targets
from service.sandbox.methods.edits import apply, change_caption, change_markup, change_text
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Message


def edit_text(sandbox: Sandbox, params: Params) -> bool:
    message = _target(sandbox, params)
    if _missed(sandbox, message):
        content.text(sandbox, params)
        return _spent(sandbox, params, message)
    change_text(sandbox, params, message)
    return True


def edit_caption(sandbox: Sandbox, params: Params) -> bool:
    message = _target(sandbox, params)
    if _missed(sandbox, message):
        content.caption(sandbox, params)
        return _spent(sandbox, params, message)
    change_caption(sandbox, params, message)
    return True


def edit_markup(sandbox: Sandbox, params: Params) -> bool:
    message = _target(sandbox, params)
    if _missed(sandbox, message):
        return _spent(sandbox, params, message)
    change_markup(sandbox, params, message)
    return True


def edit_media(sandbox: Sandbox, params: Params) -> bool:
    """A photo that Telegram has already: nothing can be uploaded here."""
    message = _target(sandbox, params)
    if params.files:
        raise bad_request("can't upload files to edit an ephemeral message")
    photo, (text, entities) = content.media(sandbox, params)
    if _missed(sandbox, message):
        return _spent(sandbox, params, message)
    keyboard = inline_keyboard(params.structure("reply_markup"))
    apply(
        sandbox, message, replace(message, photo=photo, text=text, entities=entities, reply_markup=keyboard)
    )
    return True


def delete(sandbox: Sandbox, params: Params) -> bool:
    whispers.remove(sandbox, _target(sandbox, params, "delete"))
    return True


def _missed(sandbox: Sandbox, message: Message) -> bool:
    """Its receiver is not there: he sees nothing of the edit, now or later."""
    assert message.receiver_id is not None
    return sandbox.world.users[message.receiver_id].offline


def _spent(sandbox: Sandbox, params: Params, message: Message) -> bool:
    inline_keyboard(params.structure("reply_markup"))
    sandbox.limits.spend(message.chat_id)
    return True


def _target(sandbox: Sandbox, params: Params, what: str = "edit") -> Message:
    chat = targets.writable_chat(sandbox, params)
    number, receiver = params.integer("ephemeral_message_id"), params.integer("receiver_user_id")
    message = whispers.find(sandbox, chat.id, receiver, number)
    if message is None:
        raise bad_request(f"message to {what} not found")
    return message


METHODS = {
    "editEphemeralMessageText": edit_text,
    "editEphemeralMessageCaption": edit_caption,
    "editEphemeralMessageMedia": edit_media,
    "editEphemeralMessageReplyMarkup": edit_markup,
    "deleteEphemeralMessage": delete,
}
