"""A group's tables are its own: nobody from outside sits down at one, or reads it, however well he knows its name."""

import pytest

from service.sandbox.errors import ApiError
from service.sandbox.faults import How
from service.table.model import Stage
from service.usecases import advance
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Json
from tests.telegram.wing.test_match import play_deal, view_of
from tests.telegram.wing.test_parting import eve
from tests.telegram.wing.world import World, table_of

OWN_GROUP = "gehört zu einer Gruppe"


async def stranger(world: World) -> int:
    """Somebody who has pressed Start and is in no group."""
    user: int = (await world.control.do("users", first_name="Mal", language_code="de"))["id"]
    await world.control.start(user)
    await world.settle()
    return user


async def forged(world: World, person: int, data: str) -> str:
    """What a tap with this data on a message of his private chat is answered."""
    mine = [m for m in await world.control.sees(person, person) if m["from"]["is_bot"]]
    await world.control.tap(person, mine[-1], data)
    await world.settle()
    return str((await world.answers(person))[-1]["text"])


async def by_link(world: World, person: int, payload: str) -> list[Json]:
    """What a start link brings to his private chat."""
    before = len(await world.control.sees(person, person))
    await world.control.do("start", user=person, payload=payload)
    await world.settle()
    return (await world.control.sees(person, person))[before:]


async def people(world: World, table: str) -> set[int | None]:
    return {one.person for one in (await view_of(world, table)).players}


async def asked(world: World) -> int:
    """How often Telegram was asked who belongs to a group."""
    return len(await world.calls("getChatMember"))


async def test_a_lobbys_link_lets_nobody_in_from_outside(world: World) -> None:
    table = table_of(await world.lobby(ANNA))
    mal = await stranger(world)
    for payload in (f"t-{table}-S", f"t-{table}"):
        seen = await by_link(world, mal, payload)
        assert any(OWN_GROUP in m["text"] for m in seen), "he is told in his language"
        assert not any("Anna" in m["text"] or f"si:{table}" in str(m) for m in seen), (
            "and who sits there is not told"
        )
    assert mal not in await people(world, table)


async def test_a_forged_seat_button_is_refused_in_private_and_in_another_group(world: World) -> None:
    table = table_of(await world.lobby(ANNA))
    mal = await stranger(world)
    assert OWN_GROUP in await forged(world, mal, f"si:{table}:0:S")
    other = (await world.control.do("groups", title="Elsewhere", members=[mal]))["id"]
    await world.settle()
    await world.control.say(mal, other, "/belote")
    await world.settle()
    (card,) = [m for m in await world.control.sees(mal, other) if m.get("reply_markup")]
    await world.control.tap(mal, card, f"si:{table}:0:S")
    await world.settle()
    assert OWN_GROUP in str((await world.answers(mal))[-1]["text"])
    assert mal not in await people(world, table)


async def test_an_open_seat_of_a_running_match_is_the_groups_to_take(world: World) -> None:
    table = await world.start(ANNA, BEN, CHLOE, DAN)
    await world.control.say(DAN, CLUB, "/leave")
    await world.settle()
    mal, member = await stranger(world), await eve(world)
    assert OWN_GROUP in await forged(world, mal, f"ov:{table}:0:W")
    assert mal not in await people(world, table)
    await forged(world, member, f"ov:{table}:0:W")
    assert member in await people(world, table), "who is in the group may do so from anywhere"


@pytest.mark.parametrize(
    "data", ["ta:{t}:0:", "tr:{t}:1:8", "wh:{t}:0:1", "ts:{t}:1:", "se:{t}:0:", "ga:{t}:0:"]
)
async def test_a_table_tells_nothing_to_people_outside(world: World, data: str) -> None:
    table = await world.start(ANNA)
    await play_deal(world, table)
    mal = await stranger(world)
    assert OWN_GROUP in await forged(world, mal, data.format(t=table))


async def test_a_table_apart_is_read_by_who_plays_there(world: World) -> None:
    await world.control.start(ANNA)
    await world.control.say(ANNA, ANNA, "/play")
    await world.settle()
    await world.tap(ANNA, await world.menu(ANNA), ":solo")
    await world.turn(6)
    table = table_of(await world.hand(ANNA))
    mal = await stranger(world)
    told = await forged(world, mal, f"ta:{table}:0:")
    assert told == "Du sitzt nicht an diesem Tisch."
    assert "SHA-256" not in told
    assert "SHA-256" in await forged(world, ANNA, f"ta:{table}:0:")


async def test_whoever_belongs_to_the_group_is_let_in_by_a_link_or_a_tap(world: World) -> None:
    table = table_of(await world.lobby(ANNA))
    await world.control.start(BEN, CHLOE)
    assert any(f"si:{table}" in str(m) for m in await by_link(world, BEN, f"t-{table}"))
    await forged(world, BEN, f"si:{table}:0:E")
    await by_link(world, CHLOE, f"t-{table}-S")
    assert {ANNA, BEN, CHLOE} <= await people(world, table)


async def test_where_telegram_cannot_tell_the_way_is_by_the_group(world: World) -> None:
    table = table_of(await world.lobby(ANNA))
    await world.control.start(BEN)
    hidden = ApiError(400, "Bad Request: member list is inaccessible")
    world.sandbox.faults.add(How.ERROR, method="getChatMember", error=hidden)
    seen = await by_link(world, BEN, f"t-{table}-E")
    assert any("belongs to a group" in m["text"] and "tap there" in m["text"] for m in seen), (
        "Ben reads English"
    )
    await world.sit(BEN, "E")
    await world.settle()
    assert BEN in await people(world, table), "there he need not be asked for"


async def test_a_tap_in_the_group_costs_no_question(world: World) -> None:
    table = table_of(await world.lobby(ANNA))
    before = await asked(world)
    await world.sit(BEN, "E")
    await world.settle()
    await world.control.tap(DAN, await world.card(), f"ta:{table}:0:")
    await world.settle()
    assert await asked(world) == before
    assert BEN in await people(world, table)


async def test_who_plays_is_not_asked_for_either(world: World) -> None:
    table = await world.start(ANNA)
    before = await asked(world)
    assert OWN_GROUP not in await forged(world, ANNA, f"ta:{table}:0:")
    await by_link(world, ANNA, f"t-{table}")
    assert await asked(world) == before


async def test_a_seat_that_is_on_its_way_opens_the_door_whatever_telegram_says(world: World) -> None:
    """His tap in the group waits in the inbox when he presses Start: he has been there, and is not turned away."""
    table = table_of(await world.lobby(ANNA))
    hidden = ApiError(400, "Bad Request: member list is inaccessible")
    world.sandbox.faults.add(How.ERROR, method="getChatMember", error=hidden)
    await world.sit(BEN, "E")
    await world.intake()
    stored = await world.container.store.load(table)
    assert stored is not None
    assert [waiting.command.person for waiting in stored.inbox] == [BEN], "the worker has not looked yet"
    await world.control.do("start", user=BEN, payload=f"t-{table}-E")
    await world.intake()
    await advance(world.container, table)
    await world.settle()
    seen = await world.control.sees(BEN, BEN)
    assert not any("belongs to a group" in m["text"] for m in seen), "Ben reads English"
    view = await view_of(world, table, BEN)
    assert view.seat is not None
    assert view.stage is Stage.LOBBY
