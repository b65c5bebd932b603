"""What points are worth on the way to the end of the match."""

import pytest

from engine.players.equity import Equity, chance
from engine.variants import VARIANTS

CLASSIC = VARIANTS["classic"]


def test_a_point_is_a_point_while_the_end_is_far() -> None:
    start = Equity(CLASSIC, (0, 0))
    assert start.of((50, 0)) == pytest.approx(50, rel=0.1)
    assert start.of((30, 80)) == pytest.approx(-50, rel=0.1)
    assert start.of((100, 62)) == pytest.approx(38, abs=6)


def test_without_a_goal_points_are_all_there_is() -> None:
    assert Equity(VARIANTS["two-player"], (0, 0)).of((90, 72)) == 18


def test_near_the_goal_only_who_gets_there_first_counts() -> None:
    near = Equity(CLASSIC, (950, 950))
    assert near.of((60, 20)) > 3 * near.of((40, 30))
    near = Equity(CLASSIC, (930, 900))
    assert near.of((70, 0)) - near.of((60, 0)) > 2 * (near.of((60, 0)) - near.of((50, 0)))


def test_a_match_as_good_as_decided_is_still_played() -> None:
    for behind in ((0, 990), (990, 0)):
        assert Equity(CLASSIC, behind).of((162, 0)) > Equity(CLASSIC, behind).of((100, 0)) > 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_sides_see_the_same_match(variant: str) -> None:
    rules = VARIANTS[variant]
    for totals in ((0, 0), (90, 40), (180, 199)):
        assert chance(rules, totals) == pytest.approx(1 - chance(rules, (totals[1], totals[0])))
        assert 0 < chance(rules, totals) < 1 or not rules.target
        ours, theirs = Equity(rules, totals), Equity(rules, (totals[1], totals[0]))
        assert ours.of((12, 4)) == pytest.approx(-theirs.of((4, 12)))


def test_who_is_ahead_at_the_goal_has_won_and_even_scores_go_on() -> None:
    assert chance(CLASSIC, (1010, 1000)) == 1
    assert chance(CLASSIC, (990, 1000)) == 0
    assert chance(CLASSIC, (1010, 1010)) == 0.5
