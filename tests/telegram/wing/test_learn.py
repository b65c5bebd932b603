"""`/learn` over HTTP: from the command to the explained score, and another pack after it."""

import pytest

from service.surface import deal_key, end_key, hand_key
from service.table.model import Stage
from tests.sandbox.client import ANNA, CLUB, Json
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.world import World, buttons


async def lesson(world: World) -> str:
    await world.control.start(ANNA)
    await world.settle()
    await world.control.say(ANNA, ANNA, "/learn")
    await world.turn(3)
    (table,) = await world.container.store.tables_of(ANNA)
    return table


def kinds(message: Json) -> list[str]:
    return [b["callback_data"].split(":")[0] for b in buttons(message) if "callback_data" in b]


async def live(world: World, table: str) -> Json:
    row = (await world.container.store.rows(table))[hand_key(ANNA)]
    return next(m for m in await world.control.sees(ANNA, ANNA) if m["id"] == row.message)


async def play_through(world: World, table: str) -> list[str]:
    """Tap what is offered first until it is over; the texts on the way. Anna reads German."""
    told: list[str] = []
    for _ in range(120):
        view = await view_of(world, table, ANNA)
        if view.stage is not Stage.PLAYING:
            return told
        card = await live(world, table)
        told.append(card["text"])
        taps = [b["callback_data"] for b in buttons(card) if b.get("callback_data", "")[:2] in ("a:", "we")]
        onwards = next((tap for tap in taps if tap.startswith("we")), None)
        allowed = [
            b["callback_data"]
            for b in buttons(card)
            if b.get("callback_data", "").startswith("a:") and not b["text"].startswith("(")
        ]
        if onwards or allowed:
            await world.control.tap(ANNA, card, onwards or allowed[0])
        await world.turn(3)
    raise AssertionError("the lesson does not end")


async def test_from_the_command_to_the_explained_score(world: World) -> None:
    table = await lesson(world)
    view = await view_of(world, table, ANNA)
    assert view.lesson is not None
    assert view.variant == "beginner"
    assert not view.rules.target
    assert {one.computer for one in view.players if one.person is None} == {"novice"}
    told = await play_through(world, table)
    assert any(" gewinnt: " in text for text in told)
    assert any("von oben: " in text for text in told)
    await world.turn(10)
    rows = await world.container.store.rows(table)
    shown = {m["id"]: m for m in await world.control.sees(ANNA, ANNA)}
    last = max(note.no for note in (await view_of(world, table, ANNA)).deals)
    sheet, end = (
        shown[message]
        for key in (deal_key(last, ANNA), end_key(ANNA))
        if (message := rows[key].message) is not None
    )
    assert any(word in sheet["text"] for word in ("Gemacht: ", "Dedans: ", "Capot: "))
    assert "Der letzte Stich bringt 10 dazu." in sheet["text"]
    assert "/play" in end["text"]
    assert kinds(end).count("pl") == 2


async def test_who_reads_is_left_in_peace(world: World) -> None:
    """A lesson rings never, and its card stays where it is, however long somebody looks at it."""
    table = await lesson(world)
    first = (await live(world, table))["id"]
    await world.turn(90)
    assert (await live(world, table))["id"] == first
    await play_through(world, table)
    await world.turn(30)
    sent = await world.calls("sendMessage", "sendPhoto")
    assert all(str(call["params"].get("disable_notification")).lower() == "true" for call in sent)


async def test_another_deal_has_another_pack(world: World) -> None:
    table = await lesson(world)
    await play_through(world, table)
    await world.turn(10)
    end = (await world.container.store.rows(table))[end_key(ANNA)]
    message = next(m for m in await world.control.sees(ANNA, ANNA) if m["id"] == end.message)
    await world.tap(ANNA, message, ":learn", kind="pl")
    await world.turn(3)
    (other,) = await world.container.store.tables_of(ANNA)
    assert other != table
    first, second = await view_of(world, table), await view_of(world, other)
    assert first.commitment != second.commitment
    assert "Deine erste Gabe ist gespielt" in message["text"]


async def test_a_lesson_that_is_on_comes_afresh(world: World) -> None:
    table = await lesson(world)
    before = (await live(world, table))["id"]
    await world.turn(10)
    await world.control.say(ANNA, ANNA, "/learn")
    await world.turn(3)
    assert list(await world.container.store.tables_of(ANNA)) == [table]
    assert (await live(world, table))["id"] > before


async def test_one_leaves_at_any_time(world: World) -> None:
    await lesson(world)
    await world.control.say(ANNA, ANNA, "/leave")
    await world.turn(3)
    assert not await world.container.store.tables_of(ANNA)


async def test_it_is_no_choice_of_rules(world: World) -> None:
    await lesson(world)
    assert not (await world.container.directory.chat(ANNA)).agreed


async def test_in_a_group_it_shows_the_way(world: World) -> None:
    await world.control.start(ANNA)
    await world.control.say(ANNA, CLUB, "/learn")
    await world.settle()
    seen = (await world.control.sees(ANNA, CLUB))[-1]
    assert any(b.get("url", "").endswith("?start=learn") for b in buttons(seen))
    await world.control.do("start", user=ANNA, payload="learn")
    await world.turn(3)
    assert len(await world.container.store.tables_of(ANNA)) == 1


@pytest.mark.parametrize("written", ["/start", "/play", "/help"])
async def test_a_button_leads_there(world: World, written: str) -> None:
    await world.control.start(ANNA)
    await world.control.say(ANNA, ANNA, written)
    await world.settle()
    offered = [m for m in await world.control.sees(ANNA, ANNA) if any(":learn" in d for d in data(m))]
    await world.tap(ANNA, offered[-1], ":learn", kind="pl")
    await world.tap(ANNA, offered[-1], ":learn", kind="pl")
    await world.turn(3)
    assert len(await world.container.store.tables_of(ANNA)) == 1


def data(message: Json) -> list[str]:
    return [b.get("callback_data", "") for b in buttons(message)]
