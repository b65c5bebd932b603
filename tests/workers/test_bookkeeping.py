"""What a job costs beside its work: on a durable server every write is waited for."""

from typing import Any

import pytest
from redis import Redis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from service.adapters.keys import Keys
from service.adapters.rq_queue import Work, queue_name
from service.settings import Settings
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
