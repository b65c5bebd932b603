"""What a reader prefers, from what is stored of him and his group."""

import pytest

from service.people import Chat, Person
from service.telegram.tastes import USUAL, Tastes, reader, tastes
from service.telegram.texts import ROWS, tongue


def test_who_has_chosen_nothing_has_the_usual_tastes() -> None:
    assert tastes(None) == tastes(Person(id=1)) == USUAL == Tastes()


def test_words_become_tastes() -> None:
    chosen = Person(
        id=1, order="suit", refused="grey", confirm=True, ring="never", colours="dark", zone="UTC"
    )
    assert tastes(chosen) == Tastes(by_suit=True, grey=True, confirm=True, never=True, dark=True, zone="UTC")


def test_a_later_releases_word_is_the_usual_taste() -> None:
    later = Person(id=1, order="rainbow", refused="hidden", ring="whistle", suits="gold", letters="xx")
    assert tastes(later) == USUAL
    assert reader(later, None, "de").suits == tongue("de").suits


@pytest.mark.parametrize(
    ("person", "chat", "language", "row"),
    [
        (Person(id=1, language="fr", suits="dark"), Chat(id=-1, language="lb", suits="four"), "fr", "dark"),
        (Person(id=1), Chat(id=-1, language="lb", suits="four"), "lb", "four"),
        (None, Chat(id=-1, language="lb", suits="four"), "lb", "four"),
        (Person(id=1), None, "de", "plain"),
        (None, None, "de", "plain"),
    ],
)
def test_a_person_comes_before_his_group_and_that_before_the_house(
    person: Person | None, chat: Chat | None, language: str, row: str
) -> None:
    spoken = reader(person, chat, "de")
    assert (spoken.language, spoken.suits) == (language, tongue(language, ROWS[row]).suits)


def test_words_and_letters_are_ones_own() -> None:
    spoken = reader(Person(id=1, letters="fr", words=True), None, "de")
    assert spoken == tongue("de", letters="fr", words=True)
