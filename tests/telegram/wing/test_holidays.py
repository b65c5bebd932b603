"""Going on holiday and being back, in private: every table of his hears of it, whatever happens in between."""

import pytest

from service.table.commands import Holiday
from tests.sandbox.client import Json
from tests.telegram.wing.store_fails import fails_once
from tests.telegram.wing.test_clocks import begun, on_turn
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.world import PEOPLE, World, buttons


async def menu(world: World, person: int) -> Json:
    """His menu of holidays."""
    await world.control.say(person, person, "/settings")
    await world.turn(3)
    await world.tap(person, (await world.control.sees(person, person))[-1], "vacation=menu", kind="sg")
    await world.turn(6)
    return await last(world, person)


async def last(world: World, person: int) -> Json:
    return (await world.control.sees(person, person))[-1]


async def test_a_holiday_is_told_at_every_table_and_can_be_waived_at_one(world: World) -> None:
    table = await begun(world, "1d")
    before, person = (await view_of(world, table)).time.deadline, await on_turn(world, table)
    assert before is not None
    await world.tap(person, await menu(world, person), "vacation=7", kind="sg")
    await world.turn(6)
    over = (await view_of(world, table)).time.deadline
    assert over is not None and over > before + 6 * 86_400_000
    assert "🌴" in (await world.card())["text"]
    assert not any(b["callback_data"].startswith("nu:") for b in buttons(await world.card())), (
        "nobody is hurried"
    )
    other = next(one for one in PEOPLE if one != person)
    ply = (await view_of(world, table)).seen
    assert ply is not None
    await world.control.tap(other, await world.card(), f"nu:{table}:{ply.ply}:")
    await world.turn(3)
    assert "👋" not in (await world.answers(other))[-1]["text"]
    assert (await view_of(world, table, person)).nudged is None
    assert (await world.container.directory.person(person)).vacation_used == 7
    hands = [m for m in await world.hands(person) if "hd:" in str(buttons(m))]
    await world.tap(person, hands[-1], "", kind="hd")
    await world.turn(6)
    again = (await view_of(world, table)).time.deadline
    assert again is not None and abs(again - before) < 60_000
    assert "🌴" not in (await world.card())["text"]


async def test_a_store_that_fails_while_it_is_told_is_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(world, "1d")
    person = await on_turn(world, table)
    card = await menu(world, person)
    ahead = fails_once(monkeypatch, world.container.store, Holiday)
    await world.tap(person, card, "vacation=7", kind="sg")
    await world.turn(6)
    assert not ahead, "it failed"
    assert "🌴" in (await world.card())["text"], "or his time would run while he believes that it rests"
    assert (await world.container.directory.person(person)).vacation_used == 7


async def test_who_is_back_before_anybody_heard_that_he_went_is_back(world: World) -> None:
    table = await begun(world, "1d")
    before, person = (await view_of(world, table)).time.deadline, await on_turn(world, table)
    card = await menu(world, person)
    for ending in ("vacation=7", "vacation=end"):
        await world.tap(person, card, ending, kind="sg")
        await world.intake()  # no worker runs
        card = await last(world, person)
    await world.turn(6)
    again = (await view_of(world, table)).time.deadline
    assert again is not None and before is not None and abs(again - before) < 60_000
    assert "🌴" not in (await world.card())["text"]
