"""Against computers, in private: begun by a tap, seen by nobody else, over in its place."""

from typing import Any

import pytest

from service.surface import deal_key, end_key, hand_key
from service.table.model import Stage
from service.telegram.texts import languages, tongue
from tests.sandbox.client import ANNA, DAN
from tests.telegram.wing.private import choose, play_deal
from tests.telegram.wing.test_history import bot_messages
from tests.telegram.wing.test_match import on_turn, view_of
from tests.telegram.wing.world import World, buttons


async def test_one_tap_begins_a_match_against_three_computers(world: World) -> None:
    await choose(world, ANNA, "solo")
    await world.turn(5)
    (table,) = await world.container.store.tables_of(ANNA)
    view = await view_of(world, table, ANNA)
    assert view.stage is Stage.PLAYING
    assert view.variant == "classic"
    assert [one.person for one in view.players].count(None) == 3
    assert await on_turn(world, table) == ANNA
    assert await world.hand(ANNA)


async def test_two_players_against_one_computer(world: World) -> None:
    await choose(world, ANNA, "duel")
    (table,) = await world.container.store.tables_of(ANNA)
    assert (await view_of(world, table)).rules.players == 2


async def test_a_double_tap_on_the_menu_begins_one_match(world: World) -> None:
    await world.control.start(ANNA)
    await world.control.say(ANNA, ANNA, "/play")
    await world.settle()
    menu = await world.menu(ANNA)
    await world.tap(ANNA, menu, ":solo", kind="pl")
    await world.tap(ANNA, menu, ":solo", kind="pl")
    await world.settle()
    assert len(await world.container.store.tables_of(ANNA)) == 1
    assert all(answer is not None for answer in await world.answers(ANNA))


async def test_nothing_of_it_appears_in_any_group(world: World) -> None:
    await choose(world, ANNA, "solo")
    (table,) = await world.container.store.tables_of(ANNA)
    await play_deal(world, table)
    calls = await world.calls("sendMessage", "editMessageText")
    assert {call["chat_id"] for call in calls} == {ANNA}


async def test_the_deals_sheet_takes_the_hands_place_and_the_next_hand_is_new(world: World) -> None:
    await choose(world, ANNA, "solo")
    (table,) = await world.container.store.tables_of(ANNA)
    await world.turn(5)
    await play_deal(world, table)
    await world.turn(10)
    rows = await world.container.store.rows(table)
    sheet, hand = rows[deal_key(1, ANNA)], rows[hand_key(ANNA)]
    assert sheet.message and hand.message and sheet.message < hand.message
    shown = {m["id"]: m for m in await world.control.sees(ANNA, ANNA)}
    assert "wh" in [b["callback_data"].split(":")[0] for b in buttons(shown[sheet.message])]
    assert "ha" not in shown[sheet.message]["text"][:2]
    await world.tap(ANNA, shown[sheet.message], "", kind="wh")
    await world.settle()
    assert (await world.answers(ANNA))[-1]["text"]


async def test_the_greeting_leads_to_the_menu(world: World) -> None:
    await world.control.start(DAN)
    await world.settle()
    greeting = next(
        m
        for m in await world.control.sees(DAN, DAN)
        if any(b.get("callback_data", "").startswith("pl:") for b in buttons(m))
    )
    await world.tap(DAN, greeting, "", kind="pl")
    await world.settle()
    menu: Any = (await world.control.sees(DAN, DAN))[-1]
    assert {b["callback_data"].rpartition(":")[2] for b in buttons(menu)} == {
        "solo",
        "duel",
        "friends",
        "learn",
    }


async def test_a_match_that_ends_in_quiet_hours_tells_of_its_end_in_silence_and_rings_in_the_morning(
    world: World,
) -> None:
    await choose(world, ANNA, "solo")
    await world.turn(30)
    until = world.clock() + 3_600_000
    await world.container.directory.touch_person(ANNA, hushed=until)
    await world.control.say(ANNA, ANNA, "/resign")
    await world.settle()
    question = (await world.control.sees(ANNA, ANNA))[-1]
    if any(b.get("callback_data", "").startswith("mt:") for b in buttons(question)):
        await world.tap(ANNA, question, "", kind="mt")
    await world.turn(30)
    end = (await world.control.sees(ANNA, ANNA))[-1]
    assert "🏆" in end["text"] and end["silent"]
    world.clock.turn((until - world.clock()) / 1000)
    await world.settle()
    ends = [m for m in await world.control.sees(ANNA, ANNA) if "🏆" in m["text"]]
    assert [m["silent"] for m in ends] == [False], "the silent one goes"


@pytest.mark.parametrize("deals", [0, 1])
async def test_who_gives_up_is_left_with_no_card_to_play_from(world: World, deals: int) -> None:
    """The deal that was broken off has no score sheet, so its card becomes none: it goes, and the end stands last."""
    await choose(world, ANNA, "solo")
    await world.turn(30)
    (table,) = await world.container.store.tables_of(ANNA)
    for _ in range(deals):
        await play_deal(world, table)
        await world.turn(30)
    await world.control.say(ANNA, ANNA, "/resign")
    await world.settle()
    question = (await world.control.sees(ANNA, ANNA))[-1]
    if any(b.get("callback_data", "").startswith("mt:") for b in buttons(question)):
        await world.tap(ANNA, question, "", kind="mt")
    await world.turn(30)
    assert (await view_of(world, table)).stage is Stage.OVER
    seen = await world.control.sees(ANNA, ANNA)
    playable = [b for m in seen for b in buttons(m) if b.get("callback_data", "").startswith(("a:", "we:"))]
    assert playable == []
    assert not any("🟢" in m["text"] for m in seen), "it is nobody's turn any more"
    rows = await world.container.store.rows(table)
    assert [key for key in rows if key.startswith("deal:")] == [
        deal_key(one + 1, ANNA) for one in range(deals)
    ]
    assert rows[end_key(ANNA)].message == seen[-1]["id"]


async def test_a_second_match_against_computers_is_told_apart_by_its_number(world: World) -> None:
    await choose(world, ANNA, "solo")
    await choose(world, ANNA, "solo")
    tables = await world.container.store.tables_of(ANNA)
    assert sorted([(await view_of(world, table, ANNA)).number for table in tables]) == [1, 2]
    cards = [m["text"].splitlines()[0] for m in await world.hands(ANNA)]
    assert sum("#2" in line for line in cards) == 1


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("ca", "The table is cancelled."),
        ("la", "If all agree, this deal is the last. The score stands."),
    ],
)
async def test_the_question_whether_to_end_gives_way_to_its_answer(
    world: World, kind: str, answer: str
) -> None:
    await choose(world, ANNA, "solo")
    await world.turn(5)
    await world.control.say(ANNA, ANNA, "/cancel")
    await world.settle()
    question = (await bot_messages(world, ANNA, ANNA))[-1]
    await world.tap(ANNA, question, "", kind=kind)
    await world.settle()
    told = next(one for one in await bot_messages(world, ANNA, ANNA) if one["id"] == question["id"])
    assert told["text"] in {tongue(language).gettext(answer) for language in languages()}
    assert not buttons(told)


async def test_the_next_deal_of_who_plays_alone_begins_at_once(world: World) -> None:
    """Nobody else need agree, and `/play` begins at once too: a lobby would only ask for one more tap."""
    await choose(world, ANNA, "duel")
    (table,) = await world.container.store.tables_of(ANNA)
    await world.turn(5)
    await play_deal(world, table)
    await world.turn(10)
    end = next(m for m in await bot_messages(world, ANNA, ANNA) if m["text"].startswith("🏆"))
    await world.tap(ANNA, end, "", kind="re")
    await world.turn(5)
    (following,) = await world.container.store.tables_of(ANNA)
    view = await view_of(world, following, ANNA)
    assert view.stage is Stage.PLAYING and view.deal_no == 2
    shown = await bot_messages(world, ANNA, ANNA)
    assert not any(button.get("callback_data", "").startswith("go:") for m in shown for button in buttons(m))
    assert buttons(await world.hand(ANNA)), "and the first that comes of it is the hand"
