"""Hints: queued once until a job begins, ids only, and never an exception."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from service.adapters.keys import Keys
from service.adapters.rq_queue import PENDING, RqHints, Work, begun, queue_name, sync_client
from workers.embedded import Server


class Hints(NamedTuple):
    """The adapter under test, and RQ's own view of the queues."""

    hints: RqHints
    redis: Redis
    keys: Keys

    async def advance(self, table: str) -> None:
        """Hint, and wait until it is queued."""
        await self.hints.advance(table)
        self.hints.settled()

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
    begun(hints.redis, hints.keys, Work.MOVES, "aaaa")
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


async def test_a_dead_server_costs_a_hint_and_nothing_more(
    unused_tcp_port_factory: Callable[[], int],
) -> None:
    adapter = RqHints(sync_client(f"redis://127.0.0.1:{unused_tcp_port_factory()}", 0.2), Keys("x:"))
    await asyncio.gather(*(adapter.advance(f"t{number}") for number in range(PENDING + 20)))
    adapter.close()
