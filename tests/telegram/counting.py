"""What a deal costs in messages, edits and rings, on the real chain: `python -m tests.telegram.counting` prints the
table of docs/performance.md. Bot, worker and courier talk HTTP to a local Telegram that keeps Telegram's limits; only
the clock is ours."""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import NamedTuple

import structlog

from engine.match import Phase
from service.table.commands import Command, Prefer, SetPlan
from service.table.model import Stage
from service.usecases import decide
from tests.sandbox.client import CLUB, Json
from tests.telegram.wing.test_match import on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, a_world, buttons, table_of

MINUTE = 60.0
SENDS, EDITS = ("sendMessage",), ("editMessageText", "editMessageReplyMarkup")
A_WHILE_S = 14
"""After a move of a day table: it can be taken back for ten seconds."""
DEALS = 4


@dataclass
class Table:
    """A table of four in a group of its own."""

    chat: int
    people: Sequence[int]
    id: str = ""
    ply: int = -1
    due: float = 0.0
    """When whoever is on turn taps."""
    passed: set[int] = field(default_factory=set)


async def seated(world: World, chat: int, people: Sequence[int], clock: str = "") -> Table:
    """A match under way, the usual suspects on their seats."""
    await world.control.start(*people)
    await world.settle()
    await world.control.say(people[0], chat, "/belote")
    await _tapped(world, chat, people, "si")
    if clock:
        await _tapped(world, chat, people[:1], "me", "clock")
        await _tapped(world, chat, people[:1], "cl", f":{clock}")
    card = await _tapped(world, chat, people[:1], "go")
    await world.turn(6)
    return Table(chat, people, table_of(card))


async def _tapped(world: World, chat: int, people: Sequence[int], kind: str, ending: str = "") -> Json:
    card: Json = {}
    for person in people:
        await world.turn(5)
        for card in reversed(await world.control.sees(people[0], chat)):
            data = [str(b.get("callback_data", "")) for b in buttons(card)]
            found = next((d for d in data if d.startswith(f"{kind}:") and d.endswith(ending)), "")
            if found:
                await world.control.tap(person, card, found)
                await world.settle()
                break
    return card


async def moved(world: World, table: Table, pace: float, *, levers: bool = False) -> bool:
    """Whoever has been on turn for `pace` seconds taps, if his buttons are there; whether one did. He takes at once,
    else plays his first legal card."""
    view = await view_of(world, table.id)
    if view.stage is not Stage.PLAYING or view.seen is None or view.seen.turn is None:
        return False
    if table.ply != view.seen.ply:
        table.ply, table.due = view.seen.ply, world.clock.now() + pace
    if world.clock.now() < table.due or view.own.by_itself:
        return False
    person = await on_turn(world, table.id)
    assert person is not None
    for card in reversed(await world.control.sees(person, person)):
        data = _wish(card, f"a:{table.id}:{view.seen.ply}:")
        if data:
            await world.control.tap(person, card, data)
            if levers and view.seen.phase is Phase.CALLING and view.seen.round == 1:
                table.passed.add(person)
            return True
    return False


def _wish(card: Json, start: str) -> str:
    acts = [b for b in buttons(card) if str(b.get("callback_data", "")).startswith(start)]
    taking = [b for b in acts if b["callback_data"].endswith(":take")]
    legal = taking or [b for b in acts if not b["text"].startswith("(")]
    return str(legal[0]["callback_data"]) if legal else ""


# --- what is counted ---


class Counts(NamedTuple):
    """Of one deal, on average. Persons' are means over the four; the busiest minute is the worst of any."""

    minutes: float
    sent: float
    edited: float
    rings: float
    hand_edits: float
    busiest_group: int
    busiest_private: int
    late: int
    """Answers 429."""


def counted(world: World, calls: list[Json], tables: Sequence[Table], deals: int, since: float) -> Counts:
    done = [call for call in calls if call["at"] >= since and call["status"] == 200]
    groups, people = [t.chat for t in tables], [p for t in tables for p in t.people]

    def of(chats: Sequence[int], methods: tuple[str, ...]) -> list[Json]:
        return [call for call in done if call["chat_id"] in chats and call["method"] in methods]

    rings = [call for call in of(people, SENDS) if not silent(call)]
    each = deals * len(tables)
    return Counts(
        (world.clock.now() - since) / MINUTE / deals,
        len(of(groups, SENDS)) / each,
        len(of(groups, EDITS)) / each,
        len(rings) / each / len(PEOPLE),
        len(of(people, EDITS)) / each / len(PEOPLE),
        max(busiest(of([chat], SENDS + EDITS), MINUTE) for chat in groups),
        max(busiest(of([person], SENDS + EDITS), MINUTE) for person in people),
        sum(call["status"] == 429 for call in calls),
    )


def silent(call: Json) -> bool:
    return str(call["params"].get("disable_notification")) in ("true", "True", "1")


def busiest(calls: Sequence[Json], seconds: float) -> int:
    """The most calls within any such stretch."""
    times = sorted(call["at"] for call in calls)
    return max(
        (sum(1 for at in times[n:] if at < first + seconds) for n, first in enumerate(times)), default=0
    )


# --- the scenes ---


async def live(pace: float, *, always: bool = False, deals: int = DEALS) -> Counts:
    """Four who sit together and take `pace` seconds a move; `always`: they want to be rung at each turn."""
    async with a_world(limits=True) as world:
        if always:
            for person in PEOPLE:
                await world.container.directory.touch_person(person, ring="always")
        table = await seated(world, CLUB, PEOPLE)
        since = world.clock.now()
        while await _deal(world, table) <= deals:
            await world.turn(1)
            await moved(world, table, pace)
        return counted(world, await world.calls(), [table], deals, since)


async def _deal(world: World, table: Table) -> int:
    view = await view_of(world, table.id)
    return view.seen.deal_no if view.seen is not None else len(view.deals) + 1


async def days(pace: float, *, levers: bool = False, deals: int = DEALS) -> Counts:
    """A table of one day a move whose people look after `pace` seconds. `levers`: their only card plays itself, and
    they lay the second round down with their first pass."""
    async with a_world(limits=True) as world:
        table = await seated(world, CLUB, PEOPLE, "1d")
        if levers:
            for person in PEOPLE:
                await _asked(world, table, Prefer(person=person, auto="on"))
        since = world.clock.now()
        while await _deal(world, table) <= deals:
            if await moved(world, table, pace, levers=levers):
                await world.turn(A_WHILE_S)
                await _lay_down(world, table)
            else:
                world.clock.turn(pace / 20)
                await world.settle()
        return counted(world, await world.calls(), [table], deals, since)


async def _lay_down(world: World, table: Table) -> None:
    for person in sorted(table.passed):
        seen = (await view_of(world, table.id, person)).seen
        if seen is not None and seen.phase is Phase.CALLING:
            plan = SetPlan(
                person=person, deal=seen.deal_no, moment=0, what="second", value="pass", ply=seen.ply
            )
            await _asked(world, table, plan)
    table.passed.clear()


async def _asked(world: World, table: Table, command: Command) -> None:
    verdict = await decide(world.container, table.id, command.person, command, None)
    assert verdict.refused is None, verdict.refused
    await world.settle()


async def at_once(number: int, pace: float, seconds: int) -> tuple[Counts, Counter[int]]:
    """So many live tables side by side for so long, and then a minute of quiet, in which all is shown. Also how many
    calls each second had."""
    async with a_world(limits=True) as world:
        tables = [await seated(world, *await _group(world, n)) for n in range(number)]
        for n, table in enumerate(tables):
            table.due = n * pace / number
        since = world.clock.now()
        for _ in range(seconds):
            await world.turn(1)
            for table in tables:
                await moved(world, table, pace)
        await world.turn(90)
        for table in tables:
            await shown(world, table)
        calls = await world.calls()
        a_second = Counter(
            int(call["at"]) for call in calls if call["at"] >= since and call["method"] in SENDS + EDITS
        )
        return counted(world, calls, tables, 1, since), a_second


async def _group(world: World, number: int) -> tuple[int, list[int]]:
    people = [
        (await world.control.do("users", first_name=f"P{number}.{seat}", language_code="en"))["id"]
        for seat in range(4)
    ]
    chat = (await world.control.do("groups", title=f"Club {number}", members=people))["id"]
    return chat, people


async def shown(world: World, table: Table) -> None:
    """The last state stands everywhere: the group names who is on turn, and he has his buttons."""
    view = await view_of(world, table.id)
    assert view.seen is not None
    person = await on_turn(world, table.id)
    assert person is not None
    hand = next(m for m in reversed(await world.control.sees(person, person)) if buttons(m))
    assert _wish(hand, f"a:{table.id}:{view.seen.ply}:")
    seen = await world.control.sees(table.people[0], table.chat)
    card = next(m for m in reversed(seen) if m["id"] > 0 and buttons(m))
    turn = next(one.name for one in view.players if one.person == person)
    assert any(line.startswith("▸") and turn in line for line in card["text"].split("\n")), card["text"]


async def main() -> None:
    scenes = {
        "live, 6 s a move": live(6),
        "same, always ringing": live(6, always=True),
        "live, 3 s a move": live(3),
        "days, no levers": days(3600),
        "days, only card and auction": days(3600, levers=True),
    }
    for name, scene in scenes.items():
        c = await scene
        print(
            f"| {name} ({c.minutes:.1f} min) | {c.sent:.1f} + {c.edited:.1f} | {c.rings:.1f} rings, "
            f"{c.hand_edits:.1f} edits | group {c.busiest_group}, private {c.busiest_private} | {c.late} |"
        )
    c, a_second = await at_once(20, 6, 180)
    print(
        "20 at once", c, "busiest second", max(a_second.values()), "mean", round(mean(a_second.values()), 1)
    )


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    asyncio.run(main())
