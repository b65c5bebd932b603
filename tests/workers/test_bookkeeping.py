"""What a job costs beside its work: on a durable server every write is waited for."""

from typing import Any

import pytest
from redis import Redis
from rq import Queue, Retry, SimpleWorker
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from service.adapters.keys import Keys
from service.adapters.rq_queue import Work, queue_name
from service.settings import Settings
from tests.workers.bracketed import requests
from workers.embedded import Server
from workers.run import make_worker

JOBS = 20


def test_a_worker_tells_that_it_lives_every_few_seconds_and_not_with_each_job(
    real_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats: list[Any] = []
    beat = SimpleWorker.heartbeat

    def counted(self: SimpleWorker, timeout: int | None = None, pipeline: Any = None) -> None:
        beats.extend([timeout] if pipeline is None else [])
        beat(self, timeout, pipeline)

    monkeypatch.setattr(SimpleWorker, "heartbeat", counted)
    settings = Settings.model_validate({"redis_url": real_server.url, "key_prefix": "beats:"})
    with Redis.from_url(settings.redis) as redis:
        name = queue_name(Keys(settings.key_prefix), Work.MOVES)
        queue = Queue(name, connection=redis, serializer=JSONSerializer)
        for _ in range(JOBS):
            queue.enqueue_call("builtins.len", args=["x"])
        worker = make_worker(settings, Work.MOVES, redis)
        worker.work(burst=True, logging_level="WARNING")
        assert not queue.count and not queue.failed_job_registry.count
    assert 1 <= len(beats) < JOBS / 2


def test_a_job_that_is_done_costs_four_requests_and_leaves_nothing(
    real_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken, read, begun, gone."""
    settings = Settings.model_validate({"redis_url": real_server.url, "key_prefix": "gone:"})
    with Redis.from_url(settings.redis) as redis:
        queue = Queue(
            queue_name(Keys(settings.key_prefix), Work.MOVES), connection=redis, serializer=JSONSerializer
        )
        worker = make_worker(settings, Work.MOVES, redis)
        worker.work(
            burst=True, logging_level="WARNING"
        )  # what is asked once, at a worker's beginning, is behind it
        # What comes by the clock is no job's: on a slow machine it falls among them.
        monkeypatch.setattr(worker, "run_maintenance_tasks", lambda: None)
        monkeypatch.setattr(worker, "_next_beat", float("inf"))
        spent = []
        for jobs in (JOBS, 2 * JOBS):
            names = [queue.enqueue_call("builtins.len", args=["x"]).id for _ in range(jobs)]
            with requests() as asked:
                worker.work(burst=True, logging_level="WARNING")
            spent.append(len(asked))
            assert not queue.failed_job_registry.count and not queue.started_job_registry.count
            assert not [key for key in redis.scan_iter("rq:*") if any(name in str(key) for name in names)]
    assert spent[1] - spent[0] == 4 * JOBS


def test_a_job_that_fails_is_tried_again_and_kept(real_server: Server) -> None:
    settings = Settings.model_validate({"redis_url": real_server.url, "key_prefix": "fails:"})
    with Redis.from_url(settings.redis) as redis:
        queue = Queue(
            queue_name(Keys(settings.key_prefix), Work.MOVES), connection=redis, serializer=JSONSerializer
        )
        job = queue.enqueue_call("builtins.len", args=[5], retry=Retry(max=2))
        make_worker(settings, Work.MOVES, redis).work(burst=True, logging_level="CRITICAL")
        assert job.get_status() is JobStatus.FAILED
        job.refresh()
        assert job.retries_left == 0
        assert queue.failed_job_registry.count == 1
        assert "TypeError" in str(job.latest_result().exc_string)  # type: ignore[union-attr]
