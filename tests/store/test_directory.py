"""The contract of `Directory`: field by field, so that two writers never undo each other."""

import pytest
from pydantic import ValidationError

from service.people import Chat, Person
from tests.store.worlds import World


async def test_an_unknown_person_is_a_blank_one(world: World) -> None:
    assert await world.directory.person(5) == Person(id=5)
    assert await world.directory.people([5, 6, 5]) == {5: Person(id=5), 6: Person(id=6)}
    assert await world.directory.people([]) == {}
    assert await world.directory.chat(-5) == Chat(id=-5)


async def test_fields_are_written_one_by_one(world: World) -> None:
    await world.directory.touch_person(5, name="Zoë <b>", username="zoe", started=True)
    await world.directory.touch_person(5, language="fr")
    await world.directory.touch_person(5, blocked=True, last_tap=1_700_000_000_000)
    await world.directory.touch_person(5, blocked=False)
    await world.directory.touch_person(5)
    person = Person(
        id=5, name="Zoë <b>", username="zoe", started=True, language="fr", last_tap=1_700_000_000_000
    )
    assert await world.directory.person(5) == person
    assert await world.directory.people([5, 6]) == {5: person, 6: Person(id=6)}


async def test_a_group_likewise(world: World) -> None:
    await world.directory.touch_chat(-5, title="Belote club", forum=True)
    await world.directory.touch_chat(-5, moved_to=-1005)
    assert await world.directory.chat(-5) == Chat(id=-5, title="Belote club", forum=True, moved_to=-1005)


async def test_the_last_message_only_rises(world: World) -> None:
    for message in (7, 30, 9):
        await world.directory.saw_message(5, message)
    assert (await world.directory.person(5)).last_message == 30


async def test_a_name_that_looks_like_a_number_stays_a_name(world: World) -> None:
    await world.directory.touch_person(5, name="007", username="1")
    person = await world.directory.person(5)
    assert (person.name, person.username) == ("007", "1")


async def test_the_last_message_of_a_group_only_rises(world: World) -> None:
    await world.directory.touch_chat(-5, title="Belote club")
    for message in (7, 30, 9):
        await world.directory.saw_in(-5, message)
    chat = await world.directory.chat(-5)
    assert (chat.title, chat.last_message) == ("Belote club", 30)


@pytest.mark.parametrize("fields", [{"nmae": "x"}, {"started": "perhaps"}])
async def test_a_wrong_field_is_refused_before_it_is_written(world: World, fields: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        await world.directory.touch_person(5, **fields)
    assert await world.directory.person(5) == Person(id=5)


async def test_wishes_for_the_next_game_are_kept_by_group_and_person(world: World) -> None:
    directory = world.directory
    await directory.touch_chat(-5, title="Club")
    for person in (1, 2):
        await directory.wish(-5, person, True)
    await directory.wish(-6, 3, True)
    await directory.wish(-5, 1, True)
    assert await directory.wishes(-5) == {1, 2}
    await directory.wish(-6, 1, True)
    assert await directory.wishing(1) == {-5, -6} and await directory.wishing(9) == frozenset()
    await directory.wish(-6, 1, False)
    await directory.wish(-5, 1, False)
    await directory.wish(-5, 9, False)
    assert await directory.wishes(-5) == {2}
    assert (await directory.chat(-5)).title == "Club", "a wish is no part of what is known of the group"


async def test_a_wish_is_turned_over_once_by_each_update(world: World) -> None:
    directory = world.directory
    assert await directory.turn_wish(-5, 1, 7001) is True
    assert await directory.turn_wish(-5, 1, 7001) is True, "delivered again"
    assert await directory.turn_wish(-5, 2, 7002) is True
    assert await directory.turn_wish(-5, 1, 7003) is False
    assert await directory.turn_wish(-5, 1, 7004) is True
    for again in (7001, 7003, 7004):
        assert await directory.turn_wish(-5, 1, again) is True, "what was last tapped counts"
    assert await directory.wishes(-5) == {1, 2}
    assert await directory.turn_wish(-5, 1, 7004 - 2_000_000) is False, "Telegram has begun to count anew"
    await directory.forget(1)
    assert await directory.turn_wish(-5, 1, 3) is True
