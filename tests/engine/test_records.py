"""Golden matches and perft numbers still come out as they are stored."""

import json

import pytest

from engine.match import play_trusted, resume, start_deal
from engine.notation import DealLine, Fact, ScoreLine, SeatsLine, format_record, parse_record
from engine.scoring import Outcome
from engine.variants import VARIANTS
from engine.verify import check_record
from tests.engine.records import (
    GOLDEN,
    PERFT,
    POSITIONS,
    Golden,
    depth_for,
    goldens,
    perft,
    played,
    position,
)

GOLDENS = list(goldens())


def test_every_rule_set_and_option_has_a_golden_match() -> None:
    assert {golden.path for golden in GOLDENS} == set(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.path.stem)
def test_a_golden_match_replays_to_its_scores(golden: Golden) -> None:
    text = golden.path.read_text(encoding="utf-8")
    record = parse_record(text)
    assert record.rules == golden.rules
    assert format_record(record) == text
    assert check_record(record) == ()


@pytest.mark.parametrize("golden", GOLDENS[:3], ids=lambda golden: golden.path.stem)
def test_the_novice_would_play_it_again(golden: Golden) -> None:
    assert played(golden.rules, GOLDENS.index(golden)) == parse_record(
        golden.path.read_text(encoding="utf-8")
    )


def test_a_golden_match_with_one_card_changed_is_noticed() -> None:
    record = parse_record(GOLDENS[0].path.read_text(encoding="utf-8"))
    at = next(i for i, entry in enumerate(record.entries) if isinstance(entry, ScoreLine))
    score = record.entries[at]
    assert isinstance(score, ScoreLine)
    changed = score._replace(written=(score.written[1] + 1, score.written[0]))
    entries = (*record.entries[:at], changed, *record.entries[at + 1 :])
    assert check_record(record._replace(entries=entries))


def test_the_goldens_hold_every_outcome() -> None:
    outcomes = {
        entry.outcome
        for golden in GOLDENS
        for entry in parse_record(golden.path.read_text(encoding="utf-8")).entries
        if isinstance(entry, ScoreLine)
    }
    assert outcomes == set(Outcome)


def test_any_deal_of_a_record_can_be_resumed_alone() -> None:
    record = parse_record(GOLDENS[0].path.read_text(encoding="utf-8"))
    totals, pot, ply = (0, 0), 0, 0
    state = resume(record.rules, deal_no=1, dealer=0, totals=totals, pot=pot, ply=ply)
    for entry in record.entries:
        match entry:
            case DealLine():
                number, dealer, pack, _ = entry
                opening = resume(record.rules, deal_no=number, dealer=dealer, totals=totals, pot=pot, ply=ply)
                state, _ = start_deal(opening, pack)
            case Fact():
                state = play_trusted(state, entry.action)
            case ScoreLine():
                assert (state.totals, state.pot) == (entry.totals, entry.pot)
                totals, pot, ply = state.totals, state.pot, state.ply
            case SeatsLine():
                raise AssertionError("kept matches have no people")


NUMBERS = json.loads(PERFT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_perft(variant: str, name: str) -> None:
    rules = VARIANTS[variant]
    start = position(rules, name)
    # The deepest count is for the generator; one ply less keeps the test quick.
    depths = range(1, depth_for(rules))
    assert [perft(start, depth) for depth in depths] == NUMBERS[variant][name][: len(depths)]
