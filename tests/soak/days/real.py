"""A house of real processes: the bot and the courier over HTTP, RQ workers, a server of its own, the local Telegram.

Its clock is the key in Redis that all processes add to the time; the local Telegram's is turned with it. People tap
what their cards offer. What is held against them comes from outside: what Telegram was sent, what the store keeps.
"""

import asyncio
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio import Redis

from engine.actions import ActionKind, action_text
from engine.match import to_act
from engine.observation import legal_actions, observation
from service.adapters.keys import Keys, split_member
from service.adapters.rq_queue import Work, queue_name
from service.bootstrap import container
from service.people import Person
from service.settings import load_settings
from service.surface import hand_key
from service.table.commands import SetVariant, Sit
from service.table.model import Stage
from service.table.table import Table, restore
from service.telegram import forget_view
from service.telegram.callback import NOWHERE, TapKind
from tests.e2e.house import House as Processes
from tests.e2e.house import buttons
from tests.sandbox.client import Json
from tests.soak.days.kept import mentions
from tests.soak.days.life import NEVER, Life, Rung, Sent
from tests.soak.days.people import SECOND, Human
from tests.soak.days.phones import Offer, live, offers, tap, until
from tests.soak.days.telegram import CALLS
from tests.soak.party import ACCEPTED

KEYS = Keys("rebelote:")
REMINDS, NO_REMINDER = "⏳", "For ten seconds"


class RealHouse(Life):
    """`people` are known to the local Telegram already."""

    def __init__(self, processes: Processes, redis: Redis, people: list[Human], seed: int) -> None:
        super().__init__(people, seed)
        self._processes = processes
        self._redis = redis
        self._ahead = 0
        self._sent: list[Sent] = []
        self._versions: dict[str, bytes] = {}
        self._known: dict[str, Table] = {}
        self._blocking: set[int] = set()
        self._reminders: list[tuple[str, int, Sent]] = []
        """Table and ply of each card that came with the time that is left, since the last look."""
        self._rung: dict[tuple[str, int], Rung] = {}
        self.taps_made = self.turns = 0

    @asynccontextmanager
    async def open(self, start: int) -> AsyncIterator[None]:
        """All clocks are put to `start`, everybody presses Start, and what the bot sends is listened to."""
        self.container = await container(
            load_settings(redis_url=f"unix://{self._processes.socket}", turned_clock=True)
        )
        self._ahead = start - self.now
        theirs = (await self._processes.control.do("clock", put=self.now / 1000))["ahead"]
        await self._processes.control.do(
            "clock", turn=self._ahead / 1000 - theirs
        )  # as long as it was under way
        await self._redis.set(KEYS.clock, self._ahead)
        await self._processes.control.start(*self.people)
        ready = asyncio.Event()
        ears = asyncio.create_task(self._listen(ready))
        await ready.wait()
        try:
            yield
        finally:
            ears.cancel()
            await self.container.aclose()

    @property
    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self._ahead

    @property
    def sent(self) -> Sequence[Sent]:
        return self._sent

    async def turn_to(self, when: int) -> None:
        more = when - self.now
        if more > 0:
            # Telegram's first: what is sent the moment after ours is turned must bear the new time.
            await self._processes.control.do("clock", turn=more / 1000)
            self._ahead += more
            self.turns += 1
            await self._redis.set(KEYS.clock, self._ahead)

    async def next_due(self) -> int:
        first = await self._rows(0)
        return math.ceil(first[0][1]) if first else NEVER

    async def _rows(self, last: int = -1) -> list[tuple[str, float]]:
        """The due rows, the earliest first."""
        found: Any = await self._redis.zrange(KEYS.due, 0, last, withscores=True)
        return [(member.decode(), at) for member, at in found]

    async def settle(self) -> None:
        """Until every process has done what is due now, and people have seen what came of it."""
        await until(self._at_rest)
        await self._look_around()
        await self._judge_reminders()

    async def _at_rest(self) -> bool:
        """No row is due, or claimed (its score is no whole number); no command and no job waits or is under way."""
        rows = await self._rows()
        if any(at <= self.now or at % 1 for _, at in rows):
            return False
        pipe = self._redis.pipeline(transaction=False)
        for work in Work:
            pipe.llen(f"rq:queue:{queue_name(KEYS, work)}")
            pipe.zcard(f"rq:wip:{queue_name(KEYS, work)}")
        for member, _ in rows:
            table, surface = split_member(member)
            if surface is None:  # where a command waits, the table is due soon
                pipe.llen(KEYS.inbox(table))
        return not any(await pipe.execute())

    async def _look_around(self) -> None:
        """At every table that has changed."""
        pipe = self._redis.pipeline(transaction=False)
        for name in self.tables:
            pipe.hget(KEYS.table(name), "version")
        for name, version in zip(self.tables, await pipe.execute(), strict=True):
            if self._versions.get(name) == version:
                continue
            after = await self._loaded(name)
            before = self._known.get(name, after)
            self._versions[name], self._known[name] = version, after
            self.watch(name, before, after, self.now)
            self.wait_for(name, after)

    async def _loaded(self, name: str) -> Table:
        stored = await self.container.store.load(name)
        assert stored is not None
        return restore(stored.head, stored.facts)

    async def table(self, name: str) -> Table:
        return await self._loaded(name)

    # --- people's hands ---

    async def group(self, number: int) -> int:
        told = await self._processes.control.do("groups", title=f"Club {number}", members=[*self.people])
        return int(told["id"])

    async def lobby(self, chat: int, person: int, variant: str) -> str:
        store = self.container.store
        await self._processes.control.say(person, chat, "/belote")

        async def opened() -> bool:
            return bool(await store.tables_in(chat))

        await until(opened)
        (name,) = await store.tables_in(chat)
        await self.settle()
        await self.told(name, Sit(person=person, revision=0, seats="N", name="", reachable=True))
        await self.told(name, SetVariant(person=person, variant=variant))
        return name

    async def taps(self, name: str, ply: int, human: Human, action: str) -> str | None:
        if human.id in self._blocking:
            return None  # his chat has no buttons then
        offered = await self._offered(name, ply, human, action)
        if not offered:
            await self.settle()  # it may be under way at this very moment
            offered = await self._offered(name, ply, human, action)
        table = await self._loaded(name)
        seat = to_act(table.match) if table.match is not None else None
        if table.match is None or seat is None or table.match.ply != ply:
            return None
        if not offered:
            if table.head.held is None:
                self.stranded.append(f"{name}, {ply}: no card let {human.id} move at {human.local(self.now)}")
            return None
        legal = [action_text(one) for one in legal_actions(observation(table.match, seat))]
        # What takes two taps at an auction (a level, then a suit) is left to other tests.
        legal += [ActionKind.CLAIM.value]  # offered only to whom it is proved
        done = next((one for one in (action, "pass", *legal) if one in offered and one in legal), None)
        if done is None:
            return None
        self.taps_made += 1
        self.tapped[human.id].append(self.now)
        if not ACCEPTED.match(await tap(self._processes.control, human.id, offered[done])):
            return None
        self.wishes["Claim"] += done == ActionKind.CLAIM
        return done

    async def _offered(self, name: str, ply: int, human: Human, action: str) -> dict[str, Offer]:
        """What his card offers, once he has asked for what it shows only then: a claim."""
        control = self._processes.control
        weighed = (await offers(control, human.id, TapKind.WEIGH, name, ply)).get(action)
        if weighed is not None:
            self.tapped[human.id].append(self.now)
            await tap(control, human.id, weighed)
            await self.settle()
        return await offers(control, human.id, TapKind.ACT, name, ply)

    async def block(self, person: int, blocked: bool) -> None:
        (self._blocking.add if blocked else self._blocking.discard)(person)
        await self._processes.control.do("block" if blocked else "unblock", user=person)

        async def heard() -> bool:
            return (await self.container.directory.person(person)).blocked == blocked

        await until(heard)

    async def shut(self, chat: int, shut: bool) -> None:
        chat, _ = self.migrations.get(chat, (chat, 0))
        await self._processes.control.do("chats", chat=chat, can_send=not shut)

    async def migrate(self, chat: int, told: bool) -> None:
        """The local Telegram always tells; whether the bot has read it when it next writes there is left to chance."""
        new = await self._processes.control.do("chats", chat=chat, upgrade=True)
        self.migrations[chat] = (int(new["id"]), self.now)

    async def forget(self, person: int) -> None:
        control = self._processes.control
        await control.say(person, person, "/forgetme")
        for step in (forget_view.FIRST, forget_view.SECOND):

            async def asked(step: int = step) -> bool:
                return bool(await offers(control, person, TapKind.FORGET, NOWHERE, step))

            await until(asked)
            await tap(
                control, person, (await offers(control, person, TapKind.FORGET, NOWHERE, step))[str(person)]
            )

        async def forgotten() -> bool:
            return await self.container.directory.person(person) == Person(id=person)

        await until(forgotten)
        self.people[person].forgotten = (
            self.now - self.now % SECOND + SECOND
        )  # messages are dated by the second

    async def known_of(self, person: int) -> Sequence[str]:
        return await mentions(self._redis, KEYS.prefix, person)

    async def live_cards(self) -> Sequence[tuple[int, str, int]]:
        found: Counter[tuple[int, str]] = Counter()
        for person in self.people:
            tables = live(await self._processes.control.sees(person, person))
            found.update((person, table) for table in tables)
        return [(chat, table, n) for (chat, table), n in found.items()]

    # --- people's ears ---

    async def _listen(self, ready: asyncio.Event) -> None:
        """Take note of all that the bot sends."""
        async for event in self._processes.control.events(*self.people):
            ready.set()
            if event["type"] == "message" and event["message"]["from"]["is_bot"]:
                self._heard(event)

    def _heard(self, event: Json) -> None:
        message = event["message"]
        called = CALLS.search(message.get("html", "")) if message["chat"] < 0 else None
        at, text = 1000 * message["date"] + 999, str(message["text"])
        sent = Sent(at, message["chat"], text, bool(event.get("ring")), int(called[1]) if called else 0)
        self._sent.append(sent)
        if message["chat"] > 0 and text.startswith(REMINDS) and NO_REMINDER not in text:
            acts = [d for b in buttons(message) if (d := b.get("callback_data", "")).startswith("a:")]
            table, ply = acts[0].split(":")[1:3] if acts else ("", "-1")
            self._reminders.append((table, int(ply), sent))

    async def _judge_reminders(self) -> None:
        """Which of the cards that came with the time that is left came for it, and not only because of a nudge."""
        for table, ply, sent in self._reminders:
            now = Rung.of(await self.container.store.row(table, hand_key(sent.chat)))
            then = self._rung.get((table, sent.chat), Rung())
            self._rung[table, sent.chat] = now
            if now.reminds_since(then, sent.ring):
                self.reminded(table, ply, sent.chat, sent.at)
        self._reminders.clear()

    async def over(self) -> bool:
        """Whether no match runs that is not asleep."""
        heads = [(await self._loaded(name)).head for name in self.tables]
        return all(head.stage is not Stage.PLAYING or head.asleep_at is not None for head in heads)
