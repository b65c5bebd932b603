"""Commands that leave no doubt: which table, which list, which rules, and what to say to words that are none."""

import pytest

from service.table.model import Stage
from service.telegram import views
from service.telegram.texts import tongue
from tests.faults.worlds import live
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, Json
from tests.telegram.groups.places import ours, start_in, supergroup
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.world import PEOPLE, World, buttons, table_of


async def second_lobby(world: World, *people: int) -> str:
    """A further table in the club."""
    await world.control.say(people[0], CLUB, "/belote new")
    await world.settle()
    card = await world.card()
    table = table_of(card)
    for person, seat in zip(people, "NESW", strict=False):
        await world.control.tap(person, card, f"si:{table}:0:{seat}")
        await world.turn(5)
    return table


async def last(world: World, person: int, chat: int) -> Json:
    return next(m for m in reversed(await world.control.sees(person, chat)) if m["from"]["is_bot"])


def away(view: object, person: int) -> bool:
    return any(one.person == person and one.computer is not None for one in view.players)  # type: ignore[attr-defined]


async def test_leave_asks_which_of_two_tables_of_a_group(world: World) -> None:
    """Nothing is left before it is said what; and the answer is Ben's alone."""
    running = await world.start(*PEOPLE)
    lobby = await second_lobby(world, BEN, CHLOE)
    await world.control.say(BEN, CLUB, "/leave")
    await world.turn(2)
    assert not away(await view_of(world, running), BEN)
    assert BEN in [one.person for one in (await view_of(world, lobby)).players]
    question = await last(world, BEN, CLUB)
    datas = [b["callback_data"] for b in buttons(question)]
    assert {data.split(":")[1] for data in datas} == {running, lobby}
    meant = next(data for data in datas if running in data)
    await world.control.tap(CHLOE, question, meant)
    await world.turn(2)
    assert not away(await view_of(world, running), CHLOE), "who was not asked has not answered"
    assert (await world.answers(CHLOE))[-1]["text"]
    await world.control.tap(BEN, question, meant)
    await world.turn(5)
    assert away(await view_of(world, running), BEN)
    assert BEN in [one.person for one in (await view_of(world, lobby)).players]
    answered = next(m for m in await world.control.sees(BEN, CLUB) if m["id"] == question["id"])
    assert not buttons(answered), "an answered question is none any more"
    await world.control.say(BEN, CLUB, "/leave")
    await world.turn(5)
    assert BEN not in [one.person for one in (await view_of(world, lobby)).players], (
        "one is left: no question"
    )


async def test_leave_in_private_asks_too(world: World) -> None:
    first = await world.start(*PEOPLE)
    second = await start_in(world, await supergroup(world))
    await world.control.say(ANNA, ANNA, "/leave")
    await world.settle()
    question = await last(world, ANNA, ANNA)
    assert "Belote club" in question["text"] and "Big club" in question["text"]
    meant = next(b["callback_data"] for b in buttons(question) if second in b["callback_data"])
    await world.control.tap(ANNA, question, meant)
    await world.turn(5)
    assert away(await view_of(world, second), ANNA)
    assert not away(await view_of(world, first), ANNA)


async def test_cancel_asks_too(world: World) -> None:
    running = await world.start(*PEOPLE)
    lobby = await second_lobby(world, ANNA)
    await world.control.say(ANNA, CLUB, "/cancel")
    await world.settle()
    assert (await view_of(world, lobby)).stage is Stage.LOBBY
    question = await last(world, ANNA, CLUB)
    meant = next(b["callback_data"] for b in buttons(question) if lobby in b["callback_data"])
    await world.control.tap(ANNA, question, meant)
    await world.turn(5)
    assert (await view_of(world, lobby)).stage is Stage.CANCELLED
    view = await view_of(world, running)
    assert (view.stage, view.cancelling) == (Stage.PLAYING, ())


async def test_leaving_twice_says_how_it_is(world: World) -> None:
    table = await world.start(*PEOPLE)
    for _ in range(2):
        await world.control.say(BEN, CLUB, "/leave")
        await world.turn(5)
    assert away(await view_of(world, table), BEN)
    said = (await last(world, ANNA, CLUB))["text"]
    t = tongue((await world.container.directory.chat(CLUB)).language)
    assert said == t.gettext("You are away already: a computer plays for you until you are back.")


async def test_a_lobby_with_free_seats_is_shown_afresh_instead_of_a_second_one(world: World) -> None:
    card = await world.lobby(ANNA)
    await world.control.say(CHLOE, CLUB, "/belote")
    await world.turn(5)
    assert await world.container.store.tables_in(CLUB) == [table_of(card)]
    live = [m for m in await ours(world, CLUB) if "si:" in str(buttons(m))]
    assert [table_of(m) for m in live] == [table_of(card)]
    assert live[0]["id"] > card["id"]
    await world.control.say(CHLOE, CLUB, "/belote new")
    await world.turn(5)
    assert len(await world.container.store.tables_in(CLUB)) == 2, "who asks for another one gets it"
    await world.control.say(CHLOE, CLUB, "/belote coinche")
    await world.turn(5)
    assert len(await world.container.store.tables_in(CLUB)) == 3, "and so does who asks for other rules"


async def test_a_full_lobby_and_another_topics_are_in_nobodys_way(world: World) -> None:
    topics = {"7": {"name": "Cards"}, "8": {"name": "More cards"}}
    forum = await supergroup(world, is_forum=True, topics=topics)
    for thread in (7, 8):
        await world.control.say(ANNA, forum, "/belote", thread_id=thread)
        await world.settle()
    assert len(await world.container.store.tables_in(forum)) == 2
    await world.control.start(*PEOPLE)
    card = await world.lobby(*PEOPLE)
    await world.control.say(ANNA, CLUB, "/belote")
    await world.turn(5)
    assert len(await world.container.store.tables_in(CLUB)) == 2, card["text"]


async def test_a_command_that_comes_twice_opens_one_table(world: World) -> None:
    """To a bot that has just started."""
    await world.control.say(ANNA, CLUB, "/belote")
    await world.settle()
    before = len(await ours(world, CLUB))
    assert world.sandbox.updates.again(1) == 1
    assert await live(world, world.settle)
    assert len(await world.container.store.tables_in(CLUB)) == 1
    assert len(await ours(world, CLUB)) == before


async def test_one_list_of_games_is_alive(world: World) -> None:
    table = await world.start(*PEOPLE)
    for _ in range(3):
        await world.control.say(ANNA, ANNA, "/games")
        await world.settle()
    lists = [m for m in await world.control.sees(ANNA, ANNA) if f"ga:{table}" in str(buttons(m))]
    assert len(lists) == 1
    assert lists[0]["id"] == (await last(world, ANNA, ANNA))["id"]


async def test_table_in_private_brings_the_hand_card(world: World) -> None:
    table = await world.start(*PEOPLE)
    old = await world.hand(ANNA)
    await world.control.say(ANNA, ANNA, "/table")
    await world.turn(2)
    new = await world.hand(ANNA)
    assert new["id"] > old["id"]
    assert table_of(new) == table
    assert old["id"] not in [m["id"] for m in await world.control.sees(ANNA, ANNA)]
    second = await start_in(world, await supergroup(world))
    await world.control.say(ANNA, ANNA, "/table")
    await world.turn(2)
    offered = str(buttons(await last(world, ANNA, ANNA)))
    assert f"ga:{table}" in offered and f"ga:{second}" in offered, "of several one chooses"


async def test_words_that_are_no_command_are_answered_once(world: World) -> None:
    await world.control.start(ANNA)
    await world.settle()
    before = len([m for m in await world.control.sees(ANNA, ANNA) if m["from"]["is_bot"]])
    for text in ("hello?", "I play the jack", "/nonsense"):
        await world.control.say(ANNA, ANNA, text)
        await world.settle()
    said = [m for m in await world.control.sees(ANNA, ANNA) if m["from"]["is_bot"]][before:]
    assert len(said) == 1
    assert "/help" in said[0]["text"]
    assert said[0]["silent"]
    await world.turn(1)
    world.clock.turn(25 * 3600)
    await world.control.say(ANNA, ANNA, "hello again")
    await world.settle()
    assert len([m for m in await world.control.sees(ANNA, ANNA) if m["from"]["is_bot"]]) == before + 2


async def test_in_a_group_nobody_is_interrupted(world: World) -> None:
    await world.control.do("members", chat=CLUB, user="bot", status="administrator")
    before = len(await ours(world, CLUB))
    for text in ("hello?", "/nonsense"):
        await world.control.say(ANNA, CLUB, text)
        await world.settle()
    assert len(await ours(world, CLUB)) == before


@pytest.mark.parametrize(
    ("text", "variant"), [("coinche", "coinche"), ("Luxembourg", "luxembourg"), ("", "classic")]
)
async def test_rules_of_a_rule_set_by_its_name(world: World, text: str, variant: str) -> None:
    await world.lobby(ANNA)
    await world.control.say(BEN, CLUB, f"/rules {text}")
    await world.settle()
    t = tongue((await world.container.directory.chat(CLUB)).language)
    page = views.rules_card(t, None, variant)
    assert page is not None
    assert (await last(world, ANNA, CLUB))["text"].splitlines()[0] in page.text.replace("<b>", "").replace(
        "</b>", ""
    )


async def test_rules_of_what_is_no_rule_set_lead_to_the_list(world: World) -> None:
    await world.control.say(BEN, CLUB, "/rules tarot")
    await world.settle()
    datas = [b["callback_data"] for b in buttons(await last(world, ANNA, CLUB))]
    assert {data.rpartition(":")[2] for data in datas} >= {"classic", "coinche", "luxembourg"}


async def test_two_tables_of_one_group_have_numbers_and_the_first_to_end_frees_its_own(world: World) -> None:
    first = table_of(await world.lobby(ANNA))
    second = await opened(world, "/belote new")
    assert (await numbers(world, first, second)) == [1, 2]
    for command in ("/belote coinche", "/belote new"):
        await opened(world, command)
    await world.control.say(ANNA, CLUB, "/cancel")
    await world.turn(5)
    question = await world.card()
    meant = [b["callback_data"] for b in buttons(question) if first in b.get("callback_data", "")]
    await world.control.tap(ANNA, question, meant[0])
    await world.turn(5)
    third = await opened(world, "/belote new")
    assert (await numbers(world, third)) == [1]


async def opened(world: World, command: str) -> str:
    await world.control.say(ANNA, CLUB, command)
    await world.turn(5)
    return next(iter(await world.container.store.tables_in(CLUB)))


async def numbers(world: World, *tables: str) -> list[int]:
    return [(await view_of(world, table)).number for table in tables]
