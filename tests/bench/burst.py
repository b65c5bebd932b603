"""A worker of the house's own class that empties a queue once told to, and prints how long it took.

    python -m tests.bench.burst URL PREFIX

Two at a time begin together: each waits for the key `go`. Prints its start and its end.
"""

import io
import sys
import time

from redis import Redis

from service.adapters.rq_queue import Work
from service.logs import configure_logs
from service.settings import Settings
from workers import jobs
from workers.run import make_worker

GO_S = 30.0


def main() -> None:
    """Until the queue is empty."""
    settings = Settings.model_validate({"redis_url": sys.argv[1], "key_prefix": sys.argv[2]})
    # Lines are made as in a real worker; nobody reads them.
    configure_logs(settings, "bench", io.StringIO())
    home = jobs.home(settings)
    with Redis.from_url(settings.redis) as connection:
        worker = make_worker(settings, Work.MOVES, connection)
        connection.incr("waiting")
        until = time.monotonic() + GO_S
        while not connection.exists("go") and time.monotonic() < until:
            time.sleep(0.002)
        began = time.time()
        worker.work(burst=True, logging_level="WARNING")
        print(began, time.time())
    home.close()


if __name__ == "__main__":
    main()
