"""What a process counts, for Prometheus. Counting costs a microsecond; it is shown only where a port is set.

Labels are codes of ours and method names, never an id, a name or a card.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from prometheus_client import REGISTRY, Counter, Histogram, start_http_server
from prometheus_client.registry import Collector

from service.settings import Misconfigured, Settings

QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the classes, in seconds."""

UPDATES = Counter("rebelote_updates", "Updates handled by the bot", ["what", "outcome"])
COMMANDS = Counter("rebelote_commands", "Commands decided by the workers", ["kind", "outcome"])
CALLS = Counter(
    "rebelote_telegram_calls", "Calls to Telegram; outcome 'retry after' is a 429", ["call", "outcome"]
)
CALL_SECONDS = Histogram("rebelote_telegram_call_seconds", "How long Telegram takes", ["call"], buckets=QUICK)
ACK_SECONDS = Histogram(
    "rebelote_tap_ack_seconds", "From a tap's arrival until it is answered", buckets=QUICK
)
COMMITTED_SECONDS = Histogram(
    "rebelote_tap_committed_seconds",
    "From a command's entry into the inbox until it is committed",
    buckets=QUICK,
)
SHOWN_SECONDS = Histogram(
    "rebelote_committed_shown_seconds",
    "From the commit that marked a surface until it is shown; one that had to wait counts from its new time",
    ["surface"],
    buckets=QUICK,
)


_arrived: ContextVar[float | None] = ContextVar("arrived", default=None)


def tapped() -> None:
    """A tap has come in; what follows in this task answers it."""
    _arrived.set(time.perf_counter())


def acknowledged() -> None:
    """It is answered. Only the first answer counts."""
    arrived = _arrived.get()
    if arrived is not None:
        _arrived.set(None)
        ACK_SECONDS.observe(time.perf_counter() - arrived)


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Observe how long something takes, also when it fails."""
    began = time.perf_counter()
    try:
        yield
    finally:
        histogram.observe(time.perf_counter() - began)


def serve(settings: Settings, collector: Collector | None = None) -> Callable[[], None]:
    """Show this process's metrics where a port is set; what ends it. Raises `Misconfigured` for a taken port.

    `collector` is asked anew for each look: for what is measured only when somebody wants to know.
    """
    if settings.metrics_port is None:
        return lambda: None
    if collector is not None:
        REGISTRY.register(collector)
    try:
        server, thread = start_http_server(settings.metrics_port, settings.metrics_host)
    except OSError:
        where = f"{settings.metrics_host}:{settings.metrics_port}"
        raise Misconfigured(f"REBELOTE_METRICS_PORT: {where} is taken, or not this machine's") from None

    def end() -> None:
        server.shutdown()
        server.server_close()
        thread.join()
        if collector is not None:
            REGISTRY.unregister(collector)

    return end
