"""Going and coming in the middle of a match: seats taken over, players voted out, matches given up."""

from service.table.change import Change
from service.table.clock import CLOCKS, HOUR, deadline
from service.table.commands import (
    AcceptResign,
    HoldAll,
    Leave,
    Oust,
    Pause,
    PlayOn,
    Rematch,
    Resign,
    Return,
    SetPlan,
    Start,
    TakeOver,
)
from service.table.handle import handle
from service.table.look import look
from service.table.model import Stage
from service.table.record import record_of
from service.table.refusals import No
from service.table.table import restore
from service.table.timing import pass_time
from tests.table.worlds import (
    ANNA,
    BEN,
    CHLOE,
    DAN,
    EVE,
    FOUR,
    NOW,
    all_ask,
    ask,
    eve_comes,
    first_legal,
    hand,
    lobby,
    on_turn,
    refused,
    seated,
    sit,
    started,
    timed,
)


def test_a_seat_that_somebody_left_is_taken_over_with_its_hand() -> None:
    table = started(*FOUR)
    assert refused(table, eve_comes("E")).code is No.SEAT_TAKEN
    cards = hand(table, "E")
    table = ask(table, Leave(person=BEN)).table
    change = ask(table, eve_comes("E"))
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
    assert refused(table, eve_comes("E")).code is No.SEAT_TAKEN


def test_a_seat_that_was_always_a_computers_stays_one() -> None:
    table = started(ANNA, CHLOE)
    assert refused(table, eve_comes("W")).code is No.SEAT_TAKEN
    assert refused(table, TakeOver(person=BEN, seat="X", name="", reachable=True)).code is No.NO_SUCH_SEAT


def test_what_the_old_player_laid_down_goes_with_him() -> None:
    table = started(*FOUR)
    table = ask(table, SetPlan(person=BEN, deal=1, moment=0, what="passing", value="on")).table
    table = ask(table, Leave(person=BEN)).table
    assert ask(table, eve_comes("E")).table.head.plans == {}


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
    assert ask(change.table, eve_comes("E")).table.seat_of(EVE) is not None


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
    table = all_ask(table, lambda person: Resign(person=person), ANNA, CHLOE)
    table = ask(table, PlayOn(person=DAN)).table
    assert table.head.resigning == ()
    assert refused(table, AcceptResign(person=BEN)).code is No.STALE
    assert refused(table, PlayOn(person=DAN)).code is No.UNCHANGED


def test_against_computers_it_is_over_at_once() -> None:
    head = ask(started(ANNA), Resign(person=ANNA)).table.head
    assert (head.stage, head.winner, head.resigned) == (Stage.OVER, 1, 0)


def test_both_sides_cannot_give_up_at_once() -> None:
    table = started(*FOUR)
    table = all_ask(table, lambda person: Resign(person=person), ANNA, CHLOE)
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


def test_coming_and_going_of_others_gives_nobody_time() -> None:
    """Somebody whose partner leaves and comes back would otherwise never run out of it."""
    table = timed("1h", at_once=False)
    over = deadline(table)
    other = next(person for person in FOUR if person != on_turn(table))
    away = ask(table, Leave(person=other), NOW + HOUR).table
    assert deadline(ask(away, Return(person=other), NOW + 2 * HOUR).table) == over
    letter = next(key for key, chair in away.head.chairs.items() if chair.person == other)
    assert deadline(ask(away, eve_comes(letter), NOW + 2 * HOUR).table) == over


def test_who_comes_to_a_seat_on_turn_has_his_whole_time() -> None:
    table = timed("1h", at_once=False)
    person = on_turn(table)
    table = ask(table, Leave(person=person), NOW + HOUR).table
    back = ask(table, Return(person=person), NOW + 9 * HOUR).table
    assert deadline(back) == NOW + 9 * HOUR + CLOCKS["1h"].move + CLOCKS["1h"].bank


# --- who goes may have been the last whose answer was missing ---


def test_the_match_is_given_up_when_who_had_not_taken_it_leaves() -> None:
    table = started(*FOUR)
    for command in (Resign(person=ANNA), Resign(person=CHLOE), AcceptResign(person=BEN), Leave(person=DAN)):
        table = ask(table, command).table
    assert table.head.stage is Stage.OVER


def test_the_pause_begins_when_who_had_not_agreed_leaves() -> None:
    table = timed("1h", at_once=False)
    for person in FOUR[:3]:
        table = ask(table, Pause(person=person), NOW + 5).table
    assert ask(table, Leave(person=DAN), NOW + 9).table.head.paused_at == NOW + 9


def test_one_vote_is_enough_as_soon_as_its_player_is_away() -> None:
    table = ask(started(*FOUR), Oust(person=ANNA, seat="E")).table
    assert BEN not in ask(table, Leave(person=BEN)).table.people


def test_time_running_out_counts_as_leaving() -> None:
    table = timed("1h", at_once=False)
    late = on_turn(table)
    letter = next(key for key, chair in table.head.chairs.items() if chair.person == late)
    voter = next(person for person in FOUR if person != late)
    table = ask(table, Oust(person=voter, seat=letter)).table
    for _ in range(40):
        if late not in table.people:
            return
        table = pass_time(table, deadline(table) or NOW).table
    raise AssertionError("the vote never counted")


def test_a_match_without_anybody_sleeps_or_ends() -> None:
    table = ask(started(ANNA, BEN), Leave(person=ANNA)).table
    asleep = ask(table, Oust(person=EVE, seat="E", admin=True), NOW + 7).table
    assert (asleep.head.stage, asleep.head.asleep_at) == (Stage.PLAYING, NOW + 7)
    alone = ask(started(ANNA), Oust(person=EVE, seat="N", admin=True)).table
    assert alone.head.stage is Stage.CANCELLED


def test_on_one_phone_the_other_seat_stays_its_owners() -> None:
    table = ask(seated(ANNA, table=lobby("two-player")), HoldAll(person=ANNA)).table
    table = ask(table, Start(person=ANNA, revision=table.head.revision)).table
    table = ask(table, Leave(person=ANNA)).table
    change = ask(table, eve_comes("N"))
    assert ANNA in change.table.people
    assert change.parted == frozenset()


def test_a_rematch_forgives_lapses_and_keeps_who_was_voted_out_away() -> None:
    table = timed("1h", at_once=False)
    table = ask(table, Oust(person=EVE, seat="E", admin=True)).table
    chairs = {k: c.model_copy(update={"lapses": 1}) for k, c in table.head.chairs.items()}
    over = table.changed(stage=Stage.OVER, chairs=chairs)._replace(match=None)
    change = Change(over)
    for person in (ANNA, CHLOE, DAN):
        change = change.then(ask(change.table, Rematch(person=person)))
    assert change.opens is not None
    assert all(chair.lapses == 0 for chair in change.opens.chairs.values())
    assert refused(restore(change.opens, ()), sit(restore(change.opens, ()), BEN, "E")).code is No.BARRED


def test_nobody_can_tell_a_rematchs_id() -> None:
    table = timed("1h", at_once=False)
    over = table.changed(stage=Stage.OVER)._replace(match=None)
    ids = set()
    for secret in ("00" * 32, "11" * 32):
        change = Change(over)
        for person in FOUR:
            decided = handle(change.table, Rematch(person=person), NOW, secret)
            assert isinstance(decided, Change)
            change = change.then(decided)
        assert change.opens is not None
        ids.add(change.opens.id)
    assert len(ids) == 2
