"""`python -m tests.soak.rolling [--last COMMIT]`: a rolling update from an earlier commit to what stands here.

The earlier one is taken from the history, which a shallow clone has not; so this is no part of `make test`. It runs in
this environment: what it needs beside itself must be installed.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.rolling import noticed_by_nobody
from tests.workers.waiting import ROOT

LAST = "bd124de"
"""What a house may still run while this is put in its place. Set it anew with each release."""


@contextmanager
def sources(commit: str) -> Iterator[Path]:
    """A checkout of its own. Raises CalledProcessError where the history does not reach so far."""
    with tempfile.TemporaryDirectory(prefix="last-") as folder:
        code = Path(folder) / "code"
        _git("worktree", "add", "--quiet", "--detach", str(code), commit)
        try:
            yield code
        finally:
            _git("worktree", "remove", "--force", str(code))


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when nobody noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.rolling", description=__doc__)
    parser.add_argument("--last", default=LAST, metavar="COMMIT", help=f"the release that runs ({LAST})")
    last = parser.parse_args(arguments).last
    try:
        with sources(last) as code, tempfile.TemporaryDirectory(prefix="rolling-") as folder:
            asyncio.run(noticed_by_nobody(Path(folder), code))
    except subprocess.CalledProcessError:
        print(f"rolling: no commit {last} here; `git fetch --unshallow` brings the history")
        return 1
    print(f"rolling: from {last} to this, noticed by nobody")
    return 0


if __name__ == "__main__":
    sys.exit(main())
