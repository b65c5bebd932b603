"""What is measured at the server when Prometheus looks. One process shows it: the courier."""

from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import Redis
from redis.exceptions import RedisError

from service.adapters.rq_queue import Work, sync_client
from service.settings import Settings
from workers import soundings


class HouseGauges(Collector):
    """Asked in the thread of the metrics, so it has a connection of its own, with a short patience."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def describe(self) -> list[Metric]:
        """Nothing: registering must not ask the server."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Everything, or only that the server is away."""
        up = GaugeMetricFamily("rebelote_server_up", "Whether the server answers")
        try:
            with sync_client(self._settings.redis, self._settings.redis_timeout_s) as client:
                measured = [*self._depths(client), *self._queues(client), *_memory(client)]
        except (RedisError, OSError):
            up.add_metric([], 0)
            yield up
            return
        up.add_metric([], 1)
        yield up
        yield from measured

    def _depths(self, client: Redis) -> Iterator[Metric]:
        due = soundings.due(self._settings, client)
        inboxes = soundings.inboxes(self._settings, client)
        lease = soundings.lease_left(self._settings, client)
        yield _gauge("rebelote_due_rows", "Rows that wait for their time or for the courier", due.rows)
        yield _gauge("rebelote_due_rows_late", "Rows that are due by now", due.late)
        yield _gauge("rebelote_due_age_seconds", "For how long the oldest due row is due", due.age / 1000)
        yield _gauge("rebelote_inboxes", "Tables with commands that wait", inboxes.tables)
        yield _gauge(
            "rebelote_inbox_age_seconds", "For how long the oldest command waits", inboxes.age / 1000
        )
        yield _gauge("rebelote_courier_on_duty", "Whether some courier holds the lease", float(lease > 0))

    def _queues(self, client: Redis) -> Iterator[Metric]:
        jobs = GaugeMetricFamily("rebelote_queue_jobs", "Hints that wait", labels=["queue"])
        workers = GaugeMetricFamily("rebelote_queue_workers", "Workers of a queue", labels=["queue"])
        failed = GaugeMetricFamily("rebelote_failed_jobs", "Jobs that failed within a day", labels=["queue"])
        for work in Work:
            found = soundings.jobs(self._settings, client, work)
            jobs.add_metric([work], found.waiting)
            workers.add_metric([work], found.workers)
            failed.add_metric([work], found.failed)
        yield from (jobs, workers, failed)


def _memory(client: Redis) -> Iterator[Metric]:
    info = client.info("memory")
    yield _gauge("rebelote_server_memory_bytes", "Memory the server uses", info["used_memory"])
    yield _gauge("rebelote_server_memory_limit_bytes", "Its limit; 0: none", info["maxmemory"])


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=value)
