"""Being told when the next game starts here, and a lobby that closes by itself."""

from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Json
from tests.telegram.wing.test_history import bot_messages, resigned
from tests.telegram.wing.test_match import play_deal
from tests.telegram.wing.world import World, buttons


async def ended(world: World) -> Json:
    """A match of Anna and Ben that is over; its last card in the group."""
    table = await world.start(ANNA, BEN)
    await play_deal(world, table)
    await resigned(world, table)
    await world.turn(20)
    return next(m for m in reversed(await bot_messages(world, ANNA, CLUB)) if _bell(m))


def _bell(message: Json) -> bool:
    return any(b.get("callback_data", "").startswith("nx:") for b in buttons(message))


async def rung(world: World, person: int) -> list[str]:
    seen = await bot_messages(world, person, person)
    return [m["text"] for m in seen if m["text"].startswith("🔔") and "Anna" in m["text"]]


async def opened_again(world: World) -> None:
    await world.control.say(ANNA, CLUB, "/belote new")
    await world.settle()


async def test_who_wishes_it_is_told_once(world: World) -> None:
    await world.control.start(CHLOE)
    end = await ended(world)
    await world.tap(CHLOE, end, "", kind="nx")
    await world.settle()
    assert "🔔" in (await world.answers(CHLOE))[-1]["text"]
    assert await rung(world, CHLOE) == []
    await opened_again(world)
    assert len(await rung(world, CHLOE)) == 1
    await opened_again(world)
    assert len(await rung(world, CHLOE)) == 1, "the wish is spent"
    assert await rung(world, BEN) == [], "he did not ask"


async def test_a_second_tap_takes_the_wish_back(world: World) -> None:
    await world.control.start(CHLOE)
    end = await ended(world)
    for _ in range(2):
        await world.tap(CHLOE, end, "", kind="nx")
        await world.settle()
    assert "🔕" in (await world.answers(CHLOE))[-1]["text"]
    await opened_again(world)
    assert await rung(world, CHLOE) == []


async def test_who_opens_the_table_is_not_told_and_who_could_not_be_told_finds_the_door(world: World) -> None:
    end = await ended(world)
    await world.tap(ANNA, end, "", kind="nx")
    await world.tap(DAN, end, "", kind="nx")
    await world.settle()
    url = (await world.answers(DAN))[-1]["url"]
    await world.control.do("start", user=DAN, payload=url.partition("start=")[2])
    await opened_again(world)
    assert len(await rung(world, DAN)) == 1
    assert await rung(world, ANNA) == []
    assert await world.container.directory.wishes(CLUB) == frozenset()


async def test_the_groups_history_has_the_bell_too(world: World) -> None:
    await world.control.start(ANNA, CHLOE)
    await world.control.say(ANNA, CLUB, "/history")
    await world.settle()
    await world.tap(CHLOE, (await bot_messages(world, ANNA, CLUB))[-1], "", kind="nx")
    await world.settle()
    await opened_again(world)
    assert len(await rung(world, CHLOE)) == 1
    await world.control.say(ANNA, ANNA, "/history")
    await world.settle()
    assert not _bell((await bot_messages(world, ANNA, ANNA))[-1]), "in private there is no group to wait for"


async def test_a_lobby_closes_by_itself_and_its_card_says_so(world: World) -> None:
    await world.control.start(ANNA)
    await world.lobby(ANNA)
    for _ in range(7 * 24):
        world.clock.turn(3600)
    await world.settle()
    await world.turn(20)
    texts = [m["text"] for m in await bot_messages(world, ANNA, CLUB)]
    assert any("Woche" in text for text in texts), texts
    assert await world.container.store.tables_of(ANNA) == []
