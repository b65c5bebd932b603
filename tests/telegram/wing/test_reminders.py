"""Reminders and quiet hours in the chats: hours pass in a moment, and who is rung is counted."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from service.surface import hand_key
from service.table.clock import CLOCKS, HOUR, MINUTE
from service.table.commands import Holiday, Nudge, Prefer, SetClock
from service.telegram.show import Show
from service.usecases import decide
from tests.faults.worlds import rings
from tests.sandbox.client import Json
from tests.telegram.wing.test_match import move, on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, a_world, buttons, table_of

ALLOWED = CLOCKS["8h"].move + CLOCKS["8h"].bank
FIRST = ALLOWED * 8 // 10
BERLIN = "Europe/Berlin"


async def timed(world: World, *people: int, clock: str = "8h") -> tuple[str, int]:
    """A running match with a clock, and who is on turn in it, long after anybody tapped anything."""
    people = people or PEOPLE
    await world.control.start(*people)
    await world.settle()
    card = await world.lobby(*people)
    table = table_of(card)
    for person in people:
        await decide(world.container, table, person, Prefer(person=person, at_once=True), None)
    await decide(world.container, table, people[0], SetClock(person=people[0], clock=clock), None)
    await world.turn(6)
    await world.tap(people[0], await world.card(), "", kind="go")
    await world.turn(90)
    first = await on_turn(world, table)
    assert first is not None
    return table, first


async def pass_time(world: World, milliseconds: int) -> None:
    """In one leap, and a moment for what follows from it."""
    world.clock.turn(milliseconds / 1000)
    await world.settle()


async def until_reminder(world: World, table: str) -> int:
    """The milliseconds that are left until the first reminder of the present turn."""
    stored = await world.container.store.load(table)
    assert stored is not None
    return stored.head.turn_at + FIRST - world.clock()


async def hand_text(world: World, person: int) -> str:
    return str((await world.hand(person))["text"])


def below(message: Json) -> list[str]:
    """The card under its first line, without the deadline, which the reminder has in it."""
    lines = (re.sub("(^| · )bis [^·]*16:00.*", "", line) for line in message["text"].splitlines()[1:])
    return [line for line in lines if line]


def labels(message: Json) -> list[str]:
    return [str(button["text"]) for button in buttons(message)]


async def test_a_reminder_is_the_hand_card_anew_with_what_is_left(world: World) -> None:
    table, person = await timed(world)
    old, before = await world.hand(person), await rings(world, person)
    await pass_time(world, await until_reminder(world, table) - 1)
    assert await rings(world, person) == before
    await pass_time(world, 1)
    card = await world.hand(person)
    assert await rings(world, person) == before + 1
    assert card["id"] > old["id"]
    assert len(await world.hands(person)) == 1, "the old one goes"
    first = card["text"].splitlines()[0]
    assert first.startswith("⏳ Bis ") and "16:00" in first, "true as long as it stands"
    assert below(card) == below(old), "the same card below its first line"
    assert labels(card)[:2] == ["🔕 Heute Ruhe", "⏸ Pause"]
    await pass_time(world, ALLOWED - FIRST - 1)
    assert await rings(world, person) == before + 1, "once"


async def test_a_card_falls_from_the_reminder_and_nothing_follows(world: World) -> None:
    """Case 28, and the way it is meant: one tap from the notice."""
    table, person = await timed(world)
    await move(world, table)
    await world.turn(90)
    await pass_time(world, await until_reminder(world, table))
    assert labels(await world.hand(person))[-2:] == ["🔕 Heute Ruhe", "⏸ Pause"], "below his cards"
    await move(world, table)
    await world.turn(90)
    assert not (await hand_text(world, person)).startswith("⏳")
    told = await rings(world, person)
    await pass_time(world, HOUR)
    assert await rings(world, person) == told


async def test_a_turn_that_was_played_a_second_before_is_not_reminded_of(world: World) -> None:
    """Case 28: the tap waits in the inbox, and no worker has come to it."""
    table, person = await timed(world)
    before = await rings(world, person)
    await pass_time(world, await until_reminder(world, table) - 1_000)
    query = next(
        b["callback_data"] for b in buttons(await world.hand(person)) if b["callback_data"][:2] == "a:"
    )
    await world.control.tap(person, await world.hand(person), query)
    await world.intake()
    await world.container.directory.touch_person(person, last_tap=0)  # not even as somebody who looks
    world.clock.turn(1.5)
    await world.deliver()
    assert await rings(world, person) == before
    await world.settle()
    assert await rings(world, person) == before


async def test_a_match_that_is_over_reminds_nobody(world: World) -> None:
    """Case 28."""
    table, _ = await timed(world)
    left = await until_reminder(world, table)
    for person in PEOPLE:
        await world.control.say(person, person, "/cancel")
        await world.settle()
    before = [await rings(world, person) for person in PEOPLE]
    await pass_time(world, left + MINUTE)
    assert [await rings(world, person) for person in PEOPLE] == before


async def test_two_couriers_send_one_reminder(world: World) -> None:
    """Case 27: both look when it is due; a row is claimed by one."""
    table, person = await timed(world)
    before = await rings(world, person)
    spare = Show(world.container, world.show._gateway, world.limits, world.bot.username)
    world.clock.turn(await until_reminder(world, table) / 1000)
    for show in (world.show, spare):
        for due in await world.container.store.claim(100):
            await (show(due) if due.key else world.one(due))
    await world.settle()
    assert await rings(world, person) == before + 1


async def test_a_house_that_was_away_over_the_due_time_reminds_on_return_if_there_is_time_left(
    world: World,
) -> None:
    """Case 27; the rows are all it has, so a new courier knows as much."""
    table, person = await timed(world)
    before = await rings(world, person)
    world.show = Show(world.container, world.show._gateway, world.limits, world.bot.username)
    await pass_time(world, await until_reminder(world, table) + 3 * HOUR)
    assert await rings(world, person) == before + 1
    assert (await hand_text(world, person)).startswith("⏳ Bis ")


async def test_a_house_that_was_away_over_the_deadline_reminds_nobody(world: World) -> None:
    """Case 27: no longer true, whichever of the two rows it comes to first."""
    table, person = await timed(world)
    before = await rings(world, person)
    world.clock.turn((await until_reminder(world, table) + 7 * HOUR) / 1000)
    await world.deliver()
    assert await rings(world, person) == before
    await world.settle()
    assert not (await hand_text(world, person)).startswith("⏳")
    assert await on_turn(world, table) != person, "the computer made his move"


async def test_clocks_that_leap_six_hours_lose_no_reminder_and_double_none(world: World) -> None:
    table, person = await timed(world)
    before = await rings(world, person)
    await pass_time(world, await until_reminder(world, table) - HOUR)
    assert await rings(world, person) == before
    await pass_time(world, 6 * HOUR)
    assert await rings(world, person) == before + 1


async def test_who_wants_none_gets_none_and_who_wants_more_gets_more(world: World) -> None:
    table, person = await timed(world)
    await world.container.directory.touch_person(person, remind="tenths")
    await world.container.store.mark(table, [hand_key(person)])
    before = await rings(world, person)
    await pass_time(world, await until_reminder(world, table))
    assert await rings(world, person) == before + 1
    await pass_time(world, ALLOWED // 10)
    assert await rings(world, person) == before + 2
    assert (await hand_text(world, person)).startswith("⏳ Bis ")
    await world.container.directory.touch_person(person, remind="off")
    await move(world, table)
    other = await on_turn(world, table)
    assert other is not None
    await world.container.directory.touch_person(other, remind="off")
    await world.container.store.mark(table, [hand_key(other)])
    await world.turn(90)
    told = await rings(world, other)
    await pass_time(world, ALLOWED - 2 * MINUTE)
    assert await rings(world, other) == told


async def test_a_ring_in_his_night_waits_for_the_morning_and_the_card_is_shown_meanwhile(
    world: World,
) -> None:
    table, first = await timed(world, clock="3d")
    await move(world, table)
    await world.turn(90)
    second = PEOPLE[(PEOPLE.index(first) + 3) % 4]
    until = world.clock() + 5 * HOUR
    await world.container.directory.touch_person(second, hushed=until)
    before, old = await rings(world, second), await world.hand(second)
    await move(world, table)
    assert await on_turn(world, table) == second
    card = await world.hand(second)
    assert await rings(world, second) == before
    assert card["id"] == old["id"]
    assert buttons(card)[0]["callback_data"].startswith("a:"), "edited silently: he may play"
    await pass_time(world, until - world.clock() - 1)
    assert await rings(world, second) == before
    await pass_time(world, 1)
    assert await rings(world, second) == before + 1
    assert len(await world.hands(second)) == 1


async def test_if_his_time_ends_in_his_night_the_card_comes_at_once_without_a_sound(world: World) -> None:
    table, first = await timed(world, clock="1h")
    await move(world, table)
    await world.turn(90)
    second = PEOPLE[(PEOPLE.index(first) + 3) % 4]
    await world.container.directory.touch_person(second, hushed=world.clock() + 10 * HOUR)
    before, old = await rings(world, second), await world.hand(second)
    await move(world, table)
    card = await world.hand(second)
    assert card["id"] > old["id"]
    assert card["silent"]
    await pass_time(world, 3 * HOUR)
    assert await rings(world, second) == before, "nor does the reminder ring"


async def test_quiet_today_is_one_tap_and_lasts_until_his_morning(world: World) -> None:
    table, person = await timed(world)
    await world.container.directory.touch_person(person, zone=BERLIN)
    await pass_time(world, await until_reminder(world, table))
    await world.tap(person, await world.hand(person), "", kind="hu")
    await world.settle()
    answer = (await world.answers(person))[-1]
    assert "8:00" in answer["text"]
    stored = await world.container.directory.person(person)
    assert 0 < stored.hushed - world.clock() <= 24 * HOUR


async def test_settings_are_written_as_they_are_read(world: World) -> None:
    await world.control.start(PEOPLE[0])
    await world.settle()
    await world.control.say(PEOPLE[0], PEOPLE[0], "/settings")
    await world.settle()
    for name, words in (("remind", ["tenths", "hourly", "off"]), ("quiet", ["23-7", "0-9", "off"])):
        for word in words:
            menu = next(
                m
                for m in reversed(await world.control.sees(PEOPLE[0], PEOPLE[0]))
                if f":{name}=" in str(buttons(m))
            )
            await world.tap(PEOPLE[0], menu, f"{name}={word}", kind="sg")
            await world.settle()
            assert getattr(await world.container.directory.person(PEOPLE[0]), name) == word


async def test_a_courier_that_dies_in_the_reminder_sends_it_once_more_at_most() -> None:
    """Case 24 with a reminder: what was begun is found again."""
    async with a_world() as world:
        table, person = await timed(world)
        before = await rings(world, person)
        row = await world.container.store.row(table, hand_key(person))
        assert row is not None
        await world.container.store.put_rows(
            table, {hand_key(person): row.model_copy(update={"sending_since": world.clock()})}
        )
        await pass_time(world, await until_reminder(world, table))
        assert await rings(world, person) == before + 1


# nudges


async def playing(world: World, clock: str = "1d") -> tuple[str, int, int]:
    """A running match; who is on turn, long after his ring, and somebody else who sits there."""
    table, first = await timed(world, clock=clock)
    await move(world, table)
    await world.turn(90)
    await move(world, table)
    await world.turn(90)
    person = await on_turn(world, table)
    assert person is not None
    return table, person, first


async def nudge(world: World, person: int) -> str:
    await world.tap(person, await world.card(), "", kind="nu")
    await world.settle()
    return str((await world.answers(person))[-1]["text"])


@pytest.mark.parametrize("clock", ["", "1d"])
async def test_a_nudge_rings_once_a_turn_whoever_taps(world: World, clock: str) -> None:
    _, person, other = await playing(world, clock)
    before = await rings(world, person)
    assert labels(await world.card())[-1].startswith("👋")
    assert (await nudge(world, other)).startswith("👋")
    assert await rings(world, person) == before + 1
    assert "\n👋 " in await hand_text(world, person)
    assert len(await world.hands(person)) == 1
    for again in {*PEOPLE} - {person}:
        assert not (await nudge(world, again)).startswith("👋")
    assert await rings(world, person) == before + 1


async def test_who_is_on_turn_cannot_nudge_himself_nor_a_stranger_anybody(world: World) -> None:
    _, person, _ = await playing(world)
    before = await rings(world, person)
    assert not (await nudge(world, person)).startswith("👋")
    assert await rings(world, person) == before


async def test_a_nudge_ends_with_its_turn(world: World) -> None:
    table, person, other = await playing(world)
    await nudge(world, other)
    await move(world, table)
    await world.turn(90)
    assert "👋" not in await hand_text(world, person)
    following = await on_turn(world, table)
    assert following is not None
    before = await rings(world, following)
    someone = next(one for one in PEOPLE if one != following)
    await nudge(world, someone)
    assert await rings(world, following) == before + 1, "the next turn has its own"


async def test_where_seconds_count_nobody_is_nudged(world: World) -> None:
    table, _, other = await playing(world, "live")
    assert not any(label.startswith("👋") for label in labels(await world.card()))
    seen = (await view_of(world, table)).seen
    assert seen is not None
    forged = await decide(world.container, table, other, Nudge(person=other, ply=seen.ply), None)
    assert forged.refused is not None, "nor by a button nobody was shown"


@pytest.mark.parametrize("clock", ["", "1d"])
async def test_a_nudge_in_quiet_hours_says_until_when_it_waits(world: World, clock: str) -> None:
    table, person, other = await playing(world, clock)
    until = world.clock() + 5 * HOUR
    await world.container.directory.touch_person(person, zone=BERLIN, quiet="off", hushed=until)
    await world.container.store.mark(table, [hand_key(person)])
    before = await rings(world, person)
    there = datetime.fromtimestamp(until / 1000, ZoneInfo(BERLIN))
    assert f"{there.hour}:{there.minute:02}" in await nudge(world, other)
    assert await rings(world, person) == before
    await pass_time(world, until - world.clock())
    assert await rings(world, person) == before + 1


async def test_a_nudge_that_waited_for_the_morning_does_not_ring_at_his_own_tap(world: World) -> None:
    """He is up before his quiet hours end, and plays: the others have what they wanted."""
    table, person, other = await playing(world)
    await world.container.directory.touch_person(person, hushed=world.clock() + 5 * HOUR)
    await decide(world.container, table, person, Prefer(person=person, at_once=False), None)
    await world.turn(90)
    await nudge(world, other)
    await world.control.say(person, person, "good morning")  # so his card is not the last message
    await world.turn(90)
    before = await rings(world, person)
    card = await world.hand(person)
    await move(world, table)
    assert "take it back" in await hand_text(world, person)
    assert await rings(world, person) == before
    assert (await world.hand(person))["id"] == card["id"], "the same card says that it can be taken back"


async def test_who_is_on_holiday_is_not_reminded(world: World) -> None:
    table, person = await timed(world)
    before = await rings(world, person)
    holiday = Holiday(person=person, until=world.clock() + 200 * HOUR)
    await decide(world.container, table, person, holiday, None)
    await world.turn(90)
    told = await rings(world, person)
    assert told - before <= 1
    await pass_time(world, ALLOWED)
    assert await rings(world, person) == told
    assert not (await hand_text(world, person)).startswith("⏳")
