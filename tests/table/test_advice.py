"""Advice, how strong computers play, and what is kept of an answer."""

import pytest

from engine import players
from engine.actions import Action, action_text
from engine.match import to_act
from engine.observation import Observation, legal_actions, observation
from engine.players import novice
from engine.players.hindsight import Slip
from engine.seats import SEAT_LETTERS
from engine.trick import RefusalCode
from service.table.advice import advised, advises, reviews_of, unanswered
from service.table.commands import Act, AskHint, AskReview, Fill, SetAdvice, Start, Train
from service.table.look import look
from service.table.model import DealNote
from service.table.refusals import No
from service.table.reviews import read, written
from service.table.table import Table
from service.table.timing import wake
from tests.table.worlds import ANNA, BEN, CHLOE, DAN, EVE, FOUR, NOW, ask, refused, seated, started


def allowed(*people: int) -> Table:
    """A running match with advice."""
    table = seated(*people)
    if not advises(table.head):
        table = ask(table, SetAdvice(person=people[0], allowed=True)).table
    return ask(table, Start(person=people[0], revision=table.head.revision)).table


def on_turn(table: Table) -> tuple[int, int]:
    """Who is on turn, and the ply."""
    assert table.match is not None
    seat = to_act(table.match)
    assert seat is not None
    person = table.chair(seat).person
    assert person is not None
    return person, table.match.ply


def test_advice_is_given_where_one_plays_alone_and_elsewhere_by_agreement() -> None:
    assert advises(seated(ANNA).head)
    four = seated(ANNA, BEN, CHLOE, DAN)
    assert not advises(four.head)
    assert advises(ask(four, SetAdvice(person=BEN, allowed=True)).table.head)
    assert not advises(ask(seated(ANNA), SetAdvice(person=ANNA, allowed=False)).table.head)
    assert refused(four, SetAdvice(person=BEN, allowed=False)).code is No.UNCHANGED
    assert refused(four, SetAdvice(person=EVE, allowed=True)).code is No.NOT_SEATED
    assert refused(started(ANNA), SetAdvice(person=ANNA, allowed=False)).code is No.NOT_IN_LOBBY


def test_only_who_is_on_turn_is_advised_and_only_where_the_table_allows_it() -> None:
    table = allowed(ANNA, BEN, CHLOE, DAN)
    person, ply = on_turn(table)
    other = next(one for one in table.people if one != person)
    early = refused(table, AskHint(person=other, ply=ply))
    assert early.rule is not None and early.rule.code is RefusalCode.NOT_YOUR_TURN, (
        "no old button: he may have typed"
    )
    assert refused(table, AskHint(person=person, ply=ply + 1)).code is No.STALE
    assert refused(table, AskHint(person=EVE, ply=ply)).code is No.NOT_SEATED
    asked = ask(table, AskHint(person=person, ply=ply)).table
    assert refused(asked, AskHint(person=person, ply=ply)).code is No.UNCHANGED
    without = started(ANNA, BEN, CHLOE, DAN)
    assert refused(without, AskHint(person=on_turn(without)[0], ply=0)).code is No.NO_ADVICE


def test_the_answer_is_his_alone_and_that_he_asked_is_everybodys() -> None:
    table = allowed(ANNA, BEN, CHLOE, DAN)
    person, ply = on_turn(table)
    asked = ask(table, AskHint(person=person, ply=ply)).table
    assert unanswered(asked)
    told = advised(asked)
    assert not unanswered(told.table)
    assert told.marked == {f"hand:{person}", f"mine:{person}"}
    hint = look(told.table, person).own.hint
    assert hint is not None
    match = told.table.match
    assert match is not None
    assert hint.action in map(action_text, legal_actions(observation(match, to_act(match))))
    seat = told.table.seat_of(person)
    for viewer in (None, *(one for one in table.people if one != person)):
        seen = look(told.table, viewer)
        assert seen.own.hint is None
        assert seen.advised == ((seat, 1),)


def test_who_advises_sees_what_the_asker_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Observation] = []

    def watched(observation: Observation, budget: int, seed: bytes | int) -> Action:
        shown.append(observation)
        return novice.choose(observation, budget, seed)

    monkeypatch.setattr(players, "LEVELS", {"novice": watched})
    monkeypatch.setattr(players, "BUDGETS", {"novice": 31})
    table = allowed(ANNA, BEN, CHLOE, DAN)
    person, ply = on_turn(table)
    advised(ask(table, AskHint(person=person, ply=ply)).table)
    assert table.match is not None
    assert shown == [observation(table.match, table.seat_of(person))]


def test_advice_that_nobody_gave_in_time_is_for_nobody() -> None:
    table = allowed(ANNA, BEN, CHLOE, DAN)
    person, ply = on_turn(table)
    asked = ask(table, AskHint(person=person, ply=ply)).table
    assert wake(asked, NOW) is not None, "a hint that was lost is asked for again"
    moved = ask(asked, Act(person=person, ply=ply, action="pass")).table
    assert not unanswered(moved)
    assert look(moved, person).own.hint is None
    assert advised(moved).table is moved


def test_a_lone_player_trains_his_computers_in_mid_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "LEVELS", {"novice": novice.choose, "club": novice.choose})
    monkeypatch.setattr(players, "BUDGETS", {"novice": 0, "club": 0})
    table = ask(seated(ANNA), Fill(person=ANNA, seat="S", level="novice")).table
    table = ask(table, Start(person=ANNA, revision=table.head.revision)).table
    change = ask(table, Train(person=ANNA, level="club"))
    levels = {chair.computer for chair in change.table.head.chairs.values() if chair.person is None}
    assert levels == {"club"}
    assert change.table.match == table.match, "the cards stay"
    assert refused(change.table, Train(person=ANNA, level="club")).code is No.UNCHANGED
    assert refused(table, Train(person=ANNA, level="oracle")).code is No.NO_SUCH_LEVEL
    assert refused(table, Train(person=EVE, level="club")).code is No.NOT_SEATED
    assert refused(seated(ANNA), Train(person=ANNA, level="club")).code is No.NOT_STARTED


def test_two_against_computers_train_them_and_two_against_each_other_do_not() -> None:
    opponents = started(ANNA, BEN)
    assert refused(opponents, Train(person=ANNA, level="expert")).code is No.NO_COMPUTER
    assert not look(opponents, ANNA).trains
    assert refused(started(*FOUR), Train(person=ANNA, level="expert")).code is No.NO_COMPUTER
    partners = started(ANNA, CHLOE)
    assert look(partners, CHLOE).trains
    levels = [
        chair.computer
        for chair in ask(partners, Train(person=CHLOE, level="expert")).table.head.chairs.values()
    ]
    assert levels == [None, "expert", None, "expert"]


def test_a_review_is_asked_of_a_deal_one_has_played() -> None:
    table = started(ANNA, BEN, CHLOE, DAN)
    assert refused(table, AskReview(person=ANNA, deal=1)).code is No.NO_SUCH_DEAL
    note = DealNote(no=1, dealer="N", facts_at=0, ply=0, outcome="made", written=(1, 2), totals=(1, 2))
    over = table.changed(deals=(note,))
    assert refused(over, AskReview(person=EVE, deal=1)).code is No.NOT_PLAYED
    asked = ask(over, AskReview(person=ANNA, deal=1)).table
    letter = SEAT_LETTERS[asked.seat_of(ANNA) or 0]
    assert asked.head.reviews == {f"1:{letter}": ""}
    assert unanswered(asked)
    assert reviews_of(asked.head, ANNA) == ((1, ""),)
    assert reviews_of(asked.head, BEN) == ((1, None),)
    assert reviews_of(asked.head, EVE) == ()
    assert refused(asked, AskReview(person=ANNA, deal=1)).code is No.UNCHANGED


def test_only_the_last_answers_are_kept() -> None:
    notes = tuple(
        DealNote(no=no, dealer="N", facts_at=0, ply=0, outcome="made", written=(1, 2), totals=(1, 2))
        for no in range(1, 21)
    )
    table = started(ANNA, BEN, CHLOE, DAN).changed(deals=notes)
    for note in notes:
        table = ask(table, AskReview(person=ANNA, deal=note.no)).table
    assert [key.split(":")[0] for key in table.head.reviews] == [str(no) for no in range(9, 21)]


def test_an_answer_is_read_as_it_was_written() -> None:
    found = (Slip(4, 17, 20, 24, 20), Slip(6, 1, 2, 3, -1))
    assert read(written(found)) == found
    assert read(written(())) == ()
    assert written(()) != "", "an empty answer is one that has not come"
