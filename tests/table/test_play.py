"""A running match: who may act when, what is written down, how deals and matches end."""

import pytest

from engine.actions import parse_action
from engine.match import Phase
from engine.notation import parse_fact
from engine.players import LEVELS
from service.surface import CARD, END, deal_key, hands_of
from service.table.change import Change
from service.table.commands import Act, Leave, Return, Start
from service.table.handle import handle, play_on
from service.table.look import look
from service.table.model import Head, Stage
from service.table.play import computer_on_turn
from service.table.refusals import No
from service.table.table import Table, finished_deal, restore
from tests.table.worlds import (
    ANNA,
    BEN,
    EVE,
    FOUR,
    NOW,
    ask,
    first_legal,
    on_turn,
    play_deal,
    refused,
    seated,
    started,
)


def test_the_start_deals_and_fills_empty_seats_with_computers() -> None:
    table = started(ANNA, BEN)
    assert table.head.stage is Stage.PLAYING
    assert [c.computer for c in table.head.chairs.values()] == [None, None, "novice", "novice"]
    assert table.match is not None and table.match.phase is Phase.CALLING


def test_authority_is_checked_from_the_seat_to_the_rule() -> None:
    lobby = seated(*FOUR)
    act = Act(person=ANNA, ply=0, action="pass")
    assert refused(lobby, act).code is No.NOT_STARTED
    table = started(*FOUR)
    assert refused(table, act.model_copy(update={"person": EVE})).code is No.NOT_SEATED
    right = first_legal(table)
    assert refused(table, right.model_copy(update={"ply": 7})).code is No.STALE
    assert refused(table, right.model_copy(update={"action": "<b>"})).code is No.UNREADABLE
    other = next(p for p in FOUR if p != on_turn(table))
    assert refused(table, right.model_copy(update={"person": other})).code is No.RULE


def test_the_second_of_two_taps_finds_its_ply_gone() -> None:
    table = started(*FOUR)
    act = first_legal(table)
    moved = ask(table, act).table
    assert refused(moved, act).code is No.STALE


def test_an_action_is_one_line_and_marks_every_surface_of_the_match() -> None:
    table = started(*FOUR)
    act = first_legal(table)
    change = ask(table, act, NOW + 73_900)
    (line,) = change.facts
    fact = parse_fact(line)
    assert (fact.at, fact.author, fact.action) == (73, "p", parse_action(act.action))
    assert change.marked == frozenset({CARD}).union(*map(hands_of, FOUR))


def stored(change: Change) -> Table:
    """The table as a worker would load it after this change, all facts kept."""
    head = Head.model_validate_json(change.table.head.model_dump_json())
    assert head.position is not None
    return restore(head, change.facts[head.position.facts_at :])


def test_a_table_comes_back_from_its_head_and_facts_alone() -> None:
    change = Change(started(*FOUR))
    for _ in range(60):
        change = change.then(ask(change.table, first_legal(change.table)))
        assert stored(change)._replace(match=None) == change.table._replace(match=None)
        assert look(stored(change), ANNA).seen == _without_last_deal(change.table)


def _without_last_deal(table: Table) -> object:
    seen = look(table, ANNA).seen
    assert seen is not None
    return seen._replace(finished=None)


def test_a_deals_end_writes_the_score_and_deals_the_next() -> None:
    change = play_deal(started(*FOUR))
    head = change.table.head
    (note,) = head.deals
    assert change.facts[-1].startswith("score 1 ")
    assert deal_key(1) in change.marked
    assert head.position is not None and change.table.match is not None
    assert head.position.facts_at == len(change.facts) == change.table.length
    assert head.position.totals == note.totals == change.table.match.totals
    assert head.position.deal_no == 2
    assert change.table.match.phase is Phase.CALLING


def test_a_finished_deal_can_be_told_again_from_its_facts() -> None:
    first = play_deal(started(*FOUR))
    both = first.then(play_deal(first.table))
    notes = both.table.head.deals
    again = finished_deal(both.table.head, 2, both.facts[notes[1].facts_at :])
    assert again.score.totals == notes[1].totals
    assert again.score.written == notes[1].written
    assert finished_deal(both.table.head, 1, first.facts).score.written == notes[0].written


def test_the_match_ends_at_its_target_and_shows_its_secret() -> None:
    change = Change(started(*FOUR))
    while change.table.head.stage is Stage.PLAYING:
        assert look(change.table, ANNA).secret is None
        change = change.then(play_deal(change.table, NOW + 1000))
    head = change.table.head
    assert head.stage is Stage.OVER
    assert head.winner is not None
    assert head.deals[-1].totals[head.winner] >= 1000
    assert END in change.marked
    assert change.parted == set(FOUR)
    assert look(change.table, None).secret == head.secret
    assert stored(change).head == head
    act = Act(person=ANNA, ply=0, action="pass")
    assert refused(change.table, act).code is No.MATCH_OVER


def test_computers_play_until_a_person_is_waited_for() -> None:
    table = started(ANNA)
    change = play_on(Change(table), NOW)
    assert on_turn(change.table) == ANNA
    again = play_on(Change(table), NOW)
    assert change.facts == again.facts, "a repeated job must draw the same"
    assert all(parse_fact(line).author == "n" for line in change.facts if not line.startswith("score"))


def test_who_leaves_is_played_for_and_gets_the_same_seat_back() -> None:
    table = started(*FOUR)
    who = on_turn(table)
    left = ask(table, Leave(person=who)).table
    assert computer_on_turn(left) is not None
    assert refused(left, first_legal(left)).code is No.AWAY
    assert refused(left, Leave(person=who)).code is No.AWAY
    back = ask(left, Return(person=who)).table
    assert look(back, who).seen == look(table, who).seen
    assert refused(back, Return(person=who)).code is No.NOT_AWAY


@pytest.mark.parametrize("level", LEVELS)
def test_when_all_people_have_left_the_computers_stop(level: str) -> None:
    """Case 46, whoever sits in."""
    table = started(ANNA, BEN).changed(stand_in=level)
    for person in (ANNA, BEN):
        table = ask(table, Leave(person=person)).table
    assert computer_on_turn(table) is None
    assert play_on(Change(table), NOW).facts == ()


def test_a_table_of_computers_plays_by_the_houses_leave_only() -> None:
    table = seated()
    change = handle(table, Start(person=0, revision=0), NOW)
    assert isinstance(change, Change)
    while change.table.head.stage is Stage.PLAYING:
        assert computer_on_turn(change.table) is not None
        change = change.then(play_on(Change(change.table), NOW))
    assert change.table.head.winner is not None


def test_a_head_shows_its_secret_to_no_log() -> None:
    assert "5f5f" not in repr(started(*FOUR).head)
    assert look(started(*FOUR), BEN).secret is None
