"""What can go wrong between Telegram and its bot, on purpose: calls, connections, updates, and time."""

import asyncio

from service.sandbox import whispers
from service.sandbox.control import fields
from service.sandbox.errors import ApiError, bad_request
from service.sandbox.faults import How
from service.sandbox.methods import find
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Json

REFUSE = "refuse"
_TITLES = {
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 409: "Conflict",
    429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
}  # fmt: skip


def faults(sandbox: Sandbox, _: Json) -> list[Json]:
    return sandbox.faults.shown()


def add_fault(sandbox: Sandbox, body: Json) -> Json:
    """how: error, stall, drop, slow for calls of a method and chat; refuse for the bot's whole line."""
    if body.get("how") == REFUSE:
        return _refuse(sandbox, body)
    how = body.get("how", How.ERROR)
    if how not in set(How):
        raise bad_request("how is error, stall, drop, slow or refuse")
    seconds = fields.seconds(body, "seconds")
    if how == How.SLOW and seconds is None:
        raise bad_request("slow needs seconds")
    fault = sandbox.faults.add(
        How(how),
        method=_method(body),
        chat=None if body.get("chat") is None else fields.integer(body, "chat"),
        times=None if body.get("times") is None else fields.integer(body, "times"),
        after=bool(body.get("after", False)),
        error=_error(body) if how == How.ERROR else None,
        seconds=seconds,
    )
    return fault.shown()


def _method(body: Json) -> str | None:
    name = body.get("method")
    if name is None:
        return None
    found = find(str(name))
    if found is None:
        raise bad_request(f"no method {name}")
    return found[0]


def _error(body: Json) -> ApiError:
    """By code and text, word for word; 429 and a group's move bring what Telegram sends with them."""
    code = fields.integer(body, "code")
    retry_after, moved_to = body.get("retry_after"), body.get("migrate_to_chat_id")
    told = f"{_TITLES.get(code, 'Error')}" + (
        f": retry after {retry_after}" if retry_after is not None else ""
    )
    parameters: Json = {} if retry_after is None else {"retry_after": fields.integer(body, "retry_after")}
    if moved_to is not None:
        parameters["migrate_to_chat_id"] = fields.integer(body, "migrate_to_chat_id")
    return ApiError(code, str(body.get("description", told)), parameters or None)


def _refuse(sandbox: Sandbox, body: Json) -> Json:
    """The way back by itself after `seconds`, since nobody new can ask for it; or by `mend` on an open connection."""
    seconds = fields.seconds(body, "seconds")
    sandbox.line.refuse()
    if seconds is not None:
        loop = asyncio.get_running_loop()
        loop.call_later(seconds, lambda: sandbox.keep(asyncio.ensure_future(sandbox.line.answer())))
    return {"how": REFUSE, "seconds": seconds}


async def mend(sandbox: Sandbox, body: Json) -> Json:
    """One fault by its number, or everything."""
    number = None if body.get("number") is None else fields.integer(body, "number")
    removed = sandbox.faults.remove(number)
    if number is None:
        await sandbox.line.answer()
        sandbox.updates.unruly.calm()
        sandbox.updates.look_again()
    return {"removed": removed}


def updates(sandbox: Sandbox, body: Json) -> Json:
    """copies, reversed and delay for what comes from now on; again, jump and put at once."""
    unruly, queue = sandbox.updates.unruly, sandbox.updates
    unruly.copies = max(1, fields.integer_or(body, "copies", unruly.copies))
    unruly.reversed = bool(body.get("reversed", unruly.reversed))
    delay = fields.seconds(body, "delay")
    unruly.delay = unruly.delay if delay is None else delay
    if body.get("jump") is not None:
        queue.jump(fields.integer(body, "jump"))
    put = body.get("put")
    if put is not None and not (isinstance(put, dict) and len(put) == 1):
        raise bad_request("put is one update without its id: {kind: content}")
    ids = [queue.force(kind, content) for kind, content in (put or {}).items()]
    again = queue.again(fields.integer(body, "again")) if body.get("again") is not None else 0
    queue.look_again()
    return unruly.shown() | {"again": again, "ids": ids}


def clock(sandbox: Sandbox, _: Json) -> Json:
    return {"now": sandbox.clock.now(), "ahead": sandbox.clock.ahead}


def turn_clock(sandbox: Sandbox, body: Json) -> Json:
    """Forward by some seconds, or put to a moment. Long polls look again: what was delayed may be due."""
    moment = fields.seconds(body, "put")
    if moment is not None:
        sandbox.put_clock(moment)
    sandbox.clock.turn(fields.seconds(body, "turn") or 0.0)
    for bot in sandbox.bots:
        bot.updates.look_again()
    for chat in sandbox.world.chats:
        whispers.sweep(sandbox, chat)
    return clock(sandbox, {})
