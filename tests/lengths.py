"""Measure the actions of a match: `python -m tests.lengths [MATCHES]` prints the table of `service.table.length`."""

import hashlib
import sys
from statistics import mean

from engine import players
from engine.deal import permutation
from engine.match import Match, Phase, apply, new_match, start_deal, to_act
from engine.observation import observation
from engine.rules import Rules
from engine.seats import seats_in_play
from engine.variants import OPTIONS, VARIANTS, with_option


def actions_of(rules: Rules, number: int) -> int:
    """Calls and cards of one match between novices."""
    match, actions = new_match(rules, seats_in_play(rules)[number % rules.players]), 0
    while match.phase is not Phase.OVER:
        match = start_deal(match, _pack(match, number))[0]
        while (seat := to_act(match)) is not None:
            match = apply(match, players.LEVELS["novice"](observation(match, seat), 0, number))[0]
            actions += 1
    return actions


def _pack(match: Match, number: int) -> tuple[int, ...]:
    return permutation(hashlib.sha256(f"{number}|{match.deal_no}".encode()).digest())


def measured(variant: str, matches: int) -> dict[int, float]:
    """The mean by target, under the usual options."""
    target = next((option for option in OPTIONS[variant] if option.name == "target"), None)
    rules = VARIANTS[variant]
    by_target = {n: with_option(rules, target, n) for n in target.values} if target else {0: rules}
    return {
        int(n): mean(actions_of(one, number) for number in range(matches)) for n, one in by_target.items()
    }


if __name__ == "__main__":
    for name in VARIANTS:
        print(name, {n: round(found) for n, found in measured(name, int((*sys.argv[1:], "60")[0])).items()})
