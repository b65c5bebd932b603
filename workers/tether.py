"""Ties a process to its parent: when the parent is gone, however it went, the process is asked to stop.

Without this a killed supervisor would leave a bot that polls and a server that holds the data folder. Linux only
(`PR_SET_PDEATHSIG`, which survives `execv`); elsewhere the folder's lock makes the next start say what still runs.

    python -m workers.tether PARENT NICE COMMAND ...
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

_PR_SET_PDEATHSIG = 1


def tie(parent: int) -> None:
    """From now on this process gets SIGTERM when `parent` dies. Exits at once if it has died already."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:  # it died before the call above, which then tied us to another
        raise SystemExit(0)


def tethered(command: Sequence[str], nice: int = 0) -> list[str]:
    """The command line that runs `command` (a full path first) tied to this process, and so much behind it in the
    queue for a processor (0: beside it; 19: last)."""
    return [sys.executable, "-m", "workers.tether", str(os.getpid()), str(nice), *command]


def main() -> None:
    """Tie, then become the command."""
    parent, nice, *command = sys.argv[1:]
    tie(int(parent))
    os.nice(int(nice))
    os.execv(command[0], command)  # noqa: S606 - the supervisor's own command line


if __name__ == "__main__":
    main()
