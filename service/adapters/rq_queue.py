"""Hints to the workers as RQ jobs: a dotted name and a table's id, nothing else.

RQ is synchronous, so jobs are queued from threads, and nobody waits for it: what a hint is about is stored already,
and whoever hints has an answer to give. Hints that wait for a thread are one for each table, and go together: however
slow the server is, what is behind is queued with its next two answers. A hint may be lost, so nothing here raises, and
a server that does not answer costs a short time-out and not a pile of threads.
"""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from enum import StrEnum
from itertools import islice
from threading import Lock
from typing import NamedTuple

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError
from rq import Queue as RqQueue
from rq import Retry
from rq.serializers import JSONSerializer

from service.adapters.keys import Keys
from service.logs import get_logger

ADVANCE, THINK = "workers.jobs.advance", "workers.jobs.think"
"""Jobs by name: `service` knows no `workers`. `tests/architecture` resolves both."""
JOB_TIMEOUT_S = 30
RESULT_TTL_S = 5
"""For a worker of RQ's own; the house's forgets a job that is done at once."""
FAILURE_TTL_S = 86_400
HINT_MS = 3_000
"""How long a queued hint keeps others away. While no worker runs, the courier's sweep asks every 2 s for every waiting
table: this bounds the pile. A job lost between its fetching and its beginning costs these 3 s, unless a worker
that starts puts it back."""
UNQUEUED_MS = 1_000
"""The same until its job is in the queue: should that fail, the next sweep finds the way free."""
QUEUED_MS, LONGEST_HINT_MS = 100, 9_000
"""Each job in the queue adds so much, up to so long. Where workers are slower than that sweep, a mark that lapsed
before its job's turn would let one job more into the queue for every waiting table, and the queue would only grow."""
WAITING = 10_000
"""Tables whose hints may wait in one process; further ones are left to the sweep, which comes in 2 s."""
TOGETHER = 64
"""Hints that go in one request."""
THREADS = 2


class Work(StrEnum):
    """The two queues. One process serves one: a worker on two loses jobs when it is killed (docs/decisions.md)."""

    MOVES = "moves"
    THINK = "think"


def queue_name(keys: Keys, work: Work) -> str:
    """The name in RQ, so that two houses on one server keep apart."""
    return f"{keys.prefix.rstrip(':')}-{work}"


class Hint(NamedTuple):
    """Look at a table."""

    work: Work
    table: str


JOBS = {Work.MOVES: ADVANCE, Work.THINK: THINK}


def sync_client(url: str, timeout: float) -> Redis:
    """A blocking connection for RQ, and for who looks at a running house: short time-outs, no repetition, bytes."""
    return Redis.from_url(url, socket_timeout=timeout, socket_connect_timeout=timeout, retry=None)


class RqHints:
    """`Queue` on RQ."""

    def __init__(self, connection: Redis, keys: Keys) -> None:
        self._connection = connection
        self._keys = keys
        self._queues = {
            work: RqQueue(queue_name(keys, work), connection=connection, serializer=JSONSerializer)
            for work in Work
        }
        self._threads = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="hints")
        self._lock = Lock()
        """Held for a moment only, never while anything is asked of the server."""
        self._waiting: dict[Hint, None] = {}
        self._draining = 0
        self._closing = False
        self._drains: set[Future[None]] = set()
        self._log = get_logger(__name__)

    async def advance(self, table: str) -> None:
        self._hint(Hint(Work.MOVES, table))

    async def think(self, table: str) -> None:
        self._hint(Hint(Work.THINK, table))

    def _hint(self, hint: Hint) -> None:
        """One that waits already will do: its job looks at the table later than now."""
        if self._closing:
            return  # there is no thread any more; the table's row is due
        with self._lock:
            full = len(self._waiting) >= WAITING and hint not in self._waiting
            if not full:
                self._waiting[hint] = None
            begin = self._draining < THREADS and not full
            self._draining += begin
        if full:
            self._log.warning("hint dropped", table=hint.table, waiting=WAITING)
        if begin:
            drain = self._threads.submit(self._drain)
            self._drains.add(drain)
            drain.add_done_callback(self._drains.discard)

    def _drain(self) -> None:
        """Until nothing waits. What comes while a request is under way goes with the next one."""
        while some := self._some():
            try:
                self._enqueue(some)
            except (RedisError, OSError) as fault:
                self._log.warning("hints lost", tables=len(some), fault=type(fault).__name__)
                self._give_up()
            except Exception:  # noqa: BLE001 - a fault of ours must not end the thread for all later hints
                self._log.exception("hints lost", tables=len(some))

    def _give_up(self) -> None:
        """On the way out nobody waits for a server that does not answer."""
        with self._lock:
            if self._closing:
                self._waiting.clear()

    def _some(self) -> list[Hint]:
        """The oldest of those that wait. None: this thread's work is over, and the next hint finds that it is."""
        with self._lock:
            some = list(islice(self._waiting, TOGETHER))
            for hint in some:
                del self._waiting[hint]
            self._draining -= not some
        return some

    def _enqueue(self, hints: Sequence[Hint]) -> None:
        """Queue jobs, but for tables that one which has not begun yet will look at anyway.

        Safe: the mark goes before a job loads its table (`workers.run`), so whatever was stored before this hint it
        will see; and the mark of a job that was lost lapses.
        """
        asked = self._connection.pipeline(transaction=False)
        for hint in hints:
            asked.set(self._mark(hint), b"1", nx=True, px=UNQUEUED_MS)
        for queue in self._queues.values():
            asked.llen(queue.key)
        found = asked.execute()
        before = dict(zip(self._queues, found[len(hints) :], strict=True))
        free = [hint for hint, taken in zip(hints, found, strict=False) if taken]
        if not free:
            return
        with self._connection.pipeline() as step:
            for hint in free:
                self._queue(hint, step)
                step.pexpire(self._mark(hint), min(HINT_MS + QUEUED_MS * before[hint.work], LONGEST_HINT_MS))
                before[hint.work] += 1
            step.execute()

    def _mark(self, hint: Hint) -> str:
        return self._keys.hint(hint.work, hint.table)

    def _queue(self, hint: Hint, step: Pipeline) -> None:
        self._queues[hint.work].enqueue_call(
            JOBS[hint.work],
            args=[hint.table],
            description=f"{hint.work} {hint.table}",
            timeout=JOB_TIMEOUT_S,
            result_ttl=RESULT_TTL_S,
            failure_ttl=FAILURE_TTL_S,
            retry=Retry(max=2),
            pipeline=step,
        )

    def settled(self) -> None:
        """Wait for the hints under way."""
        wait(set(self._drains))

    def close(self) -> None:
        """Let the hints under way go through, then close the connection."""
        self._closing = True
        self._threads.shutdown(wait=True)
        self._connection.close()
