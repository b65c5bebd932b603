"""The depths of a running house: what waits, and for how long. Read by `rebelote doctor` and by the metrics."""

from typing import Any, NamedTuple

from redis import Redis
from rq import Queue, Worker
from rq.registry import FailedJobRegistry
from rq.serializers import JSONSerializer

from service.adapters.keys import Keys, split_member
from service.adapters.rq_queue import Work, queue_name
from service.settings import Settings

SAMPLE = 1_000
"""Due rows looked at for waiting commands: the oldest ones, which are those that matter."""
AHEAD_MS = 2_500
"""A table whose inbox waits is due within two seconds, so the front of the due rows holds them all."""


class Due(NamedTuple):
    """The due rows. Ages in milliseconds."""

    rows: int
    late: int
    """How many of them are due by now."""
    age: float
    """For how long the oldest one is due."""


class Inboxes(NamedTuple):
    """Tables with commands that wait, and for how long the oldest one does (ms)."""

    tables: int
    age: float


class Jobs(NamedTuple):
    """One queue."""

    waiting: int
    workers: int
    failed: int


def clock(settings: Settings, client: Redis) -> float:
    """The time by which rows are due, in milliseconds."""
    seconds, micros = client.time()
    turned = client.get(Keys(settings.key_prefix).clock) if settings.turned_clock else None
    return float(seconds) * 1000 + micros / 1000 + float(turned or 0)


def lease_left(settings: Settings, client: Redis) -> float:
    """For how long (ms) some courier holds this bot's lease; 0: none does."""
    return lease_end(settings, client, f"courier:{settings.bot_token.partition(':')[0]}")


def lease_end(settings: Settings, client: Redis, name: str) -> float:
    """In how many milliseconds a lease ends; 0: nobody holds it."""
    lease: Any = client.get(Keys(settings.key_prefix).lease(name))
    return max(0.0, float(lease.split(b" ")[0]) - clock(settings, client)) if lease else 0.0


def due(settings: Settings, client: Redis) -> Due:
    """How far the courier is behind."""
    name, now = Keys(settings.key_prefix).due, clock(settings, client)
    first: Any = client.zrange(name, 0, 0, withscores=True)
    return Due(
        client.zcard(name), client.zcount(name, "-inf", now), max(0.0, now - first[0][1]) if first else 0.0
    )


def inboxes(settings: Settings, client: Redis) -> Inboxes:
    """How far the workers are behind."""
    keys, now = Keys(settings.key_prefix), clock(settings, client)
    members: Any = client.zrangebyscore(keys.due, "-inf", now + AHEAD_MS, start=0, num=SAMPLE)
    pipeline = client.pipeline(transaction=False)
    for table, key in (split_member(member.decode()) for member in members):
        if key is None:
            pipeline.lindex(keys.inbox(table), 0)
    arrived = [int(entry.split(b"\n", 1)[0]) for entry in pipeline.execute() if entry]
    return Inboxes(len(arrived), max(0.0, now - min(arrived)) if arrived else 0.0)


def jobs(settings: Settings, client: Redis, work: Work) -> Jobs:
    """How one queue stands. Counting cleans nothing up."""
    name = queue_name(Keys(settings.key_prefix), work)
    queue = Queue(name, connection=client, serializer=JSONSerializer)
    failed = FailedJobRegistry(queue=queue).get_job_count(cleanup=False)
    return Jobs(queue.count, Worker.count(queue=queue), failed)
