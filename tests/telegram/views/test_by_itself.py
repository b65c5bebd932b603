"""What the bot does by itself is said before it first happens."""

import pytest

from service.table.commands import Leave
from service.table.look import look
from service.telegram.clock_menu import clock_lines
from service.telegram.texts import tongue
from service.telegram.views import hand_card
from tests.table.worlds import FOUR, ask, seated, started
from tests.telegram.views.test_properties import check_message

LANGUAGES = ["en", "de", "fr", "lb"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_that_rests_says_when_it_is_closed(language: str) -> None:
    table = started(*FOUR)
    for person in FOUR:
        table = ask(table, Leave(person=person)).table
    message = hand_card(look(table, FOUR[0]), tongue(language))
    check_message(message)
    assert "30" in message.text
    alone = ask(started(*FOUR), Leave(person=FOUR[0])).table
    assert "30" not in hand_card(look(alone, FOUR[0]), tongue(language)).text


def test_the_clocks_menu_says_what_happens_when_time_is_over() -> None:
    told = str(clock_lines(look(seated(FOUR[0]), None), tongue("en")))
    assert "the computer makes that one move" in told
    assert "After two in a row it plays on" in told
