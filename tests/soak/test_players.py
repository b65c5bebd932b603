"""A few hundred deals of the computer players on every run, and that a fault would be told."""

import pytest

from engine import players
from engine.actions import PASS, Action
from engine.observation import Observation
from engine.variants import VARIANTS
from tests.soak.deals import Fault
from tests.soak.players import main, soak

QUICK = [level for level in players.LEVELS if level not in players.SLOW]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_quick_levels_get_through_any_deal(variant: str) -> None:
    tally = soak(variant, QUICK, 60)
    assert tally.deals == 60
    assert tally.seen["made"] > 15


def test_a_number_always_means_the_same_match() -> None:
    assert soak("classic", QUICK, 12, 3) == soak("classic", QUICK, 12, 3)


def test_what_is_not_allowed_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def passes(observation: Observation, budget: int, seed: bytes | int) -> Action:
        del observation, budget, seed
        return PASS

    monkeypatch.setattr(players, "LEVELS", {"novice": players.LEVELS["novice"], "lost": passes})
    monkeypatch.setattr(players, "BUDGETS", {"novice": 0, "lost": 0})
    with pytest.raises(Fault, match="classic, match 0: IllegalAction"):
        soak("classic", ["novice", "lost", "lost"], 20)
    assert main(["--deals", "20", "--variant", "classic"]) == 1
    assert "classic, match" in capsys.readouterr().out
