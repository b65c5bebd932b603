"""How often people must be woken in a deal: `python -m tests.waking [--deals N] [--level NAME]`.

A wake-up is a turn that needs somebody who did not make the manual move before it. Four computers of a level play
classic deals in the people's place; each help is counted alone and on top of the others. A plan is laid down right
after a manual move, for the next trick, for each suit in which at least 95 % of 24 sampled worlds lead to the same
card. The figures stand in docs/performance.md.
"""

import argparse
import random
from collections.abc import Callable, Sequence
from statistics import mean, stdev
from typing import NamedTuple

from engine.actions import Action, ActionKind
from engine.belote import belote_call
from engine.cards import SUITS, Card, Hand, cards_of, suit_of
from engine.contracts import tables_for
from engine.deal import permutation
from engine.match import Phase, apply, new_match, play_trusted, start_deal
from engine.observation import Observation, claim, legal_actions, observation
from engine.players import BUDGETS, LEVELS
from engine.players.knowledge import knowledge
from engine.seats import Seat, next_seat, side_of
from engine.trick import PLAYED, Played, Trick, playable, points_of, winning
from engine.variants import VARIANTS

WORLDS, AGREE = 24, 0.95
TRIES = 20
Choose = Callable[[Observation], Action]


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


def wakings(pack: tuple[Card, ...], helps: Helps, dice: random.Random, choose: Choose) -> int | None:
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
        action = choose(obs)
        if not _by_itself(helps, obs, action, plans.get(seat, {}), passed):
            woken, mover = woken + (seat != mover), seat
            passed |= {seat} if action.kind is ActionKind.PASS else set()
            match = play_trusted(match, action)
            if helps.plans and match.deal is not None and match.deal_no == 1 and match.phase is Phase.PLAYING:
                plans[seat] = laid_down(observation(match, seat), dice, choose)
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


def laid_down(obs: Observation, dice: random.Random, choose: Choose) -> dict[int, Card]:
    """The cards one may lay down for the next trick: by the suit led, where sampled worlds nearly always agree."""
    plan = {}
    for suit in SUITS:
        choices = [card for _ in range(WORLDS) if (card := _imagined(obs, suit, dice, choose)) is not None]
        if choices:
            favourite = max(set(choices), key=choices.count)
            if choices.count(favourite) >= AGREE * len(choices):
                plan[suit] = favourite
    return plan


def _imagined(obs: Observation, suit: int, dice: random.Random, choose: Choose) -> Card | None:
    """What one would play if that suit were led next, in a world drawn at random in which this trick ends somehow; None
    where nobody leads it then, or somebody ruffs before."""
    assert obs.seat is not None
    hands, next_trick = _others(obs, dice), obs
    if hands is None:
        return None
    dealt = dict(hands)
    for play in (*(play for trick in obs.tricks for play in trick.plays), *obs.trick):
        if play.seat in dealt:
            dealt[play.seat] |= 1 << play.card
    while next_trick.trick:
        next_trick = _played(next_trick, hands, dealt, dice)
    leader = next_trick.turn
    if leader is None or leader == obs.seat or not (lead := hands[leader] & (0xFF << 8 * suit)):
        return None
    next_trick = _played(next_trick, hands | {leader: lead}, dealt, dice)
    while next_trick.turn != obs.seat:
        next_trick = _played(next_trick, hands, dealt, dice)
    return None if _ruffed(obs, next_trick.trick) else choose(next_trick).card


def _played(
    obs: Observation, hands: dict[Seat, Hand], dealt: dict[Seat, Hand], dice: random.Random
) -> Observation:
    """Whoever is on turn plays a card that he may, of these hands, and says belote where he must. `dealt`: what each
    began the deal with."""
    seat, tables = obs.turn, tables_for(obs.rules, obs.contract)
    assert seat is not None and obs.contract is not None
    allowed = playable(tables, obs.trick, seat, hands[seat]) if obs.trick else hands[seat]
    card = dice.choice(cards_of(allowed))
    hands[seat] &= ~(1 << card)
    trick = (*obs.trick, PLAYED[seat][card])
    said = belote_call(tables, obs.belotes, obs.tricks, trick, dealt[seat])
    counts = tuple(count - (one == seat) for one, count in enumerate(obs.counts))
    belotes = obs.belotes if said is None else (*obs.belotes, said)
    following = obs._replace(
        belotes=belotes, counts=counts, trick=trick, ply=obs.ply + 1, turn=next_seat(obs.rules, seat)
    )
    if len(trick) < obs.rules.players:
        return following
    winner = winning(tables, trick).seat
    points = sum(points_of(obs.rules, obs.contract, play.card) for play in trick)
    first = side_of(obs.rules, winner) == 0
    won = (obs.won[0] + first, obs.won[1] + (not first))
    done = (*obs.tricks, Trick(trick, winner, points))
    return following._replace(trick=(), tricks=done, leader=winner, turn=winner, won=won)


def _others(obs: Observation, dice: random.Random) -> dict[Seat, Hand] | None:
    """A way the unseen cards may lie, as far as can be proved; None where none was found."""
    known = knowledge(obs)
    for _ in range(TRIES):
        hands = {seat: hand for seat, hand in enumerate(known.known) if seat != obs.seat}
        room = list(known.room)
        loose = list(cards_of(known.loose))
        dice.shuffle(loose)
        for card in sorted(loose, key=lambda one: sum(hand >> one & 1 for hand in known.possible)):
            seats = [seat for seat in hands if room[seat] and known.possible[seat] >> card & 1]
            if not seats:
                break
            seat = dice.choices(seats, [room[seat] for seat in seats])[0]
            hands[seat], room[seat] = hands[seat] | 1 << card, room[seat] - 1
        else:
            return hands
    return None


def measured(deals: int, helps: Helps, seed: int, choose: Choose) -> tuple[float, float]:
    """Mean and standard error per played deal."""
    dice = random.Random(seed)
    counts: list[int] = []
    while len(counts) < deals:
        count = wakings(permutation(dice.randbytes(32)), helps, dice, choose)
        if count is not None:
            counts.append(count)
    return mean(counts), stdev(counts) / len(counts) ** 0.5


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.waking")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--level", choices=LEVELS, default="novice", help="who plays in the people's place")
    options = parser.parse_args(arguments)

    def choose(obs: Observation) -> Action:
        return LEVELS[options.level](obs, BUDGETS[options.level], obs.ply)

    for name, helps in ROWS:
        average, error = measured(options.deals, helps, 1, choose)
        print(f"{name:<28}{average:5.1f}  ± {error:.1f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
