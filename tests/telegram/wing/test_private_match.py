"""A match at a private table: whole, again, with people who leave, block the bot and come back."""

from service.surface import deal_key, end_key, hand_key
from service.table.model import Stage
from tests.sandbox.client import ANNA, BEN, CLUB
from tests.telegram.wing.private import (
    choose,
    join,
    links,
    play_deal,
    play_match,
    private_table,
    rings,
    shorten,
    two_at_a_table,
)
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.world import World, buttons, table_of


async def test_a_whole_match_of_two_friends_and_two_computers(world: World) -> None:
    table = await private_table(world)
    await join(world, BEN, (await links(world))[1])
    await shorten(world, table)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(6)
    before = {person: await rings(world, person) for person in (ANNA, BEN)}
    await play_match(world, table)
    await world.turn(30)
    view = await view_of(world, table)
    assert view.stage is Stage.OVER
    rows = await world.container.store.rows(table)
    for person in (ANNA, BEN):
        end = rows[end_key(person)]
        assert end.message
        seen = {m["id"]: m for m in await world.control.sees(person, person)}
        assert "🏆" in seen[end.message]["text"]
        assert not seen[end.message]["silent"], "it rings, once"
        assert rows[deal_key(len(view.deals), person)].message, "the last hand became the last sheet"
        assert rows[hand_key(person)].message is None
        trophies = [m for m in seen.values() if "🏆" in m["text"]]
        assert len(trophies) == 1
        assert before[person] < await rings(world, person)
    calls = await world.calls("sendMessage", "editMessageText")
    assert {call["chat_id"] for call in calls} <= {ANNA, BEN}


async def test_a_rematch_opens_a_private_lobby_for_both(world: World) -> None:
    table = await private_table(world)
    await join(world, BEN, (await links(world))[1])
    await shorten(world, table)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(6)
    await play_match(world, table)
    await world.turn(30)
    for person in (ANNA, BEN):
        end = (await world.container.store.rows(table))[end_key(person)].message
        (card,) = [m for m in await world.control.sees(person, person) if m["id"] == end]
        await world.tap(person, card, "", kind="re")
        await world.turn(3)
    successor = (await view_of(world, table)).successor
    assert successor
    assert table_of(await world.hand(ANNA)) == successor
    assert table_of(await world.hand(BEN)) == successor
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(6)
    assert (await view_of(world, successor)).stage is Stage.PLAYING
    calls = await world.calls("sendMessage")
    assert CLUB not in {call["chat_id"] for call in calls}


async def test_leaving_and_coming_back(world: World) -> None:
    table = await two_at_a_table(world)
    await world.control.say(BEN, BEN, "/leave")
    await world.turn(6)
    assert (await view_of(world, table)).player(1).computer
    await play_deal(world, table)
    await world.tap(BEN, await world.hand(BEN), "", kind="rt")
    await world.turn(6)
    assert (await view_of(world, table)).player(1).computer is None
    await play_deal(world, table)
    await world.turn(10)
    assert (await world.container.store.rows(table))[hand_key(BEN)].message


async def test_who_blocks_the_bot_is_not_waited_for(world: World) -> None:
    table = await two_at_a_table(world)
    await world.control.do("block", user=BEN)
    await world.turn(6)
    assert (await view_of(world, table)).player(1).computer, "there is no group in which he could be called"
    await world.control.do("unblock", user=BEN)
    await world.turn(6)
    await world.tap(BEN, await world.hand(BEN), "", kind="rt")
    await world.turn(6)
    assert (await view_of(world, table)).player(1).computer is None


async def test_who_comes_back_keeps_his_seat_though_his_card_was_looked_at_meanwhile(world: World) -> None:
    """His tables are told before he is remembered as within reach."""
    table = await two_at_a_table(world)
    await world.container.directory.touch_person(BEN, blocked=True)
    await world.container.store.mark(table, [hand_key(BEN)])
    await world.settle()
    await world.container.directory.touch_person(BEN, blocked=False)
    await world.turn(6)
    assert (await view_of(world, table)).player(1).computer is None


async def test_with_several_tables_leave_asks_which(world: World) -> None:
    first = await private_table(world)
    await choose(world, ANNA, "solo")
    await world.turn(5)
    await world.control.say(ANNA, ANNA, "/leave")
    await world.settle()
    card = (await world.control.sees(ANNA, ANNA))[-1]
    assert {b["callback_data"].split(":")[1] for b in buttons(card)} == set(
        await world.container.store.tables_of(ANNA)
    )
    meant = next(b["callback_data"] for b in buttons(card) if first in b["callback_data"])
    await world.control.tap(ANNA, card, meant)
    await world.turn(3)
    assert (await view_of(world, first)).stage is Stage.CANCELLED, "nobody is left at it"
