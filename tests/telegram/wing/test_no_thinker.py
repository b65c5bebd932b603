"""Nobody thinks: no such process runs, or it is busy for long. Computers that need not search move all the same."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from service import thinking
from service.table.play import computer_on_turn
from service.table.table import restore
from tests.sandbox.client import ANNA
from tests.telegram.wing.test_advice import against_experts
from tests.telegram.wing.test_match import move, play_deal, view_of
from tests.telegram.wing.world import World


@pytest.fixture
def asked(world: World, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables somebody would have had to think about."""
    tables: list[str] = []

    async def think(table: str) -> None:
        tables.append(table)

    monkeypatch.setattr(world.container.queue, "think", think)
    return tables


async def test_who_needs_no_search_waits_for_no_thinker(world: World, asked: list[str]) -> None:
    table = await world.start(ANNA)
    await play_deal(world, table)
    assert (await view_of(world, table)).deals
    assert asked == []


async def test_an_expert_is_waited_for(world: World, asked: list[str]) -> None:
    table = await world.start(ANNA)
    await against_experts(world)
    before = await view_of(world, table)
    await move(world, table)
    await world.turn(10)
    stored = await world.container.store.load(table)
    assert stored is not None and computer_on_turn(restore(stored.head, stored.facts)) is not None
    assert asked, "a thinker is asked, again and again"
    assert {one.computer for one in before.players if one.person is None} == {"expert"}


async def test_a_computers_fault_takes_nobodys_move_along(
    world: World, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.start(ANNA)

    def fails(*_: Any, **__: Any) -> None:
        raise ValueError("no cards are dealt")

    monkeypatch.setattr(thinking, "play_on", fails)
    seen = (await view_of(world, table, ANNA)).seen
    assert seen is not None
    with capture_logs() as logs:
        await move(world, table)
        await world.turn(3)
    after = (await view_of(world, table, ANNA)).seen
    assert after is not None and after.ply == seen.ply + 1
    assert "no move" in {line["event"] for line in logs if line["log_level"] == "error"}
    assert asked, "left to who may think"
