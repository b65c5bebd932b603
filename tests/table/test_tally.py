"""What a match adds to statistics: who was in time."""

import pytest

from service.table.clock import CLOCKS
from service.table.model import Head, Stage
from service.table.tally import player, tally
from tests.table.worlds import ANNA, BEN, CHLOE, DAN, started

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
