"""What a match adds to statistics: who was in time."""

from collections import Counter
from datetime import UTC, datetime

import pytest

from service.table.clock import CLOCKS
from service.table.commands import Holiday, Pause, Prefer, Resume
from service.table.model import Head, Stage
from service.table.table import Table
from service.table.tally import player, tally
from service.table.timing import pass_time
from tests.table.worlds import (
    ANNA,
    BEN,
    CHLOE,
    DAN,
    FOUR,
    NOW,
    ask,
    first_legal,
    on_turn,
    started,
    timed,
)

HOUR = 3600


def ended(clock: str) -> Head:
    table = started(ANNA, BEN, CHLOE, DAN)
    return table.changed(stage=Stage.OVER, winner=0, clock=clock).head


LINES = (
    f"{HOUR} N pass p",
    f"{HOUR * 3} E pass p",  # two hours after the one before
    f"{HOUR * 3 + 5} S pass a",
    f"{HOUR * 9} W pass t",
    f"{HOUR * 10} N take p",
    "score 1 made 96 66 pot=0 totals=96:66",
    f"{HOUR * 11 + 1} N 7H p",
)


@pytest.mark.parametrize(
    ("person", "moves", "timely", "lapses"),
    [(ANNA, 3, 2, 0), (BEN, 1, 0, 0), (CHLOE, 0, 0, 0), (DAN, 1, 0, 1)],
)
def test_in_time_is_within_the_clocks_move(person: int, moves: int, timely: int, lapses: int) -> None:
    """An hour to the second is in time; a planned card is nobody's punctuality; the clock's move is."""
    assert CLOCKS["1h"].move == HOUR * 1000
    own = tally(ended("1h"), LINES).deltas[player(person)]
    assert (own.moves, own.timely, own.lapses) == (moves, timely, lapses)


def test_without_a_clock_nobody_is_late() -> None:
    own = tally(ended(""), LINES).deltas[player(BEN)]
    assert (own.moves, own.timely, own.lapses) == (0, 0, 0)


def test_a_match_that_was_broken_off_adds_nothing() -> None:
    head = ended("1h").model_copy(update={"stage": Stage.CANCELLED})
    assert tally(head, LINES).deltas == {}


def in_time(table: Table, person: int, lines: tuple[str, ...]) -> tuple[int, int]:
    own = tally(table.changed(stage=Stage.OVER).head, lines).deltas[player(person)]
    return own.moves, own.timely


def moved(table: Table, now: int) -> tuple[int, Table, tuple[str, ...]]:
    """Who moved, the table after it, and what was written."""
    person = on_turn(table)
    change = ask(table, first_legal(table), now)
    return person, change.table, change.facts


def test_who_is_within_his_own_time_is_in_time_and_a_second_later_he_is_not() -> None:
    table = timed("1h")
    person, after, lines = moved(table, NOW + HOUR * 1000)
    assert in_time(after, person, lines) == (1, 1)
    person, after, lines = moved(table, NOW + HOUR * 1000 + 1000)
    assert in_time(after, person, lines) == (1, 0)


def test_a_pause_is_nobodys_lateness() -> None:
    table = timed("1h")
    for person in FOUR:
        table = ask(table, Pause(person=person), NOW + 1000).table
    table = ask(table, Resume(person=ANNA), NOW + 50 * HOUR * 1000).table
    person, after, lines = moved(table, NOW + 50 * HOUR * 1000 + 5000)
    assert in_time(after, person, lines) == (1, 1)


def test_a_move_made_in_a_pause_is_in_time() -> None:
    table = timed("1h")
    for person in FOUR:
        table = ask(table, Pause(person=person), NOW + 1000).table
    person, after, lines = moved(table, NOW + 9 * HOUR * 1000)
    assert in_time(after, person, lines) == (1, 1)


def test_a_holiday_is_no_lateness() -> None:
    table = timed("1h")
    person = on_turn(table)
    table = ask(table, Holiday(person=person, until=NOW + 72 * HOUR * 1000), NOW + 1000).table
    _, after, lines = moved(table, NOW + 72 * HOUR * 1000 + HOUR * 900)
    assert in_time(after, person, lines) == (1, 1)


def test_the_night_of_the_group_is_no_lateness() -> None:
    """NOW is a morning in UTC: from there to the next morning a night of ten hours lies over it."""
    table = timed("8h", night="22-8 UTC")
    until_night = (22 - datetime.fromtimestamp(NOW / 1000, UTC).hour) % 24 * HOUR * 1000
    table = table.changed(turn_at=NOW + until_night - HOUR * 1000)
    person, after, lines = moved(table, NOW + until_night + 16 * HOUR * 1000)
    assert in_time(after, person, lines) == (1, 1)
    person, after, lines = moved(table, NOW + until_night + 18 * HOUR * 1000)
    assert in_time(after, person, lines) == (1, 0)


def test_a_card_that_could_be_taken_back_was_played_when_it_was_tapped() -> None:
    table = timed("1h")
    person = on_turn(table)
    table = ask(table, Prefer(person=person, at_once=False)).table
    held = ask(table, first_legal(table), NOW + HOUR * 1000).table
    after = pass_time(held, NOW + 9 * HOUR * 1000)
    assert in_time(after.table, person, after.facts) == (1, 1)


def test_each_slow_move_counts_once_and_for_its_own_seat() -> None:
    table, now, slow = timed("1h"), NOW, Counter[int]()
    for number in range(8):
        now += (2 * HOUR if number % 3 == 0 else 60) * 1000
        person, table, _ = moved(table, now)
        slow[person] += number % 3 == 0
    assert table.head.slow == {table.letter_of(person): count for person, count in slow.items() if count}
    assert sum(slow.values()) == 3
