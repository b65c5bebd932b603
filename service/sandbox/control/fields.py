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


def integer_or(values: Json, key: str, otherwise: int) -> int:
    return otherwise if values.get(key) is None else integer(values, key)


def integers(values: Json, key: str) -> list[int]:
    """None of them, if the key is left out."""
    try:
        return [int(value) for value in values.get(key) or ()]
    except (TypeError, ValueError, OverflowError):
        raise bad_request(f"{key} must be a list of numbers") from None


def seconds(values: Json, key: str) -> float | None:
    value = values.get(key)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or value < 0):
        raise bad_request(f"{key} must be a number")
    return None if value is None else float(value)


def text(values: Json, key: str) -> str:
    value = values.get(key)
    if not isinstance(value, str) or not value.strip():
        raise bad_request(f"{key} must be a text")
    return value
