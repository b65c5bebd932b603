"""Everything the local Telegram remembers, as plain data that survives a restart."""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Json: TypeAlias = dict[str, Any]
ChatType: TypeAlias = Literal["private", "group", "supergroup"]
Status: TypeAlias = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]
"""Restricted: a member who may not write."""
Ephemeral: TypeAlias = Literal["known", "half", "unknown"]

#: Old messages fall off the end, so that a soak test does not save an ever-growing file.
MESSAGES_KEPT = 2000
#: More than are given between two saves.
NUMBERS_LEFT_OUT = 10_000
PLACES_LEFT_OUT = 100


@dataclass
class User:
    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False
    blocked: bool = False
    deactivated: bool = False
    #: What happens to ephemeral messages meanwhile is not made up for.
    offline: bool = False
    #: Set by a deep link: the next press of START sends "/start <payload>".
    start_payload: str | None = None


@dataclass
class Topic:
    name: str
    closed: bool = False


@dataclass
class Chat:
    """A private chat has its user's id; it exists once the user pressed Start."""

    id: int
    type: ChatType
    title: str | None = None
    members: dict[int, Status] = field(default_factory=dict)
    is_forum: bool = False
    topics: dict[int, Topic] = field(default_factory=dict)
    migrated_to: int | None = None
    #: False: the bot may read but not write, as when an administrator took its right.
    can_send: bool = True
    #: Last message each user has read.
    read: dict[int, int] = field(default_factory=dict)
    #: Used by supergroups only; the other chats share the bot account's numbering.
    last_message_id: int = 0

    def has(self, user_id: int) -> bool:
        return self.members.get(user_id, "left") not in ("left", "kicked")


@dataclass
class Photo:
    file_id: str
    file_unique_id: str
    file_size: int
    width: int
    height: int
    mime: str


@dataclass
class Document:
    file_id: str
    file_unique_id: str
    file_size: int
    file_name: str
    mime: str


@dataclass
class Message:
    id: int
    chat_id: int
    sender_id: int
    date: int
    #: The text, or the caption when there is a photo.
    text: str = ""
    entities: list[Json] = field(default_factory=list)
    photo: Photo | None = None
    document: Document | None = None
    #: The caption stands above the photo.
    caption_above: bool = False
    reply_markup: Json | None = None
    reply_to: int | None = None
    thread_id: int | None = None
    silent: bool = False
    edit_date: int | None = None
    #: Bot API fields of a service message, such as new_chat_members.
    service: Json | None = None
    #: Posted through the bot's inline mode; with buttons it can be edited by its inline id.
    via_bot: bool = False
    inline_id: str | None = None
    #: Written by an administrator who hides behind the group: nobody is told who it was.
    anonymous: bool = False
    #: An ephemeral message: only this member sees it, and `ephemeral_id` names it.
    receiver_id: int | None = None
    ephemeral_id: int | None = None
    #: Of an ephemeral command: the bot it is for; none in older files: the first.
    to_bot: int | None = None
    #: It stands in the place of this message, for its receiver.
    replaces: int | None = None
    #: Its receiver was not there when it came: he never sees it, and the bot does not know.
    undelivered: bool = False
    #: Its receiver was not there when it was deleted: he sees it still, and the bot knows nothing of it any more.
    forgotten: bool = False


@dataclass
class Query:
    """A tap that waits for answerCallbackQuery."""

    id: str
    user_id: int
    chat_id: int
    message_id: int
    data: str
    asked: float
    #: Whose button was tapped; none in older files: the first bot's.
    bot_id: int | None = None
    #: The tapped message was ephemeral.
    ephemeral: bool = False
    answer: Json | None = None


@dataclass
class InlineQuery:
    """What somebody writes after the bot's name, and the results he is offered."""

    id: str
    user_id: int
    chat_id: int
    query: str
    asked: float
    answer: Json | None = None


@dataclass
class Webhook:
    url: str = ""
    secret_token: str | None = None
    max_connections: int = 40
    last_error_date: int | None = None
    last_error_message: str | None = None


@dataclass
class Pending:
    """An update the bot has not confirmed yet."""

    update: Json
    at: float


@dataclass
class BotAccount:
    """A bot, and what Telegram keeps for it alone."""

    bot: User
    #: Privacy mode: in groups it is told of commands and replies only.
    privacy: bool = True
    pending: list[Pending] = field(default_factory=list)
    allowed_updates: list[str] = field(default_factory=list)
    webhook: Webhook = field(default_factory=Webhook)
    #: "scope|language" -> commands; see methods/profile.py.
    commands: dict[str, list[Json]] = field(default_factory=dict)
    #: Names, descriptions, menu buttons: "kind|key" -> value.
    profile: dict[str, Any] = field(default_factory=dict)
    last_update_id: int = 0
    #: Of a further bot; the first one's is a setting.
    token: str = ""


@dataclass
class World(BotAccount):
    """All of it. The first bot's account is the world's own, as in files from when there was no other."""

    further_bots: list[BotAccount] = field(default_factory=list)
    users: dict[int, User] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    messages: dict[int, dict[int, Message]] = field(default_factory=dict)
    queries: dict[str, Query] = field(default_factory=dict)
    inline_queries: dict[str, InlineQuery] = field(default_factory=dict)
    #: Whether the bot is told what was chosen, as its owner asks for at @BotFather.
    inline_feedback: bool = True
    photos: dict[str, Photo] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    last_message_id: int = 0
    #: Ephemeral messages are kept under negative ids that never come again; on the wire they have others.
    last_ephemeral_key: int = 0
    #: "half": it knows the methods and not the parameter, as between two versions; "unknown": neither.
    ephemeral: Ephemeral = "known"
    last_chat_number: int = 0
    last_user_id: int = 0
    #: False as long as it is served: found so at a start, the last moments before are missing.
    complete: bool = True

    def leap(self) -> None:
        """After a crash: what was numbered since the last save is forgotten here, and remembered by the bot. No number
        of those may come again, or the bot would take a new update for one that it has seen, or edit the wrong message.
        """
        for account in self.accounts():
            account.last_update_id += NUMBERS_LEFT_OUT
        self.last_message_id += NUMBERS_LEFT_OUT
        self.last_ephemeral_key += NUMBERS_LEFT_OUT
        self.last_chat_number += PLACES_LEFT_OUT
        self.last_user_id += PLACES_LEFT_OUT
        for chat in self.chats.values():
            if chat.type == "supergroup":
                chat.last_message_id += NUMBERS_LEFT_OUT

    def next_message_id(self, chat: Chat) -> int:
        """Telegram numbers per account, except in supergroups, which count for themselves."""
        counter: Chat | World = chat if chat.type == "supergroup" else self
        counter.last_message_id += 1
        return counter.last_message_id

    def add_message(self, message: Message) -> None:
        history = self.messages.setdefault(message.chat_id, {})
        history[message.id] = message
        while len(history) > MESSAGES_KEPT:
            del history[next(iter(history))]

    def find_message(self, chat_id: int, message_id: int) -> Message | None:
        return self.messages.get(chat_id, {}).get(message_id)

    def accounts(self) -> "list[BotAccount]":
        """All bots, the first one first."""
        return [self, *self.further_bots]

    def user(self, user_id: int) -> User | None:
        """A person or a bot."""
        bots = (account.bot for account in self.accounts())
        return self.users.get(user_id) or next((bot for bot in bots if bot.id == user_id), None)

    def account(self, user_id: int) -> User:
        """A bot or a person, who must exist: nobody is ever removed."""
        found = self.user(user_id)
        assert found is not None
        return found
