"""A private table on a real store: its rows, its rematch, its offers by inline mode."""

from service.surface import hand_key
from service.table.model import Stage
from tests.sandbox.client import ANNA, BEN
from tests.telegram.wing.private import choose, play_deal
from tests.telegram.wing.test_inline import joins, now, post
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.world import World, buttons


async def test_a_deal_of_a_private_table_on_a_real_store(real: World) -> None:
    world = real
    await choose(world, ANNA, "solo")
    await world.turn(5)
    (table,) = await world.container.store.tables_of(ANNA)
    await play_deal(world, table)
    await world.turn(10)
    rows = await world.container.store.rows(table)
    assert rows[f"deal:1:{ANNA}"].message
    assert rows[hand_key(ANNA)].message


async def test_an_offer_is_chosen_on_a_real_store(real: World) -> None:
    world = real
    await world.control.start(ANNA, BEN)
    await world.settle()
    message = await post(world, ANNA)
    await world.control.tap(BEN, message, joins(message)[0])
    await world.turn(6)
    (table,) = await world.container.store.tables_of(ANNA)
    assert list(await world.container.store.tables_of(BEN)) == [table]
    assert "Ben" in (await now(world, message))["text"]
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(6)
    assert (await view_of(world, table)).stage is Stage.PLAYING
    assert not buttons(await now(world, message))
