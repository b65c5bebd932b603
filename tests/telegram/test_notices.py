"""When somebody is reminded and when nothing may ring: every rule as a table, with the time injected."""

from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.people import Person
from service.surface import Row
from service.table.clock import DAY, HOUR, MINUTE
from service.table.commands import Pause, Resume
from service.table.reminders import reminders
from service.telegram.notices import Called, Moment, Notice, Quiet, moment, quiet_of, reminder
from service.telegram.presence import NOBODY, Presence
from tests.table.worlds import ANNA, BEN, CHLOE, DAN, NOW, ask, timed

BERLIN = "Europe/Berlin"


def at(text: str, zone: str = BERLIN) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


NIGHTS = Quiet("22-8", BERLIN)


def ends(text: str, quiet: Quiet = NIGHTS) -> str:
    """When the quiet over a moment is over, by the clock on the wall."""
    end = quiet.ends(at(text))
    return "" if end is None else datetime.fromtimestamp(end / 1000, ZoneInfo(BERLIN)).isoformat()[:16]


# quiet hours


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("2027-01-10T21:59", ""),
        ("2027-01-10T22:00", "2027-01-11T08:00"),
        ("2027-01-11T00:00", "2027-01-11T08:00"),
        ("2027-01-11T07:59", "2027-01-11T08:00"),
        ("2027-01-11T08:00", ""),
        # The night in which clocks go forward, and the one in which they go back.
        ("2027-03-27T23:00", "2027-03-28T08:00"),
        ("2027-03-28T03:30", "2027-03-28T08:00"),
        ("2027-10-30T23:00", "2027-10-31T08:00"),
        ("2027-10-31T02:30", "2027-10-31T08:00"),
    ],
)
def test_quiet_hours_are_those_on_the_persons_own_wall(now: str, end: str) -> None:
    assert ends(now) == end


def test_the_night_of_the_change_is_an_hour_shorter_or_longer() -> None:
    for night, hours in (("2027-03-27", 9), ("2027-10-30", 11), ("2027-01-10", 10)):
        start = at(f"{night}T22:00")
        end = Quiet("22-8", BERLIN).ends(start)
        assert end is not None
        assert end - start == hours * HOUR


def test_hours_of_one_day_and_hours_over_midnight() -> None:
    assert ends("2027-01-10T08:59", Quiet("0-9", BERLIN)) == "2027-01-10T09:00"
    assert ends("2027-01-10T09:00", Quiet("0-9", BERLIN)) == ""
    assert ends("2027-01-10T23:30", Quiet("0-9", BERLIN)) == ""


def test_without_a_zone_or_a_wish_there_are_none() -> None:
    assert ends("2027-01-10T23:00", quiet_of(Person(id=1))) == ""
    assert ends("2027-01-10T23:00", quiet_of(Person(id=1, zone=BERLIN, quiet="off"))) == ""
    assert ends("2027-01-10T23:00", quiet_of(Person(id=1, zone=BERLIN))) == "2027-01-11T08:00"
    assert ends("2027-01-10T23:00", quiet_of(Person(id=1, zone=BERLIN, quiet="newer"))) == "2027-01-11T08:00"
    assert quiet_of(None).ends(NOW) is None


def test_quiet_today_lasts_until_the_next_morning() -> None:
    quiet = Quiet("22-8", BERLIN)
    for now in ("2027-01-10T09:00", "2027-01-10T23:00", "2027-01-11T00:30"):
        assert quiet.morning(at(now)) == at("2027-01-11T08:00")
    hushed = quiet._replace(hushed=quiet.morning(at("2027-01-10T09:00")))
    assert ends("2027-01-10T12:00", hushed) == "2027-01-11T08:00"
    assert ends("2027-01-11T08:00", hushed) == ""
    assert Quiet("off", BERLIN).morning(at("2027-01-10T09:00")) == at("2027-01-11T08:00")
    assert Quiet().morning(NOW) == NOW + 12 * HOUR, "where nobody knows when his day ends"
    assert Quiet(hushed=NOW + HOUR).ends(NOW) == NOW + HOUR


def test_a_wish_for_quiet_that_ends_at_night_goes_on_until_morning() -> None:
    assert ends("2027-01-10T20:00", Quiet("22-8", BERLIN, at("2027-01-10T23:00"))) == "2027-01-11T08:00"


@given(now=st.integers(at("2027-01-01T00:00"), at("2028-01-01T00:00")), zone=st.sampled_from(
    [BERLIN, "America/New_York", "Asia/Kolkata", "Pacific/Chatham", "Pacific/Apia"]
))  # fmt: skip
def test_every_moment_is_quiet_exactly_when_the_wall_says_so(now: int, zone: str) -> None:
    quiet, hour = Quiet("22-8", zone), datetime.fromtimestamp(now / 1000, ZoneInfo(zone)).hour
    end = quiet.ends(now)
    assert (end is not None) == (hour >= 22 or hour < 8)
    if end is not None:
        assert now < end <= now + 11 * HOUR
        assert quiet.ends(end) is None


# when a ring that is due may come

TURN = Called(ply=7, deadline=NOW + 3 * DAY)


def hushed(until: int) -> Called:
    return TURN._replace(quiet=Quiet(hushed=until))


def test_a_ring_in_quiet_hours_waits_for_their_end() -> None:
    assert moment(TURN, NOBODY, NOW) == Moment(NOW)
    assert moment(hushed(NOW + HOUR), NOBODY, NOW) == Moment(NOW + HOUR)


def test_if_the_clock_ends_first_it_comes_at_once_and_silently() -> None:
    short = hushed(NOW + HOUR)._replace(deadline=NOW + HOUR)
    assert moment(short, NOBODY, NOW) == Moment(NOW, aloud=False)


def test_rings_of_other_tables_keep_ten_minutes_apart() -> None:
    rung = Presence(rung_elsewhere=NOW - MINUTE)
    assert moment(TURN, rung, NOW) == Moment(NOW + 9 * MINUTE)
    assert moment(TURN, Presence(rung_elsewhere=NOW - 10 * MINUTE), NOW) == Moment(NOW)
    assert moment(TURN._replace(quick=True), rung, NOW) == Moment(NOW), "a clock of an hour or less"
    assert moment(TURN._replace(deadline=NOW + HOUR), rung, NOW) == Moment(NOW), "an hour is left"
    soon = TURN._replace(deadline=NOW + HOUR + 5 * MINUTE)
    assert moment(soon, rung, NOW) == Moment(NOW + 5 * MINUTE), "as soon as an hour is left"


def test_what_would_be_put_off_into_the_night_comes_before_it() -> None:
    evening = at("2027-01-10T21:55")
    turn = TURN._replace(deadline=evening + DAY, quiet=Quiet("22-8", BERLIN))
    assert moment(turn, Presence(rung_elsewhere=evening), evening) == Moment(evening)


# reminders


def test_once_at_eighty_percent_of_the_time() -> None:
    table = timed("8h")
    allowed = 8 * HOUR + DAY
    assert reminders(table, "") == (NOW + allowed * 8 // 10,)
    assert reminders(table, "once") == reminders(table, "")
    assert reminders(table, "off") == ()


def test_repeated_at_each_tenth_or_each_hour() -> None:
    table, allowed = timed("8h"), 8 * HOUR + DAY
    assert reminders(table, "tenths") == (NOW + allowed * 8 // 10, NOW + allowed * 9 // 10)
    hourly = reminders(table, "hourly")
    assert hourly[0] == NOW + allowed * 8 // 10
    assert {later - earlier for earlier, later in pairwise(hourly)} == {HOUR}
    assert hourly[-1] < NOW + allowed <= hourly[-1] + HOUR


def test_nobodys_time_no_reminder() -> None:
    table = timed("8h")
    for person in (ANNA, BEN, CHLOE, DAN):
        table = ask(table, Pause(person=person)).table
    assert reminders(table, "") == ()
    assert reminders(ask(table, Resume(person=ANNA)).table, "") != ()


def test_a_groups_night_takes_no_time() -> None:
    awake = timed("8h")
    slept = awake.changed(night="22-8 Europe/Berlin")
    assert reminders(slept, "")[0] > reminders(awake, "")[0]


REMINDED = TURN._replace(deadline=NOW + 10 * HOUR, reminders=(NOW + 8 * HOUR, NOW + 9 * HOUR))
FRESH = Row(chat=ANNA)


def test_a_reminder_is_due_at_its_time_and_then_the_next() -> None:
    assert reminder(REMINDED, FRESH, NOBODY, NOW) == NOW + 8 * HOUR
    assert reminder(REMINDED, FRESH, NOBODY, NOW + 8 * HOUR) == Notice(1, 2 * HOUR, aloud=True)
    once = FRESH.model_copy(update={"reminded_ply": 7, "reminders": 1})
    assert reminder(REMINDED, once, NOBODY, NOW + 8 * HOUR) == NOW + 9 * HOUR
    assert reminder(REMINDED, once, NOBODY, NOW + 9 * HOUR) == Notice(2, HOUR, aloud=True)
    twice = once.model_copy(update={"reminders": 2})
    assert reminder(REMINDED, twice, NOBODY, NOW + 9 * HOUR) is None


def test_another_turn_has_reminders_of_its_own() -> None:
    before = FRESH.model_copy(update={"reminded_ply": 3, "reminders": 2})
    assert reminder(REMINDED, before, NOBODY, NOW + 8 * HOUR) == Notice(1, 2 * HOUR, aloud=True)


def test_what_was_slept_through_is_one_reminder_and_none_after_the_deadline() -> None:
    """Case 27: the house was down over the due time; clocks leapt by six hours."""
    assert reminder(REMINDED, FRESH, NOBODY, NOW + 9 * HOUR + 1) == Notice(2, HOUR - 1, aloud=True)
    assert reminder(REMINDED, FRESH, NOBODY, NOW + 10 * HOUR) is None


def test_a_reminder_in_quiet_hours_comes_at_their_end_or_silently() -> None:
    late = REMINDED._replace(quiet=Quiet(hushed=NOW + 9 * HOUR + MINUTE))
    assert reminder(late, FRESH, NOBODY, NOW + 8 * HOUR) == NOW + 9 * HOUR + MINUTE
    too_late = REMINDED._replace(quiet=Quiet(hushed=NOW + 11 * HOUR))
    assert reminder(too_late, FRESH, NOBODY, NOW + 8 * HOUR) == Notice(1, 2 * HOUR, aloud=False)
    assert reminder(REMINDED._replace(silent=True), FRESH, NOBODY, NOW + 8 * HOUR) == Notice(
        1, 2 * HOUR, aloud=False
    )


def test_who_looks_at_his_card_need_not_be_reminded() -> None:
    now = NOW + 8 * HOUR
    assert reminder(REMINDED, FRESH, Presence(now - 5_000, True), now) == now + 15_000


def test_no_clock_no_reminder() -> None:
    assert reminder(Called(ply=7), FRESH, NOBODY, NOW) is None
