"""That this deal shall be the last: asked on the cards, answered there, and said at the end."""

import pytest

from service.table.commands import Cancel, StopAfter
from service.table.look import look
from service.table.table import Table
from service.table.view import TableView
from service.telegram.texts import Tongue, tongue
from service.telegram.views import hand_card, match_end, table_card
from tests.table.worlds import ANNA, BEN, CHLOE, DAN, FOUR, all_ask, ask, play_deal, started
from tests.telegram.views.test_properties import check_message


def agreed(table: Table, *people: int) -> Table:
    return all_ask(table, lambda person: StopAfter(person=person), *people)


@pytest.mark.parametrize("language", ["en", "de", "fr", "lb"])
def test_the_question_and_its_answers_are_on_the_cards(language: str) -> None:
    t = tongue(language)
    table = ask(started(*FOUR), Cancel(person=ANNA, running=True)).table
    word = t.pgettext("button", "🏁 After this deal")
    for viewer in (None, ANNA, BEN):
        assert word in _labels(look(table, viewer), t)
    table = agreed(table, BEN)
    assert word in _labels(look(table, ANNA), t) and word in _labels(look(table, None), t)
    assert word not in _labels(look(table, BEN), t)
    table = agreed(table, ANNA, CHLOE, DAN)
    for viewer in (None, ANNA):
        view = look(table, viewer)
        assert word not in _labels(view, t)
        card = table_card(view, t) if viewer is None else hand_card(view, t)
        assert "🏁 " + t.gettext("This deal is the last") in card.text
        check_message(card)


def _labels(view: TableView, t: Tongue) -> list[str]:
    card = table_card(view, t) if view.viewer is None else hand_card(view, t)
    check_message(card)
    return [button.label for row in card.rows for button in row]


@pytest.mark.parametrize("language", ["en", "de", "fr", "lb"])
def test_the_end_says_that_it_was_agreed_on(language: str) -> None:
    t = tongue(language)
    over = play_deal(agreed(started(*FOUR), *FOUR)).table
    card = match_end(look(over, None), t)
    check_message(card)
    assert t.gettext("Ended by agreement after a deal") in card.text
