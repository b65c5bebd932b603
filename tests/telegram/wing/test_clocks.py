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


async def begun(world: World, clock: str) -> str:
    """A running match of four by this clock."""
    table = await chosen(world, clock)
    await world.tap(ANNA, await world.card(), "", kind="go")
    await world.turn(6)
    return table


async def on_turn(world: World, table: str) -> int:
    seen = (view := await view_of(world, table)).seen
    assert seen is not None and seen.turn is not None
    person = view.player(seen.turn).person
    assert person is not None
    return person


async def test_cards_say_until_when(world: World) -> None:
    """It is Friday, 8:00 in Greenwich: a day and three days of bank."""
    table = await begun(world, "1d")
    assert "bis Di 08:00 UTC" in (await world.card())["text"]
    person = await on_turn(world, table)
    await world.container.directory.touch_person(person, zone="Europe/Berlin")
    await world.container.store.mark(table, [f"hand:{person}"])
    await world.turn(6)
    assert "bis Di 09:00" in (await world.hand(person))["text"]
    before = len(await world.calls("editMessageText"))
    await world.turn(600)
    assert len(await world.calls("editMessageText")) == before, (
        "edited when a deadline changes, not by the minute"
    )
