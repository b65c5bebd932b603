"""Inline mode: an invitation posted in any chat, its taps and how it is kept up."""

import pytest

from service.table.model import Stage
from service.table.votes import table_id
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Json
from tests.sandbox.validation import assert_valid_log
from tests.telegram.wing.private import choose, follow, play_deal, play_match, private_table, shorten
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.world import World, buttons

CAFE = "Café"


async def offers(world: World, person: int, query: str = "", chat: int = CLUB) -> Json:
    """Write the bot's name in a chat; the query with what is offered."""
    asked: Json = await world.control.do("inline", user=person, chat=chat, query=query)
    await world.settle()
    answered: Json = await world.control.look("inline", query_id=asked["query_id"])
    assert answered["answer"] is not None
    return answered


async def post(world: World, person: int, which: int = -1, chat: int = CLUB, query: str = "") -> Json:
    """Choose one of the offers; the message it becomes."""
    offered = await offers(world, person, query, chat)
    result = offered["answer"]["results"][which]
    message: Json = await world.control.do(
        "choose", user=person, query_id=offered["query_id"], result_id=result["id"]
    )
    await world.settle()
    await world.turn(5)
    return message


async def now(world: World, message: Json, person: int = ANNA) -> Json:
    """The same message as it stands now."""
    seen = await world.control.sees(person, message["chat"])
    return next(one for one in seen if one["id"] == message["id"])


async def cafe(world: World, *people: int) -> int:
    """A group in which the bot is no member."""
    made: Json = await world.control.do("groups", title=CAFE, members=list(people), bot=False)
    return int(made["id"])


def joins(message: Json) -> list[str]:
    return [d for b in buttons(message) if (d := b.get("callback_data", "")).startswith("jo:")]


async def started(world: World, *people: int) -> None:
    await world.control.start(*people)
    await world.settle()


async def test_an_invitation_is_posted_where_the_bot_is_no_member(world: World) -> None:
    await started(world, ANNA, BEN)
    chat = await cafe(world, ANNA, BEN)
    message = await post(world, ANNA, chat=chat)
    assert message["from"]["id"] == ANNA
    assert "Anna" in message["text"]
    (table,) = await world.container.store.tables_of(ANNA)
    assert (await view_of(world, table, ANNA)).seat == 0, "she sits at her own table"
    assert "go" in {b["callback_data"].split(":")[0] for b in buttons(await world.hand(ANNA))}
    await world.control.tap(BEN, await now(world, message), joins(message)[0])
    await world.turn(5)
    assert (await view_of(world, table, BEN)).seat is not None
    assert "Ben" in (await now(world, message))["text"]
    assert_valid_log(await world.control.log())


async def test_who_never_started_is_shown_the_door_and_keeps_the_seat(world: World) -> None:
    await started(world, ANNA)
    message = await post(world, ANNA)
    await world.control.tap(DAN, message, joins(message)[0])
    await world.turn(5)
    answer = (await world.answers(DAN))[-1]
    assert "?start=" in answer["url"]
    (table,) = await world.container.store.tables_of(ANNA)
    view = await view_of(world, table, DAN)
    assert view.seat is not None
    waiting = await now(world, message)
    assert "Dan" in waiting["text"] and [b for b in buttons(waiting) if "start=" in b.get("url", "")]
    await follow(world, DAN, answer["url"].partition("start=")[2])
    await world.turn(3)
    assert (await view_of(world, table, DAN)).player(view.seat).reachable
    assert buttons(await world.hand(DAN))
    await world.turn(5)
    assert not [b for b in buttons(await now(world, message)) if "url" in b]


async def test_who_is_not_started_himself_is_led_to_the_bot_first(world: World) -> None:
    offered = await offers(world, ANNA)
    assert offered["answer"]["results"] == []
    assert offered["answer"]["button"]["start_parameter"]
    await world.control.do("start", user=ANNA, payload=offered["answer"]["button"]["start_parameter"])
    await world.settle()
    assert {b["callback_data"].rpartition(":")[2] for b in buttons(await world.menu(ANNA))} >= {"friends"}


async def test_asking_alone_opens_nothing(world: World) -> None:
    await started(world, ANNA)
    for query in ("", "c", "co", "coinche", ""):
        await offers(world, ANNA, query)
    assert not await world.container.store.tables_of(ANNA)
    sent = await world.calls("sendMessage")
    await world.turn(30)
    assert await world.calls("sendMessage") == sent


async def test_the_same_table_is_offered_until_it_is_chosen(world: World) -> None:
    await started(world, ANNA)
    first = (await offers(world, ANNA))["answer"]["results"][-1]["id"]
    assert (await offers(world, ANNA))["answer"]["results"][-1]["id"] == first
    await post(world, ANNA)
    results = (await offers(world, ANNA))["answer"]["results"]
    assert results[0]["id"] == first, "her open table"
    assert results[-1]["id"] != first, "and a new one"


async def test_a_rule_set_may_be_named(world: World) -> None:
    await started(world, ANNA)
    await post(world, ANNA, query="coinche")
    (table,) = await world.container.store.tables_of(ANNA)
    assert (await view_of(world, table)).variant == "coinche"


async def test_an_open_private_table_is_offered(world: World) -> None:
    table = await private_table(world)
    message = await post(world, ANNA, which=0)
    assert joins(message)[0].split(":")[1] == table


async def test_a_card_is_learnt_from_taps_where_choices_are_not_told(world: World) -> None:
    await started(world, ANNA, BEN)
    await world.control.do("feedback", enabled=False)
    message = await post(world, ANNA)
    assert not await world.container.store.tables_of(ANNA)
    await world.control.tap(BEN, message, joins(message)[0])
    await world.turn(6)
    shown = await now(world, message)
    assert "Anna" in shown["text"] and "Ben" in shown["text"]
    assert len(await world.container.store.tables_of(ANNA)) == 1, "a friend at the table: it is hers now"


async def test_the_card_says_that_it_has_begun_and_how_it_ended(world: World) -> None:
    table = await private_table(world)
    message = await post(world, ANNA, which=0)
    await shorten(world, table)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(8)
    begun = await now(world, message)
    assert not buttons(begun)
    assert begun["text"] != message["text"]
    await play_match(world, table)
    await world.turn(30)
    over = await now(world, message)
    assert "🏆" in over["text"] and not buttons(over)


async def test_nothing_of_the_match_is_edited_into_the_card(world: World) -> None:
    """It stands before people who do not play: seats, start and end, and no edit for a card."""
    table = await private_table(world)
    await post(world, ANNA, which=0)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(8)

    async def edits() -> list[Json]:
        calls = await world.calls("editMessageText")
        return [call for call in calls if call["params"].get("inline_message_id")]

    before = await edits()
    await play_deal(world, table)
    await world.turn(10)
    assert (await view_of(world, table)).deals
    assert await edits() == before
    for call in before:
        assert "♥" not in call["params"]["text"] and "♠" not in call["params"]["text"]


async def test_a_bystander_may_look_at_the_rules_and_decline(world: World) -> None:
    await started(world, ANNA)
    message = await post(world, ANNA)
    for what in ("rules", "no"):
        data = next(b["callback_data"] for b in buttons(message) if b["callback_data"].endswith(what))
        await world.control.tap(CHLOE, message, data)
        await world.settle()
        assert (await world.answers(CHLOE))[-1]["text"]
    assert buttons(await now(world, message)), "it stands for the others"
    (table,) = await world.container.store.tables_of(ANNA)
    assert (await view_of(world, table, CHLOE)).seat is None


async def test_a_bystander_who_knows_the_buttons_of_a_hand_moves_nothing(world: World) -> None:
    await choose(world, ANNA, "friends")
    (table,) = await world.container.store.tables_of(ANNA)
    message = await post(world, ANNA, which=0)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(8)
    for data in (
        f"a:{table}:0:take",
        f"ha:{table}:0:",
        f"ca:{table}:1:",
        f"lv:{table}:1:",
        f"jo:{table}:1:E",
    ):
        await world.control.tap(CHLOE, message, data)
        await world.settle()
        told = (await world.answers(CHLOE))[-1]
        assert told and (told["text"] or told["url"])
        assert "♥" not in told["text"] and "♠" not in told["text"]
    view = await view_of(world, table)
    assert view.seen is not None and view.stage is Stage.PLAYING
    assert not view.cancelling


@pytest.mark.parametrize(
    "data",
    [
        "jo:aaaaaaaaaa:0:E",
        "jo:{table}:0:Q",
        "jo:{table}:999999999:NESW",
        "in:{table}:0:x",
        "in:zzzzzzzzzz:0:no",
        "pl:r:0:solo",
    ],
)
async def test_hostile_data_on_a_card_is_answered(world: World, data: str) -> None:
    await started(world, ANNA)
    message = await post(world, ANNA)
    (table,) = await world.container.store.tables_of(ANNA)
    await world.control.tap(BEN, message, data.format(table=table))
    await world.settle()
    assert (await world.answers(BEN))[-1] is not None
    assert (await view_of(world, table)).stage is Stage.LOBBY


async def test_a_card_that_was_deleted_costs_nothing(world: World) -> None:
    await started(world, ANNA, BEN)
    message = await post(world, ANNA)
    await world.control.do("delete", user=ANNA, chat=CLUB, message_id=message["id"])
    (table,) = await world.container.store.tables_of(ANNA)
    await follow(world, BEN, f"i-{table}")
    await world.tap(BEN, await world.hand(BEN), "", kind="jo")
    await world.turn(8)
    assert (await view_of(world, table, BEN)).seat is not None
    tried = [c for c in await world.calls("editMessageText") if c["params"].get("inline_message_id")]
    await world.turn(60)
    again = [c for c in await world.calls("editMessageText") if c["params"].get("inline_message_id")]
    assert again == tried, "it is let be"


async def test_somebody_elses_choice_of_a_table_is_none(world: World) -> None:
    """What is chosen must be one's own table."""
    await started(world, ANNA, BEN)
    table = await private_table(world)
    await world.control.do(
        "updates",
        put={
            "chosen_inline_result": {
                "result_id": table,
                "from": {"id": BEN, "is_bot": False, "first_name": "Ben"},
                "query": "",
                "inline_message_id": "forged",
            }
        },
    )
    await world.settle()
    stored = await world.container.store.load(table)
    assert stored is not None and stored.head.posts == ()
    assert table != table_id(ANNA, 1)


async def test_seats_that_fill_quickly_are_few_edits(world: World) -> None:
    """In a chat we do not know: never more than a group would take."""
    await started(world, ANNA, BEN, CHLOE)
    message = await post(world, ANNA)
    before = len([c for c in await world.calls("editMessageText") if c["params"].get("inline_message_id")])
    for person in (BEN, CHLOE, BEN, CHLOE, BEN, CHLOE):
        await world.control.tap(person, message, joins(message)[0])
        await world.settle()
        await world.control.say(person, person, "/leave")
        await world.settle()
    await world.turn(5)
    edits = [c for c in await world.calls("editMessageText") if c["params"].get("inline_message_id")]
    assert len(edits) - before <= 3
