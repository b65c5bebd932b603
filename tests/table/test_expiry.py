"""A lobby that nobody starts closes by itself after a week."""

from service.table.clock import DAY
from service.table.commands import Cancel, Post
from service.table.look import look
from service.table.model import Stage
from service.table.timing import pass_time, wake
from tests.table.worlds import ANNA, BEN, NOW, ask, lobby, seated, started


def test_a_lobby_is_looked_at_when_its_week_is_over() -> None:
    table = seated(ANNA, BEN)
    assert wake(table, NOW + DAY) == NOW + 7 * DAY
    early = pass_time(table, NOW + 7 * DAY - 1)
    assert early.table is table and not early.marked


def test_it_closes_once_and_says_why() -> None:
    closed = pass_time(seated(ANNA, BEN), NOW + 7 * DAY)
    assert closed.table.head.stage is Stage.CANCELLED
    assert closed.parted == {ANNA, BEN} and closed.marked
    assert look(closed.table, None).expired
    assert wake(closed.table, NOW + 8 * DAY) is None
    assert pass_time(closed.table, NOW + 8 * DAY).table is closed.table


def test_one_that_somebody_closed_did_not_expire() -> None:
    closed = ask(lobby(), Cancel(person=ANNA, running=False))
    assert not look(closed.table, None).expired


def test_a_match_that_runs_has_no_week() -> None:
    table = started(ANNA, BEN)
    assert pass_time(table, NOW + 8 * DAY).table.head.stage is Stage.PLAYING


def test_an_offers_week_begins_when_it_is_chosen() -> None:
    offer = lobby()
    offer = offer.changed(chat=ANNA, draft="Anna")
    posted = ask(offer, Post(person=ANNA, inline="AgAAA1"), NOW + 6 * DAY).table
    assert wake(posted, NOW + 6 * DAY) == NOW + 13 * DAY
