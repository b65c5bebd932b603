"""What a bot may ask about chats and files, and leaving."""

from service.sandbox import groups, wire
from service.sandbox.errors import bad_request
from service.sandbox.methods import targets
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Json


def get_chat(sandbox: Sandbox, params: Params) -> Json:
    return wire.chat_full(sandbox.world, targets.readable_chat(sandbox, params))


def get_chat_member(sandbox: Sandbox, params: Params) -> Json:
    chat = targets.readable_chat(sandbox, params)
    user_id = params.integer("user_id")
    if user_id <= 0:
        raise bad_request("invalid user_id specified")
    if sandbox.world.user(user_id) is None:
        raise bad_request("PARTICIPANT_ID_INVALID")
    return wire.member(sandbox.world, chat, user_id)


def get_chat_administrators(sandbox: Sandbox, params: Params) -> list[Json]:
    chat = targets.readable_chat(sandbox, params)
    if chat.type == "private":
        raise bad_request("there are no administrators in the private chat")
    # Telegram leaves other bots out, and names this one.
    named = {*sandbox.world.users, sandbox.bot.id}
    ruling = [
        user
        for user, status in chat.members.items()
        if status in ("creator", "administrator") and user in named
    ]
    return [wire.member(sandbox.world, chat, user_id) for user_id in ruling]


def get_chat_member_count(sandbox: Sandbox, params: Params) -> int:
    chat = targets.readable_chat(sandbox, params)
    return sum(chat.has(user_id) for user_id in chat.members)


def leave_chat(sandbox: Sandbox, params: Params) -> bool:
    chat = targets.readable_chat(sandbox, params)
    if chat.type == "private":
        raise bad_request("chat member status can't be changed in private chats")
    bot_id = sandbox.bot.id
    groups.set_member(sandbox, chat, bot_id, "left", by=bot_id)
    return True


def get_file(sandbox: Sandbox, params: Params) -> Json:
    world, file_id = sandbox.world, params.text("file_id")
    found = world.photos.get(file_id) or world.documents.get(file_id)
    if found is None:
        raise bad_request("invalid file_id")
    return {
        "file_id": found.file_id,
        "file_unique_id": found.file_unique_id,
        "file_size": found.file_size,
        "file_path": f"{'photos' if file_id in world.photos else 'documents'}/{file_id}",
    }


METHODS = {
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getChatAdministrators": get_chat_administrators,
    "getChatMemberCount": get_chat_member_count,
    "leaveChat": leave_chat,
    "getFile": get_file,
}
