"""Nights, pauses, holidays and a group that cannot see the match, one over the other: what was left is left."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.table.clock import CLOCKS, DAY, HOUR, deadline
from service.table.commands import Command, Halt, Holiday, Pause, Resume, TakeBack
from service.table.handle import handle
from service.table.refusals import Refused
from service.table.reminders import reminders
from service.table.table import Table
from tests.soak.days.hours import joined, run_out, spans_of
from tests.soak.days.people import Span
from tests.table.worlds import ANNA, BEN, FOUR, ask, first_legal, on_turn, timed

ZONE = "Europe/Berlin"
MONDAY = int(datetime(2026, 11, 2, 8, tzinfo=ZoneInfo(ZONE)).timestamp() * 1000)
"""Its morning; the group's night ends then."""


def running(clock: str = "1d", night: str = f"22-8 {ZONE}", at_once: bool = True) -> Table:
    """A match that begins on Monday at eight."""
    return timed(clock, night=night, at_once=at_once, begins=MONDAY)


def paused(table: Table, at: int, until: int) -> Table:
    for person in FOUR:
        table = ask(table, Pause(person=person), at).table
    return ask(table, Resume(person=ANNA), until).table


def test_a_pause_over_a_night_gives_no_time_and_takes_none() -> None:
    """Twelve hours of Monday are used. A pause from its evening to Tuesday at ten leaves the others, to the hour."""
    table = running("8h")
    allowed = CLOCKS["8h"].move + CLOCKS["8h"].bank
    table = paused(table, MONDAY + 12 * HOUR, MONDAY + 26 * HOUR)
    assert allowed == 32 * HOUR
    # Tuesday from ten to ten at night are twelve, Wednesday the last eight.
    assert deadline(table) == MONDAY + 56 * HOUR


def test_a_group_that_cannot_see_the_match_over_a_night_changes_nothing_either() -> None:
    table = ask(running("8h"), Halt(person=0, stopped=True), MONDAY + 12 * HOUR).table
    table = ask(table, Halt(person=0, stopped=False), MONDAY + 26 * HOUR).table
    assert deadline(table) == MONDAY + 56 * HOUR


def test_a_holiday_that_begins_in_a_pause_and_outlasts_it_is_counted_once() -> None:
    table = running("1d", night="")
    person, over = on_turn(table), deadline(table)
    assert over is not None
    for one in FOUR:
        table = ask(table, Pause(person=one), MONDAY + HOUR).table
    table = ask(table, Holiday(person=person, until=MONDAY + 90 * HOUR), MONDAY + 10 * HOUR).table
    table = ask(table, Resume(person=ANNA), MONDAY + 40 * HOUR).table
    assert deadline(table) == over + 89 * HOUR


def test_a_pause_within_a_holiday_is_counted_once() -> None:
    table = running("1d", night="")
    person, over = on_turn(table), deadline(table)
    assert over is not None
    table = ask(table, Holiday(person=person, until=MONDAY + 90 * HOUR), MONDAY + HOUR).table
    table = paused(table, MONDAY + 10 * HOUR, MONDAY + 40 * HOUR)
    assert deadline(table) == over + 89 * HOUR


def test_who_is_on_holiday_is_reminded_of_nothing_until_his_time_runs() -> None:
    table = running("1d", night="")
    person = on_turn(table)
    (usual,) = reminders(table, "once")
    table = ask(table, Holiday(person=person, until=MONDAY + 5 * DAY), MONDAY + HOUR).table
    assert reminders(table, "once") == (usual + 5 * DAY - HOUR,)
    table = ask(table, Holiday(person=person, until=0), MONDAY + 2 * DAY).table
    assert reminders(table, "once") == (usual + 2 * DAY - HOUR,), "back before its end"


def test_a_reminder_before_a_pause_is_none_after_it() -> None:
    table = running("1d", night="")
    (first,) = reminders(table, "once")
    table = paused(table, first + HOUR, first + 40 * HOUR)
    (again,) = reminders(table, "once")
    assert again < first + 40 * HOUR, "done with"


@pytest.mark.parametrize("back", [True, False])
def test_a_move_that_may_be_taken_back_over_a_pause_keeps_its_time(back: bool) -> None:
    """Tapped two seconds before a pause of a second: what was used until the tap was used."""
    table = running("1d", night="", at_once=False)
    over, person = deadline(table), on_turn(table)
    assert over is not None
    held = ask(table, first_legal(table), MONDAY + HOUR).table
    held = paused(held, MONDAY + HOUR + 2000, MONDAY + HOUR + 3000)
    assert held.head.held is not None
    assert held.head.held.at == MONDAY + HOUR + 1000, "eight seconds are left to take it back"
    if back:
        again = ask(held, TakeBack(person=person, ply=held.head.held.ply), MONDAY + HOUR + 4000).table
        assert deadline(again) == over + 1000


class Course:
    """One turn, what stands still in it, and since when."""

    def __init__(self, night: str) -> None:
        self.table = running("3d", night)
        self.person = on_turn(self.table)
        self.begun: dict[str, int] = {}
        self.spans: list[Span] = []

    def do(self, what: str, now: int, hours: int) -> None:
        """Do one thing, if it can be done now."""
        until = now + hours * HOUR
        commands: dict[str, list[Command]] = {
            "pause": [Pause(person=person) for person in FOUR],
            "resume": [Resume(person=BEN)],
            "shut": [Halt(person=0, stopped=True)],
            "open": [Halt(person=0, stopped=False)],
            "holiday": [Holiday(person=self.person, until=until)],
            "home": [Holiday(person=self.person, until=0)],
        }
        for command in commands[what]:
            change = handle(self.table, command, now, "")
            if isinstance(change, Refused):
                return
            self.table = change.table
        if what in ENDS:
            self.spans.append(Span(self.begun.pop(ENDS[what]), now))
        elif what == "holiday":
            # One that is running lasts longer or shorter from now on.
            self._home(now)
            self.spans.append(Span(now, until))
        elif what == "home":
            self._home(now)
        else:
            self.begun[what] = now

    def _home(self, now: int) -> None:
        self.spans = [Span(a, min(b, now)) if b > now else Span(a, b) for a, b in self.spans]


ENDS = {"resume": "pause", "open": "shut"}
DOINGS = st.lists(
    st.tuples(
        st.integers(0, 30),
        st.sampled_from(["pause", "resume", "shut", "open", "holiday", "home"]),
        st.integers(1, 80),
    ),
    min_size=1,
    max_size=12,
)


@given(DOINGS, st.sampled_from(["", f"22-8 {ZONE}", "0-6 Pacific/Auckland"]))
def test_whatever_lies_over_what_time_is_over_when_it_has_run(
    doings: list[tuple[int, str, int]], night: str
) -> None:
    """Reckoned from the standstills alone, as a calendar on the wall would."""
    course, now = Course(night), MONDAY
    for waits, what, hours in doings:
        now += waits * HOUR
        course.do(what, now, hours)
    for what in ENDS:
        course.do(what, now, 0)
    hours_, _, zone = night.partition(" ")
    start, _, end = hours_.partition("-")
    nights = spans_of((int(start), int(end)), zone, MONDAY, MONDAY + 90 * DAY) if zone else ()
    allowed = CLOCKS["3d"].move + CLOCKS["3d"].bank
    assert deadline(course.table) == run_out(MONDAY, allowed, joined(nights, course.spans))
