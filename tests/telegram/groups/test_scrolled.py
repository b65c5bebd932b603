"""The group's card that has scrolled away is posted afresh: not for each edit, and never is there a second one."""

from tests.sandbox.client import BEN, CLUB, Json
from tests.telegram.groups.places import chatter, live_cards, ours, start_in, supergroup
from tests.telegram.wing.test_match import move
from tests.telegram.wing.world import PEOPLE, World


async def posts(world: World, group: int) -> list[Json]:
    """What was sent for everybody there to see."""
    sent = [c for c in await world.calls("sendMessage") if c["chat_id"] == group]
    return [c for c in sent if "ephemeral_message_parameters" not in c["params"]]


async def test_a_card_out_of_sight_comes_back_with_the_next_turn(world: World) -> None:
    """Privacy mode hides what is written, but message ids count on: a command tells how far."""
    group = await supergroup(world)
    table = await start_in(world, group)
    await world.turn(60)
    (old,) = await live_cards(world, group, table)
    await chatter(world, group, 20)
    await world.turn(5)
    assert [m["id"] for m in await live_cards(world, group, table)] == [old["id"]], "nothing has changed yet"
    await world.control.say(BEN, group, "/rules")
    await world.settle()
    await move(world, table)
    await world.turn(5)
    (new,) = await live_cards(world, group, table)
    assert new["id"] > old["id"]
    assert new["silent"], "it moved nearer, that is no news"
    assert new["id"] == (await ours(world, group))[-1]["id"]


async def test_a_card_in_sight_stays(world: World) -> None:
    group = await supergroup(world)
    table = await start_in(world, group)
    await world.turn(60)
    (old,) = await live_cards(world, group, table)
    await chatter(world, group, 5)
    await world.control.say(BEN, group, "/rules")
    await world.settle()
    await move(world, table)
    await world.turn(5)
    assert [m["id"] for m in await live_cards(world, group, table)] == [old["id"]]


async def test_in_a_lively_group_it_is_not_posted_with_every_card(world: World) -> None:
    """An administrator hears everything. Twenty messages between any two cards: still at most one repost a minute."""
    group = await supergroup(world)
    await world.control.do("members", chat=group, user="bot", status="administrator")
    table = await start_in(world, group)
    await world.turn(60)
    before = len(await posts(world, group))
    for _ in range(6):
        await chatter(world, group, 20)
        await move(world, table)
        await world.turn(5)
        assert len(await live_cards(world, group, table)) == 1
    assert len(await posts(world, group)) - before == 1


async def test_in_a_plain_group_nothing_is_known_and_nothing_is_posted(world: World) -> None:
    """There ids count over all chats of the account: a gap means nothing."""
    table = await world.start(*PEOPLE)
    await world.turn(60)
    (old,) = await live_cards(world, CLUB, table)
    await chatter(world, CLUB, 30)
    await world.control.say(BEN, CLUB, "/rules")
    await world.settle()
    await move(world, table)
    await world.turn(5)
    assert [m["id"] for m in await live_cards(world, CLUB, table)] == [old["id"]]
    await world.control.say(BEN, CLUB, "/table")
    await world.turn(5)
    (new,) = await live_cards(world, CLUB, table)
    assert new["id"] > old["id"], "but it comes where it is asked for"


async def test_what_outsiders_tap_makes_no_noise(world: World) -> None:
    """Every button of every card by somebody who does not sit there: he is answered, the group sees nothing."""
    group = await supergroup(world)
    eve = (await world.control.do("users", first_name="Eve", language_code="de", join=[group]))["id"]
    table = await start_in(world, group)
    await world.turn(90)
    (card,) = await live_cards(world, group, table)
    before = [(m["id"], m["text"], m["reply_markup"]) for m in await ours(world, group)]
    for row in card["reply_markup"]["inline_keyboard"]:
        for button in row:
            await world.control.tap(eve, card, button["callback_data"])
            await world.turn(2)
    assert [(m["id"], m["text"], m["reply_markup"]) for m in await ours(world, group)] == before
    assert all(answer is not None and answer["text"] for answer in await world.answers(eve))
