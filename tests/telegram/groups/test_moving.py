"""A group becomes a supergroup in the middle of a match: whoever hears of it first, everything goes with it."""

from typing import Any

import pytest

from service.surface import CARD
from service.table.model import Stage
from service.telegram.moving import OF_THE_PLACE
from tests.sandbox.client import ANNA, BEN, CLUB
from tests.telegram.groups.places import live_cards, ours
from tests.telegram.wing.test_history import resigned
from tests.telegram.wing.test_match import move, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons, table_of


async def upgraded(world: World, told: str) -> int:
    """The move, and which of Telegram's two messages come: both ways round, one of them, or none (only the 400)."""
    new: int = (await world.control.do("chats", chat=CLUB, upgrade=True))["id"]
    waiting = world.sandbox.world.pending
    old_side = next(one for one in waiting if "migrate_to_chat_id" in one.update["message"])
    new_side = next(one for one in waiting if "migrate_from_chat_id" in one.update["message"])
    waiting[:] = {
        "old first": [old_side, new_side],
        "new first": [new_side, old_side],
        "old only": [old_side],
        "new only": [new_side],
        "nobody": [],
    }[told]
    return new


@pytest.mark.parametrize("told", ["old first", "new first", "old only", "new only", "nobody"])
async def test_the_match_goes_on_in_the_supergroup(world: World, told: str) -> None:
    table = await world.start(*PEOPLE)
    await world.container.directory.touch_chat(CLUB, language="fr")
    new = await upgraded(world, told)
    await world.settle()
    await move(world, table)
    await world.turn(10)
    (card,) = await live_cards(world, new, table)
    assert "Donne 1" in card["text"], "the group's language went with it"
    row = await world.container.store.row(table, CARD)
    assert row is not None
    assert (row.chat, row.message, row.stale) == (new, card["id"], ())
    # Taps there act on the match, and so do cards in private.
    await world.tap(BEN, card, "", kind="ha")
    await move(world, table)
    await world.turn(10)
    assert all(answer is not None for answer in await world.answers(BEN))
    (edited,) = await live_cards(world, new, table)
    assert edited["id"] == card["id"]
    assert edited["text"] != card["text"]


@pytest.mark.parametrize("told", ["old first", "nobody"])
async def test_its_settings_and_its_tables_are_found_there(world: World, told: str) -> None:
    table = await world.start(*PEOPLE)
    kept: dict[str, Any] = {"language": "lb"}
    before = await world.container.directory.chat(CLUB)
    new = await upgraded(world, told)
    await world.container.directory.touch_chat(CLUB, **kept)
    await world.settle()
    await move(world, table)
    await world.turn(10)
    after = await world.container.directory.chat(new)
    for name in type(after).model_fields:
        if name not in OF_THE_PLACE:
            assert getattr(after, name) == kept.get(name, getattr(before, name)), name
    eve = (await world.control.do("users", first_name="Eve", language_code="de", join=[new]))["id"]
    (old,) = await live_cards(world, new, table)
    await world.control.say(eve, new, "/table")
    await world.turn(5)
    (card,) = await live_cards(world, new, table)
    assert card["id"] > old["id"], "somebody who sits nowhere finds the group's table too"
    # Who may end it is asked where the group is now.
    await world.control.say(BEN, new, "/belote")
    await world.settle()
    lobby = table_of(await world.card(new))
    await world.control.say(ANNA, new, "/cancel")
    await world.turn(5)
    assert (await view_of(world, table)).cancelling == (ANNA,), "one's own table first"
    assert (await view_of(world, lobby)).stage is Stage.LOBBY


async def test_an_old_message_is_tapped_after_the_move(world: World) -> None:
    """Clients go on showing what stood in the old group. Such a tap acts, and is answered."""
    table = await world.start(*PEOPLE)
    old = await world.card()
    new = await upgraded(world, "old first")
    await world.settle()
    anna = {"id": ANNA, "is_bot": False, "first_name": "Anna"}
    chat = {"id": CLUB, "type": "group", "title": "Belote club"}
    tap = {"id": "77", "from": anna, "chat_instance": "1", "data": f"ta:{table}:0:"}
    message = {"message_id": old["id"], "date": 1, "chat": chat, "text": "old"}
    world.sandbox.updates.force("callback_query", tap | {"message": message})
    await world.turn(2)
    asked = [c for c in await world.calls("answerCallbackQuery") if c["params"]["callback_query_id"] == "77"]
    assert asked[0]["params"]["text"]
    known = await world.container.directory.chat(CLUB)
    assert (known.moved_to, known.supergroup) == (new, False)


async def test_a_lobby_moves_too(world: World) -> None:
    await world.control.start(ANNA)
    await world.settle()
    table = table_of(await world.lobby(ANNA))
    new = await upgraded(world, "new first")
    await world.turn(5)
    card = (await ours(world, new))[-1]
    assert f"si:{table}" in str(buttons(card))
    await world.tap(BEN, card, "", kind="si")
    await world.turn(5)
    assert BEN in [one.person for one in (await view_of(world, table)).players]


async def test_what_the_group_has_played_is_its_own_after_the_move(world: World) -> None:
    """A match from before it, one that was moved while it ran, and the sums of both."""
    await resigned(world, await world.start(ANNA, BEN))
    running = await world.start(ANNA, BEN)
    new = await upgraded(world, "old first")
    await world.settle()
    await resigned(world, running)
    await world.control.say(ANNA, new, "/stats")
    await world.settle()
    assert "2 Partien" in (await ours(world, new))[-1]["text"]
