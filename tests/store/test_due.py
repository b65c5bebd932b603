"""The contract of the due rows, surfaces' rows and leases."""

from service.ports import OPENING_MS, Commit, Due, Fence
from service.surface import CARD, LOBBY, Row, digest_key, place_of
from service.table.commands import Stand
from tests.store.worlds import World, head

T = "aaaaaaaaaa"


async def names(world: World) -> list[tuple[str, str | None]]:
    return [(due.table, due.key) for due in await world.store.claim(99)]


async def commit(world: World, due: int | None = None, *marked: str) -> None:
    stored = await world.store.load(T)
    assert stored is not None
    step = Commit(stored.version, len(stored.inbox), stored.head, (), due, frozenset(marked))
    assert await world.store.commit(T, step)


async def claim_one(world: World) -> Due:
    (due,) = await world.store.claim(99)
    return due


async def test_marked_surfaces_are_due_now(world: World) -> None:
    await world.store.create(head(), [LOBBY])
    await commit(world, None, "hand:1", CARD)
    assert set(await names(world)) == {(T, LOBBY), (T, "hand:1"), (T, CARD)}


async def test_a_claimed_surface_is_due_again_after_thirty_seconds(world: World) -> None:
    """A courier that died after its claim costs no more."""
    await world.store.create(head(), [LOBBY])
    await claim_one(world)
    assert await names(world) == []
    await world.turn(29_000)
    assert await names(world) == []
    await world.turn(1_000)
    assert await names(world) == [(T, LOBBY)]


async def test_a_claimed_table_is_due_again_after_two_seconds(world: World) -> None:
    await world.store.create(head(), [])
    await commit(world, await world.store.now())
    assert await names(world) == [(T, None)]
    assert await names(world) == []
    await world.turn(2_000)
    assert await names(world) == [(T, None)]


async def test_no_more_than_asked_for_is_claimed_and_the_oldest_first(world: World) -> None:
    await world.store.create(head(), [])
    now = await world.store.now()
    for number in range(5):
        await world.store.mark(T, [f"deal:{number}"], now - 1000 + number)
    assert [due.key for due in await world.store.claim(2)] == ["deal:0", "deal:1"]
    assert [due.key for due in await world.store.claim(9)] == ["deal:2", "deal:3", "deal:4"]


async def test_tables_wait_for_no_surface(world: World) -> None:
    """Where the chats take no more for now, a move that hangs on a table's row goes on."""
    await world.store.create(head(), [])
    now = await world.store.now()
    await world.store.mark(T, [f"deal:{number}" for number in range(5)], now - 1000)
    await commit(world, now - 1)
    assert [due.key for due in await world.store.claim(0)] == [None]
    await commit(world, now - 1)
    assert [due.key for due in await world.store.claim(2)] == ["deal:0", "deal:1", None]


async def test_a_finished_row_is_gone_or_due_when_told(world: World) -> None:
    await world.store.create(head(), [LOBBY, CARD])
    first, second = await world.store.claim(9)
    await world.store.finish(first, None)
    await world.store.finish(second, await world.store.now() + 5_000)
    assert await names(world) == []
    await world.turn(5_000)
    assert await names(world) == [(T, second.key)]


async def test_a_row_marked_since_its_claim_survives_the_finish(world: World) -> None:
    await world.store.create(head(), [LOBBY])
    claimed = await claim_one(world)
    await world.store.mark(T, [LOBBY])
    await world.store.finish(claimed, None)
    assert await names(world) == [(T, LOBBY)]


async def test_a_commit_since_the_claim_survives_the_finish(world: World) -> None:
    await world.store.create(head(), [LOBBY])
    claimed = await claim_one(world)
    await commit(world, None, LOBBY)
    await world.store.finish(claimed, await world.store.now() + 60_000)
    assert await names(world) == [(T, LOBBY)]


async def test_a_mark_for_later_than_the_claim_survives_the_finish(world: World) -> None:
    await world.store.create(head(), [LOBBY])
    claimed = await claim_one(world)
    await world.store.mark(T, [LOBBY], await world.store.now() + 90_000)
    await world.store.finish(claimed, None)
    await world.turn(90_000)
    assert await names(world) == [(T, LOBBY)]


async def test_an_old_claim_cannot_finish_a_newer_one(world: World) -> None:
    """A courier that slept past its claim wakes while another is at work: its finish changes nothing."""
    await world.store.create(head(), [LOBBY])
    old = await claim_one(world)
    await world.store.mark(T, [LOBBY])
    new = await claim_one(world)
    await world.store.finish(old, None)
    await world.turn(30_000)
    assert await names(world) == [(T, LOBBY)]
    assert old.token != new.token


async def test_a_later_mark_does_not_delay_a_row(world: World) -> None:
    await world.store.create(head(), [LOBBY])
    await world.store.mark(T, [LOBBY], await world.store.now() + 60_000)
    assert await names(world) == [(T, LOBBY)]


async def test_a_submission_makes_the_table_due_within_two_seconds(world: World) -> None:
    await world.store.create(head(), [])
    await commit(world, await world.store.now() + 3_600_000)
    await world.store.submit(T, Stand(person=1), 1)
    assert await names(world) == []
    await world.turn(2_000)
    assert await names(world) == [(T, None)]


async def test_a_submission_does_not_delay_a_table_that_is_due(world: World) -> None:
    await world.store.create(head(), [])
    await commit(world, await world.store.now() + 500)
    await world.store.submit(T, Stand(person=1), 1)
    await world.turn(500)
    assert await names(world) == [(T, None)]


async def test_a_commit_that_waits_for_nobody_takes_the_row_away(world: World) -> None:
    await world.store.create(head(), [])
    await world.store.submit(T, Stand(person=1), 1)
    await commit(world)
    await world.turn(3_600_000)
    assert await names(world) == []


async def test_what_stands_of_a_surface_is_remembered_and_forgotten(world: World) -> None:
    await world.store.create(head(), [])
    row = Row(chat=-500, thread=7, message=12, digest="d", stale=(10, 11), gone="closed")
    await world.store.put_rows(T, {CARD: row})
    await world.store.put_rows(T, {"hand:1": Row(chat=1)})
    assert await world.store.row(T, CARD) == row
    assert await world.store.rows(T) == {CARD: row, "hand:1": Row(chat=1)}
    await world.store.put_rows(T, {CARD: None})
    assert await world.store.row(T, CARD) is None
    assert await world.store.rows("zzzzzzzzzz") == {}


async def test_rows_of_a_lost_lease_are_refused_whole(world: World) -> None:
    """A courier that slept past its lease wakes with an old row in its hand; its successor's stays."""
    await world.store.create(head(), [])
    old, new = Fence("courier", "old"), Fence("courier", "new")
    assert await world.store.lease("courier", "old", 6_000)
    assert await world.store.put_rows(T, {CARD: Row(chat=-500, message=1)}, fence=old)
    await world.turn(7_000)
    assert await world.store.lease("courier", "new", 6_000)
    assert await world.store.put_rows(T, {CARD: Row(chat=-500, message=2)}, fence=new)
    late = {CARD: Row(chat=-500, message=3), LOBBY: None, "deal:1": Row(chat=-500)}
    assert not await world.store.put_rows(T, late, mark=["deal:1"], fence=old)
    assert await world.store.rows(T) == {CARD: Row(chat=-500, message=2)}
    assert await names(world) == []


async def test_a_lease_that_nobody_took_is_still_its_holders(world: World) -> None:
    """The renewal failed for a moment: what was sent is written down all the same."""
    await world.store.create(head(), [])
    assert await world.store.lease("courier", "old", 6_000)
    await world.turn(7_000)
    assert await world.store.put_rows(T, {CARD: Row(chat=-500)}, fence=Fence("courier", "old"))
    assert not await world.store.put_rows(T, {CARD: None}, fence=Fence("another", "old"))
    await world.store.release("courier", "old")
    assert not await world.store.put_rows(T, {CARD: None}, fence=Fence("courier", "old"))
    assert await world.store.rows(T) == {CARD: Row(chat=-500)}


async def test_rows_and_marks_are_written_together(world: World) -> None:
    await world.store.create(head(), [])
    await world.store.put_rows(T, {CARD: Row(chat=-500, message=1), "hand:1": Row(chat=1)})
    await world.store.put_rows(T, {CARD: None, "deal:1": Row(chat=-500, message=1)}, mark=["deal:1"])
    assert await world.store.rows(T) == {"hand:1": Row(chat=1), "deal:1": Row(chat=-500, message=1)}
    assert await names(world) == [(T, "deal:1")]


async def test_a_repost_is_asked_for_until_a_row_without_it_is_written(world: World) -> None:
    await world.store.create(head(), [])
    await world.store.put_rows(T, {CARD: Row(chat=-500, message=1)})
    await world.store.request_repost(T, CARD)
    assert await names(world) == [(T, CARD)]
    asked = await world.store.row(T, CARD)
    assert asked is not None
    assert asked.repost
    await world.store.put_rows(T, {CARD: asked.model_copy(update={"sending_since": 5})})
    again = (await world.store.rows(T))[CARD]
    assert again.repost
    await world.store.put_rows(T, {CARD: again.model_copy(update={"repost": False, "message": 2})})
    assert await world.store.row(T, CARD) == Row(chat=-500, message=2, sending_since=5)


async def test_a_repost_asked_for_while_the_courier_writes_is_kept(world: World) -> None:
    await world.store.create(head(), [])
    row = Row(chat=-500, message=1)
    await world.store.put_rows(T, {CARD: row})
    await world.store.request_repost(T, CARD)
    read = await world.store.row(T, CARD)
    assert read is not None
    await world.store.request_repost(T, CARD)  # within the same millisecond, perhaps
    await world.store.put_rows(T, {CARD: read.model_copy(update={"repost": False, "message": 2})})
    kept = await world.store.row(T, CARD)
    assert kept is not None
    assert (kept.repost, kept.message) == (True, 2)


async def test_a_repost_of_what_never_stood_is_only_a_mark(world: World) -> None:
    await world.store.create(head(), [])
    await world.store.request_repost(T, CARD)
    assert await names(world) == [(T, CARD)]
    assert await world.store.row(T, CARD) is None


async def test_a_tap_that_asks_for_an_ephemeral_surface_is_remembered_with_its_end(world: World) -> None:
    await world.store.create(head(), [])
    assert await world.store.opening(T, "mine:1") is None
    before = await world.store.now()
    await world.store.request_opening(T, "mine:1", "4711")
    assert await names(world) == [(T, "mine:1")]
    found = await world.store.opening(T, "mine:1")
    assert found is not None
    assert found.query == "4711"
    assert before + OPENING_MS <= found.expires <= await world.store.now() + OPENING_MS
    assert await world.store.opening(T, "mine:2") is None
    assert await world.store.row(T, "mine:1") is None, "only the courier writes rows"
    await world.turn(OPENING_MS + 1_000)
    await world.store.request_opening(T, "mine:1", "4712")
    later = await world.store.opening(T, "mine:1")
    assert later is not None
    assert later.query == "4712" and later.expires > found.expires


async def test_a_lease_has_one_holder_until_it_runs_out(world: World) -> None:
    assert await world.store.lease("courier", "a", 6_000)
    assert not await world.store.lease("courier", "b", 6_000)
    assert await world.store.lease("other", "b", 6_000)
    await world.turn(5_000)
    assert await world.store.lease("courier", "a", 6_000)
    await world.turn(5_000)
    assert not await world.store.lease("courier", "b", 6_000)
    await world.turn(1_000)
    assert await world.store.lease("courier", "b", 6_000)
    assert not await world.store.lease("courier", "a", 6_000)


async def test_who_comes_after_a_dead_one_in_its_place_does_not_wait(world: World) -> None:
    """And whatever the dead one still had under way is refused, as anybody's whose lease is another's."""
    assert await world.store.lease("courier", "here/a", 6_000)
    assert not await world.store.lease("courier", "there/b", 6_000)
    assert not await world.store.lease("courier", "here", 6_000)
    assert await world.store.lease("courier", "here/b", 6_000)
    assert not await world.store.put_rows(T, {LOBBY: Row(chat=1)}, fence=Fence("courier", "here/a"))
    assert not await world.store.lease("courier", "c", 6_000)


async def test_a_lease_is_given_back_by_its_holder_only(world: World) -> None:
    await world.store.lease("courier", "a", 6_000)
    await world.store.release("courier", "b")
    assert not await world.store.lease("courier", "b", 6_000)
    await world.store.release("courier", "a")
    assert await world.store.lease("courier", "b", 6_000)
    await world.store.release("nobody's", "a")


async def test_no_two_claims_of_a_row_have_the_same_token(world: World) -> None:
    """Not even within one millisecond: or the older one's finish would settle the newer one's work."""
    await world.store.create(head(), [])
    tokens = set()
    for _ in range(100):
        await world.store.mark(T, [LOBBY])
        tokens.add((await claim_one(world)).token)
    assert len(tokens) == 100


async def test_who_takes_over_finds_what_the_dead_courier_had_in_hand(world: World) -> None:
    await world.store.create(head(), [LOBBY])
    await world.store.submit(T, Stand(person=1), 1)
    await world.turn(3_000)
    assert {due.key for due in await world.store.claim(9)} == {None, LOBBY}
    await world.store.mark(T, ["hand:1"], at=await world.store.now() + 20_000)
    assert await world.store.claim(9) == []
    assert await world.store.unclaim() == 1
    assert [due.key for due in await world.store.claim(9)] == [LOBBY], (
        "no table, and nothing that waits its time"
    )


async def test_a_lease_from_before_the_clock_was_put_back_holds_nobody_up(world: World) -> None:
    assert await world.store.lease("courier", "a", 6_000)
    await world.turn(-3_600_000)
    assert await world.store.lease("courier", "b", 6_000)


async def test_a_persons_own_surface_is_kept_and_due_like_a_tables(world: World) -> None:
    """It belongs to no table, and is none."""
    place, key = place_of(7), digest_key(7)
    assert await world.store.row(place, key) is None
    kept = Row(chat=7, waiting=(T,), told={T: 3})
    assert await world.store.put_rows(place, {key: kept}, mark=[key])
    assert await world.store.row(place, key) == kept
    due = await claim_one(world)
    assert (due.table, due.key) == (place, key)
    await world.store.finish(due, await world.store.now() + 5_000)
    assert await names(world) == []
    await world.turn(5_000)
    assert await names(world) == [(place, key)]
    assert await world.store.load(place) is None
    assert place not in await world.store.all_tables()
    assert await world.store.put_rows(place, {key: None})
    assert await world.store.row(place, key) is None
