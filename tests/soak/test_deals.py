"""A few seconds of the soak on every run, and that it would notice what it is for."""

from collections import Counter

import pytest

from engine.match import Match
from engine.sheet import DealScore
from engine.variants import VARIANTS
from tests.soak import deals
from tests.soak.deals import Fault, check, main, soak


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_deals_come_to_what_they_must(variant: str) -> None:
    tally = soak(variant, 100)
    assert tally.deals == 100
    assert tally.seen["made"] + tally.seen["dedans"] > 50


def test_a_number_always_means_the_same_match() -> None:
    assert soak("luxembourg", 40, 7) == soak("luxembourg", 40, 7)
    assert soak("luxembourg", 40, 7) != soak("luxembourg", 40, 8)


def _changed(monkeypatch: pytest.MonkeyPatch, **changes: object) -> None:
    def spoiled(before: Match, after: Match, seen: Counter[str]) -> None:
        assert after.finished is not None
        score: DealScore = after.finished.score
        if not score.steps:
            return
        finished = after.finished._replace(score=score._replace(**changes))  # type: ignore[arg-type]
        check(before, after._replace(finished=finished), seen)

    monkeypatch.setattr(deals, "check", spoiled)


@pytest.mark.parametrize(
    "changes",
    [{"cards": (0, 0)}, {"belote": (20, 20)}, {"melds": (20, 20)}, {"written": (7, 7)}, {"pot_out": 5}],
    ids=str,
)
def test_a_wrong_sum_is_a_fault(monkeypatch: pytest.MonkeyPatch, changes: dict[str, object]) -> None:
    _changed(monkeypatch, **changes)
    with pytest.raises(Fault, match="classic, match 0"):
        soak("classic", 20)


def test_the_command_tells_a_fault_by_its_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--deals", "5", "--variant", "house"]) == 0
    assert "house: 5 deals" in capsys.readouterr().out
    _changed(monkeypatch, cards=(0, 0))
    assert main(["--deals", "5"]) == 1
