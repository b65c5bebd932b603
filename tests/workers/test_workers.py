"""Two worker processes on a real server carry tables on, whichever of them is killed."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError, OutOfMemoryError, TimeoutError
from rq import SimpleWorker
from rq.exceptions import StopRequested

from service import usecases
from service.adapters.keys import Keys
from service.adapters.rq_queue import ADVANCE, Work, queue_name
from service.bootstrap import Container, container
from service.lobbies import Opening, open_table
from service.ports import Stored
from service.settings import Settings
from service.table.commands import Cut, Sit
from tests.workers.waiting import process, until
from workers import run
from workers.checks import ask, judged
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
    table = await open_table(house, Opening(-500, message, None, "club", 1))
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
    answers: list[type[Exception] | None] = [ConnectionError, TimeoutError, OutOfMemoryError, None]

    def set_(*_: object, **__: object) -> None:
        if (fault := answers.pop(0)) is not None:
            raise fault

    monkeypatch.setattr(SimpleWorker, "execute_job", _away)
    monkeypatch.setattr(run, "AGAIN_S", 0.0)
    with Redis.from_url(real_server.url) as connection:
        worker = make_worker(Settings(redis_url=real_server.url), Work.MOVES, connection)
        monkeypatch.setattr(connection, "set", set_)
        worker.executions["lost"] = nothing
        worker.execute_job(nothing, nothing)
        assert answers == [], "it waits for the server, and goes on"
        assert worker.executions == {}
        answers.append(ConnectionError)
        worker._stop_requested = True
        with pytest.raises(StopRequested):
            worker.execute_job(nothing, nothing)


async def test_a_worker_told_to_stop_finishes_its_job(
    house: Container, real_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job ends well, and no other is begun."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    begun, done = list[str](), list[str]()
    with Redis.from_url(real_server.url) as connection:
        worker = make_worker(Settings(redis_url=real_server.url, key_prefix="stop:"), Work.MOVES, connection)

        def advance(table: str) -> None:
            begun.append(table)
            os.kill(os.getpid(), signal.SIGTERM)
            done.append(table)

        monkeypatch.setattr("workers.jobs.advance", advance)
        for table in ("a", "b"):
            worker.queues[0].enqueue_call(ADVANCE, args=[table])
        worker.work(burst=True, logging_level="CRITICAL")
        assert begun == done == ["a"]
        assert worker.failed_job_count == 0
        assert worker.queues[0].failed_job_registry.count == 0
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("full_at", ["start", "idle", "move"])
async def test_a_worker_waits_while_its_server_is_full(tmp_path: Path, full_at: str) -> None:
    """It says so in one line, stays, goes on by itself when there is room, and ends when it is told to."""
    server = Server.start(Settings(), tmp_path)
    house = await container(Settings(redis_url=server.url, key_prefix=PREFIX))
    table = await opened(house, 1)
    log = tmp_path / "log"
    with Redis.from_url(server.url) as admin, log.open("w") as file:
        full = partial(admin.config_set, "maxmemory", 1)
        if full_at == "start":
            full()
        with process(["workers.cli", "worker"], environment(server), errors=file) as worker:
            if full_at != "start":
                until(lambda: "ready" in log.read_text(), "ready")
                assert await settled(house, table)
                if full_at == "move":
                    await usecases.house(house, table, Cut(person=1, count=3))
                full()
            until(lambda: "takes no writes" in log.read_text(), "told")
            beats = [admin.info("stats")["total_error_replies"] for _ in range(2)]
            until(lambda: admin.info("stats")["total_error_replies"] > beats[0] + 5, "several tries")
            assert worker.poll() is None
            assert log.read_text().count("takes no writes") == 1
            memory = {one.what: one for one in judged(ask(Settings(redis_url=server.url)))}["memory"]
            assert "the server is full" in memory.said, "doctor says so too"
            admin.config_set("maxmemory", 0)
            until(lambda: "takes writes again" in log.read_text(), "goes on")
            assert await settled(house, table), "what waited goes on"
            await usecases.house(house, table, Cut(person=1, count=5))
            assert await settled(house, table)
            assert (await loaded(house, table)).head.cuts == {"N": 5}
            full()
            until(lambda: log.read_text().count("takes no writes") == 2, "full once more")
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(timeout=15) == 0
            assert "Traceback" not in log.read_text()
    await house.aclose()
    server.stop()


async def test_what_a_killed_worker_had_fetched_is_done_by_the_next(
    house: Container, real_server: Server
) -> None:
    """At once: neither its hint's end nor anybody's sweep is waited for."""
    table = await opened(house, 99)
    with Redis.from_url(real_server.url) as admin:
        queue = f"rq:queue:{queue_name(Keys(PREFIX), Work.MOVES)}"
        until(lambda: admin.llen(queue), "its job is queued")
        while admin.lmove(queue, f"{queue}:intermediate", "LEFT", "RIGHT"):
            pass
        with process(["workers.cli", "worker"], environment(real_server)):
            until(lambda: not admin.exists(Keys(PREFIX).inbox(table)), "worked off")


def test_a_heartbeat_that_does_not_arrive_does_not_end_the_worker(
    real_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimpleWorker, "heartbeat", _away)
    monkeypatch.setattr(SimpleWorker, "run_maintenance_tasks", _away)
    with Redis.from_url(real_server.url) as connection:
        worker = make_worker(Settings(redis_url=real_server.url), Work.MOVES, connection)
        worker.heartbeat()
        worker.run_maintenance_tasks()
