"""Every level in every rule set: it plays by the rules, sees no hidden card, and minds no name of suit or seat."""

import random
from collections.abc import Iterator

import pytest

from engine.actions import parse_action
from engine.cards import SUITS, parse_card
from engine.match import to_act
from engine.observation import observation
from engine.players import BUDGETS, LEVELS, SLOW
from engine.players.renaming import names_for
from engine.players.renaming import renamed as renamed_position
from engine.players.ties import story
from engine.variants import VARIANTS
from tests.soak.deals import options_for
from workers.fairness import Game, Unfair, check, games, renamed, turned

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


ROWS = (
    ("KHTHADQSKDAH7C9C7H8S8H8DTC8CJCACJD7D9DKS7SKCTSASJSQD9S9HJHTDQHQC", 0, ("pass", "take", "7H", "QH")),
    ("8DKHJSQC9H9C7D7CQHQSAD7HKC9D7SJCTCJHKDJDQDTHTD8CKS9SAC8HAS8SAHTS", 2, ("pass", "pass", "H")),
)
"""Found by `rebelote fairplay`: equal suits were told apart by which row of open cards is named first."""


@pytest.mark.parametrize(("codes", "dealer", "done"), ROWS)
@pytest.mark.parametrize("level", LEVELS)
def test_who_sits_opposite_sees_the_open_rows_the_same_way(
    level: str, codes: str, dealer: int, done: tuple[str, ...]
) -> None:
    pack = tuple(parse_card(codes[at : at + 2]) for at in range(0, 64, 2))
    game = Game(VARIANTS["two-player"], dealer, pack, tuple(map(parse_action, done)))
    choices = {
        LEVELS[level](observation(match, to_act(match)), budget_of(level), b"fairplay")
        for match in (game.match(), turned(game, 1).match())
    }
    assert len(choices) == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_renamed_position_is_the_same_from_every_seat(variant: str) -> None:
    """What the expert thinks about has no name of suit or seat left in it."""
    rng = random.Random(variant)
    for game in positions("club", variant, 2):
        names = tuple(rng.sample(SUITS, 4))
        other = turned(renamed(game, names), 1)
        seen = [observation(one.match(), to_act(one.match())) for one in (game, other)]
        there, here = (renamed_position(obs, names_for(obs)) for obs in seen)
        if len({story(seen[0], suit) for suit in SUITS}) == len(SUITS):
            assert there == here
