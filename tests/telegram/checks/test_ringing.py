"""The checks about what rings, and what lies in a private chat."""

import re

from engine.cards import cards_of
from engine.observation import Observation
from service.table.commands import Prefer
from service.table.view import TableView
from service.telegram.lines import plain
from service.telegram.texts import Tongue
from service.usecases import decide
from tests.faults.worlds import ply
from tests.sandbox.client import ANNA, BEN, CLUB, Json
from tests.telegram.checks.chain import (
    A_MOMENT_S,
    everybodys_rings,
    hand_at,
    into_play,
    last_player,
    legal_cards,
    names,
    plan_of_the_last,
    private_rings,
    seen_by,
    tap_once,
    tongue_of,
)
from tests.telegram.wing.test_match import on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons

TITLE = "Belote club"
CARD = re.compile("[♠♥♦♣]\ufe0f(?:10|[789A-Z])")


async def test_check_03_what_rings_names_game_and_last_move_and_no_hand_card(world: World) -> None:
    """On a lock screen: lines 1 and 2 of every ringing hand card of a deal."""
    table = await world.start(*PEOPLE)
    told = 0
    for _ in range(40):
        for person in PEOPLE:
            told += await _told_well(world, table, person)
        if (await seen_by(world, table)).deal_no > 1:
            break
        await tap_once(world, table)
        world.clock.turn(61)  # nobody looks at his card any more
        await world.settle()
    assert told > 20


async def _told_well(world: World, table: str, person: int) -> bool:
    """Looks at the hand card of who was just rung for his turn; whether it was one."""
    hand = await hand_at(world, person, table)
    if hand["silent"] or await on_turn(world, table) != person or not _fresh(hand):
        return False
    view, t = await view_of(world, table, person), await tongue_of(world, person)
    assert view.seen is not None
    first, second = hand["text"].split("\n")[:2]
    assert TITLE in first
    assert _last_move_in(second, view, view.seen, t), second
    held = {t.card(card) for card in cards_of(view.seen.hand) if card != view.seen.turned}
    assert not held & set(CARD.findall(first + second)), "a hand card on the lock screen"
    return True


def _fresh(hand: Json) -> bool:
    return not hand["edited"]


def _last_move_in(line: str, view: TableView, seen: Observation, t: Tongue) -> bool:
    """Who moved last, and his card if it is one of this trick."""
    if seen.trick:
        last = seen.trick[-1]
        return t.card(last.card) in line and view.player(last.seat).name in line
    if seen.tricks:
        return str(len(seen.tricks)) in line
    return not seen.calls or view.player(seen.calls[-1].seat).name in line or seen.contract is not None


async def test_check_04_a_turn_that_a_plan_finishes_rings_nobody(world: World) -> None:
    """The planner is not rung for a turn that his plan finishes; whoever leads after it is, and it may be himself."""
    table = await world.start(*PEOPLE)
    person, code = await plan_of_the_last(world, table)
    await world.turn(60)
    before, at = await everybodys_rings(world), await ply(world, table)
    await tap_once(world, table)  # the third card; the turn is the planner's
    assert await on_turn(world, table) == person
    await world.turn(A_MOMENT_S)
    view = await view_of(world, table)
    seen = await seen_by(world, table)
    assert await ply(world, table) == at + 2 and last_player(view) == person, code
    leads = await on_turn(world, table)
    await world.turn(21)
    rung = {one: count - before[one] for one, count in (await everybodys_rings(world)).items()}
    assert rung == {one: int(one == leads) for one in PEOPLE}, (leads, person, seen.tricks[-1])


async def test_check_04_whose_own_plan_wins_the_trick_is_rung_to_lead(world: World) -> None:
    """He did not tap and does not look: the chain's end is his own turn."""
    table = await world.start(*PEOPLE)
    person, _ = await plan_of_the_last(world, table, wins=True)
    await world.turn(60)
    before = await private_rings(world, person)
    await tap_once(world, table, -1)
    await world.turn(A_MOMENT_S + 21)
    assert await on_turn(world, table) == person
    assert await private_rings(world, person) == before + 1


async def test_check_04_only_cards_and_the_last_trick_ring_nobody(world: World) -> None:
    """All four let their only card play itself: whoever has no choice is not called, down to the deal's end."""
    table = await world.start(*PEOPLE)
    for person in PEOPLE:
        await decide(world.container, table, person, Prefer(person=person, auto="on"), None)
    await into_play(world, table)
    by_itself = 0
    while (await seen_by(world, table)).deal_no == 1:
        turn = await on_turn(world, table)
        assert turn is not None
        if len(legal_cards(await seen_by(world, table, turn))) == 1:
            before, at = await private_rings(world, turn), await ply(world, table)
            await world.turn(A_MOMENT_S)
            assert await ply(world, table) > at
            if await on_turn(world, table) != turn:
                assert await private_rings(world, turn) == before
            by_itself += 1
        else:
            await tap_once(world, table)
    assert by_itself >= 2


async def test_check_12_a_chat_never_holds_two_live_hand_cards_of_one_table(world: World) -> None:
    """Whatever rings, is asked for anew, is set otherwise or tapped in the group, through a deal and into the next."""
    table = await world.start(*PEOPLE)
    for step in range(44):
        await tap_once(world, table)
        await _one_each(world, table)
        match step % 6:
            case 1:
                await world.turn(25)
            case 2:
                await world.control.say(BEN, BEN, "/table")
            case 3:
                await world.control.say(ANNA, CLUB, "/table")
            case 4:
                await world.control.say(ANNA, ANNA, "/settings")
            case 5:
                await world.control.start(*PEOPLE)
            case _:
                await world.turn(2)
        await world.settle()
        await _one_each(world, table)
    assert (await seen_by(world, table)).deal_no > 1


async def _one_each(world: World, table: str) -> None:
    for person in PEOPLE:
        live = [m for m in await world.control.sees(person, person) if names(m, table) and _plays(m)]
        assert len(live) <= 1, [plain(m["text"])[:60] for m in live]


def _plays(message: Json) -> bool:
    """A hand card, with or without its cards: not the score sheet of a table apart."""
    return not any(b.get("callback_data", "").startswith("wh:") for b in buttons(message))
