import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seats import E, N, S
from service.table.view import Player
from service.telegram.lines import BUBBLE, LINE, cells, fit, flow, widen, width
from service.telegram.messages import Button, card
from service.telegram.names import bare_name, clean, initials, line_name, shorten
from tests.telegram.views.scene import DE, EN, players, view

FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("Anna", 4),
        ("♥️", 2),
        ("🇱🇺", 2),
        (FAMILY, 2),
        ("👍🏽", 2),
        ("e\u0301", 1),
        ("张三", 4),
        ("1️⃣", 2),
        ("\u200b", 0),
    ],
)
def test_width_is_what_a_reader_sees(text: str, width: int) -> None:
    assert cells(text) == width


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna", "Anna"),
        ("Maximiliane", "Maximilia…"),
        (FAMILY * 6, FAMILY * 4 + "…"),
        ("Anna Maria Luisa", "Anna Mari…"),
    ],
)
def test_long_names_end_in_dots(name: str, short: str) -> None:
    assert shorten(name, 10) == short


@pytest.mark.parametrize("name", ["", "\u200b\u200d", "\u3164", "\u2800 \u2800", "\ufe0f", "   "])
def test_who_has_no_visible_name_is_a_guest(name: str) -> None:
    assert bare_name(EN, Player(N, 1, name, None, True)) == "Guest"


def test_names_neither_mark_up_nor_turn_the_line() -> None:
    hostile = Player(N, 1, "<b>\u202eevil\n&", None, True)
    assert line_name(EN, hostile, 20) == "\u2068&lt;b&gt;evil &amp;\u2069"


def test_a_computer_is_called_after_its_place() -> None:
    assert bare_name(DE, Player(E, None, "", "novice", True)) == "🤖 Ost"


@given(st.text(max_size=40), st.integers(4, 12))
def test_any_name_fits(name: str, most: int) -> None:
    assert cells(shorten(clean(name), most)) <= most
    assert "\n" not in clean(name)


@given(st.text(max_size=40))
def test_any_name_is_visible(name: str) -> None:
    assert cells(bare_name(EN, Player(S, 1, name, None, True))) > 0


def test_heads_of_the_score_sheet() -> None:
    assert initials(DE, view(None)) == ("A+C", "B+D")
    assert initials(DE, view(None, players=players("Anna", "Albert", "Chloé", "Carl"))) == ("An+Ch", "Al+Ca")
    assert initials(DE, view(None, players=players("Ann", "Ann", "Ann", "Ann"))) == ("1", "2")
    assert initials(DE, view(None, players=players("👍", "Ben", "🐈x", "Dan"))) == ("N+x", "B+D")


def test_lines_shorten_names_before_they_wrap() -> None:
    assert fit(lambda most: "x" * 28 + shorten("Maximiliane", most)) == "x" * 28 + "Maxim…"


def test_items_flow_into_lines() -> None:
    assert flow(["a" * 20, "b" * 10, "c" * 20]) == ["a" * 20 + " · " + "b" * 10, "c" * 20]


def test_a_message_is_as_wide_as_its_buttons_need() -> None:
    narrow = card([["<b>X</b>", "y"]], ((Button("z"),),)).text
    assert max(map(width, narrow.split("\n"))) == 26
    assert card([["<b>X</b>"]]).text == "<b>X</b>"


def test_narrow_letters_carry_less() -> None:
    """What is narrow in every font makes no bubble wide: its first line is lengthened, never beyond a phone's width."""
    assert widen("8" * BUBBLE) == "8" * BUBBLE
    short, long = widen("i" * BUBBLE + "\nx"), widen("il" * (LINE // 2))
    assert cells(short.split("\n")[0]) > BUBBLE and short.endswith("\nx")
    assert cells(long) == LINE


def test_a_computer_loses_its_picture_before_a_letter() -> None:
    east = Player(E, None, "", "club", True)
    assert "East" in line_name(EN, east, 5) and "🤖" not in line_name(EN, east, 5)
    assert "🤖 East" in line_name(EN, east, 7)
    assert "East" in line_name(EN, Player(E, 1, "Anna", None, True, shared=True), 5)
