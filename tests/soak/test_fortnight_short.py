"""A few days of a few tables on every run: whose time is over and who is rung when, over the night clocks change."""

import pytest

from tests.soak.fortnight import STARTS, live

SEED = 3
TABLES, DAYS = 2, 6


@pytest.mark.parametrize("start", STARTS)
async def test_some_days_pass_without_a_fault(start: str) -> None:
    course = await live(TABLES, DAYS, SEED, start)
    assert course.watch.faults == [], f"seed {SEED}, from {start}"
    assert len(course.house.tables) == TABLES
    assert sum(course.watch.lapses.values()), "somebody was too slow"
    rung = [sent for sent in course.house.sent if sent.ring and sent.chat > 0]
    assert len(rung) > 15
    assert course.watch.turns.sent, "somebody was reminded"
