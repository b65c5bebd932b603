"""The values of one control call, or a refusal that names what is wrong."""

from service.sandbox.errors import bad_request
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Chat, Json, User


def known_user(sandbox: Sandbox, values: Json) -> User:
    user = sandbox.world.users.get(integer(values, "user"))
    if user is None:
        raise bad_request("user not found")
    return user


def known_chat(sandbox: Sandbox, values: Json) -> Chat:
    chat = sandbox.world.chats.get(integer(values, "chat"))
    if chat is None:
        raise bad_request("chat not found")
    return chat


def integer(values: Json, key: str) -> int:
    try:
        return int(values[key])
    except (KeyError, TypeError, ValueError, OverflowError):
        raise bad_request(f"{key} must be a number") from None


def text(values: Json, key: str) -> str:
    value = values.get(key)
    if not isinstance(value, str) or not value.strip():
        raise bad_request(f"{key} must be a text")
    return value
