"""A worker killed between any two requests of a job: whoever looks next does what is left of it, once."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis
from redis.connection import AbstractConnection

from service.adapters.rq_queue import Work
from tests.workers.bracketed import ANN, SEND, House, house_on
from workers import jobs
from workers.embedded import Server
from workers.run import make_worker

REQUESTS = ("taken", "read", "begun", "committed")
"""Of a job, in this order."""


@pytest.fixture
def house(real_server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with house_on(real_server.url, monkeypatch) as built:
        yield built


def work_until_killed(house: House, request: int, answered: bool) -> None:
    """A worker in this process, until it makes one of its first job's requests, or until the server has done it."""
    settings = house.home.container.settings
    home = jobs.Home(settings)
    jobs._home[:] = [home]
    home.loop.run_until_complete(home.container.store.now())  # connected: a greeting is no request
    made = list[bytes]()

    def counted(self: AbstractConnection, command: Any, check_health: bool = True) -> None:
        text = command if isinstance(command, bytes) else b"".join(command)
        if made or b"LMOVE" in text:
            made.append(text)
        if len(made) == request and not answered:
            os.kill(os.getpid(), signal.SIGKILL)
        SEND(self, command, check_health)
        if len(made) == request:
            self.can_read(timeout=5)
            os.kill(os.getpid(), signal.SIGKILL)

    pytest.MonkeyPatch().setattr(AbstractConnection, "send_packed_command", counted)
    with Redis.from_url(settings.redis) as redis:
        make_worker(settings, Work.MOVES, redis, home.bracket).work(burst=True, logging_level="CRITICAL")


@pytest.mark.parametrize("answered", [False, True], ids=["not quite", "just"])
@pytest.mark.parametrize("request_", range(1, len(REQUESTS) + 1), ids=REQUESTS)
def test_what_a_killed_worker_left_is_done_once(house: House, request_: int, answered: bool) -> None:
    table = house.open()
    house.wish(table, ANN, "N")
    version = house.seen(table).version
    house.queued(table)
    if (child := os.fork()) == 0:
        try:
            work_until_killed(house, request_, answered)
        finally:
            os._exit(1)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1]), "it was killed"

    left = house.seen(table)
    committed = request_ == len(REQUESTS) and answered
    assert (left.inbox == ()) is committed
    assert committed or left.due is not None, "the courier will ask for it"
    house.worker.put_back()
    house.work()
    if house.seen(table).inbox:  # begun, and nobody has the job any more: the courier asks
        assert request_ >= REQUESTS.index("begun") + 1
        house.queued(table)
        house.work()
    assert house.sitting(table) == {"N": ANN}
    assert house.seen(table).version == version + 1
    assert house.queue.count == 0
