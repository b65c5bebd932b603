"""What RQ runs, on the process's own loop."""

import asyncio
import inspect
import signal
from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from service import usecases
from service.ports import StoreDown, TooNew
from service.settings import Settings
from workers import jobs


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[jobs.Home]:
    made = jobs.Home(Settings(redis_url="redis://127.0.0.1:1"))
    monkeypatch.setattr(jobs, "_home", [made])
    yield made
    made.close()


def test_a_job_looks_at_its_table(home: jobs.Home, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[object, str, bool]] = []

    async def advance(house: object, table: str, thinking: bool = False, **_: bool) -> None:
        seen.append((house, table, thinking))

    monkeypatch.setattr(usecases, "advance", advance)
    jobs.advance("aaaa")
    jobs.think("bbbb")
    assert seen == [(home.container, "aaaa", False), (home.container, "bbbb", True)]


def test_a_jobs_fault_reaches_rq(home: jobs.Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async def advance(*_: object, **__: object) -> None:
        raise KeyError("broken")

    monkeypatch.setattr(usecases, "advance", advance)
    with pytest.raises(KeyError):
        jobs.advance("aaaa")


def test_a_job_cut_short_by_its_time_limit_leaves_nothing_running(home: jobs.Home) -> None:
    """RQ raises out of a signal's handler, wherever the loop is; the next job must find a clean one."""
    ended: list[str] = []

    class Late(Exception):
        pass

    def ring(*_: object) -> None:
        raise Late

    async def forever() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    before = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(Late):
            home.run(forever())
    finally:
        signal.signal(signal.SIGALRM, before)
    assert ended == ["cancelled"]
    assert not asyncio.all_tasks(home.loop)


def test_jobs_take_a_tables_id_and_nothing_else() -> None:
    for job in (jobs.advance, jobs.think):
        assert list(inspect.signature(job).parameters) == ["table"]


def test_a_table_of_a_newer_release_is_left_alone_and_logged_once(
    home: jobs.Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def advance(*_: object, **__: object) -> None:
        raise TooNew("Head of schema 2; this release knows 1")

    monkeypatch.setattr(usecases, "advance", advance)
    with capture_logs() as logs:
        for _ in range(3):
            jobs.advance("aaaa")
        jobs.think("bbbb")
    assert [(line["event"], line["table"]) for line in logs] == [
        ("left to a newer release", "aaaa"),
        ("left to a newer release", "bbbb"),
    ]


def test_a_store_that_is_away_ends_a_job_quietly(home: jobs.Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's due row brings another job; RQ's own record of a failure would find no server to be written to."""

    async def advance(*_: object, **__: object) -> None:
        raise StoreDown("ConnectionError")

    monkeypatch.setattr(usecases, "advance", advance)
    with capture_logs() as logs:
        jobs.advance("aaaa")
        jobs.think("bbbb")
    assert [(line["event"], line["log_level"], line["table"], line["why"]) for line in logs] == [
        ("store down", "warning", "aaaa", "ConnectionError"),
        ("store down", "warning", "bbbb", "ConnectionError"),
    ]


def test_a_job_on_a_server_that_is_away_ends_quietly(home: jobs.Home) -> None:
    """Nothing is replaced here: the home's server is not there."""
    with capture_logs() as logs:
        jobs.advance("aaaa")
    assert [line["event"] for line in logs] == ["store down"]
