"""How many classic deals a second the engine carries on one core, through its public API.

    python -m tests.bench engine

Each deal is dealt, called and played to its score, every action taken from `legal_actions` of the actor's observation
and validated again by `apply`. Beside it stands a floor: the same number of NamedTuple constructions in a bare loop,
which tells a slow machine from slow code.
"""

import random
import time
from collections.abc import Callable
from typing import NamedTuple

from engine.cards import CARDS
from engine.match import Phase, apply, new_match, start_deal
from engine.observation import legal_actions, observation
from engine.variants import VARIANTS
from tests.bench.figures import Figure

DEALS = 400
REPEATS = 20


class _Dozen(NamedTuple):
    """As many fields as a state of the engine."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int
    k: int
    m: int


class Speed(NamedTuple):
    """What was measured."""

    deals: int
    plies: int
    seconds: float
    floor_seconds: float

    @property
    def deals_per_second(self) -> float:
        return self.deals / self.seconds


def packs(count: int, seed: int = 1) -> list[tuple[int, ...]]:
    """Shuffled packs, the same for the same seed."""
    shuffler = random.Random(seed)
    return [tuple(shuffler.sample(CARDS, 32)) for _ in range(count)]


def play(pack: tuple[int, ...], choices: list[float], rules: str = "classic") -> int:
    """One whole deal, its choices given as numbers below 1; the number of plies."""
    match, _ = start_deal(new_match(VARIANTS[rules], 0), pack)
    ply = 0
    while (deal := match.deal) is not None:
        actions = legal_actions(observation(match, deal.turn))
        match, _ = apply(match, actions[int(choices[ply] * len(actions))])
        ply += 1
    if match.phase is Phase.PLAYING:
        raise AssertionError("the deal did not end")
    return ply


def _best(work: Callable[[], int], repeats: int) -> tuple[int, float]:
    best, count = float("inf"), 0
    for _ in range(repeats):
        start = time.process_time()
        count = work()
        best = min(best, time.process_time() - start)
    return count, best


def measure(deals: int = DEALS, rules: str = "classic", repeats: int = REPEATS) -> Speed:
    """The best of some repeats, in seconds of the processor: a busy machine does not count against the engine."""
    shuffled, drawn = packs(deals), random.Random(2)
    choices = [drawn.random() for _ in range(200)]

    def whole() -> int:
        return sum(play(pack, choices, rules) for pack in shuffled)

    plies, seconds = _best(whole, repeats)

    def floor() -> int:
        # A ply builds a match, a deal and an observation.
        for number in range(3 * plies):
            _Dozen(number, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
        return plies

    _, floor_seconds = _best(floor, repeats)
    return Speed(deals, plies, seconds, floor_seconds)


TO_REACH = 6_000
"""Classic deals a second on one core."""


async def run() -> list[Figure]:
    """One line a rule set."""
    found = []
    for rules in VARIANTS:
        figure = measure(DEALS // 4, rules, REPEATS if rules == "classic" else REPEATS // 4)
        own, floor = (1e6 * seconds / figure.plies for seconds in (figure.seconds, figure.floor_seconds))
        found.append(
            Figure(
                f"engine, {rules} ({figure.plies / figure.deals:.0f} plies a deal)",
                f"{figure.deals_per_second:,.0f} deals/s = {own:.1f} us/ply",
                f"{floor:.1f} us/ply (bare tuples)",
                f"{own / floor:.1f}",
                f">= {TO_REACH:,}/s" if rules == "classic" else "",
                figure.deals_per_second >= TO_REACH if rules == "classic" else None,
            )
        )
    return found
