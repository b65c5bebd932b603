"""Clocks on a phone: chosen in the lobby, seen on every card, over while the world's clock is turned."""

from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.world import PEOPLE, World, table_of


async def chosen(world: World, clock: str) -> str:
    """A lobby of four whose clock Anna chose; the table's id."""
    await world.control.start(*PEOPLE)
    await world.settle()
    card = await world.lobby(*PEOPLE)
    await world.tap(ANNA, card, "clock", kind="me")
    await world.turn(5)
    await world.tap(ANNA, await world.card(), f":{clock}", kind="cl")
    await world.turn(5)
    return table_of(card)


async def test_one_tap_chooses_a_clock_and_the_card_says_it(world: World) -> None:
    table = await chosen(world, "1d")
    assert "1 Tag je Zug" in (await world.answers(ANNA))[-1]["text"]
    text = (await world.card())["text"]
    assert "1 Tag je Zug" in text and "bis 501" in text and "Tage" in text
    assert "Los geht’s" in str(await world.card()), "the seats stand there again"
    assert (await view_of(world, table)).rules.target == 501


async def test_the_group_s_next_lobby_has_its_clock(world: World) -> None:
    await chosen(world, "8h")
    await world.tap(BEN, await world.card(), "", kind="go")
    await world.turn(6)
    await world.control.say(CHLOE, CLUB, "/belote")
    await world.turn(6)
    lobbies = [m for m in await world.control.sees(ANNA, CLUB) if "8 Stunden je Zug" in m["text"]]
    assert len(lobbies) > 1
