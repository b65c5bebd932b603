"""One world a test."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.telegram.wing.world import World, a_world


@pytest_asyncio.fixture
async def world() -> AsyncIterator[World]:
    async with a_world() as value:
        yield value
