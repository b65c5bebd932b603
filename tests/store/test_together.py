"""Requests of one turn of the loop: as one, each with its own answer, and nobody's misfortune is another's."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis.exceptions import ConnectionError, ResponseError

from service.adapters.together import Together
from service.ports import StoreDown
from tests.store.conftest import url_for
from tests.store.worlds import RedisWorld, client_for, forgetful, head

T, U = "aaaaaaaaaa", "bbbbbbbbbb"


@pytest.fixture(params=("fake", "real"))
async def lossy(request: pytest.FixtureRequest) -> AsyncIterator[RedisWorld]:
    """Of the stores that lose a reply those that are asked many things at once."""
    made = await forgetful(client_for(request.param, url_for(request)))
    yield made
    assert not made.waits(), "no reply was lost"
    await made.client.close()


def counted(world: RedisWorld) -> list[int]:
    """How many requests each sending held, from now on."""
    sent: list[int] = []
    pool = world.client.redis.connection_pool
    kind: Any = pool.connection_class

    class Counting(kind):  # type: ignore[misc]
        def pack_command(self, *args: Any) -> Any:
            sent[-1] += 1
            return super().pack_command(*args)

    together = world.client._together
    assert isinstance(together, Together)
    answers = together._answers

    async def begun(requests: Any) -> Any:
        sent.append(0)
        return await answers(requests)

    pool.connection_class = Counting
    for connection in pool._available_connections:
        connection.__class__ = Counting
    together._answers = begun  # type: ignore[method-assign]
    return sent


async def test_what_is_asked_at_once_goes_as_one_and_each_has_his_own_answer(lossy: RedisWorld) -> None:
    store, directory = lossy.store, lossy.directory
    for table in (T, U):
        await store.create(head(table), [])
    await directory.touch_person(1, name="Ann")
    sent = counted(lossy)
    one, other, person, nobody = await asyncio.gather(
        store.load(T), store.load(U), directory.person(1), store.row(T, "card")
    )
    assert one is not None
    assert other is not None
    assert (one.head.id, other.head.id, person.name, nobody) == (T, U, "Ann", None)
    assert sent == [4]


async def test_the_same_question_is_asked_once_and_answered_to_all(lossy: RedisWorld) -> None:
    await lossy.store.create(head(), [])
    sent = counted(lossy)
    found = await asyncio.gather(*(lossy.store.load(T) for _ in range(9)))
    assert sent == [1]
    assert {stored.head.id for stored in found if stored} == {T}
    await lossy.store.load(T)
    assert sent == [1, 1]  # what is asked later is asked anew


async def test_what_writes_is_never_one_for_two(lossy: RedisWorld) -> None:
    await lossy.store.create(head(), ["card", "lobby"])
    claimed = await asyncio.gather(lossy.store.claim(1), lossy.store.claim(1))
    assert {due.key for rows in claimed for due in rows} == {"card", "lobby"}


async def test_one_refused_request_is_nobody_elses(lossy: RedisWorld) -> None:
    await lossy.client.redis.set(lossy.client.keys.table(T), "no hash")
    await lossy.store.create(head(U), [])
    wrong, right = await asyncio.gather(lossy.store.load(T), lossy.store.load(U), return_exceptions=True)
    assert isinstance(wrong, ResponseError)
    assert not isinstance(right, BaseException)
    assert right is not None


async def test_who_no_longer_waits_takes_no_answer_from_the_others(lossy: RedisWorld) -> None:
    await lossy.store.create(head(), [])
    first, second = (asyncio.create_task(lossy.store.load(T)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    stored = await second
    assert stored is not None
    with pytest.raises(asyncio.CancelledError):
        await first
    again = await lossy.store.load(T)
    assert again is not None


async def test_a_lost_reply_costs_nobody_his_answer(lossy: RedisWorld) -> None:
    await lossy.store.create(head(), [])
    lossy.lose()
    stored, created, row = await asyncio.gather(
        lossy.store.load(T), lossy.store.create(head(U), []), lossy.store.row(T, "card")
    )
    assert stored is not None
    assert created
    assert row is None


async def test_a_server_that_is_away_is_away_for_all_and_for_none_afterwards(lossy: RedisWorld) -> None:
    await lossy.store.create(head(), [])
    pool = lossy.client.redis.connection_pool
    there = pool.get_connection

    async def away(*_: Any) -> Any:
        raise ConnectionError("nobody listens")

    pool.get_connection = away  # type: ignore[method-assign]
    found = await asyncio.gather(lossy.store.load(T), lossy.store.now(), return_exceptions=True)
    assert [type(one) for one in found] == [StoreDown, StoreDown]
    pool.get_connection = there  # type: ignore[method-assign]
    assert await lossy.store.load(T) is not None
