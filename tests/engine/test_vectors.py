"""The rule vectors, one test each."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.vectors import Result, main, run

FILE = Path(__file__).parent.parent / "data" / "vectors.json"
RESULTS = list(run(json.loads(FILE.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.name)
def test_vector(result: Result) -> None:
    assert not result.problem


def test_every_group_holds_vectors() -> None:
    assert len({result.name.split()[0] for result in RESULTS}) == 13
    assert len(RESULTS) == 213


def _write(path: Path, groups: dict[str, Any]) -> str:
    path.write_text(json.dumps({"groups": groups}), encoding="utf-8")
    return str(path)


def test_the_runner_fails_on_a_wrong_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {"id": "X1", "rule": "lux_div10", "value": 75, "expected": 8}
    right = wrong | {"id": "X2", "expected": 7}
    assert main([_write(tmp_path / "v.json", {"rounding": [wrong, right]})]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("rounding X1:")
    assert lines[-1] == "1 passed, 1 failed"


def test_the_runner_fails_on_what_it_does_not_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unknown = {"id": "X3", "variant": "classic", "options": {"colour": "red"}, "totals": {"NS": 1, "EW": 0}}
    file = _write(tmp_path / "v.json", {"game_end": [unknown], "weather": [{"id": "X4"}]})
    assert main([file]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 2 failed"


def test_the_runner_passes_the_committed_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FILE)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "213 passed, 0 failed"


def test_the_runner_wants_one_file() -> None:
    assert main([]) == 2
