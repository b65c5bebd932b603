"""All that is kept about one person: told to him, and taken away, on every store."""

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

import pytest

from service.apart import open_private
from service.bootstrap import Container, memory_container
from service.lobbies import Opening, open_table
from service.people import Person
from service.ports import Count
from service.remembered import forget, told
from service.surface import CARD, Row, digest_key, hand_key, place_of
from service.table.commands import Resign, Sit, Start
from service.table.model import Head
from service.table.tally import pair, player
from tests.faults.worlds import Killed, Life, Mortal
from tests.store.worlds import client_for, redis_world
from tests.table.test_traces import FIELDS, GONE, naming
from tests.table.worlds import started
from tests.workers.test_past import ANNA, GROUP, begun, did, played
from workers.embedded import Server

BEN = 7_000_000_022
TOLD_AS = {
    "chairs": f'"person": {GONE}',
    "chat": '"your private chat": true',
    "creator": '"opened by you": true',
}


@pytest.fixture(params=["memory", "fake", "real"])
async def house(request: pytest.FixtureRequest) -> AsyncIterator[Container]:
    made = memory_container()
    if request.param == "memory":
        yield made
        return
    server: Server | None = request.getfixturevalue("real_server") if request.param == "real" else None
    world = redis_world(client_for(request.param, server.url if server else ""))
    yield replace(made, store=world.store, directory=world.directory)
    await world.close()


async def with_ben(house: Container) -> str:
    """A running match of Anna and Ben."""
    table = await open_table(house, Opening(GROUP, 6, None, "Club", ANNA, "classic"))
    await did(house, table, Sit(person=ANNA, revision=0, seats="N", name="Anna", reachable=True))
    await did(house, table, Sit(person=BEN, revision=99, seats="E", name="Benjamin", reachable=True))
    await did(house, table, Start(person=ANNA, revision=99))
    return table


async def test_nothing_of_him_is_left_and_the_others_keep_their_past(house: Container) -> None:
    directory, store = house.directory, house.store
    await directory.touch_person(ANNA, name="Anna Example", language="de", started=True)
    await directory.wish(GROUP, ANNA, True)
    await directory.touch_chat(GROUP, title="Club")
    over = await begun(house)
    await played(house, over, 1)
    running = await with_ben(house)
    assert await forget(house, ANNA) == 2
    assert (await directory.person(ANNA)).name == ""
    assert await store.tables_of(ANNA) == [] and await store.past_of(ANNA, 0, 9) == []
    assert await directory.wishes(GROUP) == frozenset()
    assert (await directory.chat(GROUP)).title == "Club"
    for table in (over, running):
        stored = await store.load(table)
        assert stored is not None
        document = stored.head.model_dump_json(exclude={"secret"})
        assert str(ANNA) not in document and "Anna" not in document
        assert not any(str(ANNA) in key.split(":") for key in await store.rows(table))
    assert over in await store.past_in(GROUP, 0, 9), "the group's past keeps the match"
    assert await forget(house, ANNA) == 0, "again changes nothing"


async def left(house: Container, person: int) -> list[object]:
    """Whatever still speaks of him."""
    store, directory = house.store, house.directory
    found: list[object] = [*await store.tables_of(person), *await store.past_of(person, 0, 9)]
    found += [*await store.tables_in(person), *await store.past_in(person, 0, 9)]
    found += [
        *await store.standings(player(person)),
        *await directory.wishes(GROUP),
        *await store.rows(place_of(person)),
    ]
    found += [
        one
        for one in (await directory.person(person), await directory.chat(person))
        if len(one.model_fields_set) > 1
    ]
    for table in await store.all_tables():
        stored = await store.load(table)
        assert stored is not None
        found += [table] * (str(person) in stored.head.model_dump_json(exclude={"secret"}))
        found += [key for key in await store.rows(table) if str(person) in key]
    return found


async def test_of_a_table_apart_the_private_chats_list_goes_too(house: Container) -> None:
    table = await open_private(house, Person(id=ANNA, name="Anna"), 7)
    assert table in await house.store.tables_in(ANNA)
    await forget(house, ANNA)
    assert await left(house, ANNA) == []


async def test_broken_off_anywhere_it_is_done_by_asking_again() -> None:
    for steps in range(1, 200):
        house, life = memory_container(), Life()
        for table in (await begun(house), await with_ben(house)):
            await house.store.put_rows(
                table, {hand_key(ANNA): Row(chat=ANNA, message=5), CARD: Row(chat=GROUP)}
            )
        await house.store.put_rows(place_of(ANNA), {digest_key(ANNA): Row(chat=ANNA)})
        await house.directory.touch_person(ANNA, name="Anna")
        store, directory = Mortal(house.store, life), Mortal(house.directory, life)
        life.begin(steps)
        with suppress(Killed):
            await forget(replace(house, store=store, directory=directory), ANNA)
        await forget(house, ANNA)
        assert await left(house, ANNA) == [], f"after step {steps}"
        if not life.last:
            break
    assert 20 < steps < 199, "every step was the last once"


async def test_what_is_told_is_all_of_him_and_nothing_of_others(house: Container) -> None:
    await house.directory.touch_person(ANNA, name="Anna Example", language="de")
    await house.directory.touch_person(BEN, name="Ben Other")
    over = await begun(house)
    await played(house, over, 1)
    running = await with_ben(house)
    await house.directory.touch_chat(GROUP, title="Club")
    await house.directory.wish(GROUP, ANNA, True)
    await house.directory.touch_chat(ANNA, agreed="coinche", clock="3d")
    await house.store.put_rows(place_of(ANNA), {digest_key(ANNA): Row(chat=ANNA, message=77)})
    changes = [Count(pair(ANNA, BEN), "classic/live", "", '{"matches":31}')]
    assert await house.store.count(over, changes)
    document = await told(house, ANNA)
    assert document["told of the next game in"] == [{"group": GROUP, "title": "Club"}]
    assert document["private chat"]["clock"] == "3d"
    assert document["several matches wait"]["message"] == 77
    assert document["statistics with each partner"] == [{"classic/live": {"matches": 31}}]
    text = json.dumps(document, ensure_ascii=False)
    assert document["person"]["name"] == "Anna Example" and document["person"]["language"] == "de"
    assert {one["id"] for one in document["tables"]} == {over, running}
    assert "Benjamin" not in text and "Ben Other" not in text and str(BEN) not in text
    stored = await house.store.load(running)
    assert stored is not None
    assert stored.head.secret not in text, "what runs is still secret"
    mine = next(one for one in document["tables"] if one["id"] == running)
    assert "record" not in mine and list(mine["seats"]) == ["N"]


@pytest.mark.parametrize("field", sorted(set(FIELDS) - {"draft"}))
async def test_whatever_field_of_a_table_names_him_he_is_told_of_it(field: str) -> None:
    """Though he does not sit there, and it is in no list of his."""
    house, bare = memory_container(), started(1, 2, 3, 4)
    value = naming(Head.model_fields[field].annotation, field)
    value = bare.head.chairs | value if field == "chairs" else value
    named = bare.changed(id="named", **{field: value}).head
    for head in (bare.changed(id="bare").head, named):
        await house.store.create(head, ())
    tables = (await told(house, GONE))["tables"]
    assert [one["id"] for one in tables] == ["named"]
    found = json.dumps(tables[0])
    assert field in json.dumps(tables[0]["kept for you"]) or TOLD_AS[field] in found, found


async def test_a_match_that_is_over_comes_with_its_record(house: Container) -> None:
    table = await with_ben(house)
    await did(house, table, Resign(person=ANNA))
    assert "record" not in (await told(house, ANNA))["tables"][0], "Ben has not taken it yet"
    over = await begun(house)
    await played(house, over, 1)
    found = next(one for one in (await told(house, ANNA))["tables"] if one["id"] == over)
    assert found["record"][0] == "rebelote 1" and found["deals"]
