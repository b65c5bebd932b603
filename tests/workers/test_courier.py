"""The courier's loop: one chat serially, chats side by side, urgent first, one courier at a time."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from service.bootstrap import Container, memory_container
from service.lobbies import Opening, open_table
from service.ports import Due, StoreDown
from service.surface import CARD, LOBBY, deal_key, hand_key, mention_key
from service.telegram.steps import LeaseLost
from service.telegram.surface_keys import NUMBERS
from workers.courier import URGENCY, Courier, Lanes, Lease, urgency

ANNA, CLUB = 7, -100


class Shown:
    """A `Show` that writes down what it was asked for, and does what it is told to."""

    def __init__(self, container: Container) -> None:
        self.container = container
        self.dues = list[Due]()
        self.act: Callable[[Due], None] = lambda due: None

    async def __call__(self, due: Due) -> None:
        self.dues.append(due)
        self.act(due)
        await self.container.store.finish(due, None)


class Clocks:
    """The store's time and the process's own, which may stand still."""

    def __init__(self) -> None:
        self.store = 1_800_000_000_000
        self.process = 1_000.0


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    value = Clocks()
    monkeypatch.setattr("workers.courier.time.monotonic", lambda: value.process)
    return value


@pytest.fixture
def house(clocks: Clocks) -> Container:
    return memory_container(lambda: clocks.store)


@pytest_asyncio.fixture
async def tasks() -> AsyncIterator[asyncio.TaskGroup]:
    async with asyncio.TaskGroup() as group:
        yield group


async def a_table(house: Container, message: int = 1) -> str:
    return await open_table(house, Opening(CLUB, message, None, "Club", ANNA))


async def until(so: Callable[[], bool]) -> None:
    """Let the loop turn until something is so."""
    for _ in range(400):
        if so():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


async def brief(seconds: float) -> None:
    await asyncio.sleep(0)


# lanes


async def test_a_lane_is_serial_and_takes_the_urgent_first(tasks: asyncio.TaskGroup) -> None:
    gate, done, running = asyncio.Event(), list[str | None](), [0]

    async def work(due: Due) -> None:
        running[0] += 1
        assert running[0] == 1
        await gate.wait()
        done.append(due.key)
        running[0] -= 1

    lanes = Lanes(tasks, work)
    for key in (deal_key(1), CARD, mention_key(ANNA), LOBBY):
        lanes.put("-100", Due("t", key, 1))
    gate.set()
    await until(lambda: not lanes.in_hand)
    assert done == [mention_key(ANNA), LOBBY, CARD, deal_key(1)]


async def test_a_slow_chat_holds_no_other_up(tasks: asyncio.TaskGroup) -> None:
    gate, done = asyncio.Event(), list[str]()

    async def work(due: Due) -> None:
        if due.table == "slow":
            await gate.wait()
        done.append(due.table)

    lanes = Lanes(tasks, work)
    lanes.put("1", Due("slow", CARD, 1))
    lanes.put("2", Due("quick", CARD, 1))
    await until(lambda: bool(done))
    assert done == ["quick"]
    gate.set()


async def test_a_row_claimed_again_takes_the_newer_claim(tasks: asyncio.TaskGroup) -> None:
    gate, tokens = asyncio.Event(), list[int]()

    async def work(due: Due) -> None:
        await gate.wait()
        tokens.append(due.token)

    lanes = Lanes(tasks, work)
    lanes.put("1", Due("first", CARD, 0))
    await asyncio.sleep(0)
    lanes.put("1", Due("t", CARD, 1))
    lanes.put("1", Due("t", CARD, 2))
    gate.set()
    await until(lambda: not lanes.in_hand)
    assert tokens == [0, 2]


async def test_what_is_marked_again_and_again_keeps_nothing_waiting_for_ever(
    tasks: asyncio.TaskGroup,
) -> None:
    """Where people play faster than a card is shown, the sheet of the deal that is over comes all the same."""
    done = list[str | None]()

    async def work(due: Due) -> None:
        done.append(due.key)
        if deal_key(1) not in done and len(done) < 100:
            lanes.put("-100", Due("t", CARD, len(done)))
            lanes.put("-100", Due("t", LOBBY, len(done)))

    lanes = Lanes(tasks, work)
    lanes.put("-100", Due("t", deal_key(1), 0))
    lanes.put("-100", Due("t", CARD, 0))
    await until(lambda: not lanes.in_hand)
    assert done.index(deal_key(1)) < 10


def test_a_table_wakes_last_and_unknown_keys_are_no_hurry() -> None:
    keys = [None, "hologram", deal_key(2), CARD, hand_key(1), mention_key(1)]
    order = sorted((Due("t", key, 0) for key in keys), key=urgency)
    assert [due.key for due in order][:4] == [mention_key(1), hand_key(1), CARD, deal_key(2)]


# the lease


async def test_one_courier_at_a_time_and_the_spare_takes_over(house: Container, clocks: Clocks) -> None:
    first, spare = (Lease(house.store, "courier:1", 6_000) for _ in range(2))
    assert await first.renew()
    assert not await spare.renew()
    clocks.store += 7_000
    assert await spare.renew()
    assert not await first.renew()
    assert not first.held()


async def test_who_slept_longer_than_the_lease_knows_it(house: Container, clocks: Clocks) -> None:
    """Before it asks anybody: by its own clock."""
    lease = Lease(house.store, "courier:1", 6_000)
    assert await lease.renew()
    clocks.process += 5
    assert not lease.held()


async def test_a_lease_given_up_is_free_at_once(house: Container, clocks: Clocks) -> None:
    first, spare = (Lease(house.store, "courier:1", 6_000) for _ in range(2))
    await first.renew()
    await first.give_up()
    assert not first.held()
    assert await spare.renew()


# the loop


async def run(house: Container, shown: Shown, so: Callable[[], bool], held: bool = True) -> None:
    """A courier until something is so."""
    lease = Lease(house.store, "courier:1", 60_000)
    if not held:
        await house.store.lease("courier:1", "somebody else", 60_000)
    stop = asyncio.Event()
    loop = asyncio.create_task(Courier(house, shown, lease, sleep=brief).run(stop))  # type: ignore[arg-type]
    await until(so)
    stop.set()
    await loop


async def test_it_shows_surfaces_and_wakes_tables(house: Container, clocks: Clocks) -> None:
    table = await a_table(house)
    await house.store.mark(table, [hand_key(ANNA)])
    shown = Shown(house)
    await run(house, shown, lambda: len(shown.dues) == 2)
    assert {due.key for due in shown.dues} == {LOBBY, hand_key(ANNA)}


async def test_a_spare_sends_nothing(house: Container, clocks: Clocks) -> None:
    await a_table(house)
    shown, looks = Shown(house), [0]

    def later() -> bool:
        looks[0] += 1
        return looks[0] > 100

    await run(house, shown, later, held=False)
    assert shown.dues == []


async def test_a_surface_that_cannot_be_drawn_costs_nobody_else_anything(
    house: Container, clocks: Clocks
) -> None:
    broken, fine = await a_table(house, 1), await a_table(house, 2)
    shown = Shown(house)

    def act(due: Due) -> None:
        if due.table == broken:
            raise ValueError

    shown.act = act
    await run(house, shown, lambda: {due.table for due in shown.dues} == {broken, fine})
    clocks.store += 30_001
    assert [due.table for due in await house.store.claim(10)] == [broken], (
        "its claim runs out, and it is tried again"
    )


async def test_a_store_that_is_away_is_waited_for(house: Container, clocks: Clocks) -> None:
    await a_table(house)
    shown, failures = Shown(house), [StoreDown(), StoreDown()]

    def act(due: Due) -> None:
        if failures:
            raise failures.pop()

    shown.act = act
    await run(house, shown, lambda: len(shown.dues) == 3)


async def test_a_lost_lease_ends_the_work_on_a_row(house: Container, clocks: Clocks) -> None:
    await a_table(house)
    shown = Shown(house)

    def act(due: Due) -> None:
        raise LeaseLost

    shown.act = act
    await run(house, shown, lambda: len(shown.dues) == 1)


async def test_who_is_told_that_his_lease_is_another_s_sends_nothing_more(
    house: Container, clocks: Clocks
) -> None:
    """His own clock would let him; he waits until he has asked for the lease again."""
    await a_table(house)
    shown, lease, asked = Shown(house), Lease(house.store, "courier:1", 60_000), asyncio.Event()

    def act(due: Due) -> None:
        assert lease.held()
        raise LeaseLost

    async def sleep(seconds: float) -> None:
        if seconds == lease.pace:
            await asked.wait()
        await asyncio.sleep(0)

    shown.act = act
    stop = asyncio.Event()
    loop = asyncio.create_task(Courier(house, shown, lease, sleep=sleep).run(stop))  # type: ignore[arg-type]
    await until(lambda: bool(shown.dues) and not lease.held())
    await house.store.mark(await a_table(house, 2), [CARD])
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(shown.dues) == 1
    asked.set()
    await until(lambda: len(shown.dues) > 1)
    stop.set()
    await loop


def test_every_kind_of_surface_has_an_urgency() -> None:
    """A kind that is missing would stop the courier at its first row."""
    assert set(URGENCY) == set(NUMBERS)
