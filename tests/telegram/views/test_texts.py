import pytest

from engine.cards import parse_card
from service.telegram.texts import SUITS, languages, nearest, tongue
from tests import catalogues
from tests.telegram.views.scene import DE, EN


def test_the_catalogues_are_complete() -> None:
    assert catalogues.all_faults() == []


def test_letters_follow_the_language() -> None:
    assert [DE.card(parse_card(code)) for code in ("JH", "QS", "KD", "AC", "TH")] == [
        "♥️B",
        "♠️D",
        "♦️K",
        "♣️A",
        "♥️10",
    ]
    assert [EN.card(parse_card(code)) for code in ("JH", "QS")] == ["♥️J", "♠️Q"]


def test_suits_follow_the_reader() -> None:
    assert tongue("de", "♠️♥️🔷🍀").card(parse_card("JC")) == "🍀B"
    assert tongue("de", "♤♥️♦️♧").card(parse_card("JS")) == "♤B"
    with pytest.raises(ValueError, match="four signs"):
        tongue("de", "♠️♥️")


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("de-AT", "de"),
        ("DE", "de"),
        ("fr-LU", "fr"),
        ("lb-LU", "lb"),
        ("en-GB", "en"),
        ("xx", "en"),
        ("", "en"),
    ],
)
def test_the_nearest_language_serves(code: str, language: str) -> None:
    assert nearest(code) == language


def test_a_language_is_read_once() -> None:
    assert {"de", "en", "fr", "lb"} <= set(languages())
    assert tongue("de") is tongue("de-CH", SUITS)
