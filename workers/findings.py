"""What a check found: one line, and where it is not well what to do about it."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class Level(StrEnum):
    """How well it is."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class Finding(NamedTuple):
    """One thing that was looked at. Holds no secret: names, numbers and ages only."""

    level: Level
    what: str
    said: str
    advice: str = ""

    def lines(self) -> str:
        """As `rebelote doctor` prints it."""
        line = f"{self.level:<5} {self.what:<12} {self.said}"
        return f"{line}\n      {'':<12} → {self.advice}" if self.advice else line


def ok(what: str, said: str) -> Finding:
    return Finding(Level.OK, what, said)


def warn(what: str, said: str, advice: str) -> Finding:
    return Finding(Level.WARN, what, said, advice)


def fail(what: str, said: str, advice: str) -> Finding:
    return Finding(Level.FAIL, what, said, advice)


def worst(findings: Iterable[Finding]) -> Level:
    """The worst level among them; ok where there are none."""
    return max((finding.level for finding in findings), key=list(Level).index, default=Level.OK)


def span(milliseconds: float) -> str:
    """A length of time for people: "240 ms", "12 s", "3 min", "5 h", "2 days"."""
    if milliseconds < 1000:
        return f"{milliseconds:.0f} ms"
    for unit, length, below in (("s", 1e3, 12e4), ("min", 6e4, 72e5), ("h", 36e5, 1728e5)):
        if milliseconds < below:
            return f"{milliseconds / length:.0f} {unit}"
    return f"{milliseconds / 864e5:.0f} days"
