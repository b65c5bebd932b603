"""What could have been done better in a deal that is over: each decision solved with all cards open.

A card's cost is what best play of everybody would have made more of the best card than of this one, in card points.
That is hindsight: nobody could know it. So each costly card comes with what a player would have chosen who saw only
what that seat had seen.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.actions import Action, ActionKind
from engine.cards import NO_CARD, Card
from engine.contracts import tables_for
from engine.dealing import Hands
from engine.observation import Observation, legal_actions
from engine.players import Player

MOST: Final = 3
"""So many of the costliest cards are told."""
SWEEP: Final = 90
"""What all tricks are worth besides their points."""


class Decision(NamedTuple):
    """A card that was played where another was possible."""

    seen: Observation
    """By the seat that played, before it did."""
    hands: Hands
    """By seat, what was held then; two players: what lay open."""
    under: tuple[Card, ...]
    """Two players: by card, the one that turns up when it is played, -1 for none. Empty else."""
    card: Card


class Slip(NamedTuple):
    """A card that cost something."""

    trick: int
    """1-based."""
    card: Card
    best: Card
    """One that would have cost nothing; the weakest of several."""
    cost: int
    """Card points, of everybody's best play afterwards."""
    fair: Card
    """What a good player chooses who sees only what that seat saw."""


def slips(decisions: Iterable[Decision], player: Player, budget: int, seed: bytes) -> tuple[Slip, ...]:
    """The costliest cards first, `MOST` of them at most; empty where nothing better was possible.

    `player` says, with `budget` and `seed`, what could be known.
    """
    found = [(made, *_cost(made)) for made in decisions]
    costly = sorted((one for one in found if one[1] > 0), key=lambda one: (-one[1], one[0].seen.ply))
    return tuple(
        Slip(len(made.seen.tricks) + 1, made.card, best, cost, _fair(made.seen, player, budget, seed))
        for made, cost, best in costly[:MOST]
    )


def _cost(made: Decision) -> tuple[int, Card]:
    """What the card cost, and the weakest one that would have cost nothing."""
    from engine.players.solver import solve  # compiles, and takes its time: not where a mere record is read

    seen = made.seen
    assert seen.seat is not None
    tables = tables_for(seen.rules, seen.contract)
    under = [made.under] if made.under else None
    sweep = SWEEP if seen.rules.capot_bonus else 0
    worth = solve(tables, [made.hands], seen.leader, seen.trick, won=seen.won, under=under, sweep=sweep)[0]
    sign = -1 if tables.side[seen.seat] else 1
    values = {action.card: sign * int(worth[action.card]) for action in _plays(seen)}
    most = max(values.values())
    best = min(
        (card for card, value in values.items() if value == most),
        key=lambda card: (tables.trumps >> card & 1, tables.points[card], tables.order[card]),
    )
    return most - values[made.card], best


def _fair(seen: Observation, player: Player, budget: int, seed: bytes) -> Card:
    """What the player would have put down. What is announced beside a card is no part of the question."""
    plays = _plays(seen)
    action = player(seen, budget, seed)
    if action not in plays:
        action = player(seen._replace(chosen=0, melds=()), budget, seed)
    return action.card if action in plays else NO_CARD


def _plays(seen: Observation) -> tuple[Action, ...]:
    return tuple(action for action in legal_actions(seen) if action.kind is ActionKind.PLAY)
