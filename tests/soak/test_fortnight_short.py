"""A few days of a few tables on every run: whose time is over, who is rung when, and nothing lost."""

import pytest

from tests.soak.fortnight import STARTS, live

SEED = 4
TABLES, DAYS = (32, 43), 6
"""Clocks of one hour and of eight, the second with a night; their groups become supergroups."""


@pytest.mark.parametrize("start", STARTS)
async def test_some_days_pass_without_a_fault(start: str) -> None:
    course = await live(TABLES, DAYS, SEED, start)
    house, watch = course.house, course.watch
    assert watch.faults == [], f"seed {SEED}, from {start}"
    assert len(house.tables) == len(TABLES)
    assert sum(watch.lapses.values()), "somebody was too slow"
    rung = [sent for sent in house.sent if sent.ring and sent.chat > 0]
    assert len(rung) > 15
    assert watch.turns.points["owed at once"] + watch.turns.points["owed in the morning"] > 3
    assert [human for human in house.people.values() if human.forgotten]
    assert watch.seen["ended in a supergroup"]
