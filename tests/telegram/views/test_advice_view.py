"""The question "what would you do?" on a hand card, and how strong the computers play."""

import pytest

from engine.match import to_act
from engine.observation import legal_actions, observation
from engine.seats import E, N, S, W
from engine.variants import VARIANTS
from service.table.commands import Fill
from service.table.refusals import No
from service.table.view import Player
from service.telegram.accepted import accepted
from service.telegram.advice_view import level_question
from service.telegram.alerts import table_alert
from service.telegram.callback import TapKind, decode
from service.telegram.hand_view import hand_card
from service.telegram.messages import Message
from service.telegram.options import skill_word
from service.telegram.refusal_words import reason
from service.telegram.texts import languages, tongue
from tests.telegram.views.scene import ANNA, BEN, DE, after, plain, view
from tests.telegram.views.test_properties import course, table

NAMES = ["Anna", "Ben", "Chloé", "Dan"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_is_offered_where_there_is_a_choice_and_the_table_plays_with_advice(variant: str) -> None:
    played = course(variant, VARIANTS[variant], 3)
    asked = forced = 0
    for match in played.states:
        seat = to_act(match)
        if seat is None:
            continue
        choice = len(legal_actions(observation(match, seat))) > 1
        for advises in (True, False):
            viewer = next(n for n in range(4) if table(played, match, NAMES, n).seat == seat)
            card = hand_card(table(played, match, NAMES, viewer, advises=advises), tongue("en"))
            taps = [decode(button.data) for row in card.rows for button in row]
            offered = any(tap is not None and tap.kind is TapKind.HINT for tap in taps)
            assert offered is (advises and choice)
        asked, forced = asked + choice, forced + (not choice)
    assert asked > 10 and forced > 2


# --- how strong the computers play ---

MIXED = (
    Player(N, ANNA, "Anna", None, True),
    Player(E, None, "", "club", True),
    Player(S, BEN, "Ben", None, True),
    Player(W, None, "", "expert", True),
)


def offered(card: Message) -> list[str]:
    return [tap.arg for row in card.rows for b in row if (tap := decode(b.data)) is not None]


def test_computers_of_different_levels_are_told_apart_and_every_level_is_offered() -> None:
    table = view(after(0), ANNA, players=MIXED, trains=True)
    question = level_question(table, DE)
    assert "🤖 West Profi · 🤖 Ost Klub" in plain(question.text), "in the order of play, as everywhere"
    assert offered(question) == ["novice", "club", "expert"]
    alike = tuple(one._replace(computer=one.computer and "club") for one in MIXED)
    same = level_question(view(after(0), ANNA, players=alike, trains=True), DE)
    assert "Sie spielen: Klub." in same.text
    assert offered(same) == ["novice", "expert"]
    one = view(after(0), ANNA, players=(alike[0], alike[1]), trains=True)
    assert "Er spielt: Klub." in level_question(one, DE).text


def test_where_it_stays_as_agreed_the_answer_says_so_and_offers_nothing() -> None:
    for t in map(tongue, languages()):
        question = level_question(view(after(0), ANNA), t)
        assert not question.rows
        assert reason(t, No.NO_COMPUTER) in question.text


def test_the_table_tells_how_strong_its_computers_are() -> None:
    for t in map(tongue, languages()):
        told = table_alert(view(after(0), ANNA, players=MIXED, cuts={N: 31, S: 31}), t)
        club, expert = skill_word(t, "club"), skill_word(t, "expert")
        assert f" {club}" in plain(told.text) and f" {expert}" in plain(told.text)
        assert told.text.count("31") == 2
        three = (
            MIXED[0],
            *(one._replace(seat=n, person=None, computer="novice") for n, one in enumerate(MIXED[1:], 1)),
        )
        alike = table_alert(view(after(0), ANNA, players=three), t)
        assert alike.text.lower().count(skill_word(t, "novice").lower()) == 1


def test_a_tap_on_a_computer_that_sits_says_what_it_becomes() -> None:
    free = tuple(one._replace(computer=None) for one in MIXED)
    fill = Fill(person=ANNA, seat="E", level="expert")
    assert accepted(view(None, players=free), fill, DE).text == "Ein Computer setzt sich."
    assert plain(accepted(view(None, players=MIXED), fill, DE).text) == "🤖 Ost: Profi"
