"""Some days of two tables over real processes on every run: their clock is turned, and people tap what they see."""

from pathlib import Path

from tests.soak.days.people import HOUR
from tests.soak.fortnight import STARTS
from tests.soak.processes import live

SEED = 5
TABLES, DAYS, TAPS = (2, 7), 6, 40


async def test_days_pass_over_real_processes_without_a_fault(tmp_path: Path) -> None:
    course = await live(TABLES, DAYS, SEED, STARTS[0], tmp_path, TAPS)
    assert course.watch.faults == [], f"seed {SEED}, from {STARTS[0]}"
    assert course.house.taps_made >= TAPS
    assert sum(map(len, course.house.acknowledged.values())) > TAPS // 2
    rung = [sent for sent in course.house.sent if sent.ring and sent.chat > 0]
    assert len(rung) > TAPS // 3
    assert rung[-1].at - rung[0].at > 4 * HOUR, "in less than a minute"
