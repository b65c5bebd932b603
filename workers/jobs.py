"""What RQ runs. A job says "look at table T" and nothing else; run twice, late or never, it does no harm.

RQ calls plain functions. The store speaks asyncio, so a worker process keeps one event loop and one Container for its
life and runs every job on them: connections stay open, and there is no second, blocking store.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from service.adapters.bracket import Bracket
from service.adapters.rq_queue import Work
from service.bootstrap import Container, container, redis_client
from service.logs import get_logger
from service.ports import StoreDown, TooNew
from service.settings import Settings, load_settings


class Home:
    """The loop and the container of a worker process."""

    def __init__(self, settings: Settings) -> None:
        self.loop = asyncio.new_event_loop()
        client = redis_client(settings, busy_alone=True)
        self.container: Container = self.loop.run_until_complete(container(settings, client))
        assert client.in_turn is not None
        self.bracket = Bracket(client, client.in_turn)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run to the end. RQ's time limit is an exception in the middle of the loop: the task must not outlive it."""
        task = self.loop.create_task(work)
        try:
            self.loop.run_until_complete(task)
        except BaseException:
            task.cancel()
            self.loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
            raise

    def close(self) -> None:
        """Close the connections, then the loop."""
        self.loop.run_until_complete(self.container.aclose())
        self.loop.close()


_home: list[Home] = []


def home(settings: Settings | None = None) -> Home:
    """This process's only one, made at its first use; from the environment unless the worker gives its settings."""
    if not _home:
        _home.append(Home(settings or load_settings()))
    return _home[0]


def advance(table: str) -> None:
    """Work off a table's inbox and what the table does by itself."""
    _look(Work.MOVES, table)


def think(table: str) -> None:
    """The same, computer players' choices included."""
    _look(Work.THINK, table)


def _look(work: Work, table: str) -> None:
    from service import usecases

    house = home().container
    try:
        plainly = work is Work.THINK and home().bracket.hopeless
        home().run(usecases.advance(house, table, thinking=work is Work.THINK, plainly=plainly))
    except StoreDown as fault:
        # Its due row stands, so the courier asks again. RQ would write a failure where nothing can be written.
        get_logger(__name__).warning("store down", table=table, why=str(fault))
    except TooNew as fault:
        # In the middle of an update: a worker of that release carries it on, by the same due row.
        if house.newer(table):
            get_logger(__name__).warning("left to a newer release", table=table, why=str(fault))
