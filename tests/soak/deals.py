"""Random deals of every rule set under random options, each checked against a second sum.

    python -m tests.soak.deals --deals 100000 [--variant coinche] [--match 4711]

Matches are numbered; a number always means the same options, cards and play. A fault is told with its match, and
`--match N` goes on from there.
"""

import argparse
import random
import sys
import time
from collections import Counter
from typing import NamedTuple

from engine.actions import PASS
from engine.cards import CARDS
from engine.contracts import tables_for
from engine.dealing import HAND_SIZE
from engine.match import Match, Phase, apply, new_match, start_deal, to_act
from engine.observation import legal_actions, observation
from engine.rules import Rules
from engine.scoring import Outcome, has_won
from engine.seats import EW, NS, next_seat, seats_in_play, side_of
from engine.sheet import DealScore
from engine.state import FinishedDeal
from engine.variants import OPTIONS, VARIANTS, with_option
from tests.soak.sums import Due, Won, belotes_won, cards_won, due, sweep_of

MOST = 40
"""A random match is over after so many deals, or it is left: rounds of passes would make some endless."""


class Fault(AssertionError):
    """A deal that does not come to what it must."""


class Tally(NamedTuple):
    """What a run has seen."""

    deals: int
    matches: int
    seen: Counter[str]
    """How often an outcome, a sweep, a pot won, a belote or a meld occurred."""


def options_for(variant: str, rng: random.Random) -> Rules:
    """The rule set with each of its options drawn."""
    rules = VARIANTS[variant]
    for option in OPTIONS.get(variant, ()):
        rules = with_option(rules, option, rng.choice(option.values))
    return rules


def soak(variant: str, deals: int, first: int = 0) -> Tally:
    """So many deals, match by match. Raises `Fault` naming the match, and the engine's own errors likewise."""
    seen: Counter[str] = Counter()
    done, number = 0, first
    while done < deals:
        try:
            done += _match(variant, number, deals - done, seen)
        except Exception as error:
            raise Fault(f"{variant}, match {number}: {type(error).__name__}: {error}") from error
        number += 1
    return Tally(done, number - first, seen)


def _match(variant: str, number: int, most: int, seen: Counter[str]) -> int:
    rng = random.Random(f"{variant} {number}")
    rules = options_for(variant, rng)
    match = new_match(rules, rng.choice(seats_in_play(rules)))
    for done in range(1, min(most, MOST) + 1):
        before, match = match, _deal(match, rng)
        check(before, match, seen)
        if match.phase is Phase.OVER:
            return done
    return min(most, MOST)


def _deal(match: Match, rng: random.Random) -> Match:
    pack = list(CARDS)
    rng.shuffle(pack)
    match, _ = start_deal(match, tuple(pack))
    while (seat := to_act(match)) is not None:
        actions = legal_actions(observation(match, seat))
        _claim(bool(actions), "nothing may be done")
        # Half of the calls are passes: auctions get somewhere and are not over at once.
        passing = actions[0] is PASS and rng.random() < 0.5
        match, _ = apply(match, PASS if passing else rng.choice(actions))
    return match


def _claim(holds: bool, what: str) -> None:
    if not holds:
        raise Fault(what)


def check(before: Match, after: Match, seen: Counter[str]) -> None:
    """Everything about one deal."""
    finished = after.finished
    if finished is None:
        raise Fault("no deal was finished")
    rules, score = after.rules, finished.score
    seen[score.outcome.value] += 1
    _check_course(before, after, finished)
    if score.outcome in (Outcome.PASSED_OUT, Outcome.ANNULLED):
        _claim(score.written == (0, 0) and score.pot_out == before.pot, "an unscored deal wrote something")
        return
    _check_cards(rules, finished)
    _check_melds(rules, finished)
    _check_written(rules, finished, before.pot)
    seen["sweeps"] += score.sweep is not None
    seen["belotes"] += sum(score.belote) // 20
    seen["melds"] += any(score.melds)
    seen["pots won"] += score.pot_to is not None


def _check_course(before: Match, after: Match, finished: FinishedDeal) -> None:
    """Totals, pot, dealer and winner go from deal to deal."""
    rules, score = after.rules, finished.score
    _claim(score.pot_in == before.pot and after.pot == score.pot_out, "the pot was not carried")
    summed = (before.totals[NS] + score.written[NS], before.totals[EW] + score.written[EW])
    _claim(after.totals == score.totals == summed, "totals do not add up")
    scored = score.outcome not in (Outcome.PASSED_OUT, Outcome.ANNULLED)
    _claim(after.winner == (has_won(rules, summed) if scored else None), "the wrong winner")
    if after.winner is None:
        _claim(after.dealer == next_seat(rules, before.dealer), "the wrong dealer")
    else:
        _claim(summed[after.winner] == max(summed) >= rules.target, "won below the target")


def _check_cards(rules: Rules, finished: FinishedDeal) -> None:
    """All 32 cards fall once; they and the last trick come to the constant of the contract."""
    contract, score = finished.contract, finished.score
    if contract is None:
        raise Fault("scored without a contract")
    fallen = [play.card for trick in finished.tricks for play in trick.plays]
    _claim(sorted(fallen) == list(CARDS), "not every card fell once")
    _claim(len(finished.tricks) == HAND_SIZE * 4 // rules.players, "the wrong number of tricks")
    _claim(sum(score.cards) + 10 == tables_for(rules, contract).total, "points are missing")
    _claim(score.last_trick == side_of(rules, finished.tricks[-1].winner), "the ten went astray")
    _claim(score.sweep == sweep_of(rules, finished), "the wrong sweep")
    _claim(score.belote == belotes_won(rules, contract, finished), "belotes are miscounted")


def _check_melds(rules: Rules, finished: FinishedDeal) -> None:
    """No card serves two melds, every meld was held, and one side at most scores."""
    used, points = 0, [0, 0]
    for meld in finished.melds:
        _claim(not used & meld.cards, "a card in two melds")
        _claim(meld.cards & ~finished.hands[meld.seat] == 0, "a meld that was not held")
        used |= meld.cards
        points[side_of(rules, meld.seat)] += 0 if meld.beaten else meld.points
    _claim(finished.score.melds == (points[0], points[1]), "melds are miscounted")
    _claim(0 in points, "melds of both sides count")


def _check_written(rules: Rules, finished: FinishedDeal, pot: int) -> None:
    contract, score = finished.contract, finished.score
    if contract is None or score.takers is None:
        raise Fault("scored without a contract")
    cards = cards_won(rules, contract, finished)
    t, d = (
        Won(cards[side], score.belote[side], score.melds[side]) for side in (score.takers, 1 - score.takers)
    )
    against = score.sweep == 1 - score.takers
    wanted = due(rules, contract, t, d, score.sweep == score.takers, against)
    _compare(score, wanted, pot)


def _compare(score: DealScore, wanted: Due, pot: int) -> None:
    takers = score.takers or 0
    open_now = pot + wanted.held if wanted.tie else 0
    gained = 0 if wanted.tie else pot
    pair = [wanted.takers + gained * wanted.made, wanted.defenders + gained * (not wanted.made)]
    written = score.written if takers == 0 else score.written[::-1]
    told = (score.outcome is Outcome.LITIGE, score.outcome is Outcome.MADE, list(written), score.pot_out)
    _claim(told == (wanted.tie, wanted.made, pair, open_now), f"{told}, where {wanted} and {pot} are due")


def main(arguments: list[str] | None = None) -> int:
    """0 unless a fault was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.deals", description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000, help="per rule set")
    parser.add_argument("--variant", choices=list(VARIANTS), action="append", help="only this one")
    parser.add_argument("--match", type=int, default=0, help="the match to begin with")
    wanted = parser.parse_args(arguments)
    for variant in wanted.variant or VARIANTS:
        began = time.perf_counter()
        try:
            tally = soak(variant, wanted.deals, wanted.match)
        except Fault as fault:
            print(fault, flush=True)
            return 1
        took = time.perf_counter() - began
        seen = ", ".join(f"{what} {n:,}" for what, n in sorted(tally.seen.items()))
        print(
            f"{variant}: {tally.deals:,} deals in {tally.matches:,} matches, {took:.0f} s: {seen}", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
