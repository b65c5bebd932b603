"""The past: matches that are over, by person and by group, newest first. One suite for every store."""

from service.ports import Commit
from service.table.model import Chair, Head, Stage
from tests.store.worlds import World, head

ANN, BO, GROUP = 1, 2, -500
HOUR = 3_600_000


def over(table: str, ended_at: int, **fields: object) -> Head:
    """A finished match of Ann and Bo."""
    chairs = {
        "N": Chair(person=ANN, name="Ann"),
        "E": Chair(person=BO, name="Bo"),
        "S": Chair(),
        "W": Chair(),
    }
    return head(table, stage=Stage.OVER, chairs=chairs, ended_at=ended_at, **fields)


async def end(world: World, finished: Head, **fields: object) -> bool:
    """Store a table, and end it with one step."""
    await world.store.create(finished.model_copy(update={"stage": Stage.PLAYING}), [])
    stored = await world.store.load(finished.id)
    assert stored is not None
    known: dict[str, object] = {"ends": True, "parted": frozenset({ANN, BO})}
    step = Commit(stored.version, 0, finished, (), None, frozenset(), **(known | fields))  # type: ignore[arg-type]
    return await world.store.commit(finished.id, step)


async def test_a_match_enters_the_past_when_it_ends_and_stays_there(world: World) -> None:
    assert await end(world, over("aaaaaaaaaa", 5 * HOUR))
    assert await world.store.tables_of(ANN) == [], "it is no running table any more"
    for person in (ANN, BO):
        assert await world.store.past_of(person, 0, 9) == ["aaaaaaaaaa"]
    assert await world.store.past_in(GROUP, 0, 9) == ["aaaaaaaaaa"]
    await world.turn(400 * 24 * HOUR)
    assert await world.store.past_of(ANN, 0, 9) == ["aaaaaaaaaa"], "the past has no end"


async def test_a_step_that_ends_nothing_enters_nothing(world: World) -> None:
    assert await end(world, over("aaaaaaaaaa", 5 * HOUR), ends=False)
    assert await world.store.past_of(ANN, 0, 9) == []
    assert await world.store.past_in(GROUP, 0, 9) == []


async def test_the_past_is_read_in_pages_newest_first(world: World) -> None:
    for number, ended in enumerate((3, 1, 2, 5, 4)):
        assert await end(world, over("abcde"[number] * 10, ended * HOUR))
    pages = [await world.store.past_of(ANN, start, 2) for start in (0, 2, 4, 6)]
    assert [[table[0] for table in page] for page in pages] == [["d", "e"], ["a", "c"], ["b"], []]
    assert [table[0] for table in await world.store.past_in(GROUP, 1, 3)] == ["e", "a", "c"]


async def test_a_commit_that_is_refused_leaves_the_past_alone(world: World) -> None:
    finished = over("aaaaaaaaaa", HOUR)
    await world.store.create(finished, [])
    assert not await world.store.commit(finished.id, Commit(7, 0, finished, (), None, frozenset(), ends=True))
    assert await world.store.past_of(ANN, 0, 9) == []


async def test_a_table_apart_is_no_groups_past(world: World) -> None:
    assert await end(world, over("aaaaaaaaaa", HOUR, chat=ANN))
    assert await world.store.past_of(ANN, 0, 9) == ["aaaaaaaaaa"]
    assert await world.store.past_in(ANN, 0, 9) == []


async def test_an_older_match_can_be_entered_later_any_number_of_times(world: World) -> None:
    assert await end(world, over("aaaaaaaaaa", 9 * HOUR))
    for _ in range(2):
        await world.store.enter_past(over("bbbbbbbbbb", HOUR))
    assert await world.store.past_of(BO, 0, 9) == ["aaaaaaaaaa", "bbbbbbbbbb"]
    assert await world.store.past_in(GROUP, 0, 9) == ["aaaaaaaaaa", "bbbbbbbbbb"]
