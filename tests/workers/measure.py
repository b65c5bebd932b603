"""What the store and the worker classes cost here: `python -m tests.workers.measure [store] [workers]`.

Prints a line a figure; the conclusions stand in docs/decisions.md.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

from redis import Redis
from rq import Queue, Retry
from rq.serializers import JSONSerializer

from engine.actions import action_text
from engine.observation import legal_actions
from service import usecases
from service.adapters.keys import Keys
from service.adapters.rq_queue import ADVANCE, Work, queue_name
from service.bootstrap import Container, container
from service.lobbies import Opening, open_table
from service.settings import Settings
from service.table.commands import Act, Command, Sit, Start
from service.table.model import Stage
from tests.workers.waiting import ROOT
from workers.embedded import Server

CLASSES = {"simple": "workers.run.PromptWorker", "fork": "rq.worker.Worker", "spawn": "rq.worker.SpawnWorker"}
JOBS = {"simple": 1_000, "fork": 150, "spawn": 12}


async def _table(house: Container, message: int) -> str:
    """A started table: person 1 on N, computers elsewhere."""
    table = await open_table(house, Opening(-5, message, None, "bench", 1))
    await _do(house, table, Sit(person=1, seats="N", name="Annemarie", reachable=True, revision=0))
    stored = await house.store.load(table)
    assert stored is not None
    await _do(house, table, Start(person=1, revision=stored.head.revision))
    return table


async def _do(house: Container, table: str, command: Command) -> None:
    await house.store.submit(table, command, None)
    await usecases.advance(house, table)


async def _move(house: Container, table: str) -> None:
    """One step of the match: the computers', then the person's first legal action."""
    await usecases.advance(house, table, thinking=True)
    view = await usecases.look(house, table, 1)
    assert view is not None
    if view.seen and (legal := legal_actions(view.seen)):
        await _do(house, table, Act(person=1, ply=view.seen.ply, action=action_text(legal[0])))


async def _timed(what: str, times: int, work: Callable[[], Awaitable[object]]) -> None:
    spans = []
    for _ in range(times):
        began = time.perf_counter()
        await work()
        spans.append((time.perf_counter() - began) * 1_000)
    spans.sort()
    print(f"{what:<34} p50 {median(spans):6.2f} ms   p99 {spans[int(len(spans) * 0.99)]:6.2f} ms")


def _memory(redis: Redis, keys: Keys, table: str) -> dict[str, int]:
    names = {"head": keys.table(table), "facts": keys.facts(table), "rows": keys.rows(table)}
    return {what: redis.memory_usage(name, samples=0) or 0 for what, name in names.items()}


async def store(settings: Settings) -> None:
    """Cost of the store's operations and of a table in memory."""
    house = await container(settings)
    keys = Keys(settings.key_prefix)
    with Redis.from_url(settings.redis) as redis:
        table, sixth = await _table(house, 1), 0
        while True:
            stored = await house.store.load(table)
            assert stored is not None
            deal = stored.head.position.deal_no if stored.head.position else 0
            if deal == 6 and not sixth:
                sixth = 1
                for _ in range(4):  # into the middle of the deal
                    await _move(house, table)
                print("memory at the sixth deal", _memory(redis, keys, table), "bytes")
                await _timed("load, sixth deal", 300, lambda: house.store.load(table))
                await _timed("advance that finds nothing to do", 300, lambda: usecases.advance(house, table))
            if stored.head.stage is Stage.OVER:
                break
            await _move(house, table)
        facts = len(await house.store.facts(table, 0, -1))
        print(
            f"memory of a finished match ({deal} deals, {facts} lines)", _memory(redis, keys, table), "bytes"
        )
    await house.aclose()


def _run_worker(settings: Settings, kind: str) -> "subprocess.Popen[bytes]":
    code = (
        "import sys; from redis import Redis; from rq import Queue; from rq.serializers import JSONSerializer;"
        "from rq.utils import import_attribute;"
        "c = Redis.from_url(sys.argv[1]);"
        "q = Queue(sys.argv[2], connection=c, serializer=JSONSerializer);"
        "w = import_attribute(sys.argv[3])([q], connection=c, serializer=JSONSerializer, log_job_description=False);"
        "import workers.jobs, service.usecases;"
        "w.work(burst=True, logging_level='WARNING')"
    )
    name = queue_name(Keys(settings.key_prefix), Work.MOVES)
    environment = os.environ | {"REDIS_URL": settings.redis, "REBELOTE_KEY_PREFIX": settings.key_prefix}
    return subprocess.Popen(
        [sys.executable, "-c", code, settings.redis, name, CLASSES[kind]], env=environment, cwd=ROOT
    )


def workers(settings: Settings) -> None:
    """Jobs a second by worker class: `advance` on a table of the engine's, and an empty job as the floor."""
    table = asyncio.run(_one_table(settings))
    with Redis.from_url(settings.redis) as redis:
        queue = Queue(
            queue_name(Keys(settings.key_prefix), Work.MOVES), connection=redis, serializer=JSONSerializer
        )
        for job, arguments in ((ADVANCE, [table]), ("builtins.len", ["x"])):
            for kind, count in JOBS.items():
                for _ in range(count):
                    queue.enqueue_call(job, args=arguments, timeout=30, result_ttl=5, retry=Retry(max=2))
                began = time.perf_counter()
                _run_worker(settings, kind).wait()
                whole = time.perf_counter() - began
                began = time.perf_counter()
                _run_worker(settings, kind).wait()  # an empty queue: the start alone
                span = whole - (time.perf_counter() - began)
                print(f"{job:<22} {kind:<7} {count / span:7.1f} jobs/s  {span / count * 1_000:7.2f} ms a job")


async def _one_table(settings: Settings) -> str:
    house = await container(settings)
    table = await open_table(house, Opening(-5, 99, None, "bench", 1))
    await house.aclose()
    return table


def main() -> None:
    """Run the named parts, or both."""
    wanted = sys.argv[1:] or ["store", "workers"]
    folder = tempfile.mkdtemp()
    server = Server.start(Settings(), Path(folder))
    try:
        settings = Settings(redis_url=server.url)
        if "store" in wanted:
            asyncio.run(store(settings))
        if "workers" in wanted:
            workers(settings)
    finally:
        server.stop()


if __name__ == "__main__":
    main()
