"""A house whose clock is turned from one event to the next: rows that come due, and people who act."""

import heapq
import random
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any

from engine.actions import action_text
from engine.match import to_act
from engine.observation import observation
from engine.players import LEVELS
from engine.variants import VARIANTS
from service.adapters.memory import TOKEN
from service.bootstrap import memory_container
from service.ports import Due, Receipt
from service.settings import Settings
from service.surface import hand_key
from service.table.commands import Act, Arrive, Command, Leave, Return, SetClock, Sit, Start
from service.table.model import Stage
from service.table.table import Table, restore
from service.telegram.limits import Limits
from service.telegram.show import Show
from service.usecases import Opening, advance, decide, house, open_table
from tests.soak.days.people import DAY, HOUR, Human
from tests.soak.days.telegram import Messenger

CLOCKS = ("1h", "8h", "1d", "8h", "1d", "3d")
REMINDS = "⏳"
"""What a reminder begins with."""
Step = Callable[[], Coroutine[Any, Any, None]]


class House:
    """Everything in one process, at one injected time."""

    def __init__(self, people: list[Human], start: int, seed: int) -> None:
        self.now = start
        self.dice = random.Random(seed)
        self.people = {human.id: human for human in people}
        self.container = memory_container(lambda: self.now, Settings(bot_token=None))
        self.messenger = Messenger(lambda: self.now)
        self.show = Show(self.container, self.messenger, Limits(), "RebeloteBot")
        self.tables: list[str] = []
        self.watch: Callable[[str, Table, Table, int], None] = lambda name, before, after, now: None
        self.reminded: Callable[[str, int, int, int], None] = lambda name, ply, person, now: None
        self.leapt: Callable[[int, int], None] = lambda start, end: None
        self.acknowledged: dict[str, list[tuple[int, str]]] = {}
        """By table: ply and action of every tap that was answered with "you play"."""
        self._events: list[tuple[int, int, Step]] = []
        self._number = count()
        self._awaited: set[tuple[str, int, int]] = set()

    def at(self, when: int, step: Step) -> None:
        heapq.heappush(self._events, (when, next(self._number), step))

    # --- the course of time ---

    async def run(self, until: int, leaps: dict[int, int] | None = None) -> None:
        """To `until`. `leaps`: at that moment the clock jumps by so much, and what lay between comes late."""
        leaps = dict(leaps or {})
        await self.settle()
        while True:
            when = min(self._next_event(), self._next_due())
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

    def _next_event(self) -> int:
        return self._events[0][0] if self._events else 1 << 62

    def _next_due(self) -> int:
        due: dict[str, int] = self.container.store._due  # type: ignore[attr-defined]
        return -(-min(due.values(), default=(1 << 62) * TOKEN) // TOKEN)

    async def settle(self) -> None:
        """Until nothing is due at this moment."""
        for _ in range(10_000):
            worked = await self._work()
            claimed = await self.container.store.claim(1000)
            for due in claimed:
                if due.key is None:
                    await self.container.queue.advance(due.table)
                    await self.container.store.finish(due, None)
                else:
                    await self._show(due)
            if not worked and not claimed:
                return
        raise AssertionError("the house does not come to rest")

    async def _show(self, due: Due) -> None:
        """A card that comes with the time that is left is a reminder; which turn it is of is noted."""
        before = len(self.messenger.sent)
        await self.show(due)
        for sent in self.messenger.sent[before:]:
            if sent.text.startswith(REMINDS) and due.key == hand_key(sent.chat):
                table = await self.table(due.table)
                ply = -1 if table.match is None else table.match.ply
                self.reminded(due.table, ply, sent.chat, sent.at)

    async def _work(self) -> bool:
        hints: list[tuple[str, str]] = self.container.queue.hints  # type: ignore[attr-defined]
        todo, hints[:] = list(dict.fromkeys(hints)), []
        for kind, name in todo:
            before = await self.table(name)
            await advance(self.container, name, thinking=kind == "think")
            self.watch(name, before, await self.table(name), self.now)
            await self._wait_for(name)
        return bool(todo)

    # --- people ---

    async def _wait_for(self, name: str) -> None:
        """Whoever is on turn will act some day; whoever is away will come back some day."""
        table = await self.table(name)
        if table.match is None:
            return
        seat = to_act(table.match)
        chair = None if seat is None else table.chair(seat)
        if chair is not None and chair.person is not None and chair.present:
            self._expect(name, table.match.ply, chair.person)
        for chair in table.head.chairs.values():
            if chair.person is not None and chair.absent == "away":
                self._expect_back(name, table.match.deal_no, chair.person)

    def _expect(self, name: str, ply: int, person: int) -> None:
        if (name, ply, person) not in self._awaited:
            self._awaited.add((name, ply, person))
            human = self.people[person]

            async def move() -> None:
                await self._act(name, ply, human)

            self.at(human.acts(self.now, self.dice), move)

    def _expect_back(self, name: str, deal: int, person: int) -> None:
        if (name, -deal, person) not in self._awaited:
            self._awaited.add((name, -deal, person))
            human = self.people[person]

            async def back() -> None:
                await self.say(name, Return(person=person))

            self.at(human.acts(self.now + self.dice.choice((HOUR, DAY)), self.dice), back)

    async def _act(self, name: str, ply: int, human: Human) -> None:
        """He looks at his card and taps, if it is still his turn."""
        table = await self.table(name)
        if table.match is None or table.match.ply != ply or human.id not in table.present:
            return
        seat = to_act(table.match)
        if seat is None or table.chair(seat).person != human.id:
            return
        action = action_text(LEVELS["novice"](observation(table.match, seat), 1, ply))
        await self.container.directory.touch_person(human.id, last_tap=self.now)
        if await self.say(name, Act(person=human.id, ply=ply, action=action)):
            self.acknowledged.setdefault(name, []).append((ply, action))

    async def say(self, name: str, command: Command) -> bool:
        """A tap; whether it was acknowledged."""
        verdict = await decide(self.container, name, command.person, command, None)
        return verdict.receipt is Receipt.TAKEN

    async def table(self, name: str) -> Table:
        stored = await self.container.store.load(name)
        assert stored is not None
        return restore(stored.head, stored.facts)

    # --- opening ---

    async def move_in(self) -> None:
        """Everybody presses Start; blocks and unblocks come when they come."""
        for human in self.people.values():
            await self.container.directory.touch_person(
                human.id,
                name=f"P{human.id % 1000}",
                started=True,
                zone=str(human.zone),
                language="en",
                quiet="{}-{}".format(*human.quiet),
                remind=human.remind,
            )
            for span in human.blocks:
                self.at(span.start, self._blocking(human.id, blocked=True))
                self.at(span.end, self._blocking(human.id, blocked=False))

    def _blocking(self, person: int, blocked: bool) -> Step:
        async def change() -> None:
            (self.messenger.blocked.add if blocked else self.messenger.blocked.discard)(person)
            await self.container.directory.touch_person(person, blocked=blocked)
            for name in await self.container.store.tables_of(person):
                await house(self.container, name, Arrive(person=person, reachable=not blocked))

        return change

    async def open(self, number: int) -> str:
        """A table of a rule set and a clock, by turns; its people sit down and one of them begins."""
        variant, clock = list(VARIANTS)[number % len(VARIANTS)], CLOCKS[number % len(CLOCKS)]
        name = await open_table(
            self.container, Opening(-1000 - number, 1, None, f"Club {number}", 0, variant)
        )
        seats = "NESW" if VARIANTS[variant].players == 4 else "NS"
        people = self.dice.sample(sorted(self.people), len(seats))
        if number % 3 == 0 and len(seats) == 4:
            people = people[:2]  # computers take the rest
        for person, seat in zip(people, seats, strict=False):
            stored = await self.container.store.load(name)
            assert stored is not None
            await self._house(
                name,
                Sit(
                    person=person,
                    revision=stored.head.revision,
                    seats=seat,
                    name=f"P{person % 1000}",
                    reachable=True,
                ),
            )
        await self._house(name, SetClock(person=people[0], clock=clock))
        stored = await self.container.store.load(name)
        assert stored is not None
        await self._house(name, Start(person=people[0], revision=stored.head.revision))
        if number % 10 == 0:
            self._leaves_and_returns(name, people[-1])
        self.tables.append(name)
        return name

    def _leaves_and_returns(self, name: str, person: int) -> None:
        async def leave() -> None:
            await self.say(name, Leave(person=person))

        async def back() -> None:
            await self.say(name, Return(person=person))

        begin = self.now + int(self.dice.uniform(0.2, 3) * DAY)
        self.at(begin, leave)
        self.at(begin + int(self.dice.uniform(0.1, 2) * DAY), back)

    async def _house(self, name: str, command: Command) -> None:
        await house(self.container, name, command)
        await self.settle()

    async def stages(self) -> dict[str, Stage]:
        return {name: (await self.table(name)).head.stage for name in self.tables}
