"""What else comes from a group: its own lines, channels, hidden administrators, taps with little said about them."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from service.table.model import Stage
from service.telegram.intake import ALLOWED
from tests.sandbox.client import ANNA, BEN, CLUB, DAN
from tests.telegram.groups.places import ours, start_in, supergroup
from tests.telegram.wing.test_match import move, on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons, table_of


def faults(lines: list[Any]) -> list[Any]:
    return [line for line in lines if line["log_level"] in ("warning", "error", "critical")]


def test_who_comes_and_goes_is_asked_for() -> None:
    """Telegram tells it to those only who name it."""
    assert "chat_member" in ALLOWED


async def test_a_new_title_and_a_new_picture_are_nobodys_business(world: World) -> None:
    await world.start(*PEOPLE)
    before = len(await ours(world, CLUB))
    with capture_logs() as lines:
        await world.control.do("chats", chat=CLUB, title="Tarot club", photo=False)
        await world.settle()
    assert len(await ours(world, CLUB)) == before
    assert not faults(lines)
    assert (await world.container.directory.chat(CLUB)).title == "Tarot club", (
        "but it is known by its new name"
    )


async def test_somebody_joins(world: World) -> None:
    await world.start(*PEOPLE)
    before = len(await ours(world, CLUB))
    await world.control.do("users", first_name="Eve", language_code="de", join=[CLUB])
    await world.turn(5)
    assert len(await ours(world, CLUB)) == before


async def test_who_is_thrown_out_and_sits_nowhere_changes_nothing(world: World) -> None:
    await world.start(ANNA)
    before = len(await ours(world, CLUB))
    await world.control.do("members", chat=CLUB, user=DAN, status="kicked", by=ANNA)
    await world.turn(5)
    assert len(await ours(world, CLUB)) == before


async def test_leaving_one_group_keeps_the_seat_in_another(world: World) -> None:
    table = await world.start(*PEOPLE)
    group = await supergroup(world)
    other = await start_in(world, group)
    await world.control.do("members", chat=group, user=BEN, status="left", by=BEN)
    await world.turn(5)
    seats = {
        one: next(p for p in (await view_of(world, one)).players if p.person == BEN) for one in (table, other)
    }
    assert seats[table].computer is None
    assert seats[other].computer is not None


@pytest.mark.parametrize("text", ["/belote", "look at this"])
async def test_posts_of_a_linked_channel_are_no_commands(world: World, text: str) -> None:
    """Telegram copies a channel's posts into its group, in its own name."""
    group = await supergroup(world)
    channel = {"id": -1_009_000_000_001, "type": "channel", "title": "News"}
    telegram = {"id": 777000, "is_bot": False, "first_name": "Telegram"}
    entities = [{"type": "bot_command", "offset": 0, "length": len(text)}] if text.startswith("/") else []
    content = {
        "message_id": 50, "date": 1, "from": telegram, "sender_chat": channel, "is_automatic_forward": True,
        "chat": {"id": group, "type": "supergroup", "title": "Big club"}, "text": text, "entities": entities,
    }  # fmt: skip
    before = len(await ours(world, group))
    world.sandbox.updates.force("message", content)
    await world.settle()
    assert len(await ours(world, group)) == before
    assert await world.container.store.tables_in(group) == []


async def test_a_channel_itself_is_left_alone(world: World) -> None:
    channel = {"id": -1_009_000_000_001, "type": "channel", "title": "News"}
    bot = {"id": world.bot.id, "is_bot": True, "first_name": "Rebelote"}
    anna = {"id": ANNA, "is_bot": False, "first_name": "Anna"}
    old, new = ({"status": status, "user": bot} for status in ("left", "member"))
    change = {"chat": channel, "from": anna, "date": 1, "old_chat_member": old, "new_chat_member": new}
    before = len(await world.calls("sendMessage"))
    with capture_logs() as lines:
        world.sandbox.updates.force("my_chat_member", change)
        post = {"message_id": 1, "date": 1, "chat": channel, "sender_chat": channel, "text": "/belote"}
        world.sandbox.updates.force("channel_post", post)
        await world.settle()
    assert not faults(lines)
    assert len(await world.calls("sendMessage")) == before


async def test_the_bot_is_added_by_its_own_link(world: World) -> None:
    """`t.me/…?startgroup=play`: who follows it wants to play, and the table is there."""
    await world.control.say(ANNA, CLUB, "/start@RebeloteBot play")
    await world.settle()
    (table,) = await world.container.store.tables_in(CLUB)
    assert (await view_of(world, table)).stage is Stage.LOBBY
    await world.control.say(ANNA, CLUB, "/start@RebeloteBot")
    await world.settle()
    assert "/belote" in (await ours(world, CLUB))[-1]["text"], "without a word: how it works"


@pytest.mark.parametrize("shape", ["inaccessible", "inline"])
async def test_a_tap_is_routed_by_its_data_alone(world: World, shape: str) -> None:
    """Its message is too old to be told, or an inline one: the card is played, and once."""
    table = await world.start(*PEOPLE)
    await move(world, table)
    await world.turn(5)
    person = await on_turn(world, table)
    assert person is not None
    hand = await world.hand(person)
    seen = (await view_of(world, table)).seen
    assert seen is not None
    data = next(b["callback_data"] for b in buttons(hand) if f":{seen.ply}:" in b.get("callback_data", ""))
    tapped_before = (await world.container.directory.person(person)).last_tap
    with capture_logs() as lines:
        for _ in range(2):
            await world.control.tap(person, hand, data, shape=shape)
        await world.turn(2)
    assert not faults(lines)
    first, second = [str(answer["text"]) for answer in (await world.answers(person))[-2:]]
    assert first == second != ""
    after = (await view_of(world, table)).seen
    assert after is not None and after.ply == seen.ply + 1
    if shape == "inline":
        tapped = (await world.container.directory.person(person)).last_tap
        assert tapped == tapped_before, "an inline message is not his private chat: he may be anywhere"


async def test_a_tap_on_a_message_that_is_gone(world: World) -> None:
    """Deleted while the thumb was on its way."""
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    hand = await world.hand(person)
    await world.control.do("delete", user=person, chat=person, message_id=hand["id"])
    data = next(b["callback_data"] for b in buttons(hand) if b["callback_data"].endswith(":pass"))
    await world.control.tap(person, hand, data, shape="inaccessible")
    await world.turn(25)
    assert (await world.answers(person))[-1]["text"]
    assert table_of(await world.hand(person)) == table
    assert (await view_of(world, table)).seen.ply > 0  # type: ignore[union-attr]


@pytest.mark.parametrize("shape", ["inaccessible", "inline"])
async def test_pages_that_cannot_be_turned_say_so(world: World, shape: str) -> None:
    await world.control.say(BEN, CLUB, "/rules")
    await world.settle()
    card = await world.card()
    with capture_logs() as lines:
        await world.control.tap(BEN, card, buttons(card)[0]["callback_data"], shape=shape)
        await world.settle()
    assert not faults(lines)
    assert (await world.answers(BEN))[-1] is not None
