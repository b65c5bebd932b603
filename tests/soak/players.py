"""Computer players among themselves, in every rule set under random options: nothing illegal, no exception, and every
deal comes to what it must.

    python -m tests.soak.players --deals 100000 [--variant coinche] [--level club] [--match 4711]

Levels that search play one deal where the others play a hundred. Matches are numbered as in `tests.soak.deals`; a fault
is told with its match.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence

from engine import players
from engine.actions import Action
from engine.cards import CARDS
from engine.match import Match, Phase, apply, new_match, start_deal, to_act
from engine.observation import observation
from engine.seats import Seat, seats_in_play
from engine.variants import VARIANTS
from tests.soak.deals import MOST, Fault, Tally, check, options_for

SLOWLY = 100
"""So many times fewer deals for a level that searches, which looks at few worlds here."""
WORLDS = 4


def soak(variant: str, levels: Sequence[str], deals: int, first: int = 0) -> Tally:
    """So many deals, match by match; each seat draws one of these levels. Raises `Fault` naming the match."""
    seen: Counter[str] = Counter()
    done, number = 0, first
    while done < deals:
        try:
            done += _match(variant, levels, number, deals - done, seen)
        except Exception as error:
            raise Fault(f"{variant}, match {number}: {type(error).__name__}: {error}") from error
        number += 1
    return Tally(done, number - first, seen)


def _match(variant: str, levels: Sequence[str], number: int, most: int, seen: Counter[str]) -> int:
    rng = random.Random(f"players {variant} {number}")
    rules = options_for(variant, rng)
    match = new_match(rules, rng.choice(seats_in_play(rules)))
    at = [rng.choice(levels) for _ in range(4)]
    for done in range(1, min(most, MOST) + 1):
        before, match = match, _deal(match, at, rng)
        check(before, match, seen)
        if match.phase is Phase.OVER:
            return done
    return min(most, MOST)


def _deal(match: Match, at: Sequence[str], rng: random.Random) -> Match:
    pack = list(CARDS)
    rng.shuffle(pack)
    match, _ = start_deal(match, tuple(pack))
    while (seat := to_act(match)) is not None:
        match, _ = apply(match, _choice(match, seat, at[seat], rng))
    return match


def _choice(match: Match, seat: Seat, level: str, rng: random.Random) -> Action:
    budget = WORLDS if level in players.SLOW else players.BUDGETS[level]
    return players.LEVELS[level](observation(match, seat), budget, rng.randbytes(8))


def main(arguments: list[str] | None = None) -> int:
    """0 unless a fault was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.players", description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000, help="per rule set")
    parser.add_argument("--variant", choices=list(VARIANTS), action="append", help="only this one")
    parser.add_argument("--level", choices=list(players.LEVELS), action="append", help="only this one")
    parser.add_argument("--match", type=int, default=0, help="the match to begin with")
    wanted = parser.parse_args(arguments)
    quick = [level for level in wanted.level or players.LEVELS if level not in players.SLOW]
    slow = [level for level in wanted.level or players.LEVELS if level in players.SLOW]
    for levels, deals in ((quick, wanted.deals), (slow, wanted.deals // SLOWLY)):
        for variant in wanted.variant or VARIANTS:
            if levels and not _told(variant, levels, deals, wanted.match):
                return 1
    return 0


def _told(variant: str, levels: Sequence[str], deals: int, first: int) -> bool:
    """Run one rule set and print what it came to; whether it went well."""
    began = time.perf_counter()
    try:
        tally = soak(variant, levels, deals, first)
    except Fault as fault:
        print(fault, flush=True)
        return False
    took = time.perf_counter() - began
    seen = ", ".join(f"{what} {n:,}" for what, n in sorted(tally.seen.items()))
    print(f"{variant}, {' and '.join(levels)}: {tally.deals:,} deals, {took:.0f} s: {seen}", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
