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


def test_card_letters_may_be_another_languages() -> None:
    assert tongue("de", letters="fr").card(parse_card("JH")) == "♥️V"
    assert tongue("de", letters="fr").gettext("Your turn") == DE.gettext("Your turn")


@pytest.mark.parametrize(
    ("language", "card", "label"),
    [
        ("de", "Herz-Bube", "Herz-Bube"),
        ("fr", "valet de cœur", "valet de cœur"),
        ("lb", "Häerz-Bauer", "Häerz-Bauer"),
        ("en", "jack of hearts", "jack hearts"),
    ],
)
def test_cards_can_be_said_in_words(language: str, card: str, label: str) -> None:
    t = tongue(language, words=True)
    assert t.card(parse_card("JH")) == card
    assert t.label(parse_card("JH"), 15) == label


def test_a_label_in_words_that_is_too_long_keeps_the_suits_name() -> None:
    assert tongue("lb", words=True).label(parse_card("KS"), 13) == "Schëppen K"


def test_cards_of_one_suit_in_words() -> None:
    assert tongue("de", words=True).row(2, [4, 0]) == "Herz: Bube, 7"
    assert DE.row(2, [4, 0]) == "♥️ B 7"
