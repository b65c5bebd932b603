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
    if kind == "memory":
        made = memory_world()
    else:
        url = request.getfixturevalue("real_server").url if kind == "real" else ""
        made = redis_world(client_for(kind, url))
    yield made
    await made.close()


@pytest.fixture(params=KINDS[1:])
async def lossy(request: pytest.FixtureRequest) -> AsyncIterator[RedisWorld]:
    """A Redis store that loses a reply when told to."""
    kind: str = request.param
    url = request.getfixturevalue("real_server").url if kind == "real" else ""
    made = await forgetful(client_for(kind, url))
    yield made
    assert not made.waits(), "no reply was lost"
    await made.client.close()


@pytest.fixture
async def real(real_server: Server) -> AsyncIterator[World]:
    """The real server only, for what depends on its own ways."""
    made = redis_world(client_for("real", real_server.url))
    yield made
    await made.close()
