"""A thought that ends its process, by a fault of compiled code or for want of memory: its table goes on."""

import os
import signal
from collections.abc import Callable
from itertools import count

import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from service import thinking
from service.adapters.bracket import TRIES
from service.adapters.keys import Keys
from service.adapters.rq_queue import THINK, Work, queue_name
from service.table.change import Change
from service.table.commands import Fill, Start
from service.table.handle import play_on
from service.usecases import advance, house
from tests.workers.bracketed import ANN, House, house_on
from workers import jobs
from workers.embedded import Server
from workers.run import make_worker


def ends_its_process(change: Change, now: int, *, plainly: bool = False) -> Change:
    if not plainly:
        os.kill(os.getpid(), signal.SIGKILL)
    return play_on(change, now, plainly=plainly)


def of_computers(built: House) -> str:
    """A running match that experts play."""
    table, home = built.open(), built.home.container
    for seat in "NESW":
        built.wait(house(home, table, Fill(person=ANN, seat=seat, level="expert")))
    built.wait(house(home, table, Start(person=0, revision=99)))
    built.wait(advance(home, table))
    return table


def thought(built: House, table: str, fault: Callable[..., Change] | None) -> bool:
    """A worker of its own thinks about the table; whether it lived."""
    settings = built.home.container.settings
    queue = Queue(
        queue_name(Keys(settings.key_prefix), Work.THINK), connection=built.redis, serializer=JSONSerializer
    )
    queue.enqueue_call(THINK, args=[table])
    if (child := os.fork()) == 0:
        try:
            if fault is not None:
                pytest.MonkeyPatch().setattr(thinking, "play_on", fault)
            home = jobs.Home(settings)
            jobs._home[:] = [home]
            with Redis.from_url(settings.redis) as redis:
                make_worker(settings, Work.THINK, redis, home.bracket).work(
                    burst=True, logging_level="CRITICAL"
                )
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def test_a_table_that_ends_who_thinks_about_it_is_played_without(
    real_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house_on(real_server.url, monkeypatch) as built:
        table = of_computers(built)
        start = built.seen(table).version
        deaths = next(tries for tries in count() if thought(built, table, ends_its_process))
        assert deaths == TRIES
        before = built.seen(table)
        assert before.version > start, "it has moved"
        assert thought(built, table, ends_its_process), "remembered: nobody dies for the next one"
        after = built.seen(table)
        assert after.version > before.version
        played = {fact.split()[-1] for fact in after.facts if not fact.startswith("score")}
        assert played <= {"c"}, "and the record names who played"


def test_a_thought_that_goes_well_forgets_those_that_did_not(
    real_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house_on(real_server.url, monkeypatch) as built:
        table = of_computers(built)
        tried = Keys(built.home.container.settings.key_prefix).tried(table)
        for _ in range(TRIES):
            assert not thought(built, table, ends_its_process)
            assert int(built.redis.get(tried) or 0) and 0 < built.redis.ttl(tried) <= 600
            built.redis.set(tried, 1, keepttl=True)
        assert thought(built, table, None)
        assert built.redis.get(tried) is None
