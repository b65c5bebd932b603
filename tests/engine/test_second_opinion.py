"""The engine and a naive second implementation of the rules (`tests.reference`) agree.

The full numbers are for `python -m tests.soak.second_opinion`.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.notation import parse_record
from engine.variants import OPTIONS, VARIANTS
from tests.reference import cards, scoring, vectors
from tests.reference.bridge import engine_rules, options_of, plain
from tests.reference.counts import (
    FILE,
    STAGES,
    engine_count,
    engine_position,
    reference_count,
    reference_position,
)
from tests.reference.deals import deals
from tests.reference.positions import positions
from tests.reference.records import options_named, problems_of

DATA = Path(__file__).parent.parent / "data"
GOLDENS = sorted((DATA / "golden").glob("*.txt"))
VECTORS = json.loads((DATA / "vectors.json").read_text(encoding="utf-8"))
POSITIONS = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_positions(variant: str) -> None:
    assert list(positions(variant, 900, seed=2)) == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_deals(variant: str) -> None:
    assert list(deals(variant, 150, seed=2)) == []


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: path.stem)
def test_stored_matches(golden: Path) -> None:
    variant, label = golden.stem.split(".")
    record = parse_record(golden.read_text(encoding="utf-8"))
    assert options_of(variant, record.rules) == options_named(variant, label)
    assert problems_of(golden) == []


@pytest.mark.parametrize("entry", POSITIONS, ids=lambda entry: f"{entry['variant']} {entry['stage']}")
def test_ways_to_go_on(entry: dict[str, list[int]]) -> None:
    wanted = entry["counts"]
    match, table = engine_position(entry), reference_position(entry)
    assert [engine_count(match, depth) for depth in range(1, len(wanted) + 1)] == wanted
    # The deepest count takes the second opinion long; the engine's is compared with what is stored.
    shallow = range(1, len(wanted))
    assert [reference_count(table, depth) for depth in shallow] == wanted[: len(shallow)]


def test_the_second_opinion_knows_the_vectors() -> None:
    assert [name for name, holds in vectors.run(VECTORS) if not holds] == []


def test_rule_sets_and_options_are_those_of_the_rules() -> None:
    offered = {
        variant: {option.name: [plain(value) for value in option.values] for option in OPTIONS[variant]}
        for variant in VARIANTS
    }
    assert offered == cards.OPTIONS
    for variant, rules in VARIANTS.items():
        assert engine_rules(variant, cards.defaults(variant)) == rules


def option_values() -> Iterator[tuple[str, str, object]]:
    """Every value of every option of every rule set, as the engine offers them."""
    for variant in VARIANTS:
        for option in OPTIONS[variant]:
            for value in option.values:
                yield variant, option.name, plain(value)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_rule_set_is_covered(variant: str) -> None:
    assert variant in {vector.get("variant") for group in VECTORS["groups"].values() for vector in group}
    assert f"{variant}.default" in {golden.stem for golden in GOLDENS}
    usual = cards.defaults(variant)
    stages = {
        entry["stage"] for entry in POSITIONS if (entry["variant"], entry["options"]) == (variant, usual)
    }
    assert stages == set(STAGES)


@pytest.mark.parametrize(("variant", "name", "value"), list(option_values()))
def test_every_option_value_is_covered(variant: str, name: str, value: object) -> None:
    """A stored match or a vector has it, and so has a position whose ways on are counted."""
    matches = [
        options_named(*golden.stem.split(".")) for golden in GOLDENS if golden.stem.startswith(variant)
    ]
    judged = [
        vectors.options_of(vector)
        for group in VECTORS["groups"].values()
        for vector in group
        if vector.get("variant") == variant
    ]
    counted = [entry["options"] for entry in POSITIONS if entry["variant"] == variant]
    assert value in [options[name] for options in matches + judged]
    assert value in [options[name] for options in counted]


def test_a_disagreement_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "tenths", lambda value: value // 10)
    assert any("written" in line for line in positions("luxembourg", 60, seed=3))
