"""The simulated fortnight over real processes: `python -m tests.soak.processes [--tables N] [--days N] [--seed N]`.

`rebelote run` with its server, bot, workers and courier, whose clock is a key in Redis; people tap in the local
Telegram. Days pass in minutes. What must hold is held against what Telegram received and what the store keeps.
"""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from redis.asyncio import Redis

from tests.e2e.house import House as Processes
from tests.soak.days.habits import Habits
from tests.soak.days.occurred import occurred
from tests.soak.days.opening import Host, move_in
from tests.soak.days.people import DAY, HOUR, MINUTE, SECOND, crowd
from tests.soak.days.real import RealHouse
from tests.soak.days.watch import Watch
from tests.soak.fortnight import LATEST, STARTS, stages_of

SLACK = 10 * SECOND
"""So late something may be seen from outside: real time goes on while processes work."""
SETTINGS = {
    "REBELOTE_SENDS_PER_SECOND": "1000",
    "REBELOTE_COURIER_PAUSE_MS": "10",
    "REBELOTE_SERVER_SYNC": "everysec",
}
"""Days pass in minutes: what a second of them costs is of no account here, and what waits a moment waits for each turn
of the clock."""
LONGEST = 20.0
"""Minutes after which a course ends wherever it is."""


class Course(NamedTuple):
    """What came of it."""

    house: RealHouse
    watch: Watch
    seconds: float
    days: float
    """How many passed."""
    whole: bool
    """Lived until no match ran any more."""


def never() -> bool:
    return False


async def live(
    tables: Sequence[int],
    days: int,
    seed: int,
    start: str,
    folder: Path,
    taps: int = 0,
    told_to_end: Callable[[], bool] = never,
) -> Course:
    """Everybody's life for so many days, and then on until no match runs any more. `tables`: their numbers, which
    say what is played there. `taps`: no longer than until there were so many."""
    began = time.perf_counter()
    first = int(datetime.fromisoformat(start).replace(hour=6, tzinfo=UTC).timestamp() * 1000)
    people = crowd(max(8, 2 * len(tables)), first, days, random.Random(seed))
    async with Processes(folder, **SETTINGS) as processes:
        last = max(user["id"] for user in await processes.control.look("users"))
        for human, number in zip(people, count(last + 1), strict=False):
            told = await processes.control.do("users", first_name=f"P{number % 1000:03}", language_code="en")
            human.id = told["id"]
            assert human.id == number, "a name tells whose it is"
        async with Redis(unix_socket_path=str(processes.socket)) as redis:
            house = RealHouse(processes, redis, people, seed)
            house.enough = lambda: told_to_end() or 0 < taps <= house.taps_made
            async with house.open(first):
                watch = await _lived(house, tables, days)
        if "Traceback" in processes.log:
            watch.faults.append("a traceback in the log")
    passed = (house.now - first) / DAY
    return Course(house, watch, time.perf_counter() - began, passed, not house.enough())


async def _lived(house: RealHouse, tables: Sequence[int], days: int) -> Watch:
    first = house.now
    watch = Watch(house, first + (LATEST + 1) * DAY, SLACK)
    host = Host(house, Habits(house))
    await move_in(house)
    for place, number in enumerate(tables):
        host.opens(number, first + place * 20 * MINUTE)
    leap = first + days * DAY // 3 + 5 * HOUR
    await house.run(first + days * DAY, {leap: 6 * HOUR})
    day = days
    while day < LATEST and not house.enough() and not await house.over():
        day += 1
        await house.run(first + day * DAY)
    await watch.ended(whole=not house.enough())
    watch.stages = await stages_of(house)
    return watch


def told(course: Course) -> str:
    house, watch = course.house, course.watch
    stages = ", ".join(f"{n} {stage}" for stage, n in sorted(Counter(watch.stages).items()))
    lines = (
        ("in the end", f"{len(house.tables)} tables: {stages}"),
        ("days", f"{course.days:.1f}, " + ("to the last match's end" if course.whole else "ended before")),
        *occurred(house, watch),
        ("taps", str(house.taps_made)),
        ("turns of the clock", str(house.turns)),
        ("faults", str(len(watch.faults))),
        ("seconds", f"{course.seconds:.0f}"),
    )
    return "\n".join(f"{name:<20}{value}" for name, value in lines)


async def _course(start: str, options: argparse.Namespace, folder: Path) -> Course:
    """Until its end, or Ctrl-C, or so many minutes."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, stop.set)
    loop.call_later(options.minutes * 60, stop.set)
    return await live(
        range(1, options.tables + 1), options.days, options.seed, start, folder, options.taps, stop.is_set
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when nothing went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.processes", description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--days", type=int, default=14)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", choices=STARTS, help="both, one after the other, without this")
    parser.add_argument("--taps", type=int, default=0, help="end after so many, whatever still runs")
    parser.add_argument("--minutes", type=float, default=LONGEST, help="end each after so many (20)")
    parser.add_argument("--keep", type=Path, help="a folder for the data and the log")
    options = parser.parse_args(arguments)
    failed = False
    for start in (options.start,) if options.start else STARTS:
        with tempfile.TemporaryDirectory(prefix="days-") as folder:
            course = asyncio.run(_course(start, options, options.keep or Path(folder)))
        print(f"processes from {start}, seed {options.seed}\n{told(course)}", flush=True)
        for fault in course.watch.faults[:20]:
            print(f"  {fault}")
        failed = failed or bool(course.watch.faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
