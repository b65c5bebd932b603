"""Until when: deadlines as people read them, each in his own zone and language."""

import pytest

from engine.cards import parse_card
from engine.variants import OPTIONS, VARIANTS, with_option
from service.table.clock import CLOCKS
from service.table.view import Time
from service.telegram import views
from service.telegram.lines import LINE, width
from service.telegram.times import by, moment
from tests.telegram.views.moments import TUESDAY, group, ms, reads
from tests.telegram.views.scene import (
    CHLOE,
    after,
    deal_three,
    plain,
    played,
    players,
    view,
)

LANGUAGES = ("de", "en", "fr", "lb")
DAYS = with_option(VARIANTS["classic"], OPTIONS["classic"][0], 501)


@pytest.mark.parametrize(
    ("language", "told"),
    [("de", "Di 18:00"), ("en", "Tue 18:00"), ("fr", "mar. 18:00"), ("lb", "Dën. 18:00")],
)
def test_a_moment_is_told_as_the_language_has_it(language: str, told: str) -> None:
    assert moment(reads(language), ms(5, 18)) == told


def test_today_and_next_week_are_told_apart_from_this_one() -> None:
    t = reads("de")
    assert moment(t, ms(4, 21)) == "heute 21:00"
    assert moment(t, ms(9, 18)) == "Sa 18:00"
    assert moment(t, ms(12, 18)) == "Di 12. Jan. 18:00", "not this Tuesday"


@pytest.mark.parametrize(
    ("language", "today", "tuesday"),
    [
        ("de", "bis heute 21:00", "bis Di 18:00"),
        ("en", "by 21:00 today", "by Tue 18:00"),
        ("fr", "auj. avant 21:00", "avant mar. 18:00"),
        ("lb", "bis haut 21:00", "bis Dën. 18:00"),
    ],
)
def test_a_deadline_reads_as_people_say_it(language: str, today: str, tuesday: str) -> None:
    assert by(reads(language), ms(4, 21)) == today
    assert by(reads(language), ms(5, 18)) == tuesday


def test_today_is_the_reader_s_own() -> None:
    night = ms(4, 23, 30)
    assert moment(reads("de", own="Asia/Tokyo"), night) == "Di 07:30"
    assert moment(reads("de", now=ms(5, 1), own="America/New_York"), night) == "heute 17:30"


def test_the_zone_s_name_stands_where_not_all_read_in_their_own() -> None:
    assert moment(reads("de", own="", shared="Europe/Berlin"), ms(5, 18)) == "Di 18:00 MEZ"
    assert moment(reads("de", own="", shared="Europe/Berlin"), ms(6, 18, month=7)).endswith("MESZ")
    assert moment(reads("fr", own="", shared="Europe/Berlin"), ms(5, 18)) == "mar. 18:00 CET"
    assert moment(reads("en", own="", shared="Asia/Kathmandu"), ms(5, 18)) == "Tue 22:45 UTC+5:45"
    assert moment(reads("en", own="Mars/Olympus", shared=""), ms(5, 18)) == "Tue 17:00 UTC", "who knows where"


def test_both_sides_of_daylight_saving() -> None:
    t = reads("de", own="", shared="Europe/Berlin")
    assert moment(t, ms(28, 1, month=3)).endswith("01:00 MEZ")
    assert moment(t, ms(28, 1, month=3) + 3_600_000).endswith("03:00 MESZ")
    assert moment(t, ms(31, 2, month=10) + 3_600_000).endswith("02:00 MEZ")


def test_g1_the_card_says_until_when() -> None:
    match = played(deal_three(), "pass pass")
    lines = plain(views.table_card(view(match, time=TUESDAY), group("de")).text).splitlines()
    assert "▸ <b>Chloé</b> dran bis Di 18:00 MEZ" in lines


def test_g3_who_leads_has_his_deadline_in_a_line_of_its_own() -> None:
    text = plain(views.table_card(view(after(16), time=TUESDAY), group("de")).text)
    assert "▸ <b>Chloé</b> spielt aus\nbis Di 18:00 MEZ" in text


def test_h3_lines_one_and_two_name_game_move_and_deadline() -> None:
    text = plain(views.hand_card(view(after(14), CHLOE, time=TUESDAY), reads("de")).text)
    assert text.splitlines()[:2] == [
        "🟢 <b>Du bist dran</b> · Belote-Club",
        "Ben sticht mit ♥️8 · bis Di 18:00",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cards", [0, 13, 14, 16, 20])
@pytest.mark.parametrize("at", [ms(4, 21), ms(5, 18), ms(13, 18), ms(28, 18, month=7)])
def test_deadlines_fit_in_every_language_beside_the_longest_names(language: str, cards: int, at: int) -> None:
    match = after(cards) if cards else played(deal_three(), "pass pass")
    people = players("Maximiliane", "Bartholomäus", "Christopher", "Dominique")
    time = Time("1d", at)
    shared = views.table_card(view(match, players=people, time=time), group(language))
    own = views.hand_card(view(match, CHLOE, players=people, time=time), reads(language))
    for line in (*shared.text.splitlines(), *own.text.splitlines()):
        assert width(line) <= LINE, line
    told = (by(group(language), at), moment(group(language), at), "today")
    assert sum(any(one in line for one in told) for line in plain(shared.text).splitlines()) == 1


ZONES = ("Europe/Berlin", "Asia/Kathmandu", "America/Argentina/Buenos_Aires", "Pacific/Chatham")
HOLIDAY = 30 * 86_400_000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clock", [name for name, clock in CLOCKS.items() if not clock.live])
@pytest.mark.parametrize("zone", ZONES)
def test_a_reminder_fits_however_far_off_its_moment_is(language: str, clock: str, zone: str) -> None:
    """Each clock with its whole reserve, in every month, a holiday on top, and the zone named."""
    people = players("Maximiliane", "Bartholomäus", "Christopher", "Dominique")
    for month in range(1, 13):
        now = ms(4, 9, month=month)
        for t in (reads(language, now, own=zone), reads(language, now, own="", shared=zone)):
            for far in (0, HOLIDAY):
                time = Time(clock, now + CLOCKS[clock].move + CLOCKS[clock].bank + far)
                seen = view(after(14), CHLOE, players=people, time=time, left=1, title="Belote-Club Nord")
                lines = views.hand_card(seen, t).text.splitlines()
                assert max(map(width, lines)) <= LINE, lines
                top = plain("\n".join(lines[:2]))
                assert lines[0].startswith("⏳")
                assert "Belote-" in top and t.card(parse_card("8H")) in plain("\n".join(lines[:3]))
