"""Finds the chat and the message a call is about, with Telegram's refusals."""

from service.sandbox.errors import ApiError, bad_request, forbidden
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Chat, Message


def readable_chat(sandbox: Sandbox, params: Params) -> Chat:
    """The chat of `chat_id`, of which the bot is a member."""
    text = params.text("chat_id")
    if not text:
        raise bad_request("chat_id is empty")
    try:
        chat = sandbox.world.chats.get(int(text))
    except ValueError:
        raise bad_request("chat not found") from None
    if chat is None:
        raise bad_request("chat not found")
    if chat.migrated_to is not None:
        upgraded = {"migrate_to_chat_id": chat.migrated_to}
        raise bad_request("group chat was upgraded to a supergroup chat", upgraded)
    if chat.type == "private" and not _private_chat(sandbox, chat.id):
        raise bad_request("chat not found")
    if not chat.has(sandbox.bot.id):
        raise _not_a_member(chat, kicked=chat.members.get(sandbox.bot.id) == "kicked")
    return chat


def writable_chat(sandbox: Sandbox, params: Params) -> Chat:
    """The chat of `chat_id`, if the bot may write there."""
    user = sandbox.world.users.get(int(text)) if (text := params.text("chat_id")).isdecimal() else None
    if user is not None and user.deactivated:
        raise forbidden("user is deactivated")
    if user is not None and not _private_chat(sandbox, user.id):
        raise forbidden("bot can't initiate conversation with a user")
    if user is not None and user.blocked:
        raise forbidden("bot was blocked by the user")
    chat = readable_chat(sandbox, params)
    if not chat.can_send or chat.members.get(sandbox.bot.id) == "restricted":
        raise bad_request("not enough rights to send text messages to the chat")
    return chat


def _private_chat(sandbox: Sandbox, user_id: int) -> bool:
    """Whether that person pressed Start at this bot."""
    chat = sandbox.world.chats.get(user_id)
    return chat is not None and chat.has(sandbox.bot.id)


def _not_a_member(chat: Chat, *, kicked: bool) -> ApiError:
    kind = "supergroup" if chat.type == "supergroup" else "group"
    if kicked:
        return forbidden(f"bot was kicked from the {kind} chat")
    return forbidden(f"bot is not a member of the {kind} chat")


def own_message(sandbox: Sandbox, params: Params, chat: Chat) -> Message:
    """The message to edit: one of the bot's own, of any age."""
    message_id = params.integer("message_id")
    if message_id == 0:
        raise bad_request("message identifier is not specified")
    message = sandbox.world.find_message(chat.id, message_id) if message_id > 0 else None
    if message is None:
        raise bad_request("message to edit not found")
    if message.sender_id != sandbox.bot.id or message.service is not None:
        raise bad_request("message can't be edited")
    return message


def thread(params: Params, chat: Chat) -> int | None:
    """`message_thread_id`, checked against the chat's topics."""
    thread_id = params.integer("message_thread_id")
    if thread_id == 0:
        return None
    topic = chat.topics.get(thread_id)
    if not chat.is_forum or topic is None:
        raise bad_request("message thread not found")
    if topic.closed:
        raise bad_request("TOPIC_CLOSED")
    return thread_id
