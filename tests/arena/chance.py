"""What players make of a deal beside what chance makes of it: the table of `engine.players.expert.futures`.

    python -m tests.arena.chance --deals 1500               by rules of thumb, every rule set
    python -m tests.arena.chance --level expert --deals 100

A deal whose auction is over is played out by chance, and played by four players of a level.
"""

import argparse
import sys
from collections.abc import Iterator
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

import numpy as np

from engine import players
from engine.cards import CARDS, NO_CARD, Card
from engine.contracts import Mode, tables_for
from engine.match import Match, Phase, play_trusted, to_act
from engine.observation import observation
from engine.players import solver
from engine.players.expert.futures import REPEATS
from engine.state import Deal
from engine.variants import VARIANTS
from tests.arena.duplicate import Chooser, finish, level, shuffle


class Seen(NamedTuple):
    """One deal: parts of all points, the takers'."""

    mode: Mode
    chance: float
    real: float
    swept: bool
    """The takers took every trick."""


def seen(variant: str, number: int, by: Chooser) -> Seen | None:
    """One deal; `None` when everybody passed."""
    match = shuffle(VARIANTS[variant], number, "chance").opened()
    caller, seed = level("club"), b"chance|%d" % number
    while (seat := to_act(match)) is not None and match.phase is not Phase.PLAYING:
        match = play_trusted(match, caller(observation(match, seat), seed))
    deal = match.deal
    if deal is None or deal.setup.contract is None:
        return None
    tables = tables_for(match.rules, deal.setup.contract)
    takers = tables.side[deal.setup.contract.taker]
    chance = by_chance(match, deal, number)
    over = finish(match, (by,) * 4, seed, ([], [], [], [])).finished
    assert over is not None
    real = over.score.cards[0] + (10 if over.score.last_trick == 0 else 0)
    part, mine = chance / tables.total, real / tables.total
    if takers:
        part, mine = 1.0 - part, 1.0 - mine
    return Seen(deal.setup.contract.mode, part, mine, over.score.sweep == takers)


def by_chance(match: Match, deal: Deal, seed: int) -> float:
    """The points of side 0, on average."""
    under: list[Card] = [NO_CARD] * len(CARDS)
    for row, hidden in zip(deal.columns, deal.reserves, strict=True):
        for column, card in zip(row, hidden, strict=True):
            under[column.open] = card
    below = [under] if deal.columns else None
    tables = tables_for(match.rules, deal.setup.contract)
    tries = solver.playouts(tables, [deal.hands], deal.leader, (), under=below, seed=seed, repeats=REPEATS)
    return float(np.mean(tries[tries != solver.NOT_PLAYABLE]))


def told(mode: Mode, deals: list[Seen]) -> str:
    """A line of the table."""
    off = [deal.real - deal.chance for deal in deals]
    more, spread = fmean(off), stdev(off)
    swept = fmean(deal.swept for deal in deals)
    steps = [NormalDist().inv_cdf((step + 0.5) / 7) for step in range(7)]
    expected = sorted(deal.chance + more + step * spread for deal in deals for step in steps)
    mark = expected[min(len(expected) - 1, round((1.0 - swept) * len(expected)))]
    return f"{mode.value}: {more:+.3f} ± {spread:.3f}, swept from {mark:.2f} on; {len(deals)} deals"


def main(arguments: list[str]) -> int:
    """Print what was found for each kind of game, the rule sets together."""
    parser = argparse.ArgumentParser(prog="chance", description=__doc__)
    parser.add_argument("--level", choices=list(players.LEVELS), default="club")
    parser.add_argument("--deals", type=int, default=1500)
    parser.add_argument("--rules", choices=list(VARIANTS), action="append", help="all when none is named")
    chosen = parser.parse_args(arguments)
    by = level(chosen.level)
    deals = list(_all(chosen.rules or list(VARIANTS), chosen.deals, by))
    for mode in Mode:
        kind = [deal for deal in deals if deal.mode is mode]
        if len(kind) > 1:
            print(told(mode, kind), flush=True)
    return 0


def _all(variants: list[str], deals: int, by: Chooser) -> Iterator[Seen]:
    for variant in variants:
        for number in range(deals):
            found = seen(variant, number, by)
            if found is not None:
                yield found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
