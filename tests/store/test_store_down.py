"""A server that cannot answer, or refuses: `StoreDown`, soon, and nothing half-written."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ExecAbortError, ResponseError

from service.adapters.redis_client import Client, connect, of_the_server
from service.adapters.redis_directory import RedisDirectory
from service.adapters.redis_store import RedisStore
from service.ports import Commit, StoreDown
from service.settings import Settings
from service.table.commands import Stand
from tests.store.worlds import client_for, head
from workers.embedded import Server

T = "aaaaaaaaaa"


@pytest.fixture
async def alone(tmp_path: Path) -> AsyncIterator[tuple[Server, Client]]:
    """A server of this test's own."""
    server = Server.start(Settings(), tmp_path)
    client = client_for("real", server.url)
    yield server, client
    await client.close()
    server.stop()


async def test_nobody_listens(unused_tcp_port_factory: Callable[[], int]) -> None:
    url = f"redis://127.0.0.1:{unused_tcp_port_factory()}"
    client = Client(connect(url, timeout=0.5, connections=2, retries=1), "x:", turned_clock=False)
    for request in (
        RedisStore(client).load(T),
        RedisStore(client).tables_of(1),
        RedisDirectory(client).people([1]),
    ):
        with pytest.raises(StoreDown):
            await request
    await client.close()


async def test_a_server_that_hangs_is_not_waited_for(alone: tuple[Server, Client]) -> None:
    server, _ = alone
    client = Client(connect(server.url, timeout=0.1, connections=2, retries=1), "x:", turned_clock=False)
    await client.run("time", [""])
    server.process.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    with pytest.raises(StoreDown):
        await RedisStore(client).submit(T, Stand(person=1), 1)
    server.process.send_signal(signal.SIGCONT)
    assert time.monotonic() - began < 2
    await client.close()


async def test_a_full_server_refuses_each_step_whole(alone: tuple[Server, Client]) -> None:
    _, client = alone
    store = RedisStore(client)
    await store.create(head(), [])
    await store.submit(T, Stand(person=1), 1)
    before = await store.load(T)
    assert before is not None
    await client.redis.config_set("maxmemory", "1")
    step = Commit(1, 1, head(revision=9), ("fact",), 5, frozenset({"lobby"}), frozenset({7}), frozenset({1}))
    for request in (
        store.commit(T, step),
        store.submit(T, Stand(person=2), 2),
        store.create(head("bbbbbbbbbb"), ["lobby"]),
        store.mark(T, ["lobby"]),
        store.lease("courier", "a", 1_000),
    ):
        with pytest.raises(StoreDown):
            await request
    after = await store.load(T)
    assert after is not None
    assert after._replace(now=0) == before._replace(now=0)
    await client.redis.config_set("maxmemory", "0")
    assert await store.load("bbbbbbbbbb") is None
    assert (await store.tables_of(7), await store.tables_of(1)) == ([], [T])
    assert await store.commit(T, step)


async def test_a_script_forgotten_by_a_restarted_server_is_sent_again(alone: tuple[Server, Client]) -> None:
    _, client = alone
    store = RedisStore(client)
    await store.now()
    await client.redis.script_flush()
    assert await store.create(head(), [])


@pytest.mark.parametrize("kind", ["real", "in turn"])
async def test_a_replica_without_its_master_is_an_outage(alone: tuple[Server, Client], kind: str) -> None:
    """In the middle of a failover."""
    server, client = alone
    other = client_for(kind, server.url)
    assert await RedisStore(other).load(T) is None
    await client.redis.config_set("replica-serve-stale-data", "no")
    await client.redis.replicaof("127.0.0.1", "1")
    with pytest.raises(StoreDown):
        await RedisStore(other).load(T)
    await other.close()


async def test_whoever_waits_for_a_job_while_the_server_becomes_a_replica_meets_an_outage(
    alone: tuple[Server, Client],
) -> None:
    """The other half of a failover: a worker waits in its queue all the time."""
    server, client = alone
    with Redis.from_url(server.url) as redis:
        connection = redis.connection_pool.get_connection()
        connection.send_command("BLMOVE", "x", "y", "LEFT", "RIGHT", 10)
        while not (await client.redis.info("clients"))["blocked_clients"]:
            pass
        await client.redis.replicaof("127.0.0.1", "1")
        with pytest.raises(ResponseError) as refused:
            connection.read_response()
        redis.connection_pool.release(connection)
    assert of_the_server(refused.value)


async def test_a_server_busy_with_a_script_is_an_outage(alone: tuple[Server, Client]) -> None:
    _, client = alone
    assert await RedisStore(client).load(T) is None
    await client.redis.config_set("busy-reply-threshold", "10")
    script = asyncio.ensure_future(client.redis.execute_command("EVAL", "while true do end", 0))

    async def until_refused() -> None:
        while True:
            await RedisStore(client).load(T)

    with pytest.raises(StoreDown, match="BUSY"):
        await until_refused()
    await client.redis.script_kill()
    with pytest.raises(ResponseError):
        await script
    assert await RedisStore(client).load(T) is None


async def test_a_server_that_becomes_full_before_a_transactions_end_is_an_outage(
    alone: tuple[Server, Client],
) -> None:
    """All that was asked is in the line by then; a long one is read in pieces, and others come in between."""
    server, client = alone
    with Redis.from_url(server.url) as redis:
        connection = redis.connection_pool.get_connection()
        for request in (("MULTI",), ("SET", "x", "y")):
            connection.send_command(*request)
            connection.read_response()
        await client.redis.config_set("maxmemory", "1")
        connection.send_command("EXEC")
        with pytest.raises(ExecAbortError) as refused:
            connection.read_response()
        redis.connection_pool.release(connection)
    assert of_the_server(refused.value)


async def test_a_mistake_of_ours_is_no_outage(alone: tuple[Server, Client]) -> None:
    _, client = alone
    await client.redis.set(client.keys.table(T), "no hash")
    with pytest.raises(ResponseError):
        await RedisStore(client).load(T)


async def test_a_wrong_password_is_told_as_an_outage(alone: tuple[Server, Client]) -> None:
    server, client = alone
    await client.redis.config_set("requirepass", "right")
    for password, works in (("right", True), ("wrong", False)):
        url = f"{server.url}?password={password}"
        other = Client(connect(url, timeout=1, connections=2, retries=0), "x:", turned_clock=False)
        if works:
            assert await RedisStore(other).load(T) is None
        else:
            with pytest.raises(StoreDown):
                await RedisStore(other).load(T)
        await other.close()
