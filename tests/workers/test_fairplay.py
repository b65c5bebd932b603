"""`rebelote fairplay`, for anyone who doubts."""

import pytest

from engine import players
from engine.actions import PASS, Action
from engine.observation import Observation, legal_actions
from engine.variants import VARIANTS
from workers.cli import main


def test_every_level_named_is_tried_in_every_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    main(["fairplay", "--deals", "1", "--level", "novice"])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("novice, ")]
    assert [line.split(", ")[1].split(":")[0] for line in lines] == list(VARIANTS)


def test_a_cheat_is_told_with_its_position(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def clubs_first(observation: Observation, budget: int, seed: bytes | int) -> Action:
        del budget, seed
        return min(legal_actions(observation), key=lambda action: (action == PASS, action.card, action.suit))

    monkeypatch.setattr(players, "LEVELS", {"cheat": clubs_first})
    monkeypatch.setattr(players, "BUDGETS", {"cheat": 0})
    assert main(["fairplay", "--deals", "2", "--rules", "classic"]) == 1
    told = capsys.readouterr().out
    assert "cheat, classic:" in told
    assert "minds what the suits are called" in told
    assert ", pack " in told
