"""Going and coming in the middle of a match: seats taken over, players voted out, matches given up."""

from engine.observation import observation
from engine.seats import SEAT_LETTERS
from service.table.commands import (
    AcceptResign,
    Leave,
    Oust,
    PlayOn,
    Rematch,
    Resign,
    Return,
    SetClock,
    SetPlan,
    Start,
    TakeOver,
)
from service.table.look import look
from service.table.model import Stage
from service.table.record import record_of
from service.table.refusals import No
from service.table.table import Table
from tests.table.worlds import (
    ANNA,
    BEN,
    CHLOE,
    DAN,
    EVE,
    NOW,
    ask,
    first_legal,
    refused,
    seated,
    started,
)

FOUR = (ANNA, BEN, CHLOE, DAN)


def eve(seat: str) -> TakeOver:
    return TakeOver(person=EVE, seat=seat, name="Eve", reachable=True)


def hand(table: Table, letter: str) -> int:
    assert table.match is not None
    return observation(table.match, SEAT_LETTERS.index(letter)).hand


def test_a_seat_that_somebody_left_is_taken_over_with_its_hand() -> None:
    table = started(*FOUR)
    assert refused(table, eve("E")).code is No.SEAT_TAKEN
    cards = hand(table, "E")
    table = ask(table, Leave(person=BEN)).table
    change = ask(table, eve("E"))
    assert change.joined == {EVE}
    assert change.parted == {BEN}
    taken = change.table
    assert hand(taken, "E") == cards
    seen = look(taken, EVE).seen
    assert seen is not None and seen.hand == cards
    assert look(taken, BEN).seat is None
    assert refused(taken, Return(person=BEN)).code is No.NOT_SEATED


def test_who_comes_back_first_has_his_old_hand() -> None:
    table = started(*FOUR)
    cards = hand(table, "E")
    table = ask(ask(table, Leave(person=BEN)).table, Return(person=BEN)).table
    assert hand(table, "E") == cards
    assert refused(table, eve("E")).code is No.SEAT_TAKEN


def test_a_computers_seat_is_open_to_people() -> None:
    table = ask(started(ANNA, CHLOE), eve("W")).table
    assert table.seat_of(EVE) == SEAT_LETTERS.index("W")
    assert refused(table, eve("E")).code is No.ALREADY_SEATED
    assert refused(table, TakeOver(person=BEN, seat="X", name="", reachable=True)).code is No.NO_SUCH_SEAT


def test_what_the_old_player_laid_down_goes_with_him() -> None:
    table = started(*FOUR)
    table = ask(table, SetPlan(person=BEN, deal=1, moment=0, what="passing", value="on")).table
    table = ask(table, Leave(person=BEN)).table
    assert ask(table, eve("E")).table.head.plans == {}


def test_all_the_others_together_vote_somebody_out() -> None:
    table = started(*FOUR)
    table = ask(table, Oust(person=ANNA, seat="E")).table
    assert refused(table, Oust(person=ANNA, seat="E")).code is No.UNCHANGED
    assert refused(table, Oust(person=BEN, seat="E")).code is No.NOT_ALLOWED
    table = ask(table, Oust(person=CHLOE, seat="E")).table
    assert BEN in table.people
    change = ask(table, Oust(person=DAN, seat="E"))
    assert change.parted == {BEN}
    assert change.table.head.chairs["E"].automatic
    back = TakeOver(person=BEN, seat="E", name="Ben", reachable=True)
    assert refused(change.table, back).code is No.BARRED
    assert ask(change.table, eve("E")).table.seat_of(EVE) is not None


def test_one_alone_removes_nobody_who_plays() -> None:
    table = started(ANNA, CHLOE)
    table = ask(table, Oust(person=ANNA, seat="S")).table
    assert CHLOE in table.people


def test_who_is_away_is_replaced_by_one_vote_and_anybody_by_an_administrator() -> None:
    table = ask(started(*FOUR), Leave(person=BEN)).table
    assert BEN not in ask(table, Oust(person=ANNA, seat="E")).table.people
    assert CHLOE not in ask(table, Oust(person=EVE, seat="S", admin=True)).table.people
    assert refused(table, Oust(person=EVE, seat="S")).code is No.NOT_SEATED


def test_partners_must_agree_to_give_up_and_the_others_must_take_it() -> None:
    table = started(*FOUR)
    table = ask(table, Resign(person=ANNA)).table
    assert refused(table, AcceptResign(person=BEN)).code is No.STALE
    assert refused(table, Resign(person=ANNA)).code is No.UNCHANGED
    table = ask(table, Resign(person=CHLOE)).table
    assert refused(table, AcceptResign(person=ANNA)).code is No.STALE
    table = ask(table, AcceptResign(person=BEN)).table
    assert table.head.stage is Stage.PLAYING
    over = ask(table, AcceptResign(person=DAN))
    head = over.table.head
    assert (head.stage, head.winner, head.resigned) == (Stage.OVER, 1, 0)
    assert over.parted == set(FOUR)
    assert ask(over.table, Rematch(person=ANNA)).table.head.rematch == (ANNA,)


def test_the_question_can_be_taken_off_the_table_by_anybody() -> None:
    table = started(*FOUR)
    for person in (ANNA, CHLOE):
        table = ask(table, Resign(person=person)).table
    table = ask(table, PlayOn(person=DAN)).table
    assert table.head.resigning == ()
    assert refused(table, AcceptResign(person=BEN)).code is No.STALE
    assert refused(table, PlayOn(person=DAN)).code is No.UNCHANGED


def test_against_computers_it_is_over_at_once() -> None:
    head = ask(started(ANNA), Resign(person=ANNA)).table.head
    assert (head.stage, head.winner, head.resigned) == (Stage.OVER, 1, 0)


def test_both_sides_cannot_give_up_at_once() -> None:
    table = started(*FOUR)
    for person in (ANNA, CHLOE):
        table = ask(table, Resign(person=person)).table
    table = ask(table, Resign(person=BEN)).table
    assert table.head.resigning == (BEN,)


def test_the_record_of_a_match_given_up_holds_what_was_played() -> None:
    table = started(*FOUR)
    change = ask(table, first_legal(table))
    lines = change.facts
    for person in (ANNA, CHLOE):
        change = change.then(ask(change.table, Resign(person=person)))
    for person in (BEN, DAN):
        change = change.then(ask(change.table, AcceptResign(person=person)))
    record = record_of(change.table.head, lines)
    assert len(record.entries) == 2  # the deal, and what was done in it
    assert record.secret


def test_a_taken_seat_has_the_whole_time_of_a_move() -> None:
    table = ask(seated(*FOUR), SetClock(person=ANNA, clock="1d")).table
    table = ask(table, Start(person=ANNA, revision=table.head.revision)).table
    table = ask(table, Leave(person=BEN), NOW + 10).table
    assert ask(table, eve("E"), NOW + 99).table.head.turn_at == NOW + 99
