"""A house whose clock is turned from one event to the next: rows that come due, and people who act."""

import heapq
import random
from collections.abc import Callable, Coroutine
from dataclasses import replace
from itertools import count
from typing import Any

from engine.match import to_act
from service.bootstrap import memory_container
from service.ports import Due, Receipt
from service.settings import Settings
from service.surface import hand_key
from service.table.commands import Command, Return
from service.table.model import Stage
from service.table.table import Table, restore
from service.telegram.limits import Limits
from service.telegram.show import Show
from service.usecases import advance, decide, house
from tests.soak.days.people import DAY, HOUR, Human
from tests.soak.days.store import DaysStore
from tests.soak.days.telegram import Messenger

REMINDS = "⏳"
"""What a reminder begins with."""
Step = Callable[[], Coroutine[Any, Any, None]]


class House:
    """Everything in one process, at one injected time."""

    def __init__(self, people: list[Human], start: int, seed: int) -> None:
        self.now = start
        self.dice = random.Random(seed)
        self.people = {human.id: human for human in people}
        self.store = DaysStore(lambda: self.now)
        self.container = replace(
            memory_container(lambda: self.now, Settings(bot_token=None)), store=self.store
        )
        self.messenger = Messenger(lambda: self.now)
        self.show = Show(self.container, self.messenger, Limits(), "RebeloteBot")
        self.tables: list[str] = []
        self.watch: Callable[[str, Table, Table, int], None] = lambda name, before, after, now: None
        self.reminded: Callable[[str, int, int, int], None] = lambda name, ply, person, now: None
        self.leapt: Callable[[int, int], None] = lambda start, end: None
        self.acts: Callable[[str, int, Human], Coroutine[Any, Any, None]] = _looks_away
        """What somebody does whose turn it is."""
        self.acknowledged: dict[str, dict[int, str]] = {}
        """By table and ply: the action of every tap that was answered with "you play", and not taken back."""
        self._events: list[tuple[int, int, Step]] = []
        self._number = count()
        self._awaited: set[tuple[str, int, int]] = set()
        self._known: dict[str, tuple[int, Table]] = {}

    def at(self, when: int, step: Step) -> None:
        heapq.heappush(self._events, (when, next(self._number), step))

    # --- the course of time ---

    async def run(self, until: int, leaps: dict[int, int] | None = None) -> None:
        """To `until`. `leaps`: at that moment the clock jumps by so much, and what lay between comes late."""
        leaps = dict(leaps or {})
        await self.settle()
        while True:
            when = min(self._events[0][0] if self._events else 1 << 62, self.store.next_due())
            if when > until:
                self.now = max(self.now, until)
                return
            self.now = max(self.now, when)
            for moment in [m for m in leaps if m <= self.now]:
                self.leapt(self.now, self.now + leaps[moment])
                self.now += leaps.pop(moment)
            while self._events and self._events[0][0] <= self.now:
                await heapq.heappop(self._events)[2]()
            await self.settle()

    async def settle(self) -> None:
        """Until nothing is due at this moment."""
        for _ in range(10_000):
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
        raise AssertionError("the house does not come to rest")

    async def _show(self, due: Due) -> None:
        """A card that comes with the time that is left is a reminder, unless it comes because he is nudged; whose turn
        it speaks of is noted."""
        before, nudged = len(self.messenger.sent), await self._nudged(due)
        await self.show(due)
        for sent in self.messenger.sent[before:]:
            reminds = sent.text.startswith(REMINDS) and nudged == await self._nudged(due)
            if reminds and due.key == hand_key(sent.chat):
                table = await self.table(due.table)
                ply = -1 if table.match is None else table.match.ply
                self.reminded(due.table, ply, sent.chat, sent.at)

    async def _nudged(self, due: Due) -> int | None:
        row = await self.store.row(due.table, due.key or "")
        return row.nudged_ply if row else None

    async def _work(self) -> bool:
        hints: list[tuple[str, str]] = self.container.queue.hints  # type: ignore[attr-defined]
        todo, hints[:] = list(dict.fromkeys(hints)), []
        for kind, name in todo:
            before = await self.table(name)
            await advance(self.container, name, thinking=kind == "think")
            after = await self.table(name)
            if after is not before:
                self.watch(name, before, after, self.now)
            self._wait_for(name, after)
        return bool(todo)

    # --- people ---

    def _wait_for(self, name: str, table: Table) -> None:
        """Whoever is on turn will act some day; whoever is away will come back some day."""
        if table.match is None:
            return
        seat = to_act(table.match)
        chair = None if seat is None else table.chair(seat)
        if chair is not None and chair.person is not None and chair.present:
            self.expect(name, table, chair.person)
        for chair in table.head.chairs.values():
            if chair.person is not None and chair.absent == "away":
                self._expect_back(name, chair.person)

    def expect(self, name: str, table: Table, person: int) -> None:
        """He will look at his card, and act."""
        assert table.match is not None
        key, ply, human = (name, table.match.ply, person), table.match.ply, self.people[person]
        if key in self._awaited:
            return
        self._awaited.add(key)

        async def move() -> None:
            self._awaited.discard(key)
            await self.acts(name, ply, human)

        self.at(human.acts(self.now, self.dice, live=table.head.clock == "live"), move)

    def _expect_back(self, name: str, person: int) -> None:
        key = (name, -1, person)
        if key in self._awaited:
            return
        self._awaited.add(key)
        human = self.people[person]

        async def back() -> None:
            self._awaited.discard(key)
            await self.say(name, Return(person=person))

        self.at(human.acts(self.now + self.dice.choice((HOUR, DAY)), self.dice), back)

    async def say(self, name: str, command: Command) -> bool:
        """A tap; whether it was acknowledged."""
        verdict = await decide(self.container, name, command.person, command, None)
        return verdict.receipt is Receipt.TAKEN

    async def told(self, name: str, command: Command) -> None:
        """What no update stands behind, and what follows from it at once."""
        await house(self.container, name, command)
        await self.settle()

    async def table(self, name: str) -> Table:
        """As it stands now; the same object as long as nothing has changed."""
        version = self.store.version(name)
        known = self._known.get(name)
        if known is None or known[0] != version:
            stored = await self.store.load(name)
            assert stored is not None
            known = self._known[name] = version, restore(stored.head, stored.facts)
        return known[1]

    async def stages(self) -> dict[str, Stage]:
        return {name: (await self.table(name)).head.stage for name in self.tables}


async def _looks_away(name: str, ply: int, human: Human) -> None:
    """Nobody acts unless he is told how."""
