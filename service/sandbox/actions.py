"""What people do in their chat app: write, tap, press Start, block."""

import secrets
from typing import Any, Literal

from service.sandbox import whispers, wire
from service.sandbox.commands import commands_for
from service.sandbox.entities import detect, trim
from service.sandbox.errors import ApiError, bad_request
from service.sandbox.groups import known_person, membership_update
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Chat, Json, Message, Query, Status, User

TapShape = Literal["message", "inaccessible", "inline", "anonymous"]
"""What a bot is told of the tapped message: all, only its number (it is too old, or gone), the id of an inline message;
or all, but not who tapped."""


def add_user(
    sandbox: Sandbox,
    first_name: str,
    *,
    last_name: str | None = None,
    username: str | None = None,
    language_code: str | None = None,
) -> User:
    world = sandbox.world
    world.last_user_id += 1
    # More than 32 bits, as Telegram's newer accounts have: whoever stores them too small learns it here.
    user = User(7_000_000_000 + world.last_user_id, first_name, last_name, username, language_code)
    world.users[user.id] = user
    sandbox.tell_people(user.id)
    return user


def send(
    sandbox: Sandbox,
    user_id: int,
    chat_id: int,
    text: str,
    *,
    reply_to: int | None = None,
    thread_id: int | None = None,
    anonymous: bool = False,
) -> Message:
    """`anonymous`: as the group itself, which its administrators may."""
    chat, user = place(sandbox, user_id, chat_id)
    text, _ = trim(text, [])
    if not text:
        raise bad_request("message text is empty")
    message = Message(
        id=0,
        chat_id=chat.id,
        sender_id=user.id,
        date=sandbox.now(),
        text=text,
        entities=detect(text, []),
        reply_to=reply_to,
        thread_id=thread_id if thread_id is not None else _reply_thread(sandbox, chat, reply_to),
        anonymous=anonymous,
    )
    seen_by = _seen_by(sandbox, chat, message)
    whispered_to = next((bot for bot in seen_by if _is_whispered(bot, chat, user, message)), None)
    if whispered_to is not None:
        seen_by, message.to_bot = [whispered_to], whispered_to.bot.id
        whispers.post(sandbox, message, whispers.Only(user.id))
    else:
        message.id = sandbox.world.next_message_id(chat)
        sandbox.post(message)
    for bot in seen_by:
        bot.updates.put("message", wire.message(sandbox.world, message))
    return message


def edit(sandbox: Sandbox, user_id: int, chat_id: int, message_id: int, text: str) -> Message:
    chat, user = place(sandbox, user_id, chat_id)
    message = sandbox.world.find_message(chat.id, message_id)
    if message is None or message.sender_id != user.id:
        raise bad_request("message can't be edited")
    message.text, _ = trim(text, [])
    message.entities = detect(message.text, [])
    message.edit_date = sandbox.now()
    sandbox.edited(message)
    for bot in _seen_by(sandbox, chat, message):
        bot.updates.put("edited_message", wire.message(sandbox.world, message))
    return message


def delete(sandbox: Sandbox, user_id: int, chat_id: int, message_id: int) -> None:
    """A person deletes a message for everybody; the bot is not told, as in life."""
    chat, _ = place(sandbox, user_id, chat_id)
    message = sandbox.world.find_message(chat.id, message_id)
    if message is None:
        raise bad_request("message to delete not found")
    sandbox.removed(message)


def tap(
    sandbox: Sandbox, user_id: int, chat_id: int, message_id: int, data: str, shape: TapShape = "message"
) -> Query:
    """A tap on a callback button; the same person may tap again before the answer. `shape`: what the bot is told."""
    chat, user = place(sandbox, user_id, chat_id)
    message = sandbox.world.find_message(chat.id, message_id)
    known = message is not None and message.receiver_id in (None, user.id) and not message.undelivered
    if not known and shape != "inaccessible":
        raise bad_request("message not found")
    asked = sandbox.of(message.sender_id if message else None)
    query = Query(
        id=str(secrets.randbits(62)),
        user_id=user.id,
        chat_id=chat.id,
        message_id=message_id,
        data=data,
        asked=sandbox.clock.now(),
        bot_id=asked.bot.id,
        ephemeral=message is not None and message.ephemeral_id is not None,
    )
    sandbox.world.queries[query.id] = query
    _forget_old_queries(sandbox)
    content: Json = {
        "id": query.id,
        "from": wire.ANONYMOUS if shape == "anonymous" else wire.user(user),
        "chat_instance": str(abs(chat.id) * 1_000_003),
        "data": data,
    }
    if shape == "inline":
        content["inline_message_id"] = f"inline-{message_id}"
    elif message is not None and message.inline_id is not None:
        # It stands in a chat that the bot need not know.
        content["inline_message_id"] = message.inline_id
    elif message is None or shape == "inaccessible":
        content["message"] = {"chat": wire.chat(sandbox.world, chat), "message_id": message_id, "date": 0}
    else:
        content["message"] = wire.message(sandbox.world, message)
    asked.updates.put("callback_query", content)
    sandbox.changed(("queries", query.id))
    return query


def button(sandbox: Sandbox, chat_id: int, message_id: int, row: int, column: int) -> Json:
    message = sandbox.world.find_message(chat_id, message_id)
    rows: list[list[Json]] = (message.reply_markup or {}).get("inline_keyboard", []) if message else []
    if not 0 <= row < len(rows) or not 0 <= column < len(rows[row]):
        raise bad_request("button not found")
    return rows[row][column]


def open_link(sandbox: Sandbox, user_id: int, payload: str) -> None:
    """A t.me/<bot>?start=payload link: opens the private chat, where START waits to be pressed."""
    known_person(sandbox, user_id).start_payload = payload
    sandbox.hub.publish("open", [user_id], payload=payload)
    sandbox.changed(("users", user_id))


def start(sandbox: Sandbox, user_id: int, payload: str | None = None) -> Message:
    """Presses START: unblocks if need be and sends /start with the payload of the last deep link."""
    user = known_person(sandbox, user_id)
    payload = payload if payload is not None else user.start_payload
    user.start_payload = None
    if user.blocked:
        unblock(sandbox, user_id)
    if user_id not in sandbox.world.chats:
        members: dict[int, Status] = {user_id: "member", sandbox.world.bot.id: "member"}
        sandbox.world.chats[user_id] = Chat(user_id, "private", members=members)
        sandbox.changed(("chats", user_id))
    message = send(sandbox, user_id, user_id, f"/start {payload}" if payload else "/start")
    sandbox.tell_people(user_id)
    return message


def block(sandbox: Sandbox, user_id: int) -> None:
    _set_blocked(sandbox, user_id, True)


def unblock(sandbox: Sandbox, user_id: int) -> None:
    _set_blocked(sandbox, user_id, False)


def _set_blocked(sandbox: Sandbox, user_id: int, blocked: bool) -> None:
    user = known_person(sandbox, user_id)
    chat = sandbox.world.chats.get(user_id)
    if chat is None or user.blocked == blocked:
        return
    user.blocked = blocked
    new: Status = "kicked" if blocked else "member"
    old: Status = "member" if blocked else "kicked"
    membership_update(sandbox, "my_chat_member", chat, user, sandbox.world.bot, (old, new))
    sandbox.tell_people(user_id)


def _is_whispered(sandbox: Sandbox, chat: Chat, user: User, message: Message) -> bool:
    """An ephemeral command of this bot is seen by it and by who writes it."""
    if chat.type == "private" or sandbox.world.ephemeral != "known":
        return False
    if not message.entities or message.entities[0]["type"] != "bot_command":
        return False
    name = message.text.split()[0].removeprefix("/").partition("@")[0].lower()
    commands = commands_for(sandbox.account, user, chat)
    return any(one["command"] == name and one.get("is_ephemeral") for one in commands)


def _seen_by(sandbox: Sandbox, chat: Chat, message: Message) -> list[Sandbox]:
    return [bot for bot in sandbox.bots_in(chat) if _bot_sees(bot, chat, message)]


def _bot_sees(sandbox: Sandbox, chat: Chat, message: Message) -> bool:
    """Privacy mode: in groups a bot gets commands and replies to it, unless it is an administrator."""
    bot = sandbox.bot
    if chat.type == "private" or chat.members[bot.id] == "administrator" or not sandbox.account.privacy:
        return True
    replied = sandbox.world.find_message(chat.id, message.reply_to) if message.reply_to else None
    if replied is not None and replied.sender_id == bot.id:
        return True
    if not message.entities or message.entities[0]["type"] != "bot_command" or message.entities[0]["offset"]:
        return False
    addressee = message.text.split()[0].partition("@")[2].lower()
    return addressee in ("", (bot.username or "").lower())


def _reply_thread(sandbox: Sandbox, chat: Chat, reply_to: int | None) -> int | None:
    """In a supergroup a reply belongs to its message's topic, or to the thread below that message."""
    if reply_to is None or chat.type != "supergroup":
        return None
    replied = sandbox.world.find_message(chat.id, reply_to)
    if replied is not None and replied.thread_id is not None:
        return replied.thread_id
    return None if chat.is_forum else reply_to


def _forget_old_queries(sandbox: Sandbox) -> None:
    """An hour later nobody asks for a tap's answer any more."""
    oldest = sandbox.clock.now() - 3600
    queries = sandbox.world.queries
    for query_id in [key for key, query in queries.items() if query.asked < oldest]:
        del queries[query_id]
        sandbox.changed(("queries", query_id))


def place(sandbox: Sandbox, user_id: int, chat_id: int) -> tuple[Chat, User]:
    """The chat and the person, who must be in it."""
    user, chat = known_person(sandbox, user_id), sandbox.world.chats.get(chat_id)
    if chat is None or not (chat.id == user_id or chat.has(user_id)):
        raise bad_request("chat not found")
    if chat.migrated_to is not None:
        raise bad_request("the group was upgraded", {"migrate_to_chat_id": chat.migrated_to})
    if chat.type == "private" and user.blocked:
        raise ApiError(403, "Forbidden: the user blocked the bot")
    return chat, user


def answer_of(query: Query) -> dict[str, Any]:
    return {"query_id": query.id, "user": query.user_id, "chat": query.chat_id, "data": query.data,
            "message_id": query.message_id, "answer": query.answer}  # fmt: skip
