"""The one process that looks at what is due: it shows surfaces and wakes tables.

One courier per bot token sends everything, from one event loop: serial in a chat, side by side between chats. A second
one waits as a spare. What it knows of Telegram's limits lives in its memory; everything else is in the store, so it
may be killed at any moment.
"""

import asyncio
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import structlog
from telegram.error import InvalidToken

from service.bootstrap import Container, container
from service.ports import Due, Fence, StoreDown, TableStore, TooNew
from service.settings import Settings
from service.telegram.client import bot_known, insist, make_bot
from service.telegram.gateway import Gateway
from service.telegram.lifetime import heartbeat, stop_signal
from service.telegram.limits import Limits
from service.telegram.mailbox import Sleep
from service.telegram.show import Show
from service.telegram.steps import LeaseLost
from service.telegram.surface_keys import INLINE, parse_key

log = structlog.get_logger(__name__)

IN_HAND = 400
"""Claimed rows in memory at most. They are claimed again after 30 s, so none may wait here for long."""
MISFORTUNE = 1.0
"""Seconds after a store that could not be asked."""
PERSISTENCE = 20
"""How often a row is tried while the store is away; after that its claim has run out anyway."""
LAST_CALLS = 8.0
"""Seconds that sends under way get to finish when the courier is told to stop."""
BATCH = 100
OFTEN = 5
"""Whoever was passed over so often in his lane is next."""
REMEMBERED = 100_000
URGENCY = {
    "mention": 0, "hand": 1, "mine": 1, "lobby": 2, "end": 2, "digest": 2, "review": 2, "gone": 2, "card": 3,
    "inline": 3, "deal": 4,
}  # fmt: skip


class Lease:
    """The right to send for one bot, by this process's own clock: who slept too long knows that it is gone."""

    def __init__(self, store: TableStore, name: str, milliseconds: int, place: str = "") -> None:
        """`place`: what only one process at a time is started for, so that the next need not wait for a dead one."""
        self._store = store
        self._name = name
        self._milliseconds = milliseconds
        self._holder = f"{place}/{uuid.uuid4().hex}" if place else uuid.uuid4().hex
        self._until = 0.0

    @property
    def fence(self) -> Fence:
        """For the store, which knows better than our clock whose the lease is."""
        return Fence(self._name, self._holder)

    def lost(self) -> None:
        """The store says that it is somebody else's; until it is asked for again nothing is sent."""
        self._until = 0.0

    def held(self) -> bool:
        return time.monotonic() < self._until

    async def renew(self) -> bool:
        """Take or keep it. What counts is when it was asked for, not when the answer came."""
        asked = time.monotonic()
        if await self._store.lease(self._name, self._holder, self._milliseconds):
            self._until = asked + self._milliseconds * 0.8 / 1000
        else:
            self._until = 0.0
        return self.held()

    async def give_up(self) -> None:
        """So that a spare need not wait for its end. Where the store is away, it does."""
        self._until = 0.0
        with suppress(StoreDown):
            await self._store.release(self._name, self._holder)

    @property
    def pace(self) -> float:
        """Seconds between renewals: a few may fail."""
        return self._milliseconds / 4000


class Lanes:
    """One lane per chat: what is claimed for it, the most urgent first and one after the other."""

    def __init__(self, tasks: asyncio.TaskGroup, work: Callable[[Due], Awaitable[None]]) -> None:
        self._tasks = tasks
        self._work = work
        self._lanes: dict[str, dict[tuple[str, str | None], Due]] = {}
        self._drives: set[asyncio.Task[None]] = set()

    @property
    def in_hand(self) -> int:
        """Rows that wait, and one under way for each lane."""
        return sum(len(lane) + 1 for lane in self._lanes.values())

    def put(self, lane: str, due: Due) -> None:
        """A row that waits here already keeps its place and takes the newer claim."""
        waiting = self._lanes.get(lane)
        if waiting is None:
            waiting = self._lanes[lane] = {}
            drive = self._tasks.create_task(self._drive(lane, waiting))
            self._drives.add(drive)
            drive.add_done_callback(self._drives.discard)
        waiting[due.table, due.key] = due

    def abandon(self) -> None:
        """Let go of what is still under way; its claims run out, and the next courier shows it."""
        for drive in self._drives:
            drive.cancel()

    async def _drive(self, lane: str, waiting: dict[tuple[str, str | None], Due]) -> None:
        """Empty a lane and vanish. Nothing is awaited between the last look and the removal."""
        passed = Counter[tuple[str, str | None]]()
        while waiting:
            due = _next(waiting, passed)
            del waiting[due.table, due.key]
            await self._work(due)
        del self._lanes[lane]


def _next(waiting: Mapping[tuple[str, str | None], Due], passed: Counter[tuple[str, str | None]]) -> Due:
    """The most urgent; but a card that is marked again while it is shown keeps no sheet waiting for ever."""
    first = min(waiting, key=lambda one: -1 if passed[one] >= OFTEN else urgency(waiting[one]))
    passed.update(waiting.keys() - {first})
    del passed[first]
    return waiting[first]


def urgency(due: Due) -> int:
    """Who waits for it: a player for his hand, everybody for the table, nobody for an old deal's sheet."""
    key = parse_key(due.key) if due.key else None
    return URGENCY[key.kind] if key else len(URGENCY)


class Courier:
    """The loop: keep the lease, claim what is due, put it into its chat's lane."""

    def __init__(self, container: Container, show: Show, lease: Lease, sleep: Sleep = asyncio.sleep) -> None:
        self._store = container.store
        self._queue = container.queue
        self._newer = container.newer
        self._show = show
        self._lease = lease
        self._sleep = sleep
        self._pause = container.settings.courier_pause_ms / 1000
        self._chats: dict[str, int] = {}
        """Which group a table belongs to, for its lane only."""

    async def run(self, stop: asyncio.Event) -> None:
        """Until told to stop; sends under way are finished."""
        async with asyncio.TaskGroup() as tasks:
            lanes = Lanes(tasks, self._work)
            renewal = tasks.create_task(self._keep_lease())
            while not stop.is_set():
                if not (self._lease.held() and await self._look(lanes)):
                    await self._sleep(self._pause)
            await self._finish(lanes)
            renewal.cancel()

    async def _finish(self, lanes: Lanes) -> None:
        give_up = time.monotonic() + LAST_CALLS
        while lanes.in_hand and time.monotonic() < give_up:
            await self._sleep(self._pause)
        lanes.abandon()

    async def _keep_lease(self) -> None:
        on_duty: bool | None = None  # the first look is told too: a spare says that it is one
        while True:
            try:
                held = await self._lease.renew()
            except StoreDown:
                held = self._lease.held()
            if held is not on_duty:
                on_duty = held
                log.info("on duty" if on_duty else "spare")
                if on_duty:
                    await self._take_over()
            await self._sleep(self._lease.pace)

    async def _take_over(self) -> None:
        """The last courier may have died with rows in hand; their claims would run out only after half a minute."""
        with suppress(StoreDown):
            freed = await self._store.unclaim()
            if freed:
                log.info("took over", rows=freed)

    async def _look(self, lanes: Lanes) -> bool:
        """Claim and distribute. True: there may be more at once."""
        room = max(0, min(BATCH, IN_HAND - lanes.in_hand))
        try:
            claimed = await self._store.claim(room)
            for due in claimed:
                lanes.put(await self._lane(due), due)
        except StoreDown:
            log.warning("store down")
            await self._sleep(MISFORTUNE)
            return False
        return bool(room) and sum(due.key is not None for due in claimed) == room

    async def _lane(self, due: Due) -> str:
        key = parse_key(due.key) if due.key else None
        if key is None:
            return f"table:{due.table}"
        if key.reader:
            return str(key.reader)
        if key.kind == INLINE:
            return f"{due.table}:{due.key}"
        if due.table not in self._chats:
            try:
                stored = await self._store.load(due.table)
            except (StoreDown, TooNew, ValueError):
                # What cannot be read costs this row its place among its chat's, and no other row anything: showing it
                # meets the same fault, and says so.
                return f"table:{due.table}"
            if len(self._chats) > REMEMBERED:
                self._chats.clear()
            self._chats[due.table] = stored.head.chat if stored else 0
        return str(self._chats[due.table])

    async def _work(self, due: Due) -> None:
        """One row. A fault of ours costs this row a while and no other row anything; it is claimed again by itself."""
        try:
            for _ in range(PERSISTENCE):
                if await self._tried(due) or not self._lease.held():
                    return
                await self._sleep(MISFORTUNE)
        except LeaseLost:
            self._lease.lost()
        except InvalidToken:
            raise
        except Exception:
            log.exception("not shown", table=due.table, surface=due.key)

    async def _tried(self, due: Due) -> bool:
        """False: the store could not be asked."""
        try:
            await (self._queue.advance(due.table) if due.key is None else self._show(due))
        except StoreDown:
            return False
        except TooNew as fault:
            # Its claim runs out, and whoever is courier by then may know it.
            if self._newer(due.table):
                log.warning("left to a newer release", table=due.table, why=str(fault))
        return True


async def courier(settings: Settings, place: str = "") -> None:
    """The courier's life in one event loop."""
    stop = stop_signal()
    house = await container(settings)
    bot = make_bot(settings)
    try:
        if not await insist(stop, bot.initialize):
            return
        lease = Lease(house.store, f"courier:{bot.id}", settings.courier_lease_ms, place)
        limits = Limits(settings.sends_per_second, settings.group_sends_per_minute)
        show = Show(house, Gateway(bot), limits, bot.username, lease.held, fence=lease.fence)
        async with asyncio.TaskGroup() as tasks:
            beating = tasks.create_task(heartbeat(house.store, "courier"))
            await Courier(house, show, lease).run(stop)
            beating.cancel()
        await lease.give_up()
    finally:
        await bot.shutdown()
        await house.aclose()


def run_courier(settings: Settings, place: str = "") -> None:
    """The process: until SIGTERM or SIGINT."""
    with bot_known():
        asyncio.run(courier(settings, place))
