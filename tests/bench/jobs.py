"""Jobs a second: `advance` on tables with a command in their inbox, beside empty jobs of the same worker class."""

import asyncio
import random
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from itertools import count
from statistics import median, quantiles

from redis import Redis
from rq import Queue, Retry
from rq.serializers import JSONSerializer

from service.adapters.keys import Keys
from service.adapters.rq_queue import ADVANCE, RESULT_TTL_S, Work, queue_name
from service.bootstrap import Container
from service.lobbies import open_table
from service.settings import Settings, Sync
from service.table.commands import Sit
from tests.bench import matches
from tests.bench.figures import Figure
from tests.workers.waiting import ROOT

JOBS = 80
ROUNDS = 11
"""Short ones: what else the machine does comes and goes, and is seldom the same for the length of four long ones."""
EMPTY, CARD = "builtins.len", "card"
"""`CARD` is `ADVANCE` too: of a table in mid-deal, and not of a lobby."""
PLIES = 20
READY_S, DONE_S = 30, 60
WAYS = ((EMPTY, 1), (ADVANCE, 1), (EMPTY, 2), (ADVANCE, 2), (CARD, 1))

Rates = dict[tuple[str, int], list[float]]
"""Jobs a second by job and number of workers, one for each round."""


async def run(sync: Sync = Sync.EVERY_SECOND) -> list[Figure]:
    """In each round empty and `advance`, one worker and two, forwards and then backwards; only what lies side by side
    is compared, and the median of the rounds counts."""
    found: Rates = {way: [] for way in WAYS}
    home, number = matches.Home(sync=sync), count(1)
    async with home as house:
        workers = [await _worker(home.settings) for _ in range(2)]
        try:
            for turn in range(ROUNDS + 1):
                for job, many in WAYS[:: 1 if turn % 2 else -1]:
                    tables = [await _table(house, job, next(number)) for _ in range(JOBS)]
                    rate = await _rate(home.settings, job, tables, workers[:many])
                    if turn:  # the first one warms up
                        found[job, many].append(rate)
        finally:
            for worker in workers:
                assert worker.stdin is not None
                worker.stdin.close()
                await worker.wait()
    return _figures(found)


async def _worker(settings: Settings) -> Process:
    command = (sys.executable, "-m", "tests.bench.burst", settings.redis, settings.key_prefix)
    worker = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=PIPE, stdout=PIPE)
    assert worker.stdout is not None
    async with asyncio.timeout(READY_S):
        assert await worker.stdout.readline() == b"ready\n"
    return worker


async def _table(house: Container, job: str, number: int) -> str:
    """What a job is told: a table with a command that waits in its inbox, or for an empty job any word."""
    if job == EMPTY:
        return EMPTY
    if job == CARD:
        played = matches.play_until(matches.seated(number), matches.in_deal(1, PLIES), random.Random(number))
        table = await matches.store(house, played)
        await house.store.submit(table, matches.move(played.table, random.Random(number)), None)
        return table
    table = await open_table(house, matches.opening(number))
    sit = Sit(person=1, seats="N", name="Annemarie", reachable=True, revision=0)
    await house.store.submit(table, sit, None)
    return table


async def _rate(settings: Settings, job: str, tables: Sequence[str], workers: Sequence[Process]) -> float:
    """Queue all, let the workers begin together, and count."""
    with Redis.from_url(settings.redis) as redis:
        name = queue_name(Keys(settings.key_prefix), Work.MOVES)
        queue = Queue(name, connection=redis, serializer=JSONSerializer)
        for table in tables:
            queue.enqueue_call(
                EMPTY if job == EMPTY else ADVANCE,
                args=[table],
                timeout=30,
                result_ttl=RESULT_TTL_S,
                retry=Retry(max=2),
            )
        for worker in workers:
            assert worker.stdin is not None
            worker.stdin.write(b"go\n")
        async with asyncio.timeout(DONE_S):
            told = [(await worker.stdout.readline()).decode().split() for worker in workers if worker.stdout]
        left = queue.count + queue.failed_job_registry.count
    assert not left, f"{left} jobs were not done"
    return len(tables) / (max(float(one[1]) for one in told) - min(float(one[0]) for one in told))


def _figures(found: Rates) -> list[Figure]:
    shares = _each(found[ADVANCE, 1], found[EMPTY, 1])
    scaled, bare = _each(found[ADVANCE, 2], found[ADVANCE, 1]), _each(found[EMPTY, 2], found[EMPTY, 1])
    both = _each(scaled, bare)
    return [
        Figure(
            f"advance jobs ({ROUNDS} rounds: median, middle half)",
            f"{_middle(found[ADVANCE, 1], 0)}/s",
            f"{_middle(found[EMPTY, 1], 0)}/s (empty jobs)",
            _middle(shares),
            ">= 0.60",
            median(shares) >= 0.6,
        ),
        Figure(
            f"of which a card {PLIES} plies into a deal that no worker has seen",
            f"{_middle(found[CARD, 1], 0)}/s",
            "",
            _middle(_each(found[CARD, 1], found[EMPTY, 1])),
        ),
        Figure(
            "two workers / one",
            _middle(scaled),
            f"{_middle(bare)} (empty jobs)",
            _middle(both),
            ">= 0.90",
            median(both) >= 0.9,
        ),
    ]


def _each(some: Sequence[float], others: Sequence[float]) -> list[float]:
    """The ratios, round by round."""
    return [one / other for one, other in zip(some, others, strict=True)]


def _middle(spans: Sequence[float], digits: int = 2) -> str:
    """The median, and between what the middle half lies."""
    low, middle, high = quantiles(spans, n=4)
    return f"{middle:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"
