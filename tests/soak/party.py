"""Scripted people at many tables of a running house, who remember whatever they were told."""

import asyncio
import json
import re
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

import httpx

from tests.e2e.house import button, buttons
from tests.sandbox.client import Control, Json, Refused

SEATED = re.compile(r"You have a seat|You sit with|That is your seat already")
ACCEPTED = re.compile(r"You (play|pass|take|claim)|Your choice|Done\.")
BEGUN = re.compile(r"Here we go|has begun")
ANSWER_S, AGAIN_S = 12.0, 0.3
"""Until a tap counts as not answered; between two tries of somebody who was told that nothing moved."""
PATIENCE_S = 90.0
"""Nothing moved at a table for so long: it is stuck."""
ASKED_AGAIN_S = 15.0
"""Without a lobby after so long, /belote is sent again; without a new hand card, an unanswered tap is repeated."""
TWICE = 0.04
"""How often somebody taps two buttons at once, or one twice."""


class Stuck(Exception):
    """A table does not go on."""


class Offer(NamedTuple):
    """A hand card that lets a person act."""

    user: int
    message: Json
    actions: list[Json]


@dataclass
class Taken:
    """An acknowledged move."""

    action: str
    at: float
    committed: float | None = None


@dataclass
class Turn:
    """When a ply's buttons were seen, and when that rang."""

    shown: list[float] = field(default_factory=list)
    rings: list[float] = field(default_factory=list)


@dataclass
class Table:
    """One table as its people see it."""

    no: int
    chat: int
    people: list[int]
    id: str = ""
    lobby: Json | None = None
    offers: dict[int, Offer] = field(default_factory=dict)
    turns: defaultdict[int, Turn] = field(default_factory=lambda: defaultdict(Turn))
    taken: dict[int, Taken] = field(default_factory=dict)
    deals: set[str] = field(default_factory=set)
    over: bool = False
    faults: list[str] = field(default_factory=list)
    unanswered: int = 0
    moved: asyncio.Event = field(default_factory=asyncio.Event)

    def saw(self, event: Json, now: float) -> None:
        """Take note of one of the bot's messages."""
        message = event["message"]
        if message["chat"] == self.chat:
            self._group(message)
        else:
            self._hand(message, bool(event.get("ring")), now)
        self.moved.set()

    def _group(self, message: Json) -> None:
        if button(message, "si") or button(message, "go") or button(message, "me"):
            self.lobby = message
        if (why := button(message, "wh")) is not None:
            self.deals.add(why)
        self.over = self.over or button(message, "re") is not None

    def _hand(self, message: Json, rang: bool, now: float) -> None:
        actions = [b for b in buttons(message) if b.get("callback_data", "").startswith("a:")]
        if not actions:
            return
        ply, turn = ply_of(actions[0]), self.turns[ply_of(actions[0])]
        turn.shown.append(now)
        if rang:
            turn.rings.append(now)
        self.offers[ply] = Offer(message["chat"], message, actions)

    async def next_event(self) -> None:
        """Raises `Stuck` when nothing more comes."""
        self.moved.clear()
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self.moved.wait()
        except TimeoutError:
            raise Stuck(self.where()) from None

    def where(self) -> str:
        """How it stands, for a report."""
        last = max(self.taken, default=None)
        told = "no move yet" if last is None else f"ply {last} ({self.taken[last].action}) was the last taken"
        lost = [ply for ply, one in self.taken.items() if one.committed is None]
        return f"does not go on: {told}" + (f", plies {lost} not committed" if lost else "")


def ply_of(action: Json) -> int:
    return int(action["callback_data"].split(":")[2])


class Party:
    """All the tables, and the one pair of eyes for all their people."""

    def __init__(self, control: Control, url: str, seed: int) -> None:
        self.control = control
        self.url = url
        self.seed = seed
        self.tables: list[Table] = []
        self._chats: dict[int, Table] = {}
        self._ids: dict[str, Table] = {}

    async def invite(self, tables: int, people: int) -> None:
        """Groups of four (every third of them two, with computers) drawn in turn from so many people."""
        users = [
            (await self.control.do("users", first_name=f"P{n}", language_code="en"))["id"]
            for n in range(people)
        ]
        await self.control.start(*users)
        for no in range(tables):
            seats = [users[(4 * no + n) % people] for n in range(2 if no % 3 == 2 else 4)]
            chat = (await self.control.do("groups", title=f"Group {no}", members=seats))["id"]
            self.tables.append(Table(no, chat, seats))
            self._chats[chat] = self.tables[-1]

    async def watch(self, ready: asyncio.Event) -> None:
        """Read the stream of everything that anybody sees, until cancelled."""
        async with (
            httpx.AsyncClient(trust_env=False, timeout=None) as client,
            client.stream("GET", f"{self.url}/control/events") as response,
        ):
            async for event in _events(response.aiter_lines()):
                ready.set()
                if event["type"] in ("message", "edit") and event["message"]["from"]["is_bot"]:
                    self._route(event)

    def _route(self, event: Json) -> None:
        message = event["message"]
        table = self._chats.get(message["chat"])
        named = _table_named(message)
        if table is not None and named:
            table.id = table.id or named
            self._ids[named] = table
        table = table or self._ids.get(named)
        if table is not None:
            table.saw(event, time.monotonic())

    async def tap(self, table: Table, user: int, message: Json, data: str) -> str:
        """The toast; empty where none came."""
        try:
            told = await self.control.tap(user, message, data, wait=ANSWER_S)
        except (Refused, httpx.HTTPError):
            return ""
        if told["answer"] is None:
            table.unanswered += 1
            return ""
        return str(told["answer"].get("text") or "")

    # --- the lobby

    async def open(self, table: Table, whole: bool) -> None:
        """From /belote to the first card."""
        while table.lobby is None:
            await self.control.say(table.people[0], table.chat, "/belote")
            with suppress(TimeoutError):
                async with asyncio.timeout(ASKED_AGAIN_S):
                    await table.moved.wait()
            table.moved.clear()
        for user in table.people:
            await self._until(table, user, "si", SEATED)
        if whole:
            await self._short(table)
        await self._until(table, table.people[0], "go", BEGUN)

    async def _short(self, table: Table) -> None:
        """To 501, as the lobby's menu offers it, and back from the menu."""
        async with asyncio.timeout(PATIENCE_S):
            while table.lobby and "501" not in table.lobby["text"]:
                await self._lobby_tap(table, "op", "me")
            while table.lobby and not button(table.lobby, "go"):
                await self._lobby_tap(table, "me")

    async def _lobby_tap(self, table: Table, *kinds: str) -> None:
        lobby = table.lobby
        data = next((data for kind in kinds if lobby and (data := button(lobby, kind))), None)
        if lobby and data:
            await self.tap(table, table.people[0], lobby, data)
        await asyncio.sleep(1.0)

    async def _until(self, table: Table, user: int, kind: str, told: re.Pattern[str]) -> None:
        give_up, said = time.monotonic() + PATIENCE_S, "no button"
        while time.monotonic() < give_up:
            lobby = table.lobby
            data = button(lobby, kind) if lobby else None
            if lobby and data:
                said = await self.tap(table, user, lobby, data)
            if table.offers or told.search(said):
                return
            await asyncio.sleep(AGAIN_S)
        raise Stuck(f"the lobby takes no {kind!r}: {said!r} was said last")

    # --- the match

    async def play(self, table: Table, deals: int) -> None:
        """Tap whenever a card lets somebody, until so many deals are written (0: until the match is over)."""
        rng = Random(f"{self.seed} {table.no}")
        while not (table.over or (deals and len(table.deals) >= deals)):
            ply = max(table.offers, default=-1)
            if ply < 0 or ply in table.taken:
                await table.next_event()
                continue
            await self._move(table, table.offers[ply], rng)
            if ply not in table.taken and not await _changed(table):
                self._still_patient(table, ply)

    def _still_patient(self, table: Table, ply: int) -> None:
        if time.monotonic() - table.turns[ply].shown[-1] > PATIENCE_S:
            raise Stuck(f"nobody takes ply {ply}; {table.where()}")

    async def _move(self, table: Table, offer: Offer, rng: Random) -> None:
        wanted = [_choice(offer.actions, rng)]
        if rng.random() < TWICE:
            wanted.append(rng.choice(offer.actions))
        taps = (self._act(table, offer, action["callback_data"]) for action in wanted)
        await asyncio.gather(*taps)

    async def _act(self, table: Table, offer: Offer, data: str) -> None:
        told = await self.tap(table, offer.user, offer.message, data)
        if not ACCEPTED.match(told):
            return
        ply, action = int(data.split(":")[2]), data.split(":", 3)[3]
        known = table.taken.setdefault(ply, Taken(action, time.monotonic()))
        if known.action != action:
            table.faults.append(f"two moves acknowledged at ply {ply}: {known.action}, {action}")


def _choice(actions: list[Json], rng: Random) -> Json:
    """Take what stands out in the auction, else anything."""
    primary = [one for one in actions if one.get("style") in ("primary", "success")]
    return primary[0] if primary and len(primary) < len(actions) else rng.choice(actions)


async def _changed(table: Table) -> bool:
    """Somebody who was not believed looks at his card for a moment."""
    table.moved.clear()
    with suppress(TimeoutError):
        async with asyncio.timeout(AGAIN_S):
            return await table.moved.wait()
    return False


async def _events(lines: AsyncIterator[str]) -> AsyncIterator[Json]:
    async for line in lines:
        if line.startswith("data: "):
            yield json.loads(line[6:])


def _table_named(message: Json) -> str:
    """The table that a message's buttons speak of."""
    found: Iterable[str] = (b["callback_data"] for b in buttons(message) if "callback_data" in b)
    tables = (data.split(":")[1] for data in found)
    return next((table for table in tables if len(table) > 1), "")
