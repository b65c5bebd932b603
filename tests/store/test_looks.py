"""How often a table is looked at: as often as it has to do something, and no more."""

import pytest

from service.bootstrap import Container, memory_container
from service.lobbies import Opening, open_table
from service.table.commands import Command, Cut, Prefer, SetClock, Sit, Start
from service.usecases import advance, decide

MINUTE = 60_000
ANNA, BEN = 7, 8


class House:
    """A house in memory, its clock turned by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000
        self.container: Container = memory_container(lambda: self.now)
        self.looks = 0

    async def say(self, table: str, command: Command) -> None:
        await decide(self.container, table, command.person, command, None)
        await self.look()

    async def look(self) -> None:
        """Carry out what is due now."""
        for due in await self.container.store.claim(100):
            if due.key is None:
                self.looks += 1
                await advance(self.container, due.table)
            else:
                await self.container.store.finish(due, None)
        hints: list[tuple[str, str]] = self.container.queue.hints  # type: ignore[attr-defined]
        todo, hints[:] = list(hints), []
        for kind, table in todo:
            await advance(self.container, table, thinking=kind == "think")

    async def pass_minutes(self, minutes: int) -> int:
        """How often a table was looked at meanwhile."""
        before = self.looks
        for _ in range(minutes * 60):
            self.now += 1000
            await self.look()
        return self.looks - before


@pytest.fixture
def house() -> House:
    return House()


async def lobby(house: House) -> str:
    table = await open_table(house.container, Opening(-5, 1, None, "Club", ANNA, "classic"))
    await house.look()
    for person, seat in ((ANNA, "N"), (BEN, "E")):
        sit = Sit(person=person, revision=9, seats=seat, name="x", reachable=True)
        await house.say(table, sit)
    return table


async def test_a_lobby_is_left_alone_after_a_tap(house: House) -> None:
    table = await lobby(house)
    await house.say(table, Cut(person=ANNA, count=3))
    assert await house.pass_minutes(5) <= 2


async def test_a_match_with_a_clock_is_left_alone_until_its_time_is_over(house: House) -> None:
    table = await lobby(house)
    for person, seat in ((9, "S"), (10, "W")):
        await house.say(table, Sit(person=person, revision=9, seats=seat, name="x", reachable=True))
    await house.say(table, SetClock(person=ANNA, clock="3d"))
    stored = await house.container.store.load(table)
    assert stored is not None
    await house.say(table, Start(person=ANNA, revision=stored.head.revision))
    await house.say(table, Prefer(person=ANNA, auto="on"))
    assert await house.pass_minutes(5) <= 2
