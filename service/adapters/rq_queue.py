"""Hints to the workers as RQ jobs: a dotted name and a table's id, nothing else.

RQ is synchronous, so a job is queued from a thread, and nobody waits for it: what the hint is about is stored already,
and whoever hints has an answer to give. A hint may be lost, so nothing here raises, and a server that does not answer
costs one short time-out and not a pile of threads.
"""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from enum import StrEnum

from redis import Redis
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
"""0 would cost 27 round trips instead of 18."""
FAILURE_TTL_S = 86_400
HINT_MS = 3_000
"""How long a queued hint keeps others away. While no worker runs, the courier's sweep asks every 2 s for every waiting
table: this bounds the pile. A job lost between its fetching and its beginning costs these 3 s, then the sweep comes."""
QUEUED_MS, LONGEST_HINT_MS = 100, 9_000
"""Each job in the queue adds so much, up to so long. Where workers are slower than that sweep, a mark that lapsed
before its job's turn would let one job more into the queue for every waiting table, and the queue would only grow."""
PENDING = 64
"""Hints under way in one process; further ones are dropped, for the sweep finds the table in 2 s."""


class Work(StrEnum):
    """The two queues. One process serves one: a worker on two loses jobs when it is killed (docs/decisions.md)."""

    MOVES = "moves"
    THINK = "think"


def queue_name(keys: Keys, work: Work) -> str:
    """The name in RQ, so that two houses on one server keep apart."""
    return f"{keys.prefix.rstrip(':')}-{work}"


def begun(connection: Redis, keys: Keys, work: Work, table: str) -> None:
    """Called by a job before it loads its table: from now on a further hint is a job of its own."""
    with suppress(RedisError, OSError):  # then it lapses by itself
        connection.delete(keys.hint(work, table))


def sync_client(url: str, timeout: float) -> Redis:
    """RQ's connection for putting jobs in: short time-outs, no repetition, binary answers."""
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
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="hints")
        self._under_way: set[Future[None]] = set()
        self._log = get_logger(__name__)

    async def advance(self, table: str) -> None:
        self._hint(Work.MOVES, ADVANCE, table)

    async def think(self, table: str) -> None:
        self._hint(Work.THINK, THINK, table)

    def _hint(self, work: Work, job: str, table: str) -> None:
        if len(self._under_way) >= PENDING:
            self._log.warning("hint dropped", table=table, pending=PENDING)
            return
        hint = self._threads.submit(self._try, work, job, table)
        self._under_way.add(hint)
        hint.add_done_callback(self._under_way.discard)

    def _try(self, work: Work, job: str, table: str) -> None:
        try:
            self._enqueue(work, job, table)
        except (RedisError, OSError) as fault:
            self._log.warning("hint lost", table=table, fault=type(fault).__name__)

    def _enqueue(self, work: Work, job: str, table: str) -> None:
        """Queue a job, unless one that has not begun yet will look at the table anyway.

        Safe: a job removes the mark before it loads the table (`begun`), so whatever was stored before this hint it
        will see; and the mark of a job that was lost lapses.
        """
        queue, mark = self._queues[work], self._keys.hint(work, table)
        asked = self._connection.pipeline(transaction=False)
        asked.set(mark, b"1", nx=True, px=HINT_MS)
        asked.llen(queue.key)
        taken, before = asked.execute()
        if not taken:
            return
        with self._connection.pipeline() as step:
            queue.enqueue_call(
                job,
                args=[table],
                description=f"{work} {table}",
                timeout=JOB_TIMEOUT_S,
                result_ttl=RESULT_TTL_S,
                failure_ttl=FAILURE_TTL_S,
                retry=Retry(max=2),
                pipeline=step,
            )
            if before:
                step.pexpire(mark, min(HINT_MS + QUEUED_MS * before, LONGEST_HINT_MS))
            step.execute()

    def settled(self) -> None:
        """Wait for the hints under way."""
        wait(set(self._under_way))

    def close(self) -> None:
        """Let the hints under way go through, then close the connection."""
        self._threads.shutdown(wait=True)
        self._connection.close()
