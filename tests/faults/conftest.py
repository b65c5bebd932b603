"""One world a test, in memory; on a real store where a test asks for it."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.faults.worlds import real_world
from tests.telegram.wing.world import PEOPLE, World, a_world
from workers.embedded import Server


@pytest_asyncio.fixture
async def world() -> AsyncIterator[World]:
    async with a_world() as value:
        yield value


@pytest_asyncio.fixture
async def table(world: World) -> str:
    """A match of four people, nobody has called yet."""
    return await world.start(*PEOPLE)


@pytest_asyncio.fixture
async def real(real_server: Server) -> AsyncIterator[World]:
    async with real_world(real_server) as (value, _):
        yield value
