"""Groups and who belongs to them, with the updates and service messages that tell of it."""

from service.sandbox import wire
from service.sandbox.errors import bad_request
from service.sandbox.sandbox import Sandbox
from service.sandbox.state import BotAccount, Chat, ChatType, Json, Message, Status, Topic, User


def create_group(
    sandbox: Sandbox, title: str, user_ids: list[int], *, kind: ChatType = "group", with_bot: bool = True
) -> Chat:
    """The first of the users owns the group."""
    if not user_ids:
        raise bad_request("a group needs a member")
    world = sandbox.world
    world.last_chat_number += 1
    number = world.last_chat_number
    chat_id = -(4_000_000_000 + number) if kind == "group" else -(1_002_000_000_000 + number)
    chat = Chat(chat_id, kind, title, is_forum=False)
    chat.members = {known_person(sandbox, user_id).id: "member" for user_id in user_ids}
    chat.members[user_ids[0]] = "creator"
    world.chats[chat.id] = chat
    sandbox.changed(("chats", chat.id))
    if kind == "group":
        _service(
            sandbox, chat, user_ids[0], {"group_chat_created": True}, seen_by=[sandbox] if with_bot else []
        )
    if with_bot:
        set_member(sandbox, chat, world.bot.id, "member", by=user_ids[0])
    sandbox.tell_people(*user_ids)
    return chat


def set_member(sandbox: Sandbox, chat: Chat, user_id: int, status: Status, *, by: int) -> None:
    """Joins, leaves, kicks or promotes a person or a bot."""
    world = sandbox.world
    person, actor = world.user(user_id), person_or_bot(sandbox, by)
    if person is None:
        raise bad_request("user not found")
    before, old = chat.has(user_id), chat.members.get(user_id, "left")
    if old == status:
        return
    affected = sandbox.people_in(chat)
    chat.members[user_id] = status
    sandbox.changed(("chats", chat.id))
    if before != chat.has(user_id):
        fact = (
            {"left_chat_member": wire.user(person)} if before else {"new_chat_members": [wire.user(person)]}
        )
        _service(sandbox, chat, actor.id, fact, seen_by=sandbox.bots_in(chat))
    for bot in sandbox.bots:
        if bot.bot.id == user_id:
            membership_update(bot, "my_chat_member", chat, actor, person, (old, status))
        elif chat.members.get(bot.bot.id) in ("administrator", "creator"):
            membership_update(bot, "chat_member", chat, actor, person, (old, status))
    sandbox.tell_people(*{*affected, *sandbox.people_in(chat)})


def owner(chat: Chat, otherwise: int) -> int:
    return next((user_id for user_id, status in chat.members.items() if status == "creator"), otherwise)


def add_bot(sandbox: Sandbox, username: str, name: str, *, privacy: bool = True) -> Sandbox:
    """As that bot reaches it."""
    if any((one.bot.username or "").lower() == username.lower() for one in sandbox.bots):
        raise bad_request("this username is taken")
    number = max(one.bot.id for one in sandbox.bots) + 1
    user = User(number, name, username=username, is_bot=True)
    token = f"{number}:the-local-token-of-a-further-bot"
    # A number that grows over resets, as the first bot's.
    return sandbox.admit(BotAccount(user, privacy, last_update_id=sandbox.now(), token=token))


def upgrade(sandbox: Sandbox, chat: Chat) -> Chat:
    """The group becomes a supergroup: a new id, and both sides get a migrate message."""
    if chat.type != "group" or chat.migrated_to is not None:
        raise bad_request("only a group can be upgraded")
    world = sandbox.world
    world.last_chat_number += 1
    new = Chat(-(1_002_000_000_000 + world.last_chat_number), "supergroup", chat.title, dict(chat.members))
    world.chats[new.id] = new
    chat.migrated_to = new.id
    sandbox.changed(("chats", chat.id), ("chats", new.id))
    seen_by = sandbox.bots_in(chat)
    _service(sandbox, chat, owner(chat, world.bot.id), {"migrate_to_chat_id": new.id}, seen_by=seen_by)
    _service(sandbox, new, owner(chat, world.bot.id), {"migrate_from_chat_id": chat.id}, seen_by=seen_by)
    sandbox.tell_people(*sandbox.people_in(new))
    return new


def rename(sandbox: Sandbox, chat: Chat, title: str) -> None:
    chat.title = title
    sandbox.changed(("chats", chat.id))
    tell(sandbox, chat, {"new_chat_title": title})


def set_topic(sandbox: Sandbox, chat: Chat, number: int, topic: Topic) -> None:
    """A new topic, or a known one that is closed or reopened."""
    before = chat.topics.get(number)
    chat.topics[number] = topic
    sandbox.changed(("chats", chat.id))
    if before is not None and before.closed != topic.closed:
        fact: Json = {"forum_topic_closed": {}} if topic.closed else {"forum_topic_reopened": {}}
        tell(sandbox, chat, fact, thread_id=number)


def tell(sandbox: Sandbox, chat: Chat, fact: Json, thread_id: int | None = None) -> None:
    """A service message by the owner."""
    if by := owner(chat, 0):
        _service(sandbox, chat, by, fact, seen_by=sandbox.bots_in(chat), thread_id=thread_id)


def _service(
    sandbox: Sandbox,
    chat: Chat,
    sender_id: int,
    fact: Json,
    *,
    seen_by: list[Sandbox],
    thread_id: int | None = None,
) -> None:
    message = Message(
        id=sandbox.world.next_message_id(chat),
        chat_id=chat.id,
        sender_id=sender_id,
        date=sandbox.now(),
        service=fact,
        thread_id=thread_id,
    )
    sandbox.post(message)
    for bot in seen_by:
        bot.updates.put("message", wire.message(sandbox.world, message))


def membership_update(
    sandbox: Sandbox, kind: str, chat: Chat, actor: User, person: User, change: tuple[Status, Status]
) -> None:
    content = {
        "chat": wire.chat(sandbox.world, chat),
        "from": wire.user(actor),
        "date": sandbox.now(),
        "old_chat_member": wire.member_with(person, change[0]),
        "new_chat_member": wire.member_with(person, change[1]),
    }
    sandbox.updates.put(kind, content)


def known_person(sandbox: Sandbox, user_id: int) -> User:
    person = sandbox.world.users.get(user_id)
    if person is None:
        raise bad_request("user not found")
    return person


def person_or_bot(sandbox: Sandbox, user_id: int) -> User:
    return next((one.bot for one in sandbox.bots if one.bot.id == user_id), None) or known_person(
        sandbox, user_id
    )
