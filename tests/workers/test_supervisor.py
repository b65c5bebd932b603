"""Parts are started, kept and stopped in order, whatever happens to the supervisor."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.workers.waiting import process, running, until
from workers.children import QUICK_DEATHS

NAMES = ("server", "worker-1", "worker-2", "bot")


def pid(folder: Path, name: str) -> int:
    file = folder / f"{name}.pid"
    return int(file.read_text()) if file.exists() else 0


@contextmanager
def house(folder: Path, ways: str = "well") -> Iterator["subprocess.Popen[str]"]:
    with process(["tests.workers.stub_house", str(folder), ways]) as supervisor:
        if ways == "well":
            until(lambda: all(pid(folder, name) for name in NAMES), "all parts run")
        yield supervisor


def test_a_part_steps_back_where_it_is_told_to(tmp_path: Path) -> None:
    with house(tmp_path):
        first, second = (os.getpriority(os.PRIO_PROCESS, pid(tmp_path, f"worker-{n}")) for n in (1, 2))
        assert second - first == min(3, 19 - first)
        assert first == os.getpriority(os.PRIO_PROCESS, os.getpid())


def test_all_is_started_and_stopped_in_reverse(tmp_path: Path) -> None:
    with house(tmp_path) as supervisor:
        pids = [pid(tmp_path, name) for name in NAMES]
        supervisor.send_signal(signal.SIGINT)
        output, _ = supervisor.communicate(timeout=20)
        assert supervisor.returncode == 0
    stops = (tmp_path / "stops").read_text().split()
    assert (stops[0], set(stops[1:3]), stops[3]) == ("bot", {"worker-1", "worker-2"}, "server")
    assert "bot| hello from bot" in output
    assert output.splitlines().count("greetings") == 1
    assert not any(running(one) for one in pids)


def test_what_dies_is_started_again(tmp_path: Path) -> None:
    with house(tmp_path) as supervisor:
        for name in ("worker-1", "server"):
            before = pid(tmp_path, name)
            os.kill(before, signal.SIGKILL)
            until(lambda: pid(tmp_path, name) != before, f"{name} is back")  # noqa: B023 - called at once
        supervisor.send_signal(signal.SIGTERM)
        supervisor.communicate(timeout=20)
        assert supervisor.returncode == 0


def test_a_part_killed_from_outside_is_started_again_however_often(tmp_path: Path) -> None:
    """It says nothing of the part: only one that ends by itself, again and again, is given up."""
    with house(tmp_path) as supervisor:
        for _ in range(QUICK_DEATHS + 2):
            before = pid(tmp_path, "bot")
            os.kill(before, signal.SIGKILL)
            until(lambda: pid(tmp_path, "bot") != before, "bot is back")  # noqa: B023 - called at once
        assert supervisor.poll() is None
        supervisor.send_signal(signal.SIGTERM)
        output, _ = supervisor.communicate(timeout=20)
        assert supervisor.returncode == 0
    assert output.count("bot ended (signal SIGKILL)") == QUICK_DEATHS + 2
    assert "gave up" not in output


def test_the_terminals_ctrl_c_reaches_no_part(tmp_path: Path) -> None:
    """The terminal signals the foreground process group: the parts are in sessions of their own."""
    with house(tmp_path) as supervisor:
        groups = {os.getpgid(pid(tmp_path, name)) for name in NAMES}
        assert len(groups) == len(NAMES)
        assert os.getpgid(supervisor.pid) not in groups
        supervisor.send_signal(signal.SIGINT)
        supervisor.communicate(timeout=20)


@pytest.mark.skipif(sys.platform != "linux", reason="PR_SET_PDEATHSIG is Linux's")
def test_a_killed_supervisor_leaves_no_orphans(tmp_path: Path) -> None:
    with house(tmp_path) as supervisor:
        pids = [pid(tmp_path, name) for name in NAMES]
        supervisor.kill()
        until(lambda: not any(running(one) for one in pids), "all parts are gone")


def test_a_part_that_keeps_dying_ends_it_all_with_one_line(tmp_path: Path) -> None:
    with house(tmp_path, "dies") as supervisor:
        output, _ = supervisor.communicate(timeout=30)
        assert supervisor.returncode == 1
    assert "gave up: The frail ended 5 times within seconds: no luck today" in output.splitlines()
    assert set((tmp_path / "stops").read_text().split()) == set(NAMES)


def test_a_part_that_a_setting_stops_is_not_tried_again(tmp_path: Path) -> None:
    with house(tmp_path, "misset") as supervisor:
        output, _ = supervisor.communicate(timeout=30)
        assert supervisor.returncode == 1
    assert "gave up: REBELOTE_X: no such thing" in output.splitlines()
    assert output.count("misset ended") == 1
