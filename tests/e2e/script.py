"""A scripted game on real processes, and its twin in memory, where nobody dies.

The twin begins with the same head document (seed, seats, rules) and gets the same moves. After each of them every
person must know the same here and there: his cards, the trick, the contract, the scores.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

from engine.actions import action_text
from engine.observation import Observation, legal_actions
from service.bootstrap import Container, container, memory_container
from service.ports import Stored
from service.settings import load_settings
from service.table.commands import Act
from service.table.model import Stage
from service.usecases import advance, house, look
from tests.e2e.house import PEOPLE, buttons
from tests.sandbox.client import Control, Json

SOON_S = 30.0
"""Real processes get so long for what they do in a fraction of a second."""
A_MINUTE = 60_000


class Offer(NamedTuple):
    """Whose turn it is, his card, and the button that the script wants."""

    user: int
    card: Json
    data: str
    action: str
    ply: int


async def table_running(home: Container) -> Stored:
    """The one table of a house, once its match has begun."""
    async with asyncio.timeout(SOON_S):
        while True:
            for table in await home.store.tables_of(PEOPLE[0]):
                stored = await home.store.load(table)
                if stored is not None and stored.head.stage is Stage.PLAYING:
                    return stored
            await asyncio.sleep(0.05)


@dataclass
class Script:
    """What happens next at a table, by its twin."""

    control: Control
    home: Container
    twin: Container
    clock: list[int]
    table: str
    turned: bool
    """Whether the house's clock may be turned."""

    async def seen(self, where: Container, person: int) -> Observation | None:
        view = await look(where, self.table, person)
        assert view is not None
        return view.seen

    async def stands(self, ply: int) -> bool:
        """Whether a move is written in the house: made, or kept for the moment in which it may be taken back."""
        stored = await self.home.store.load(self.table)
        assert stored is not None
        held = stored.head.held is not None and stored.head.held.ply == ply
        return held or len(await self.facts(self.home)) > ply

    async def deadline(self) -> int | None:
        """When the time of who is on turn is over, in the house."""
        view = await look(self.home, self.table, PEOPLE[0])
        assert view is not None
        return view.time.deadline

    async def over(self) -> bool:
        """The first deal is written."""
        seen = await self.seen(self.twin, PEOPLE[0])
        return seen is None or seen.deal_no > 1

    async def offer(self) -> Offer:
        """The next move, once the person on turn has its button. Takes at once, then plays his first legal card."""
        user, action, ply = await self._next()
        wanted = f"a:{self.table}:{ply}:{action}"
        async with asyncio.timeout(SOON_S):
            while True:
                for card in reversed(await self.control.sees(user, user)):
                    if any(b.get("callback_data") == wanted for b in buttons(card)):
                        return Offer(user, card, wanted, action, ply)
                await self.pass_time()

    async def _next(self) -> tuple[int, str, int]:
        for person in PEOPLE:
            view = await look(self.twin, self.table, person)
            assert view is not None
            seen = view.seen
            if seen is not None and seen.turn is not None and seen.turn == view.seat:
                texts = [action_text(action) for action in legal_actions(seen)]
                return person, "take" if "take" in texts else texts[0], seen.ply
        raise AssertionError("nobody is on turn")

    async def pass_time(self) -> None:
        """For the house: what is due in a while is due now."""
        if self.turned:
            clock, redis = self.home.store, self.home.store._client.redis  # type: ignore[attr-defined]
            await redis.incrby(clock._client.keys.clock, 5_000)  # type: ignore[attr-defined]
        await asyncio.sleep(0.05)  # other processes work; there is nothing to wait on but what they leave

    async def played(self, offer: Offer) -> None:
        """The twin makes the move, and what follows of itself."""
        act = Act(person=offer.user, ply=offer.ply, action=offer.action)
        await house(self.twin, self.table, act)
        for _ in range(8):
            await advance(self.twin, self.table)
            self.clock[0] += A_MINUTE

    async def same(self) -> None:
        """Everybody knows here what he knows there."""
        async with asyncio.timeout(SOON_S):
            while (await self._all(self.home)) != (await self._all(self.twin)):
                await self.pass_time()

    async def _all(self, where: Container) -> list[Observation | None]:
        return [await self.seen(where, person) for person in PEOPLE]

    async def facts(self, where: Container) -> list[str]:
        """All that happened, without the times, nor who did it: the last card plays itself after a while."""
        lines = await where.store.facts(self.table, 0, -1)
        return [line.partition(" ")[2].removesuffix(" p").removesuffix(" a") for line in lines]


@asynccontextmanager
async def scripted(control: Control, redis: str, *, turned: bool = True) -> AsyncIterator[Script]:
    """A match of `PEOPLE` has been started in a house; from here on the script knows what must be."""
    home = await container(load_settings(redis_url=redis, turned_clock=turned))
    try:
        stored = await table_running(home)
        assert stored.facts == ()
        clock = [stored.now]
        twin = memory_container(lambda: clock[0])
        await twin.store.create(stored.head, ())
        for person in PEOPLE:
            known = await home.directory.person(person)
            await twin.directory.touch_person(person, **known.model_dump(exclude={"id", "schema_no"}))
        yield Script(control, home, twin, clock, stored.head.id, turned)
    finally:
        await home.aclose()
