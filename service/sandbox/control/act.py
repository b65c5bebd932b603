"""What can be done as a person, or to the world."""

import asyncio
import contextlib
from typing import get_args

from service.sandbox import actions, groups, view
from service.sandbox.control import fields, look
from service.sandbox.errors import bad_request
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import Json, Query, Topic


def add_user(sandbox: Sandbox, body: Json) -> Json:
    names = {key: body.get(key) for key in ("last_name", "username", "language_code")}
    user = actions.add_user(sandbox, fields.text(body, "first_name"), **names)
    for chat_id in fields.integers(body, "join"):
        groups.set_member(
            sandbox, fields.known_chat(sandbox, {"chat": chat_id}), user.id, "member", by=user.id
        )
    return look.person(user)


def add_bot(sandbox: Sandbox, body: Json) -> Json:
    """One more bot, for groups; its token is in the answer, and nowhere else."""
    new = groups.add_bot(
        sandbox,
        fields.text(body, "username"),
        str(body.get("name") or body["username"]),
        privacy=bool(body.get("privacy", True)),
    )
    for chat_id in fields.integers(body, "join"):
        chat = fields.known_chat(sandbox, {"chat": chat_id})
        groups.set_member(sandbox, chat, new.bot.id, "member", by=groups.owner(chat, new.bot.id))
    return {"id": new.bot.id, "username": new.bot.username, "token": new.account.token}


def create_group(sandbox: Sandbox, body: Json) -> Json:
    members = fields.integers(body, "members") or list(sandbox.world.users)
    kind = body.get("type", "group")
    if kind not in ("group", "supergroup"):
        raise bad_request("type is group or supergroup")
    chat = groups.create_group(
        sandbox, fields.text(body, "title"), members, kind=kind, with_bot=body.get("bot", True)
    )
    return {"id": chat.id}


def change_chat(sandbox: Sandbox, body: Json) -> Json:
    """title; photo: false; can_send; is_forum and topics {id: {name, closed}}; upgrade: true makes it a supergroup."""
    chat = fields.known_chat(sandbox, body)
    sandbox.changed(("chats", chat.id))
    chat.can_send = bool(body.get("can_send", chat.can_send))
    chat.is_forum = bool(body.get("is_forum", chat.is_forum))
    for key, topic in body.get("topics", {}).items():
        wanted = Topic(topic.get("name", f"Topic {key}"), bool(topic.get("closed", False)))
        groups.set_topic(sandbox, chat, int(key), wanted)
    if "title" in body:
        groups.rename(sandbox, chat, fields.text(body, "title"))
    if body.get("photo") is False:
        groups.tell(sandbox, chat, {"delete_chat_photo": True})
    if body.get("upgrade"):
        chat = groups.upgrade(sandbox, chat)
    return {"id": chat.id}


def change_member(sandbox: Sandbox, body: Json) -> Json:
    status = body.get("status")
    if status not in ("creator", "administrator", "member", "restricted", "left", "kicked"):
        raise bad_request("unknown status")
    target = sandbox.bot.id if body.get("user") == "bot" else fields.integer(body, "user")
    chat = fields.known_chat(sandbox, body)
    groups.set_member(
        sandbox, chat, target, status, by=fields.integer_or(body, "by", groups.owner(chat, target))
    )
    return {}


def send(sandbox: Sandbox, body: Json) -> Json:
    message = actions.send(
        sandbox,
        fields.integer(body, "user"),
        fields.integer(body, "chat"),
        fields.text(body, "text"),
        reply_to=body.get("reply_to"),
        thread_id=body.get("thread_id"),
        anonymous=bool(body.get("anonymous")),
    )
    return view.message(sandbox.world, message)


def edit(sandbox: Sandbox, body: Json) -> Json:
    ids = fields.integer(body, "user"), fields.integer(body, "chat"), fields.integer(body, "message_id")
    return view.message(sandbox.world, actions.edit(sandbox, *ids, fields.text(body, "text")))


def delete(sandbox: Sandbox, body: Json) -> Json:
    actions.delete(
        sandbox,
        fields.integer(body, "user"),
        fields.integer(body, "chat"),
        fields.integer(body, "message_id"),
    )
    return {}


async def tap(sandbox: Sandbox, body: Json) -> Json:
    """By `data`, or by `row` and `column`; `wait`: seconds to wait for the answer; `shape`: `actions.TapShape`."""
    user, chat, message = (
        fields.integer(body, "user"),
        fields.integer(body, "chat"),
        fields.integer(body, "message_id"),
    )
    data = body.get("data")
    if data is None:
        button = actions.button(
            sandbox, chat, message, fields.integer(body, "row"), fields.integer(body, "column")
        )
        data = button.get("callback_data")
    if not isinstance(data, str):
        raise bad_request("this button is no callback button")
    shape = body.get("shape", "message")
    if shape not in get_args(actions.TapShape):
        raise bad_request("shape is message, inaccessible, inline or anonymous")
    patience = fields.seconds(body, "wait")
    query = actions.tap(sandbox, user, chat, message, data, shape)
    if patience:
        await _answered(sandbox, query, patience)
    return actions.answer_of(query)


async def _answered(sandbox: Sandbox, query: Query, patience: float) -> None:
    with contextlib.suppress(TimeoutError):
        async with (
            asyncio.timeout(patience),
            contextlib.aclosing(sandbox.hub.listen(frozenset([query.user_id]))) as events,
        ):
            async for _ in events:
                if query.answer is not None:
                    return


def start(sandbox: Sandbox, body: Json) -> Json:
    return view.message(
        sandbox.world, actions.start(sandbox, fields.integer(body, "user"), body.get("payload"))
    )


def open_link(sandbox: Sandbox, body: Json) -> Json:
    actions.open_link(sandbox, fields.integer(body, "user"), body.get("payload", ""))
    return {}


def block(sandbox: Sandbox, body: Json) -> Json:
    actions.block(sandbox, fields.integer(body, "user"))
    return {}


def unblock(sandbox: Sandbox, body: Json) -> Json:
    actions.unblock(sandbox, fields.integer(body, "user"))
    return {}


def offline(sandbox: Sandbox, body: Json) -> Json:
    """Ephemeral messages do not reach who is away; everything else does, later."""
    user = fields.known_user(sandbox, body)
    user.offline = bool(body.get("offline", True))
    sandbox.changed(("users", user.id))
    return {"offline": user.offline}


def server(sandbox: Sandbox, body: Json) -> Json:
    """Which server this is: what it knows of ephemeral messages."""
    known = body.get("ephemeral", sandbox.world.ephemeral)
    if known not in ("known", "half", "unknown"):
        raise bad_request("ephemeral is known, half or unknown")
    sandbox.world.ephemeral = known
    sandbox.changed()
    return {"ephemeral": known}


def read(sandbox: Sandbox, body: Json) -> Json:
    """Up to `message_id`, or all of it."""
    chat, user_id = fields.known_chat(sandbox, body), fields.integer(body, "user")
    last = max(sandbox.world.messages.get(chat.id, {}), default=0)
    sandbox.mark_read(chat, user_id, fields.integer_or(body, "message_id", last))
    return {}


def limits(sandbox: Sandbox, body: Json) -> Json:
    sandbox.limits.enabled = bool(body.get("enabled", sandbox.limits.enabled))
    return {"enabled": sandbox.limits.enabled}
