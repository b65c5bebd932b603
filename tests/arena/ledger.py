"""What has been played, line by line, so that a run that was stopped goes on where it was.

A ledger belongs to the code that played: with other sources in `engine/` another one is begun.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

import engine
from tests.arena.duplicate import Sample

HOME = Path(os.environ.get("REBELOTE_ARENA", ".arena"))
"""Where ledgers are kept."""


def fingerprint() -> str:
    """Eight digits that change with the engine's sources, players included."""
    root = Path(engine.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]


class Ledger:
    """The samples of one meeting."""

    def __init__(self, name: str, home: Path = HOME) -> None:
        self.path = home / f"{name} {fingerprint()}.jsonl"

    def samples(self) -> Iterator[Sample]:
        """What is written; a line that a stop cut in two is passed over."""
        if not self.path.exists():
            return
        for line in self.path.read_text(encoding="ascii").splitlines():
            try:
                number, ahead, left, right = json.loads(line)
            except ValueError:
                continue
            yield Sample(number, ahead, tuple(left), tuple(right))

    def add(self, sample: Sample) -> None:
        """Write one more."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        rounded = ([round(ms, 2) for ms in spent] for spent in (sample.left, sample.right))
        with self.path.open("a", encoding="ascii") as file:
            # A new line first: the last one may have been cut.
            file.write("\n" + json.dumps([sample.number, sample.ahead, *rounded]))
