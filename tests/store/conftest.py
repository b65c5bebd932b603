"""The contract suite's `world`: every test that asks for it runs on each store."""

from collections.abc import AsyncIterator

import pytest

from tests.store.worlds import (
    KINDS,
    RedisWorld,
    World,
    client_for,
    forgetful,
    memory_world,
    redis_world,
)
from workers.embedded import Server


@pytest.fixture(params=KINDS)
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    """Each store in turn. The server is started for the real one only."""
    kind: str = request.param
    made = memory_world() if kind == "memory" else redis_world(client_for(kind, url_for(request)))
    yield made
    await made.close()


@pytest.fixture(params=KINDS[1:])
async def lossy(request: pytest.FixtureRequest) -> AsyncIterator[RedisWorld]:
    """A Redis store that loses a reply when told to."""
    made = await forgetful(client_for(request.param, url_for(request)))
    yield made
    assert not made.waits(), "no reply was lost"
    await made.client.close()


def url_for(request: pytest.FixtureRequest) -> str:
    """The real server, started where a world is on it."""
    return "" if request.param == "fake" else str(request.getfixturevalue("real_server").url)


@pytest.fixture
async def real(real_server: Server) -> AsyncIterator[World]:
    """The real server only, for what depends on its own ways."""
    made = redis_world(client_for("real", real_server.url))
    yield made
    await made.close()
