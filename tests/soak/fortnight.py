"""A simulated fortnight: `python -m tests.soak.fortnight [--tables N] [--days N] [--seed N] [--start DATE]`.

Tables of every rule set and clock, people in seven zones with quiet hours, absences, blocked bots, leaves and returns;
clocks that change for summer or winter, and a leap of six hours. One process, the in-memory store, a messenger that
only takes notes, and a clock that is turned from one event to the next.
"""

import argparse
import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import structlog

from tests.soak.days.habits import Habits
from tests.soak.days.house import House
from tests.soak.days.life import Life
from tests.soak.days.occurred import occurred
from tests.soak.days.opening import Host, move_in
from tests.soak.days.people import DAY, HOUR, crowd
from tests.soak.days.watch import Watch

STARTS = ("2026-10-19", "2027-03-22")
"""Six days before clocks change in Europe, to winter and to summer."""
LATEST = 100
"""Days after which every match must be over or asleep."""


class Course(NamedTuple):
    """What came of it."""

    house: House
    watch: Watch
    seconds: float


async def live(tables: Sequence[int], days: int, seed: int, start: str) -> Course:
    """Everybody's life for so many days, and then on until the last match is over. `tables`: their numbers, which say
    what is played there and what happens to them."""
    began = time.perf_counter()
    first = int(datetime.fromisoformat(start).replace(hour=6, tzinfo=UTC).timestamp() * 1000)
    dice = random.Random(seed)
    house = House(crowd(max(8, len(tables)), first, days, dice), first, seed)
    watch = Watch(house, first + (LATEST + 1) * DAY)
    host = Host(house, Habits(house))
    await move_in(house)
    for number in tables:
        host.opens(number, first + int(dice.uniform(0, days / 7) * DAY))
    leap = first + days * DAY // 3 + 5 * HOUR
    await house.run(first + days * DAY, {leap: 6 * HOUR})
    await house.run(first + LATEST * DAY)
    await watch.ended()
    return Course(house, watch, time.perf_counter() - began)


async def stages_of(house: Life) -> list[str]:
    return [(await house.table(name)).head.stage.value for name in house.tables]


def told(course: Course, stages: Counter[str]) -> str:
    house, watch = course.house, course.watch
    ended = ", ".join(f"{n} {stage}" for stage, n in sorted(stages.items()))
    lines = (
        ("in the end", f"{len(house.tables)} tables: {ended}"),
        *occurred(house, watch),
        ("taps acknowledged", str(sum(map(len, house.acknowledged.values())))),
        ("edits", str(house.messenger.edits)),
        ("faults", str(len(watch.faults))),
        ("seconds", f"{course.seconds:.0f}"),
    )
    return "\n".join(f"{name:<20}{value}" for name, value in lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when nothing went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.fortnight")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--days", type=int, default=14)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", choices=STARTS, help="both, one after the other, without this")
    options = parser.parse_args(arguments)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    failed = False
    for start in (options.start,) if options.start else STARTS:
        course = asyncio.run(live(range(options.tables), options.days, options.seed, start))
        stages = Counter(asyncio.run(stages_of(course.house)))
        print(f"fortnight from {start}, seed {options.seed}\n{told(course, stages)}", flush=True)
        for fault in course.watch.faults[:20]:
            print(f"  {fault}")
        failed = failed or bool(course.watch.faults)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
