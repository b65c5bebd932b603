"""The arena itself: fair, and able to go on where it stopped."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine import players
from engine.actions import PASS, Action
from engine.observation import Observation, legal_actions
from engine.players.equity import chance
from engine.seats import side_of
from engine.variants import VARIANTS
from tests.arena.__main__ import FOREIGN, Meeting, claimed, line, run
from tests.arena.bounds import bounds
from tests.arena.duplicate import Sample, level, meet, shuffle
from tests.arena.ledger import Ledger
from tests.arena.odds import loss, match_of, nearest

NEVER = float("inf")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_player_is_never_ahead_of_itself(variant: str) -> None:
    samples = [meet(VARIANTS[variant], level("novice"), level("novice"), number) for number in range(20)]
    assert {sample.ahead for sample in samples} == {0.0}


def test_who_is_ahead_does_not_depend_on_who_is_named_first() -> None:
    def timid(seen: Observation, seed: bytes) -> Action:
        actions = legal_actions(seen)
        return PASS if PASS in actions else actions[0]

    rules = VARIANTS["classic"]
    there = [meet(rules, level("novice"), timid, number).ahead for number in range(10)]
    back = [meet(rules, timid, level("novice"), number).ahead for number in range(10)]
    assert there == [-ahead for ahead in back]
    assert any(there)


def test_each_side_deals_and_speaks_first_in_turn() -> None:
    rules = VARIANTS["classic"]
    assert {side_of(rules, shuffle(rules, number).dealer) for number in range(4)} == {0, 1}
    assert shuffle(rules, 7) == shuffle(rules, 7)
    assert shuffle(rules, 7).pack != shuffle(rules, 11).pack


def test_scores_are_read_from_whole_matches_and_tell_more_than_nothing() -> None:
    seen = [
        before for number in range(30) for before in match_of(VARIANTS["classic"], number, level("novice"))
    ]
    assert {before.totals for before in seen} > {(0, 0)}
    won = np.array([before.won for before in seen])
    known = loss(np.array([chance(before.rules, before.totals) for before in seen]), won)
    least, _ = nearest(seen, VARIANTS["classic"].scoring)
    assert least <= known < loss(np.full(len(seen), 0.5), won)


def test_bounds_are_those_of_a_mean() -> None:
    # Ten samples of standard deviation 1.0541 (by hand): 1.96 * 1.0541 / sqrt(10) = 0.6533.
    found = bounds([-1, 1] * 5)
    assert found.mean == 0
    assert found.high == -found.low == pytest.approx(0.6533, abs=1e-4)
    with pytest.raises(ValueError, match="two samples"):
        bounds([1.0])


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.arena.ledger.HOME", tmp_path)
    monkeypatch.setattr(Ledger.__init__, "__defaults__", (tmp_path,))
    meeting = Meeting("novice", "novice", "classic")
    run(meeting, 5, 1, until=-NEVER)
    ledger = Ledger(meeting.name, tmp_path)
    assert [sample.number for sample in ledger.samples()] == [0]
    with ledger.path.open("a") as file:
        file.write("\n[1, 0.0, [")  # killed while it wrote
    told = run(meeting, 5, 1, until=NEVER)
    assert sorted(sample.number for sample in ledger.samples()) == [0, 1, 2, 3, 4]
    assert "of 5 deals" in told


def test_every_level_is_claimed_over_the_one_below_in_every_rule_set() -> None:
    levels = list(players.LEVELS)
    met = {(meeting.left, meeting.right, meeting.variant) for meeting, _ in claimed()}
    assert {
        (upper, lower, variant) for upper, lower in pairwise(reversed(levels)) for variant in VARIANTS
    } <= met
    assert {(levels[-1], stranger, "coinche") for stranger in FOREIGN} <= met


def test_a_line_says_mean_bounds_and_time() -> None:
    samples = [Sample(number, ahead, (1.0, 3.0)) for number, ahead in enumerate([10.0, 20.0, 30.0])]
    assert line(Meeting("a", "b", "house"), samples) == (
        "house: a over b: +20.00 [+8.68, +31.32] of 3 deals; a decision 2.0 ms (p50), 3.0 (p99)"
    )
