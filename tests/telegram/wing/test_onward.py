"""From one match to the next that waits: a button on the hand card of whoever is through with this one."""

from service.surface import digest_key, hand_key, place_of
from service.table.clock import MINUTE
from service.telegram.texts import tongue
from tests.faults.worlds import rings, text_of_last_answer
from tests.sandbox.client import Json
from tests.telegram.wing.test_digest import pass_time, same_first, world_of_people
from tests.telegram.wing.test_match import on_turn, view_of
from tests.telegram.wing.world import World, buttons

NONE_WAITS = [
    tongue(language).gettext("No other match waits for you now.") for language in ("de", "fr", "lb", "en")
]


async def card_of(world: World, person: int, table: str) -> Json:
    return next(m for m in reversed(await world.hands(person)) if f":{table}:" in str(buttons(m)))


def onward(card: Json) -> int:
    """How many its button says are waiting; 0: it has none."""
    labels = [b["text"] for b in buttons(card) if b.get("callback_data", "").startswith("nh:")]
    return int(labels[0].rpartition("(")[2].rstrip(")")) if labels else 0


async def passes(world: World, person: int, table: str) -> None:
    view = await view_of(world, table, person)
    assert view.seen is not None
    card = await card_of(world, person, table)
    await world.control.tap(person, card, f"a:{table}:{view.seen.ply}:pass")
    await world.turn(5)


async def waiting_at(world: World, *clocks: str) -> tuple[list[str], int]:
    await world_of_people(world)
    tables, person = await same_first(world, *clocks)
    await pass_time(world, 11 * MINUTE)
    # What else waits by chance of dealing is played first.
    for view in [await view_of(world, one, person) for one in await world.container.store.tables_of(person)]:
        if view.id not in tables and view.seen is not None and view.seen.turn == view.seat:
            await passes(world, person, view.id)
            await world.turn(60)
    return tables, person


async def test_who_has_played_here_goes_on_to_the_most_urgent_other(world: World) -> None:
    (first, slow, quick), person = await waiting_at(world, "1d", "3d", "1d")
    await passes(world, person, first)
    card = await card_of(world, person, first)
    assert onward(card) == 2
    told = await rings(world, person)
    await world.tap(person, card, "", kind="nh")
    await world.turn(3)
    newest = (await world.control.sees(person, person))[-1]
    assert f"a:{quick}:" in str(buttons(newest)), "its hand with live buttons, below all else"
    assert newest["silent"], "his own tap rings nothing"
    await passes(world, person, quick)
    assert onward(await card_of(world, person, quick)) == 1
    await passes(world, person, slow)
    assert not onward(await card_of(world, person, slow))
    await pass_time(world, 30 * MINUTE)
    assert await rings(world, person) == told, "nothing rings for what he was shown at his own wish"


async def test_on_turn_this_match_comes_first(world: World) -> None:
    (first, _), person = await waiting_at(world, "1d", "1d")
    assert not onward(await card_of(world, person, first))


async def test_a_button_that_is_too_late_says_so_and_goes(world: World) -> None:
    (first, second), person = await waiting_at(world, "1d", "1d")
    await passes(world, person, first)
    card = await card_of(world, person, first)
    assert onward(card) == 1
    await passes(world, person, second)
    await world.tap(person, card, "", kind="nh")
    await world.turn(3)
    assert await text_of_last_answer(world, person) in NONE_WAITS


async def test_whoever_looks_is_shown_that_another_match_waits(world: World) -> None:
    """His card of the one match lies before him when the other comes round to him."""
    (first, second), person = await waiting_at(world, "1d", "1d")
    await passes(world, person, second)
    await passes(world, person, first)
    await world.container.store.request_repost(first, hand_key(person))
    await world.turn(3)
    assert not onward(await card_of(world, person, first))
    for _ in range(3):
        # He looks on, and was rung for something a minute ago: no ring comes so soon.
        now = world.clock()
        await world.container.directory.touch_person(person, last_tap=now, last_ring=now - MINUTE)
        other = await on_turn(world, second)
        assert other is not None
        await passes(world, other, second)
        await world.turn(15)
    assert onward(await card_of(world, person, first)) == 1


async def test_the_list_of_what_waits_does_not_grow_with_matches_that_are_over(world: World) -> None:
    (first, second), person = await waiting_at(world, "1d", "1d")
    place, name = place_of(person), digest_key(person)
    row = await world.container.store.row(place, name)
    assert row is not None
    await world.container.store.put_rows(
        place, {name: row.model_copy(update={"waiting": ("aaaa", "bbbb", *row.waiting)})}
    )
    await passes(world, person, second)
    await world.turn(60)
    row = await world.container.store.row(place, name)
    assert row is not None
    assert set(row.waiting) <= {first, second}
