"""A worker process: one Container, one event loop, one queue."""

import socket
from os import getpid

from redis import Redis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from service.adapters.keys import Keys
from service.adapters.rq_queue import Work, queue_name
from service.logs import get_logger
from service.settings import Settings
from workers import jobs

WORKER_TTL_S = 25
"""A worker not heard of for so long is given up and its job queued again."""
MAINTENANCE_S = 10
"""How often a worker looks for jobs of the dead."""


class PromptWorker(SimpleWorker):
    """Runs jobs in this process: several times quicker than a fork a job, and a crash costs no more than the respawn.

    What a fork would protect from, a job that never returns or eats the memory, is met by the time limit and by the
    supervisor. Measured in docs/decisions.md.
    """

    max_connection_wait_time = 2.0
    """Seconds between looks for a server that is down; RQ's own minute would outlast the players' patience."""


def make_worker(settings: Settings, work: Work, connection: Redis) -> PromptWorker:
    """A worker on one queue: on two, RQ loses jobs when it is stopped (docs/decisions.md)."""
    queue = Queue(
        queue_name(Keys(settings.key_prefix), work), connection=connection, serializer=JSONSerializer
    )
    return PromptWorker(
        [queue],
        name=f"{queue.name}-{socket.gethostname()}-{getpid()}",
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL_S,
        maintenance_interval=MAINTENANCE_S,
        log_job_description=False,
    )


def run_worker(settings: Settings, work: Work) -> None:
    """Until SIGTERM or SIGINT: then the job at hand is finished, and no other begun."""
    home = jobs.home(settings)
    log = get_logger(__name__)
    try:
        # RQ sets the time-outs of its blocking reads itself.
        with Redis.from_url(
            settings.redis, socket_connect_timeout=settings.redis_timeout_s, retry=None
        ) as connection:
            log.info("ready", queue=work.value)
            make_worker(settings, work, connection).work(logging_level="WARNING")
    finally:
        home.close()
