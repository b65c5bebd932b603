"""What may go wrong between a job's beginning and its end: its table's step is taken once, and nothing is left."""

import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from redis.exceptions import ConnectionError
from rq.job import JobStatus

from service import usecases
from service.adapters.in_turn import InTurn
from service.table.commands import Sit
from tests.workers.bracketed import ANN, BEN, House, elsewhere, house_on
from workers.embedded import Server


@pytest.fixture
def house(real_server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with house_on(real_server.url, monkeypatch) as built:
        yield built


def before_the_step(patch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """Once, between a job's load and its commit."""
    work_off, todo = usecases._work_off, [do]

    def then(*args: Any) -> Any:
        if todo:
            todo.pop()()
        return work_off(*args)

    patch.setattr(usecases, "_work_off", then)


@pytest.mark.parametrize("times", [1, 2], ids=["the repetition arrives", "it does not"])
def test_a_step_whose_reply_was_lost_is_taken_once(
    house: House, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    at_once, lost = InTurn._at_once, list[Any]()

    def lossy(self: InTurn, requests: Any) -> Any:
        answer = at_once(self, requests)
        if len(lost) < times:
            lost.append(answer)
            self._connection.disconnect()
            raise ConnectionError("the reply was lost")
        return answer

    table = house.open()
    house.wish(table, ANN, "N")
    before = house.seen(table).version
    with monkeypatch.context() as patch:
        patch.setattr(InTurn, "_at_once", lossy)
        job = house.queued(table)
        house.work()
    assert [answer[0] for answer in lost] == [1] * times
    assert house.sitting(table) == {"N": ANN}
    assert house.seen(table).version == before + 1
    assert house.remains(job) == []


def test_a_server_started_anew_in_between_takes_the_step_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No connection is left, and no script: the job ends first, its table's step follows."""
    table = house.open()
    house.wish(table, ANN, "N")
    before = house.seen(table).version

    def anew() -> None:
        house.redis.script_flush()
        house.redis.client_kill_filter(_type="normal", skipme=True)

    before_the_step(monkeypatch, anew)
    job = house.queued(table)
    house.work()
    assert house.sitting(table) == {"N": ANN}
    assert house.seen(table).version == before + 1
    assert house.remains(job) == []


def test_a_time_limit_while_the_commit_is_awaited_leaves_no_answer_for_the_next_question(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    last, began = InTurn.last, list[Any]()

    async def waits(self: InTurn, *request: Any) -> Any:
        began.append(request)
        house.redis.client_pause(300)
        signal.setitimer(signal.ITIMER_REAL, 0.05)  # RQ's own limit, sooner
        return await last(self, *request)

    first, second = house.open(1), house.open(2)
    house.wish(first, ANN, "N")
    with monkeypatch.context() as patch:
        patch.setattr(InTurn, "last", waits)
        name = house.queued(first)
        house.work()
    job = house.queue.fetch_job(name)
    assert job is not None
    assert len(began) == 1
    assert job.get_status() is JobStatus.FAILED
    assert "JobTimeoutException" in str(job.latest_result().exc_string)  # type: ignore[union-attr]
    house.wish(second, BEN, "S")
    house.queued(second)
    house.queued(first)
    house.work()
    assert house.sitting(second) == {"S": BEN}
    assert house.sitting(first) == {"N": ANN}


def test_a_job_taken_for_abandoned_while_it_runs_is_done_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker's maintenance queues it again, and then it ends: nobody finds it, and nobody misses it."""
    table = house.open()
    house.wish(table, ANN, "N")
    before = house.seen(table).version
    job = house.queued(table)
    before_the_step(monkeypatch, lambda: house.queue.started_job_registry.cleanup(timestamp=2e10))
    house.work()
    assert house.sitting(table) == {"N": ANN}
    assert house.seen(table).version == before + 1
    assert house.queue.fetch_job(job) is None


def test_what_was_foretold_is_no_answer_once_something_was_written(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    async def writes(container: Any, table: str, **_: bool) -> None:
        sit = Sit(person=ANN, seats="N", name="Ann", reachable=True, revision=0)
        await container.store.submit(table, sit, None)
        seen.append(len((await container.store.load(table)).inbox))

    table = house.open()
    monkeypatch.setattr(usecases, "advance", writes)
    house.queued(table)
    house.work()
    assert seen == [1]


def test_what_was_foretold_to_a_job_that_did_not_ask_is_no_answer_to_the_next(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object, **__: object) -> None:
        pass

    table = house.open()
    with monkeypatch.context() as patch:
        patch.setattr(usecases, "advance", nothing)
        house.queued(table)
        house.work()
    elsewhere(house, table, Sit(person=ANN, seats="N", name="Ann", reachable=True, revision=0))
    house.redis.script_flush()  # the next job's beginning foretells nothing
    house.queued(table)
    house.work()
    assert house.sitting(table) == {"N": ANN}
