"""Several matches wait for one person: one message tells of all, most urgent first, and rings seldom."""

from structlog.testing import capture_logs

from service.lobbies import Opening, open_table
from service.sandbox.errors import ApiError
from service.sandbox.faults import How
from service.surface import digest_key, hand_key, place_of
from service.table.clock import HOUR, MINUTE
from service.table.commands import Prefer, SetClock, Sit, Start
from service.usecases import decide
from tests.faults.worlds import rings
from tests.sandbox.client import ANNA, CLUB, Json
from tests.telegram.wing.test_match import on_turn, view_of
from tests.telegram.wing.test_reminders import pass_time as leap
from tests.telegram.wing.world import PEOPLE, World, buttons


async def begun(world: World, number: int, clock: str = "1d", title: str = "Club") -> str:
    """A running match of the four, opened as the group's message of that number."""
    opening = Opening(chat=CLUB, message=number, thread=None, title=f"{title} {number}", person=ANNA)
    table = await open_table(world.container, opening)
    await world.settle()
    for person, seat in zip(PEOPLE, "NESW", strict=True):
        view = await view_of(world, table)
        wish = Sit(person=person, revision=view.revision, seats=seat, name=f"P{seat}", reachable=True)
        await decide(world.container, table, person, wish, None)
        await world.settle()
        await decide(world.container, table, person, Prefer(person=person, at_once=True), None)
        await world.settle()
    await decide(world.container, table, ANNA, SetClock(person=ANNA, clock=clock), None)
    await world.settle()
    view = await view_of(world, table)
    await decide(world.container, table, ANNA, Start(person=ANNA, revision=view.revision), None)
    await world.settle()
    return table


async def pass_time(world: World, milliseconds: int) -> None:
    """In one leap, and half a minute in which a private chat takes a message a second."""
    await leap(world, milliseconds)
    await world.turn(30)


async def world_of_people(world: World) -> None:
    await world.control.start(*PEOPLE)
    await world.settle()
    await world.turn(90)


async def digests(world: World, person: int) -> list[Json]:
    return [m for m in await world.control.sees(person, person) if m["text"].startswith("🔔")]


async def same_first(world: World, *clocks: str) -> tuple[list[str], int]:
    """Tables with these clocks at which the same person is on turn, and he."""
    tables: dict[int, dict[int, str]] = {}
    for number in range(60):
        slot = number % len(clocks)
        table = await begun(world, 9_001 + number, clocks[slot])
        first = await on_turn(world, table)
        assert first is not None
        mine = tables.setdefault(first, {})
        mine.setdefault(slot, table)
        if len(mine) == len(clocks):
            await world.turn(30)
            return [mine[one] for one in range(len(clocks))], first
    raise AssertionError("no person begins so many")


async def test_one_that_waits_rings_with_its_hand_and_the_second_brings_the_digest(world: World) -> None:
    await world_of_people(world)
    (first, second), person = await same_first(world, "1d", "1d")
    assert not await digests(world, person), "not within ten minutes of the last ring"
    told = await rings(world, person)
    await pass_time(world, 11 * MINUTE)
    (message,) = await digests(world, person)
    assert await rings(world, person) == told + 1
    assert not message["silent"]
    assert {first, second} <= {b["callback_data"].split(":")[1] for b in buttons(message)}
    await pass_time(world, 11 * MINUTE)
    assert await rings(world, person) == told + 1, "once for each turn"


async def test_a_button_of_the_digest_brings_that_tables_hand(world: World) -> None:
    await world_of_people(world)
    _, person = await same_first(world, "1d", "1d")
    await pass_time(world, 11 * MINUTE)
    (message,) = await digests(world, person)
    wanted = buttons(message)[0]["callback_data"]
    await world.tap(person, message, "", kind="ga")
    await world.turn(3)
    newest = (await world.control.sees(person, person))[-1]
    assert wanted.split(":")[1] in str(buttons(newest))
    assert any(b["callback_data"].startswith("a:") for b in buttons(newest)), "live buttons"


async def passed(world: World, table: str, person: int) -> None:
    """He passes at that table."""
    view = await view_of(world, table, person)
    assert view.seen is not None
    card = next(m for m in await world.hands(person) if f"a:{table}:" in str(buttons(m)))
    await world.control.tap(person, card, f"a:{table}:{view.seen.ply}:pass")
    await world.turn(90)


async def test_it_goes_when_only_one_waits_and_that_one_is_not_rung_again(world: World) -> None:
    await world_of_people(world)
    _, person = await same_first(world, "1d", "1d")
    await pass_time(world, 11 * MINUTE)
    assert await digests(world, person)
    told = await rings(world, person)
    row = await world.container.store.row(place_of(person), digest_key(person))
    assert row is not None
    *played, last = row.waiting
    for table in played:
        assert await digests(world, person)
        await passed(world, table, person)
    assert not await digests(world, person)
    assert await on_turn(world, last) == person
    assert await rings(world, person) == told


async def test_an_hours_clock_rings_with_its_own_card_whatever_waits(world: World) -> None:
    await world_of_people(world)
    (_, hurried), person = await same_first(world, "1d", "1h")
    card = next(m for m in await world.hands(person) if f"a:{hurried}:" in str(buttons(m)))
    assert not card["silent"]


async def test_the_most_urgent_stands_first(world: World) -> None:
    await world_of_people(world)
    (slow, quick), person = await same_first(world, "3d", "1d")
    await pass_time(world, 11 * MINUTE)
    (message,) = await digests(world, person)
    order = [b["callback_data"].split(":")[1] for b in buttons(message)]
    assert order.index(quick) < order.index(slow)


async def test_in_quiet_hours_the_digest_waits_for_the_morning(world: World) -> None:
    await world_of_people(world)
    until = world.clock() + 5 * HOUR
    for person in PEOPLE:
        await world.container.directory.touch_person(person, hushed=until)
    _, person = await same_first(world, "1d", "1d")
    told = await rings(world, person)
    await pass_time(world, 30 * MINUTE)
    assert not await digests(world, person)
    await pass_time(world, until - world.clock())
    assert len(await digests(world, person)) == 1
    assert await rings(world, person) == told + 1, "one for both"


async def test_two_turns_that_must_wait_for_telegram_do_not_call_each_other_without_end(world: World) -> None:
    """Each card tells the other that one more waits: when it is shown, and not as long as it cannot be."""
    await world_of_people(world)
    tables, person = await same_first(world, "1d", "1d")
    for table in tables:
        await world.container.store.put_rows(table, {hand_key(person): None}, mark=[hand_key(person)])
    await world.container.directory.touch_person(person, last_tap=world.clock())
    world.limits.close(person, world.clock() + 30_000)
    await world.settle()
    await world.turn(60)
    for table in tables:
        assert any(f"a:{table}:" in str(buttons(card)) for card in await world.hands(person))


async def test_what_no_longer_waits_is_forgotten(world: World) -> None:
    await world_of_people(world)
    (first, _), person = await same_first(world, "1d", "1d")
    await pass_time(world, 11 * MINUTE)
    await passed(world, first, person)
    row = await world.container.store.row(place_of(person), digest_key(person))
    assert row is not None
    assert first not in row.waiting


async def test_who_blocks_the_bot_before_his_digest_wakes_no_table_that_is_none(world: World) -> None:
    """A digest is a person's own and belongs to no table: only his tables are told that he is away."""
    await world_of_people(world)
    tables, person = await same_first(world, "1d", "1d")
    error = ApiError(403, "Forbidden: bot was blocked by the user")
    world.sandbox.faults.add(How.ERROR, method="sendMessage", chat=person, error=error)
    with capture_logs() as lines:
        await pass_time(world, 11 * MINUTE)
    assert not [line for line in lines if line["event"] == "table unknown"]
    for table in tables:
        view = await view_of(world, table)
        assert not next(player for player in view.players if player.person == person).reachable
