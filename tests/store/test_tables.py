"""The contract of `TableStore`: documents, facts, inbox, commit. One suite for every store."""

import asyncio
from itertools import pairwise

import pytest

from service.adapters import memory, redis_store
from service.ports import Commit, Receipt, Seen, Stored, Submission
from service.surface import LOBBY, hand_key
from service.table.commands import Act, Cut, Sit, Stand
from service.table.model import Head, Stage
from tests.store.worlds import World, at_deal, head

T = "aaaaaaaaaa"


def step(stored: Stored, *facts: str, table: Head | None = None, **fields: object) -> Commit:
    """A commit of what was loaded, unchanged unless told otherwise."""
    known: dict[str, object] = {"due": None, "marked": frozenset()}
    return Commit(stored.version, len(stored.inbox), table or stored.head, facts, **(known | fields))  # type: ignore[arg-type]


def sit(seat: str) -> Sit:
    return Sit(person=ord(seat), seats=seat, name='Bo\n"é"', reachable=True, revision=0)


async def loaded(world: World, table: str = T) -> Stored:
    found = await world.store.load(table)
    assert found is not None
    return found


async def test_a_table_comes_back_as_it_was_stored(world: World) -> None:
    assert await world.store.create(head(thread=7, title="Belote <club>"), [LOBBY])
    stored = await loaded(world)
    assert stored.head == head(thread=7, title="Belote <club>")
    assert (stored.version, stored.facts, stored.inbox) == (1, (), ())
    assert stored.due == stored.head.opened_at + 7 * 86_400_000, "a lobby closes by itself one day"
    assert abs(stored.now - await world.store.now()) < 60_000


async def test_an_id_is_given_once(world: World) -> None:
    assert await world.store.create(head(), [])
    assert not await world.store.create(head(title="another"), [LOBBY])
    assert (await loaded(world)).head.title == ""
    assert await world.store.claim(9) == []


async def test_an_unknown_table_is_none(world: World) -> None:
    assert await world.store.load("zzzzzzzzzz") is None
    assert await world.store.facts("zzzzzzzzzz", 0, -1) == ()
    assert await world.store.submit("zzzzzzzzzz", Stand(person=1), 1) == Submission(Receipt.NO_TABLE)


async def test_submitted_commands_wait_in_order_with_their_time(world: World) -> None:
    await world.store.create(head(), [])
    for seat in "ESW":
        await world.store.submit(T, sit(seat), None)
        await world.turn(1000)
    inbox = (await loaded(world)).inbox
    assert [waiting.command for waiting in inbox] == [sit(seat) for seat in "ESW"]
    assert all(later.at - first.at >= 1000 for first, later in pairwise(inbox))


async def test_an_update_counts_once_even_when_its_command_is_handled(world: World) -> None:
    await world.store.create(head(), [])
    assert await world.store.submit(T, Stand(person=1), 77) == Submission(Receipt.TAKEN)
    assert await world.store.submit(T, Stand(person=1), 77) == Submission(Receipt.SEEN)
    assert await world.store.commit(T, step(await loaded(world)))
    assert await world.store.submit(T, Stand(person=1), 77) == Submission(Receipt.SEEN)
    assert (await loaded(world)).inbox == ()
    assert await world.store.submit(T, Stand(person=1), 78) == Submission(Receipt.TAKEN)


async def test_updates_far_apart_do_not_meet(world: World) -> None:
    await world.store.create(head(), [])
    updates = [1, 2, 127, 128, 129, 256, 2**31, 2**40]
    for update in updates:
        assert (
            await world.store.submit(T, Act(person=1, ply=update, action="JH"), update)
        ).receipt is Receipt.TAKEN
    for update in updates:
        assert (
            await world.store.submit(T, Act(person=1, ply=-1, action="JH"), update)
        ).receipt is Receipt.SEEN


async def test_a_busy_slot_tells_what_waits_in_it(world: World) -> None:
    await world.store.create(head(), [])
    first = Act(person=1, ply=4, action="7H")
    assert (await world.store.submit(T, first, 1)).receipt is Receipt.TAKEN
    assert await world.store.submit(T, Act(person=1, ply=4, action="8H"), 2) == Submission(
        Receipt.BUSY, first
    )
    assert (await world.store.submit(T, Act(person=1, ply=5, action="8H"), 3)).receipt is Receipt.TAKEN
    assert len((await loaded(world)).inbox) == 2


async def test_an_update_that_found_its_slot_busy_is_judged_anew(world: World) -> None:
    await world.store.create(head(), [])
    await world.store.submit(T, Cut(person=1, count=1), 1)
    assert (await world.store.submit(T, Cut(person=1, count=2), 2)).receipt is Receipt.BUSY
    await world.store.commit(T, step(await loaded(world)))
    assert (await world.store.submit(T, Cut(person=1, count=2), 2)).receipt is Receipt.TAKEN


async def test_a_command_judged_by_a_state_that_has_passed_is_not_taken(world: World) -> None:
    await world.store.create(head(), [])
    stored = await loaded(world)
    seen = Seen(stored.version, len(stored.inbox))
    assert (await world.store.submit(T, sit("E"), 1, seen)).receipt is Receipt.TAKEN
    assert (await world.store.submit(T, sit("S"), 2, seen)).receipt is Receipt.MOVED
    assert len((await loaded(world)).inbox) == 1
    assert not await world.store.was_taken(2), "what was not taken may come again"
    assert await world.store.commit(T, step(await loaded(world)))
    assert (await world.store.submit(T, sit("S"), 2, Seen(stored.version, 0))).receipt is Receipt.MOVED
    assert (await world.store.submit(T, sit("S"), 2, Seen(stored.version + 1, 0))).receipt is Receipt.TAKEN
    assert await world.store.was_taken(1) and await world.store.was_taken(2)


async def test_a_busy_slot_is_told_even_to_a_judgement_that_has_aged(world: World) -> None:
    await world.store.create(head(), [])
    seen = Seen(1, 0)
    await world.store.submit(T, sit("E"), 1, seen)
    assert await world.store.submit(T, sit("E"), 2, seen) == Submission(Receipt.BUSY, sit("E"))


async def test_a_commit_writes_all_of_it(world: World) -> None:
    await world.store.create(head(), [])
    await world.store.submit(T, Stand(person=1), 1)
    stored = await loaded(world)
    due = stored.now + 5000
    changed = stored.head.model_copy(update={"revision": 3, "notes": {"1": "late"}})
    facts = ("0 N pass p", "2 E take p")
    joined, parted = frozenset({2, 3}), frozenset({1})
    assert await world.store.commit(
        T, step(stored, *facts, table=changed, due=due, joined=joined, parted=parted)
    )
    after = await loaded(world)
    assert (after.head, after.version, after.facts, after.inbox) == (changed, 2, facts, ())
    assert after.due == due
    assert (await world.store.tables_of(1), await world.store.tables_of(2)) == ([], [T])


async def test_a_moved_version_refuses_the_whole_commit(world: World) -> None:
    await world.store.create(head(), [])
    stored = await loaded(world)
    assert await world.store.commit(T, step(stored, "first"))
    late = step(
        stored, "second", marked=frozenset({LOBBY}), joined=frozenset({9}), due=1, opens=head("bbbbbbbbbb")
    )
    assert not await world.store.commit(T, late)
    assert (await loaded(world)).facts == ("first",)
    assert await world.store.claim(9) == []
    assert await world.store.tables_of(9) == []
    assert await world.store.load("bbbbbbbbbb") is None


async def test_a_grown_inbox_refuses_the_commit(world: World) -> None:
    await world.store.create(head(), [])
    await world.store.submit(T, Cut(person=1, count=1), 1)
    stored = await loaded(world)
    await world.store.submit(T, Cut(person=2, count=1), 2)
    assert not await world.store.commit(T, step(stored, "x"))
    assert await world.store.commit(T, step(await loaded(world), "y"))
    assert (await loaded(world)).facts == ("y",)


async def test_a_commit_on_an_unknown_table_is_refused(world: World) -> None:
    await world.store.create(head(), [])
    assert not await world.store.commit("zzzzzzzzzz", step(await loaded(world)))


async def test_load_gives_the_current_deals_facts_only(world: World) -> None:
    await world.store.create(head(), [])
    await world.store.commit(T, step(await loaded(world), "a", "b", "c", table=at_deal(0)))
    await world.store.commit(T, step(await loaded(world), "d", table=at_deal(3)))
    assert (await loaded(world)).facts == ("d",)
    assert await world.store.facts(T, 0, -1) == ("a", "b", "c", "d")
    assert await world.store.facts(T, 1, 3) == ("b", "c")
    assert await world.store.facts(T, 1, 1) == ()


@pytest.mark.parametrize("stage", [Stage.OVER, Stage.CANCELLED])
async def test_the_facts_of_an_ended_match_are_read_as_before(world: World, stage: Stage) -> None:
    """However they are stored then; and what happens afterwards (somebody wants a rematch) changes none of them."""
    await world.store.create(head(), [])
    await world.store.commit(T, step(await loaded(world), "a", "b", "c", table=at_deal(0)))
    ended = at_deal(3).model_copy(update={"stage": stage})
    assert await world.store.commit(T, step(await loaded(world), "d", "e", table=ended))
    after = await loaded(world)
    for _ in range(2):
        after = await loaded(world)
        assert (after.head, after.facts) == (ended, ("d", "e"))
        assert await world.store.facts(T, 0, -1) == ("a", "b", "c", "d", "e")
        assert await world.store.facts(T, 1, 4) == ("b", "c", "d")
        assert await world.store.facts(T, 3, -1) == ("d", "e")
        assert await world.store.facts(T, 2, 2) == ()
        assert await world.store.commit(T, step(after, table=ended))
    assert not await world.store.commit(T, step(after, "late", table=ended)), "a conflict writes nothing"
    assert len(await world.store.facts(T, 0, -1)) == 5


async def test_a_lobby_that_is_called_off_has_no_facts(world: World) -> None:
    await world.store.create(head(), [])
    assert await world.store.commit(T, step(await loaded(world), table=head(stage=Stage.CANCELLED)))
    assert ((await loaded(world)).facts, await world.store.facts(T, 0, -1)) == ((), ())


async def test_a_long_commit_keeps_its_order(world: World) -> None:
    await world.store.create(head(), [])
    lines = tuple(str(number) for number in range(1203))
    await world.store.commit(T, step(await loaded(world), *lines))
    assert (await loaded(world)).facts == lines


async def test_a_further_table_opens_with_its_people_and_its_lobby(world: World) -> None:
    await world.store.create(head(), [])
    await world.store.commit(
        T, step(await loaded(world), opens=head("bbbbbbbbbb", opened_at=4_000_000_000_001))
    )
    assert (await loaded(world, "bbbbbbbbbb")).version == 1
    assert await world.store.tables_in(-500) == ["bbbbbbbbbb", T]
    assert set(await world.store.tables_of(1)) == {T, "bbbbbbbbbb"}
    claimed = {(due.table, due.key) for due in await world.store.claim(9)}
    assert claimed == {("bbbbbbbbbb", LOBBY), ("bbbbbbbbbb", hand_key(1))}


async def test_a_further_table_that_is_there_already_stays(world: World) -> None:
    await world.store.create(head(), [])
    await world.store.create(head("bbbbbbbbbb", title="kept"), [])
    assert await world.store.commit(T, step(await loaded(world), opens=head("bbbbbbbbbb", title="new")))
    assert (await loaded(world, "bbbbbbbbbb")).head.title == "kept"


async def test_a_table_follows_its_group_to_a_new_id(world: World) -> None:
    await world.store.create(head(), [])
    moved = head(chat=-100500)
    await world.store.commit(T, step(await loaded(world), table=moved))
    assert await world.store.tables_in(-100500) == [T]


async def test_tables_of_a_group_come_newest_first(world: World) -> None:
    for number, table in enumerate(["aaaaaaaaaa", "cccccccccc", "bbbbbbbbbb"]):
        await world.store.create(head(table, opened_at=4_000_000_000_000 + number), [])
    assert await world.store.tables_in(-500) == ["bbbbbbbbbb", "cccccccccc", "aaaaaaaaaa"]
    assert await world.store.tables_in(-501) == []


async def test_nothing_is_lost_or_doubled_by_many_at_once(world: World) -> None:
    """60 taps from six tasks, three committers: each command is handled once, in the order of its person's taps."""
    await world.store.create(head(), [])

    async def taps(person: int) -> None:
        for ply in range(10):
            command = Act(person=person, ply=person * 100 + ply, action="JH")
            for _ in range(2):  # each twice: a redelivery
                await world.store.submit(T, command, person * 100 + ply)
                await asyncio.sleep(0)

    async def work() -> None:
        for _ in range(2_000):
            if len(await world.store.facts(T, 0, -1)) >= 60:
                return
            stored = await loaded(world)
            lines = [
                f"{w.command.person} {w.command.ply}" for w in stored.inbox if isinstance(w.command, Act)
            ]
            await asyncio.sleep(0)
            await world.store.commit(T, step(stored, *lines))

    async with asyncio.TaskGroup() as group:
        for person in range(6):
            group.create_task(taps(person))
        for _ in range(3):
            group.create_task(work())
    facts = await world.store.facts(T, 0, -1)
    for person in range(6):
        mine = [line for line in facts if line.startswith(f"{person} ")]
        assert mine == [f"{person} {person * 100 + ply}" for ply in range(10)]


async def test_a_command_enters_only_the_table_it_was_judged_by(world: World) -> None:
    await world.store.create(head(), [])
    stored = await loaded(world)
    assert (await world.store.submit(T, Cut(person=1, count=1), 1, Seen(1, 0))).receipt is Receipt.TAKEN
    assert (await world.store.submit(T, Cut(person=2, count=1), 2, Seen(1, 0))).receipt is Receipt.MOVED
    assert not await world.store.was_taken(2)
    assert (await world.store.submit(T, Cut(person=2, count=1), 2, Seen(1, 1))).receipt is Receipt.TAKEN
    assert await world.store.was_taken(2)
    assert not await world.store.commit(T, step(stored))
    assert await world.store.commit(T, step(await loaded(world)))
    assert (await world.store.submit(T, Cut(person=3, count=1), 3, Seen(1, 0))).receipt is Receipt.MOVED
    assert (await world.store.submit(T, Cut(person=3, count=1), 3, Seen(2, 0))).receipt is Receipt.TAKEN
    assert (await world.store.submit(T, Cut(person=3, count=2), 4, Seen(2, 0))).receipt is Receipt.BUSY


async def test_no_more_tables_of_a_group_are_named_than_a_command_can_want(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A group plays for years; what a command reads does not grow with it."""
    for adapter in (memory, redis_store):
        monkeypatch.setattr(adapter, "RECENT", 3)
    names = ["aaaaaaaaaa", "cccccccccc", "bbbbbbbbbb", "dddddddddd", "eeeeeeeeee"]
    for number, table in enumerate(names):
        await world.store.create(head(table, opened_at=4_000_000_000_000 + number), [])
        await world.turn(1)
    assert await world.store.tables_in(-500) == names[:1:-1]
    assert await world.store.tables_of(1) == names[:1:-1]
