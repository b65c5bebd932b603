"""Let computer players meet on duplicate deals and print who is ahead, with 95 % bounds.

    python -m tests.arena                                   what docs/players.md claims, one after another
    python -m tests.arena club novice --rules coinche --deals 1500
    python -m tests.arena expert maxi --deals 500           against the package colver (`make arena` installs it)

A run can be stopped at any time and goes on where it was; `--seconds` bounds it. The unit is written points a deal.
"""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from statistics import median
from typing import NamedTuple

from engine import players
from engine.rules import Rules
from engine.variants import VARIANTS
from tests.arena.bounds import bounds
from tests.arena.duplicate import Sample, level, meet
from tests.arena.ledger import Ledger
from tests.bench.figures import percentile

FOREIGN = ("maxi", "isdd20")


class Meeting(NamedTuple):
    """Who meets whom, by which rules, with how much thought (`None`: the level's own)."""

    left: str
    right: str
    variant: str
    budget: int | None = None
    against: int | None = None

    @property
    def name(self) -> str:
        """Of its ledger."""
        budgets = "" if self.budget is self.against is None else f" {self.budget}-{self.against}"
        return f"{self.variant} {self.left}-{self.right}{budgets}"

    @property
    def unit(self) -> float:
        """How many written points the marks of 15 and 10 points are worth here: Luxembourg writes tenths."""
        return 0.1 if self.variant == "luxembourg" else 1.0


def play_one(meeting: Meeting, number: int) -> Sample:
    """One deal both ways, in whatever process."""
    if meeting.right in FOREIGN:
        from tests.arena import foreign  # installed by `make arena` only

        return foreign.meet(level(meeting.left, meeting.budget), meeting.right, number)
    rules: Rules = VARIANTS[meeting.variant]
    return meet(rules, level(meeting.left, meeting.budget), level(meeting.right, meeting.against), number)


def run(meeting: Meeting, deals: int, jobs: int, until: float) -> str:
    """Play what is missing of the first so many deals; the line that tells where it stands."""
    ledger = Ledger(meeting.name)
    done = {sample.number: sample for sample in ledger.samples()}
    missing = [number for number in range(deals) if number not in done]
    for sample in _played(partial(play_one, meeting), missing, jobs):
        ledger.add(sample)
        done[sample.number] = sample
        if time.monotonic() > until:
            break
    return line(meeting, [done[number] for number in sorted(done) if number < deals])


def _played(play: Callable[[int], Sample], numbers: list[int], jobs: int) -> Iterable[Sample]:
    if jobs == 1:
        yield from map(play, numbers)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap(play, numbers)


def line(meeting: Meeting, samples: list[Sample]) -> str:
    """The result in words, with what a decision of the left player took."""
    title = f"{meeting.variant}: {meeting.left} over {meeting.right}"
    if len(samples) < 2:
        return f"{title}: too few deals"
    told = f"{title}: {bounds([sample.ahead for sample in samples])} deals"
    spent = [ms for sample in samples for ms in sample.left]
    return f"{told}; a decision {median(spent):.1f} ms (p50), {percentile(spent, 0.99):.1f} (p99)"


def claimed() -> list[tuple[Meeting, int]]:
    """What docs/players.md claims: every level over the one below in every rule set, and the strangers."""
    levels = list(players.LEVELS)
    pairs = list(zip(levels[1:], levels, strict=False))
    ours = [(Meeting(upper, lower, variant), 500) for upper, lower in pairs for variant in VARIANTS]
    strangers = [(Meeting(levels[-1], stranger, "coinche"), 500) for stranger in FOREIGN]
    return ours + strangers


def main(arguments: list[str]) -> int:
    """One meeting or all of them."""
    parser = argparse.ArgumentParser(
        prog="arena", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("left", nargs="?", choices=list(players.LEVELS))
    parser.add_argument("right", nargs="?", choices=[*players.LEVELS, *FOREIGN])
    parser.add_argument("--rules", choices=list(VARIANTS), action="append", help="all when none is named")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--budget", type=int, help="of the left player")
    parser.add_argument("--against", type=int, help="budget of the right player")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    chosen = parser.parse_args(arguments)
    until = time.monotonic() + chosen.seconds
    for meeting, deals in _meetings(chosen):
        print(run(meeting, deals, chosen.jobs, until), flush=True)
    return 0


def _meetings(chosen: argparse.Namespace) -> list[tuple[Meeting, int]]:
    if chosen.left is None or chosen.right is None:
        return claimed()
    variants = ["coinche"] if chosen.right in FOREIGN else chosen.rules or list(VARIANTS)
    return [
        (Meeting(chosen.left, chosen.right, variant, chosen.budget, chosen.against), chosen.deals)
        for variant in variants
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
