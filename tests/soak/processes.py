"""The simulated fortnight over real processes: `python -m tests.soak.processes [--tables N] [--days N] [--seed N]`.

`rebelote run` with its server, bot, workers and courier, whose clock is a key in Redis; people tap in the local
Telegram. Days pass in minutes. What must hold is held against what Telegram received and what the store keeps.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from redis.asyncio import Redis

from tests.e2e.house import House as Processes
from tests.soak.days.habits import Habits
from tests.soak.days.opening import Host, move_in
from tests.soak.days.people import DAY, HOUR, MINUTE, Human, crowd
from tests.soak.days.real import RealHouse
from tests.soak.days.watch import Watch
from tests.soak.fortnight import stages_of

SLACK = MINUTE
"""So late something may be seen from outside: a claimed row comes again after half a minute."""
LATEST = 45
"""Days after which every match must be over or asleep."""


MORNING = datetime.min.time().replace(hour=6, tzinfo=UTC)


def starts(today: date) -> tuple[date, date]:
    """Six days before clocks change in Europe, to winter and to summer, when next that lies ahead: what clocks have
    shown is not shown again."""
    sundays = []
    for month in (10, 3):
        years = (today.year, today.year + 1)
        lasts = (
            date(year, month, 31) - timedelta(days=date(year, month, 31).isoweekday() % 7) for year in years
        )
        sundays.append(next(day - timedelta(days=6) for day in lasts if day - timedelta(days=7) > today))
    return sundays[0], sundays[1]


class Course(NamedTuple):
    """What came of it."""

    house: RealHouse
    watch: Watch
    seconds: float
    stages: Counter[str]


async def live(
    tables: Sequence[int], days: int, seed: int, start: date, folder: Path, taps: int = 0
) -> Course:
    """Everybody's life for so many days, and then on until no match runs any more. `tables`: their numbers, which
    say what is played there. `taps`: no longer than until there were so many."""
    began = time.perf_counter()
    first = int(datetime.combine(start, MORNING).timestamp() * 1000)
    dice = random.Random(seed)
    async with Processes(folder, REBELOTE_SENDS_PER_SECOND="1000") as processes:
        people = [
            await _known(processes, human) for human in crowd(max(8, 2 * len(tables)), first, days, dice)
        ]
        async with Redis(unix_socket_path=str(processes.socket)) as redis:
            house = RealHouse(processes, redis, people, seed)
            await house.begin(first)
            ready = asyncio.Event()
            ears = asyncio.create_task(house.listen(ready))
            await ready.wait()
            try:
                watch = await _lived(house, tables, days, taps)
            finally:
                ears.cancel()
                await house.container.aclose()
        if "Traceback" in processes.log:
            watch.faults.append("a traceback in the log")
    return Course(house, watch, time.perf_counter() - began, Counter(watch.stages))


async def _known(processes: Processes, human: Human) -> Human:
    """The same person as the local Telegram numbers him; he presses Start."""
    told = await processes.control.do("users", first_name=f"P{human.id % 1000}", language_code="en")
    human.id = int(told["id"])
    await processes.control.start(human.id)
    return human


async def _lived(house: RealHouse, tables: Sequence[int], days: int, taps: int) -> Watch:
    first = house.now
    watch = Watch(house, first + (LATEST + 1) * DAY, SLACK)
    host = Host(house, Habits(house))
    await move_in(house)
    for count, number in enumerate(tables):
        host.opens(number, first + count * 20 * MINUTE)
    leap = first + days * DAY // 3 + 5 * HOUR
    house.enough = lambda: bool(taps) and house.taps_made >= taps
    await house.run(first + days * DAY, {leap: 6 * HOUR})
    day = days
    while day < LATEST and not house.enough() and not await house.over():
        day += 1
        await house.run(first + day * DAY)
    await watch.ended(whole=not taps)
    watch.stages = await stages_of(house)
    return watch


def told(course: Course) -> str:
    house, watch = course.house, course.watch
    stages = ", ".join(f"{n} {stage}" for stage, n in sorted(course.stages.items()))
    lines = (
        ("tables", f"{len(house.tables)}: {stages}"),
        ("taps", str(house.taps_made)),
        ("times over", str(sum(watch.lapses.values()))),
        ("messages", str(len(house.sent))),
        ("rings in private", str(sum(sent.ring and sent.chat > 0 for sent in house.sent))),
        ("reminders", str(sum(map(len, watch.turns.sent.values())))),
        ("moves", ", ".join(f"{author} {n}" for author, n in watch.authors.most_common())),
        ("faults", str(len(watch.faults))),
        ("seconds", f"{course.seconds:.0f}"),
    )
    return "\n".join(f"{name:<20}{value}" for name, value in lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when nothing went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.processes", description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--days", type=int, default=14)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--start", choices=("winter", "summer"), help="both, one after the other, without this"
    )
    parser.add_argument("--taps", type=int, default=0, help="end after so many, whatever still runs")
    parser.add_argument("--keep", type=Path, help="a folder for the data and the log")
    options = parser.parse_args(arguments)
    failed = False
    for change, start in zip(("winter", "summer"), starts(datetime.now(UTC).date()), strict=True):
        if options.start not in (None, change):
            continue
        with tempfile.TemporaryDirectory(prefix="days-") as folder:
            place = options.keep or Path(folder)
            course = asyncio.run(
                live(range(options.tables), options.days, options.seed, start, place, options.taps)
            )
        print(f"processes from {start}, seed {options.seed}\n{told(course)}", flush=True)
        for fault in course.watch.faults[:20]:
            print(f"  {fault}")
        failed = failed or bool(course.watch.faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
