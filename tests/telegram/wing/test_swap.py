"""Exchanging seats, as the chats show it: `/swap`, everybody's answer, and the new seats with the next deal."""

import pytest

from service.table.commands import Swap
from service.table.look import look as see
from service.telegram.texts import tongue
from service.telegram.views import hand_card, table_card
from service.usecases import house
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Json
from tests.table.test_swapping import agreed, wish
from tests.table.worlds import FOUR, ask, play_deal, started
from tests.telegram.views.test_properties import check_message
from tests.telegram.wing.test_match import play_deal as play_through
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.test_parting import bare, labels, told
from tests.telegram.wing.world import PEOPLE, World


@pytest.fixture
async def table(world: World) -> str:
    return await world.start(*PEOPLE)


async def question(world: World, person: int, chat: int = CLUB) -> Json:
    await world.control.say(person, chat, "/swap")
    await world.settle()
    return next(m for m in reversed(await world.control.sees(person, chat)) if "tauschen?" in m["text"])


async def group_card(world: World) -> Json:
    await world.turn(10)
    seen = await world.control.sees(ANNA, CLUB)
    return next(m for m in reversed(seen) if any("Meine Hand" in label for label in labels(m)))


async def test_all_agree_in_the_group_and_the_next_deal_has_the_new_seats(world: World, table: str) -> None:
    asked = await question(world, ANNA)
    assert labels(asked) == [f"🔄 Tausch mit {name}" for name in ("Ben", "Chloé", "Dan")]
    await world.tap(CHLOE, asked, ":NE", kind="sw")
    assert (await view_of(world, table)).swap == (), "only who sits there asks"
    await world.tap(ANNA, asked, ":NE", kind="sw")
    await world.settle()
    card = await group_card(world)
    assert "🔄 Tausch: Anna ⇄ Ben?" in bare(card["text"]) and "🔄 Tauschen" in labels(card)
    for person in (BEN, CHLOE, DAN):
        await world.tap(person, card, "", kind="sw")
        await world.settle()
    assert "before the next deal" in await told(world, DAN)
    assert "🔄 Nächste Gabe: Anna ⇄ Ben" in bare((await group_card(world))["text"])
    await play_through(world, table)
    card = await group_card(world)
    assert "🔄 Getauscht: Ben ⇄ Anna" in bare(card["text"])
    assert "Ben + Chloé" in bare(card["text"]) and "Dan + Anna" in bare(card["text"])
    seats = {person: (await view_of(world, table, person)).seat for person in PEOPLE}
    assert seats == {ANNA: 1, BEN: 0, CHLOE: 2, DAN: 3}


async def test_who_must_answer_has_it_before_him_and_can_say_no_there(world: World, table: str) -> None:
    await world.turn(10)
    before = {person: (await world.hand(person))["id"] for person in PEOPLE}
    asked = await question(world, ANNA, ANNA)
    await world.tap(ANNA, asked, ":NW", kind="sw")
    await world.settle()
    await world.turn(10)
    cards = {person: await world.hand(person) for person in PEOPLE}
    assert [one for one in PEOPLE if cards[one]["id"] != before[one] and one != ANNA] == [BEN, CHLOE, DAN]
    await world.tap(DAN, cards[DAN], "", kind="sy")
    await world.settle()
    assert (await view_of(world, table)).swapping == ()


async def test_alone_with_computers_nobody_else_is_asked(world: World) -> None:
    table = await world.start(ANNA)
    await world.tap(ANNA, await question(world, ANNA), ":NS", kind="sw")
    await world.settle()
    assert "Abgemacht" in await told(world, ANNA)
    assert "🔄 Nächste Gabe: Anna ⇄" in bare((await group_card(world))["text"])
    assert (await view_of(world, table)).swap == (0, 2)


async def test_before_the_start_one_is_told_to_sit_elsewhere(world: World) -> None:
    await world.control.start(ANNA)
    await world.lobby(ANNA)
    await world.control.say(ANNA, CLUB, "/swap")
    await world.settle()
    assert "noch nicht begonnen" in (await world.control.sees(ANNA, CLUB))[-1]["text"]


async def test_a_sheet_of_before_keeps_its_names(world: World, table: str) -> None:
    """What stands of a deal that is over is not drawn with the seats of later."""
    for person in PEOPLE:
        await house(world.container, table, Swap(person=person, seats="NE"))
    await world.settle()
    await play_through(world, table)
    await world.turn(10)
    sheet = next(m for m in await world.control.sees(ANNA, CLUB) if "<pre>" in m["html"])
    assert "A+C" in sheet["text"] and "B+C" not in sheet["text"]


@pytest.mark.parametrize("language", ["en", "de", "fr", "lb"])
def test_the_cards_say_it_in_every_language(language: str) -> None:
    t = tongue(language)
    names = {"name": "Wolfgang Amadeus"}
    table = started(*FOUR)
    chairs = {k: c.model_copy(update=names) for k, c in table.head.chairs.items()}
    table = table.changed(chairs=chairs)
    for stage in (ask(table, wish(FOUR[0])).table, agreed(table), play_deal(agreed(table)).table):
        for viewer in (None, *FOUR):
            view = see(stage, viewer)
            message = table_card(view, t) if viewer is None else hand_card(view, t)
            check_message(message)
            assert "🔄" in message.text and "⇄" in message.text
