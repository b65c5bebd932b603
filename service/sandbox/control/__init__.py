"""The control API over HTTP: what the page and the tests do as a person, and what they may look at."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from service.sandbox.bot_api import file_response
from service.sandbox.control import act, inline, look, wreck
from service.sandbox.errors import ApiError, bad_request
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Json

Handler = Callable[[Sandbox, Json], Any]


async def events(request: Request) -> Response:
    """Server-sent events for ?user=1,2 or, without it, for everybody."""
    sandbox: Sandbox = request.app.state.sandbox
    wanted = request.query_params.get("user")
    try:
        listening = frozenset(map(int, wanted.split(","))) if wanted else None
    except ValueError:
        return PlainTextResponse("user must be numbers", 400)

    async def stream() -> AsyncIterator[str]:
        # The first line tells the client that it misses nothing from here on.
        yield 'data: {"type": "ready"}\n\n'
        async for event in sandbox.hub.listen(listening):
            yield f"data: {json.dumps(event, ensure_ascii=False)}\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


async def file(request: Request) -> Response:
    return file_response(request.app.state.sandbox, request.path_params["file_id"])


def _endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        sandbox: Sandbox = request.app.state.sandbox
        try:
            values = dict(request.query_params) if request.method == "GET" else await _body(request)
            result = handler(_meant(sandbox, values), values)
            return JSONResponse(await result if asyncio.iscoroutine(result) else result)
        except ApiError as error:
            return JSONResponse(error.body(), error.code)

    return endpoint


def _meant(sandbox: Sandbox, values: Json) -> Sandbox:
    """`bot` names whose calls, updates and limits are meant; left out: the first one's."""
    name = values.get("bot")
    if not isinstance(name, str):
        return sandbox
    for one in sandbox.bots:
        if one.bot.username == name:
            return one
    raise bad_request("bot not found")


async def _body(request: Request) -> Json:
    if not request.headers.get("content-type", "").startswith("application/json"):
        # A foreign web page cannot send this type without being asked first, and it is not let in.
        raise bad_request("application/json is expected")
    try:
        body = json.loads(await request.body() or b"{}")
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise bad_request("a JSON object is expected")
    return body


def routes() -> list[Route]:
    """Paths are below /control."""
    looks: list[Handler] = [
        look.users, look.chats, look.state, look.messages, look.answers, look.counters, look.log,
        wreck.faults, wreck.clock,
    ]  # fmt: skip
    acts: dict[str, Handler] = {
        "users": act.add_user, "bots": act.add_bot, "groups": act.create_group, "chats": act.change_chat,
        "members": act.change_member, "send": act.send, "edit": act.edit, "delete": act.delete,
        "tap": act.tap, "start": act.start, "open": act.open_link, "block": act.block,
        "unblock": act.unblock, "read": act.read, "limits": act.limits, "offline": act.offline, "server": act.server,
        "inline": inline.ask, "choose": inline.choose, "feedback": inline.feedback,
        "faults": wreck.add_fault, "mend": wreck.mend, "updates": wreck.updates, "clock": wreck.turn_clock,
    }  # fmt: skip
    return [
        Route("/events", events, methods=["GET"]),
        Route("/photos/{file_id}", file, methods=["GET"]),
        Route("/documents/{file_id}", file, methods=["GET"]),
        Route("/inline", _endpoint(inline.answer), methods=["GET"]),
        *(Route(f"/{handler.__name__}", _endpoint(handler), methods=["GET"]) for handler in looks),
        *(Route(f"/{path}", _endpoint(handler), methods=["POST"]) for path, handler in acts.items()),
    ]
