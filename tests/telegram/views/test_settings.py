"""`/settings` and the question about the row of suits: what they say, and that they fit, in every language."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.people import Chat, Person
from service.telegram.callback import TapKind, decode
from service.telegram.choices import PERSONAL, SHARED, chosen, following, named, values, written
from service.telegram.messages import Message
from service.telegram.settings_view import row_chosen, row_question, set_to, settings_card
from service.telegram.tastes import reader
from service.telegram.texts import ROWS, languages, tongue
from tests.telegram.views.scene import DE, plain, shown
from tests.telegram.views.test_properties import check_message, check_toast

WORDS = st.sampled_from(
    ["", "trump", "suit", "smart", "always", "never", "tap", "grey", "light", "dark", "new"]
)
PEOPLE = st.builds(
    Person,
    id=st.just(1),
    language=st.sampled_from(["", *languages(), "xx"]),
    letters=st.sampled_from(["", *languages(), "xx"]),
    suits=st.sampled_from(["", *ROWS, "gold"]),
    order=WORDS,
    refused=WORDS,
    ring=WORDS,
    quiet=st.sampled_from(["", "22-8", "0-9", "off", "new"]),
    remind=st.sampled_from(["", "once", "hourly", "off", "new"]),
    zone=st.sampled_from(["", "Europe/Luxembourg"]),
    colours=WORDS,
    words=st.booleans(),
    confirm=st.booleans(),
    auto=st.sampled_from(["", "on", "off", "new"]),
    at_once=st.booleans(),
    pictures=st.booleans(),
)
GROUPS = st.builds(
    Chat,
    id=st.just(-1),
    language=st.sampled_from(["", *languages()]),
    suits=st.sampled_from(["", *ROWS, "gold"]),
    pictures=st.booleans(),
    colours=WORDS,
    hands=st.booleans(),
)


def spoken(who: Person | Chat) -> Any:
    return reader(who, None, "en") if isinstance(who, Person) else reader(None, who, "en")


def test_the_values_stand_in_the_text() -> None:
    assert shown(settings_card(Person(id=1, language="de", zone="Europe/Berlin"), DE)) == ST


ST = """\
⚙️ <b>Einstellungen</b> · gelten überall
Sprache: Deutsch · Karten: B D K A
Farben: ♠️ ♥️ ♦️ ♣️ · Trumpf vorn
Klingeln: klug · Ruhe: 22–8
Erinnern: 1× bei 80 % der Zeit
Verbotenes: antippbar mit Grund
Bilder: aus · In Worten: nein
Zweiter Tipp bestätigt: nein
Einzige Karte von selbst: zu zweit
Zurücknehmen bei Tagesuhr: ja
Zeitzone: Berlin
---
[Sprache] [Karten] [Farben]
[Ordnung] [Klingeln] [Ruhe]
[Erinnern] [Verboten] [Bilder]
[Worte] [2. Tipp] [Automatik]
[Rücknahme] [Zeitzone] [Urlaub]"""


def test_quiet_hours_need_a_zone_and_the_menu_says_so() -> None:
    told = "Ruhezeiten gelten, sobald ich deine Zeitzone kenne."
    assert told in settings_card(Person(id=1), DE).text
    assert told not in settings_card(Person(id=1, quiet="off"), DE).text
    assert told not in settings_card(Person(id=1, zone="Europe/Paris"), DE).text


def test_a_groups_menu_says_who_may_change_it() -> None:
    assert shown(settings_card(Chat(id=-1, language="de", suits="four"), DE)) == (
        "⚙️ <b>Einstellungen der Gruppe</b>\n"
        "Sprache: Deutsch\n"
        "Farben: ♠️ ♥️ 🔷 🍀 · Bilder: aus\n"
        "Hand hier: kommt von selbst\n"
        "Uhren laufen nachts: ja\n"
        "Zeitzone: nicht gewählt\n"
        "\n"
        "Ändern darf, wer hier an einem Tisch sitzt, und Admins.\n"
        "---\n"
        "[Sprache] [Farben] [Bilder]\n"
        "[Hand] [Nacht] [Zeitzone]"
    )


@given(who=st.one_of(PEOPLE, GROUPS))
def test_every_menu_fits_and_every_answer(who: Person | Chat) -> None:
    t = spoken(who)
    check_message(settings_card(who, t))
    for name in named(who):
        for word in values(t, name):
            check_toast(set_to(name, word, t))


@given(who=st.one_of(PEOPLE, GROUPS))
def test_labels_never_change_and_each_button_names_what_shall_be(who: Person | Chat) -> None:
    t = spoken(who)
    labels = [label for label, _ in buttons(settings_card(who, t))]
    usual = Person(id=1) if isinstance(who, Person) else Chat(id=-1)
    assert labels == [label for label, _ in buttons(settings_card(usual, t))]
    menus = ["sg:r:0:zone=menu", *(["sg:r:0:vacation=menu"] if isinstance(who, Person) else [])]
    told = buttons(settings_card(who, t))
    stepping, further = told[: -len(menus)], told[-len(menus) :]
    assert [data for _, data in further] == menus
    for (_, data), name in zip(stepping, named(who), strict=True):
        tap = decode(data)
        assert tap is not None and tap.kind is TapKind.SETTING
        assert tap.arg == f"{name}={following(who, t, name)}"


@given(who=st.one_of(PEOPLE, GROUPS), data=st.data())
def test_taps_step_through_every_value_and_back(who: Person | Chat, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(named(who)))
    first, seen = chosen(who, spoken(who), name), []
    for _ in values(spoken(who), name):
        word = following(who, spoken(who), name)
        who = type(who).model_validate(who.model_dump() | written(name, word))
        assert chosen(who, spoken(who), name) == word
        seen.append(word)
    assert seen[-1] == first
    assert sorted(seen) == sorted(values(spoken(who), name))


@pytest.mark.parametrize("language", languages())
def test_the_question_and_what_it_becomes_fit(language: str) -> None:
    for row in ROWS.values():
        t = tongue(language, row)
        check_message(row_question(t))
        check_message(row_chosen(t))


def test_the_question_shows_the_three_rows() -> None:
    assert [plain(label) for label, _ in buttons(row_question(DE))] == [
        "♠️ ♥️ ♦️ ♣️ wie gedruckt",
        "♠️ ♥️ 🔷 🍀 vier Farben",
        "♤ ♥️ ♦️ ♧ für dunkel",
    ]
    assert [data for _, data in buttons(row_question(DE))] == [f"sg:r:0:row={row}" for row in ROWS]


def test_letters_of_languages_that_share_them_are_offered_once() -> None:
    assert values(DE, "letters") == ("own", "en", "fr")
    assert values(tongue("lb"), "letters") == ("own", "en", "fr")
    assert values(tongue("fr"), "letters") == ("own", "en", "de")


def test_a_menu_offers_nothing_twice() -> None:
    assert len(set(PERSONAL)) == len(PERSONAL)
    assert len(set(SHARED)) == len(SHARED)


def buttons(message: Message) -> list[tuple[str, str]]:
    return [(button.label, button.data) for row in message.rows for button in row]
