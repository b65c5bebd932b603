"""What may be looked at: people, chats, phones, taps, and the calls of the bot."""

from service.sandbox import actions, view
from service.sandbox.commands import commands_for
from service.sandbox.control import fields
from service.sandbox.errors import bad_request
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Chat, Json, User


def users(sandbox: Sandbox, _: Json) -> list[Json]:
    return [
        person(value) | {"started": value.id in sandbox.world.chats} for value in sandbox.world.users.values()
    ]


def chats(sandbox: Sandbox, _: Json) -> list[Json]:
    return [
        {
            "id": value.id,
            "type": value.type,
            "title": value.title,
            "members": {str(user_id): status for user_id, status in value.members.items()},
            "migrated_to": value.migrated_to,
        }
        for value in sandbox.world.chats.values()
    ]


def state(sandbox: Sandbox, query: Json) -> Json:
    """Everything one person's phone shows."""
    user = fields.known_user(sandbox, query)
    mine = [
        value
        for value in sandbox.world.chats.values()
        if value.id == user.id or (value.has(user.id) and value.type != "private")
    ]
    return {
        # Events up to this number are already in here.
        "number": sandbox.hub.number,
        "user": person(user),
        "bot": _bot(sandbox, user),
        "started": user.id in sandbox.world.chats,
        "chats": [
            view.chat(sandbox.world, value, user.id) | {"commands": _commands(sandbox, user, value)}
            for value in mine
            if value.migrated_to is None
        ],
    }


def _commands(sandbox: Sandbox, user: User, chat: Chat) -> list[Json]:
    """What the chat's bots offer; where there are several, each command says whose it is."""
    bots = sandbox.bots_in(chat)
    if len(bots) < 2:
        return [one for bot in bots for one in commands_for(bot.account, user, chat)]
    return [
        one | {"command": f"{one['command']}@{bot.bot.username}"}
        for bot in bots
        for one in commands_for(bot.account, user, chat)
    ]


def messages(sandbox: Sandbox, query: Json) -> list[Json]:
    """What a person sees of one chat, oldest first."""
    user, chat = fields.known_user(sandbox, query), fields.known_chat(sandbox, query)
    if not (chat.id == user.id or chat.has(user.id)):
        raise bad_request("chat not found")
    read = chat.read.get(user.id, 0)
    return [
        view.message(sandbox.world, value) | {"unread": value.id > read and value.sender_id != user.id}
        for value in view.messages(sandbox.world, chat, user.id)
    ]


def answers(sandbox: Sandbox, query: Json) -> list[Json]:
    """Taps of a person with their toasts and alerts, oldest first; `answer` is null while one waits."""
    user = fields.known_user(sandbox, query)
    return [actions.answer_of(value) for value in sandbox.world.queries.values() if value.user_id == user.id]


def counters(sandbox: Sandbox, _: Json) -> Json:
    return sandbox.calls.counters() | {"pending_updates": len(sandbox.updates.pending())}


def log(sandbox: Sandbox, query: Json) -> list[Json]:
    return sandbox.calls.since(fields.integer_or(query, "since", 0))


def person(value: User) -> Json:
    return {
        "id": value.id,
        "name": view.full_name(value),
        "first_name": value.first_name,
        "username": value.username,
        "language_code": value.language_code,
        "blocked": value.blocked,
        "start_payload": value.start_payload,
    }


def _bot(sandbox: Sandbox, user: User) -> Json:
    bot, profile = sandbox.world.bot, sandbox.world.profile
    description = profile.get(f"description|{user.language_code}") or profile.get("description|", "")
    return {"id": bot.id, "name": bot.first_name, "username": bot.username, "description": description}
