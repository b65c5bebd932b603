"""The menus that set a reader's watch."""

from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.telegram.callback import decode
from service.telegram.texts import languages, tongue
from service.telegram.watch import watch
from service.telegram.zone_view import (
    ASKED_ZONE,
    COMMON,
    ZONE,
    hours_menu,
    offered,
    parse_zone,
    zone_arg,
    zone_chosen,
    zone_menu,
)
from tests.telegram.views.scene import DE, shown
from tests.telegram.views.test_properties import check_message

NOON = int(datetime(2027, 1, 5, 12, tzinfo=ZoneInfo("UTC")).timestamp() * 1000)
MOMENTS = st.integers(min_value=NOON, max_value=NOON + 400 * 86_400_000)


def test_the_question_is_answered_with_one_tap() -> None:
    assert (
        shown(zone_menu(DE, ZONE, NOON))
        == """\
Wie spät ist es auf deiner Uhr?
Fristen und Ruhezeiten richten sich danach.
---
[13:00 Luxemburg] [13:00 Berlin]
[13:00 Paris] [12:00 London]
[14:00 Athen] [07:00 Toronto]
[07:00 New York] [06:00 Chicago]
[04:00 Los Angeles]
[08:00 Martinique]
[16:00 Réunion] [23:00 Nouméa]
[Andere Zeit] [P ‹ Optionen]"""
    )


@pytest.mark.parametrize("language", languages())
@given(now=MOMENTS)
def test_every_menu_fits_at_any_time_of_the_year(language: str, now: int) -> None:
    t = tongue(language)
    for name in (ZONE, ASKED_ZONE):
        check_message(zone_menu(t, name, now))
        check_message(hours_menu(t, name, now))
    check_message(zone_chosen(t._replace(watch=watch("Europe/Paris", "", "UTC", now)), now))


@given(now=MOMENTS)
def test_every_hour_of_the_day_can_be_chosen_and_is_then_what_the_watch_shows(now: int) -> None:
    hours = set()
    for row in hours_menu(DE, ZONE, now).rows[:-1]:
        for button in row:
            tap = decode(button.data)
            assert tap is not None
            zone = parse_zone(tap.arg.partition("=")[2])
            assert f"{datetime.fromtimestamp(now / 1000, ZoneInfo(zone)):%H:%M}" == button.label
            hours.add(button.label[:2])
    assert len(hours) == 24


@settings(deadline=None)  # the first example reads the zones from disk
@given(now=MOMENTS)
def test_names_come_back_the_same(now: int) -> None:
    for zone in (*COMMON, *offered(now)):
        assert parse_zone(zone_arg(zone)) == zone
    assert parse_zone("Mars:Olympus") == ""
    assert parse_zone("::etc:passwd") == ""


@pytest.mark.parametrize("month", [1, 4, 7, 10])
def test_whatever_a_watch_anywhere_shows_now_can_be_tapped(month: int) -> None:
    """Half and quarter hours as well: nobody in Kathmandu, Adelaide or Newfoundland shall look for his time in vain."""
    moment = datetime(2027, month, 5, 12, 7, tzinfo=ZoneInfo("UTC"))
    watches = {f"{moment.astimezone(ZoneInfo(name)):%H:%M}" for name in available_timezones()}
    menu = hours_menu(DE, ZONE, int(moment.timestamp() * 1000))
    assert watches <= {button.label for row in menu.rows for button in row}
