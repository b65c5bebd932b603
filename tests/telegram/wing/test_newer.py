"""New code beside old: a table of a newer release is left alone, logged once, and who taps is told politely."""

import pytest
from structlog.testing import capture_logs

from service.lobbies import Opening, open_table
from service.ports import TooNew
from service.table.commands import Sit, Start
from service.telegram import views
from service.telegram.texts import tongue
from service.usecases import house, look
from tests.sandbox.client import ANNA, BEN, CLUB, Json
from tests.telegram.wing.world import PEOPLE, World, buttons
from workers.courier import Courier, Lease


def newer(world: World, table: str) -> str:
    """Make the table's head one that a later release has written; its text before."""
    stored = world.container.store._tables[table]  # type: ignore[attr-defined]
    text: str = stored.head
    stored.head = text.replace('"schema_no":1,', '"schema_no":2,')
    return text


async def started(world: World) -> str:
    """A running match of all four."""
    await world.control.start(*PEOPLE)
    await world.settle()
    table = await open_table(world.container, Opening(CLUB, 1, None, "club", ANNA, "classic"))
    for person in PEOPLE:
        await house(
            world.container, table, Sit(person=person, seats="NESW", name="x", reachable=True, revision=0)
        )
        await world.settle()
    stored = await world.container.store.load(table)
    assert stored is not None
    await house(world.container, table, Start(person=ANNA, revision=stored.head.revision))
    await world.turn(6)
    return table


async def on_turn(world: World) -> tuple[int, Json]:
    """Who may act, and the hand card."""
    for person in PEOPLE:
        hand = await world.hand(person)
        if any(one.get("callback_data", "").startswith("a:") for one in buttons(hand)):
            return person, hand
    raise AssertionError("nobody is on turn")


async def test_a_tap_is_answered_and_nothing_enters_the_inbox(world: World) -> None:
    table = await started(world)
    person, hand = await on_turn(world)
    before = newer(world, table)
    with capture_logs() as logs:
        for _ in range(2):
            await world.tap(person, hand, "", kind="a")
            await world.intake()
    answers = await world.answers(person)
    assert {answer["text"] for answer in answers[-2:]} == {
        "Ich werde gerade erneuert. Deine Karten sind sicher: tippe in einer Minute noch einmal."
    }
    assert [one["event"] for one in logs if one["log_level"] == "warning"] == ["left to a newer release"]
    stored = world.container.store._tables[table]  # type: ignore[attr-defined]
    assert not stored.inbox
    stored.head = before
    assert await look(world.container, table, person) is not None


async def test_who_comes_by_a_link_is_told_so(world: World) -> None:
    table = await started(world)
    newer(world, table)
    await world.control.do("start", user=BEN, payload=f"t-{table}")
    await world.intake()
    assert (await world.control.sees(BEN, BEN))[-1]["text"] == views.updating(tongue("en")).text


async def test_other_tables_are_still_listed(world: World) -> None:
    table = await started(world)
    newer(world, table)
    await world.control.say(BEN, BEN, "/games")
    await world.settle()
    assert (await world.control.sees(BEN, BEN))[-1]["from"]["is_bot"]


async def test_the_courier_goes_on_with_the_others(world: World) -> None:
    table = await started(world)
    newer(world, table)
    courier = Courier(world.container, world.show, Lease(world.container.store, "courier:1", 6_000))
    await world.container.store.mark(table, ["card", f"hand:{BEN}"])
    with capture_logs() as logs:
        for due in await world.container.store.claim(100):
            assert await courier._lane(due)
            await courier._work(due)
    assert [one["event"] for one in logs] == ["left to a newer release"]
    with pytest.raises(TooNew):
        await look(world.container, table, None)
