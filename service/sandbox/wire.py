"""State as the Bot API spells it."""

from service.sandbox.state import Chat, Document, Json, Message, Photo, Status, User, World

_ADMINISTRATOR_RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
    "can_edit_stories", "can_delete_stories", "can_pin_messages", "can_send_welcome_messages",
)  # fmt: skip

_MEMBER_RIGHTS = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
    "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
    "can_add_web_page_previews", "can_react_to_messages", "can_edit_tag", "can_change_info", "can_invite_users",
    "can_pin_messages", "can_manage_topics",
)  # fmt: skip
ANONYMOUS: Json = {
    "id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot",
}  # fmt: skip
"""Who an administrator that hides behind the group is, whoever it is."""


def user(value: User) -> Json:
    optional = {
        "last_name": value.last_name,
        "username": value.username,
        "language_code": value.language_code,
    }
    return {
        "id": value.id,
        "is_bot": value.is_bot,
        "first_name": value.first_name,
        **{key: item for key, item in optional.items() if item is not None},
    }


def chat(world: World, value: Chat) -> Json:
    if value.type != "private":
        forum = {"is_forum": True} if value.is_forum else {}
        return {"id": value.id, "type": value.type, "title": value.title or "", **forum}
    person = user(world.users[value.id])
    names: Json = {key: person[key] for key in ("first_name", "last_name", "username") if key in person}
    return {"id": value.id, "type": "private", **names}


def chat_full(world: World, value: Chat) -> Json:
    nothing = dict.fromkeys(
        ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"),
        False,
    )
    full = {
        **chat(world, value),
        "accent_color_id": abs(value.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": nothing,
    }
    if value.type != "private":
        full["permissions"] = {"can_send_messages": value.can_send}
    return full


def member(world: World, value: Chat, user_id: int) -> Json:
    person = world.account(user_id)
    return member_with(person, value.members.get(user_id, "left"))


def member_with(person: User, status: Status) -> Json:
    wire: Json = {"status": status, "user": user(person)}
    if status == "creator":
        wire["is_anonymous"] = False
    elif status == "administrator":
        wire |= {"can_be_edited": False, "is_anonymous": False, **dict.fromkeys(_ADMINISTRATOR_RIGHTS, True)}
    elif status == "restricted":
        wire |= {"is_member": True, "until_date": 0, **dict.fromkeys(_MEMBER_RIGHTS, False)}
    elif status == "kicked":
        wire["until_date"] = 0
    return wire


def document(value: Document) -> Json:
    return {
        "file_id": value.file_id,
        "file_unique_id": value.file_unique_id,
        "file_size": value.file_size,
        "file_name": value.file_name,
        "mime_type": value.mime,
    }


def photo_sizes(value: Photo) -> list[Json]:
    """One size only: the page scales, and bots take the last one anyway."""
    return [
        {
            "file_id": value.file_id,
            "file_unique_id": value.file_unique_id,
            "file_size": value.file_size,
            "width": value.width,
            "height": value.height,
        }
    ]


def entities(world: World, values: list[Json]) -> list[Json]:
    return [_entity(world, value) for value in values]


def _entity(world: World, value: Json) -> Json:
    if "user_id" not in value:
        return dict(value)
    person = world.user(value["user_id"])
    rest = {key: item for key, item in value.items() if key != "user_id"}
    return rest | ({"user": user(person)} if person else {})


def message(world: World, value: Message, *, nested: bool = False) -> Json:
    """A Message; the one it replies to comes without a reply of its own, as in life."""
    place = world.chats[value.chat_id]
    sender = world.account(value.sender_id)
    wire: Json = {
        "message_id": 0 if value.ephemeral_id else value.id,
        **(
            {"from": ANONYMOUS, "sender_chat": chat(world, place)}
            if value.anonymous
            else {"from": user(sender)}
        ),
        "chat": chat(world, place),
        "date": value.date,
        **_content(world, value),
    }
    if value.ephemeral_id and value.receiver_id is not None:
        wire["ephemeral_message_id"] = value.ephemeral_id
        incoming = value.sender_id == value.receiver_id
        wire["receiver_user"] = user(
            world.account(value.to_bot or world.bot.id) if incoming else world.account(value.receiver_id)
        )
    if value.thread_id is not None:
        wire["message_thread_id"] = value.thread_id
        if place.is_forum:
            wire["is_topic_message"] = True
    if value.reply_to is not None and not nested:
        replied = world.find_message(value.chat_id, value.reply_to)
        if replied is not None:
            wire["reply_to_message"] = message(world, replied, nested=True)
    if value.via_bot:
        wire["via_bot"] = user(world.bot)
    if value.edit_date is not None:
        wire["edit_date"] = value.edit_date
    if value.reply_markup is not None:
        wire["reply_markup"] = value.reply_markup
    return wire


def _content(world: World, value: Message) -> Json:
    if value.service is not None:
        return value.service
    marks = entities(world, value.entities)
    if value.document is not None:
        caption = {"caption": value.text} if value.text else {}
        return (
            {"document": document(value.document)} | caption | ({"caption_entities": marks} if marks else {})
        )
    if value.photo is None:
        return {"text": value.text, **({"entities": marks} if marks else {})}
    content: Json = {"photo": photo_sizes(value.photo)}
    if value.text:
        content["caption"] = value.text
        content |= {"caption_entities": marks} if marks else {}
        content |= {"show_caption_above_media": True} if value.caption_above else {}
    return content
