"""Waiting for real processes: on a condition, with a deadline, never for a fixed time."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar

T = TypeVar("T")
ROOT = Path(__file__).parents[2]


def until(wanted: Callable[[], T | None], what: str, seconds: float = 20.0) -> T:
    """The first true answer. Fails the test when none comes in time."""
    deadline = time.monotonic() + seconds
    while True:
        if found := wanted():
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.02)


def running(pid: int) -> bool:
    """Whether a process lives: neither gone nor a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except ProcessLookupError:
        return False  # gone while it was read
    except FileNotFoundError:
        return not Path("/proc/self").exists()  # gone, or a system without /proc
    return stat.rsplit(")", 1)[1].split()[0] != "Z"


@contextmanager
def process(
    command: Sequence[str], environment: Mapping[str, str] | None = None, errors: IO[str] | None = None
) -> Iterator["subprocess.Popen[str]"]:
    """A Python module with arguments as a process; killed at the end if it still runs. `errors`: a file for them."""
    started = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=os.environ | dict(environment or {}),
        stdout=subprocess.PIPE,
        stderr=errors or subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield started
    finally:
        started.kill()
        started.communicate()
