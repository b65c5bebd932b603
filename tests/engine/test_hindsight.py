"""What a card cost, seen with all cards open, against the plain engine's own search."""

import random
import sys

import pytest

from engine import players
from engine.actions import Action, ActionKind
from engine.match import Match, to_act
from engine.observation import Observation, legal_actions, observation
from engine.players.hindsight import MOST, SWEEP, slips
from engine.variants import VARIANTS
from service.table.reviews import decision
from tests.engine.open_cards import by_card, played_until, position_of


def first_legal(observation: Observation, budget: int, seed: bytes | int) -> Action:
    """Plays the first card it may."""
    del budget, seed
    return next(action for action in legal_actions(observation) if action.card >= 0)


def late(variant: str) -> list[Match]:
    """Positions with few cards left and a choice for who is on turn."""
    found = (
        played_until(VARIANTS[variant], seed, 12 if VARIANTS[variant].players == 4 else 8)
        for seed in range(60)
    )
    return [m for m in found if m is not None and len(legal_actions(observation(m, to_act(m)))) > 1][:12]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_cards_cost_is_what_best_play_of_all_makes_of_it(variant: str) -> None:
    rng = random.Random(variant)
    checked = 0
    for match in late(variant):
        seat = to_act(match)
        assert seat is not None
        position = position_of(match)
        sign = 1 if position.tables.side[seat] == 0 else -1
        sweep = SWEEP if match.rules.capot_bonus else 0
        values = {card: sign * value for card, value in by_card(position, sweep).items()}
        chosen = rng.choice(position.cards)
        due = max(values.values()) - values[chosen]
        found = slips([decision(match, seat, chosen)], first_legal, 0, b"")
        assert [slip.cost for slip in found] == ([due] if due else [])
        for slip in found:
            assert values[slip.best] == max(values.values())
            assert slip.fair in position.cards
        checked += 1
    assert checked >= 5


def test_the_costliest_come_first_and_no_more_than_three() -> None:
    match = next(iter(late("classic")))
    seat = to_act(match)
    assert seat is not None
    worst = [decision(match, seat, card) for card in position_of(match).cards] * 6
    found = slips(worst, first_legal, 0, b"")
    costs = [slip.cost for slip in found]
    assert len(costs) <= MOST
    assert costs == sorted(costs, reverse=True)


def test_what_could_be_known_is_asked_with_what_that_seat_saw() -> None:
    shown: list[Observation] = []

    def watching(observation: Observation, budget: int, seed: bytes | int) -> Action:
        shown.append(observation)
        return players.LEVELS["novice"](observation, budget, seed)

    for match in late("classic"):
        seat = to_act(match)
        assert seat is not None
        for card in position_of(match).cards:
            if slips([decision(match, seat, card)], watching, 0, b""):
                assert shown == [observation(match, seat)]
                return
    raise AssertionError("no card cost anything")


def announcing(observation: Observation, budget: int, seed: bytes | int) -> Action:
    """Announces before it plays, where it may."""
    del budget, seed
    return max(legal_actions(observation), key=lambda action: (action.kind is ActionKind.MELD, -action.card))


def test_what_is_announced_beside_a_card_is_no_answer() -> None:
    answered = 0
    for seed in range(80):
        match = played_until(VARIANTS["luxembourg"], seed, 32)
        if match is None or not (
            choices := [a for a in legal_actions(_seen(match)) if a.kind is ActionKind.MELD]
        ):
            continue
        seat = to_act(match)
        assert seat is not None and choices
        plays = [action.card for action in legal_actions(_seen(match)) if action.kind is ActionKind.PLAY]
        for slip in (
            found for card in plays for found in slips([decision(match, seat, card)], announcing, 0, b"")
        ):
            assert slip.fair in plays
            answered += 1
        if answered > 2:
            return
    raise AssertionError("nobody had anything to announce")


def _seen(match: Match) -> Observation:
    return observation(match, to_act(match))


def test_where_an_answer_is_due_at_once_nobody_searches() -> None:
    assert players.quick("expert") == "club"
    assert players.quick("club") == "club"
    assert players.quick("novice") == "novice"


def test_a_process_that_thinks_warms_up_once() -> None:
    players.warm()
    assert "engine.players.solver" in sys.modules
