"""Every level in every rule set: it plays by the rules, sees no hidden card, and minds no name of suit or seat."""

import random
from collections.abc import Iterator

import pytest

from engine.actions import parse_action
from engine.cards import parse_card
from engine.match import to_act
from engine.observation import observation
from engine.players import BUDGETS, LEVELS, SLOW
from engine.variants import VARIANTS
from tests.soak.deals import options_for
from workers.fairness import Game, Unfair, check, games, turned

LITTLE = 2
"""Worlds for those who search: fairness does not depend on how long one thinks."""


def budget_of(level: str) -> int:
    return LITTLE if level in SLOW else BUDGETS[level]


def positions(level: str, variant: str, deals: int) -> Iterator[Game]:
    """Positions as they arise when this level plays with any options."""
    for number in range(deals):
        rng = random.Random(f"fair {variant} {number}")
        rules = options_for(variant, rng)
        yield from games(rules, [LEVELS[level]] * 4, budget_of(level), rng)


def unfair(level: str, variant: str, deals: int) -> list[Unfair]:
    rng = random.Random(f"names {variant}")
    player, budget = LEVELS[level], budget_of(level)
    return [found for game in positions(level, variant, deals) for found in check(game, player, budget, rng)]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("level", LEVELS)
def test_no_choice_depends_on_hidden_cards_or_on_names(level: str, variant: str) -> None:
    """Cases 43 and 44."""
    assert not unfair(level, variant, 1 if level in SLOW else 6)


@pytest.mark.parametrize("level", [name for name in LEVELS if name not in SLOW])
def test_who_sits_opposite_sees_the_open_rows_the_same_way(level: str) -> None:
    """Found by `rebelote fairplay`: two equal tens were told apart by which row is named first."""
    codes = "KHTHADQSKDAH7C9C7H8S8H8DTC8CJCACJD7D9DKS7SKCTSASJSQD9S9HJHTDQHQC"
    pack = tuple(parse_card(codes[at : at + 2]) for at in range(0, 64, 2))
    actions = tuple(map(parse_action, ("pass", "take", "7H", "QH")))
    game = Game(VARIANTS["two-player"], 0, pack, actions)
    assert not list(check(game, LEVELS[level], 0, random.Random(5)))
    there = game.match()
    over_there = turned(game, 1).match()
    choices = {
        LEVELS[level](observation(match, to_act(match)), 0, b"fairplay") for match in (there, over_there)
    }
    assert len(choices) == 1
