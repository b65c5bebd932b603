"""A seventh rule set, invented here and added as one entry: from `/belote` to the end, through bot and workers."""

import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

import engine.variants
from engine.rules import AuctionKind, MeldTable, Rules, ScoringKind, TieRule
from engine.variants import Option
from service.table.model import Stage
from service.usecases import look
from tests.sandbox.client import ANNA, BEN, CLUB, Json
from tests.telegram.wing.test_match import on_turn, view_of
from tests.telegram.wing.world import World, buttons, table_of

MOON = Rules(
    auction=AuctionKind.TOPPING,
    no_trump=True,
    all_trump=True,
    announcements=True,
    meld_table=MeldTable.FRENCH,
    meld_choice=True,
    tie_rule=TieRule.STRIKE,
    scoring=ScoringKind.POINTS,
    rise_on_trump_lead=False,
    target=300,
)
"""Games top each other, French melds are chosen, points stay as they are: what nobody plays."""
ENTRIES: dict[str, dict[str, Any]] = {
    "VARIANTS": {"moon": MOON},
    "OPTIONS": {"moon": (Option("target", "target", (300, 200)),)},
}


@pytest.fixture
def moon(monkeypatch: pytest.MonkeyPatch) -> None:
    """One entry more in each mapping, wherever they are known by name."""
    for name, entry in ENTRIES.items():
        before: Mapping[str, Any] = getattr(engine.variants, name)
        after = MappingProxyType({**before, **entry})
        for module in list(sys.modules.values()):
            if getattr(module, name, None) is before:
                monkeypatch.setattr(module, name, after)


@pytest.mark.usefixtures("moon")
async def test_a_seventh_rule_set_is_one_entry(world: World) -> None:
    await world.control.start(ANNA, BEN)
    await world.control.say(ANNA, CLUB, "/belote moon")
    await world.settle()
    card = await world.card()
    assert "moon bis 300" in card["text"], "its key serves as its name"
    for person in (ANNA, BEN):
        await world.tap(person, await world.card(), "", kind="si")
        await world.turn(5)
    await choose_target(world)
    await world.tap(ANNA, await world.card(), "", kind="go")
    await world.turn(6)
    table = table_of(card)
    for _ in range(400):
        if (await view_of(world, table)).stage is not Stage.PLAYING:
            break
        await somebody_moves(world, table)
    over = await look(world.container, table, None)
    assert over is not None
    assert over.stage is Stage.OVER
    assert max(over.deals[-1].totals) >= 200
    club = await world.control.sees(ANNA, CLUB)
    reason = next(m for m in club if any(b.get("callback_data", "").startswith("wh:") for b in buttons(m)))
    await world.tap(ANNA, reason, "", kind="wh")
    await world.settle()
    assert (await world.answers(ANNA))[-1]["text"]


async def choose_target(world: World) -> None:
    """Through the menu, as a person would."""
    await world.tap(ANNA, await world.card(), ":rules", kind="me")
    await world.turn(5)
    menu = await world.card()
    await world.tap(ANNA, menu, ":target", kind="ex")
    await world.tap(ANNA, menu, ":target=200", kind="op")
    await world.turn(5)
    await world.tap(ANNA, await world.card(), ":", kind="me")
    await world.turn(5)
    assert "bis 200" in (await world.card())["text"]


async def somebody_moves(world: World, table: str) -> None:
    person = await on_turn(world, table)
    if person is None:
        await world.turn(2)
        return
    hand: Json = await world.hand(person)
    offered = [
        b["callback_data"]
        for b in buttons(hand)
        if b.get("callback_data", "").startswith("a:") and not b["text"].startswith("(")
    ]
    data = next((d for d in offered if not d.endswith(":pass")), offered[0])
    await world.control.tap(person, hand, data)
    await world.turn(2)
