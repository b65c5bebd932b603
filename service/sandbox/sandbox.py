"""One running local Telegram: the world, and all that watches it."""

import asyncio
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass

from service.sandbox import view
from service.sandbox.calls import CallLog
from service.sandbox.clock import Clock, TurnedClock
from service.sandbox.events import Hub
from service.sandbox.faults import Faults
from service.sandbox.journal import Thing
from service.sandbox.limits import Limits
from service.sandbox.line import Line
from service.sandbox.state import BotAccount, Chat, Message, User, World
from service.sandbox.store import Store
from service.sandbox.updates import Updates


@dataclass(frozen=True)
class Config:
    token: str
    bot_name: str = "Rebelote"
    bot_username: str = "RebeloteBot"
    #: Telegram's rate limits.
    limits: bool = True
    #: Anna, Ben, Chloé and Dan with their group; tests may start with an empty world.
    people: bool = True

    @property
    def bot_id(self) -> int:
        return int(self.token.partition(":")[0])


class Sandbox:
    """As one of its bots reaches it: `account`, `updates`, `limits`, `calls` and `faults` are that bot's, all else is
    common. Who comes as a person meets the first bot's, and finds the others in `bots`.
    """

    def __init__(self, config: Config, world: World, clock: Clock, store: Store) -> None:
        self.config = config
        self.world = world
        self.clock = TurnedClock(clock)
        self.store = store
        self.hub = Hub()
        self.line = Line()
        self._tasks: set[asyncio.Future[None]] = set()
        self.bots: list[Sandbox] = [self]
        #: Starts what pushes a bot's updates to its webhook, once somebody serves.
        self.deliver: Callable[[Updates], None] = lambda _: None
        self._serve(world, config.limits)
        for account in world.further_bots:
            self._add(account)

    def _serve(self, account: BotAccount, limits: bool) -> None:
        self.account = account
        self.calls = CallLog()
        self.limits = Limits(self.clock, limits)
        self.updates = Updates(account, self.clock, self.changed)
        self.faults = Faults()

    def _add(self, account: BotAccount) -> "Sandbox":
        other = copy(self)
        other._serve(account, self.limits.enabled)  # noqa: SLF001 - one of our own kind
        self.bots.append(other)
        return other

    def admit(self, account: BotAccount) -> "Sandbox":
        """One more bot, from now on."""
        self.world.further_bots.append(account)
        other = self._add(account)
        self.deliver(other.updates)
        self.changed()
        return other

    @property
    def bot(self) -> User:
        return self.account.bot

    @property
    def is_first(self) -> bool:
        return self.account is self.world

    def of(self, bot_id: int | None) -> "Sandbox":
        """As this bot reaches it; the first, if there is none."""
        return next((one for one in self.bots if one.bot.id == bot_id), self.bots[0])

    def bots_in(self, chat: Chat) -> "list[Sandbox]":
        return [one for one in self.bots if chat.has(one.bot.id)]

    def changed(self, *things: Thing) -> None:
        """To be called with whatever changed of the many (`service.sandbox.journal`)."""
        self.store.touch(self.world, *things)

    def put_clock(self, moment: float) -> None:
        """To any moment: what is there already is not of a later one."""
        self.clock.put(moment)
        for one in self.bots:
            one.updates.date_anew()
        for message in [one for chat in self.world.messages.values() for one in chat.values()]:
            message.date = min(message.date, self.now())
            self.changed(("messages", message.chat_id, message.id))

    def stop(self) -> None:
        for one in self.bots:
            one.faults.remove()
            one.updates.stop()
        self.hub.stop()
        self.store.flush(self.world, complete=True)

    def keep(self, task: "asyncio.Future[None]") -> None:
        """Hold on to something that goes on by itself."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def now(self) -> int:
        return int(self.clock.now())

    # What people see of a change

    def post(self, message: Message) -> None:
        """A new message, by a bot or a person."""
        self.world.add_message(message)
        chat = self.world.chats[message.chat_id]
        if message.sender_id in self.world.users:
            self.mark_read(chat, message.sender_id, message.id)
        self._tell("message", message, ring=self._rings(message))

    def edited(self, message: Message) -> None:
        self._tell("edit", message)

    def removed(self, message: Message) -> None:
        del self.world.messages[message.chat_id][message.id]
        self.changed(("messages", message.chat_id, message.id))
        self.tell_chat("delete", self.viewers(message), message.chat_id, message_id=message.id)

    def mark_read(self, chat: Chat, user_id: int, message_id: int) -> None:
        if message_id > chat.read.get(user_id, 0):
            chat.read[user_id] = message_id
            self.tell_chat("read", [user_id], chat.id, message_id=message_id)

    def tell_chat(self, kind: str, to: Iterable[int], chat_id: int, **content: object) -> None:
        self.hub.publish(kind, to, chat=chat_id, **content)
        self.changed(("chats", chat_id))

    def tell_people(self, *user_ids: int) -> None:
        """Something about these people's list of chats changed: their page fetches it anew."""
        self.hub.publish("reload", user_ids)
        self.changed(*(("users", user_id) for user_id in user_ids))

    def viewers(self, message: Message) -> list[int]:
        if message.receiver_id is not None:
            return [] if message.undelivered else [message.receiver_id]
        return self.people_in(self.world.chats[message.chat_id])

    def people_in(self, chat: Chat) -> list[int]:
        if chat.type == "private":
            return [chat.id]
        return [user_id for user_id in chat.members if user_id in self.world.users and chat.has(user_id)]

    def _rings(self, message: Message) -> bool:
        return not message.silent and message.service is None

    def _tell(self, kind: str, message: Message, **content: object) -> None:
        self.changed(("messages", message.chat_id, message.id))
        shown = view.message(self.world, message)
        self.tell_chat(kind, self.viewers(message), message.chat_id, message=shown, **content)


def bot_user(config: Config) -> User:
    return User(config.bot_id, config.bot_name, username=config.bot_username, is_bot=True)
