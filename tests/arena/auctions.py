"""How much better the expert's calls are than those of rules of thumb, all else being the same.

    python -m tests.arena.auctions --rules coinche --deals 500

Each deal is called twice with the expert's calls on one side and once without; only where a call differs are the cards
played, by the same players. So a deal in which nothing differs costs nothing, and tells nothing by chance.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from engine import players
from engine.actions import Action
from engine.match import Match, Phase, play_trusted, to_act
from engine.observation import observation
from engine.variants import VARIANTS
from tests.arena.bounds import bounds
from tests.arena.duplicate import Chooser, finish, lead, level, seated, shuffle
from tests.bench.figures import percentile


class Called(NamedTuple):
    """One deal."""

    ahead: float
    """Written points of the expert's calls less those of the others, the mean of both ways."""
    differs: int
    """Of the two ways."""
    spent: tuple[float, ...]
    """Milliseconds of each of the expert's calls."""


def compared(variant: str, number: int, cards: Chooser) -> Called:
    """One deal both ways, finished by `cards`."""
    rules, seed = VARIANTS[variant], b"auctions|%d" % number
    opened = shuffle(rules, number, "auctions").opened()
    club, spent = level("club"), list[float]()
    usual, said = _called(opened, (club,) * 4, seed)
    searching = _timed(level("expert"), spent)
    changed: list[tuple[int, Match]] = []
    for ours in (0, 1):
        match, calls = _called(opened, seated(rules, ours, searching, club), seed)
        if calls != said:
            changed.append((ours, match))
    ahead = 0.0
    before = finish(usual, (cards,) * 4, seed, ([], [], [], [])) if changed else usual
    for ours, match in changed:
        after = finish(match, (cards,) * 4, seed, ([], [], [], []))
        ahead += (lead(after, ours) - lead(before, ours)) / 2
    return Called(ahead, len(changed), tuple(spent))


def _timed(choose: Chooser, spent: list[float]) -> Chooser:
    def chosen(*arguments: object) -> Action:
        began = time.process_time()
        action = choose(*arguments)  # type: ignore[arg-type]
        spent.append((time.process_time() - began) * 1e3)
        return action

    return chosen


def _called(match: Match, at: Sequence[Chooser], seed: bytes) -> tuple[Match, tuple[Action, ...]]:
    """After the auction, and what was called."""
    calls: tuple[Action, ...] = ()
    while (seat := to_act(match)) is not None and match.phase is Phase.CALLING:
        action = at[seat](observation(match, seat), seed + b"|%d" % match.ply)
        calls, match = (*calls, action), play_trusted(match, action)
    return match, calls


def line(variant: str, deals: Sequence[Called]) -> str:
    """The result in words."""
    differing = sum(deal.differs for deal in deals) / len(deals) / 2
    spent = [ms for deal in deals for ms in deal.spent]
    return (
        f"{variant}: calls {bounds([deal.ahead for deal in deals])} deals, {differing:.1%} of the auctions differ; "
        f"a call {median(spent):.1f} ms (p50), {percentile(spent, 0.99):.1f} (p99)"
    )


def main(arguments: list[str]) -> int:
    """One line for each rule set."""
    parser = argparse.ArgumentParser(prog="auctions", description=__doc__)
    parser.add_argument("--rules", choices=list(VARIANTS), action="append", help="all when none is named")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--cards", choices=list(players.LEVELS), default="club", help="who plays the cards")
    chosen = parser.parse_args(arguments)
    cards = level(chosen.cards)
    for variant in chosen.rules or list(VARIANTS):
        numbers = range(chosen.first, chosen.first + chosen.deals)
        print(line(variant, [compared(variant, number, cards) for number in numbers]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
