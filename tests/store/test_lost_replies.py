"""The server did it, the reply was lost, the client library asks again: nothing happens twice."""

from typing import Any

from service.ports import Commit, Receipt
from service.table.commands import Stand
from tests.store.worlds import RedisWorld, head

T = "aaaaaaaaaa"


async def test_a_repeated_create_is_still_ours(lossy: RedisWorld) -> None:
    await lossy.store.now()
    lossy.lose()
    assert await lossy.store.create(head(), [])
    assert not await lossy.store.create(head(), [])


async def test_a_repeated_submit_is_taken_once(lossy: RedisWorld) -> None:
    await lossy.store.create(head(), [])
    for update in (None, 5):
        lossy.lose()
        assert (await lossy.store.submit(T, Stand(person=update or 0), update)).receipt is Receipt.TAKEN
    stored = await lossy.store.load(T)
    assert stored is not None
    assert [waiting.command for waiting in stored.inbox] == [Stand(person=0), Stand(person=5)]


async def test_a_repeated_submit_whose_command_was_handled_meanwhile_is_not_taken_again(
    lossy: RedisWorld,
) -> None:
    """The slot is free again, and there may be no update to know it by: the request's own name must do."""
    await lossy.store.create(head(), [])
    run = lossy.client._run

    async def twice(name: str, args: Any, ask: Any) -> Any:
        answer = await run(name, args, ask)
        if name != "submit":
            return answer
        stored = await lossy.store.load(T)
        assert stored is not None
        assert await lossy.store.commit(
            T, Commit(stored.version, 1, stored.head, ("done",), None, frozenset())
        )
        return await run(name, args, ask)

    lossy.client._run = twice  # type: ignore[method-assign]
    assert (await lossy.store.submit(T, Stand(person=1), None)).receipt is Receipt.TAKEN
    stored = await lossy.store.load(T)
    assert stored is not None
    assert stored.inbox == ()


async def test_a_repeated_commit_writes_once(lossy: RedisWorld) -> None:
    await lossy.store.create(head(), [])
    step = Commit(
        1, 0, head(revision=1), ("0 N pass p",), None, frozenset({"lobby"}), opens=head("bbbbbbbbbb")
    )
    lossy.lose()
    assert await lossy.store.commit(T, step)
    stored = await lossy.store.load(T)
    assert stored is not None
    assert (stored.version, stored.facts) == (2, ("0 N pass p",))
    assert not await lossy.store.commit(T, step)


async def test_a_repeated_claim_costs_time_and_no_row(lossy: RedisWorld) -> None:
    await lossy.store.create(head(), ["lobby"])
    lossy.lose()
    assert await lossy.store.claim(9) == []
    await lossy.client.redis.incrby(lossy.client.keys.clock, 30_000)
    assert len(await lossy.store.claim(9)) == 1
