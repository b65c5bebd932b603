"""Being told when the next game starts here, and a lobby that closes by itself."""

import asyncio
from typing import Any

import pytest
from telegram import Bot

from service.sandbox.errors import too_many_requests
from service.sandbox.faults import How
from tests.faults.worlds import live
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Json
from tests.telegram.wing.test_history import bot_messages, resigned
from tests.telegram.wing.test_match import play_deal
from tests.telegram.wing.world import World, buttons


async def ended(world: World) -> Json:
    """A match of Anna and Ben that is over; its last card in the group."""
    table = await world.start(ANNA, BEN)
    await play_deal(world, table)
    await resigned(world, table)
    await world.turn(20)
    return next(m for m in reversed(await bot_messages(world, ANNA, CLUB)) if _bell(m))


def _bell(message: Json) -> bool:
    return any(b.get("callback_data", "").startswith("nx:") for b in buttons(message))


async def rung(world: World, person: int) -> list[str]:
    seen = await bot_messages(world, person, person)
    return [m["text"] for m in seen if m["text"].startswith("🔔") and "Anna" in m["text"]]


async def opened_again(world: World) -> None:
    await world.control.say(ANNA, CLUB, "/belote new")
    await world.settle()


async def test_who_wishes_it_is_told_once(world: World) -> None:
    await world.control.start(CHLOE)
    end = await ended(world)
    await world.tap(CHLOE, end, "", kind="nx")
    await world.settle()
    assert "🔔" in (await world.answers(CHLOE))[-1]["text"]
    assert await rung(world, CHLOE) == []
    await opened_again(world)
    assert len(await rung(world, CHLOE)) == 1
    await opened_again(world)
    assert len(await rung(world, CHLOE)) == 1, "the wish is spent"
    assert await rung(world, BEN) == [], "he did not ask"


async def test_a_second_tap_takes_the_wish_back(world: World) -> None:
    await world.control.start(CHLOE)
    end = await ended(world)
    for _ in range(2):
        await world.tap(CHLOE, end, "", kind="nx")
        await world.settle()
    assert "🔕" in (await world.answers(CHLOE))[-1]["text"]
    await opened_again(world)
    assert await rung(world, CHLOE) == []


async def test_a_tap_that_is_delivered_again_changes_nothing(world: World) -> None:
    """To a bot that has just started: the one before died when it had written, and before Telegram knew."""
    await world.control.start(CHLOE)
    end = await ended(world)
    await world.tap(CHLOE, end, "", kind="nx")
    await world.settle()
    assert world.sandbox.updates.again(1) == 1
    assert await live(world, world.settle)
    assert await world.container.directory.wishes(CLUB) == {CHLOE}
    assert await live(world, lambda: opened_again(world))
    assert len(await rung(world, CHLOE)) == 1


async def test_a_wish_moves_with_its_group_and_is_taken_back_there(world: World) -> None:
    await world.control.start(CHLOE)
    end = await ended(world)
    await world.tap(CHLOE, end, "", kind="nx")
    await world.settle()
    new = (await world.control.do("chats", chat=CLUB, upgrade=True))["id"]
    await world.settle()
    assert await world.container.directory.wishes(new) == {CHLOE}
    await world.control.say(CHLOE, new, "/history")
    await world.settle()
    await world.tap(CHLOE, (await bot_messages(world, CHLOE, new))[-1], "", kind="nx")
    await world.settle()
    assert "🔕" in (await world.answers(CHLOE))[-1]["text"]
    await world.control.say(ANNA, new, "/belote new")
    await world.settle()
    assert await rung(world, CHLOE) == []


async def test_who_has_left_the_group_is_not_told(world: World) -> None:
    await world.control.start(CHLOE, DAN)
    end = await ended(world)
    for person in (CHLOE, DAN):
        await world.tap(person, end, "", kind="nx")
        await world.settle()
    # The bot is no administrator, and hears nothing of the one; the group's own line tells of the other.
    world.sandbox.world.chats[CLUB].members.pop(CHLOE)
    await world.control.do("members", chat=CLUB, user=DAN, status="left", by=DAN)
    await world.settle()
    assert await world.container.directory.wishes(CLUB) == {CHLOE}, "who is seen to leave wishes no more"
    await opened_again(world)
    assert await rung(world, CHLOE) == [] and await rung(world, DAN) == []
    assert await world.container.directory.wishes(CLUB) == frozenset()


async def test_the_group_does_not_wait_while_many_are_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever taps in the group meanwhile is answered."""
    await world.control.start(CHLOE)
    end = await ended(world)
    await world.tap(CHLOE, end, "", kind="nx")
    await world.settle()
    sent, gate, begun = Bot.send_message, asyncio.Event(), asyncio.Event()

    async def send(self: Bot, chat_id: int, *args: Any, **more: Any) -> Any:
        if chat_id == CHLOE:
            begun.set()
            await gate.wait()
        return await sent(self, chat_id, *args, **more)

    monkeypatch.setattr(Bot, "send_message", send)
    await world.control.say(ANNA, CLUB, "/belote new")
    await world.poller.once()
    await asyncio.wait_for(begun.wait(), 10)
    await world.tap(BEN, end, "", kind="nx")
    await world.poller.once()
    for _ in range(500):
        if BEN in await world.container.directory.wishes(CLUB):
            break
        await asyncio.sleep(0.01)
    assert BEN in await world.container.directory.wishes(CLUB)
    gate.set()
    await world.settle()
    assert len(await rung(world, CHLOE)) == 1


async def test_what_telegram_does_not_take_is_told_at_the_next_game(world: World) -> None:
    await world.control.start(CHLOE)
    end = await ended(world)
    await world.tap(CHLOE, end, "", kind="nx")
    await world.settle()
    world.sandbox.faults.add(How.ERROR, method="sendMessage", chat=CHLOE, times=1, error=too_many_requests(3))
    await opened_again(world)
    assert await rung(world, CHLOE) == []
    await opened_again(world)
    assert len(await rung(world, CHLOE)) == 1


async def test_who_cannot_be_asked_for_is_told_at_the_next_game(world: World) -> None:
    """Whether he is still in the group is not known; nor is it then whether the bot administers it."""
    await world.control.start(CHLOE)
    await world.control.do("members", chat=CLUB, user="bot", status="administrator")
    end = await ended(world)
    await world.tap(CHLOE, end, "", kind="nx")
    await world.settle()
    world.sandbox.faults.add(How.ERROR, method="getChatMember", chat=CLUB, error=too_many_requests(3))
    await opened_again(world)
    assert await rung(world, CHLOE) == []
    assert (await world.container.directory.chat(CLUB)).admin, "what was known stays"
    await world.control.do("mend")
    await opened_again(world)
    assert len(await rung(world, CHLOE)) == 1


async def test_who_opens_the_table_is_not_told_and_who_could_not_be_told_finds_the_door(world: World) -> None:
    end = await ended(world)
    await world.tap(ANNA, end, "", kind="nx")
    await world.tap(DAN, end, "", kind="nx")
    await world.settle()
    url = (await world.answers(DAN))[-1]["url"]
    await world.control.do("start", user=DAN, payload=url.partition("start=")[2])
    await opened_again(world)
    assert len(await rung(world, DAN)) == 1
    assert await rung(world, ANNA) == []
    assert await world.container.directory.wishes(CLUB) == frozenset()


async def test_the_groups_history_has_the_bell_too(world: World) -> None:
    await world.control.start(ANNA, CHLOE)
    await world.control.say(ANNA, CLUB, "/history")
    await world.settle()
    await world.tap(CHLOE, (await bot_messages(world, ANNA, CLUB))[-1], "", kind="nx")
    await world.settle()
    await opened_again(world)
    assert len(await rung(world, CHLOE)) == 1
    await world.control.say(ANNA, ANNA, "/history")
    await world.settle()
    assert not _bell((await bot_messages(world, ANNA, ANNA))[-1]), "in private there is no group to wait for"


async def test_a_lobby_closes_by_itself_and_its_card_says_so(world: World) -> None:
    await world.control.start(ANNA)
    await world.lobby(ANNA)
    for _ in range(7 * 24):
        world.clock.turn(3600)
    await world.settle()
    await world.turn(20)
    texts = [m["text"] for m in await bot_messages(world, ANNA, CLUB)]
    assert any("Woche" in text for text in texts), texts
    assert await world.container.store.tables_of(ANNA) == []
