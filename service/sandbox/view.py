"""State as a person's page shows it: HTML from entities, names, unread counts."""

import html
import re
from collections.abc import Iterable

from service.sandbox.state import Chat, Json, Message, User, World

#: A phone shows no more of a chat; /control/messages has all of it.
MESSAGES_SHOWN = 300
_SIMPLE = {
    "bold": "b", "italic": "i", "underline": "u", "strikethrough": "s", "code": "code", "pre": "pre",
    "blockquote": "blockquote", "expandable_blockquote": "blockquote",
}  # fmt: skip
_SERVICE_LINES = {
    "forum_topic_closed": "The topic was closed",
    "forum_topic_reopened": "The topic was reopened",
    "delete_chat_photo": "The group's picture was removed",
}
_SAFE_LINKS = ("http://", "https://", "tg://")


def message(world: World, value: Message) -> Json:
    sender = world.account(value.sender_id)
    shown: Json = {
        "id": value.id,
        "chat": value.chat_id,
        "from": {"id": sender.id, "name": full_name(sender), "is_bot": sender.is_bot},
        "date": value.date,
        "text": value.text,
        "entities": value.entities,
        "html": to_html(value.text, value.entities),
        "reply_markup": value.reply_markup,
        "edited": value.edit_date is not None,
        "silent": value.silent,
        "thread_id": value.thread_id,
        "via": f"@{world.bot.username}" if value.via_bot else None,
        "service": _service_line(world, value),
        "ephemeral": value.receiver_id is not None,
    }
    if value.photo is not None:
        shown["photo"] = {
            "url": f"/control/photos/{value.photo.file_id}",
            "width": value.photo.width,
            "height": value.photo.height,
            "below": value.caption_above,
        }
    if value.document is not None:
        url = f"/control/documents/{value.document.file_id}"
        shown["document"] = {"url": url, "name": value.document.file_name, "size": value.document.file_size}
    if value.reply_to is not None:
        shown["reply_to"] = _reply(world, value.chat_id, value.reply_to)
    return shown


def _reply(world: World, chat_id: int, message_id: int) -> Json:
    replied = world.find_message(chat_id, message_id)
    if replied is None:
        return {"id": message_id, "name": "", "text": "Deleted message"}
    sender = world.account(replied.sender_id)
    return {"id": message_id, "name": full_name(sender), "text": replied.text[:120]}


def _service_line(world: World, value: Message) -> str | None:
    """What a service message says, in the page's own language."""
    service = value.service
    if service is None:
        return None
    sender = world.user(value.sender_id)
    actor = full_name(sender) if sender else ""
    if "group_chat_created" in service:
        return f"{actor} created the group"
    if "new_chat_members" in service:
        names = ", ".join(person["first_name"] for person in service["new_chat_members"])
        return f"{names} joined the group"
    if "left_chat_member" in service:
        return f"{service['left_chat_member']['first_name']} left the group"
    if "new_chat_title" in service:
        return f"{actor} changed the group's name to {service['new_chat_title']}"
    return next(
        (line for fact, line in _SERVICE_LINES.items() if fact in service), "The group became a supergroup"
    )


def chat(world: World, value: Chat, user_id: int) -> Json:
    """One entry of a person's chat list, with its messages."""
    visible = messages(world, value, user_id)
    read = value.read.get(user_id, 0)
    return {
        "id": value.id,
        "type": value.type,
        "title": value.title if value.title is not None else world.bot.first_name,
        "members": [full_name(person) for person in members(world, value)],
        "read": read,
        "unread": sum(_counts_as_unread(entry, user_id, read) for entry in visible),
        "messages": [message(world, entry) for entry in visible[-MESSAGES_SHOWN:]],
    }


def _counts_as_unread(value: Message, user_id: int, read: int) -> bool:
    return value.id > read and value.sender_id != user_id and value.service is None


def messages(world: World, value: Chat, user_id: int) -> list[Message]:
    """What this person sees of a chat, oldest first."""
    history = world.messages.get(value.id, {})
    visible = [one for one in history.values() if one.receiver_id in (None, user_id) and not one.undelivered]
    instead = {one.replaces: one for one in visible if one.replaces in history}
    return [instead.get(one.id, one) for one in visible if one.replaces not in instead]


def members(world: World, value: Chat) -> Iterable[User]:
    if value.type == "private":
        return [world.users[value.id], world.bot]
    everybody = ((world.user(user_id), user_id) for user_id in value.members)
    return [person for person, user_id in everybody if person is not None and value.has(user_id)]


def full_name(value: User) -> str:
    return f"{value.first_name} {value.last_name}" if value.last_name else value.first_name


def to_html(text: str, entities: list[Json]) -> str:
    """The text with its entities as HTML that is safe to insert: nothing of it is passed through."""
    units = text.encode("utf-16-le")
    edges = sorted({0, len(units) // 2, *(edge for entity in entities for edge in _span(entity))})
    opened: list[Json] = []
    pieces: list[str] = []
    for start, end in zip(edges, edges[1:] + edges[-1:], strict=True):
        _close_until(opened, start, pieces)
        for entity in entities:
            if entity["offset"] == start:
                pieces.append(_tag(entity)[0])
                opened.append(entity)
        pieces.append(html.escape(units[2 * start : 2 * end].decode("utf-16-le", "replace")))
    # A block ends its line by itself: the newline after it would show as an empty one.
    return re.sub(r"(</(?:pre|blockquote)>(?:</\w+>)*)\n", r"\1", "".join(pieces))


def _close_until(opened: list[Json], position: int, pieces: list[str]) -> None:
    """Closes what ends here; entities that overlap are closed and opened again around it."""
    reopen: list[Json] = []
    while any(_span(entity)[1] <= position for entity in opened):
        last = opened.pop()
        pieces.append(_tag(last)[1])
        if _span(last)[1] > position:
            reopen.append(last)
    for entity in reversed(reopen):
        pieces.append(_tag(entity)[0])
        opened.append(entity)


def _span(entity: Json) -> tuple[int, int]:
    return entity["offset"], entity["offset"] + entity["length"]


def _tag(entity: Json) -> tuple[str, str]:
    kind = entity["type"]
    if kind in _SIMPLE:
        return f"<{_SIMPLE[kind]}>", f"</{_SIMPLE[kind]}>"
    if kind == "spoiler":
        return '<span class="spoiler" tabindex="0" role="button" aria-label="Spoiler">', "</span>"
    if kind == "text_link" and entity["url"].startswith(_SAFE_LINKS):
        return f'<a href="{html.escape(entity["url"])}">', "</a>"
    if kind == "text_mention":
        return f'<a data-user="{entity["user_id"]}">', "</a>"
    if kind == "date_time":
        form = html.escape(entity.get("date_time_format", ""))
        return f'<time data-unix="{entity["unix_time"]}" data-format="{form}">', "</time>"
    if kind in ("url", "mention", "bot_command"):
        return f"<a data-{kind.replace('_', '-')}>", "</a>"
    return "<span>", "</span>"
