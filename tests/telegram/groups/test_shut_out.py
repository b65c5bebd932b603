"""The bot may not write in the group any more: the match is kept and goes on in private, where the players are told."""

import pytest
import pytest_asyncio

from service.table.model import Stage
from tests.faults.worlds import rings
from tests.sandbox.client import ANNA, BEN, CLUB
from tests.telegram.groups.places import live_cards, ours
from tests.telegram.wing.test_match import move, play_deal, view_of
from tests.telegram.wing.world import PEOPLE, World


@pytest_asyncio.fixture
async def table(world: World) -> str:
    """A match of four people who read German."""
    table = await world.start(*PEOPLE)
    for person in PEOPLE:
        await world.container.directory.touch_person(person, language="de")
    return table


KICKED, SILENCED = "Ich bin nicht mehr in", "Ich darf in"


@pytest.mark.parametrize(("status", "told"), [("kicked", KICKED), ("left", KICKED), ("restricted", SILENCED)])
async def test_everybody_is_told_in_private_and_goes_on_there(
    world: World, table: str, status: str, told: str
) -> None:
    await move(world, table)
    await world.turn(5)
    loud = {person: await rings(world, person) for person in PEOPLE}
    await world.control.do("members", chat=CLUB, user="bot", status=status, by=ANNA)
    await world.turn(10)
    for person in PEOPLE:
        card = await world.hand(person)
        assert told in card["text"]
        assert "Belote club" in card["text"]
        assert told not in "\n".join(card["text"].splitlines()[:2]), "the lock screen keeps its two lines"
        assert await rings(world, person) <= loud[person] + 1
    await play_deal(world, table)
    view = await view_of(world, table)
    assert view.stage is Stage.PLAYING
    assert len(view.deals) == 1
    before = await world.calls("sendMessage", "editMessageText")
    await world.turn(120)
    tried = (await world.calls("sendMessage", "editMessageText"))[len(before) :]
    assert not [c for c in tried if c["chat_id"] == CLUB], "nobody hammers at a closed door"
    await world.control.do("members", chat=CLUB, user="bot", status="member", by=ANNA)
    await world.turn(10)
    (live,) = await live_cards(world, CLUB, table)
    assert "Gabe 2" in live["text"]
    for person in PEOPLE:
        assert told not in (await world.hand(person))["text"]


async def test_a_match_may_end_while_the_bot_is_out(world: World, table: str) -> None:
    """Nothing waits for a card that cannot be shown; the end is in everybody's private chat."""
    await world.control.do("members", chat=CLUB, user="bot", status="kicked", by=ANNA)
    await world.turn(5)
    for _ in range(12):
        if (await view_of(world, table)).stage is not Stage.PLAYING:
            break
        await play_deal(world, table)
    assert (await view_of(world, table)).stage is Stage.OVER
    before = len(await world.calls())
    await world.turn(120)
    assert len(await world.calls()) == before
    for person in PEOPLE:
        last = [m for m in await world.control.sees(person, person) if m["from"]["is_bot"]][-1]
        assert "gewonnen" in last["text"] or "verloren" in last["text"]


async def test_who_asks_where_the_bot_is_back_is_served(world: World, table: str) -> None:
    """The update of its return may be lost: a command in the group does as well."""
    await world.control.do("members", chat=CLUB, user="bot", status="kicked", by=ANNA)
    await world.turn(5)
    await world.control.do("members", chat=CLUB, user="bot", status="member", by=ANNA)
    world.sandbox.updates.drop()
    await move(world, table)
    await world.turn(5)
    await world.control.say(BEN, CLUB, "/table")
    await world.turn(5)
    assert len(await live_cards(world, CLUB, table)) == 1
    assert len(await ours(world, CLUB)) >= 2
    assert KICKED not in (await world.hand(ANNA))["text"]
