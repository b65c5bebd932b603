"""Which card: what each is worth on average over deals that agree with all that was seen."""

import random
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.actions import PLAY, Action
from engine.cards import NO_CARD, Card, Hand, cards_of
from engine.contracts import Tables, tables_for
from engine.observation import Observation
from engine.players import solver
from engine.players.equity import USUAL
from engine.players.expert.bonus import belote_points, meld_points
from engine.players.expert.likely import Likely, Weighed, played_by_seat
from engine.players.expert.utility import SWEEP, Stakes
from engine.players.habits import partners_suits, worth_leading
from engine.players.knowledge import knowledge
from engine.players.worlds import World, dealt
from engine.seats import Pair
from engine.state import Column
from engine.trick import playable

_SLOPE: Final = 0.05
"""What a card point is worth where it changes nothing on the sheet: others may err yet."""
_RETURNS: Final = 0.036
"""What the partner's suit is worth beyond that, as a part of what usually parts the sides: he led it for a reason,
which open cards do not show."""
_FREED: Final = Column(NO_CARD, reserve=True)


_WORLDS: Final = (300, 300, 300, 300, 300, 300, 200, 100, 30)
"""By the cards in hand: worlds in hundredths of the budget. Solving grows sevenfold with each card."""
_WORLDS_OF_COLUMNS: Final = (*(200,) * 11, 100, 60, 25, 150, 150, 150)
_SOLVED_COLUMNS: Final = 13
"""With more cards than these in two columns of cards, deals are played out by chance instead of solved."""
_REPEATS: Final = 6


def choose_card(obs: Observation, budget: int, rng: random.Random) -> Action:
    """The card that is worth most; side 0 is the viewer's, who sits north."""
    tables = tables_for(obs.rules, obs.contract)
    legal = cards_of(playable(tables, obs.trick, 0, obs.hand))
    if len(legal) == 1:
        return PLAY[legal[0]]
    worth, some = card_values(obs, budget, rng), worth_leading(obs, tables, legal)
    returned = 0 if obs.trick else partners_suits(obs, tables)
    for card in cards_of(returned & obs.hand):
        worth[card] += _RETURNS * USUAL[obs.rules.scoring].gap
    return PLAY[max(some, key=lambda card: (round(worth[card], 6), -_dear(tables, card), -card))]


def _dear(tables: Tables, card: Card) -> int:
    """What one would rather keep, other things being equal."""
    return (tables.trumps >> card & 1) * 100 + tables.points[card] * 2 + tables.order[card]


def card_values(obs: Observation, budget: int, rng: random.Random) -> dict[Card, float]:
    """What each playable card is worth to the viewer, north, in written points."""
    tables = tables_for(obs.rules, obs.contract)
    legal = cards_of(playable(tables, obs.trick, 0, obs.hand))
    weighed = Likely(obs, tables, knowledge(obs), columns_with_lying(obs)).some(_wanted(obs, budget), rng)
    return _averages(obs, tables, weighed, _points(obs, tables, weighed.worlds, rng), legal)


def _points(
    obs: Observation, tables: Tables, worlds: Sequence[World], rng: random.Random
) -> NDArray[np.int16]:
    """By world and card: the points side 0 takes from here on."""
    hands = [world.hands for world in worlds]
    if not obs.columns:
        return solver.solve(tables, hands, obs.leader, obs.trick, won=obs.won, sweep=SWEEP)
    under = [world.under for world in worlds]
    if obs.counts[0] > _SOLVED_COLUMNS:
        seed = rng.getrandbits(60)
        return solver.playouts(tables, hands, obs.leader, obs.trick, under=under, seed=seed, repeats=_REPEATS)
    return solver.solve(tables, hands, obs.leader, obs.trick, won=obs.won, under=under, sweep=SWEEP)


def _wanted(obs: Observation, budget: int) -> int:
    """How many worlds are looked at."""
    shares = _WORLDS_OF_COLUMNS if obs.columns else _WORLDS
    return max(1, budget * shares[obs.counts[0]] // 100)


def columns_with_lying(obs: Observation) -> tuple[tuple[Column, ...], ...]:
    """Two players: the columns, with the card on the table still where it lay: what is under it is turned up later."""
    lying = dict(obs.trick)
    return tuple(
        tuple(
            Column(lying[seat], reserve=True) if column == _FREED and seat in lying else column
            for column in row
        )
        for seat, row in enumerate(obs.columns)
    )


def _averages(
    obs: Observation,
    tables: Tables,
    weighed: Weighed,
    points: NDArray[np.int16],
    legal: Sequence[Card],
) -> dict[Card, float]:
    """By card: what its points are worth on the sheet, on average."""
    assert obs.contract is not None
    stakes = Stakes(obs.rules, obs.contract, obs.totals, obs.pot)
    base = sum(trick.points for trick in obs.tricks if tables.side[trick.winner] == 0)
    rest = tables.total - sum(trick.points for trick in obs.tricks)
    sums = dict.fromkeys(legal, 0.0)
    for world, weight, by_card in zip(weighed.worlds, weighed.weights, points.tolist(), strict=True):
        hands = dealt(world.hands, played_by_seat(obs))
        belote, melds = belote_points(tables, hands), _melds(obs, tables, hands)
        for card in legal:
            value = by_card[card]
            swept = 1 if value > rest else -1 if value < 0 else 0
            mine = base + min(max(value, 0), rest)
            sums[card] += weight * (stakes.value(mine, swept, belote, melds) + _SLOPE * mine)
    return {card: total / sum(weighed.weights) for card, total in sums.items()}


def _melds(obs: Observation, tables: Tables, hands: Sequence[Hand]) -> Pair:
    """Points by side: those that count, or before that is known those that will."""
    if not obs.tricks:
        return meld_points(obs.rules, tables, hands)
    points = [0, 0]
    for told in obs.melds:
        points[tables.side[told.seat]] += told.points if told.beaten is False else 0
    return points[0], points[1]
