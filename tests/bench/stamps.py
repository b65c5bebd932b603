"""When a tap reached which part of the house, as the server tells of its keys: nothing in the house measures itself."""

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from redis.asyncio import Redis

from service.adapters.keys import Keys
from service.adapters.rq_queue import Work

EVENTS = "Khlg$"
"""`notify-keyspace-events`: hashes, lists, strings and what is true of all keys."""
SLOWEST = 3


class Stamps(NamedTuple):
    """Times of one tap, in seconds since the epoch; None: it was not seen. The order is that of its way."""

    sent: float
    stored: float | None = None
    """Its command is in the inbox."""
    queued: float | None = None
    """The hint for a worker is in the queue."""
    begun: float | None = None
    """A worker has taken it up."""
    committed: float | None = None


PARTS = ("until stored", "until queued", "until begun", "until committed")


class Watch:
    """The taps under way, one for a table, and what became of them."""

    def __init__(self, keys: Keys) -> None:
        self._table, self._inbox = keys.table(""), keys.inbox("").removeprefix(keys.table(""))
        self._hint = keys.hint(Work.MOVES, "")
        self._waits: dict[str, tuple[int, Stamps]] = {}
        self.done: dict[tuple[str, int], Stamps] = {}
        """By table and the ply that was acted on."""

    def begin(self, table: str, ply: int, sent: float) -> None:
        """Somebody taps."""
        self._waits[table] = ply, Stamps(sent)

    def waits(self, table: str) -> bool:
        """Whether its last tap is not committed yet."""
        return table in self._waits

    async def run(self, redis: "Redis") -> None:
        """Until cancelled."""
        await redis.config_set("notify-keyspace-events", EVENTS)
        front = "__keyspace@0__:"
        patterns = (f"{self._table}??????????", f"{self._table}*{self._inbox}", f"{self._hint}*")
        async with redis.pubsub() as told:
            await told.psubscribe(*(front + pattern for pattern in patterns))
            async for one in told.listen():
                if one["type"] == "pmessage":
                    self._note(str(one["channel"]).removeprefix(front), str(one["data"]))

    def _note(self, name: str, event: str) -> None:
        table = name.removeprefix(self._hint).removeprefix(self._table).removesuffix(self._inbox)
        if table not in self._waits:
            return
        ply, stamps = self._waits[table]
        now = time.time()
        if name.startswith(self._hint):
            # The mark has a span from the first, and a new one when its job is in the queue.
            if event == "expire":
                stamps = stamps._replace(queued=now)
            elif event == "del":
                stamps = stamps._replace(begun=now)
        elif name.endswith(self._inbox):
            if event == "rpush":
                stamps = stamps._replace(stored=now)
        elif event == "hset":
            del self._waits[table]
            self.done[table, ply] = stamps._replace(committed=now)
            return
        self._waits[table] = ply, stamps


class Span(NamedTuple):
    """Something that took a while, and when it began."""

    at: float
    took: float


def slowest(taps: Iterable[Stamps], pings: Sequence[Span]) -> str:
    """The slowest commits, by their parts in milliseconds, each with the longest PING that was under way meanwhile."""
    done = [(one.committed - one.sent, one) for one in taps if one.committed is not None]
    told = [_told(took, one, pings) for took, one in sorted(done, reverse=True)[:SLOWEST]]
    return "; ".join(told)


def _told(took: float, one: Stamps, pings: Sequence[Span]) -> str:
    parts, before = [], one.sent
    for what, at in zip(PARTS, one[1:], strict=True):
        if at is not None:
            parts.append(f"{max(0.0, at - before) * 1e3:.0f} {what}")
            before = at
    beside = [ping.took for ping in pings if ping.at < before and ping.at + ping.took > one.sent]
    return f"{took * 1e3:.0f} ms = {' + '.join(parts)} (PING {max(beside, default=0) * 1e3:.0f})"
