"""Who is asking: every update refreshes what is known of its person and its group, field by field."""

import asyncio
from contextlib import suppress
from typing import NamedTuple

from telegram import CallbackQuery, Update, User
from telegram import Chat as TelegramChat
from telegram.constants import ChatType

from service.people import Chat, Person
from service.ports import StoreDown
from service.table.commands import Arrive
from service.telegram.callback import TapKind
from service.telegram.handlers.desk import Desk
from service.telegram.moving import where
from service.telegram.tastes import reader
from service.telegram.texts import Tongue
from service.usecases import house

ANONYMOUS = frozenset({1087968824, 136817688, 777000})
"""Behind these ids stand many: anonymous administrators, channels, Telegram itself."""
GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)
COARSE = 4
"""How far a group's message ids run on before the newest is written down: an administrator hears every message."""


class Caller(NamedTuple):
    """The person behind an update, how to speak to him, and the group it came from (None: in private)."""

    person: Person
    tongue: Tongue
    group: Chat | None = None
    thread: int | None = None
    """The forum topic it was written in."""
    group_tongue: Tongue | None = None
    noted: asyncio.Task[None] | None = None
    """The writing down of a tap's time, which nobody need wait for: it stands before the tap is carried out."""

    @property
    def room(self) -> Tongue:
        """How the chat it came from is spoken to: a group in its own language, for all read it there."""
        return self.group_tongue or self.tongue


async def meet(desk: Desk, update: Update) -> Caller | None:
    """The caller, his fields refreshed. None where no single person stands behind the update."""
    user, chat = update.effective_user, update.effective_chat
    group = await _group(desk, chat, update) if chat is not None and chat.type in GROUPS else None
    if user is None or is_nobody(update, user):
        return None
    known, now = await asyncio.gather(desk.container.directory.person(user.id), desk.container.store.now())
    # A tap on an inline message comes from a chat that nobody names.
    private = chat is not None and chat.type == ChatType.PRIVATE
    fields = _fields(update, user, known, private, now)
    if known.model_copy(update=fields).reachable and not known.reachable:
        # Before it is remembered: should the store fail in between, the repeated update tells the tables once more.
        await announce(desk, known.id, reachable=True)
    noted = None
    if set(fields) == {"last_tap"}:
        noted = asyncio.create_task(_note(desk, known.id, now))
    person = known.model_copy(update=fields) if noted else await _refresh(desk, known, fields)
    message = update.message
    if private and message is not None:
        await desk.container.directory.saw_message(user.id, message.message_id)
    shared = speech(desk, None, group, now) if group is not None and group.language else None
    return Caller(person, speech(desk, person, group, now), group, _topic(update), shared, noted)


def is_nobody(update: Update, user: User) -> bool:
    """An anonymous administrator, a channel, a bot: none of them can sit down."""
    message = update.message
    return user.is_bot or user.id in ANONYMOUS or (message is not None and message.sender_chat is not None)


def speech(desk: Desk, person: Person | None, group: Chat | None, now: int = 0) -> Tongue:
    """How a person is spoken to; with None for him, a group."""
    settings = desk.container.settings
    return reader(person, group, settings.default_language, settings.zone, now)


def _fields(
    update: Update, user: User, known: Person, private: bool, now: int
) -> dict[str, str | int | bool]:
    """What this update teaches about its person, and is not known yet."""
    fields: dict[str, str | int | bool] = {"name": user.full_name or "", "username": user.username or ""}
    if not known.language and user.language_code:
        fields["language"] = user.language_code[:2].lower()
    if private and update.message is not None:
        # Writing to the bot is what lets it answer, whatever was blocked before.
        fields |= {"started": True, "blocked": False}
    fields = {name: value for name, value in fields.items() if getattr(known, name) != value}
    if update.callback_query is not None and (private or _on_own_hand(update.callback_query)):
        fields["last_tap" if private else "last_hand_tap"] = now
    return fields


def _on_own_hand(query: CallbackQuery) -> bool:
    """A tap on the hand that he alone sees in the group, or one that asks for it."""
    ephemeral = query.message is not None and query.message.message_id == 0
    return ephemeral or (query.data or "").startswith(f"{TapKind.HAND}:")


async def _refresh(desk: Desk, known: Person, fields: dict[str, str | int | bool]) -> Person:
    if fields:
        await desk.container.directory.touch_person(known.id, **fields)
    return known.model_copy(update=fields)


async def _note(desk: Desk, person: int, now: int) -> None:
    """A tap whose time is not known rings a little early, no more."""
    with suppress(StoreDown):
        await desk.container.directory.touch_person(person, last_tap=now)


async def _group(desk: Desk, chat: TelegramChat, update: Update) -> Chat:
    """The group an update came from; a tap on a message of before its move comes from where it is now."""
    directory = desk.container.directory
    known = await directory.chat(chat.id)
    if known.moved_to:
        return await where(directory, known)
    fields: dict[str, str | int | bool] = {
        "title": chat.title or "",
        "supergroup": chat.type == ChatType.SUPERGROUP,
        "forum": bool(chat.is_forum),
    }
    fields = {name: value for name, value in fields.items() if getattr(known, name) != value}
    if fields:
        await directory.touch_chat(chat.id, **fields)
    known = known.model_copy(update=fields)
    message = update.message
    if message is not None and known.supergroup and message.message_id - known.last_message >= COARSE:
        await directory.saw_in(chat.id, message.message_id)
    return known


def _topic(update: Update) -> int | None:
    """The topic's thread. General has none, and a plain reply's thread is no topic."""
    message = update.message
    return message.message_thread_id if message is not None and message.is_topic_message else None


async def announce(desk: Desk, person: int, reachable: bool) -> None:
    """Tell all tables of a person that the bot may, or may no longer, write to him."""
    for table in await desk.container.store.tables_of(person):
        await house(desk.container, table, Arrive(person=person, reachable=reachable))
