"""A job and its table's step, as RQ and the table see them: what begins together and ends together."""

from collections.abc import Iterator
from typing import Any

import pytest
from rq import Retry
from rq.job import JobStatus

from service import usecases
from service.adapters.in_turn import InTurn
from service.table.commands import Sit
from tests.workers.bracketed import ANN, BEN, House, elsewhere, house_on, requests
from workers.embedded import Server


@pytest.fixture
def house(real_server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with house_on(real_server.url, monkeypatch) as built:
        yield built


def test_a_jobs_step_goes_with_its_beginning_and_its_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken, read, begun with the load, gone with the commit: four requests, of which three write."""
    house.work()  # what is asked once, at a worker's beginning, is behind it
    # What comes by the clock is no job's: on a slow machine it falls among them.
    monkeypatch.setattr(house.worker, "run_maintenance_tasks", lambda: None)
    monkeypatch.setattr(house.worker, "_next_beat", float("inf"))
    spent = []
    for first, many in ((0, 10), (10, 30)):
        tables = [house.open(message) for message in range(first, first + many)]
        names = []
        for table in tables:
            house.wish(table, ANN, "N")
            names.append(house.queued(table))
        with requests() as asked:
            house.work()
        spent.append(len(asked))
        assert all(house.sitting(table) == {"N": ANN} for table in tables)
        assert not any(house.remains(name) for name in names)
    assert spent[1] - spent[0] == 4 * 20


def test_a_job_with_nothing_to_do_ends_by_itself(house: House) -> None:
    table = house.open()
    house.wish(table, ANN, "N")
    for _ in range(2):
        job = house.queued(table)
        house.work()
        assert house.remains(job) == []
    assert house.sitting(table) == {"N": ANN}


def test_a_wish_that_comes_between_load_and_commit_is_not_lost(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit is refused, and the job's end written with it; the same worker decides anew."""
    table = house.open()
    house.wish(table, ANN, "N")
    late = [BEN]
    work_off = usecases._work_off

    def slow(*args: Any) -> Any:
        if late:
            sit = Sit(person=late.pop(), seats="S", name="Ben", reachable=True, revision=0)
            elsewhere(house, table, sit)
        return work_off(*args)

    monkeypatch.setattr(usecases, "_work_off", slow)
    job = house.queued(table)
    house.work()
    assert house.sitting(table) == {"N": ANN, "S": BEN}
    assert house.remains(job) == []


@pytest.mark.parametrize("retry", [None, Retry(max=2)], ids=["once", "thrice"])
def test_a_job_that_fails_after_its_commit_is_kept_with_its_fault(
    house: House, monkeypatch: pytest.MonkeyPatch, retry: Retry | None
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("after the commit")

    table = house.open()
    house.wish(table, ANN, "N")
    monkeypatch.setattr(usecases, "_hint", broken)
    name = house.queued(table, retry)
    house.work()
    assert house.sitting(table) == {"N": ANN}
    job = house.queue.fetch_job(name)
    assert job is not None
    assert job.get_status() is JobStatus.FAILED
    assert "after the commit" in str(job.latest_result().exc_string)  # type: ignore[union-attr]
    assert house.queue.failed_job_registry.count == 1


def test_a_server_that_has_forgotten_the_scripts_is_taught_them(house: House) -> None:
    table = house.open()
    house.wish(table, ANN, "N")
    house.redis.script_flush()
    job = house.queued(table)
    house.work()
    assert house.sitting(table) == {"N": ANN}
    assert house.remains(job) == []


def test_a_commit_that_a_full_server_refuses_leaves_the_wish_where_it_was(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Full at this very moment. What ends the job needs no room, and is written."""
    table = house.open()
    house.wish(table, ANN, "N")
    last, asked = InTurn.last, list[object]()
    room = house.redis.config_get("maxmemory")["maxmemory"] or "0"

    async def full(self: InTurn, *request: Any) -> Any:
        house.redis.config_set("maxmemory", "1")
        try:
            asked.append(await last(self, *request))
        finally:
            house.redis.config_set("maxmemory", room)

    with monkeypatch.context() as patch:
        patch.setattr(InTurn, "last", full)
        job = house.queued(table)
        house.work()
    assert asked == []
    assert len(house.seen(table).inbox) == 1
    assert house.remains(job) == []
    house.queued(table)
    house.work()
    assert house.sitting(table) == {"N": ANN}


def test_what_was_foretold_is_believed_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that loads its table twice sees the second time what has happened since."""
    table = house.open()
    house.wish(table, ANN, "N")
    seen: list[int] = []

    async def twice(container: Any, table: str, **_: bool) -> None:
        for person, seat in ((BEN, "S"), (0, "")):
            stored = await container.store.load(table)
            seen.append(len(stored.inbox))
            if person:
                sit = Sit(person=person, seats=seat, name="Ben", reachable=True, revision=0)
                await container.store.submit(table, sit, None)

    with monkeypatch.context() as other:
        other.setattr(usecases, "advance", twice)
        house.queued(table)
        house.work()
    assert seen == [1, 2]
