"""Editing the bot's own messages, at any age."""

from dataclasses import replace

from service.sandbox import inline, wire
from service.sandbox.errors import NOT_MODIFIED, bad_request
from service.sandbox.keyboards import inline_keyboard
from service.sandbox.methods import content, targets
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Json, Message


def edit_message_text(sandbox: Sandbox, params: Params) -> Json | bool:
    return _answer(sandbox, change_text(sandbox, params, _target(sandbox, params)))


def edit_message_caption(sandbox: Sandbox, params: Params) -> Json:
    message = _target(sandbox, params)
    return wire.message(sandbox.world, change_caption(sandbox, params, message))


def edit_message_media(sandbox: Sandbox, params: Params) -> Json:
    message = _target(sandbox, params)
    photo, (text, entities) = content.media(sandbox, params)
    new = replace(
        message,
        photo=photo,
        caption_above=bool(params.structure("media").get("show_caption_above_media")),
        text=text,
        entities=entities,
        reply_markup=_keyboard(sandbox, params),
    )
    return wire.message(sandbox.world, apply(sandbox, message, new))


def edit_message_reply_markup(sandbox: Sandbox, params: Params) -> Json | bool:
    return _answer(sandbox, change_markup(sandbox, params, _target(sandbox, params)))


def _answer(sandbox: Sandbox, message: Message) -> Json | bool:
    """Of an inline message the bot learns nothing but that it was edited."""
    return True if message.via_bot else wire.message(sandbox.world, message)


def change_text(sandbox: Sandbox, params: Params, message: Message) -> Message:
    """A keyboard that is not sent again is taken away."""
    if message.photo is not None or message.document is not None:
        raise bad_request("there is no text in the message to edit")
    text, entities = content.text(sandbox, params)
    new = replace(message, text=text, entities=entities, reply_markup=_keyboard(sandbox, params))
    return apply(sandbox, message, new)


def change_caption(sandbox: Sandbox, params: Params, message: Message) -> Message:
    if message.photo is None and message.document is None:
        raise bad_request("there is no caption in the message to edit")
    text, entities = content.caption(sandbox, params)
    above = params.flag("show_caption_above_media")
    new = replace(
        message, caption_above=above, text=text, entities=entities, reply_markup=_keyboard(sandbox, params)
    )
    return apply(sandbox, message, new)


def change_markup(sandbox: Sandbox, params: Params, message: Message) -> Message:
    return apply(sandbox, message, replace(message, reply_markup=_keyboard(sandbox, params)), mark=False)


def apply(sandbox: Sandbox, old: Message, new: Message, *, mark: bool = True) -> Message:
    """Puts `new` in the place of `old`; `mark`: people see that it was edited."""
    if new == old:
        raise bad_request(NOT_MODIFIED)
    sandbox.limits.spend(old.chat_id)
    new.edit_date = sandbox.now() if mark else old.edit_date
    sandbox.world.messages[old.chat_id][old.id] = new
    sandbox.edited(new)
    return new


def _target(sandbox: Sandbox, params: Params) -> Message:
    if inline_id := params.text("inline_message_id"):
        if not sandbox.is_first:
            raise bad_request("MESSAGE_ID_INVALID")
        return inline.found(sandbox, inline_id)
    return targets.own_message(sandbox, params, targets.writable_chat(sandbox, params))


def _keyboard(sandbox: Sandbox, params: Params) -> Json | None:
    return inline_keyboard(params.structure("reply_markup"), sandbox.world.ephemeral == "known")


METHODS = {
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageMedia": edit_message_media,
    "editMessageReplyMarkup": edit_message_reply_markup,
}
