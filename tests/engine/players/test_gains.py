"""What a game is worth on the way to the end of the match."""

import pytest

from engine.players.club.gains import Game, Purse
from engine.variants import VARIANTS

CLASSIC = VARIANTS["classic"]


def purse(totals: tuple[int, int], variant: str = "classic", pot: int = 0) -> Purse:
    return Purse(VARIANTS[variant], totals, pot)


def test_a_point_is_a_point_while_the_end_is_far() -> None:
    assert purse((0, 0)).gain(50, 0) == pytest.approx(50, rel=0.1)
    assert purse((0, 0)).gain(30, 80) == pytest.approx(-50, rel=0.1)
    assert purse((0, 0), "two-player").gain(90, 72) == 18


def test_the_points_that_win_the_match_are_worth_more_than_those_before() -> None:
    near = purse((930, 900))
    assert near.gain(70, 0) - near.gain(60, 0) > 2 * (near.gain(60, 0) - near.gain(50, 0))


def test_a_match_as_good_as_lost_is_still_played() -> None:
    assert purse((0, 990)).gain(162, 0) > purse((0, 990)).gain(100, 0) > 0


def test_more_points_are_worth_more_and_a_pot_goes_to_who_wins_it() -> None:
    suit = Game(strain=2)
    worths = [purse((0, 0)).of(suit, points, 30, ours=True) for points in (60, 80, 100, 120)]
    assert worths == sorted(worths)
    assert worths[0] < 0 < worths[-1]
    with_pot = purse((0, 0), pot=81)
    assert with_pot.of(suit, 140, 10, ours=True) == pytest.approx(worths[-1] + 100, abs=60)
    assert with_pot.of(suit, 140, 10, ours=False) == pytest.approx(
        -with_pot.of(suit, 140, 10, ours=True), rel=0.3
    )


def test_suits_are_worth_the_same() -> None:
    assert len({purse((0, 0)).of(Game(strain), 95, 30, ours=True) for strain in range(4)}) == 1
