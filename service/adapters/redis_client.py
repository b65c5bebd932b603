"""One asynchronous connection pool to Redis, and what its failures mean."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff
from redis.commands.core import AsyncScript
from redis.exceptions import (
    ClusterDownError,
    ConnectionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TimeoutError,
)

from service.adapters import scripts
from service.adapters.in_turn import InTurn
from service.adapters.keys import Keys
from service.adapters.together import Request, Together
from service.ports import StoreDown

Reply: TypeAlias = Any
"""What a script answers: strings, lists of strings, whole numbers or nothing, as its first lines say."""

SCANNED = 500
"""Keys that the server looks at in one step of looking through all."""
_REFUSED = (
    "MISCONF",
    "OOM",
    "LOADING",
    "READONLY",
    "NOREPLICAS",
    "MASTERDOWN",
    "CLUSTERDOWN",
    "UNBLOCKED",
    "BUSY ",
    "NOAUTH",
    "WRONGPASS",
)
"""Answers that speak of the server's state, not of our request."""
_STATES = (
    ConnectionError,  # a wrong password and a server that is still loading among them
    TimeoutError,
    OSError,
    ReadOnlyError,
    OutOfMemoryError,
    ClusterDownError,  # its kind is a replica without its master as well
)
"""The same where the client library has a class for it, and has cut the first word off."""


def of_the_server(fault: Exception) -> bool:
    """Whether a failure speaks of the server or the way to it, and may be over later: not of what was asked."""
    if isinstance(fault, _STATES):
        return True
    # In a pipeline the answer stands behind the number of its command, and where a transaction was refused at its end
    # behind that.
    said = str(fault).rpartition("caused error: ")[2].removeprefix("Transaction discarded because of: ")
    return isinstance(fault, ResponseError) and said.startswith(_REFUSED)


def connect(url: str, *, timeout: float, connections: int, retries: int) -> Redis:
    """A client for `redis://`, `rediss://` or `unix://`. Connects at the first command.

    `timeout` in seconds bounds the connecting, each reply, and the wait for a free connection. A repeated request is
    safe (every script recognises its own), but a dead server must not be waited for many times over: `retries` is low.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=timeout,
        socket_timeout=timeout,
        socket_connect_timeout=timeout,
        health_check_interval=0,
        decode_responses=True,
        retry=Retry(ConstantBackoff(0.02), retries),
    )
    return Redis(connection_pool=pool)


class Client:
    """Runs scripts and plain commands; turns every failure of the server or the way to it into `StoreDown`."""

    def __init__(self, redis: Redis, prefix: str, turned_clock: bool, in_turn: InTurn | None = None) -> None:
        self.redis = redis
        self.keys = Keys(prefix)
        self.clock = self.keys.clock if turned_clock else ""
        """The scripts' first argument where they need the time."""
        self.in_turn = in_turn
        """Set where the process does one thing at a time."""
        self._together: Together | InTurn = in_turn or Together(redis.connection_pool)
        self._scripts: dict[str, AsyncScript] = {
            name: redis.register_script(scripts.source(name)) for name in scripts.NAMES
        }

    async def run(self, name: str, args: Sequence[str | int]) -> Reply:
        """A script. Raises `StoreDown`; a script's own mistake stays a `ResponseError`."""
        return await self.ask(lambda: self._run(name, args, self._together.ask))

    async def look(self, name: str, args: Sequence[str | int]) -> Reply:
        """The same for a script that changes nothing. The answer may be another's too: leave it as it is."""
        return await self.ask(lambda: self._run(name, args, self._together.read))

    async def last(self, name: str, args: Sequence[str | int]) -> Reply:
        """The script that a process was at work for, in one transaction with what `in_turn` has to take along."""
        ask = self._together.ask if self.in_turn is None else self.in_turn.last
        return await self.ask(lambda: self._run(name, args, ask))

    async def read(self, *request: str | int) -> Reply:
        """A plain command that changes nothing, and likewise. Raises `StoreDown`."""
        return await self.ask(lambda: self._together.read(*request))

    async def fields(self, name: str) -> Mapping[str, str]:
        """A whole hash; none: empty."""
        found = await self.read("HGETALL", name)
        # A mapping or a list of pairs, as the server's protocol has it.
        return found if isinstance(found, dict) else dict(zip(found[::2], found[1::2], strict=True))

    async def names(self, pattern: str) -> list[str]:
        """All keys that fit. Slow: the server's whole is looked through. Raises `StoreDown`."""

        async def scan() -> list[str]:
            return [name async for name in self.redis.scan_iter(match=pattern, count=SCANNED)]

        found: list[str] = await self.ask(scan)
        return found

    async def bare(self, front: str) -> list[str]:
        """What stands behind `front` in the keys that begin so and have no further part."""
        rests = (name[len(front) :] for name in await self.names(f"{front}*"))
        return sorted({rest for rest in rests if ":" not in rest})

    def request(self, name: str, args: Sequence[str | int]) -> Request:
        """How a script is asked of a server that knows it."""
        return ("EVALSHA", self._scripts[name].sha, 0, *args)

    async def _run(self, name: str, args: Sequence[str | int], ask: Callable[..., Awaitable[Reply]]) -> Reply:
        try:
            return await ask(*self.request(name, args))
        except NoScriptError:  # a server that was started anew
            return await self._scripts[name](args=args)

    async def ask(self, request: Callable[[], Awaitable[Reply]]) -> Reply:
        """Run one request. Raises `StoreDown`."""
        try:
            return await request()
        except (RedisError, OSError) as fault:
            if not of_the_server(fault):
                raise
            plain = type(fault) is ResponseError
            raise StoreDown(str(fault).split()[0] if plain else type(fault).__name__) from fault

    async def close(self) -> None:
        """Close all connections."""
        try:
            if self.in_turn is not None:
                self.in_turn.close()
            await self.redis.aclose()
            await self.redis.connection_pool.disconnect()
        except (RedisError, OSError):
            pass  # closing: a connection that is gone already is what was wanted
