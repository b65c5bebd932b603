"""`/stats` in the chats: one's own, and a group's board of those who want it."""

from tests.sandbox.client import ANNA, BEN, CLUB
from tests.telegram.wing.test_history import bot_messages, resigned
from tests.telegram.wing.world import World


async def said(world: World, person: int, chat: int, text: str) -> str:
    await world.control.say(person, chat, text)
    await world.settle()
    return str((await bot_messages(world, person, chat))[-1]["text"])


async def test_my_matches_in_numbers_and_the_board_of_who_wants_it(world: World) -> None:
    table = await world.start(ANNA, BEN)
    await resigned(world, table)
    own = await said(world, BEN, BEN, "/stats")
    assert "100 %" in own.replace("\u00a0", " ")
    assert "Ben" not in await said(world, ANNA, CLUB, "/stats"), "nobody stands there unasked"
    card = (await bot_messages(world, BEN, BEN))[-1]
    await world.tap(BEN, card, ":1:", kind="bd")
    await world.settle()
    board = await said(world, ANNA, CLUB, "/stats")
    assert "1. \u2068Ben" in board and "Anna" not in board
    turned = next(m for m in await bot_messages(world, BEN, BEN) if m["id"] == card["id"])
    await world.tap(BEN, turned, ":0:", kind="bd")
    await world.settle()
    assert "Ben" not in await said(world, ANNA, CLUB, "/stats")
