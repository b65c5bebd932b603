"""Days in which events follow each other, and people who act in them, whatever the house they play in is made of."""

import heapq
import random
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Sequence
from itertools import count
from typing import Any, NamedTuple, Self

from engine.actions import ActionKind
from engine.match import to_act
from service.bootstrap import Container
from service.ports import Receipt
from service.surface import Row
from service.table.commands import Act, Command, Return
from service.table.table import Table
from service.usecases import decide, house
from tests.soak.days.people import DAY, HOUR, Human

NEVER = 1 << 62
Step = Callable[[], Coroutine[Any, Any, None]]


class Sent(NamedTuple):
    """A new message that the bot has sent."""

    at: int
    chat: int
    text: str
    ring: bool
    calls: int = 0
    """In a group: the person whom it mentions; his phone rings."""


class Rung(NamedTuple):
    """What a card has rung for beside its turn."""

    nudged: int = -1
    reminders: tuple[int, int] = (-1, 0)

    @classmethod
    def of(cls, row: Row | None) -> Self:
        return cls(row.nudged_ply, (row.reminded_ply, row.reminders)) if row else cls()

    def reminds_since(self, then: Self, aloud: bool) -> bool:
        """Whether a card that has come since then, with the time that is left, came for that: not for a nudge, nor
        without a sound because there is a vote."""
        return then.reminders != self.reminders or (aloud and then.nudged == self.nudged)


class Life(ABC):
    """Times in ms, by the house's clock."""

    container: Container

    def __init__(self, people: list[Human], seed: int) -> None:
        self.dice = random.Random(seed)
        self.people = {human.id: human for human in people}
        self.tables: list[str] = []
        self.watch: Callable[[str, Table, Table, int], None] = lambda name, before, after, now: None
        self.reminded: Callable[[str, int, int, int], None] = lambda name, ply, person, now: None
        self.leapt: Callable[[int, int], None] = lambda start, end: None
        self.acts: Callable[[str, int, Human], Coroutine[Any, Any, None]] = _looks_away
        """What somebody does whose turn it is."""
        self.enough: Callable[[], bool] = lambda: False
        """Whether all may end before its time."""
        self.acknowledged: dict[str, dict[int, str]] = {}
        """By table and ply: the action of every tap that was answered with "you play", and not taken back."""
        self.tapped: dict[int, list[int]] = defaultdict(list)
        """By person: when he tapped in his private chat."""
        self.stranded: list[str] = []
        """Who wanted to move and found no card that let him, in words."""
        self.wishes: Counter[str] = Counter()
        """How often each kind of wish was acknowledged."""
        self.migrations: dict[int, tuple[int, int]] = {}
        """By group: the supergroup that it has become, and when."""
        self._events: list[tuple[int, int, Step]] = []
        self._number = count()
        self._awaited: set[tuple[str, int, int]] = set()

    # --- what it is made of ---

    @property
    @abstractmethod
    def now(self) -> int: ...

    @property
    @abstractmethod
    def sent(self) -> Sequence[Sent]:
        """All that the bot has sent so far."""

    @abstractmethod
    async def turn_to(self, when: int) -> None:
        """Turn the clock; never back."""

    @abstractmethod
    async def next_due(self) -> int:
        """When the house will do something by itself; `NEVER`: it will not."""

    @abstractmethod
    async def settle(self) -> None:
        """Until nothing is due at this moment."""

    @abstractmethod
    async def table(self, name: str) -> Table:
        """As it stands now; the same object as long as nothing has changed."""

    @abstractmethod
    async def group(self, number: int) -> int:
        """A group that all people belong to."""

    @abstractmethod
    async def lobby(self, chat: int, person: int, variant: str) -> str:
        """Somebody opens a table of a rule set there."""

    @abstractmethod
    async def taps(self, name: str, ply: int, human: Human, action: str) -> str | None:
        """The action that was acknowledged, if one was: this one, or another if his card does not offer it."""

    @abstractmethod
    async def block(self, person: int, blocked: bool) -> None:
        """He lets the bot write no longer, or again."""

    @abstractmethod
    async def shut(self, chat: int, shut: bool) -> None:
        """A group in which the bot may write no longer, or again."""

    @abstractmethod
    async def migrate(self, chat: int, told: bool) -> None:
        """A group becomes a supergroup. `told`: the bot hears of it before it writes there."""

    @abstractmethod
    async def forget(self, person: int) -> None:
        """Somebody wants to be forgotten, and says so twice."""

    @abstractmethod
    async def known_of(self, person: int) -> Sequence[str]:
        """Where anything is kept about somebody."""

    @abstractmethod
    async def live_cards(self) -> Sequence[tuple[int, str, int]]:
        """Chats, tables and how many cards lie there that a tap could play from."""

    # --- the course of time ---

    def at(self, when: int, step: Step) -> None:
        heapq.heappush(self._events, (when, next(self._number), step))

    async def run(self, until: int, leaps: dict[int, int] | None = None) -> None:
        """To `until`. `leaps`: at that moment the clock jumps by so much, and what lay between comes late."""
        leaps = dict(leaps or {})
        await self.settle()
        while not self.enough():
            when = min(self._events[0][0] if self._events else NEVER, await self.next_due())
            if when > until:
                await self.turn_to(until)
                return
            await self.turn_to(when)
            for moment in [m for m in leaps if m <= self.now]:
                self.leapt(self.now, self.now + leaps[moment])
                await self.turn_to(self.now + leaps.pop(moment))
            while self._events and self._events[0][0] <= self.now:
                await heapq.heappop(self._events)[2]()
            await self.settle()

    # --- people ---

    def wait_for(self, name: str, table: Table) -> None:
        """Whoever is on turn will act some day; whoever is away will come back some day."""
        if table.match is None:
            return
        seat = to_act(table.match)
        chair = None if seat is None else table.chair(seat)
        if chair is not None and chair.person is not None and chair.present:
            self._expect(name, table, chair.person)
        for chair in table.head.chairs.values():
            if chair.person is not None and chair.absent == "away":
                self._expect_back(name, chair.person)

    def _expect(self, name: str, table: Table, person: int) -> None:
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
        """A wish; whether it was acknowledged."""
        verdict = await decide(self.container, name, command.person, command, None)
        taken = verdict.receipt is Receipt.TAKEN
        if taken:
            claims = isinstance(command, Act) and command.action == ActionKind.CLAIM
            self.wishes["Claim" if claims else type(command).__name__] += 1
        return taken

    async def told(self, name: str, command: Command) -> None:
        """What no update stands behind, and what follows from it at once."""
        await house(self.container, name, command)
        await self.settle()


async def _looks_away(name: str, ply: int, human: Human) -> None:
    """Nobody acts unless he is told how."""
