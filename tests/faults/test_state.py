"""State, queue and time: cases 24 to 30 and 46 of other people's trackers, after seconds and after days."""

import asyncio
from copy import copy
from typing import Any

import pytest
from telegram import Bot

from service.lobbies import Opening, open_table
from service.ports import Commit, Due, Fence
from service.sandbox.faults import How
from service.surface import CARD
from service.table.clock import DAY, HOUR, MINUTE
from service.table.commands import Return, SetClock, Start
from service.table.model import Stage
from service.telegram.errors import Answer, Outcome
from service.telegram.gateway import Gateway
from service.telegram.messages import Message
from service.telegram.show import Show
from service.telegram.steps import LeaseLost
from service.usecases import advance, decide, house
from tests.faults.paces import (
    PACES,
    QUIET_WEEK,
    Pace,
    begun,
    counted,
    leap,
    left,
    moved,
    owed,
    rest,
)
from tests.faults.worlds import live, make_mortal, ply, rings, wish
from tests.sandbox.client import ANNA, BEN, CLUB
from tests.telegram.wing.test_match import move, on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, a_world
from tests.workers.test_courier import Clocks
from workers.courier import Lease

MOVES = 44


async def facts(world: World, table: str) -> tuple[str, ...]:
    """All that happened, without the times, which a death may delay."""
    lines = await world.container.store.facts(table, 0, -1)
    return tuple(line.partition(" ")[2] for line in lines)


async def undisturbed(moves: int, pace: Pace) -> tuple[tuple[str, ...], int | None]:
    """What is written down, and what is left of the time of who is on turn."""
    async with a_world() as world:
        table = await begun(world, pace)
        for _ in range(moves):
            await move(world, table)
            await undisturbed_rest(world, pace)
        return await facts(world, table), await left(world, table)


async def undisturbed_rest(world: World, pace: Pace) -> None:
    """So long that the last trick plays itself, here as there."""
    await rest(world, pace)
    await world.turn(90 if pace.clock else 40)


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_24_killed_at_every_step_of_a_scripted_game(pace: Pace) -> None:
    """Bot, worker and courier die together at the first step of the first tap, at the second step of the second and so
    on, through more than a deal. Afterwards the facts are those of the game in which nobody died, and so is the time
    that is left; no turn went unseen, and nobody was rung more than once too often for each death."""
    expected, over = await undisturbed(MOVES, pace)
    async with a_world() as world:
        table = await begun(world, pace)
        life, deaths, ended = make_mortal(world), 0, set[str]()
        before = sum([await rings(world, person) for person in PEOPLE])
        for number in range(1, MOVES + 1):
            life.begin(None)
            person, hand, data = await wish(world, table)
            await world.control.tap(person, hand, data)
            life.begin(number)
            if not await live(world, lambda: counted(world, pace)):
                deaths += 1
                ended.add(life.last)
            life.begin(None)
            assert await live(world, lambda: undisturbed_rest(world, pace))
        assert await facts(world, table) == expected
        now = await left(world, table)
        assert (now is None) == (over is None)
        assert now is None or over is None or abs(now - over) < MINUTE, "a death costs nobody time"
        assert deaths > 30
        assert {"before submit", "after submit", "before commit", "after commit"} <= ended
        total = sum([await rings(world, person) for person in PEOPLE]) - before
        assert MOVES * 0.7 <= total <= MOVES + deaths


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_25_updates_again_doubled_and_out_of_order(world: World, pace: Pace) -> None:
    """Everything Telegram ever delivered comes once more, twice and backwards, to a bot that has just started: nothing
    changes."""
    table = await begun(world, pace)
    for _ in range(3):
        await moved(world, table, pace)
    before = await world.container.store.load(table)
    tables = await world.container.store.tables_in(CLUB)
    world.sandbox.updates.unruly.copies = 2
    world.sandbox.updates.unruly.reversed = True
    assert world.sandbox.updates.again(1000) > 10
    assert await live(world, lambda: world.turn(10))
    after = await world.container.store.load(table)
    assert before is not None
    assert after is not None
    assert after.facts == before.facts
    assert after.head.chairs == before.head.chairs
    assert after.head.clock == before.head.clock
    assert await world.container.store.tables_in(CLUB) == tables


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_25_ids_that_jump_back_are_new(world: World, pace: Pace) -> None:
    """After a quiet week Telegram counts from anywhere: a tap with a low id is a tap."""
    table = await begun(world, pace)
    if pace.clock:
        await leap(world, QUIET_WEEK)
    before = await ply(world, table)
    world.sandbox.updates.jump(17)
    await moved(world, table, pace)
    assert await ply(world, table) == before + 1


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_26_one_job_twice_at_once_commits_once(real: World, pace: Pace) -> None:
    """The same job on eight workers at the same moment, for a card that was tapped or for somebody whose time is over:
    the table takes one step."""
    table = await begun(real, pace)
    if pace.clock:
        over = await left(real, table)
        assert over is not None
        real.clock.turn(over / 1000 + 1)
        await real.tell_time()
    else:
        person, hand, data = await wish(real, table)
        await real.control.tap(person, hand, data)
        await real.intake()
    before = await real.container.store.load(table)
    await asyncio.gather(*(advance(real.container, table) for _ in range(8)))
    after = await real.container.store.load(table)
    assert before is not None
    assert after is not None
    assert (after.version, len(after.facts), after.inbox) == (before.version + 1, len(before.facts) + 1, ())


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_27_two_clocks_ring_once(world: World, pace: Pace) -> None:
    """Two couriers look at the same moment at a ring, or a reminder, that is due: one claims it, one message comes."""
    _, due_in = await owed(world, pace)
    before = await rings(world, ANNA)
    world.clock.turn((due_in + 30_000) / 1000)
    spare = copy(world)
    spare.show = Show(world.container, Gateway(world.bot), world.limits, "RebeloteBot")
    for _ in range(5):
        await asyncio.gather(world.deliver(), spare.deliver())
    await world.turn(60)
    assert await rings(world, ANNA) == before + 1


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_27_a_clock_that_was_down_rings_if_it_is_still_true(world: World, pace: Pace) -> None:
    """Nobody looks for an hour, or for many; then somebody does."""
    table, due_in = await owed(world, pace)
    before = await rings(world, ANNA)
    await leap(world, due_in + (20 if pace.clock else 1) * HOUR)
    assert await rings(world, ANNA) == before + 1
    assert await on_turn(world, table) == ANNA


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_27_a_clock_that_was_down_over_the_end_reminds_of_nothing(
    world: World, pace: Pace
) -> None:
    """When somebody looks again, what was due is true no more: she has played, or her time is over."""
    table, due_in = await owed(world, pace)
    then = await ply(world, table)
    if pace.clock:
        over = await left(world, table)
        assert over is not None
        due_in = over
    else:
        await move(world, table)
    await leap(world, due_in + HOUR)
    assert await ply(world, table) > then
    assert not [m for m in await world.control.sees(ANNA, ANNA) if m["text"].startswith("⏳ Bis")]


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_28_no_ring_for_a_turn_that_was_just_played(world: World, pace: Pace) -> None:
    """The ring, or the reminder, is due, and the turn was played a second before: none is sent, then or later."""
    table, due_in = await owed(world, pace)
    before = await rings(world, ANNA)
    world.clock.turn((due_in - 1_000) / 1000)
    await world.deliver()
    person, hand, data = await wish(world, table)
    assert person == ANNA
    await world.control.tap(ANNA, hand, data)
    await world.intake()
    await world.work()
    world.clock.turn(1.5)
    await world.deliver()
    assert await rings(world, ANNA) == before


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_28_no_ring_once_the_game_is_over(world: World, pace: Pace) -> None:
    """The table ended in the meantime."""
    table, due_in = await owed(world, pace)
    before = await rings(world, ANNA)
    await world.control.say(ANNA, CLUB, "/cancel")
    await world.settle()
    await world.tap(ANNA, await world.card(), "", kind="ca")
    await world.settle()
    assert (await view_of(world, table)).stage is Stage.CANCELLED
    await leap(world, due_in + 120_000)
    await world.turn(10)
    assert await rings(world, ANNA) == before


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_29_who_slept_over_his_lease_commits_nothing(real: World, pace: Pace) -> None:
    """A worker loads a table and is put to sleep; another one moves it on. What the first one then wants to write is
    refused, whole, and it decides anew."""
    table = await begun(real, pace)
    slept = await real.container.store.load(table)
    assert slept is not None
    await moved(real, table, pace)
    after = await real.container.store.load(table)
    late = Commit(slept.version, 0, slept.head, ("0 N pass person",), None, frozenset({CARD}))
    assert not await real.container.store.commit(table, late)
    again = await real.container.store.load(table)
    assert after is not None
    assert again is not None
    assert (again.version, again.facts) == (after.version, after.facts)
    assert again.due == after.due, "who is waited for is waited for"


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_29_a_courier_that_wakes_without_its_lease_sends_nothing(
    world: World, pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was paused for longer than the lease, at work: by its own clock it knows, before each send."""
    table = await begun(world, pace)
    clocks = Clocks()
    monkeypatch.setattr("workers.courier.time.monotonic", lambda: clocks.process)
    lease = Lease(world.container.store, "courier:1", 6_000)
    assert await lease.renew()
    show = Show(world.container, Gateway(world.bot), world.limits, "RebeloteBot", lease.held)
    await world.container.store.request_repost(table, CARD)
    clocks.process += 6 + pace.between
    world.clock.turn(6 + pace.between)
    before = len(await world.calls())
    with pytest.raises(LeaseLost):
        await show(Due(table, CARD, 0))
    assert len(await world.calls()) == before
    assert await lease.renew()
    await show(Due(table, CARD, 0))
    assert len(await world.calls()) > before


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_29_a_courier_put_to_sleep_between_its_call_and_its_row_writes_nothing(
    real: World, pace: Pace
) -> None:
    """Its own clock slept too, so that it takes the lease for its own. Its successor has sent the card meanwhile: that
    row stays, the sleeper ends with `LeaseLost`, and the next change edits the successor's card and no other."""
    table = await begun(real, pace)
    store, first, second = real.container.store, Fence("courier:1", "a"), Fence("courier:1", "b")
    await store.lease("courier:1", "a", 6_000)
    sleeper = Show(real.container, (gateway := Sleepy(real.bot)), real.limits, "RebeloteBot", fence=first)
    await store.request_repost(table, CARD)
    asleep = asyncio.create_task(sleeper(Due(table, CARD, 0)))
    await asyncio.wait_for(gateway.asleep.wait(), 5)

    real.clock.turn(31 + pace.between)
    await real.tell_time()
    assert await store.lease("courier:1", "b", 6_000)
    real.show = Show(real.container, Gateway(real.bot), real.limits, "RebeloteBot", fence=second)
    await real.settle()
    written = await store.row(table, CARD)
    gateway.wake.set()
    with pytest.raises(LeaseLost):
        await asleep
    assert await store.row(table, CARD) == written
    await move(real, table)
    await real.turn(5)
    card = await store.row(table, CARD)
    assert card is not None
    assert written is not None
    assert card.message == written.message


class Sleepy(Gateway):
    """A gateway whose process is put to sleep right after its first message was sent."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self.asleep, self.wake = asyncio.Event(), asyncio.Event()

    async def send(self, *values: Any, **more: Any) -> Answer:
        answer = await super().send(*values, **more)
        self.asleep.set()
        await self.wake.wait()
        return answer


async def test_case_30_a_thousand_messages_and_a_line_that_is_cut(world: World) -> None:
    """One loop, one bot, a thousand messages, its line refused in the middle and open again: none is lost, none comes
    twice, and the loop is never closed."""
    gateway, refused = Gateway(world.bot), 0
    for number in range(1000):
        if number == 500:
            world.sandbox.line.refuse()
            cut = await gateway.send(CLUB, None, Message("never"), ring=False)
            assert cut.outcome in (Outcome.UNCERTAIN, Outcome.DOWN), (
                "a connection that was open may just have died"
            )
            for _ in range(3):
                answer = await gateway.send(CLUB, None, Message("never"), ring=False)
                assert answer.outcome is Outcome.DOWN
                refused += 1
            await world.sandbox.line.answer()
        answer = await gateway.send(CLUB, None, Message(f"message {number}"), ring=False)
        assert answer.outcome is Outcome.DONE, number
    said = [m["text"] for m in await world.control.sees(ANNA, CLUB) if m["text"].startswith("message")]
    assert said == [f"message {number}" for number in range(1000)]
    assert refused == 3


async def test_case_30_a_connection_that_is_dropped_leaves_a_doubt_and_a_working_bot(world: World) -> None:
    gateway = Gateway(world.bot)
    world.sandbox.faults.add(How.DROP, method="sendMessage", times=1)
    assert (await gateway.send(CLUB, None, Message("x"), ring=False)).outcome is Outcome.UNCERTAIN
    assert (await gateway.send(CLUB, None, Message("x"), ring=False)).outcome is Outcome.DONE


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_30_a_second_courier_takes_over_within_ten_seconds(
    world: World, pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first is killed, after a while or after days on duty, and says nothing: its lease ends by itself, and the
    spare has it within ten seconds."""
    clocks = Clocks()
    monkeypatch.setattr("workers.courier.time.monotonic", lambda: clocks.process)
    span = world.container.settings.courier_lease_ms
    first, spare = (Lease(world.container.store, "courier:1", span) for _ in range(2))
    assert await first.renew()
    for _ in range(3):
        world.clock.turn(pace.between)
        clocks.process += pace.between
        assert await first.renew(), "nobody was quicker"
    assert not await spare.renew()
    waited = 0.0
    while not await spare.renew():
        waited += spare.pace
        world.clock.turn(spare.pace)
        clocks.process += spare.pace
    assert waited < 10
    assert not first.held()


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_46_when_all_people_have_left_the_computers_stop(world: World, pace: Pace) -> None:
    """Nothing is played however long nobody is there; who comes back finds it as it was."""
    table = await begun(world, pace, (ANNA, BEN))
    for person in (ANNA, BEN):
        await world.control.say(person, CLUB, "/leave")
        await world.settle()
    await world.turn(5)
    before = await facts(world, table)
    stored = await world.container.store.load(table)
    assert stored is not None and stored.head.asleep_at is not None
    if pace.clock:
        await leap(world, 29 * DAY)
    else:
        await world.turn(120)
    assert await facts(world, table) == before
    await decide(world.container, table, BEN, Return(person=BEN), None)
    await world.turn(10)
    assert len(await facts(world, table)) > len(before) or await on_turn(world, table) == BEN


@pytest.mark.parametrize("pace", PACES, ids=str)
async def test_case_46_a_table_of_computers_only_plays_on(world: World, pace: Pace) -> None:
    """As the arena and tests use it: nobody has left there."""
    opening = Opening(CLUB, 77, None, "Club", 0, "two-player")
    table = await open_table(world.container, opening)
    await house(world.container, table, SetClock(person=0, clock=pace.clock))
    await house(world.container, table, Start(person=0, revision=9))
    await world.turn(10)
    assert (await view_of(world, table)).stage is Stage.OVER
