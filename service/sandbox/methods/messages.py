"""Sending and deleting."""

from typing import Any

from service.sandbox import whispers, wire
from service.sandbox.errors import bad_request
from service.sandbox.keyboards import inline_keyboard
from service.sandbox.methods import content, targets
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Chat, Document, Json, Message, Photo

DELETABLE_SECONDS = 48 * 3600


def send_message(sandbox: Sandbox, params: Params) -> Json:
    chat = targets.writable_chat(sandbox, params)
    return _send(sandbox, params, chat, content.text(sandbox, params), None)


def send_photo(sandbox: Sandbox, params: Params) -> Json:
    chat = targets.writable_chat(sandbox, params)
    photo = content.photo(sandbox, params, params.text("photo"), "photo")
    return _send(sandbox, params, chat, content.caption(sandbox, params), photo)


def send_document(sandbox: Sandbox, params: Params) -> Json:
    chat = targets.writable_chat(sandbox, params)
    document = content.document(sandbox, params)
    return _send(sandbox, params, chat, content.caption(sandbox, params), None, document)


def _send(
    sandbox: Sandbox,
    params: Params,
    chat: Chat,
    words: content.Formatted,
    photo: Photo | None,
    document: Document | None = None,
) -> Json:
    world = sandbox.world
    message = Message(
        id=0,
        chat_id=chat.id,
        sender_id=sandbox.bot.id,
        date=sandbox.now(),
        text=words[0],
        entities=words[1],
        photo=photo,
        document=document,
        caption_above=photo is not None and params.flag("show_caption_above_media"),
        reply_markup=inline_keyboard(params.structure("reply_markup"), world.ephemeral == "known"),
        reply_to=_reply_to(sandbox, params, chat),
        thread_id=targets.thread(params, chat),
        silent=params.flag("disable_notification"),
    )
    only = whispers.wanted(sandbox, params, chat)
    sandbox.limits.spend(chat.id)
    if only is None:
        message.id = world.next_message_id(chat)
        sandbox.post(message)
    else:
        whispers.post(sandbox, message, only)
    return wire.message(world, message)


def _reply_to(sandbox: Sandbox, params: Params, chat: Chat) -> int | None:
    reply: Any = params.structure("reply_parameters") or {}
    if reply.get("ephemeral_message_id") and sandbox.world.ephemeral == "known":
        return whispers.replied_to(sandbox, chat, int(reply["ephemeral_message_id"]))
    message_id = int(reply.get("message_id") or params.integer("reply_to_message_id"))
    if message_id == 0:
        return None
    if sandbox.world.find_message(chat.id, message_id) is not None:
        return message_id
    if reply.get("allow_sending_without_reply") or params.flag("allow_sending_without_reply"):
        return None
    raise bad_request("message to be replied not found")


def delete_message(sandbox: Sandbox, params: Params) -> bool:
    chat = targets.readable_chat(sandbox, params)
    message_id = params.integer("message_id")
    if message_id == 0:
        raise bad_request("message identifier is not specified")
    message = sandbox.world.find_message(chat.id, message_id) if message_id > 0 else None
    if message is None:
        raise bad_request("message to delete not found")
    _check_deletable(sandbox, chat, message)
    sandbox.removed(message)
    return True


def delete_messages(sandbox: Sandbox, params: Params) -> bool:
    """Those that are not there are skipped."""
    chat = targets.readable_chat(sandbox, params)
    message_ids = params.structure("message_ids")
    if not isinstance(message_ids, list) or not 1 <= len(message_ids) <= 100:
        raise bad_request(
            "too many message identifiers specified"
            if message_ids
            else "message identifiers are not specified"
        )
    found = [sandbox.world.find_message(chat.id, int(message_id)) for message_id in message_ids]
    for message in found:
        if message is not None:
            _check_deletable(sandbox, chat, message)
    for message in found:
        if message is not None:
            sandbox.removed(message)
    return True


def _check_deletable(sandbox: Sandbox, chat: Chat, message: Message) -> None:
    administrator = chat.members.get(sandbox.bot.id) == "administrator"
    own = message.sender_id == sandbox.bot.id or chat.type == "private"
    if not administrator and not own:
        raise bad_request("message can't be deleted")
    too_old = sandbox.clock.now() - message.date > DELETABLE_SECONDS
    if too_old and not (administrator and chat.type == "supergroup"):
        raise bad_request("message can't be deleted for everyone")


def send_chat_action(sandbox: Sandbox, params: Params) -> bool:
    chat = targets.writable_chat(sandbox, params)
    if not params.text("action"):
        raise bad_request("wrong parameter action in request")
    sandbox.hub.publish("typing", sandbox.people_in(chat), chat=chat.id)
    return True


METHODS = {
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "sendDocument": send_document,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
    "sendChatAction": send_chat_action,
}
