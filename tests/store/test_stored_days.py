"""Games of days that earlier releases have stored: whatever was going on at a table, it goes on."""

import json
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine.match import to_act
from engine.notation import parse_record
from engine.rules import rules_from_dict, rules_to_dict
from engine.verify import check_record
from service import retold, usecases
from service.adapters import documents
from service.bootstrap import container
from service.settings import Settings
from service.table.clock import CLOCKS, DAY, HOUR, MINUTE, SECOND, deadline
from service.table.commands import Command, Halt, KeepPlaying, PlayOn, Rematch, Resume, Return
from service.table.model import Chair, Head, Stage
from tests.soak.days.hours import ran, run_out, spans_of
from tests.stored import stored_of
from tests.stored_days import ALL, Days
from workers.backup import restore
from workers.embedded import Server

FOLDER = Path(__file__).parents[1] / "data" / "stored"
FILES = [f"{path.name}/{kind}" for path in sorted(FOLDER.iterdir()) for kind in ALL]
RUNNING = ("days", "parted", "shut", "asleep")
SAID = {
    "clock",
    "target_by",
    "tricks",
    "night",
    "turn_at",
    "spent",
    "drawn",
    "slow",
    "paused_at",
    "pausing",
    "halted_at",
    "asleep_at",
    "plans",
    "planning",
    "held",
    "lapsed",
    "nudged",
    "picks",
    "notes",
    "resigning",
    "ousting",
    "barred",
    "stopping",
    "stopped",
    "resigned",
}
"""What a head can say of a game of days; each stands in some golden document."""
OF_CHAIRS = {"computer", "absent", "lapses", "holiday", "auto", "at_once"}
_numbers = count(1)


def line_of(name: str) -> dict[str, Any]:
    """The table of a golden file, as it stands there."""
    lines = map(json.loads, (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines())
    return next(line for line in lines if line["kind"] == "table")


@pytest.fixture
async def house(real_server: Server) -> AsyncIterator[Days]:
    prefix = f"storeddays{next(_numbers)}:"
    settings = Settings(redis_url=real_server.url, key_prefix=prefix, turned_clock=True)
    made = await container(settings)
    yield Days(made, prefix)
    await made.aclose()


async def loaded(house: Days, name: str) -> str:
    """Import a golden file, a second after the last that happened there; its table's id."""
    await restore(house.home.settings, str(FOLDER / f"{name}.jsonl"))
    head = line_of(name)["head"]
    stood = [head.get(field) or 0 for field in ("turn_at", "paused_at", "halted_at", "asleep_at", "ended_at")]
    then = max(*stood, (head.get("held") or {}).get("at", 0)) + SECOND
    await house.turn(then - await house.home.store.now())
    return str(head["id"])


def test_all_that_can_go_on_for_days_stands_in_a_golden_document() -> None:
    heads = [line_of(f"1/{kind}")["head"] for kind in ALL]
    assert not SAID - {field for head in heads for field in head}
    assert not OF_CHAIRS - {field for head in heads for chair in head["chairs"].values() for field in chair}
    assert set(Head.model_fields) >= SAID and set(Chair.model_fields) >= OF_CHAIRS, "what was renamed is lost"
    facts = [fact for kind in ALL for fact in line_of(f"1/{kind}")["facts"]]
    assert any(" claim " in fact for fact in facts)


@pytest.mark.parametrize("name", FILES)
async def test_nothing_of_it_is_lost(house: Days, name: str) -> None:
    table, line = await loaded(house, name), line_of(name)
    stored = await stored_of(house.home, table)
    head = json.loads(documents.dump(stored.head))
    if line["head"]["schema_no"] == documents.schema("Head"):
        whole = rules_to_dict(rules_from_dict(line["head"]["rules"]))
        assert head == line["head"] | {"rules": whole}
    assert len(stored.inbox) == len(line["inbox"])
    assert await house.home.store.facts(table, 0, -1) == tuple(line["facts"])


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(RUNNING)])
async def test_it_goes_on_to_its_end(house: Days, name: str) -> None:
    """What waits is carried out; who is away comes back, what was asked is turned down, and the match is played."""
    table = await loaded(house, name)
    await usecases.advance(house.home, table)
    head = (await stored_of(house.home, table)).head
    await house.say(table, Halt(person=0, stopped=False), *answers(head))
    await house.turn(15 * SECOND)
    while (now := await house.table(table)).head.stage is Stage.PLAYING:
        await usecases.advance(house.home, table, thinking=True)
        seat = to_act(now.match) if now.match else None
        if seat is not None and now.chair(seat).present:
            await house.move(table)
    assert now.head.stage is Stage.OVER
    await verified(house, table)


def answers(head: Head) -> list[Command]:
    people = [chair.person for chair in head.chairs.values() if chair.person is not None]
    back: list[Command] = [Return(person=person) for person in people]
    return [*back, PlayOn(person=people[0]), KeepPlaying(person=people[0]), Resume(person=people[0])]


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith("shut")])
async def test_what_was_left_of_his_time_is_left(house: Days, name: str) -> None:
    table = await loaded(house, name)
    head = (await stored_of(house.home, table)).head
    await house.say(table, Halt(person=0, stopped=False))
    now = await house.home.store.now()
    clock, nights = CLOCKS["3d"], spans_of((0, 6), "Europe/Luxembourg", now - DAY, now + 30 * DAY)
    over = deadline(await house.table(table))
    assert over is not None
    # Five hours until the first standstill, and a minute until the second; what the house took for it is seconds.
    began = head.started_at or 0
    before = spans_of((0, 6), "Europe/Luxembourg", began - DAY, began + DAY)
    assert 0 <= head.spent - ran(began, began + 5 * HOUR, before) < 60 * SECOND
    left = run_out(now, clock.move + clock.bank - head.spent - MINUTE, nights)
    assert abs(over - left) < 60 * SECOND


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(("given-up", "stopped"))])
async def test_what_is_over_is_verified_and_played_again(house: Days, name: str) -> None:
    table = await loaded(house, name)
    await verified(house, table)
    assert await retold.deal_view(house.home, table, 1) is not None
    head = (await stored_of(house.home, table)).head
    await house.say(table, *(Rematch(person=chair.person) for chair in head.chairs.values() if chair.person))
    successor = (await stored_of(house.home, table)).head.successor
    assert successor is not None
    again = (await stored_of(house.home, successor)).head
    assert (again.stage, again.clock) == (Stage.LOBBY, head.clock)


async def verified(house: Days, table: str) -> None:
    """Card by card, score by score."""
    record = await retold.export(house.home, table)
    assert record is not None
    assert not check_record(parse_record(record))
