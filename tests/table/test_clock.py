"""Clocks: whose time runs, what the bank gives, what happens when both are used up. No second passes here."""

from datetime import datetime
from typing import get_args
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import rules_from_dict
from engine.seats import SEAT_LETTERS
from service.table.clock import CLOCKS, DAY, HOUR, MINUTE, after, bank, deadline, night_of, used
from service.table.commands import (
    Command,
    Halt,
    Holiday,
    Leave,
    Pause,
    Rematch,
    Resume,
    Return,
    SetClock,
    SetOption,
    SetTricks,
    SetVariant,
    Start,
)
from service.table.handle import DECIDE
from service.table.look import look
from service.table.model import Stage
from service.table.refusals import No
from service.table.table import Table
from service.table.timing import SLEEP, pass_time, wake
from tests.table.worlds import (
    ANNA,
    BEN,
    DAN,
    EVE,
    FOUR,
    NOW,
    ask,
    letter,
    lobby,
    on_turn,
    play,
    refused,
    seated,
    started,
    timed,
)


def test_every_command_has_its_door() -> None:
    commands = set(get_args(get_args(Command)[0]))
    assert set(DECIDE) | {Rematch} == commands


def test_without_a_clock_nobody_is_in_a_hurry() -> None:
    table = started(*FOUR)
    assert deadline(table) is None
    assert pass_time(table, NOW + 900 * DAY).table is table
    assert refused(table, Pause(person=ANNA)).code is No.NO_CLOCK


def test_the_clock_is_chosen_in_the_lobby_by_who_sits() -> None:
    table = seated(ANNA)
    assert refused(lobby(), SetClock(person=BEN, clock="1h")).code is No.NOT_SEATED
    assert refused(table, SetClock(person=ANNA, clock="soon")).code is No.NO_SUCH_OPTION
    chosen = ask(table, SetClock(person=ANNA, clock="1h")).table
    assert refused(chosen, SetClock(person=ANNA, clock="1h")).code is No.UNCHANGED
    # Nobody starts under a clock he has not seen.
    assert refused(chosen, Start(person=ANNA, revision=table.head.revision)).code is No.STALE
    assert refused(timed(), SetClock(person=ANNA, clock="")).code is No.NOT_IN_LOBBY


@pytest.mark.parametrize("name", CLOCKS)
def test_the_first_deadline_is_a_move_and_the_whole_bank_away(name: str) -> None:
    assert deadline(timed(name)) == NOW + CLOCKS[name].move + CLOCKS[name].bank


def taken() -> Table:
    """Somebody took at once, and leads."""
    return play(timed("8h"), NOW)


def test_only_who_is_on_turn_loses_time() -> None:
    table = taken()
    first = letter(table)
    table = play(table, NOW + 10 * HOUR)
    assert bank(table.head, first) == CLOCKS["8h"].bank - 2 * HOUR
    assert bank(table.head, letter(table)) == CLOCKS["8h"].bank
    assert deadline(table) == NOW + 10 * HOUR + 8 * HOUR + DAY


def test_a_quick_move_puts_back_and_never_more_than_the_cap() -> None:
    table = taken()
    first, now = letter(table), NOW + 11 * HOUR
    table = play(table, now)
    while letter(table) != first:
        table = play(table, now)
    table = play(table, now + MINUTE)
    assert bank(table.head, first) == CLOCKS["8h"].bank - 3 * HOUR + 2 * HOUR
    for _ in range(40):
        table = play(table, now + MINUTE)
    assert bank(table.head, first) == CLOCKS["8h"].bank
    assert first not in table.head.drawn


def test_when_the_time_is_over_a_computer_makes_that_one_move() -> None:
    table = timed("1h")
    late, person = letter(table), on_turn(table)
    over = deadline(table)
    assert over is not None and wake(table, NOW) == over
    assert pass_time(table, over - 1).table is table
    change = pass_time(table, over)
    after_it = change.table
    assert change.facts[0].endswith(" t")
    assert letter(after_it) != late and on_turn(after_it) != person
    lapse = after_it.head.lapsed[str(person)]
    assert (lapse.at, lapse.ply) == (over, 0)
    assert after_it.chair(SEAT_LETTERS.index(late)).present
    # Who comes next has his whole time.
    assert deadline(after_it) == over + CLOCKS["1h"].move + CLOCKS["1h"].bank


def test_a_late_look_costs_nobody_but_who_was_late() -> None:
    table = timed("1h")
    much_later = NOW + 6 * DAY
    table = pass_time(table, much_later).table
    assert len(table.head.lapsed) == 1
    assert deadline(table) == much_later + CLOCKS["1h"].move + CLOCKS["1h"].bank
    assert pass_time(table, much_later).table is table


def both_late(table: Table) -> Table:
    """The player on turn lets his time run out, twice in a row."""
    seat = letter(table)
    table = pass_time(table, deadline(table) or 0).table
    while letter(table) != seat:
        table = play(table, table.head.turn_at)
    return pass_time(table, deadline(table) or 0).table


def test_the_second_time_in_a_row_the_seat_is_away_until_one_tap() -> None:
    table = timed("1h")
    person = on_turn(table)
    table = both_late(table)
    chair = next(c for c in table.head.chairs.values() if c.person == person)
    assert (chair.absent, chair.automatic) == ("away", True)
    back = ask(table, Return(person=person), NOW + 9 * DAY).table
    chair = next(c for c in back.head.chairs.values() if c.person == person)
    assert (chair.absent, chair.lapses, chair.present) == ("", 0, True)


def test_a_move_of_his_own_forgives_the_first() -> None:
    table = timed("1h")
    seat, person = letter(table), on_turn(table)
    table = pass_time(table, deadline(table) or 0).table
    while letter(table) != seat:
        table = play(table, table.head.turn_at)
    table = play(table, table.head.turn_at)
    assert str(person) not in table.head.lapsed
    assert next(c for c in table.head.chairs.values() if c.person == person).lapses == 0


def test_all_away_the_match_sleeps_a_tap_wakes_it_and_a_month_closes_it() -> None:
    table = timed("1h", ANNA)
    left = ask(table, Leave(person=ANNA), NOW + 5).table
    assert left.head.asleep_at == NOW + 5
    assert wake(left, NOW + 5) == NOW + 5 + SLEEP
    assert pass_time(left, NOW + 5 + SLEEP - 1).table is left
    awake = ask(left, Return(person=ANNA), NOW + 9).table
    assert awake.head.asleep_at is None
    closed = pass_time(left, NOW + 5 + SLEEP)
    assert closed.table.head.stage is Stage.CANCELLED
    assert closed.parted == {ANNA}


def test_a_pause_needs_all_and_gives_back_exactly_what_was_left() -> None:
    table = timed("8h")
    over = deadline(table)
    assert over is not None
    for person in FOUR[:3]:
        table = ask(table, Pause(person=person), NOW + HOUR).table
    assert table.head.paused_at is None and deadline(table) == over
    assert refused(table, Pause(person=ANNA)).code is No.UNCHANGED
    table = ask(table, Pause(person=DAN), NOW + 2 * HOUR).table
    assert deadline(table) is None and wake(table, NOW) is None
    table = ask(table, Resume(person=BEN), NOW + 30 * HOUR).table
    assert deadline(table) == over + 28 * HOUR


@given(st.lists(st.tuples(st.integers(1, 5 * HOUR), st.integers(1, 50 * HOUR)), min_size=10, max_size=10))
def test_ten_pauses_make_no_time(spans: list[tuple[int, int]]) -> None:
    table, now, paused = timed("3d"), NOW, 0
    over = deadline(table)
    assert over is not None
    for running, standing in spans:
        now += running
        for person in FOUR:
            table = ask(table, Pause(person=person), now).table
        now, paused = now + standing, paused + standing
        table = ask(table, Resume(person=ANNA), now).table
        assert deadline(table) == over + paused


def test_a_move_during_a_pause_counts_and_draws_nothing() -> None:
    table = timed("1h")
    for person in FOUR:
        table = ask(table, Pause(person=person), NOW + MINUTE).table
    mover = letter(table)
    table = play(table, NOW + 20 * HOUR)
    assert bank(table.head, mover) == CLOCKS["1h"].bank
    table = ask(table, Resume(person=ANNA), NOW + 21 * HOUR).table
    assert deadline(table) == NOW + 21 * HOUR + CLOCKS["1h"].move + CLOCKS["1h"].bank


BERLIN = ZoneInfo("Europe/Berlin")


def berlin(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=BERLIN).timestamp() * 1000)  # type: ignore[arg-type, misc]


def night_head() -> Table:
    return timed("1h").changed(night="22-8 Europe/Berlin")


def test_no_clock_runs_in_the_groups_night() -> None:
    head = night_head().head
    assert after(head, berlin(2026, 11, 3, 21), 2 * HOUR) == berlin(2026, 11, 4, 9)
    assert after(head, berlin(2026, 11, 3, 23), HOUR) == berlin(2026, 11, 4, 9)
    assert after(head, berlin(2026, 11, 3, 10), 30 * HOUR) == berlin(2026, 11, 5, 12)
    assert used(head, berlin(2026, 11, 3, 21), berlin(2026, 11, 4, 9)) == 2 * HOUR


def test_the_night_in_which_clocks_change_is_as_long_as_it_is() -> None:
    head = night_head().head
    # Eleven hours of night in October, nine in March: morning is at eight by the local clock.
    assert after(head, berlin(2026, 10, 24, 21), 2 * HOUR) == berlin(2026, 10, 25, 9)
    assert after(head, berlin(2027, 3, 27, 21), 2 * HOUR) == berlin(2027, 3, 28, 9)


@given(st.integers(0, 400 * 24), st.integers(0, 400))
def test_what_the_night_gives_it_gives_exactly(start: int, hours: int) -> None:
    head = night_head().head
    begin = berlin(2026, 1, 1) + start * HOUR
    assert used(head, begin, after(head, begin, hours * HOUR)) == hours * HOUR


def test_a_clock_of_days_proposes_five_hundred_and_one() -> None:
    table = seated(*FOUR)
    assert table.rules.target == 1000
    days = ask(table, SetClock(person=ANNA, clock="1d")).table
    assert days.rules.target == 501
    assert rules_from_dict(days.head.rules).target == 501, "what is stored says the same"
    back = ask(days, SetClock(person=ANNA, clock="live")).table
    assert back.rules.target == 1000, "nobody chose 501"


def test_who_chose_a_target_keeps_it_under_any_clock() -> None:
    days = ask(seated(*FOUR), SetClock(person=ANNA, clock="1d")).table
    chosen = ask(days, SetOption(person=BEN, option="target", value=1000)).table
    assert ask(chosen, SetClock(person=ANNA, clock="3d")).table.rules.target == 1000
    short = ask(seated(*FOUR), SetOption(person=BEN, option="target", value=501)).table
    there_and_back = ask(ask(short, SetClock(person=ANNA, clock="1d")).table, SetClock(person=ANNA, clock=""))
    assert there_and_back.table.rules.target == 501


def test_a_set_without_that_target_keeps_its_own() -> None:
    table = ask(seated(*FOUR, table=lobby("luxembourg")), SetClock(person=ANNA, clock="1d")).table
    assert table.rules.target == lobby("luxembourg").rules.target
    other = ask(table, SetVariant(person=ANNA, variant="coinche")).table
    assert other.rules.target == 501, "the clock still stands"


# --- the house stops the clock ---


def test_while_the_group_cannot_see_the_match_no_clock_runs() -> None:
    table = timed("8h")
    before = deadline(table)
    assert before is not None
    assert refused(table, Halt(person=ANNA, stopped=True)).code is No.NOT_ALLOWED
    shut = ask(table, Halt(person=0, stopped=True), NOW + HOUR).table
    assert refused(shut, Halt(person=0, stopped=True)).code is No.UNCHANGED
    assert deadline(shut) is None
    assert pass_time(shut, NOW + 90 * DAY).table is shut
    open_again = ask(shut, Halt(person=0, stopped=False), NOW + 50 * HOUR).table
    assert deadline(open_again) == before + 49 * HOUR, "exactly what was left"


def test_moves_go_on_while_the_clock_is_stopped_and_cost_nothing() -> None:
    shut = ask(timed("8h"), Halt(person=0, stopped=True), NOW).table
    moved = play(shut, NOW + 30 * HOUR)
    assert moved.head.drawn == {}
    assert deadline(moved) is None
    again = ask(moved, Halt(person=0, stopped=False), NOW + 40 * HOUR).table
    assert deadline(again) == NOW + 40 * HOUR + CLOCKS["8h"].move + CLOCKS["8h"].bank


@pytest.mark.parametrize("resumed_first", [True, False])
def test_a_pause_and_a_stop_that_overlap_are_one_standstill(resumed_first: bool) -> None:
    table = timed("8h")
    before = deadline(table)
    assert before is not None
    for person in FOUR:
        table = ask(table, Pause(person=person), NOW + 10 * HOUR).table
    table = ask(table, Halt(person=0, stopped=True), NOW + 20 * HOUR).table
    ends: list[Command] = [Resume(person=ANNA), Halt(person=0, stopped=False)]
    first, second = ends if resumed_first else reversed(ends)
    table = ask(table, first, NOW + 30 * HOUR).table
    assert deadline(table) is None
    table = ask(table, second, NOW + 40 * HOUR).table
    assert deadline(table) == before + 30 * HOUR


def test_who_sits_together_at_night_plays_at_night() -> None:
    assert night_of(timed("live").changed(night="22-8 Europe/Berlin").head) is None
    assert night_of(timed("1h").changed(night="22-8 Europe/Berlin").head) is not None


# --- which tricks lie open ---


def test_all_tricks_lie_open_where_days_pass_until_somebody_chooses() -> None:
    table = seated(ANNA, BEN)
    assert not look(table, ANNA).tricks_open
    by_days = ask(table, SetClock(person=ANNA, clock="1d")).table
    assert look(by_days, ANNA).tricks_open
    last = ask(by_days, SetTricks(person=BEN, opened=False)).table
    assert not look(last, ANNA).tricks_open
    assert refused(last, SetTricks(person=BEN, opened=False)).code is No.UNCHANGED
    assert refused(last, SetTricks(person=EVE, opened=True)).code is No.NOT_SEATED
    live = ask(last, SetClock(person=ANNA, clock="live")).table
    assert look(ask(live, SetTricks(person=ANNA, opened=True)).table, None).tricks_open
    old = Start(person=ANNA, revision=by_days.head.revision)
    assert refused(last, old).code is No.STALE, "nobody starts what he has not seen"
    begun = ask(last, Start(person=ANNA, revision=last.head.revision)).table
    assert refused(begun, SetTricks(person=ANNA, opened=True)).code is No.NOT_IN_LOBBY


# --- holidays ---


def test_on_holiday_no_time_of_his_turns_is_lost() -> None:
    table = timed("8h")
    before, person = deadline(table), on_turn(table)
    assert before is not None
    away = ask(table, Holiday(person=person, until=NOW + 5 * DAY), NOW + HOUR).table
    assert deadline(away) == before + 5 * DAY - HOUR, "what was left begins when he is back"
    assert pass_time(away, NOW + 4 * DAY).table is away
    back = ask(away, Holiday(person=person, until=0), NOW + 2 * DAY).table
    assert deadline(back) == before + 2 * DAY - HOUR
    moved = play(back, NOW + 2 * DAY + HOUR)
    assert moved.head.drawn == {}, "two hours of eight were used"


def test_a_holiday_is_his_own_and_keeps_nobody_else_s_clock() -> None:
    table = timed("8h")
    before, person = deadline(table), on_turn(table)
    other = next(one for one in FOUR if one != person)
    assert deadline(ask(table, Holiday(person=other, until=NOW + 5 * DAY), NOW).table) == before
    assert refused(table, Holiday(person=99, until=NOW + DAY)).code is No.NOT_SEATED
    assert refused(table, Holiday(person=person, until=0)).code is No.UNCHANGED
    away = ask(table, Holiday(person=person, until=NOW + DAY), NOW).table
    longer = ask(away, Holiday(person=person, until=NOW + 3 * DAY), NOW + HOUR).table
    assert longer.chair_of(person).holiday == (NOW, NOW + 3 * DAY)
    assert deadline(play(longer, NOW + HOUR)) is not None, "who plays all the same plays"


@given(starts=st.lists(st.integers(0, 40 * HOUR), min_size=1, max_size=10), lasts=st.integers(1, 20 * DAY))
def test_ten_holidays_never_make_time(starts: list[int], lasts: int) -> None:
    """Each gives exactly what it lasted of this turn; going and coming back at once gives nothing."""
    table, now, away = timed("3d"), NOW, 0
    before, person = deadline(table), on_turn(table)
    assert before is not None
    for later in starts:
        now += later
        over = deadline(table)
        assert over is not None
        if over <= now:
            break
        table = ask(table, Holiday(person=person, until=now + lasts), now).table
        if later % 2:
            now, away = now + lasts // 2, away + lasts // 2
        if now < table.chair_of(person).holiday[1]:
            table = ask(table, Holiday(person=person, until=0), now).table
        else:
            away += lasts - lasts // 2 if later % 2 else lasts
            now = max(now, table.chair_of(person).holiday[1])
    assert deadline(table) == before + away
