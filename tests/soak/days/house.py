"""A whole house in one process: the store in memory, a messenger that takes notes, the time injected."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from service.bootstrap import memory_container
from service.lobbies import Opening, open_table
from service.people import Person
from service.ports import Due
from service.remembered import forget
from service.settings import Settings
from service.surface import hand_key
from service.table.commands import Act
from service.table.table import Table, restore
from service.telegram.callback import Tap, TapKind, decode
from service.telegram.limits import Limits
from service.telegram.messages import Message
from service.telegram.moving import moved
from service.telegram.show import Show
from service.usecases import advance
from tests.soak.days.life import Life, Rung, Sent
from tests.soak.days.people import Human
from tests.soak.days.store import DaysStore
from tests.soak.days.telegram import Messenger

REMINDS = "⏳"
"""What a reminder begins with."""
SUPERGROUPS = -1_000_000_000_000
"""Their ids begin there."""
ROUNDS = 2_000
"""So often what is due at one moment may lead to more that is."""


class House(Life):
    """Everything in one process, at one injected time."""

    def __init__(self, people: list[Human], start: int, seed: int) -> None:
        super().__init__(people, seed)
        self._now = start
        self.store = DaysStore(lambda: self._now)
        memory = memory_container(lambda: self._now, Settings(bot_token=None))
        self.container = replace(memory, store=self.store)
        self.messenger = Messenger(lambda: self._now)
        self.show = Show(self.container, self.messenger, Limits(), "RebeloteBot")
        self._known: dict[str, tuple[int, Table]] = {}

    @property
    def now(self) -> int:
        return self._now

    @property
    def sent(self) -> Sequence[Sent]:
        return self.messenger.sent

    async def turn_to(self, when: int) -> None:
        self._now = max(self._now, when)

    async def next_due(self) -> int:
        return self.store.next_due()

    async def settle(self) -> None:
        claimed: Sequence[Due] = ()
        for _ in range(ROUNDS):
            worked = await self._work()
            claimed = await self.store.claim(1000)
            for due in claimed:
                if due.key is None:
                    await self.container.queue.advance(due.table)
                    await self.store.finish(due, None)
                else:
                    await self._show(due)
            if not worked and not claimed:
                return
        raise AssertionError(f"the house does not come to rest: {claimed[:3]}, {self.container.queue}")

    async def _show(self, due: Due) -> None:
        """A card that comes with the time that is left is a reminder, unless it comes only because he is nudged; whose
        turn it speaks of is noted."""
        before, then = len(self.messenger.sent), await self._rung(due)
        await self.show(due)
        for sent in self.messenger.sent[before:]:
            if sent.text.startswith(REMINDS) and due.key == hand_key(sent.chat):
                now, table = await self._rung(due), await self.table(due.table)
                ply = -1 if table.match is None else table.match.ply
                if now.reminds_since(then, sent.ring):
                    self.reminded(due.table, ply, sent.chat, sent.at)

    async def _rung(self, due: Due) -> Rung:
        return Rung.of(await self.store.row(due.table, due.key or ""))

    async def _work(self) -> bool:
        hints: list[tuple[str, str]] = self.container.queue.hints  # type: ignore[attr-defined]
        todo, hints[:] = list(dict.fromkeys(hints)), []
        for kind, name in todo:
            before = await self.table(name)
            await advance(self.container, name, thinking=kind == "think")
            after = await self.table(name)
            if after is not before:
                self.watch(name, before, after, self.now)
            self.wait_for(name, after)
        return bool(todo)

    async def table(self, name: str) -> Table:
        version = self.store.version(name)
        known = self._known.get(name)
        if known is None or known[0] != version:
            stored = await self.store.load(name)
            assert stored is not None
            known = self._known[name] = version, restore(stored.head, stored.facts)
        return known[1]

    async def group(self, number: int) -> int:
        return -1000 - number

    async def lobby(self, chat: int, person: int, variant: str) -> str:
        return await open_table(self.container, Opening(chat, 1, None, f"Club {-chat}", person, variant))

    async def taps(self, name: str, ply: int, human: Human, action: str) -> str | None:
        self.tapped[human.id].append(self.now)
        offered = any((tap.table, tap.ref) == (name, ply) for tap in self._offered(human.id))
        under_way = (await self.table(name)).head.held is not None
        if not (offered or under_way or human.id in self.messenger.blocked):
            self.stranded.append(f"{name}, {ply}: no card let {human.id} move at {human.local(self.now)}")
        await self.container.directory.touch_person(human.id, last_tap=self.now)
        return action if await self.say(name, Act(person=human.id, ply=ply, action=action)) else None

    async def block(self, person: int, blocked: bool) -> None:
        (self.messenger.blocked.add if blocked else self.messenger.blocked.discard)(person)

    async def shut(self, chat: int, shut: bool) -> None:
        chat = self.messenger.moves.get(chat, chat)
        (self.messenger.shut.add if shut else self.messenger.shut.discard)(chat)

    async def migrate(self, chat: int, told: bool) -> None:
        new = SUPERGROUPS + chat
        self.messenger.moves[chat], self.migrations[chat] = new, (new, self.now)
        if told:
            await moved(self.container, chat, new)

    async def forget(self, person: int) -> None:
        """All at once, as the bot's process does; what that did to tables is seen like any other step."""
        before = {name: await self.table(name) for name in self.tables}
        self.people[person].forgotten = self.now
        await forget(self.container, person)
        for name, was in before.items():
            if (after := await self.table(name)) is not was:
                self.watch(name, was, after, self.now)
                self.wait_for(name, after)

    async def known_of(self, person: int) -> Sequence[str]:
        known = await self.container.directory.person(person)
        return [*self.store.mentions(person), *(["people"] if known != Person(id=person) else [])]

    def _offered(self, chat: int) -> list[Tap]:
        """What can be tapped there to move."""
        return [tap for message in self.messenger.standing[chat].values() for tap in _acts(message)]

    async def live_cards(self) -> Sequence[tuple[int, str, int]]:
        found: Counter[tuple[int, str]] = Counter()
        for chat, messages in self.messenger.standing.items():
            for message in messages.values():
                found.update((chat, table) for table in {tap.table for tap in _acts(message)})
        return [(chat, table, n) for (chat, table), n in found.items()]


def _acts(message: Message) -> list[Tap]:
    taps = (decode(button.data) for row in message.rows for button in row)
    return [tap for tap in taps if tap is not None and tap.kind is TapKind.ACT]
