"""Statistics of finished matches: the right sums, once each, and the same when they are counted anew."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from engine.actions import action_text
from engine.observation import legal_actions
from service.bootstrap import Container, memory_container
from service.counting import rebuild, standings
from service.lobbies import Opening, open_table
from service.table.commands import AcceptResign, Act, Resign, SetClock, Sit, Start
from service.table.model import Stage
from service.table.tally import Standing, group, pair, player
from service.usecases import advance, look
from tests.store.worlds import client_for, redis_world
from tests.workers.test_past import did
from workers.embedded import Server

ANNA, BEN, CHLOE, DAN = (7_000_000_000 + n for n in (1, 2, 3, 4))
PEOPLE = dict(zip("NESW", (ANNA, BEN, CHLOE, DAN), strict=True))
GROUP = -77
LIVE = "classic/live"


@pytest.fixture(params=["memory", "real"])
async def house(request: pytest.FixtureRequest) -> AsyncIterator[Container]:
    made = memory_container()
    if request.param == "memory":
        yield made
        return
    server: Server = request.getfixturevalue("real_server")
    world = redis_world(client_for("real", server.url))
    yield replace(made, store=world.store, directory=world.directory)
    await world.close()


async def table_of_four(house: Container, message: int, clock: str = "", seats: str = "NESW") -> str:
    table = await open_table(house, Opening(GROUP, message, None, "Club", ANNA, "classic"))
    for letter in seats:
        sit = Sit(person=PEOPLE[letter], revision=99, seats=letter, name=letter, reachable=True)
        await did(house, table, sit)
    if clock:
        await did(house, table, SetClock(person=ANNA, clock=clock))
    await did(house, table, Start(person=ANNA, revision=99))
    return table


async def one_deal(house: Container, table: str) -> None:
    """The first legal action of whoever is on turn, until a deal is over."""
    for _ in range(400):
        group_view = await look(house, table, None)
        assert group_view is not None and group_view.seen is not None
        if group_view.deals:
            return
        assert group_view.seen.turn is not None
        person = group_view.player(group_view.seen.turn).person
        if person is None:
            await advance(house, table, thinking=True)
            continue
        view = await look(house, table, person)
        assert view is not None and view.seen is not None
        legal = [action_text(action) for action in legal_actions(view.seen)]
        chosen = next((text for text in legal if text not in ("pass", "claim")), legal[0])
        await did(house, table, Act(person=person, ply=view.seen.ply, action=chosen))
    raise AssertionError("the deal has no end")


async def given_up(house: Container, table: str, seats: str = "NESW") -> None:
    """North and South give the match up."""
    for letter in seats:
        command = Resign if letter in "NS" else AcceptResign
        if letter in "NS" or await _runs(house, table):
            await did(house, table, command(person=PEOPLE[letter]))
    for _ in range(3):
        await advance(house, table)


async def _runs(house: Container, table: str) -> bool:
    view = await look(house, table, None)
    return view is not None and view.stage is Stage.PLAYING


ORDER = "NSEW"


async def test_a_match_adds_what_happened_in_it(house: Container) -> None:
    table = await table_of_four(house, 1)
    await one_deal(house, table)
    await given_up(house, table, ORDER)
    stored = await house.store.load(table)
    assert stored is not None and stored.head.stage is Stage.OVER and stored.due is None
    note = stored.head.deals[0]
    ahead = note.totals[0] - note.totals[1]
    for letter, person in PEOPLE.items():
        own = (await standings(house, player(person)))[LIVE]
        mine = letter in "NS"
        assert (own.matches, own.won, own.deals) == (1, 0 if mine else 1, 1)
        assert own.taken == (note.taker == letter) and own.made <= own.taken
        assert own.margin == (ahead if mine else -ahead)
    both = (await standings(house, pair(ANNA, CHLOE)))[LIVE]
    assert (both.matches, both.won, both.taken) == (1, 0, int((note.taker or "") in ("N", "S")))
    whole = (await standings(house, group(GROUP)))[LIVE]
    assert (whole.matches, whole.deals, whole.taken, whole.margin) == (1, 1, 1, abs(ahead))


async def test_winners_rise_and_losers_fall_players_and_pairs_alike(house: Container) -> None:
    await given_up(house, await table_of_four(house, 1), ORDER)
    for up, down in ((player(BEN), player(ANNA)), (pair(BEN, DAN), pair(ANNA, CHLOE))):
        winner, loser = (await standings(house, up))[LIVE], (await standings(house, down))[LIVE]
        assert winner.mu > Standing().mu > loser.mu
        assert winner.rated == loser.rated == 1 and winner.sigma < Standing().sigma


async def test_games_with_computers_are_counted_and_not_rated(house: Container) -> None:
    await given_up(house, await table_of_four(house, 1, seats="NE"), "NE")
    own = (await standings(house, player(ANNA)))[LIVE]
    assert own.matches == 1 and own.rated == 0 and own.mu == Standing().mu


async def test_a_match_is_counted_once_however_often_a_worker_looks(house: Container) -> None:
    table = await table_of_four(house, 1)
    await given_up(house, table, ORDER)
    first = await standings(house, player(ANNA))
    for _ in range(3):
        await house.store.mark(table, [])
        await advance(house, table)
    assert await standings(house, player(ANNA)) == first


async def test_a_worker_that_dies_before_counting_leaves_the_row_and_the_next_one_counts(
    house: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(*_: object) -> bool:
        raise ConnectionError

    table = await table_of_four(house, 1)
    monkeypatch.setattr("service.usecases.count", dies)
    with pytest.raises(ConnectionError):
        await given_up(house, table, ORDER)
    stored = await house.store.load(table)
    assert stored is not None and stored.head.stage is Stage.OVER and stored.due is not None
    assert await standings(house, player(ANNA)) == {}
    monkeypatch.undo()
    await advance(house, table)
    await advance(house, table)
    assert (await standings(house, player(ANNA)))[LIVE].matches == 1


async def test_what_could_not_be_counted_for_others_is_counted_later(
    house: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other matches of the same people were quicker at each of its tries."""

    async def taken(*_: object) -> bool:
        return False

    table = await table_of_four(house, 1)
    with monkeypatch.context() as busy:
        busy.setattr(house.store, "count", taken)
        await given_up(house, table, ORDER)
    stored = await house.store.load(table)
    assert stored is not None and stored.due is not None, "its row asks for it"
    await advance(house, table)
    assert (await standings(house, player(ANNA)))[LIVE].matches == 1
    stored = await house.store.load(table)
    assert stored is not None and stored.due is None


async def test_clocks_of_days_are_counted_apart_with_who_was_in_time(house: Container) -> None:
    table = await table_of_four(house, 1, clock="1d")
    await given_up(house, table, ORDER)
    found = await standings(house, player(BEN))
    assert list(found) == ["classic/days"]


async def test_counted_anew_it_is_the_same(house: Container) -> None:
    for message in (1, 2, 3):
        await given_up(house, await table_of_four(house, message), ORDER)
    played = await table_of_four(house, 4)
    await one_deal(house, played)
    await given_up(house, played, ORDER)
    subjects = [player(ANNA), player(DAN), pair(ANNA, CHLOE), group(GROUP)]
    counted = {one: await standings(house, one) for one in subjects}
    assert counted[group(GROUP)][LIVE].matches == 4
    for _ in range(2):
        assert await rebuild(house) == 4
        assert {one: await standings(house, one) for one in subjects} == counted
    assert len(await house.store.past_of(ANNA, 0, 9)) == 4
