"""A worker of the house's own class that empties a queue each time it is told to, and says from when to when.

From the word to begin until its last job ended: a worker that leaves waits up to a second for a thread of RQ's.

    python -m tests.bench.burst URL PREFIX

A line on its input is the word to begin; the start and the end are its answer.
"""

import io
import sys
import time
from unittest.mock import patch

from redis import Redis
from rq import Queue
from rq.job import Job

from service.adapters.rq_queue import Work
from service.logs import configure_logs
from service.settings import Settings
from workers import jobs
from workers.run import make_worker


def main() -> None:
    """Until its input ends."""
    settings = Settings.model_validate({"redis_url": sys.argv[1], "key_prefix": sys.argv[2]})
    # Lines are made as in a real worker; nobody reads them.
    configure_logs(settings, "bench", io.StringIO())
    home = jobs.home(settings)
    with Redis.from_url(settings.redis) as connection:
        worker = make_worker(settings, Work.MOVES, connection, home.bracket)
        ended = [0.0]
        execute = worker.execute_job

        def timed(job: Job, queue: Queue) -> None:
            execute(job, queue)
            ended[0] = time.time()

        print("ready", flush=True)
        with patch.object(worker, "execute_job", timed):
            for _ in sys.stdin:
                began = ended[0] = time.time()
                worker.work(burst=True, logging_level="WARNING")
                print(began, ended[0], flush=True)
    home.close()


if __name__ == "__main__":
    main()
