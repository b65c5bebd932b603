"""A worker in this process, and what RQ and the store hold of its jobs."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from itertools import count
from threading import Thread
from typing import Any, NamedTuple, TypeVar

import pytest
from redis import Redis
from redis.connection import AbstractConnection
from rq import Queue, Retry
from rq.serializers import JSONSerializer

from service.adapters import scripts
from service.adapters.keys import Keys
from service.adapters.rq_queue import ADVANCE, Work, queue_name
from service.bootstrap import container
from service.lobbies import Opening, open_table
from service.ports import Stored
from service.settings import Settings
from service.table.commands import Command, Sit
from workers import jobs
from workers.run import PromptWorker, make_worker

T = TypeVar("T")
_numbers = count(1)
ANN, BEN = 7_000_000_001, 7_000_000_002


Send = Callable[[AbstractConnection, Any, bool], None]
SEND: Send = AbstractConnection.send_packed_command
"""How redis-py sends what any blocking connection asks."""


@contextmanager
def requests() -> Iterator[list[Any]]:
    """What all blocking connections of this process ask meanwhile."""
    asked: list[Any] = []

    def noted(self: AbstractConnection, command: Any, check_health: bool = True) -> None:
        asked.append(command)
        SEND(self, command, check_health)

    with pytest.MonkeyPatch.context() as counting:
        counting.setattr(AbstractConnection, "send_packed_command", noted)
        yield asked


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
        return self.wait(open_table(self.home.container, Opening(-5, message, None, "Club", ANN, "classic")))

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


@contextmanager
def house_on(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house of its own on a server; its worker is this process's."""
    settings = Settings(redis_url=url, key_prefix=f"bracket{next(_numbers)}:")
    home = jobs.Home(settings)
    monkeypatch.setattr(jobs, "_home", [home])
    with Redis.from_url(settings.redis) as redis:
        for script in scripts.NAMES:  # a server that does not know them is a test's own
            redis.script_load(scripts.source(script))
        name = queue_name(Keys(settings.key_prefix), Work.MOVES)
        queue = Queue(name, connection=redis, serializer=JSONSerializer)
        yield House(home, make_worker(settings, Work.MOVES, redis, home.bracket), queue, redis)
    home.close()
