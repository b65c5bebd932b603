"""Holidays: the menu, and what the tables are told."""

import pytest

from service.people import Person
from service.table.clock import DAY
from service.telegram import views
from service.telegram.callback import TapKind
from service.telegram.lines import LINE, width
from service.telegram.texts import languages
from service.telegram.vacation_view import vacation_menu
from tests.telegram.views.moments import TUESDAY, ms, reads
from tests.telegram.views.scene import BEN, CHLOE, DE, after, plain, players, view
from tests.telegram.views.test_lobby import labels, taps_of
from tests.telegram.views.test_properties import check_message

NOW = ms(4, 9)


def test_thirty_days_a_year_and_no_more() -> None:
    assert labels(vacation_menu(Person(id=1), DE, NOW))[:4] == ["3 Tage", "7 Tage", "14 Tage", "21 Tage"]
    used = Person(id=1, vacation_year=2027, vacation_used=25)
    assert labels(vacation_menu(used, DE, NOW))[:-1] == ["3 Tage"]
    assert "5 Tage" in vacation_menu(used, DE, NOW).text
    last_year = used.model_copy(update={"vacation_year": 2026})
    assert "30 Tage" in vacation_menu(last_year, DE, NOW).text


@pytest.mark.parametrize("language", languages())
def test_menus_and_lines_fit(language: str) -> None:
    t = reads(language)
    for person in (
        Person(id=1),
        Person(id=1, vacation_until=NOW + 7 * DAY),
        Person(id=1, vacation_year=2027, vacation_used=29),
    ):
        check_message(vacation_menu(person, t, NOW))
    named = players("Maximiliane", "Bartholomäus", "Christopher", "Dominique")
    people = tuple(one._replace(holiday=NOW + 20 * DAY) if one.person == BEN else one for one in named)
    for viewer in (None, CHLOE, BEN):
        told = view(after(14), viewer, players=people, time=TUESDAY)
        card = views.table_card(told, t) if viewer is None else views.hand_card(told, t)
        assert all(width(line) <= LINE for line in card.text.splitlines())
        assert sum("🌴" in line for line in plain(card.text).splitlines()) == 1
        assert (TapKind.HOLIDAY in [tap.kind for tap in taps_of(card)]) == (viewer == BEN)


def test_a_holiday_that_is_over_is_told_no_longer() -> None:
    people = tuple(one._replace(holiday=NOW - DAY) for one in players())
    assert "🌴" not in views.table_card(view(after(14), players=people, time=TUESDAY), reads("de")).text
