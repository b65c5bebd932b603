"""The control API: what the page and the tests do as a person, and what they may look at."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from service.sandbox import actions, view
from service.sandbox.bot_api import photo_response
from service.sandbox.errors import ApiError, bad_request
from service.sandbox.methods.profile import commands_for
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Chat, Json, Topic, User

Handler = Callable[[Sandbox, Json], Any]


def _user(value: User) -> Json:
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


# Looking


def users(sandbox: Sandbox, _: Json) -> list[Json]:
    return [
        _user(value) | {"started": value.id in sandbox.world.chats} for value in sandbox.world.users.values()
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
    user = _known_user(sandbox, query)
    mine = [
        value
        for value in sandbox.world.chats.values()
        if value.id == user.id or (value.has(user.id) and value.type != "private")
    ]
    return {
        # Events up to this number are already in here.
        "number": sandbox.hub.number,
        "user": _user(user),
        "bot": _bot(sandbox, user),
        "started": user.id in sandbox.world.chats,
        "chats": [
            view.chat(sandbox.world, value, user.id) | {"commands": commands_for(sandbox.world, user, value)}
            for value in mine
            if value.migrated_to is None
        ],
    }


def messages(sandbox: Sandbox, query: Json) -> list[Json]:
    """What a person sees of one chat, oldest first."""
    user, chat = _known_user(sandbox, query), _known_chat(sandbox, query)
    if not (chat.id == user.id or chat.has(user.id)):
        raise bad_request("chat not found")
    read = chat.read.get(user.id, 0)
    return [
        view.message(sandbox.world, value) | {"unread": value.id > read and value.sender_id != user.id}
        for value in view.messages(sandbox.world, chat, user.id)
    ]


def answers(sandbox: Sandbox, query: Json) -> list[Json]:
    """Taps of a person with their toasts and alerts, oldest first; `answer` is null while one waits."""
    user = _known_user(sandbox, query)
    return [actions.answer_of(value) for value in sandbox.world.queries.values() if value.user_id == user.id]


def counters(sandbox: Sandbox, _: Json) -> Json:
    return sandbox.calls.counters() | {"pending_updates": len(sandbox.updates.pending())}


def log(sandbox: Sandbox, query: Json) -> list[Json]:
    return sandbox.calls.since(int(query.get("since", 0)))


# Doing


def add_user(sandbox: Sandbox, body: Json) -> Json:
    names = {key: body.get(key) for key in ("last_name", "username", "language_code")}
    user = actions.add_user(sandbox, _text(body, "first_name"), **names)
    for chat_id in body.get("join", []):
        actions.set_member(sandbox, _known_chat(sandbox, {"chat": chat_id}), user.id, "member", by=user.id)
    return _user(user)


def create_group(sandbox: Sandbox, body: Json) -> Json:
    members = [int(value) for value in body.get("members") or sandbox.world.users]
    kind = body.get("type", "group")
    if kind not in ("group", "supergroup"):
        raise bad_request("type is group or supergroup")
    chat = actions.create_group(
        sandbox, _text(body, "title"), members, kind=kind, with_bot=body.get("bot", True)
    )
    return {"id": chat.id}


def change_chat(sandbox: Sandbox, body: Json) -> Json:
    """can_send; is_forum and topics {id: {name, closed}}; upgrade: true makes it a supergroup."""
    chat = _known_chat(sandbox, body)
    chat.can_send = bool(body.get("can_send", chat.can_send))
    chat.is_forum = bool(body.get("is_forum", chat.is_forum))
    for key, topic in body.get("topics", {}).items():
        chat.topics[int(key)] = Topic(topic.get("name", f"Topic {key}"), bool(topic.get("closed", False)))
    if body.get("upgrade"):
        chat = actions.upgrade(sandbox, chat)
    sandbox.changed()
    return {"id": chat.id}


def change_member(sandbox: Sandbox, body: Json) -> Json:
    status = body.get("status")
    if status not in ("creator", "administrator", "member", "left", "kicked"):
        raise bad_request("unknown status")
    target = sandbox.world.bot.id if body.get("user") == "bot" else _integer(body, "user")
    chat = _known_chat(sandbox, body)
    owner = next((user_id for user_id, value in chat.members.items() if value == "creator"), target)
    actions.set_member(sandbox, chat, target, status, by=int(body.get("by", owner)))
    return {}


def send(sandbox: Sandbox, body: Json) -> Json:
    message = actions.send(
        sandbox,
        _integer(body, "user"),
        _integer(body, "chat"),
        _text(body, "text"),
        reply_to=body.get("reply_to"),
        thread_id=body.get("thread_id"),
    )
    return view.message(sandbox.world, message)


def edit(sandbox: Sandbox, body: Json) -> Json:
    ids = _integer(body, "user"), _integer(body, "chat"), _integer(body, "message_id")
    return view.message(sandbox.world, actions.edit(sandbox, *ids, _text(body, "text")))


def delete(sandbox: Sandbox, body: Json) -> Json:
    actions.delete(sandbox, _integer(body, "user"), _integer(body, "chat"), _integer(body, "message_id"))
    return {}


async def tap(sandbox: Sandbox, body: Json) -> Json:
    """By `data`, or by `row` and `column`; `wait`: seconds to wait for the answer."""
    user, chat, message = _integer(body, "user"), _integer(body, "chat"), _integer(body, "message_id")
    data = body.get("data")
    if data is None:
        button = actions.button(sandbox, chat, message, _integer(body, "row"), _integer(body, "column"))
        data = button.get("callback_data")
    if not isinstance(data, str):
        raise bad_request("this button is no callback button")
    listening = sandbox.hub.listen(frozenset([user]))
    waiting = asyncio.ensure_future(anext(listening)) if body.get("wait") else None
    query = actions.tap(sandbox, user, chat, message, data)
    try:
        async with asyncio.timeout(float(body.get("wait", 0)) if waiting else None):
            while waiting is not None and query.answer is None:
                await waiting
                waiting = asyncio.ensure_future(anext(listening))
    except (TimeoutError, StopAsyncIteration):
        pass
    finally:
        if waiting is not None:
            waiting.cancel()
    return actions.answer_of(query)


def start(sandbox: Sandbox, body: Json) -> Json:
    return view.message(sandbox.world, actions.start(sandbox, _integer(body, "user"), body.get("payload")))


def open_link(sandbox: Sandbox, body: Json) -> Json:
    actions.open_link(sandbox, _integer(body, "user"), body.get("payload", ""))
    return {}


def block(sandbox: Sandbox, body: Json) -> Json:
    actions.block(sandbox, _integer(body, "user"))
    return {}


def unblock(sandbox: Sandbox, body: Json) -> Json:
    actions.unblock(sandbox, _integer(body, "user"))
    return {}


def read(sandbox: Sandbox, body: Json) -> Json:
    """Up to `message_id`, or all of it."""
    chat, user_id = _known_chat(sandbox, body), _integer(body, "user")
    last = max(sandbox.world.messages.get(chat.id, {}), default=0)
    sandbox.mark_read(chat, user_id, int(body.get("message_id", last)))
    return {}


def limits(sandbox: Sandbox, body: Json) -> Json:
    sandbox.limits.enabled = bool(body.get("enabled", sandbox.limits.enabled))
    return {"enabled": sandbox.limits.enabled}


# Over HTTP


async def events(request: Request) -> Response:
    """Server-sent events for ?user=1,2 or, without it, for everybody."""
    sandbox: Sandbox = request.app.state.sandbox
    wanted = request.query_params.get("user")
    listening = frozenset(map(int, wanted.split(","))) if wanted else None

    async def stream() -> AsyncIterator[str]:
        # The first line tells the client that it misses nothing from here on.
        yield 'data: {"type": "ready"}\n\n'
        async for event in sandbox.hub.listen(listening):
            yield f"data: {json.dumps(event, ensure_ascii=False)}\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


async def photo(request: Request) -> Response:
    return photo_response(request.app.state.sandbox, request.path_params["file_id"])


def _known_user(sandbox: Sandbox, values: Json) -> User:
    user = sandbox.world.users.get(_integer(values, "user"))
    if user is None:
        raise bad_request("user not found")
    return user


def _known_chat(sandbox: Sandbox, values: Json) -> Chat:
    chat = sandbox.world.chats.get(_integer(values, "chat"))
    if chat is None:
        raise bad_request("chat not found")
    return chat


def _integer(values: Json, key: str) -> int:
    try:
        return int(values[key])
    except (KeyError, TypeError, ValueError):
        raise bad_request(f"{key} must be a number") from None


def _text(values: Json, key: str) -> str:
    value = values.get(key)
    if not isinstance(value, str) or not value.strip():
        raise bad_request(f"{key} must be a text")
    return value


def _endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        sandbox: Sandbox = request.app.state.sandbox
        try:
            values = dict(request.query_params) if request.method == "GET" else await _body(request)
            result = handler(sandbox, values)
            return JSONResponse(await result if asyncio.iscoroutine(result) else result)
        except ApiError as error:
            return JSONResponse(error.body(), error.code)

    return endpoint


async def _body(request: Request) -> Json:
    if not request.headers.get("content-type", "").startswith("application/json"):
        # A foreign web page cannot send this type without being asked first, and it is not let in.
        raise bad_request("application/json is expected")
    try:
        body = json.loads(await request.body() or b"{}")
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise bad_request("a JSON object is expected")
    return body


def routes() -> list[Route]:
    """Paths are below /control."""
    looks: list[Handler] = [users, chats, state, messages, answers, counters, log]
    acts: dict[str, Handler] = {
        "users": add_user, "groups": create_group, "chats": change_chat, "members": change_member,
        "send": send, "edit": edit, "delete": delete, "tap": tap, "start": start, "open": open_link,
        "block": block, "unblock": unblock, "read": read, "limits": limits,
    }  # fmt: skip
    return [
        Route("/events", events, methods=["GET"]),
        Route("/photos/{file_id}", photo, methods=["GET"]),
        *(Route(f"/{look.__name__}", _endpoint(look), methods=["GET"]) for look in looks),
        *(Route(f"/{path}", _endpoint(act), methods=["POST"]) for path, act in acts.items()),
    ]
