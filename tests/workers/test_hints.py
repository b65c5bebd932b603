"""Hints: queued once until a job begins, ids only, and never an exception."""

import asyncio
from collections.abc import AsyncIterator, Callable
from random import Random
from threading import Thread
from typing import NamedTuple

import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from service.adapters import rq_queue
from service.adapters.keys import Keys
from service.adapters.rq_queue import RqHints, Work, queue_name, sync_client
from service.settings import Settings
from workers.embedded import Server
from workers.run import make_worker


class Hints(NamedTuple):
    """The adapter under test, and RQ's own view of the queues."""

    hints: RqHints
    redis: Redis
    keys: Keys

    async def advance(self, table: str) -> None:
        """Hint, and wait until it is queued."""
        await self.hints.advance(table)
        self.hints.settled()

    def begun(self, table: str) -> None:
        """What a worker does before it loads the table."""
        self.redis.delete(self.keys.hint(Work.MOVES, table))

    def queued(self, work: Work) -> list[str]:
        self.hints.settled()
        queue = Queue(queue_name(self.keys, work), connection=self.redis, serializer=JSONSerializer)
        return [str(job.args[0]) for job in queue.get_jobs()]


@pytest.fixture
async def hints(real_server: Server, request: pytest.FixtureRequest) -> AsyncIterator[Hints]:
    redis, keys = sync_client(real_server.url, 5), Keys(f"{request.node.name[:20]}:")
    adapter = RqHints(redis, keys)
    yield Hints(adapter, redis, keys)
    adapter.close()


async def test_a_hint_is_queued_on_its_own_queue(hints: Hints) -> None:
    await hints.advance("aaaa")
    await hints.hints.think("bbbb")
    assert (hints.queued(Work.MOVES), hints.queued(Work.THINK)) == (["aaaa"], ["bbbb"])


async def test_hints_do_not_pile_up_until_a_job_begins(hints: Hints) -> None:
    for _ in range(3):
        await hints.advance("aaaa")
    assert hints.queued(Work.MOVES) == ["aaaa"]
    hints.begun("aaaa")
    await hints.advance("aaaa")
    assert hints.queued(Work.MOVES) == ["aaaa", "aaaa"]


async def test_the_mark_of_a_lost_job_lapses(hints: Hints) -> None:
    await hints.advance("aaaa")
    assert 0 < hints.redis.pttl(hints.keys.hint(Work.MOVES, "aaaa")) <= 3_000


async def test_a_long_queue_makes_marks_last_longer_but_not_for_ever(hints: Hints) -> None:
    for number in range(100):
        await hints.advance(f"t{number}")
    middle, last = (hints.redis.pttl(hints.keys.hint(Work.MOVES, f"t{number}")) for number in (20, 99))
    assert 3_000 < middle <= 5_000 < last <= 9_000


async def test_a_job_carries_an_id_and_nothing_else(hints: Hints) -> None:
    await hints.advance("aaaa")
    (job,) = Queue(
        queue_name(hints.keys, Work.MOVES), connection=hints.redis, serializer=JSONSerializer
    ).get_jobs()
    assert (job.func_name, job.args, job.kwargs) == ("workers.jobs.advance", ["aaaa"], {})
    assert (job.description, job.meta, job.timeout) == ("moves aaaa", {}, 30)
    assert (job.result_ttl, job.failure_ttl, job.retries_left) == (5, 86_400, 2)


class Worker(Thread):
    """Looks at tables as fast as it can: what it sees is as new as the moment its mark went."""

    def __init__(self, hints: Hints, changes: dict[str, int]) -> None:
        super().__init__()
        self._hints, self._changes = hints, changes
        self.seen: dict[str, int] = {}
        self.last = False

    def run(self) -> None:
        queue = Queue(
            queue_name(self._hints.keys, Work.MOVES), connection=self._hints.redis, serializer=JSONSerializer
        )
        while True:
            last = self.last
            while (number := self._hints.redis.lpop(queue.key)) is not None:
                job = queue.fetch_job(number.decode())  # type: ignore[union-attr]
                assert job is not None
                table = str(job.args[0])
                self._hints.begun(table)
                self.seen[table] = self._changes[table]
            if last:
                return


async def test_in_a_storm_every_table_is_looked_at_after_its_last_hint(hints: Hints) -> None:
    """Many more hints than there are threads or requests for, from a loop that never waits for them. None is lost, for
    a table that is hinted again while its hint waits is looked at once, and late enough."""
    changes = dict.fromkeys((f"t{number}" for number in range(120)), 0)
    worker = Worker(hints, changes)
    worker.start()
    chance = Random(7)
    for step in range(1, 2_000):
        table = f"t{chance.randrange(120)}"
        changes[table] = step
        await hints.hints.advance(table)
        if step % 7 == 0:
            await asyncio.sleep(0)
    hints.hints.settled()
    worker.last = True
    worker.join()
    assert worker.seen == changes


async def test_a_burst_of_all_tables_goes_through(hints: Hints) -> None:
    tables = [f"t{number}" for number in range(600)]
    await asyncio.gather(*map(hints.hints.advance, tables))
    assert sorted(hints.queued(Work.MOVES)) == sorted(tables)


async def test_a_hint_on_the_way_out_is_dropped_and_harms_nobody(hints: Hints) -> None:
    hints.hints.close()
    await hints.hints.advance("aaaa")
    await hints.hints.think("aaaa")


async def test_a_job_that_begins_takes_its_mark_away_before_it_looks(hints: Hints) -> None:
    """Whatever is stored from then on gets a job of its own."""
    await hints.advance("aaaa")
    settings = Settings.model_validate(
        {"redis_url": "redis://unused", "key_prefix": hints.keys.prefix, "redis_password": None}
    )
    worker = make_worker(settings, Work.MOVES, hints.redis)
    marks: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "workers.jobs.advance",
            lambda table: marks.append(hints.redis.exists(hints.keys.hint(Work.MOVES, table))),
        )
        worker.work(burst=True, logging_level="WARNING")
    assert marks == [0]


async def test_a_hint_that_could_not_be_queued_does_not_keep_the_sweep_away(
    hints: Hints, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark was set, and the server went away before the job was in the queue."""

    def gone(*_: object, **__: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(RqHints, "_queue", gone)
    await hints.advance("aaaa")
    assert hints.queued(Work.MOVES) == []
    assert hints.redis.pttl(hints.keys.hint(Work.MOVES, "aaaa")) <= 1_000, "the sweep comes after 2 s"


async def test_a_dead_server_costs_hints_and_nothing_more(
    unused_tcp_port_factory: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits is bounded, and whoever leaves does not wait for it."""
    monkeypatch.setattr(rq_queue, "WAITING", 200)
    adapter = RqHints(sync_client(f"redis://127.0.0.1:{unused_tcp_port_factory()}", 0.2), Keys("x:"))
    await asyncio.gather(*(adapter.advance(f"t{number}") for number in range(1_000)))
    adapter.close()
