"""Sending under Telegram's limits and misfortunes: cases 10 to 16 of other people's trackers."""

from collections.abc import Mapping
from typing import Any

import pytest
from telegram import Bot

from service.ports import StoreDown
from service.sandbox.errors import bad_request, too_many_requests
from service.sandbox.faults import How
from service.surface import Row, hand_key
from service.telegram import steps
from tests.faults.worlds import live, make_mortal, ply, rings, wish
from tests.sandbox.client import ANNA, BEN, CLUB, Json
from tests.telegram.wing.test_match import move, on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, a_world, buttons, table_of


async def following(world: World, table: str) -> tuple[int, int]:
    """Who is on turn, and who will be when he has tapped. The first speaker has taken, so cards are played."""
    await move(world, table)
    await world.turn(5)
    first = await on_turn(world, table)
    assert first is not None
    return first, PEOPLE[(PEOPLE.index(first) + 3) % 4]


async def sends(world: World, chat: int) -> list[Json]:
    return [call for call in await world.calls("sendMessage") if call["chat_id"] == chat]


async def test_a_store_that_is_away_when_a_ring_is_sent_does_not_double_it(
    world: World, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The courier lives and knows what it sent: it writes that down later, and does not send anew."""
    _, second = await following(world, table)
    before = await rings(world, second)
    put_rows, failures = world.container.store.put_rows, [StoreDown(), StoreDown()]

    async def put(table: str, rows: Mapping[str, Row], *more: Any) -> bool:
        row = rows.get(hand_key(second))
        if row is not None and not row.sending_since and failures:
            raise failures.pop()
        return await put_rows(table, rows, *more)

    monkeypatch.setattr(world.container.store, "put_rows", put)
    monkeypatch.setattr(steps, "AGAIN_S", 0.0)
    await move(world, table)
    await world.turn(60)
    assert failures == []
    assert await rings(world, second) == before + 1


async def test_case_10_a_429_is_waited_for_and_told_once(world: World, table: str) -> None:
    """Retry after three seconds: the notice comes once, then, and what else that chat is told keeps its order."""
    _, second = await following(world, table)
    before = await rings(world, second)
    world.sandbox.faults.add(
        How.ERROR, method="sendMessage", chat=second, times=1, error=too_many_requests(3)
    )
    await move(world, table)
    await world.turn(2)
    assert await rings(world, second) == before, "not a moment too early"
    await world.turn(2)
    assert await rings(world, second) == before + 1
    hand = await world.hand(second)
    assert f":{await ply(world, table)}:" in buttons(hand)[0]["callback_data"]
    await move(world, table)
    await world.turn(30)
    ids = [c["answer"]["result"]["message_id"] for c in await sends(world, second) if c["status"] == 200]
    assert ids == sorted(ids)
    assert await rings(world, second) == before + 1


async def test_case_11_a_closed_group_closes_no_other(world: World, table: str) -> None:
    """Group A must wait thirty seconds; group B is served in the very next look."""
    group = (await world.control.do("groups", title="Second club"))["id"]
    await world.settle()
    await following(world, table)
    world.sandbox.faults.add(How.ERROR, chat=CLUB, times=1, error=too_many_requests(30))
    await move(world, table)
    await world.turn(5)
    closed = await world.calls("editMessageText", "sendMessage")
    assert [c for c in closed if c["status"] == 429]
    await world.control.say(BEN, group, "/belote")
    await world.turn(1)
    assert table_of(await world.card(group))
    late = [c for c in await world.calls("editMessageText") if c["chat_id"] == CLUB]
    await world.turn(20)
    assert [c for c in await world.calls("editMessageText") if c["chat_id"] == CLUB] == late, "A waits still"


async def test_case_12_a_deal_at_full_speed_stays_within_twenty_a_minute() -> None:
    """Everybody taps as fast as he can: no minute of the group holds more than twenty calls, and the end is shown."""
    async with a_world(limits=True) as world:
        table = await world.start(*PEOPLE)
        while (seen := (await view_of(world, table)).seen) is not None and seen.deal_no == 1:
            person = await on_turn(world, table)
            while person and f"a:{table}:{seen.ply}:" not in str(buttons(await world.hand(person))):
                await world.turn(0.25)
            await move(world, table)
        await world.turn(70)
        times = [c["at"] for c in await world.calls("sendMessage", "editMessageText") if c["chat_id"] == CLUB]
        assert max(sum(1 for other in times if 0 <= other - at < 60) for at in times) <= 20
        assert not [c for c in await world.calls() if c["status"] == 429]
        assert "Gabe 2" in (await world.card())["text"]


async def test_case_13_refused_connections_delay_a_notice_and_do_not_double_it(
    world: World, table: str
) -> None:
    """Nobody answers at Telegram's port, twice; then somebody does. The notice comes once."""
    _, second = await following(world, table)
    before = await rings(world, second)
    person, hand, data = await wish(world, table)
    await world.control.tap(person, hand, data)
    await world.intake()
    world.sandbox.line.refuse()
    for _ in range(2):
        while await world.work() or await world.deliver():
            pass
        world.clock.turn(2.5)
    await world.sandbox.line.answer()
    await world.turn(10)
    assert await rings(world, second) == before + 1


async def test_case_14_a_deleted_card_is_posted_anew_and_table_posts_afresh(world: World, table: str) -> None:
    """Somebody deletes the table's card: the next change posts a new one, which is the one from then on. And /table
    posts a new one whenever it is asked."""
    old = await world.card()
    await world.control.do("delete", user=ANNA, chat=CLUB, message_id=old["id"])
    await following(world, table)
    new = await world.card()
    assert new["id"] > old["id"]
    await move(world, table)
    await world.turn(5)
    assert (await world.card())["id"] == new["id"]
    for _ in range(2):
        before = (await world.card())["id"]
        await world.control.say(BEN, CLUB, "/table")
        await world.turn(5)
        assert (await world.card())["id"] > before


async def test_case_15_an_answer_whose_question_is_gone_comes_unreplied(world: World) -> None:
    """The command was deleted before the bot answered it."""
    asked = await world.control.say(ANNA, CLUB, "/rules")
    await world.control.do("delete", user=ANNA, chat=CLUB, message_id=asked["id"])
    await world.settle()
    answer = (await world.control.sees(BEN, CLUB))[-1]
    assert answer["from"]["is_bot"]
    assert answer.get("reply_to") is None


async def test_case_15_an_older_server_that_insists_on_the_question(world: World) -> None:
    """A Bot API server that does not know the permission to answer without it refuses; the answer comes yet."""
    gone = bad_request("message to be replied not found")
    world.sandbox.faults.add(How.ERROR, method="sendMessage", chat=CLUB, times=1, error=gone)
    await world.control.say(ANNA, CLUB, "/rules")
    await world.settle()
    assert (await world.control.sees(BEN, CLUB))[-1]["from"]["is_bot"]


@pytest.mark.parametrize("step", ["before send", "after send", "after put_rows"])
async def test_case_16_killed_between_send_and_commit(world: World, table: str, step: str) -> None:
    """The process that sends dies before the send, after it, or when half of it is written down: at most one notice
    too many, and never a move."""
    _, second = await following(world, table)
    before, at = await rings(world, second), await ply(world, table)
    person, hand, data = await wish(world, table)
    life = make_mortal(world)
    life.watch(step)
    await world.control.tap(person, hand, data)
    assert not await live(world, world.settle)
    assert life.last == step
    assert await live(world, lambda: world.turn(45))
    assert await ply(world, table) == at + 1
    assert before + 1 <= await rings(world, second) <= before + 2


class Impatient:
    """A bot that waits for no answer longer than a moment."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bot, name)

    async def send_message(self, **values: Any) -> Any:
        return await self._bot.send_message(**values, read_timeout=0.2)


@pytest.mark.parametrize("how", [How.STALL, How.DROP])
async def test_case_16_sent_but_the_answer_never_came(
    world: World, table: str, how: How, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Telegram has sent it, and the courier does not know: once more at most."""
    _, second = await following(world, table)
    before = await rings(world, second)
    world.sandbox.faults.add(how, method="sendMessage", chat=second, times=1, after=True)
    monkeypatch.setattr(world.show._gateway, "bot", Impatient(world.bot))
    await move(world, table)
    row = await world.container.store.row(table, hand_key(second))
    assert row is not None
    assert row.sending_since is not None
    await world.turn(45)
    assert await rings(world, second) == before + 2
    row = await world.container.store.row(table, hand_key(second))
    assert row is not None
    assert row.sending_since is None
    twins = await world.hands(second)
    assert len(twins) <= 2
