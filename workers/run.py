"""A worker process: one Container, one event loop, one queue."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from os import getpid
from typing import Any

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.executions import Execution
from rq.job import Job
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer
from rq.utils import now
from rq.worker import WorkerStatus

from service.adapters.bracket import TRIES_S, Bracket
from service.adapters.keys import Keys
from service.adapters.redis_client import of_the_server
from service.adapters.rq_queue import JOBS, THINK, Work, queue_name
from service.logs import get_logger
from service.settings import Settings
from workers import jobs
from workers.warming import warm_soon

WORKER_TTL_S = 25
"""A worker not heard of for so long is given up and its job queued again."""
MAINTENANCE_S = 10
"""How often a worker looks for jobs of the dead."""
BEAT_S = 5.0
"""Between two signs of life of a worker that is not in a job; well within what `rebelote health` allows."""
AGAIN_S = 0.2
"""Between two looks whether the server is back, or takes writes again."""


@contextmanager
def borne() -> Iterator[None]:
    """What the server cannot do for now is not done; a fault of ours is one."""
    try:
        yield
    except (RedisError, OSError) as fault:
        if not of_the_server(fault):
            raise


class PromptWorker(SimpleWorker):
    """Runs jobs in this process: several times quicker than a fork a job, and a crash costs no more than the respawn.

    What a fork would protect from, a job that never returns or eats the memory, is met by the time limit and by the
    supervisor. Measured in docs/decisions.md.
    """

    max_connection_wait_time = 2.0
    """Seconds between looks for a server that is down; RQ's own minute would outlast the players' patience."""
    mark: Callable[[str], str] | None = None
    """The key of the hint that stands for a table's job."""
    tried: Callable[[str], str] | None = None
    """The key that counts thoughts about a table which have not ended."""
    bracket: Bracket | None = None
    """Through which a job's table is loaded and committed; None where it does that by itself."""
    _next_beat = 0.0

    def execute_job(self, job: Job, queue: Queue) -> None:
        """A server that goes away during a job, or before its end is written, ends the job and not the worker.

        What the job was for is due still; its remains in RQ are those of a killed worker.
        """
        self.set_state(WorkerStatus.BUSY)  # or a wish to stop would be raised in the middle of the job
        try:
            super().execute_job(job, queue)
        except (RedisError, OSError) as fault:
            self.executions.clear()  # RQ would keep what it could not write off
            self._await_server(fault)

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """A server that is full or read-only gives no job; RQ would end the worker for it."""
        while True:
            try:
                return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)
            except (RedisError, OSError) as fault:
                self._await_server(fault)

    def register_birth(self) -> None:
        """As soon as the server takes it."""
        while True:
            try:
                super().register_birth()  # type: ignore[no-untyped-call]
            except (RedisError, OSError) as fault:
                self._await_server(fault)
            else:
                return

    def register_death(self) -> None:
        """Where nothing can be written it is found out, as a killed worker's is."""
        with borne():
            super().register_death()  # type: ignore[no-untyped-call]

    def put_back(self) -> None:
        """Jobs that were fetched and not begun, by a worker that was killed then: nobody has them any more, and their
        hints would keep others away. One that a living worker is about to begin is done twice, which does no harm.
        """
        with borne():
            for queue in self.queues:
                for _ in range(self.connection.llen(queue.intermediate_queue_key)):
                    self.connection.lmove(queue.intermediate_queue_key, queue.key, "LEFT", "LEFT")

    def prepare_execution(self, job: Job) -> Execution:
        """RQ writes this at once and the rest a moment later; a durable server is waited for at each write."""
        self._begins = self.connection.pipeline()
        ttl = self.get_heartbeat_ttl(job)
        execution = Execution.create(job, ttl, pipeline=self._begins, worker_name=self.name)
        self.executions[execution.id] = self._execution = execution
        return execution

    def prepare_job_execution(self, job: Job, remove_from_intermediate_queue: bool = False) -> None:
        """All that is written when a job begins, in one step.

        The hint's mark goes with it, and then the table is loaded: whatever is stored from now on may need, and gets, a
        hint of its own.
        """
        with self._begins as step:
            ttl = self.get_heartbeat_ttl(job)
            self.heartbeat(ttl, pipeline=step)
            job.heartbeat(now(), ttl, pipeline=step)
            job.prepare_for_execution(self.name, pipeline=step)
            step.persist(job.key)
            for queue in self.queues if remove_from_intermediate_queue else ():
                step.lrem(queue.intermediate_queue_key, 1, job.id)
            self._begin(step, job)

    def _begin(self, step: Pipeline, job: Job) -> None:
        """Let the hint's mark go, load the table, and carry the request out."""
        table = str(job.args[0]) if job.func_name in JOBS.values() else None
        if table is not None and self.mark is not None:
            step.delete(self.mark(table))
        if self.bracket is not None:
            self.bracket.clear()
        if table is None or self.bracket is None:
            step.execute()
            return
        tries = self._try(step, job)
        self.bracket.begin(step, table)
        *written, answer = step.execute(raise_on_error=False)
        if fault := next((one for one in written if isinstance(one, Exception)), None):
            raise fault
        self.bracket.tries = int(written[tries]) if tries is not None else 0
        with self.connection.pipeline() as end:
            self._end(job, end)
            self.bracket.begun(table, answer, tuple(command for command, _ in end.command_stack))

    def _try(self, step: Pipeline, job: Job) -> int | None:
        """Count that a table begins to be thought about; which of the step's answers is the count."""
        if self.tried is None or job.func_name != THINK:
            return None
        key = self.tried(str(job.args[0]))
        step.set(key, 0, ex=TRIES_S, nx=True)
        step.incr(key)
        return len(step.command_stack) - 1

    def _end(self, job: Job, step: Pipeline) -> None:
        """Nobody asks for a job's result, and none waits for another; RQ looks for those that might, and keeps what it
        finds for a while, which is three more requests."""
        if (
            self.tried is not None
            and self.bracket is not None
            and self.bracket.tries
            and not self.bracket.hopeless
        ):
            step.delete(self.tried(str(job.args[0])))
        step.delete(job.key)
        self._execution.delete(job, step)

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Every few seconds; RQ's own are nine requests a job, most of them writes that a durable server waits for.

        One that does not arrive is made up for by the next. In a pipeline it costs nothing.
        """
        if pipeline is not None:
            super().heartbeat(timeout, pipeline)
        elif time.monotonic() >= self._next_beat:
            with borne():
                super().heartbeat(timeout)
                self._next_beat = time.monotonic() + BEAT_S

    def set_state(self, state: str, pipeline: Pipeline | None = None) -> None:
        """Kept in this process: nobody reads it in the store, and it would be two more writes a job."""
        self._state = state

    def set_shutdown_requested_date(self) -> None:
        """Nor this; it would be written by a signal's handler, in the middle of whatever it interrupts."""

    def check_for_suspension(self, burst: bool) -> None:
        """Nobody suspends workers here, and asking writes a sign of life each time."""

    def handle_execution_ended(self, job: Job, queue: Queue, heartbeat_ttl: int) -> None:
        """Nothing is written: what follows ends the job, or says why it failed."""
        job.ended_at = now()

    def handle_job_success(
        self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry, execution: Execution
    ) -> None:
        """In one step the job is gone, unless it went with its table's commit."""
        self.executions.pop(execution.id, None)
        if self.bracket is not None and self.bracket.ended:
            return
        with self.connection.pipeline() as step:
            self._end(job, step)
            step.execute()

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """A server that takes no writes while a job begins or ends is no fault of the job: `execute_job` waits."""
        fault = exc_info[1]
        if isinstance(fault, RedisError | OSError) and of_the_server(fault):
            raise fault
        super().handle_exception(job, *exc_info)

    def run_maintenance_tasks(self) -> None:
        """The next look is soon enough."""
        with borne():
            super().run_maintenance_tasks()  # type: ignore[no-untyped-call]

    def _await_server(self, fault: Exception) -> None:
        """Until it takes writes. Raises `StopRequested`, and a fault that is not the server's."""
        if not of_the_server(fault):
            raise fault
        log = get_logger(__name__)
        log.warning("the store takes no writes, waiting", why=type(fault).__name__, said=str(fault))
        while not self._takes_writes():
            if self._stop_requested:
                raise StopRequested
            time.sleep(AGAIN_S)
        log.info("the store takes writes again")
        self.put_back()

    def _takes_writes(self) -> bool:
        try:
            self.connection.set(f"{self.key}:writes", b"", px=1)
        except (RedisError, OSError) as fault:
            if not of_the_server(fault):
                raise
            return False
        return True


def make_worker(
    settings: Settings, work: Work, connection: Redis, bracket: Bracket | None = None
) -> PromptWorker:
    """A worker on one queue: on two, RQ loses jobs when it is stopped (docs/decisions.md)."""
    keys = Keys(settings.key_prefix)
    queue = Queue(queue_name(keys, work), connection=connection, serializer=JSONSerializer)
    worker = PromptWorker(
        [queue],
        name=f"{queue.name}-{socket.gethostname()}-{getpid()}",
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL_S,
        maintenance_interval=MAINTENANCE_S,
        log_job_description=False,
    )
    worker.mark = partial(keys.hint, work)
    worker.tried = keys.tried
    worker.bracket = bracket
    return worker


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
            worker = make_worker(settings, work, connection, home.bracket)
            worker.put_back()
            if work is Work.THINK:
                warm_soon()
            worker.work(logging_level="WARNING")
    finally:
        home.close()
