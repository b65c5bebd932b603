"""Asking a computer through the chats: what to do now, how strong it plays, and what could have been better."""

import pytest

from engine import players
from engine.players import novice
from service.counting import standings
from service.surface import hand_key
from service.table.tally import player
from service.telegram.calls import capital
from service.telegram.options import skill_word
from service.telegram.texts import languages, tongue
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, Json
from tests.telegram.wing.test_history import bot_messages, resigned
from tests.telegram.wing.test_match import on_turn, play_deal, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons, refused, table_of


def said(text: str, **values: object) -> set[str]:
    """A text in every language."""
    return {tongue(language).gettext(text, **values) for language in languages()}


async def until_turn(world: World, table: str, person: int) -> None:
    """The computers play until somebody is asked."""
    for _ in range(30):
        if await on_turn(world, table) == person:
            return
        await world.turn(2)
    raise AssertionError("never")


async def against_experts(world: World) -> Json:
    """Anna, who plays alone, makes her computers experts; the question she answered."""
    await world.control.say(ANNA, ANNA, "/level")
    await world.settle()
    question = (await bot_messages(world, ANNA, ANNA))[-1]
    await world.tap(ANNA, question, ":expert", kind="lv")
    await world.turn(3)
    return question


async def test_who_plays_alone_is_advised_on_his_own_card(world: World) -> None:
    table = await world.start(ANNA)
    await until_turn(world, table, ANNA)
    card = await world.hand(ANNA)
    asked = next(b for b in buttons(card) if b.get("callback_data", "").startswith("ht:"))
    assert asked["text"].startswith("💡")
    await world.tap(ANNA, card, "", kind="ht")
    await world.turn(3)
    told = await world.hand(ANNA)
    assert told["id"] == card["id"], "it rings for nobody"
    assert "💡" in told["text"]
    assert not any(b.get("callback_data", "").startswith("ht:") for b in buttons(told)), "once a turn"
    assert "💡" in (await world.card())["text"], "and the group reads that somebody asked"
    assert not await refused(world)


async def test_the_command_asks_at_the_table_where_it_is_ones_turn(world: World) -> None:
    table = await world.start(ANNA)
    await until_turn(world, table, ANNA)
    await world.control.say(ANNA, ANNA, "/hint")
    await world.turn(3)
    hint = (await view_of(world, table, ANNA)).own.hint
    assert hint is not None and hint.action


async def test_a_table_of_friends_plays_without_advice_unless_it_says_so(world: World) -> None:
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    card = await world.hand(person)
    assert not any(b.get("callback_data", "").startswith("ht:") for b in buttons(card))
    await world.control.say(person, person, "/hint")
    await world.settle()
    last = (await bot_messages(world, person, person))[-1]
    assert last["text"] in said("This table plays without advice.")


async def test_the_lobby_agrees_on_advice(world: World) -> None:
    card = await world.lobby(ANNA, BEN)
    await world.tap(ANNA, card, ":rules", kind="me")
    await world.turn(5)
    await world.tap(ANNA, await world.card(), ":on", kind="ad")
    await world.turn(5)
    menu = await world.card()
    assert any(capital(word) in menu["text"] for word in said("advice: on"))
    why = next(b for b in buttons(menu) if b["text"] == "❓ 💡")
    await world.tap(BEN, menu, why["callback_data"].rpartition(":")[2], kind="ex")
    await world.settle()
    assert "/hint" in (await world.answers(BEN))[-1]["text"]


async def test_a_lone_player_makes_his_computers_stronger(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = ("novice", "club", "expert")
    monkeypatch.setattr(players, "LEVELS", dict.fromkeys(levels, novice.choose))
    monkeypatch.setattr(players, "BUDGETS", dict.fromkeys(levels, 0))
    table = await world.start(ANNA)
    question = await against_experts(world)
    seats = (await view_of(world, table)).players
    assert {one.computer for one in seats if one.person is None} == {"expert"}
    answered = next(m for m in await bot_messages(world, ANNA, ANNA) if m["id"] == question["id"])
    words = (tongue(language) for language in languages())
    assert answered["text"] in {
        t.gettext("🤖 {level}: from the next card on.", level=skill_word(t, "expert").capitalize())
        for t in words
    }
    assert not buttons(answered), "what was asked is answered, and the old strength is no longer claimed"


async def reviews(world: World, person: int) -> list[Json]:
    """What the private chat shows of it."""
    return [m for m in await bot_messages(world, person, person) if m["text"].startswith("🔎")]


async def test_after_a_deal_one_may_ask_what_would_have_been_better(world: World) -> None:
    table = await world.start(ANNA, BEN)
    await play_deal(world, table)
    club = await bot_messages(world, ANNA, CLUB)
    sheet = next(m for m in club if any(b.get("callback_data", "").startswith("rw:") for b in buttons(m)))
    await world.tap(BEN, sheet, "", kind="rw")
    await world.turn(5)
    (found,) = await reviews(world, BEN)
    assert not await reviews(world, ANNA)
    waiting = said("One moment: I am playing the deal through again …")
    assert not any(text in found["text"] for text in waiting), "answered by now"
    assert len(await bot_messages(world, ANNA, CLUB)) == len(club), "the group reads nothing of it"
    await world.tap(BEN, sheet, "", kind="rw")
    await world.turn(5)
    (again,) = await reviews(world, BEN)
    assert again["id"] > found["id"], "asked again, it comes again: the old one goes"
    await world.tap(BEN, again, "", kind="ps")
    await world.settle()
    assert not await refused(world)


async def test_who_did_not_play_the_deal_has_nothing_to_ask(world: World) -> None:
    table = await world.start(ANNA, BEN)
    await play_deal(world, table)
    club = await bot_messages(world, ANNA, CLUB)
    sheet = next(m for m in club if any(b.get("callback_data", "").startswith("rw:") for b in buttons(m)))
    await world.tap(CHLOE, sheet, "", kind="rw")
    await world.turn(5)
    assert not (await view_of(world, table, CHLOE)).reviews
    assert (await world.answers(CHLOE))[-1]["text"] in said("You did not play that deal.")


async def test_a_match_that_one_has_left_is_not_asked_about(world: World) -> None:
    """It is still one's turn there, but a computer would play."""
    await world.control.start(ANNA)
    await world.settle()
    for leave in (True, False):
        await world.control.say(ANNA, ANNA, "/play")
        await world.settle()
        await world.tap(ANNA, await world.menu(ANNA), ":solo", kind="pl")
        await world.turn(8)
        if leave:
            await world.control.say(ANNA, ANNA, "/leave")
            await world.turn(3)
    left, played = sorted(
        [await view_of(world, one, ANNA) for one in await world.container.store.tables_of(ANNA)],
        key=lambda view: view.opened_at,
    )
    await until_turn(world, played.id, ANNA)
    await world.control.say(ANNA, ANNA, "/hint")
    await world.turn(3)
    assert (await view_of(world, played.id, ANNA)).own.hint is not None
    before = len(await bot_messages(world, ANNA, ANNA))
    await world.control.say(ANNA, ANNA, "/level")
    await world.settle()
    (question,) = (await bot_messages(world, ANNA, ANNA))[before:]
    assert table_of(question) == played.id != left.id


async def test_a_lesson_gives_no_advice_beside_its_own(world: World) -> None:
    await world.control.start(ANNA)
    await world.control.say(ANNA, ANNA, "/learn")
    await world.turn(8)
    await world.control.say(ANNA, ANNA, "/hint")
    await world.settle()
    last = (await bot_messages(world, ANNA, ANNA))[-1]
    assert last["text"] in said("In your first game the card itself explains each step.")


async def test_a_forged_tap_asks_for_nothing(world: World) -> None:
    table = await world.start(ANNA)
    await until_turn(world, table, ANNA)
    card = await world.hand(ANNA)
    for data in (
        f"rw:{table}:99:",
        f"ht:{table}:999999:",
        f"lv:{table}:0:oracle",
        f"ad:{table}:1:maybe",
        f"ad:{table}:1:on",
    ):
        await world.control.tap(ANNA, card, data)
        await world.settle()
        assert (await world.answers(ANNA))[-1]["text"]
    view = await view_of(world, table, ANNA)
    assert view.own.hint is None and not any(answer for _, answer in view.reviews)
    assert hand_key(ANNA) in await world.container.store.rows(table)


async def test_it_can_be_asked_when_the_match_is_over_and_counts_nothing_twice(world: World) -> None:
    table = await world.start(ANNA, BEN)
    await play_deal(world, table)
    await resigned(world, table)
    club = await bot_messages(world, ANNA, CLUB)
    sheet = next(m for m in club if any(b.get("callback_data", "").startswith("rw:") for b in buttons(m)))
    before = await standings(world.container, player(BEN))
    assert before, "it is counted"
    await world.tap(BEN, sheet, "", kind="rw")
    await world.turn(5)
    (found,) = await reviews(world, BEN)
    waiting = said("One moment: I am playing the deal through again …")
    assert not any(text in found["text"] for text in waiting)
    assert await standings(world.container, player(BEN)) == before
    assert not await refused(world)
