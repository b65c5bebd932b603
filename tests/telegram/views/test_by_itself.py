"""What the bot does by itself is said before it first happens."""

import pytest

from service.people import Chat, Person
from service.table.clock import CLOCKS
from service.table.closing import LOBBY_KEPT, expires
from service.table.commands import Leave, SetClock
from service.table.look import look
from service.telegram.choices import following, named
from service.telegram.clock_menu import clock_lines
from service.telegram.help import help_text
from service.telegram.invite_view import invitation
from service.telegram.lines import LINE, width
from service.telegram.settings_view import set_to
from service.telegram.texts import tongue
from service.telegram.times import day
from service.telegram.views import accepted, hand_card, lobby_card
from service.telegram.zone_view import ASKED_ZONE, ZONE, zone_chosen, zone_menu
from tests.table.worlds import FOUR, ask, seated, started
from tests.telegram.views.test_properties import check_message

LANGUAGES = ["en", "de", "fr", "lb"]
DAY = 86_400_000


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_says_from_the_beginning_when_it_closes(language: str) -> None:
    t, table = tongue(language), seated(FOUR[0])
    for later in range(0, 400 * DAY, 11 * DAY):  # short and long names of days and months
        opened = table.changed(opened_at=table.head.opened_at + later)
        ends = expires(opened.head)
        assert ends == opened.head.opened_at + LOBBY_KEPT
        message = lobby_card(look(opened, None), t)
        told = [line for line in message.text.splitlines() if day(t, ends) in line]
        assert len(told) == 1 and width(told[0]) <= LINE
    running = started(*FOUR)
    ends = running.head.opened_at + LOBBY_KEPT
    assert day(t, ends) not in lobby_card(look(running, None), t).text, "it has begun, and closes no more"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clock", ["", *CLOCKS])
def test_who_sits_down_to_a_clock_reads_that_a_computer_moves_when_time_is_over(
    language: str, clock: str
) -> None:
    t, table = tongue(language), seated(FOUR[0])
    chosen = ask(table, SetClock(person=FOUR[0], clock=clock)).table if clock else table
    word = t.pgettext("clock", "time over: 🤖 moves")
    view = look(chosen, None)
    for message in (lobby_card(view, t), invitation(view, t)):
        # Where a line begins with it, it has a capital.
        assert (word.casefold() in message.text.casefold()) == bool(clock)
        assert all(width(line) <= LINE for line in message.text.splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_match_of_days_tells_of_reminders_and_where_they_are_turned_off(language: str) -> None:
    t, now = tongue(language), 1_700_000_000_000
    word = t.gettext(
        "I remind you before your time is over, and nothing rings in your quiet hours. /settings changes both."
    )
    assert "/settings" in word
    assert word in zone_menu(t, ASKED_ZONE, now).text and word in zone_chosen(t, now, ASKED_ZONE).text
    assert word not in zone_menu(t, ZONE, now).text, "who opens the settings is there"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("who", [Person(id=1), Chat(id=-1)])
def test_a_setting_whose_value_does_not_say_it_tells_what_it_does(language: str, who: Person | Chat) -> None:
    """A night counts for later tables, and who rings "when it helps" is told when that is."""
    t = tongue(language)
    for name in {"night", "ring", "auto", "remind", "hands"} & set(named(who)):
        told = set_to(name, following(who, t, name), t).text
        assert len(told.splitlines()) == 2 and len(told) <= 200, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_says_where_all_of_it_is_turned_off(language: str) -> None:
    paragraph = next(part for part in help_text(tongue(language)).text.split("\n\n") if "/settings " in part)
    assert "–" not in paragraph.splitlines()[0], "a sentence, and not only the line of the command"


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_leaves_reads_that_others_may_have_his_seat(language: str) -> None:
    """A promise that he may come back at any time holds only for who plays alone."""
    t, together = tongue(language), started(*FOUR)
    alone = started(FOUR[0])
    leave = Leave(person=FOUR[0])
    always = t.gettext("A computer keeps your seat. You can come back at any time.")
    assert accepted(look(alone, FOUR[0]), leave, t).text == always
    assert accepted(look(together, FOUR[0]), leave, t).text != always
    gone = ask(together, leave).table
    stays = t.gettext("A computer plays for you, nobody waits. Your cards stay yours.")
    assert stays not in hand_card(look(gone, FOUR[0]), t).text
