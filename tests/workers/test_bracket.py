"""A job and its table's step, as RQ and the table see them: what begins together and ends together."""

import asyncio
from collections.abc import Coroutine, Iterator
from itertools import count
from threading import Thread
from typing import Any, NamedTuple, TypeVar

import pytest
from redis import Connection, Redis
from redis.connection import AbstractConnection
from rq import Queue, Retry
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from service import usecases
from service.adapters.in_turn import InTurn
from service.adapters.keys import Keys
from service.adapters.rq_queue import ADVANCE, Work, queue_name
from service.bootstrap import container
from service.ports import Stored
from service.settings import Settings
from service.table.commands import Command, Sit
from service.usecases import Opening
from workers import jobs
from workers.embedded import Server
from workers.run import PromptWorker, make_worker

T = TypeVar("T")
_numbers = count(1)
ANN, BEN = 7_000_000_001, 7_000_000_002


class House(NamedTuple):
    """A worker in this process, its queue and its server."""

    home: jobs.Home
    worker: PromptWorker
    queue: Queue
    redis: Redis

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self.home.loop.run_until_complete(work)

    def open(self, message: int = 1) -> str:
        """A lobby."""
        return self.wait(
            usecases.open_table(self.home.container, Opening(-5, message, None, "Club", ANN, "classic"))
        )

    def wish(self, table: str, person: int, seat: str) -> None:
        """A seat, wished for."""
        sit = Sit(person=person, seats=seat, name="Ann", reachable=True, revision=0)
        self.wait(self.home.container.store.submit(table, sit, None))

    def queued(self, table: str, retry: Retry | None = None) -> str:
        """A job that looks at it."""
        return self.queue.enqueue_call(ADVANCE, args=[table], retry=retry).id

    def work(self) -> None:
        """Until no job is left."""
        self.worker.work(burst=True, logging_level="CRITICAL")

    def seen(self, table: str) -> Stored:
        stored = self.wait(self.home.container.store.load(table))
        assert stored is not None
        return stored

    def sitting(self, table: str) -> dict[str, int | None]:
        """Who sits where, and nobody's wish waits."""
        stored = self.seen(table)
        assert stored.inbox == ()
        return {letter: chair.person for letter, chair in stored.head.chairs.items() if chair.person}

    def remains(self, job: str) -> list[str]:
        """What RQ keeps of a job."""
        registries = [self.queue.failed_job_registry, self.queue.started_job_registry]
        assert not any(registry.count for registry in registries)
        return [str(key) for key in self.redis.scan_iter("rq:*") if job in str(key)]


def elsewhere(house: House, table: str, command: Command) -> None:
    """Another process submits it, while this one is in the middle of a job."""

    async def submit() -> None:
        other = await container(house.home.container.settings)
        await other.store.submit(table, command, None)
        await other.aclose()

    thread = Thread(target=asyncio.run, args=[submit()])
    thread.start()
    thread.join()


@pytest.fixture
def house(real_server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    settings = Settings(redis_url=real_server.url, key_prefix=f"bracket{next(_numbers)}:")
    home = jobs.Home(settings)
    monkeypatch.setattr(jobs, "_home", [home])
    with Redis.from_url(settings.redis) as redis:
        name = queue_name(Keys(settings.key_prefix), Work.MOVES)
        queue = Queue(name, connection=redis, serializer=JSONSerializer)
        yield House(home, make_worker(settings, Work.MOVES, redis, home.bracket), queue, redis)
    home.close()


def test_a_jobs_step_goes_with_its_beginning_and_its_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken, read, begun with the load, gone with the commit: four requests, of which three write."""
    house.work()  # what is asked once, at a worker's beginning, is behind it
    sent: list[Any] = []
    send = Connection.send_packed_command

    def counted(self: Connection, command: Any, check_health: bool = True) -> None:
        sent.append(command)
        send(self, command, check_health)  # type: ignore[no-untyped-call]

    spent = []
    for first, many in ((0, 10), (10, 30)):
        tables = [house.open(message) for message in range(first, first + many)]
        names = []
        for table in tables:
            house.wish(table, ANN, "N")
            names.append(house.queued(table))
        with monkeypatch.context() as counting:
            counting.setattr(AbstractConnection, "send_packed_command", counted)
            house.work()
        spent.append(len(sent))
        sent.clear()
        assert all(house.sitting(table) == {"N": ANN} for table in tables)
        assert not any(house.remains(name) for name in names)
    assert spent[1] - spent[0] <= 4 * 20 + 2  # a sign of life may fall among them


def test_a_job_with_nothing_to_do_ends_by_itself(house: House) -> None:
    table = house.open()
    house.wish(table, ANN, "N")
    for _ in range(2):
        job = house.queued(table)
        house.work()
        assert house.remains(job) == []
    assert house.sitting(table) == {"N": ANN}


def test_a_wish_that_comes_between_load_and_commit_is_not_lost(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit is refused, and the job's end written with it; the same worker decides anew."""
    table = house.open()
    house.wish(table, ANN, "N")
    late = [BEN]
    work_off = usecases._work_off

    def slow(*args: Any) -> Any:
        if late:
            sit = Sit(person=late.pop(), seats="S", name="Ben", reachable=True, revision=0)
            elsewhere(house, table, sit)
        return work_off(*args)

    monkeypatch.setattr(usecases, "_work_off", slow)
    job = house.queued(table)
    house.work()
    assert house.sitting(table) == {"N": ANN, "S": BEN}
    assert house.remains(job) == []


@pytest.mark.parametrize("retry", [None, Retry(max=2)], ids=["once", "thrice"])
def test_a_job_that_fails_after_its_commit_is_kept_with_its_fault(
    house: House, monkeypatch: pytest.MonkeyPatch, retry: Retry | None
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("after the commit")

    table = house.open()
    house.wish(table, ANN, "N")
    monkeypatch.setattr(usecases, "_hint", broken)
    name = house.queued(table, retry)
    house.work()
    assert house.sitting(table) == {"N": ANN}
    job = house.queue.fetch_job(name)
    assert job is not None
    assert job.get_status() is JobStatus.FAILED
    assert "after the commit" in str(job.latest_result().exc_string)  # type: ignore[union-attr]
    assert house.queue.failed_job_registry.count == 1


def test_a_server_that_has_forgotten_the_scripts_is_taught_them(house: House) -> None:
    table = house.open()
    house.wish(table, ANN, "N")
    house.redis.script_flush()
    job = house.queued(table)
    house.work()
    assert house.sitting(table) == {"N": ANN}
    assert house.remains(job) == []


def test_a_commit_that_a_full_server_refuses_leaves_the_wish_where_it_was(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Full at this very moment. What ends the job needs no room, and is written."""
    table = house.open()
    house.wish(table, ANN, "N")
    last, asked = InTurn.last, list[object]()
    room = house.redis.config_get("maxmemory")["maxmemory"] or "0"

    async def full(self: InTurn, *request: Any) -> Any:
        house.redis.config_set("maxmemory", "1")
        try:
            asked.append(await last(self, *request))
        finally:
            house.redis.config_set("maxmemory", room)

    with monkeypatch.context() as patch:
        patch.setattr(InTurn, "last", full)
        job = house.queued(table)
        house.work()
    assert asked == []
    assert len(house.seen(table).inbox) == 1
    assert house.remains(job) == []
    house.queued(table)
    house.work()
    assert house.sitting(table) == {"N": ANN}


def test_what_was_foretold_is_believed_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that loads its table twice sees the second time what has happened since."""
    table = house.open()
    house.wish(table, ANN, "N")
    seen: list[int] = []

    async def twice(container: Any, table: str, thinking: bool = False) -> None:
        for person, seat in ((BEN, "S"), (0, "")):
            stored = await container.store.load(table)
            seen.append(len(stored.inbox))
            if person:
                sit = Sit(person=person, seats=seat, name="Ben", reachable=True, revision=0)
                await container.store.submit(table, sit, None)

    with monkeypatch.context() as other:
        other.setattr(usecases, "advance", twice)
        house.queued(table)
        house.work()
    assert seen == [1, 2]
