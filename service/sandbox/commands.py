"""Which commands of a bot a person is offered, and where."""

import json

from service.sandbox.state import BotAccount, Chat, Json, User


def command_key(scope: Json, language: str) -> str:
    return f"{json.dumps(scope, sort_keys=True)}|{language}"


def commands_for(account: BotAccount, user: User, chat: Chat) -> list[Json]:
    """The commands a person sees in a chat: the narrowest scope wins, then the own language."""
    general = "all_private_chats" if chat.type == "private" else "all_group_chats"
    scopes: list[Json] = [{"type": "chat", "chat_id": chat.id}]
    if chat.members.get(user.id) in ("creator", "administrator"):
        scopes.append({"type": "all_chat_administrators"})
    scopes += [{"type": general}, {"type": "default"}]
    for scope in scopes:
        for language in (user.language_code or "", ""):
            if commands := account.commands.get(command_key(scope, language)):
                return commands
    return []
