"""What the computers' open cards cost: solving and playing out, in time of one core.

    python -m tests.bench players

Floors: for solving, one deal played out by the same compiled code; for playing out, the plain engine's random deals.
"""

import random
import time
from collections.abc import Callable
from statistics import median

from engine.cards import CARDS, mask_of
from engine.contracts import STRAINS, Tables, compiled
from engine.dealing import Hands
from engine.players.solver import playouts, solve, values, warm
from engine.variants import VARIANTS
from tests.bench import engine_bench
from tests.bench.figures import Figure, percentile

FULL_MS, FIVE_MS, PLAYOUTS = 75.0, 1.0, 50_000
"""To reach: a full deal, five cards each, deals played out a second."""


def dealt(drawn: random.Random, size: int) -> Hands:
    """So many cards for each of four."""
    pack = drawn.sample(CARDS, 4 * size)
    north, east, south, west = (mask_of(pack[at : at + size]) for at in range(0, 4 * size, size))
    return north, east, south, west


def spans(work: Callable[[Tables, Hands, int], object], size: int, deals: int) -> list[float]:
    """Milliseconds of the processor for each of some deals of coinche, all six games in turn."""
    drawn, found = random.Random(size), []
    for number in range(deals):
        tables, hands = compiled(VARIANTS["coinche"])[number % len(STRAINS)], dealt(drawn, size)
        began = time.process_time()
        work(tables, hands, drawn.randrange(4))
        found.append((time.process_time() - began) * 1e3)
    return found


def _figure(name: str, found: list[float], floor: float, goal: float | None = None) -> Figure:
    middle = median(found)
    return Figure(
        name,
        f"{middle:.2f} / {percentile(found, 0.99):.2f} ms",
        f"{floor * 1e3:.1f} us (one deal played out)",
        f"{middle / floor:,.0f}",
        f"p50 <= {goal:g} ms" if goal else "",
        middle <= goal if goal else None,
    )


def played_out(repeats: int) -> float:
    """Deals a second, from each first card of some deals on."""
    drawn, tables = random.Random(3), compiled(VARIANTS["coinche"])[2]
    worlds = [dealt(drawn, 8) for _ in range(100)]
    began = time.process_time()
    playouts(tables, worlds, 0, (), seed=1, repeats=repeats)
    return len(worlds) * 8 * repeats / (time.process_time() - began)


async def run() -> list[Figure]:
    """Solving whole deals and late ones, then playing out."""
    warm()
    deals_a_second = max(played_out(100) for _ in range(3))
    floor = 1e3 / deals_a_second
    plain = engine_bench.measure(50, "coinche", repeats=3).deals_per_second
    return [
        _figure("solver, value of a full deal p50 / p99", spans(_value, 8, 120), floor, FULL_MS),
        _figure("solver, every first card of it", spans(_every, 8, 60), floor),
        _figure("solver, value of five cards each", spans(_value, 5, 600), floor, FIVE_MS),
        _figure("solver, every card of them", spans(_every, 5, 600), floor),
        Figure(
            "deals played out by chance",
            f"{deals_a_second:,.0f}/s",
            f"{plain:,.0f}/s (plain engine, auctions included)",
            f"{deals_a_second / plain:,.0f}",
            f">= {PLAYOUTS:,}/s",
            deals_a_second >= PLAYOUTS,
        ),
    ]


def _value(tables: Tables, hands: Hands, leader: int) -> object:
    return values(tables, [hands], leader)


def _every(tables: Tables, hands: Hands, leader: int) -> object:
    return solve(tables, [hands], leader, ())
