"""Two worker processes on a real server carry tables on, whichever of them is killed."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from redis import Redis
from rq.worker import BaseWorker

from service import usecases
from service.bootstrap import Container, container
from service.ports import Stored
from service.settings import Settings
from service.table.commands import Cut, Sit
from service.usecases import Opening
from tests.workers.waiting import process, until
from workers.embedded import Server

PREFIX = "workers:"


@pytest.fixture
async def house(real_server: Server) -> AsyncIterator[Container]:
    made = await container(Settings(redis_url=real_server.url, key_prefix=PREFIX))
    yield made
    await made.aclose()


def environment(server: Server) -> dict[str, str]:
    return {"REDIS_URL": server.url, "REBELOTE_KEY_PREFIX": PREFIX, "REBELOTE_LOG_FORMAT": "json"}


def idle(server: Server) -> bool:
    with Redis.from_url(server.url) as client:
        return [worker.get_state() for worker in BaseWorker.all(connection=client)] == ["idle"]


async def loaded(house: Container, table: str) -> Stored:
    stored = await house.store.load(table)
    assert stored is not None
    return stored


async def settled(house: Container, table: str) -> bool:
    """Whether everything submitted was worked off, the courier's sweep being done here.

    It is needed: the server may hand a job to a worker that has just been killed and is not known to be.
    """
    for look in range(1, 1_000):
        if look % 100 == 0:
            await house.queue.advance(table)
        if not (await loaded(house, table)).inbox:
            return True
        await asyncio.sleep(0.02)
    return False


async def opened(house: Container, message: int) -> str:
    table = await usecases.open_table(house, Opening(-500, message, None, "club", 1))
    await usecases.house(house, table, Sit(person=1, seats="N", name="Ann", reachable=True, revision=0))
    return table


async def test_two_workers_work_off_what_is_submitted(house: Container, real_server: Server) -> None:
    with ExitStack() as stack:
        two = [
            stack.enter_context(process(["workers.cli", "worker"], environment(real_server)))
            for _ in range(2)
        ]
        tables = [await opened(house, message) for message in range(10)]
        for table in tables:
            assert await settled(house, table)
        two[0].kill()
        for table in tables:
            for count in range(1, 4):
                await usecases.house(house, table, Cut(person=1, count=count))
                assert await settled(house, table)
        for table in tables:
            stored = await loaded(house, table)
            assert (stored.head.chairs["N"].person, stored.head.cuts) == (1, {"N": 3})
        two[1].send_signal(signal.SIGTERM)
        output, errors = two[1].communicate(timeout=15)
        assert (two[1].returncode, output) == (0, "")
        assert '"outcome": "done"' in errors
        for table in tables:
            assert (await loaded(house, table)).head.secret not in errors


async def test_a_worker_survives_a_restart_of_its_server(tmp_path: Path) -> None:
    server = Server.start(Settings(), tmp_path)
    with process(["workers.cli", "worker"], environment(server)) as worker:
        for message in range(2):
            house = await container(Settings(redis_url=server.url, key_prefix=PREFIX))
            assert await settled(house, await opened(house, message))
            await house.aclose()
            until(partial(idle, server), "the worker waits for its next job")  # a busy one may exit: RQ's way
            server.stop()
            server = Server.start(Settings(), tmp_path)
            assert worker.poll() is None
    server.stop()
