"""Who wins from a score: the table of `engine.players.equity`, held against matches of players of rules of thumb.

    python -m tests.arena.odds --matches 3000

For each way of scoring it prints what comes nearest to the winners, and how near the table in use comes: the log loss
of the chances it gives, where 0.693 is to know nothing.
"""

import argparse
import math
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import CARDS
from engine.match import Phase, new_match, play_trusted, start_deal, to_act
from engine.observation import observation
from engine.players.equity import USUAL, Usual, chance
from engine.rules import Rules, ScoringKind
from engine.seats import Pair, seats_in_play
from engine.variants import VARIANTS
from tests.arena.duplicate import Chooser, level

_PARTS = tuple(0.3 + 0.1 * step for step in range(18))
"""The table in use times each of these is tried."""


class Before(NamedTuple):
    """A score before a deal, and whether side 0 won from there."""

    rules: Rules
    totals: Pair
    won: bool


def match_of(rules: Rules, number: int, by: Chooser) -> list[Before]:
    """One whole match."""
    rng = random.Random(f"odds {number}")
    match, scores = new_match(rules, rng.choice(seats_in_play(rules))), []
    while match.phase is not Phase.OVER:
        scores.append(match.totals)
        match, _ = start_deal(match, tuple(rng.sample(CARDS, len(CARDS))))
        while (seat := to_act(match)) is not None:
            match = play_trusted(match, by(observation(match, seat), b"odds|%d|%d" % (number, match.ply)))
    return [Before(rules, totals, match.totals[0] > match.totals[1]) for totals in scores]


def loss(chances: NDArray[np.float64], won: NDArray[np.bool_]) -> float:
    """The log loss."""
    right = np.where(won, chances, 1.0 - chances)
    return float(-np.log(np.clip(right, 1e-4, 1.0)).mean())


def nearest(seen: Sequence[Before], kind: ScoringKind) -> tuple[float, Usual]:
    """The least log loss, and the entry of the table that has it."""
    won = np.array([before.won for before in seen])
    totals = np.array([before.totals for before in seen], dtype=float)
    left = np.array([before.rules.target for before in seen]) - totals.max(axis=1)
    lead = totals[:, 0] - totals[:, 1]
    tried = []
    for wide, far in product(_PARTS, repeat=2):
        usual = Usual(USUAL[kind].gap * wide, USUAL[kind].nearer * far)
        steps = lead / (usual.gap * np.sqrt(2.0 * (1.0 + np.maximum(left, 0.0) / usual.nearer)))
        tried.append((loss(0.5 + 0.5 * np.vectorize(math.erf)(steps), won), usual))
    return min(tried)


def told(kind: ScoringKind, matches: int) -> Iterator[str]:
    """Lines about one way of scoring."""
    by = level("club")
    of_kind = [rules for rules in VARIANTS.values() if rules.scoring is kind and rules.target]
    seen = [one for rules in of_kind for number in range(matches) for one in match_of(rules, number, by)]
    won = np.array([before.won for before in seen])
    in_use = loss(np.array([chance(before.rules, before.totals) for before in seen]), won)
    least, usual = nearest(seen, kind)
    yield f"{kind.value}: {len(seen):,} scores; the table's log loss {in_use:.4f}"
    yield f"  nearest {least:.4f}: gap {usual.gap:.0f}, nearer by {usual.nearer:.0f}"


def main(arguments: list[str] | None = None) -> int:
    """0."""
    parser = argparse.ArgumentParser(prog="python -m tests.arena.odds", description=__doc__)
    parser.add_argument("--matches", type=int, default=3000, help="per rule set")
    wanted = parser.parse_args(arguments)
    for kind in ScoringKind:
        for line in told(kind, wanted.matches):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
