"""Taps in open loop at many tables of the whole house: bot, one worker, thinker, courier, server, local Telegram.

Times are the machine's clock: a tap when the phone's request leaves; its acknowledgement and a card when their
requests reach the local Telegram, which answers them 80 ms later; a commit when the server tells of it.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from redis.asyncio import Redis

from service.adapters.keys import Keys
from service.bootstrap import Container, container
from service.settings import Settings, Sync
from service.surface import hand_key
from service.table.table import restore
from tests.bench import matches
from tests.bench.figures import Figure, p50_p99, percentile
from tests.bench.running import Running
from tests.bench.stamps import Span, Watch, slowest
from tests.sandbox.client import Control, Json

TABLES = 50
SLOW_S = 0.08
SENDS = ("sendMessage", "editMessageText", "editMessageReplyMarkup", "deleteMessage", "answerCallbackQuery")
CALM, BUSY = 5, 20
"""Taps a second."""
CALM_S, BUSY_S = 20, 20
SETTLED_S = 60
AFTER_S = 3.0


class Place(NamedTuple):
    """A table, its group, its four people."""

    table: str
    chat: int
    people: tuple[int, ...]


class Tapped(NamedTuple):
    """One tap, and when."""

    query: str
    table: str
    at: float
    ply: int


class Phones:
    """All people. Knows who is on turn, and taps for him."""

    def __init__(self, house: Container, control: Control, places: list[Place], watch: Watch) -> None:
        self._house, self._control, self._places, self.watch = house, control, places, watch
        self._chance = random.Random(11)
        self.taps: list[Tapped] = []
        self.missed = 0

    async def tap_at(self, place: Place) -> None:
        """Whoever is on turn does something legal."""
        if self.watch.waits(place.table):
            self.missed += 1
            return
        stored = await self._house.store.load(place.table)
        assert stored is not None
        table = restore(stored.head, stored.facts)
        if table.match is None:
            return
        wish = matches.move(table, self._chance)
        row = await self._house.store.row(place.table, hand_key(wish.person))
        if row is None or row.message is None:
            self.missed += 1
            return
        data = f"a:{place.table}:{wish.ply}:{wish.action}"
        card: Json = {"chat": wish.person, "id": row.message}
        began = time.time()
        self.watch.begin(place.table, wish.ply, began)
        asked = await self._control.tap(wish.person, card, data)
        self.taps.append(Tapped(asked["query_id"], place.table, began, wish.ply))

    async def at(self, pace: int, seconds: int) -> list[Tapped]:
        """So many taps a second for so long, whatever becomes of them."""
        already, tasks, began = len(self.taps), [], time.perf_counter()
        for number in range(pace * seconds):
            await asyncio.sleep(max(0.0, began + number / pace - time.perf_counter()))
            tasks.append(asyncio.create_task(self.tap_at(self._places[number % len(self._places)])))
        await asyncio.gather(*tasks)
        await asyncio.sleep(AFTER_S)
        return self.taps[already:]


async def run(sync: Sync = Sync.ALWAYS) -> list[Figure]:
    """Calm first, then busy."""
    async with Running(sync) as running:
        house = await container(running.settings)
        async with Redis.from_url(running.redis, decode_responses=True) as redis:
            places = await _people(running.control)
            await _tables(house, places)
            await _shown(house, places)
            for method in SENDS:
                await running.control.do("faults", method=method, how="slow", seconds=SLOW_S)
            await running.control.do("limits", enabled=True)
            phones = Phones(house, running.control, places, Watch(Keys(running.settings.key_prefix)))
            watching = asyncio.create_task(phones.watch.run(redis))
            try:
                floors = (lambda: _hop(running.control), redis.ping)
                calm = await _beside(phones.at(CALM, CALM_S), lambda: _look(running.control), *floors)
                before = running.cpu()
                busy = await _beside(phones.at(BUSY, BUSY_S), *floors)
                used = {name: after - before.get(name, 0.0) for name, after in running.cpu().items()}
            finally:
                watching.cancel()
            log = await running.control.log()
            await house.aclose()
    return [*_figures(phones, log, calm, busy), _processor(used, len(busy[0]))]


async def _look(control: Control) -> None:
    """What a courier cannot go below: its pause between two looks, and one request."""
    await asyncio.sleep(Settings().courier_pause_ms / 1000)
    await _hop(control)


async def _hop(control: Control) -> None:
    await control.look("clock")


Measured = tuple[list[Tapped], list[list[Span]]]


async def _beside(taps: Awaitable[list[Tapped]], *floors: Callable[[], Awaitable[object]]) -> Measured:
    """Floors are measured while the taps go on: what else the machine does disturbs both."""
    spans: list[list[Span]] = [[] for _ in floors]

    async def floor() -> None:
        while True:
            for one, work in zip(spans, floors, strict=True):
                at, began = time.time(), time.perf_counter()
                await work()
                one.append(Span(at, time.perf_counter() - began))
                await asyncio.sleep(0.05)

    beside = asyncio.create_task(floor())
    try:
        return await taps, spans
    finally:
        beside.cancel()


async def _people(control: Control) -> list[Place]:
    """Four people and a group for each table; all have pressed Start."""
    await control.do("limits", enabled=False)
    places = []
    for number in range(TABLES):
        people = [(await control.do("users", first_name=name))["id"] for name in matches.NAMES]
        chat = (await control.do("groups", title=f"Club {number}", members=people))["id"]
        await control.start(*people)
        places.append(Place("", chat, tuple(people)))
    return places


async def _tables(house: Container, places: list[Place]) -> None:
    for number, place in enumerate(places):
        for person, name in zip(place.people, matches.NAMES, strict=True):
            await house.directory.touch_person(person, started=True, name=name)
        played = matches.seated(number, place.chat, place.people)
        table = played.table.head.id
        await house.store.create(played.table.head, ("card", *map(hand_key, place.people)))
        places[number] = place._replace(table=table)


async def _shown(house: Container, places: list[Place]) -> None:
    """Until every hand lies before its player."""
    async with asyncio.timeout(SETTLED_S):
        for table, person in [(place.table, person) for place in places for person in place.people]:
            for _ in range(SETTLED_S * 10):
                row = await house.store.row(table, hand_key(person))
                if row is not None and row.message:
                    break
                await asyncio.sleep(0.1)
    await asyncio.sleep(AFTER_S)


def _figures(phones: Phones, log: list[Json], calm: Measured, busy: Measured) -> list[Figure]:
    answered = {
        c["params"].get("callback_query_id"): c["at"] for c in log if c["method"] == "answerCallbackQuery"
    }
    taps, (hops, pings) = busy
    acks, calm_acks = (
        [answered[tap.query] - tap.at for tap in some if tap.query in answered] for some in (taps, calm[0])
    )
    commits, calm_commits = _commits(phones, taps), _commits(phones, calm[0])
    shown = _shown_after(phones, log, calm[0])
    looks, calm_hops, calm_pings = calm[1]
    began, ended = calm[0][0].at, taps[0].at
    calls = sum(began <= call["at"] < ended and call["method"] in SENDS[:-1] for call in log)
    return [
        _figure(f"tap -> ack at {BUSY}/s", acks, hops, "one request", 50),
        _figure(f"tap -> committed at {BUSY}/s", commits, pings, "PING", 100),
        Figure(f"calls of the courier for a move at {CALM}/s", f"{calls / len(calm[0]):.1f}", "", "", ""),
        Figure(
            "taps that found their table not moved on, or no card",
            str(phones.missed),
            "",
            "",
            "0",
            not phones.missed,
        ),
        _figure(f"tap -> ack at {CALM}/s", calm_acks, calm_hops, "one request", 50),
        _figure(f"tap -> committed at {CALM}/s", calm_commits, calm_pings, "PING", 100),
        _figure(f"committed -> next hand card at {CALM}/s", shown, looks, "pause + request", 1000),
        _why(phones, f"slowest commits at {BUSY}/s", taps, pings),
        _why(phones, f"slowest commits at {CALM}/s", calm[0], calm_pings),
    ]


def _why(phones: Phones, name: str, taps: list[Tapped], pings: list[Span]) -> Figure:
    known = (phones.watch.done.get((tap.table, tap.ply)) for tap in taps)
    return Figure(name, slowest((one for one in known if one is not None), pings))


def _processor(used: dict[str, float], taps: int) -> Figure:
    """What a tap costs all parts together, whatever else the machine does."""
    parts = ", ".join(f"{name} {seconds / taps * 1e3:.0f}" for name, seconds in sorted(used.items()))
    return Figure(f"processor per tap at {BUSY}/s", f"{sum(used.values()) / taps * 1e3:.0f} ms: {parts}")


def _figure(name: str, spans: list[float], bare_spans: list[Span], what: str, most: int) -> Figure:
    floor = [one.took for one in bare_spans]
    slow, bare = percentile(spans, 0.99), percentile(floor, 0.99)
    return Figure(
        f"{name} (p50 / p99 of {len(spans)})",
        p50_p99(spans),
        f"{p50_p99(floor)} ({what})",
        f"{slow / bare:.1f}",
        f"p99 <= {most} ms",
        slow * 1e3 <= most,
    )


def _commits(phones: Phones, taps: list[Tapped]) -> list[float]:
    found = ((_committed(phones, tap), tap.at) for tap in taps)
    return [at - began for at, began in found if at is not None]


def _committed(phones: Phones, tap: Tapped) -> float | None:
    stamps = phones.watch.done.get((tap.table, tap.ply))
    return stamps.committed if stamps else None


def _shown_after(phones: Phones, log: list[Json], taps: list[Tapped]) -> list[float]:
    """The first call that carries a button of the following ply."""
    first: dict[tuple[str, int], float] = {}
    for call in log:
        for table, ply in _offers(call):
            first.setdefault((table, ply), call["at"])
    spans = []
    for tap in taps:
        committed = _committed(phones, tap)
        card = first.get((tap.table, tap.ply + 1))
        if committed is not None and card is not None:
            spans.append(max(0.0, card - committed))
    return spans


def _offers(call: Json) -> set[tuple[str, int]]:
    """Tables and plies of the actions on a call's buttons."""
    markup = call["params"].get("reply_markup") or {}
    rows = markup.get("inline_keyboard", []) if isinstance(markup, dict) else []
    data = [b.get("callback_data", "").split(":") for row in rows for b in row]
    return {(one[1], int(one[2])) for one in data if one[0] == "a"}
