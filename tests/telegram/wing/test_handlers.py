"""What people write and tap, and what they are told."""

import asyncio
from typing import Any

import pytest
from telegram import Update

from service.bootstrap import Container
from service.ports import StoreDown
from service.surface import hand_key
from service.table.model import Stage
from service.telegram.handlers.orders import parse_order
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Json
from tests.telegram.wing.test_match import move, on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons, table_of


async def told(world: World, person: int) -> str:
    """The last answer to a person's taps."""
    answer = (await world.answers(person))[-1]
    assert answer is not None
    return str(answer["text"] or answer["url"])


# taps


def plays(card: Json) -> bool:
    """Whether a hand card has buttons that act."""
    return any(button.get("callback_data", "").startswith("a:") for button in buttons(card))


async def test_a_double_tap_is_one_command_and_both_are_answered(world: World) -> None:
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    ply = (await view_of(world, table)).seen.ply  # type: ignore[union-attr]
    hand = await world.hand(person)
    await world.tap(person, hand, f":{ply}:pass", kind="a")
    await world.tap(person, hand, f":{ply}:pass", kind="a")
    await world.intake()
    stored = await world.container.store.load(table)
    assert stored is not None
    assert len(stored.inbox) == 1
    first, second = (await world.answers(person))[-2:]
    assert first["text"] == second["text"]
    await world.settle()
    assert (await view_of(world, table)).seen.ply == ply + 1  # type: ignore[union-attr]


async def test_two_different_cards_and_the_second_hears_of_the_first(world: World) -> None:
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    hand = await world.hand(person)
    await world.tap(person, hand, ":take", kind="a")
    await world.tap(person, hand, ":pass", kind="a")
    await world.settle()
    first, second = (await world.answers(person))[-2:]
    assert first["text"] != second["text"]
    view = await view_of(world, table)
    assert view.seen is not None
    assert view.seen.contract is not None, "the first tap counts"


async def test_an_old_button_changes_nothing(world: World) -> None:
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    old = await world.hand(person)
    await move(world, table)
    ply = (await view_of(world, table)).seen.ply  # type: ignore[union-attr]
    await world.control.tap(person, await world.hand(person), buttons(old)[-1]["callback_data"])
    await world.settle()
    assert await told(world, person)
    assert (await view_of(world, table)).seen.ply == ply  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "data", ["rubbish", "a:zzz", "a:aaaaaaaaaa:1:XX", "si:aaaaaaaaaa:0:Q", "cu:aaaaaaaaaa:0:99"]
)
async def test_mangled_data_is_answered(world: World, data: str) -> None:
    await world.lobby(ANNA)
    await world.control.tap(BEN, await world.card(), data)
    await world.settle()
    assert await told(world, BEN)


async def test_who_does_not_sit_here_is_told_and_makes_no_noise(world: World) -> None:
    await world.start(ANNA)
    await world.turn(10)
    before = len(await world.control.sees(ANNA, CLUB))
    await world.tap(BEN, await world.card(), "", kind="ha")
    await world.settle()
    assert await told(world, BEN)
    assert len(await world.control.sees(ANNA, CLUB)) == before


async def test_an_anonymous_administrator_is_refused_with_advice(world: World) -> None:
    card = await world.lobby(ANNA)
    await world.dispatcher(_anonymous_tap(world, card), 0)
    seated = [p.person for p in (await view_of(world, table_of(card))).players]
    assert 1087968824 not in seated


def _anonymous_tap(world: World, card: Json) -> Update:
    data = next(d for b in buttons(card) if (d := b.get("callback_data", "")).startswith("si"))
    user = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
    query = {"id": "1", "from": user, "chat_instance": "1", "data": data}
    update = Update.de_json({"update_id": 1, "callback_query": query}, world.bot)
    assert update is not None
    return update


# the store is away


async def test_a_store_that_is_down_says_so_once_and_the_tap_lands(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    hand = await world.hand(person)
    ply = (await view_of(world, table)).seen.ply  # type: ignore[union-attr]
    failures = _failing(world.container, monkeypatch, times=3)
    await world.tap(person, hand, f":{ply}:pass", kind="a")
    await world.settle()
    assert failures == [0, 0, 0]
    answers = await world.calls("answerCallbackQuery")
    texts = [call["params"].get("text") for call in answers if call["params"].get("text")]
    assert len({*texts[-2:]}) == 2, "first 'not sure', in the end what was played"
    assert (await view_of(world, table)).seen.ply == ply + 1  # type: ignore[union-attr]


def _failing(container: Container, monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    real, failures = container.store.submit, list[int]()

    async def submit(*args: Any) -> Any:
        if len(failures) < times:
            failures.append(0)
            raise StoreDown
        return await real(*args)

    monkeypatch.setattr(container.store, "submit", submit)
    return failures


async def test_a_bot_that_is_killed_before_it_stored_finds_the_update_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    hand = await world.hand(person)
    ply = (await view_of(world, table)).seen.ply  # type: ignore[union-attr]
    never = asyncio.Event()

    async def hang(*args: Any) -> Any:
        await never.wait()

    with monkeypatch.context() as patch:
        patch.setattr(world.container.store, "submit", hang)
        await world.tap(person, hand, f":{ply}:pass", kind="a")
        await world.poller.once()
        await world.poller.once()
    assert world.sandbox.updates.pending(), "in hand, and not confirmed"
    world.boxes.stop()
    async with asyncio.TaskGroup() as tasks:
        world.boxes = type(world.boxes)(world.dispatcher, tasks)
        world.poller = type(world.poller)(world.bot, world.boxes)
        await world.settle()
    assert (await view_of(world, table)).seen.ply == ply + 1  # type: ignore[union-attr]


# coming in


async def test_who_never_pressed_start_gets_a_door_and_keeps_the_seat(world: World) -> None:
    await world.control.start(ANNA)
    card = await world.lobby(ANNA)
    await world.sit(BEN, "E")
    await world.settle()
    answer = (await world.answers(BEN))[-1]
    assert "start=t-" in answer["url"]
    view = await view_of(world, table_of(card))
    assert [(p.person, p.reachable) for p in view.players if p.person == BEN] == [(BEN, False)]
    await world.control.do("start", user=BEN, payload=answer["url"].partition("start=")[2])
    await world.turn(5)
    view = await view_of(world, table_of(card))
    assert [p.reachable for p in view.players if p.person == BEN] == [True]
    assert "RebeloteBot" not in str((await world.control.sees(BEN, BEN))[-1]["text"])


async def test_a_seat_by_link(world: World) -> None:
    card = await world.lobby(ANNA)
    await world.control.do("start", user=DAN, payload=f"t-{table_of(card)}-W")
    await world.settle()
    assert DAN in [p.person for p in (await view_of(world, table_of(card))).players]


async def test_who_blocks_the_bot_is_called_in_the_group_until_he_is_back(world: World) -> None:
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    following = PEOPLE[(PEOPLE.index(person) + 3) % 4]
    await world.control.do("block", user=following)
    await world.settle()
    while await on_turn(world, table) != following:
        await move(world, table)
    await world.turn(1)
    call = (await world.control.sees(ANNA, CLUB))[-1]
    assert str(following) in call["html"]
    assert not call["silent"]
    await world.control.do("unblock", user=following)
    await world.turn(5)
    assert call["id"] not in [m["id"] for m in await world.control.sees(ANNA, CLUB)]
    assert plays(await world.hand(following))


# commands


async def test_commands_of_another_bot_are_not_ours(world: World) -> None:
    await world.control.say(ANNA, CLUB, "/belote@OtherBot")
    await world.settle()
    assert await world.container.store.tables_in(CLUB) == []


@pytest.mark.parametrize(
    ("text", "name", "argument"),
    [
        ("/belote", "belote", ""),
        ("/BELOTE@rebelotebot  classic ", "belote", "classic"),
        ("/start x-1", "start", "x-1"),
        ("/belote\nclassic", "belote", "classic"),
    ],
)
def test_a_command_as_written(text: str, name: str, argument: str) -> None:
    order = parse_order(_message(text), "RebeloteBot")
    assert order is not None
    assert (order.name, order.argument) == (name, argument)


@pytest.mark.parametrize("text", ["belote", "/belote@Other", ""])
def test_what_is_no_command_of_ours(text: str) -> None:
    assert parse_order(_message(text), "RebeloteBot") is None


def _message(text: str) -> Update:
    chat = {"id": ANNA, "type": "private"}
    update = Update.de_json(
        {"update_id": 1, "message": {"message_id": 1, "date": 0, "chat": chat, "text": text}}, None
    )
    assert update is not None
    return update


@pytest.mark.parametrize(
    "text", ["/belote", "/table", "/games", "/leave", "/cancel", "/rules", "/help", "/start ?"]
)
async def test_every_command_is_answered_in_private(world: World, text: str) -> None:
    await world.control.start(ANNA)
    await world.settle()
    before = len(await world.control.sees(ANNA, ANNA))
    await world.control.say(ANNA, ANNA, text)
    await world.settle()
    assert len(await world.control.sees(ANNA, ANNA)) == before + 2


async def test_rubbish_arguments_are_answered(world: World) -> None:
    await world.control.say(ANNA, CLUB, "/belote <b>&" + "x" * 500)
    await world.settle()
    assert (await world.control.sees(ANNA, CLUB))[-1]["from"]["is_bot"]


async def test_table_posts_the_card_afresh_and_one_is_alive(world: World) -> None:
    await world.start(*PEOPLE)
    old = await world.card()
    await world.control.say(BEN, CLUB, "/table")
    await world.turn(5)
    new = await world.card()
    assert new["id"] > old["id"]
    assert old["id"] not in [m["id"] for m in await world.control.sees(ANNA, CLUB)]


async def test_leave_and_come_back(world: World) -> None:
    table = await world.start(*PEOPLE)
    await world.control.say(BEN, CLUB, "/leave")
    await world.turn(5)
    view = await view_of(world, table)
    assert next(p for p in view.players if p.person == BEN).computer is not None
    await world.tap(BEN, await world.hand(BEN), "", kind="rt")
    await world.turn(5)
    view = await view_of(world, table)
    assert next(p for p in view.players if p.person == BEN).computer is None


async def test_an_administrator_may_cancel_a_lobby(world: World) -> None:
    await world.control.say(BEN, CLUB, "/belote")
    await world.settle()
    table = table_of(await world.card())
    await world.control.say(CHLOE, CLUB, "/cancel")
    await world.settle()
    assert (await view_of(world, table)).stage is Stage.LOBBY, "neither the creator nor an administrator"
    await world.control.say(ANNA, CLUB, "/cancel")
    await world.settle()
    assert (await view_of(world, table)).stage is Stage.CANCELLED


async def test_a_vote_reaches_each_who_must_answer(world: World) -> None:
    table = await world.start(*PEOPLE)
    before = {person: (await world.hand(person))["id"] for person in PEOPLE}
    await world.control.say(ANNA, CLUB, "/cancel")
    await world.turn(5)
    for person in (BEN, CHLOE, DAN):
        hand = await world.hand(person)
        assert hand["id"] > before[person]
    await world.tap(BEN, await world.hand(BEN), "", kind="ke")
    await world.turn(5)
    assert (await view_of(world, table)).cancelling == ()


async def test_a_vote_is_answered_in_the_group_where_it_is_read(world: World) -> None:
    table = await world.start(*PEOPLE)
    await world.control.say(ANNA, CLUB, "/cancel")
    await world.turn(5)
    for person in (BEN, CHLOE):
        await world.tap(person, await world.card(), "", kind="ca")
        await world.turn(5)
    await world.tap(CHLOE, await world.card(), "", kind="ca")
    await world.settle()
    assert "Dan" in await told(world, CHLOE), "who is still missing"
    await world.tap(DAN, await world.card(), "", kind="ca")
    await world.turn(5)
    assert (await view_of(world, table)).stage is Stage.CANCELLED


async def test_the_list_of_games_opens_a_hand(world: World) -> None:
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    old = await world.hand(person)
    await world.control.say(person, person, "/games")
    await world.settle()
    await world.tap(person, await world.hand(person), "", kind="ga")
    await world.settle()
    assert plays(await world.hand(person))
    assert old["id"] not in [m["id"] for m in await world.control.sees(person, person)]


# what a person's updates teach


async def test_people_are_known_field_by_field(world: World) -> None:
    await world.control.start(ANNA)
    await world.settle()
    person = await world.container.directory.person(ANNA)
    assert (person.name, person.language, person.started) == ("Anna", "de", True)
    assert person.last_message > 0
    await world.container.directory.touch_person(ANNA, language="fr")
    await world.control.say(ANNA, ANNA, "/help")
    await world.settle()
    assert (await world.container.directory.person(ANNA)).language == "fr", "a choice stays"


async def test_a_leftover_message_loses_its_buttons_when_tapped(world: World) -> None:
    """Case 16: a send that was made twice leaves a twin that no row remembers."""
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    twin = await world.hand(person)
    row = await world.container.store.row(table, hand_key(person))
    assert row is not None
    moved = row.model_copy(update={"message": twin["id"] - 1})
    await world.container.store.put_rows(table, {hand_key(person): moved})
    await world.tap(person, twin, "", kind="a")
    await world.intake()
    assert not buttons(next(m for m in await world.control.sees(person, person) if m["id"] == twin["id"]))
