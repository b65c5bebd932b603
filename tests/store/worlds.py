"""Three stores behind one face, each with a clock that tests turn."""

from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any, NamedTuple

from fakeredis import FakeAsyncRedis
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError

from engine.rules import Rules, rules_to_dict
from service.adapters import scripts
from service.adapters.in_turn import InTurn
from service.adapters.memory import MemoryStore
from service.adapters.memory_directory import MemoryDirectory
from service.adapters.redis_client import Client, connect
from service.adapters.redis_directory import RedisDirectory
from service.adapters.redis_store import RedisStore
from service.ports import Directory, TableStore
from service.table.model import Chair, Head, Position

KINDS = ("memory", "fake", "real", "in turn")
"""The last is the real one, as a process asks that does one thing at a time."""
_numbers = count(1)


class World(NamedTuple):
    """A store, a directory, and `turn(ms)`, which moves their time forward."""

    store: TableStore
    directory: Directory
    turn: Callable[[int], Awaitable[None]]
    close: Callable[[], Awaitable[None]]


class RedisWorld(NamedTuple):
    """A Redis store with its client at hand. `lose` makes the next reply vanish after the server has acted."""

    store: RedisStore
    directory: RedisDirectory
    client: Client
    lose: Callable[[], None]
    waits: Callable[[], bool]
    """Whether the reply to be lost has not come yet."""


def memory_world() -> World:
    """The in-memory store at a made-up hour."""
    time = [1_800_000_000_000]

    async def turn(milliseconds: int) -> None:
        time[0] += milliseconds

    async def close() -> None:
        pass

    return World(MemoryStore(lambda: time[0]), MemoryDirectory(), turn, close)


def client_for(kind: str, url: str, prefix: str | None = None) -> Client:
    """A client on fakeredis or on the real server, under a prefix of its own unless one is given."""
    if kind == "fake":
        redis: Redis = FakeAsyncRedis(decode_responses=True)
    else:
        redis = connect(url, timeout=5, connections=16, retries=1)
    in_turn = InTurn(url, timeout=5, retries=1) if kind == "in turn" else None
    return Client(redis, prefix or f"test{next(_numbers)}:", turned_clock=True, in_turn=in_turn)


def redis_world(client: Client) -> World:
    """The store and directory on a client."""

    async def turn(milliseconds: int) -> None:
        await client.redis.incrby(client.keys.clock, milliseconds)

    return World(RedisStore(client), RedisDirectory(client), turn, client.close)


async def forgetful(client: Client) -> RedisWorld:
    """A client whose connections can lose a reply once the server has carried the request out."""
    armed = [False]
    pool = client.redis.connection_pool
    kind: Any = pool.connection_class

    class Lossy(kind):  # type: ignore[misc]
        async def read_response(self, *args: Any, **kwargs: Any) -> Any:
            answer = await super().read_response(*args, **kwargs)
            if armed[0]:
                armed[0] = False
                await self.disconnect(nowait=True)
                raise ConnectionError("the reply was lost")
            return answer

    def lose() -> None:
        armed[0] = True

    pool.connection_class = Lossy
    if client.in_turn is not None:
        _forgetful_in_turn(client.in_turn, armed)
    pool.connection_kwargs["retry"] = Retry(NoBackoff(), 1)  # fakeredis drops its own
    for name in scripts.NAMES:  # or it would be the reply to SCRIPT LOAD that is lost
        await client.redis.script_load(scripts.source(name))
    return RedisWorld(RedisStore(client), RedisDirectory(client), client, lose, lambda: armed[0])


def _forgetful_in_turn(in_turn: InTurn, armed: list[bool]) -> None:
    """The answer to a whole transaction is lost where its first is."""
    read = in_turn._connection.read_response

    def lost(*args: Any, **kwargs: Any) -> Any:
        answer = read(*args, **kwargs)
        if armed[0]:
            armed[0] = False
            raise ConnectionError("the reply was lost")
        return answer

    in_turn._connection.read_response = lost


def head(table: str = "aaaaaaaaaa", **fields: Any) -> Head:
    """A lobby in group -500 with person 1 on N."""
    chairs = {"N": Chair(person=1, name="Ann"), "E": Chair(), "S": Chair(), "W": Chair()}
    known: dict[str, Any] = {
        "id": table,
        "chat": -500,
        "creator": 1,
        "variant": "classic",
        "rules": rules_to_dict(Rules()) | {"target": 1000, "announcements": False},
        "secret": "ab" * 32,
        "chairs": chairs,
        "opened_at": 4_000_000_000_000,
    }
    return Head(**(known | fields))


def at_deal(facts_at: int, table: str = "aaaaaaaaaa") -> Head:
    """The same table, its current deal's facts beginning at an index."""
    return head(table, position=Position(dealer="N", facts_at=facts_at))
