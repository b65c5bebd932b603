"""`python -m tests.soak.chaos [--tables N] [--minutes M] [--seed S] [--people P] [--deals D]`: a house under kill -9.

`rebelote run` with its processes and its server; people at many tables tap as fast as their cards come, while bot,
courier, workers, thinker and server are killed at moments drawn from the seed. Then every record is held against what
was acknowledged. The local Telegram is not killed: it stands for one that does not fail.
"""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from redis.asyncio import Redis
from redis.exceptions import RedisError

from engine.actions import action_text
from engine.notation import Fact, Record, parse_record
from engine.verify import check_record
from service.adapters.keys import Keys
from service.bootstrap import container
from service.retold import export
from service.settings import load_settings
from tests.e2e.house import House
from tests.soak.party import Party, Stuck, Table
from tests.soak.trace import Trace

RECOVERY_S = 10.0
"""From an acknowledgement, or a kill that came after it, to the commit."""
LOOK_S = 0.1
"""Between two looks at what is committed."""
BEFORE_S = 1.0
"""A ring is seen a moment after it was sent: a kill within this before it may have doubled it."""
FINISH_S = 300.0
"""What the tables get to finish when the killing is over."""
KEYS = Keys("rebelote:")
PARTS = {"bot": 3, "courier": 3, "server": 2, "worker": 3, "thinker": 1}
"""What is killed, and how often."""
MARKS = {
    "bot": ("workers.cli bot",),
    "courier": ("workers.cli courier",),
    "worker": ("--queue moves",),
    "thinker": ("--queue think",),
    "server": ("server.sock", "server.conf"),
}
"""A part's command line holds one of these."""


class Size(NamedTuple):
    """How much of it."""

    tables: int
    minutes: float
    people: int
    deals: int = 1
    """A table is done after so many; 0: its whole match."""
    pace: float = 4.0
    """Mean seconds between two kills."""


class Kill(NamedTuple):
    at: float
    part: str


@dataclass
class Outcome:
    """What a run came to."""

    tables: int = 0
    finished: int = 0
    moves: int = 0
    people_moves: int = 0
    unanswered: int = 0
    kills: list[Kill] = field(default_factory=list)
    seconds: float = 0.0
    slowest_commit: float = 0.0
    worst_recovery: float = 0.0
    lost: int = 0
    doubled: int = 0
    unshown: int = 0
    extra_rings: int = 0
    faults: list[str] = field(default_factory=list)
    slowest: tuple[str, int, float, float] | None = None
    """Table, ply, acknowledgement and commit of the move that waited longest."""
    why: list[str] = field(default_factory=list)
    """What was seen of it meanwhile."""

    def lines(self) -> list[str]:
        """A small table of figures, then what is wrong."""
        killed = Counter(kill.part for kill in self.kills)
        each = ", ".join(f"{part} {n}" for part, n in sorted(killed.items()))
        rows = {
            "tables finished": f"{self.finished} of {self.tables}",
            "moves committed": f"{self.moves}, acknowledged to people {self.people_moves}",
            "taps not answered": self.unanswered,
            "kills": f"{len(self.kills)} in {self.seconds:.0f} s ({each})",
            "slowest commit": f"{self.slowest_commit:.1f} s after its acknowledgement",
            "worst recovery": f"{self.worst_recovery:.1f} s after a kill",
            "lost / doubled": f"{self.lost} / {self.doubled}",
            "turns not shown": self.unshown,
            "extra rings": self.extra_rings,
        }
        told = [f"{name:<18} {value}" for name, value in rows.items()]
        return [*told, *self.why, *(f"FAULT {fault}" for fault in self.faults)]


# --- killing


def find(supervisor: int, part: str) -> list[int]:
    """Processes of one part among the supervisor's own children."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            command = (path / "cmdline").read_text().replace("\0", " ")
            if parent == supervisor and any(mark in command for mark in MARKS[part]):
                found.append(int(path.name))
    return sorted(found)


class Killer:
    """Kills one part, sometimes two at once, sometimes one that has just been started again."""

    def __init__(self, supervisor: int, seed: int, pace: float) -> None:
        self._supervisor = supervisor
        self._rng = Random(seed)
        self._pace = pace
        self.kills: list[Kill] = []
        missing = [part for part in PARTS if not find(supervisor, part)]
        assert not missing, f"no process of {missing} under {supervisor}"

    async def run(self, seconds: float) -> None:
        """For so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            pause = 0.4 if self._rng.random() < 0.1 else self._rng.uniform(0.2, 2 * self._pace - 0.2)
            await asyncio.sleep(pause)
            for _ in range(2 if self._rng.random() < 0.15 else 1):
                self.one(self._rng.choices(list(PARTS), list(PARTS.values()))[0])

    def one(self, part: str) -> None:
        """A part that is just being started again is spared."""
        if victims := find(self._supervisor, part):
            with suppress(ProcessLookupError):
                os.kill(self._rng.choice(victims), signal.SIGKILL)
                self.kills.append(Kill(time.monotonic(), part))


# --- watching


async def watch_commits(socket: Path, tables: Sequence[Table], trace: Trace) -> None:
    """Note when each acknowledged move stands in its table's facts, until cancelled."""
    async with Redis(unix_socket_path=str(socket), socket_timeout=2, decode_responses=True) as redis:
        while True:
            with suppress(RedisError, OSError):
                waiting = [t for t in tables if t.id and _waiting(t)]
                await _look(redis, waiting)
                await trace.look(redis, waiting)
            await asyncio.sleep(LOOK_S)


def _waiting(table: Table) -> bool:
    return any(taken.committed is None for taken in table.taken.values())


async def _look(redis: Redis, tables: list[Table]) -> None:
    if not tables:
        return
    pipe = redis.pipeline(transaction=False)
    for table in tables:
        pipe.llen(KEYS.facts(table.id))
    for table, length in zip(tables, await pipe.execute(), strict=True):
        for ply, taken in table.taken.items():
            if ply < length and taken.committed is None:
                taken.committed = time.monotonic()


# --- judging


def judge(table: Table, record: Record, kills: Sequence[float], outcome: Outcome) -> None:
    """Hold a table's record against what its people were told and shown."""
    facts = [entry for entry in record.entries if isinstance(entry, Fact)]
    outcome.moves += len(facts)
    outcome.people_moves += len(table.taken)
    outcome.unanswered += table.unanswered
    faults = [*table.faults, *_lost(table, facts, outcome), *_unshown(table, facts, outcome)]
    wrong = [finding.what for finding in check_record(record)]
    outcome.doubled += len(table.faults) + len(wrong)
    faults += [f"its record: {what}" for what in wrong]
    faults += [*_late(table, kills, outcome), *_rung(table, kills, outcome)]
    outcome.faults += [f"table {table.no} ({table.id}): {fault}" for fault in faults]


def _lost(table: Table, facts: Sequence[Fact], outcome: Outcome) -> list[str]:
    faults = []
    for ply, taken in sorted(table.taken.items()):
        stands = action_text(facts[ply].action) if ply < len(facts) else "nothing"
        if stands != taken.action:
            faults.append(f"ply {ply}: {taken.action} was acknowledged, {stands} stands")
    outcome.lost += len(faults)
    return faults


def _unshown(table: Table, facts: Sequence[Fact], outcome: Outcome) -> list[str]:
    mine = [ply for ply, fact in enumerate(facts) if fact.author == "person"]
    faults = [f"ply {ply} was never shown" for ply in mine if not table.turns[ply].shown]
    outcome.unshown += len(faults)
    return faults


def _late(table: Table, kills: Sequence[float], outcome: Outcome) -> list[str]:
    faults = []
    for ply, taken in table.taken.items():
        done = taken.committed
        if done is None:
            continue  # told already: it is lost
        if done - taken.at > outcome.slowest_commit:
            outcome.slowest_commit = done - taken.at
            outcome.slowest = table.id, ply, taken.at, done
        before = bisect_right(kills, done)
        last = kills[before - 1] if before else 0.0
        recovery = done - max(taken.at, last)
        outcome.worst_recovery = max(outcome.worst_recovery, recovery)
        if recovery > RECOVERY_S:
            faults.append(f"ply {ply} was committed {recovery:.1f} s after the last kill")
    return faults


def _rung(table: Table, kills: Sequence[float], outcome: Outcome) -> list[str]:
    faults = []
    for ply, turn in table.turns.items():
        if len(turn.rings) < 2:
            continue
        extra = len(turn.rings) - 1
        allowed = bisect_right(kills, turn.rings[-1]) - bisect_left(kills, turn.rings[0] - BEFORE_S)
        outcome.extra_rings += extra
        if extra > allowed:
            faults.append(f"ply {ply} rang {extra + 1} times with {allowed} kills")
    return faults


async def records(house: House, tables: Sequence[Table]) -> dict[str, Record]:
    """The whole record of each table, hidden cards too."""
    within = await container(
        load_settings(redis_url=f"unix://{house.socket}", data_dir=house.folder, turned_clock=True)
    )
    try:
        texts = {t.id: await export(within, t.id, everything=True) for t in tables if t.id}
        return {table: parse_record(text) for table, text in texts.items() if text is not None}
    finally:
        await within.aclose()


# --- the run


async def _one_table(party: Party, table: Table, size: Size, outcome: Outcome) -> None:
    await asyncio.sleep(table.no * 0.05)
    try:
        await party.open(table, whole=not size.deals)
        await party.play(table, size.deals)
        outcome.finished += 1
    except Stuck as stuck:
        outcome.faults.append(f"table {table.no} ({table.id}) {stuck}")


@asynccontextmanager
async def _beside(*works: "asyncio.Task[None]") -> AsyncIterator[None]:
    try:
        yield
    finally:
        for work in works:
            work.cancel()
        results = await asyncio.gather(*works, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result


async def chaos(size: Size, seed: int, folder: Path) -> Outcome:
    """Play, kill, and judge."""
    outcome, began = Outcome(size.tables), time.monotonic()
    settings = {"REBELOTE_SENDS_PER_SECOND": "1000", "REBELOTE_GROUP_SENDS_PER_MINUTE": "1000"}
    async with House(folder, **settings) as house:
        party, killer = Party(house.control, house.url, seed), Killer(house.pid, seed, size.pace)
        await party.invite(size.tables, size.people)
        ready = asyncio.Event()
        watch = asyncio.create_task(party.watch(ready))
        await ready.wait()
        trace = Trace(KEYS)
        commits = asyncio.create_task(watch_commits(house.socket, party.tables, trace))
        kills = asyncio.create_task(killer.run(60 * size.minutes))
        async with _beside(watch, commits, kills):
            await _played(party, size, outcome)
        await _judged(house, party, killer, outcome)
    outcome.kills, outcome.seconds = killer.kills, time.monotonic() - began
    if outcome.slowest is not None:
        table, ply, taken, done = outcome.slowest
        outcome.why = [f"slowest: table {table}, ply {ply}", *trace.told(table, taken, done, killer.kills)]
    return outcome


async def _played(party: Party, size: Size, outcome: Outcome) -> None:
    works = [asyncio.create_task(_one_table(party, table, size, outcome)) for table in party.tables]
    _, late = await asyncio.wait(works, timeout=60 * size.minutes + FINISH_S)
    for work in late:
        work.cancel()
    for work in works:
        with suppress(asyncio.CancelledError):
            await work
    outcome.faults += [f"table {party.tables[works.index(work)].no} did not finish in time" for work in late]
    for _ in range(
        int(2 * RECOVERY_S / LOOK_S)
    ):  # what was acknowledged last: a table is done with its sheet
        if not any(map(_waiting, party.tables)):
            break
        await asyncio.sleep(LOOK_S)


async def _judged(house: House, party: Party, killer: Killer, outcome: Outcome) -> None:
    found = await records(house, party.tables)
    for table in party.tables:
        if table.id in found:
            judge(table, found[table.id], [kill.at for kill in killer.kills], outcome)
        else:
            outcome.faults.append(f"table {table.no} ({table.id or 'no id'}) is gone")
    if "Traceback" in house.log:
        outcome.faults.append("a traceback in the log")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when nothing was lost, doubled, late or stuck."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.chaos", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=4.0, help="how long parts are killed")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--people", type=int, default=0, help="how many sit at them; 0: four for each table")
    parser.add_argument(
        "--deals", type=int, default=1, help="a table is done after so many; 0: at 501 points"
    )
    parser.add_argument("--pace", type=float, default=4.0, help="mean seconds between two kills")
    parser.add_argument("--keep", type=Path, help="a folder for the data and the log")
    options = parser.parse_args(arguments)
    people = options.people or 4 * options.tables
    size = Size(options.tables, options.minutes, people, options.deals, options.pace)
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        outcome = asyncio.run(chaos(size, options.seed, options.keep or Path(folder)))
    print(f"chaos: seed {options.seed}", *outcome.lines(), sep="\n")
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
