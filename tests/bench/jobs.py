"""Jobs a second: `advance` on tables with a command in their inbox, beside empty jobs of the same worker class."""

import asyncio
import sys
from statistics import median

from redis import Redis
from rq import Queue, Retry
from rq.serializers import JSONSerializer

from service import usecases
from service.adapters.keys import Keys
from service.adapters.rq_queue import ADVANCE, RESULT_TTL_S, Work, queue_name
from service.settings import Settings, Sync
from service.table.commands import Sit
from tests.bench import matches
from tests.bench.figures import Figure
from tests.workers.waiting import ROOT

JOBS = 250
ROUNDS = 3
EMPTY = "builtins.len"
READY_S, DONE_S = 30, 60

Rates = dict[tuple[str, int], list[float]]
"""Jobs a second by job and number of workers, one for each round."""


async def run(sync: Sync = Sync.EVERY_SECOND) -> list[Figure]:
    """Empty and `advance` by turns, one worker and two: what disturbs the machine disturbs all four alike."""
    found: Rates = {}
    home = matches.Home(sync=sync)
    async with home as house:
        for number in range(ROUNDS):
            for workers in (1, 2):
                for job in (EMPTY, ADVANCE):
                    tables = []
                    for table in range(JOBS):
                        opening = matches.opening(1 + table + JOBS * (2 * number + workers))
                        tables.append(await usecases.open_table(house, opening))
                        sit = Sit(person=1, seats="N", name="Annemarie", reachable=True, revision=0)
                        await house.store.submit(tables[-1], sit, None)
                    rate = await _rate(home.settings, job, tables, workers)
                    found.setdefault((job, workers), []).append(rate)
    return _figures(found)


async def _rate(settings: Settings, job: str, tables: list[str], workers: int) -> float:
    """Queue all, let the workers begin together, and count."""
    with Redis.from_url(settings.redis) as redis:
        redis.delete("go", "waiting")
        name = queue_name(Keys(settings.key_prefix), Work.MOVES)
        queue = Queue(name, connection=redis, serializer=JSONSerializer)
        for table in tables:
            queue.enqueue_call(job, args=[table], timeout=30, result_ttl=RESULT_TTL_S, retry=Retry(max=2))
        command = (sys.executable, "-m", "tests.bench.burst", settings.redis, settings.key_prefix)
        bursts = [
            await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
            for _ in range(workers)
        ]
        try:
            async with asyncio.timeout(READY_S):
                while int(redis.get("waiting") or 0) < workers:  # noqa: ASYNC110 - other processes
                    await asyncio.sleep(0.02)
            redis.set("go", 1)
            async with asyncio.timeout(DONE_S):
                told = [(await burst.communicate())[0].decode().split() for burst in bursts]
        finally:
            for burst in bursts:
                if burst.returncode is None:
                    burst.kill()
        left = queue.count + queue.failed_job_registry.count
    assert not left, f"{left} jobs were not done"
    return len(tables) / (max(float(one[1]) for one in told) - min(float(one[0]) for one in told))


def _figures(found: Rates) -> list[Figure]:
    one, empty = median(found[ADVANCE, 1]), median(found[EMPTY, 1])
    share = median(a / e for a, e in zip(found[ADVANCE, 1], found[EMPTY, 1], strict=True))
    scaled = median(b / a for a, b in zip(found[ADVANCE, 1], found[ADVANCE, 2], strict=True))
    bare = median(b / a for a, b in zip(found[EMPTY, 1], found[EMPTY, 2], strict=True))
    return [
        Figure(
            "advance jobs",
            f"{one:.0f}/s",
            f"{empty:.0f}/s (empty jobs)",
            f"{share:.2f}",
            ">= 0.60",
            share >= 0.6,
        ),
        Figure(
            "two workers / one",
            f"{scaled:.2f}",
            f"{bare:.2f} (empty jobs)",
            f"{scaled / bare:.2f}",
            ">= 0.90",
            scaled >= 0.9 * bare,
        ),
    ]
