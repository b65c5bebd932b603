"""Half a minute of the chaos run on every run, and that it would notice what it is for."""

from pathlib import Path

import pytest

from engine.actions import action_text, parse_action
from engine.deal import permutation
from engine.match import apply, new_match, start_deal, to_act
from engine.notation import DealLine, Fact, Record
from engine.observation import legal_actions, observation
from engine.variants import VARIANTS
from tests.soak.chaos import Outcome, Size, chaos, judge
from tests.soak.party import Table, Taken

SEED = 11
FEW = Size(tables=4, minutes=0.2, people=14, pace=2.0)
PLIES = 6


async def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    outcome = await chaos(FEW, SEED, tmp_path)
    assert outcome.faults == [], f"seed {SEED}"
    assert outcome.finished == FEW.tables
    assert outcome.kills
    assert outcome.people_moves >= 100


def _record() -> Record:
    """The first plies of a match: the first legal action each time."""
    rules, seed = VARIANTS["classic"], bytes(32)
    match, _ = start_deal(new_match(rules, 0), permutation(seed))
    entries: list[DealLine | Fact] = [DealLine(1, 0, (), seed)]
    for ply in range(PLIES):
        seat = to_act(match)
        assert seat is not None
        action = legal_actions(observation(match, seat))[0]
        entries.append(Fact(ply, seat, action, "person"))
        match, _ = apply(match, action)
    return Record(rules, entries=tuple(entries))


def _table(record: Record) -> Table:
    """A table that saw and remembers just that, its plies a second apart."""
    table = Table(0, -1, [1], id="aaaa")
    facts = [entry for entry in record.entries if isinstance(entry, Fact)]
    for ply, fact in enumerate(facts):
        table.taken[ply] = Taken(action_text(fact.action), ply + 0.5, ply + 0.6)
        table.turns[ply].shown.append(float(ply))
        table.turns[ply].rings.append(float(ply))
    return table


def _faults(table: Table, record: Record, *kills: float) -> list[str]:
    outcome = Outcome()
    judge(table, record, kills, outcome)
    return outcome.faults


def test_what_is_as_it_should_be_is_no_fault() -> None:
    record = _record()
    assert _faults(_table(record), record) == []


def test_a_move_that_vanished_is_a_fault() -> None:
    record = _record()
    (fault,) = _faults(_table(record), record._replace(entries=record.entries[:-1]))
    assert "table 0 (aaaa): ply 5" in fault
    assert "nothing stands" in fault


def test_a_move_that_stands_twice_is_a_fault() -> None:
    record = _record()
    doubled = record._replace(entries=(*record.entries, record.entries[-1]))
    assert any("its record" in fault for fault in _faults(_table(record), doubled))


def test_another_move_than_was_told_is_a_fault() -> None:
    record = _record()
    table = _table(record)
    table.taken[0] = Taken(action_text(parse_action("AS")), 0.5, 0.6)
    assert ["AS was acknowledged" in fault for fault in _faults(table, record)] == [True]


def test_a_turn_nobody_saw_is_a_fault() -> None:
    record = _record()
    table = _table(record)
    del table.turns[3]
    assert _faults(table, record) == ["table 0 (aaaa): ply 3 was never shown"]


@pytest.mark.parametrize(("kills", "wrong"), [((), True), ((1.1,), False), ((3.0,), True)])
def test_a_ring_too_many_needs_a_kill(kills: tuple[float, ...], wrong: bool) -> None:
    record = _record()
    table = _table(record)
    table.turns[1].rings.append(1.4)
    assert bool(_faults(table, record, *kills)) is wrong


@pytest.mark.parametrize(("kills", "wrong"), [((), True), ((6.0,), False), ((2.0,), True)])
def test_a_late_commit_is_a_fault(kills: tuple[float, ...], wrong: bool) -> None:
    record = _record()
    table = _table(record)
    table.taken[2].committed = 14.0
    assert bool(_faults(table, record, *kills)) is wrong
