"""The Bot API's methods. Names are matched without regard to case, as Telegram does."""

from collections.abc import Awaitable, Callable
from typing import Any

from service.sandbox.methods import callbacks, chats, edits, ephemeral, inline, messages, polling, profile
from service.sandbox.params import Params
from service.sandbox.sandbox import Sandbox

Method = Callable[[Sandbox, Params], Any | Awaitable[Any]]

_ALL: dict[str, Method] = {
    **messages.METHODS,
    **edits.METHODS,
    **ephemeral.METHODS,
    **callbacks.METHODS,
    **inline.METHODS,
    **chats.METHODS,
    **profile.METHODS,
    **polling.METHODS,
}
_BY_LOWER = {name.lower(): name for name in _ALL}


def find(name: str) -> tuple[str, Method] | None:
    """The method's proper name and what does it."""
    proper = _BY_LOWER.get(name.lower())
    return (proper, _ALL[proper]) if proper else None
