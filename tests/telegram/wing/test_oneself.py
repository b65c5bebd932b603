"""`/mydata` and `/forgetme` in the chats."""

import json
from typing import Any

import pytest
from telegram import Bot

from service.people import Person
from service.remembered import forget
from service.surface import hand_key, place_of
from tests.sandbox.client import ANNA, BEN, CLUB, Json
from tests.telegram.wing.test_history import bot_messages
from tests.telegram.wing.test_match import play_deal
from tests.telegram.wing.world import World, buttons, refused


async def asked(world: World, person: int = BEN) -> Json:
    await world.control.say(person, person, "/forgetme")
    await world.settle()
    return (await bot_messages(world, person, person))[-1]


async def test_my_data_is_one_file(world: World) -> None:
    table = await world.start(ANNA, BEN)
    await play_deal(world, table)
    await world.control.say(BEN, BEN, "/mydata")
    await world.settle()
    sent = (await bot_messages(world, BEN, BEN))[-1]
    assert sent["document"]["name"] == "mydata.json"
    text = await world.control.fetch(sent["document"]["url"])
    document = json.loads(text)
    assert document["person"]["id"] == BEN and document["tables"][0]["id"] == table
    assert "Anna" not in text and str(ANNA) not in text


async def test_forgetting_asks_and_no_is_no(world: World) -> None:
    await world.start(ANNA, BEN)
    question = await asked(world)
    await world.tap(BEN, question, f":9:{BEN}", kind="fg")
    await world.settle()
    assert (await world.container.directory.person(BEN)).name, "nothing has happened"
    assert not buttons((await bot_messages(world, BEN, BEN))[-1])


async def test_who_is_forgotten_is_gone_and_the_match_goes_on(world: World) -> None:
    table = await world.start(ANNA, BEN)
    question = await asked(world)
    await world.tap(BEN, question, f":1:{BEN}", kind="fg")
    await world.settle()
    assert (await world.container.directory.person(BEN)).name, "one tap is not enough"
    sure = next(m for m in await bot_messages(world, BEN, BEN) if m["id"] == question["id"])
    await world.tap(BEN, sure, f":2:{BEN}", kind="fg")
    await world.settle()
    await world.turn(30)
    assert (await world.container.directory.person(BEN)).name == ""
    stored = await world.container.store.load(table)
    assert stored is not None
    assert str(BEN) not in stored.head.model_dump_json(exclude={"secret"})
    assert not any(str(BEN) in key for key in await world.container.store.rows(table))
    assert "Ben" not in (await bot_messages(world, ANNA, CLUB))[-1]["text"]
    await play_deal(world, table)
    assert not await refused(world)


async def test_anothers_question_forgets_nobody(world: World) -> None:
    await world.start(ANNA, BEN)
    await asked(world, BEN)
    own = await asked(world, ANNA)
    await world.control.tap(ANNA, own, f"fg:r:2:{BEN}")
    await world.settle()
    assert (await world.container.directory.person(BEN)).name
    assert (await world.container.directory.person(ANNA)).name


async def test_who_is_forgotten_while_he_is_rung_leaves_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The courier is in the middle of sending his hand: what it writes afterwards is taken out again."""
    table = await world.start(ANNA, BEN)
    sent = Bot.send_message
    forgotten: list[int] = []

    async def send(self: Bot, chat_id: int, *args: Any, **more: Any) -> Any:
        answer = await sent(self, chat_id, *args, **more)
        if chat_id == BEN and not forgotten:
            forgotten.append(await forget(world.container, BEN))
        return answer

    monkeypatch.setattr(Bot, "send_message", send)
    await world.container.store.request_repost(table, hand_key(BEN))
    await world.turn(30)
    assert forgotten == [1]
    store, directory = world.container.store, world.container.directory
    assert not any(str(BEN) in key for key in await store.rows(table))
    assert await store.rows(place_of(BEN)) == {}
    assert await directory.person(BEN) == Person(id=BEN)
