"""The lobby in the group, from tap to card: who plays with whom."""

from engine.players import USUAL
from service.table.model import Head
from service.table.view import TableView
from tests.sandbox.client import ANNA, BEN, CHLOE, DAN
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.world import PEOPLE, World, table_of

OPPOSITE = (2, 3, 0, 1)


def partner(view: TableView, person: int) -> int | None:
    seat = next(one.seat for one in view.players if one.person == person)
    return view.player(OPPOSITE[seat]).person


async def test_four_friends_choose_their_partners(world: World) -> None:
    await world.control.start(*PEOPLE)
    card = await world.lobby(*PEOPLE)
    table = table_of(card)
    assert partner(await view_of(world, table), ANNA) == CHLOE
    await world.tap(ANNA, card, "pairs", kind="me")
    await world.turn(5)
    await world.tap(DAN, await world.card(), f"t:{ANNA}:{BEN}", kind="pa")
    await world.turn(5)
    assert (await world.answers(DAN))[-1]["text"].count("play together") == 1
    assert partner(await view_of(world, table), ANNA) == BEN
    assert f"t:{ANNA}:{BEN}" not in str(await world.card()), "it is so already"


async def test_pairs_are_drawn_and_everybody_sees_the_cards(world: World) -> None:
    await world.control.start(*PEOPLE)
    card = await world.lobby(*PEOPLE)
    table = table_of(card)
    await world.tap(BEN, card, "pairs", kind="me")
    await world.turn(5)
    menu = await world.card()
    for person in (BEN, DAN):  # at the same moment: one draw
        await world.tap(person, menu, ":1", kind="dr")
    await world.turn(5)
    view = await view_of(world, table)
    assert view.draws == 1
    assert "🔀 Gelost" in (await world.card())["text"]
    await world.tap(ANNA, await world.card(), "", kind="dr")
    await world.turn(5)
    assert "🔀 2. Los" in (await world.card())["text"]


async def test_an_outsider_pairs_nobody(world: World) -> None:
    card = await world.lobby(ANNA, BEN, CHLOE)
    table = table_of(card)
    before = partner(await view_of(world, table), ANNA)
    await world.control.tap(DAN, card, f"pa:{table}:1:t:{ANNA}:{BEN}")
    await world.settle()
    assert "Sit down first" in (await world.answers(DAN))[-1]["text"]
    assert partner(await view_of(world, table), ANNA) == before


async def test_the_usual_level_sits_in_at_a_new_table(world: World) -> None:
    """What people want for a partner is no beginner; a table that was opened before keeps what it had."""
    table = await world.start(ANNA)
    players = (await view_of(world, table, ANNA)).players
    assert {one.computer for one in players if one.person is None} == {USUAL}
    assert Head.model_fields["stand_in"].default == "novice"
