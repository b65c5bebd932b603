"""Two worker processes on a real server carry tables on, whichever of them is killed."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError, TimeoutError
from rq import SimpleWorker
from rq.exceptions import StopRequested

from service import usecases
from service.adapters.rq_queue import Work
from service.bootstrap import Container, container
from service.ports import Stored
from service.settings import Settings
from service.table.commands import Cut, Sit
from service.usecases import Opening
from tests.workers.waiting import process
from workers import run
from workers.embedded import Server
from workers.run import make_worker

PREFIX = "workers:"


@pytest.fixture
async def house(real_server: Server) -> AsyncIterator[Container]:
    made = await container(Settings(redis_url=real_server.url, key_prefix=PREFIX))
    yield made
    await made.aclose()


def environment(server: Server) -> dict[str, str]:
    return {"REDIS_URL": server.url, "REBELOTE_KEY_PREFIX": PREFIX, "REBELOTE_LOG_FORMAT": "json"}


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
            server.stop()
            server = Server.start(Settings(), tmp_path)
            assert worker.poll() is None
    server.stop()


def _away(*_: object, **__: object) -> None:
    raise ConnectionError("the server is away")


def test_a_server_that_goes_away_in_mid_job_does_not_end_the_worker(
    real_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing: Any = None
    answers: list[type[Exception] | None] = [ConnectionError, TimeoutError, None]

    def ping() -> None:
        if (fault := answers.pop(0)) is not None:
            raise fault

    monkeypatch.setattr(SimpleWorker, "execute_job", _away)
    monkeypatch.setattr(run, "AGAIN_S", 0.0)
    with Redis.from_url(real_server.url) as connection:
        worker = make_worker(Settings(redis_url=real_server.url), Work.MOVES, connection)
        monkeypatch.setattr(connection, "ping", ping)
        worker.execute_job(nothing, nothing)
        assert answers == [], "it waits for the server, and goes on"
        worker._stop_requested = True
        with pytest.raises(StopRequested):
            worker.execute_job(nothing, nothing)


def test_a_heartbeat_that_does_not_arrive_does_not_end_the_worker(
    real_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimpleWorker, "heartbeat", _away)
    monkeypatch.setattr(SimpleWorker, "check_for_suspension", _away)
    monkeypatch.setattr(SimpleWorker, "run_maintenance_tasks", _away)
    with Redis.from_url(real_server.url) as connection:
        worker = make_worker(Settings(redis_url=real_server.url), Work.MOVES, connection)
        worker.heartbeat()
        worker.check_for_suspension(burst=False)
        worker.run_maintenance_tasks()
