"""One world a test: bot, worker and courier over HTTP on a local Telegram, with a clock of our own."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.telegram.wing.world import World, a_world


@pytest_asyncio.fixture
async def world() -> AsyncIterator[World]:
    async with a_world() as value:
        yield value
