"""Builds one Container per process: the only place that chooses concrete classes."""

import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from service.adapters.foreseen import FixedEntropy, MemoryQueue
from service.adapters.in_turn import InTurn
from service.adapters.keys import Keys
from service.adapters.memory import MemoryStore
from service.adapters.memory_directory import MemoryDirectory
from service.adapters.redis_client import Client, connect
from service.adapters.redis_directory import RedisDirectory
from service.adapters.redis_store import RedisStore
from service.adapters.rq_queue import RqHints, sync_client
from service.adapters.system import SystemEntropy
from service.logs import Once
from service.ports import Directory, Entropy, Queue, TableStore
from service.settings import Settings
from service.table.replays import Replays


@dataclass(frozen=True)
class Container:
    """What the use cases work with."""

    settings: Settings
    store: TableStore
    directory: Directory
    queue: Queue
    entropy: Entropy
    replays: Replays = field(default_factory=Replays, repr=False)
    """This process's; a deal's cards are in it."""
    newer: Once = field(default_factory=Once, repr=False)
    """Tables of a newer release that this process has logged."""
    _closing: AsyncExitStack = field(default_factory=AsyncExitStack, repr=False)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._closing.aclose()


def redis_client(settings: Settings, *, busy_alone: bool = False) -> Client:
    """The server of these settings. Raises `Misconfigured` where none is set.

    A process that does one thing at a time is `busy_alone`: it waits where it asks.
    """
    redis = connect(
        settings.redis,
        timeout=settings.redis_timeout_s,
        connections=settings.redis_connections,
        retries=settings.redis_retries,
    )
    in_turn = None
    if busy_alone:
        in_turn = InTurn(settings.redis, timeout=settings.redis_timeout_s, retries=settings.redis_retries)
    return Client(redis, settings.key_prefix, settings.turned_clock, in_turn)


async def container(settings: Settings, client: Client | None = None) -> Container:
    """A container on Redis, through a client of its own unless one is given; it closes either.

    Connects at the first request, so it can be built while the server is still starting.
    """
    client = client or redis_client(settings)
    hints = RqHints(sync_client(settings.redis, settings.redis_timeout_s), Keys(settings.key_prefix))
    closing = AsyncExitStack()
    closing.push_async_callback(client.close)
    closing.callback(hints.close)
    return Container(
        settings, RedisStore(client), RedisDirectory(client), hints, SystemEntropy(), _closing=closing
    )


def memory_container(clock: Callable[[], int] | None = None, settings: Settings | None = None) -> Container:
    """A container that needs no server, for tests. `clock` gives milliseconds; without it the time is the system's."""
    told = clock or (lambda: time.time_ns() // 1_000_000)
    store = MemoryStore(told)
    return Container(settings or Settings(), store, MemoryDirectory(), MemoryQueue(), FixedEntropy())
