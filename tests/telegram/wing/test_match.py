"""A match from `/belote` to the end of a deal, as the chats show it."""

from engine.actions import action_text
from engine.match import Phase
from engine.observation import legal_actions
from service.table.model import Stage
from service.table.view import TableView
from service.usecases import look
from tests.sandbox.client import ANNA, BEN, CLUB, Json
from tests.telegram.wing.world import PEOPLE, World, buttons


async def view_of(world: World, table: str, person: int | None = None) -> TableView:
    view = await look(world.container, table, person)
    assert view is not None
    return view


async def on_turn(world: World, table: str) -> int | None:
    """The person on turn."""
    view = await view_of(world, table)
    if view.seen is None or view.seen.turn is None:
        return None
    return view.player(view.seen.turn).person


async def move(world: World, table: str) -> Json:
    """Let whoever is on turn tap: take at once, then the first legal card."""
    person = await on_turn(world, table)
    assert person is not None
    view = await view_of(world, table, person)
    assert view.seen is not None
    texts = [action_text(action) for action in legal_actions(view.seen)]
    text = "take" if "take" in texts else texts[0]
    query = await world.tap(person, await world.hand(person), f":{view.seen.ply}:{text}", kind="a")
    await world.settle()
    return query


async def play_deal(world: World, table: str) -> None:
    deal = (await view_of(world, table)).seen
    assert deal is not None
    for _ in range(60):
        now = (await view_of(world, table)).seen
        if now is None or now.deal_no != deal.deal_no:
            break
        await move(world, table)
        await world.turn(2)
    await world.turn(20)


async def test_a_deal_through_the_chats(world: World) -> None:
    table = await world.start(*PEOPLE)
    await play_deal(world, table)

    club = [m for m in await world.control.sees(ANNA, CLUB) if m["from"]["is_bot"]]
    lobby, sheet, card = club[-3:]
    assert "Belote" in lobby["text"]
    assert buttons(sheet)[0]["callback_data"].startswith("wh:"), (
        "the old card's message is the score sheet now"
    )
    assert "Gabe 2" in card["text"]
    assert card["silent"], "a deal starts without a ring"
    assert len(club) == 3, "one table card is alive, and each deal has its sheet"
    for person in PEOPLE:
        hands = await world.hands(person)
        assert len(hands) == 1, "a chat never holds two live hand cards of one table"
        assert all(answer is not None for answer in await world.answers(person))


async def test_the_mover_is_edited_and_the_next_is_rung(world: World) -> None:
    table = await world.start(*PEOPLE)
    first = await on_turn(world, table)
    assert first is not None
    before = await world.hand(first)
    await move(world, table)
    after = await world.hand(first)
    assert after["id"] == before["id"], "not by his own tap"
    second = await on_turn(world, table)
    assert second is not None
    rung = await world.hand(second)
    assert not rung["silent"]
    assert buttons(rung)[0]["callback_data"].startswith("a:")


async def test_one_person_and_three_computers(world: World) -> None:
    """The person is present after each tap: his next turn is an edit, and rings only after twenty quiet seconds."""
    table = await world.start(ANNA)
    await world.turn(30)
    view = await view_of(world, table, ANNA)
    assert view.stage is Stage.PLAYING
    await move(world, table)
    hand = await world.hand(ANNA)
    await world.turn(5)
    assert (await world.hand(ANNA))["id"] == hand["id"]
    assert await on_turn(world, table) == ANNA
    await world.turn(16)
    rung = await world.hand(ANNA)
    assert rung["id"] > hand["id"]
    assert not rung["silent"]


async def test_a_match_ends_with_a_ring_in_the_group(world: World) -> None:
    table = await world.start(*PEOPLE)
    for _ in range(60):
        if (await view_of(world, table)).stage is not Stage.PLAYING:
            break
        await play_deal(world, table)
    view = await view_of(world, table)
    assert view.stage is Stage.OVER
    await world.turn(20)
    club = [m for m in await world.control.sees(ANNA, CLUB) if m["from"]["is_bot"]]
    assert not club[-1]["silent"]
    assert len(club) == 2 + len(view.deals), "the lobby, each deal's sheet, the end"
    for person in PEOPLE:
        await world.tap(person, club[-1], "", kind="re")
        await world.turn(5)
    again = await view_of(world, table)
    assert again.successor is not None
    newest = await world.card()
    assert again.successor in buttons(newest)[0]["callback_data"]


async def test_cards_are_where_they_belong(world: World) -> None:
    """No message in the group holds a card of a hand; each private chat holds its own."""
    table = await world.start(*PEOPLE)
    view = await view_of(world, table, BEN)
    assert view.seen is not None
    assert view.seen.phase is Phase.CALLING
    hand = await world.hand(BEN)
    others = [await world.hand(person) for person in PEOPLE if person != BEN]
    assert all(hand["text"] != other["text"] for other in others)
