"""`/rules` in a group and in private, and turning its pages."""

import pytest

from service.telegram.errors import Answer, Outcome
from tests.sandbox.client import ANNA, BEN, CLUB, Json
from tests.telegram.wing.test_handlers import told
from tests.telegram.wing.world import World, buttons, table_of


async def last(world: World, chat: int) -> Json:
    return (await world.control.sees(ANNA, chat))[-1]


def data(message: Json) -> list[str]:
    return [button["callback_data"] for button in buttons(message)]


async def test_a_groups_table_is_meant_and_a_tap_turns_the_page_of_that_message(world: World) -> None:
    table = table_of(await world.lobby(ANNA))
    await world.control.say(BEN, CLUB, "/rules")
    await world.settle()
    card = await last(world, CLUB)
    assert all(one.startswith(f"ru:{table}:0:") for one in data(card))
    play = next(one for one in data(card) if one.endswith(":play"))
    await world.control.tap(BEN, card, play)
    await world.settle()
    turned = await last(world, CLUB)
    assert turned["id"] == card["id"]
    assert turned["html"] != card["html"]
    await world.control.tap(ANNA, turned, next(one for one in data(turned) if one.endswith(":=")))
    await world.settle()
    sets = await last(world, CLUB)
    assert f"ru:{table}:0:two-player" in data(sets)


async def test_without_a_table_it_is_the_classic_game(world: World) -> None:
    await world.control.start(ANNA)
    await world.settle()
    await world.control.say(ANNA, ANNA, "/rules")
    await world.settle()
    assert "ru:r:0:classic:score" in data(await last(world, ANNA))


async def test_in_private_ones_only_table_is_meant(world: World) -> None:
    table = await world.start(ANNA, BEN)
    await world.control.say(ANNA, ANNA, "/rules")
    await world.settle()
    card = next(m for m in reversed(await world.control.sees(ANNA, ANNA)) if "ru:" in str(buttons(m)))
    assert data(card)[0].startswith(f"ru:{table}:")


async def test_a_page_that_there_is_not_changes_nothing(world: World) -> None:
    await world.control.say(ANNA, CLUB, "/rules")
    await world.settle()
    card = await last(world, CLUB)
    await world.control.tap(BEN, card, "ru:r:0:tarot")
    await world.settle()
    assert await told(world, BEN)
    assert (await last(world, CLUB))["html"] == card["html"]


async def test_who_taps_twice_on_the_same_page_is_not_bothered(world: World) -> None:
    await world.control.say(ANNA, CLUB, "/rules")
    await world.settle()
    card = await last(world, CLUB)
    for _ in range(2):
        await world.control.tap(ANNA, card, "ru:r:0:classic:end")
    await world.settle()
    assert all(not answer["text"] for answer in (await world.answers(ANNA))[-2:] if answer)


async def test_an_edit_that_did_not_arrive_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.control.say(ANNA, CLUB, "/rules")
    await world.settle()
    card = await last(world, CLUB)

    async def busy(*_: object) -> Answer:
        return Answer(Outcome.RETRY_AFTER)

    monkeypatch.setattr(world.dispatcher._desk.gateway, "edit", busy)
    await world.control.tap(BEN, card, "ru:r:0:classic:end")
    await world.settle()
    assert await told(world, BEN)
