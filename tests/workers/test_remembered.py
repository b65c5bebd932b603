"""All that is kept about one person: told to him, and taken away, on every store."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from service.bootstrap import Container, memory_container
from service.remembered import forget, told
from service.table.commands import Resign, Sit, Start
from service.usecases import Opening, open_table
from tests.store.worlds import client_for, redis_world
from tests.workers.test_past import ANNA, GROUP, begun, did, played
from workers.embedded import Server

BEN = 7_000_000_022


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


async def test_what_is_told_is_all_of_him_and_nothing_of_others(house: Container) -> None:
    await house.directory.touch_person(ANNA, name="Anna Example", language="de")
    await house.directory.touch_person(BEN, name="Ben Other")
    over = await begun(house)
    await played(house, over, 1)
    running = await with_ben(house)
    await house.directory.wish(GROUP, ANNA, True)
    document = await told(house, ANNA)
    assert all(one["told of the next game here"] for one in document["tables"])
    text = json.dumps(document, ensure_ascii=False)
    assert document["person"]["name"] == "Anna Example" and document["person"]["language"] == "de"
    assert {one["id"] for one in document["tables"]} == {over, running}
    assert "Benjamin" not in text and "Ben Other" not in text and str(BEN) not in text
    stored = await house.store.load(running)
    assert stored is not None
    assert stored.head.secret not in text, "what runs is still secret"
    mine = next(one for one in document["tables"] if one["id"] == running)
    assert "record" not in mine and list(mine["seats"]) == ["N"]


async def test_a_match_that_is_over_comes_with_its_record(house: Container) -> None:
    table = await with_ben(house)
    await did(house, table, Resign(person=ANNA))
    assert "record" not in (await told(house, ANNA))["tables"][0], "Ben has not taken it yet"
    over = await begun(house)
    await played(house, over, 1)
    found = next(one for one in (await told(house, ANNA))["tables"] if one["id"] == over)
    assert found["record"][0] == "rebelote 1" and found["deals"]
