"""`rebelote health PROCESS`: does this machine's process live? For the health checks of containers.

The bot and the courier tell the server every few seconds that their loop turns; workers do so by RQ's own heartbeat.
"""

import datetime as dt
import socket

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from service.adapters.keys import Keys
from service.adapters.rq_queue import Work, queue_name, sync_client
from service.settings import Settings
from workers.checks import place
from workers.soundings import lease_end

FRESH_S = 60
"""A worker tells that it lives at least every 30 s, also in the middle of a job."""


def healthy(settings: Settings, process: str, work: Work) -> str:
    """Why not, in one line; empty: it lives."""
    try:
        with sync_client(settings.redis, settings.redis_timeout_s) as client:
            alive = (
                _works(settings, client, work) if process == "worker" else _beats(settings, client, process)
            )
    except (RedisError, OSError) as fault:
        return f"the server at {place(settings.redis)} does not answer ({type(fault).__name__})"
    return "" if alive else f"no {process} of this machine tells that it lives"


def _beats(settings: Settings, client: Redis, process: str) -> bool:
    return lease_end(settings, client, f"alive:{process}:{socket.gethostname()}") > 0


def _works(settings: Settings, client: Redis, work: Work) -> bool:
    name = queue_name(Keys(settings.key_prefix), work)
    front = f"{name}-{socket.gethostname()}-"
    oldest = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=FRESH_S)
    workers = Worker.all(queue=Queue(name, connection=client, serializer=JSONSerializer))
    beats = [worker.last_heartbeat for worker in workers if worker.name.startswith(front)]
    return any(beat is not None and beat >= oldest for beat in beats)
