"""The checks about taps: twice, too late, illegal, and what they leave alone."""

import pytest

from engine.actions import PLAY, ActionKind
from engine.cards import cards_of, suit_of
from engine.match import to_act
from engine.observation import legal_actions, observation, why_not
from engine.rules import Rules
from engine.seats import seats_in_play
from engine.trick import RefusalCode
from service.table.commands import SetPlan
from service.table.moments import moment
from service.table.refusals import No, Refused
from service.telegram import views
from service.telegram.lines import units
from service.telegram.texts import Tongue
from service.usecases import decide
from tests.faults.worlds import ply
from tests.sandbox.client import ANNA, BEN, CLUB
from tests.telegram.checks.chain import (
    club_card,
    hand_at,
    into_play,
    labels,
    names,
    plan_of_the_last,
    seen_by,
    tap_once,
    wish,
)
from tests.telegram.views.test_properties import IDS, RULES, TONGUES, course, table
from tests.telegram.wing.test_match import on_turn
from tests.telegram.wing.world import PEOPLE, World, buttons


async def test_check_01_the_second_tap_of_a_double_tap_acts_on_nothing_else(world: World) -> None:
    """A whole deal in which each tap comes twice at once and a third time late, at two tables of the same four. Never
    more than one action, never at the other table, never in the next trick or deal."""
    first = await world.start(*PEOPLE)
    second = await world.start(*PEOPLE)
    assert first != second
    for turn in range(44):
        here, there = (first, second) if turn % 2 else (second, first)
        person, hand, data = await wish(world, here)
        before, other = await ply(world, here), await ply(world, there)
        for _ in range(2):
            await world.control.tap(person, hand, data)
        await world.settle()
        assert (await ply(world, here), await ply(world, there)) == (before + 1, other)
        await world.turn(1)
        now = await ply(world, here), await ply(world, there)
        await world.control.tap(person, await hand_at(world, person, here), data)
        await world.settle()
        assert (await ply(world, here), await ply(world, there)) == now, "a tap of before acted again"
        assert await _deal(world, here) <= 2
        await world.turn(2)


async def _deal(world: World, table: str) -> int:
    return (await seen_by(world, table)).deal_no


async def test_check_01_the_start_and_the_rematch_too(world: World) -> None:
    """Twice "Start" is one match, and twice "Rematch" one wish."""
    await world.control.start(*PEOPLE)
    await world.settle()
    card = await world.lobby(*PEOPLE)
    for _ in range(2):
        await world.tap(ANNA, card, "", kind="go")
    await world.turn(6)
    tables = await world.container.store.tables_of(ANNA)
    assert len(tables) == 1
    assert (await seen_by(world, next(iter(tables)))).ply == 0


async def test_check_02_a_planning_tap_that_arrives_on_turn_plays_nothing_and_says_so(world: World) -> None:
    table = await world.start(*PEOPLE)
    person, code = await plan_of_the_last(world, table)
    seen = await seen_by(world, table, person)
    late = SetPlan(person=person, deal=seen.deal_no, moment=moment(seen), what=code[-1], value=code)
    held = seen.hand
    await tap_once(world, table)
    # His plan has not fallen yet, and he changes it on turn.
    verdict = await decide(world.container, table, person, late, None)
    assert verdict.refused is not None and verdict.refused.code is No.YOUR_TURN
    for t in TONGUES:
        said = views.refused(verdict.refused, t, verdict.view, late).text
        assert said and units(said) <= 200
        assert said != views.refused(Refused(No.STALE), t).text, "it says that the turn has come"
    assert (await seen_by(world, table, person)).hand == held


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
def test_check_05_every_illegal_tap_names_the_duty_and_the_beating_card(variant: str, rules: Rules) -> None:
    """Every card that may not be played, in three random deals: the suit or the card it is about stands in the answer,
    and a card that would do where one beats."""
    told = set[RefusalCode]()
    for seed in range(3):
        played = course(variant, rules, seed, deals=1)
        for number, match in enumerate(played.states):
            seat = to_act(match)
            if seat is None:
                continue
            own = table(played, match, ["Anna", "Ben", "Chloé", "Dan"], seats_in_play(rules).index(seat))
            seen = observation(match, seat)
            legal = legal_actions(seen)
            if not any(action.kind is ActionKind.PLAY for action in legal):
                continue
            for card in cards_of(seen.hand):
                rule = why_not(seen, PLAY[card])
                if rule is None:
                    continue
                told.add(rule.code)
                t = TONGUES[number % len(TONGUES)]._replace(words=bool(number // len(TONGUES) % 2))
                text = views.refused(Refused(No.RULE, rule), t, own).text
                assert 0 < units(text) <= 200
                assert not text.endswith("…"), text
                assert _names_duty(text, t, rule.code, seen.trick[0].card, rule.beat, rule.cards), text
    assert told


BEATING = {RefusalCode.MUST_RISE, RefusalCode.MUST_RUFF_HIGHER}
HIGHER = {RefusalCode.MUST_OVERRUFF, RefusalCode.NO_LOWER_TRUMP, RefusalCode.MUST_UNDERRUFF}


def _names_duty(text: str, t: Tongue, code: RefusalCode, led: int, beat: int, would_do: int) -> bool:
    good = [t.card(card) for card in cards_of(would_do)]
    if code in BEATING:
        return t.card(beat) in text and any(one in text for one in good)
    if code in HIGHER:
        return t.card(beat) in text
    if code is RefusalCode.MUST_FOLLOW:
        return all(one in text for one in good) and bool(suit_of(led) + 1)
    return code is RefusalCode.MUST_RUFF and all(one in text for one in good)


async def test_check_06_no_keyboard_changes_during_a_turn_but_by_its_owner(world: World) -> None:
    """Time passes and he is rung again; the others look, ask for the table anew and tap their old buttons."""
    table = await world.start(*PEOPLE)
    await into_play(world, table)
    for turn in range(8):
        person = await on_turn(world, table)
        assert person is not None
        before = labels(await hand_at(world, person, table))
        for other in (one for one in PEOPLE if one != person):
            await world.tap(other, await club_card(world, table), "", kind="ha")
            await _tap_all(world, other, table)
        await world.control.say(BEN, CLUB, "/table")
        await world.settle()
        assert await on_turn(world, table) == person
        for _ in range(3):
            await world.turn(21)
            assert labels(await hand_at(world, person, table)) == before, f"turn {turn}"
        await tap_once(world, table)


async def _tap_all(world: World, person: int, table: str) -> None:
    """Every button of somebody's hand card who is not on turn, but those that lay down a card: his own turn, when it
    comes, would then play itself."""
    hand = await hand_at(world, person, table)
    for button in buttons(hand):
        if names(hand, table) and not button["callback_data"].startswith("pn:"):
            await world.control.tap(person, hand, button["callback_data"])
    await world.settle()
