"""The checks of `rebelote fairplay` catch who cheats: a check that cannot fail would prove nothing."""

import random
from collections import Counter

import pytest

from engine.actions import Action
from engine.cards import SUITS, cards_of
from engine.match import to_act
from engine.observation import Observation, legal_actions
from engine.observation import observation as seen_by
from engine.players import Player
from engine.variants import VARIANTS
from workers.fairness import Game, called, check, exchanged, games, renamed, turned


def fair(observation: Observation, budget: int, seed: bytes | int) -> Action:
    """Passes where it may, else does what has the fewest equals: never minds a suit or a seat."""
    del budget, seed
    actions = legal_actions(observation)
    ranks = Counter(action.card & 7 for action in actions if action.card >= 0)
    return min(actions, key=lambda action: (action.level, ranks[action.card & 7], action.card & 7))


def positions(variant: str, deals: int = 6) -> list[Game]:
    """Games under way, a random legal action at each choice."""
    rng = random.Random(f"positions {variant}")

    def anybody(observation: Observation, budget: int, seed: bytes | int) -> Action:
        del budget
        return random.Random(f"{seed!r}").choice(legal_actions(observation))

    return [game for _ in range(deals) for game in games(VARIANTS[variant], [anybody] * 4, 0, rng)]


def found(player: Player, games_: list[Game]) -> set[str]:
    """The checks that a player fails somewhere."""
    rng = random.Random("found")
    return {unfair.check for game in games_ for unfair in check(game, player, 0, rng)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_exchange_is_never_seen_by_the_seat_it_is_hidden_from(variant: str) -> None:
    rng = random.Random(variant)
    moved = 0
    for game in positions(variant):
        match = game.match()
        seat = to_act(match)
        other = exchanged(match, seat or 0, rng)
        assert seen_by(other, seat) == seen_by(match, seat)
        moved += other.deal != match.deal
        assert other.deal is not None
        assert sorted(other.deal.setup.pack) == list(range(32))
    assert moved > 20


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_renamed_and_turned_game_offers_the_same(variant: str) -> None:
    rng = random.Random(variant)
    for game in positions(variant, deals=3):
        names = tuple(rng.sample(SUITS, 4))
        match, other = game.match(), turned(renamed(game, names), 1).match()
        offers = legal_actions(seen_by(match, to_act(match)))
        assert {called(action, names) for action in offers} == set(
            legal_actions(seen_by(other, to_act(other)))
        )


def _by_suit(observation: Observation, budget: int, seed: bytes | int) -> Action:
    del budget, seed
    return min(legal_actions(observation), key=lambda action: (action.card, action.suit))


def _by_seat(observation: Observation, budget: int, seed: bytes | int) -> Action:
    actions = sorted(legal_actions(observation))
    return actions[(observation.seat or 0) % len(actions)]


def _forgetful() -> Player:
    rng = random.Random(1)

    def choose(observation: Observation, budget: int, seed: bytes | int) -> Action:
        del budget, seed
        return rng.choice(legal_actions(observation))

    return choose


def _lawless(observation: Observation, budget: int, seed: bytes | int) -> Action:
    return legal_actions(observation)[0]._replace(
        card=next(card for card in range(32) if not observation.hand >> card & 1)
    )


@pytest.mark.parametrize(
    ("player", "fails"),
    [
        (_by_suit, "suits"),
        (_by_seat, "seats"),
        (_forgetful(), "again"),
        (_lawless, "rules"),
    ],
)
def test_who_is_unfair_is_found(player: Player, fails: str) -> None:
    assert fails in found(player, positions("classic", deals=2))


def test_who_peeks_is_found() -> None:
    """An observation cannot hold another hand, so the cheat gets it past the door: by way of a global."""
    game = next(game for game in positions("classic") if game.match().deal and game.match().deal.tricks)  # type: ignore[union-attr]
    dealt: list[int] = []

    def peeks(observation: Observation, budget: int, seed: bytes | int) -> Action:
        del budget, seed
        actions = legal_actions(observation)
        return actions[dealt.pop(0) % len(actions)]

    match = game.match()
    seat = to_act(match)
    assert seat is not None
    actions = legal_actions(seen_by(match, seat))
    if len(actions) == 1:
        pytest.fail("a position without a choice shows nothing")
    dealt[:] = [0, 0, 1, 0, 0]  # due, again, hidden, suits, seats
    names = [unfair.check for unfair in check(game, peeks, 0, random.Random(3))]
    assert "hidden" in names


def test_fair_play_is_not_blamed() -> None:
    games_ = [game for game in positions("coinche", deals=2) if len(list(cards_of(_hand(game)))) > 6]
    assert found(fair, games_) <= {"suits"}
    assert found(fair, [game for game in positions("classic", deals=2) if _choices(game) == 1]) == set()


def _hand(game: Game) -> int:
    match = game.match()
    return seen_by(match, to_act(match)).hand


def _choices(game: Game) -> int:
    match = game.match()
    return len(legal_actions(seen_by(match, to_act(match))))
