"""The checks about what the cards show: the trick, what played itself, belote, sums."""

import re
from itertools import count

import pytest

from engine.actions import PLAY, ActionKind, action_text
from engine.cards import SUIT_LETTERS, Card, card_code, cards_of, suit_of
from engine.contracts import tables_for
from engine.match import Phase, to_act
from engine.observation import Observation, legal_actions, observation
from engine.rules import Rules
from service.table.commands import Act, Prefer, SetPlan
from service.table.handle import handle
from service.table.look import look
from service.table.moments import moment
from service.table.plans import waiting
from service.table.refusals import Refused
from service.table.table import Table
from service.table.timing import pass_time
from service.telegram import views
from service.telegram.lines import plain
from tests.sandbox.client import ANNA
from tests.table.worlds import NOW, ask, first_legal, lobby, started
from tests.table.worlds import on_turn as person_on_turn
from tests.telegram.checks.chain import club_card, hand_at, into_play, seen_by, tap_once, tongue_of
from tests.telegram.views.scene import DE, EN, SEAL
from tests.telegram.views.test_properties import IDS, RULES, TONGUES, course, table
from tests.telegram.views.test_sums import check_sheet
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.world import PEOPLE, World


async def test_check_07_all_four_cards_and_the_winner_stay_until_the_next_card(world: World) -> None:
    """On the group's card and on the hand of who leads, however long he thinks; and the last trick is told by
    its button, also by an old one: no other lies open here."""
    table = await world.start(*PEOPLE)
    await into_play(world, table)
    old_hand, old_trick = None, ""
    for number in count(1):
        for _ in range(4):
            await tap_once(world, table)
            await world.turn(5)
        seen = await seen_by(world, table)
        if seen.deal_no > 1 or number == 7:
            break
        await world.turn(90)
        trick = seen.tricks[number - 1]
        view = await view_of(world, table)
        winner = view.player(trick.winner).name
        card = await club_card(world, table)
        assert all(DE.card(play.card) in card["text"] for play in trick.plays)
        assert winner in next(line for line in card["text"].split("\n") if f"Stich {number}" in line)
        for person in PEOPLE:
            t = await tongue_of(world, person)
            hand = await hand_at(world, person, table)
            if view.player(trick.winner).person == person:
                assert all(t.card(play.card) in hand["text"] for play in trick.plays)
            if old_hand is not None and person == ANNA:
                await world.control.tap(person, hand, old_trick)
                await world.settle()
                assert f" {number} " in (await world.answers(person))[-1]["text"]
        mine = await hand_at(world, ANNA, table)
        query = await world.tap(ANNA, mine, "", kind="tr")
        await world.settle()
        told = (await world.answers(ANNA))[-1]
        t = await tongue_of(world, ANNA)
        assert told["show_alert"] and all(t.card(play.card) in told["text"] for play in trick.plays)
        old_hand, old_trick = mine, query["data"]


def forced_and_planned() -> tuple[Table, Table, Table]:
    """One position three times: who follows with his only legal card has planned it, or lets it play itself, or is
    asked."""
    for secret in range(1, 200):
        table = started(1, 2, 3, 4, table=lobby(secret=f"{secret:02x}" * 32))
        while not table.head.deals:
            found = _only_card(table)
            if found is not None:
                return found
            table = ask(table, first_legal(table)).table
    raise AssertionError("nobody has an only card")


def _only_card(table: Table) -> tuple[Table, Table, Table] | None:
    """Before the third card of a trick: the last player follows suit with his one card of it."""
    assert table.match is not None and table.match.deal is not None
    if table.match.phase is not Phase.PLAYING or len(table.match.deal.trick) != 2:
        return None
    played = {play.seat for play in table.match.deal.trick}
    last = next(s for s in range(4) if s not in played and s != to_act(table.match))
    mine = observation(table.match, last)
    led = suit_of(mine.trick[0].card)
    own = [card for card in cards_of(mine.hand) if suit_of(card) == led]
    if (
        len(own) != 1
        or mine.hand.bit_count() < 3
        or tables_for(mine.rules, mine.contract).trumps >> own[0] & 1
    ):
        return None
    person = table.chair(last).person
    assert person is not None
    plan = SetPlan(
        person=person, deal=1, moment=moment(mine), what=SUIT_LETTERS[led], value=card_code(own[0])
    )
    third = first_legal(table)
    planned = handle(table, plan, NOW, "")
    assert not isinstance(planned, Refused)
    positions = [planned.table, ask(table, Prefer(person=person, auto="on")).table, table]
    a, b, c = (ask(one, third).table for one in positions)
    return (a, b, c) if waiting(a) is not None and waiting(b) is not None else None


def test_check_08_forced_and_planned_cards_read_the_same_wait_alike_and_look_like_tapped_ones() -> None:
    planned, forced, asked = forced_and_planned()
    by_plan, by_force = waiting(planned), waiting(forced)
    assert by_plan is not None and by_force is not None
    assert by_plan == by_force, "the same card, after the same while, by the same author"
    assert waiting(asked) is None
    at = by_plan.at
    done = [pass_time(planned, at), pass_time(forced, at)]
    assert done[0].facts == done[1].facts, "nor does the record tell"
    tap = Act(
        person=person_on_turn(asked),
        ply=asked.match.ply if asked.match else 0,
        action=action_text(by_plan.action),
    )
    tables = [done[0].table, done[1].table, ask(asked, tap, at).table]
    for viewer in (None, 1, 2, 3, 4):
        if viewer == tap.person:
            continue  # he knows
        for t in TONGUES:
            seen = [look(one, viewer) for one in tables]
            show = views.table_card if viewer is None else views.hand_card
            assert show(seen[0], t) == show(seen[1], t) == show(seen[2], t)


KING, QUEEN = 6, 5
"""As ranks of a card."""


def belotes_told(secret: int, queen_first: bool) -> list[tuple[Card, str, str]]:
    """A deal in which who holds king and queen of trump keeps both to the end: the cards at which the group's card says
    something, its line, and who made the fact."""
    table = started(1, 2, 3, 4, table=lobby(secret=f"{secret:02x}" * 32))
    t, told, pair = TONGUES[0], list[tuple[Card, str, str]](), list[Card]()
    while not table.head.deals:
        assert table.match is not None and table.match.deal is not None
        if table.match.phase is Phase.PLAYING and not pair:
            pair = _pair(observation(table.match, to_act(table.match)), queen_first)
        next_one = waiting(table)
        change = pass_time(table, next_one.at) if next_one else ask(table, _keeping(table, pair))
        table = change.table
        for line in views.table_card(look(table, None), t).text.split("\n") if not table.head.deals else ():
            card = next((one for one in pair if t.card(one) in plain(line)), None)
            if card is not None and "📣" in line and all(card != one for one, _, _ in told):
                told.append((card, plain(line), change.facts[-1][-1]))
    return told


def _pair(seen: Observation, queen_first: bool) -> list[Card]:
    """King and queen of trump in the order in which they shall fall."""
    trump = tables_for(seen.rules, seen.contract).trump
    assert trump is not None
    king, queen = 8 * trump + KING, 8 * trump + QUEEN
    return [queen, king] if queen_first else [king, queen]


def _keeping(table: Table, pair: list[Card]) -> Act:
    """The first legal action; king and queen of trump as late as can be, in their order."""
    act = first_legal(table)
    assert table.match is not None
    if table.match.phase is not Phase.PLAYING:
        return act
    seen = observation(table.match, to_act(table.match))
    legal = [action.card for action in legal_actions(seen) if action.kind is ActionKind.PLAY]
    best = min(legal, key=lambda card: 1 + pair.index(card) if card in pair else 0)
    return act.model_copy(update={"action": action_text(PLAY[best])})


@pytest.mark.parametrize("queen_first", [False, True])
def test_check_09_belote_and_rebelote_appear_with_their_card(queen_first: bool) -> None:
    """The one that falls first is "Belote", whichever it is; the second is "Rebelote", also when it falls by itself."""
    for secret in range(1, 256):
        told = belotes_told(secret, queen_first)
        if len(told) == 2 and told[1][2] == "a":
            break
    else:
        raise AssertionError("no second card fell by itself")
    (first, belote, _), (second, rebelote, _) = told
    assert (first % 8, second % 8) == ((QUEEN, KING) if queen_first else (KING, QUEEN))
    assert "Belote!" in belote and "Rebelote" not in belote
    assert "Rebelote!" in rebelote


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
def test_check_10_every_score_sheet_adds_up(variant: str, rules: Rules) -> None:
    """Deals as they are played, in every rule set: line by line, then from one total to the next, as it is printed.
    Those with a pot, doubled or rounded are looked for in `test_sums`."""
    for seed in range(6):
        played = course(variant, rules, seed, deals=3)
        ended = {match.finished.deal_no: match for match in played.states if match.finished is not None}
        before = (0, 0)
        for note, (_, match) in zip(played.notes, sorted(ended.items()), strict=True):
            assert match.finished is not None
            check_sheet(rules, match.finished)
            card = views.deal_sheet(
                table(played, match, ["Anna", "Ben", "Chloé", "Dan"], None), match.finished, note, SEAL, EN
            )
            printed = plain(card.text.partition("<pre>")[2].partition("</pre>")[0]).split("\n")
            rows = [re.findall(r"-?\d+", line[-13:]) for line in printed]
            after = (before[0] + note.written[0], before[1] + note.written[1])
            if rules.target:
                assert [int(n) for n in rows[-1]] == list(after) == list(note.totals), printed
            before = after
