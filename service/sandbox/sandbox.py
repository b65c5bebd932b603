"""One running local Telegram: the world, and all that watches it."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from service.sandbox import view
from service.sandbox.calls import CallLog
from service.sandbox.clock import Clock, TurnedClock
from service.sandbox.events import Hub
from service.sandbox.faults import Faults
from service.sandbox.limits import Limits
from service.sandbox.line import Line
from service.sandbox.state import Chat, Message, User, World
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
    def __init__(self, config: Config, world: World, clock: Clock, store: Store) -> None:
        self.config = config
        self.world = world
        self.clock = TurnedClock(clock)
        self.store = store
        self.hub = Hub()
        self.calls = CallLog()
        self.limits = Limits(self.clock, config.limits)
        self.updates = Updates(world, self.clock, self.changed)
        self.faults = Faults()
        self.line = Line()
        self._tasks: set[asyncio.Future[None]] = set()

    def changed(self) -> None:
        self.store.touch(self.world)

    def stop(self) -> None:
        self.faults.remove()
        self.updates.stop()
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
        """A new message, by the bot or a person."""
        self.world.add_message(message)
        chat = self.world.chats[message.chat_id]
        if message.sender_id != self.world.bot.id:
            self.mark_read(chat, message.sender_id, message.id)
        self._tell("message", message, ring=self._rings(message))

    def edited(self, message: Message) -> None:
        self._tell("edit", message)

    def removed(self, message: Message) -> None:
        del self.world.messages[message.chat_id][message.id]
        self.tell_chat("delete", self.viewers(message), message.chat_id, message_id=message.id)

    def mark_read(self, chat: Chat, user_id: int, message_id: int) -> None:
        if message_id > chat.read.get(user_id, 0):
            chat.read[user_id] = message_id
            self.tell_chat("read", [user_id], chat.id, message_id=message_id)

    def tell_chat(self, kind: str, to: Iterable[int], chat_id: int, **content: object) -> None:
        self.hub.publish(kind, to, chat=chat_id, **content)
        self.changed()

    def tell_people(self, *user_ids: int) -> None:
        """Something about these people's list of chats changed: their page fetches it anew."""
        self.hub.publish("reload", user_ids)
        self.changed()

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
        shown = view.message(self.world, message)
        self.tell_chat(kind, self.viewers(message), message.chat_id, message=shown, **content)


def bot_user(config: Config) -> User:
    return User(config.bot_id, config.bot_name, username=config.bot_username, is_bot=True)
