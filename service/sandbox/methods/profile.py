"""A bot about itself: name, texts, commands, menu button."""

import re
from typing import Any

from service.sandbox import wire
from service.sandbox.commands import command_key
from service.sandbox.errors import bad_request
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Json

MOST_COMMANDS = 100
_TEXTS = {"name": 64, "description": 512, "short_description": 120}


def get_me(sandbox: Sandbox, _: Params) -> Json:
    return {
        **wire.user(sandbox.bot),
        "can_join_groups": True,
        "can_read_all_group_messages": not sandbox.account.privacy,
        "supports_inline_queries": sandbox.is_first,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def set_my_commands(sandbox: Sandbox, params: Params) -> bool:
    commands = params.structure("commands") or []
    if not isinstance(commands, list) or len(commands) > MOST_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    kept = [_command(value) for value in commands]
    sandbox.account.commands[_key(params)] = kept
    sandbox.tell_people(*sandbox.world.users)
    return True


def _command(value: Any) -> Json:
    if not isinstance(value, dict):
        raise bad_request("expected an Object")
    name, description = str(value.get("command", "")).removeprefix("/"), str(value.get("description", ""))
    if not re.fullmatch(r"[a-z0-9_]{1,32}", name):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(description.strip()) <= 256:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    extra = {"is_ephemeral": True} if value.get("is_ephemeral") else {}
    return {"command": name, "description": description.strip(), **extra}


def get_my_commands(sandbox: Sandbox, params: Params) -> list[Json]:
    return sandbox.account.commands.get(_key(params), [])


def delete_my_commands(sandbox: Sandbox, params: Params) -> bool:
    sandbox.account.commands.pop(_key(params), None)
    sandbox.tell_people(*sandbox.world.users)
    return True


def _key(params: Params) -> str:
    scope = params.structure("scope") or {"type": "default"}
    language = params.text("language_code")
    if language and not re.fullmatch(r"[a-z]{2}", language):
        raise bad_request("language_code is invalid")
    return command_key(scope, language)


def _setter(kind: str) -> Any:
    def set_text(sandbox: Sandbox, params: Params) -> bool:
        if len(params.text(kind)) > _TEXTS[kind]:
            raise bad_request(f"{kind.replace('_', ' ')} is too long")
        sandbox.account.profile[f"{kind}|{params.text('language_code')}"] = params.text(kind)
        sandbox.changed()
        return True

    return set_text


def _getter(kind: str) -> Any:
    def get_text(sandbox: Sandbox, params: Params) -> Json:
        profile = sandbox.account.profile
        default = sandbox.bot.first_name if kind == "name" else ""
        general = profile.get(f"{kind}|") or default
        return {kind: profile.get(f"{kind}|{params.text('language_code')}") or general}

    return get_text


def set_chat_menu_button(sandbox: Sandbox, params: Params) -> bool:
    button = params.structure("menu_button") or {"type": "default"}
    sandbox.account.profile[f"menu|{params.text('chat_id')}"] = button
    sandbox.changed()
    return True


def get_chat_menu_button(sandbox: Sandbox, params: Params) -> Json:
    profile = sandbox.account.profile
    found: Json = (
        profile.get(f"menu|{params.text('chat_id')}") or profile.get("menu|") or {"type": "commands"}
    )
    return found


def leave_server(_: Sandbox, __: Params) -> bool:
    """close and logOut move a bot between servers; there is only this one."""
    return True


METHODS = {
    "getMe": get_me,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setMyName": _setter("name"),
    "getMyName": _getter("name"),
    "setMyDescription": _setter("description"),
    "getMyDescription": _getter("description"),
    "setMyShortDescription": _setter("short_description"),
    "getMyShortDescription": _getter("short_description"),
    "setChatMenuButton": set_chat_menu_button,
    "getChatMenuButton": get_chat_menu_button,
    "close": leave_server,
    "logOut": leave_server,
}
