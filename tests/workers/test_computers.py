"""Computers alone play a match of every rule set: a real server, and real processes for moves and for thinking."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from itertools import cycle

import pytest

from engine import players
from engine.seats import seats_in_play
from engine.variants import VARIANTS
from service import usecases
from service.bootstrap import Container, container
from service.lobbies import Opening, open_table
from service.settings import Settings
from service.table.commands import Fill, SetOption, Start
from service.table.model import Stage
from tests.workers.waiting import process
from workers.embedded import Server

PREFIX = "computers:"
SHORTEST = {"classic": 501, "luxembourg": 101, "coinche": 501, "beginner": 501, "house": 501}
"""The smallest target each rule set offers; two players' match is one deal."""
PATIENCE_S = 240


@pytest.fixture
async def house(real_server: Server) -> AsyncIterator[Container]:
    made = await container(Settings(redis_url=real_server.url, key_prefix=PREFIX))
    yield made
    await made.aclose()


async def begun(house: Container, number: int, variant: str) -> str:
    """A table on which every seat is a computer's, the levels by turns."""
    table = await open_table(house, Opening(-700, number, None, "club", 1, variant))
    levels = cycle(players.LEVELS)
    seats = ["N", "S"] if len(seats_in_play(VARIANTS[variant])) == 2 else list("NESW")
    if variant in SHORTEST:
        await usecases.house(house, table, SetOption(person=1, option="target", value=SHORTEST[variant]))
    for seat in seats:
        await usecases.house(house, table, Fill(person=1, seat=seat, level=next(levels)))
    await usecases.house(house, table, Start(person=0, revision=99))
    return table


async def test_computers_of_all_levels_end_a_match_of_every_rule_set(
    house: Container, real_server: Server
) -> None:
    environment = {"REDIS_URL": real_server.url, "REBELOTE_KEY_PREFIX": PREFIX, "REBELOTE_LOG_FORMAT": "json"}
    with ExitStack() as stack:
        for queue in ("moves", "think"):
            stack.enter_context(process(["workers.cli", "worker", "--queue", queue], environment))
        tables = [await begun(house, number, variant) for number, variant in enumerate(VARIANTS, start=1)]
        for table in tables:
            assert await over(house, table), table
    for table, variant in zip(tables, VARIANTS, strict=True):
        view = await usecases.look(house, table, None)
        assert view is not None
        assert view.winner in (0, 1)
        assert max(view.deals[-1].totals) >= SHORTEST.get(variant, 0)
        assert all(one.person is None for one in view.players)


async def over(house: Container, table: str) -> bool:
    """Whether the match comes to its end. No courier runs here: its look at what is due is done by this loop."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            view = await usecases.look(house, table, None)
            if view is not None and view.stage is Stage.OVER:
                return True
            await house.queue.advance(table)
            await asyncio.sleep(0.2)
