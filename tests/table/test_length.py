"""What the lobby says of a match's length, beside matches that are really played."""

from dataclasses import replace

import pytest

from engine.variants import OPTIONS, VARIANTS, with_option
from service.table.length import ACTIONS, DAY_MIN, expected_minutes
from tests.lengths import measured


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_figures_are_those_of_matches_played(variant: str) -> None:
    """Every rule set and every target it offers; 8 matches come within a quarter of 60."""
    found = measured(variant, 8)
    assert set(found) == set(ACTIONS[variant])
    for target, actions in found.items():
        assert actions == pytest.approx(ACTIONS[variant][target], rel=0.25), target


def test_a_live_classic_match() -> None:
    """The figures of a group that plays at six seconds a move: 4.4 minutes a deal, ten and a half deals to 1000."""
    long = VARIANTS["classic"]
    short = with_option(long, OPTIONS["classic"][0], 501)
    assert expected_minutes("classic", long, 0) == 45
    assert expected_minutes("classic", short, 0) in (20, 25)


def test_computers_are_quick() -> None:
    rules = VARIANTS["classic"]
    spent = [expected_minutes("classic", rules, computers) or 0 for computers in range(4)]
    assert spent == sorted(spent, reverse=True)
    assert spent[3] < spent[0] / 2


def test_over_days_it_is_hours_and_days() -> None:
    """An hour a move: fifteen days and more to 1000, about eight to 501 (none of the levers is pulled yet)."""
    long = VARIANTS["classic"]
    short = with_option(long, OPTIONS["classic"][0], 501)
    assert expected_minutes("classic", long, 0, "1d") == 16 * DAY_MIN
    assert expected_minutes("classic", short, 0, "3d") == 8 * DAY_MIN
    assert expected_minutes("classic", short, 0, "1h") == 31 * 60
    assert expected_minutes("classic", short, 0, "live") == expected_minutes("classic", short, 0)


def test_no_figure_is_better_than_an_invented_one() -> None:
    assert expected_minutes("a later one", VARIANTS["classic"], 0) is None


def test_a_target_nobody_measured_is_in_proportion() -> None:
    assert expected_minutes("coinche", replace(VARIANTS["coinche"], target=4000), 0) == 120
