"""Statistics in the store: a match is counted once, all or nothing. One suite for every store."""

from service.ports import Count
from tests.store.worlds import World, head

T, U = "aaaaaaaaaa", "bbbbbbbbbb"
FIELD = "classic/live"


async def test_a_match_is_counted_once(world: World) -> None:
    await world.store.create(head(T), [])
    assert await world.store.count(T, [Count("p1", FIELD, "", "one"), Count("g-5", FIELD, "", "one")])
    assert await world.store.count(T, [Count("p1", FIELD, "one", "two")]), (
        "counted before: that is no failure"
    )
    assert await world.store.standings("p1") == {FIELD: "one"}
    assert await world.store.standings("g-5") == {FIELD: "one"}
    assert await world.store.standings("p2") == {}


async def test_what_has_changed_meanwhile_refuses_all_of_it(world: World) -> None:
    for table in (T, U):
        await world.store.create(head(table), [])
    assert await world.store.count(T, [Count("p1", FIELD, "", "one")])
    assert not await world.store.count(U, [Count("p2", FIELD, "", "one"), Count("p1", FIELD, "", "other")])
    assert await world.store.standings("p2") == {}
    assert await world.store.count(U, [Count("p2", FIELD, "", "one"), Count("p1", FIELD, "one", "two")])
    assert await world.store.standings("p1") == {FIELD: "two"}


async def test_a_counted_table_goes_on_as_before(world: World) -> None:
    await world.store.create(head(T), [])
    await world.store.count(T, [Count("p1", FIELD, "", "one")])
    stored = await world.store.load(T)
    assert stored is not None and stored.head == head(T)


async def test_a_persons_standings_go_with_his_pairs(world: World) -> None:
    await world.store.create(head(T), [])
    subjects = ("p1", "p12", "d1-2", "d2-12", "d1-12", "g-1")
    assert await world.store.count(T, [Count(one, FIELD, "", "x") for one in subjects])
    await world.store.forget_standings(1)
    left = [one for one in subjects if await world.store.standings(one)]
    assert left == ["p12", "d2-12", "g-1"]


async def test_all_can_be_counted_anew(world: World) -> None:
    await world.store.create(head(T), [])
    await world.store.count(T, [Count("p1", FIELD, "", "one")])
    await world.store.forget_standings()
    assert await world.store.standings("p1") == {}
    assert await world.store.count(T, [Count("p1", FIELD, "", "again")])
    assert await world.store.standings("p1") == {FIELD: "again"}
