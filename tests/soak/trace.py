"""What held an acknowledged move up: its table's row, its hint and the queues, looked at while it waits."""

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from redis.asyncio import Redis

from service.adapters.keys import Keys, due_member
from service.adapters.rq_queue import Work, queue_name
from tests.soak.party import Table

SLOW_S = 2.5
"""A move that waits so long is looked at closely."""
SPACED_S = 0.5


class Sample(NamedTuple):
    """One look at a waiting table."""

    at: float
    text: str


class Trace:
    """Samples of slow tables."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._samples: dict[str, list[Sample]] = {}

    async def look(self, redis: Redis, tables: Iterable[Table]) -> None:
        """Take a sample of each table whose move has waited long, twice a second at most."""
        now = time.monotonic()
        for table in tables:
            waits = [now - one.at for one in table.taken.values() if one.committed is None]
            seen = self._samples.setdefault(table.id, [])
            if max(waits, default=0) > SLOW_S and (not seen or now - seen[-1].at > SPACED_S):
                seen.append(Sample(now, await self._sample(redis, table.id)))

    async def _sample(self, redis: Redis, table: str) -> str:
        queue = f"rq:queue:{queue_name(self._keys, Work.MOVES)}"
        pipe = redis.pipeline(transaction=False)
        pipe.zscore(self._keys.due, due_member(table, None))
        pipe.pttl(self._keys.hint(Work.MOVES, table))
        pipe.llen(self._keys.inbox(table))
        pipe.llen(queue)
        pipe.llen(f"{queue}:intermediate")
        pipe.time()
        pipe.get(self._keys.clock)
        pipe.zcount(self._keys.due, "-inf", time.time() * 1000)
        due, mark, inbox, jobs, fetched, (s, us), turned, overdue = await pipe.execute()
        now = s * 1000 + us / 1000 + int(turned or 0)
        row = "no row" if due is None else f"row in {(due - now) / 1000:+.1f} s"
        hint = f"hint {mark / 1000:.1f} s" if mark >= 0 else "no hint"
        return f"{row}, {hint}, inbox {inbox}, queue {jobs}+{fetched}, {overdue} rows overdue"

    def told(self, table: str, since: float, until: float, kills: Sequence[tuple[float, str]]) -> list[str]:
        """What was seen between two moments, and what was killed, in order; seconds count from the first."""
        seen = [one for one in self._samples.get(table, []) if since <= one.at <= until]
        seen += [Sample(at, f"kill -9 {part}") for at, part in kills if since - SLOW_S <= at <= until]
        return [f"{one.at - since:+6.1f} s  {one.text}" for one in sorted(seen)]
