"""How often people must be woken in a deal: `python -m tests.waking [--deals N]`.

A wake-up is a turn that needs somebody who did not make the manual move before it. Four players of rule of thumb (the
novice) play classic deals; each help is counted alone and on top of the others. A plan is laid down right after a
manual move, for the next trick, for each suit in which at least 95 % of 24 sampled worlds lead to the same card. The
figures stand in docs/performance.md.
"""

import argparse
import random
from collections.abc import Sequence
from statistics import mean, stdev
from typing import NamedTuple

from engine.actions import Action, ActionKind
from engine.cards import SUITS, Card, Hand, cards_of, mask_of, suit_of
from engine.contracts import tables_for
from engine.deal import permutation
from engine.match import Phase, apply, new_match, play_trusted, start_deal
from engine.observation import Observation, claim, legal_actions, observation
from engine.players.novice import choose
from engine.seats import Seat, order_from
from engine.trick import PLAYED, Played, playable
from engine.variants import VARIANTS

WORLDS, AGREE = 24, 0.95


class Helps(NamedTuple):
    """What spares a wake-up."""

    last: bool = False
    """The last trick plays itself."""
    auction: bool = False
    """The second round is laid down with the first pass."""
    only: bool = False
    """The only legal card plays itself."""
    claims: bool = False
    plans: bool = False
    """A card for each suit that may be led next, laid down after one's own move."""


ROWS = (
    ("none", Helps()),
    ("last trick", Helps(last=True)),
    ("+ auction plan", Helps(last=True, auction=True)),
    ("+ claims, plans", Helps(last=True, auction=True, claims=True, plans=True)),
    ("only legal card alone", Helps(only=True)),
    ("only legal, last, auction", Helps(last=True, auction=True, only=True)),
    ("+ claims", Helps(last=True, auction=True, only=True, claims=True)),
    ("+ plans: all of it", Helps(True, True, True, True, True)),
)


def wakings(pack: tuple[Card, ...], helps: Helps, dice: random.Random) -> int | None:
    """The wake-ups of one deal; None for one that is passed out."""
    match = start_deal(new_match(VARIANTS["classic"], dice.randrange(4)), pack)[0]
    woken, mover = 0, -1
    plans: dict[Seat, dict[int, Card]] = {}
    passed: set[Seat] = set()
    while match.deal is not None and match.deal_no == 1:
        seat = match.deal.turn
        obs = observation(match, seat)
        if helps.claims and claim(obs) is not None:
            return woken + (seat != mover)
        action = choose(obs, 1, match.ply)
        if not _by_itself(helps, obs, action, plans.get(seat, {}), passed):
            woken, mover = woken + (seat != mover), seat
            passed |= {seat} if action.kind is ActionKind.PASS else set()
            match = play_trusted(match, action)
            if helps.plans and match.deal is not None and match.deal_no == 1 and match.phase is Phase.PLAYING:
                plans[seat] = laid_down(observation(match, seat), dice)
        else:
            match = apply(match, action)[0]
    finished = match.finished
    assert finished is not None
    return None if finished.contract is None else woken


def _by_itself(
    helps: Helps, obs: Observation, action: Action, plan: dict[int, Card], passed: set[Seat]
) -> bool:
    assert obs.seat is not None
    if obs.phase is Phase.CALLING:
        return helps.auction and obs.round == 2 and obs.seat in passed
    if helps.last and obs.counts[obs.seat] == 1:
        return True
    if helps.only and len(legal_actions(obs)) == 1:
        return True
    return (
        bool(obs.trick)
        and plan.get(suit_of(obs.trick[0].card)) == action.card
        and not _ruffed(obs, obs.trick)
    )


def _ruffed(obs: Observation, trick: tuple[Played, ...]) -> bool:
    trumps = tables_for(obs.rules, obs.contract).trumps
    return not trumps >> trick[0].card & 1 and any(trumps >> play.card & 1 for play in trick[1:])


def laid_down(obs: Observation, dice: random.Random) -> dict[int, Card]:
    """The cards one may lay down for the next trick: by the suit led, where sampled worlds nearly always agree."""
    assert obs.seat is not None
    plan = {}
    for suit in SUITS:
        held = obs.hand & (0xFF << 8 * suit)
        choices = [card for _ in range(WORLDS) if (card := _imagined(obs, suit, dice)) is not None]
        if held and choices:
            favourite = max(set(choices), key=choices.count)
            if choices.count(favourite) >= AGREE * len(choices):
                plan[suit] = favourite
    return plan


def _imagined(obs: Observation, suit: int, dice: random.Random) -> Card | None:
    """What one would play if that suit were led next, in a world drawn at random; None where nobody can lead it."""
    assert obs.seat is not None
    tables = tables_for(obs.rules, obs.contract)
    others = _others(obs, dice)
    before = dice.randrange(1, 4)
    seats = order_from(obs.rules, obs.seat)[-before:]
    lead = others[seats[0]] & (0xFF << 8 * suit)
    if not lead:
        return None
    trick: tuple[Played, ...] = (PLAYED[seats[0]][dice.choice(cards_of(lead))],)
    for seat in seats[1:]:
        allowed = playable(tables, trick, seat, others[seat])
        trick = (*trick, PLAYED[seat][dice.choice(cards_of(allowed))])
    if _ruffed(obs, trick):
        return None
    filler = obs.tricks[0] if obs.tricks else None
    tricks = obs.tricks if filler is None else (*obs.tricks, filler)
    next_trick = obs._replace(trick=trick, tricks=tricks, turn=obs.seat, leader=seats[0])
    return choose(next_trick, 1, obs.ply).card


def _others(obs: Observation, dice: random.Random) -> dict[Seat, Hand]:
    """A way the unseen cards may lie for the next trick."""
    assert obs.seat is not None
    seen = (
        mask_of(p.card for t in obs.tricks for p in t.plays) | mask_of(p.card for p in obs.trick) | obs.hand
    )
    pool = [card for card in range(32) if not seen >> card & 1]
    dice.shuffle(pool)
    hands, each = {}, obs.hand.bit_count()
    for seat in range(4):
        if seat != obs.seat:
            hands[seat], pool = mask_of(pool[:each]), pool[each:]
    return hands


def measured(deals: int, helps: Helps, seed: int) -> tuple[float, float]:
    """Mean and standard error per played deal."""
    dice = random.Random(seed)
    counts: list[int] = []
    while len(counts) < deals:
        count = wakings(permutation(dice.randbytes(32)), helps, dice)
        if count is not None:
            counts.append(count)
    return mean(counts), stdev(counts) / len(counts) ** 0.5


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.waking")
    parser.add_argument("--deals", type=int, default=1000)
    options = parser.parse_args(arguments)
    for name, helps in ROWS:
        average, error = measured(options.deals, helps, 1)
        print(f"{name:<28}{average:5.1f}  ± {error:.1f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
