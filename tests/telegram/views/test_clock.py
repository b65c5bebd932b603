"""Clocks as people see them: in the lobby, on the cards, in private."""

import pytest

from engine.variants import OPTIONS, VARIANTS, with_option
from service.table.clock import CLOCKS
from service.table.view import TableView, Time
from service.telegram import views
from service.telegram.callback import TapKind, decode
from service.telegram.lines import LABELS, LINE, cells, width
from service.telegram.messages import Message
from service.telegram.texts import tongue
from tests.telegram.views.scene import DE, plain, players, shown, view

LANGUAGES = ("de", "en", "fr", "lb")
DAYS = with_option(VARIANTS["classic"], OPTIONS["classic"][0], 501)


def lobby(clock: str = "", menu: str = "") -> TableView:
    return view(None, players=players(), rules=DAYS, time=Time(clock), menu=menu)


def fits(message: Message) -> None:
    """No label is cut, and no line that stands with buttons wraps but sentences, which may."""
    for row in message.rows:
        assert all(cells(button.label) <= LABELS[len(row)] for button in row), row


def test_the_line_under_the_heading_says_the_clock_and_how_long_it_will_take() -> None:
    text = plain(views.lobby_card(lobby("1d"), DE).text).splitlines()
    assert text[1:3] == ["Ansagen aus · 1 Tag je Zug", "~8 Tage"]


def test_the_menu_of_clocks() -> None:
    assert (
        shown(views.lobby_card(lobby("1d", "clock"), DE))
        == """\
🃏 <b>Belote</b> · klassisch bis 501
Ansagen aus · 1 Tag je Zug
~8 Tage

Jetzt: 1 Tag je Zug

Wer dran ist, hat diese Zeit und dazu ein Polster für das ganze Spiel. Ist beides verbraucht, macht der Computer \
diesen einen Zug.
---
[Keine Uhr] [1 Min./Zug]
[1 Std./Zug] [8 Std./Zug]
[3 Tage/Zug] [❓ Polster]
[P ‹ Plätze]"""
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clock", ["", *CLOCKS])
def test_every_clock_is_one_tap_away_and_fits_in_every_language(language: str, clock: str) -> None:
    t = tongue(language)
    card = views.lobby_card(lobby(clock, "clock"), t)
    fits(card)
    taps = [tap for row in card.rows for b in row if (tap := decode(b.data)) and tap.kind is TapKind.CLOCK]
    assert {tap.arg for tap in taps} == {
        "none" if one == "" else one for one in ("", *CLOCKS) if one != clock
    }
    told = views.explain(lobby(clock), "clock", t)
    assert told.alert and len(told.text) <= 200 and "…" not in told.text
    seats = views.lobby_card(lobby(clock), t)
    fits(seats)
    assert all(width(line) <= LINE for line in seats.text.splitlines())


def test_the_bank_is_explained_in_a_sentence() -> None:
    assert views.explain(lobby("1d"), "clock", DE).text == (
        "1 Tag je Zug. Polster: 3 Tage, für Züge, die länger dauern. "
        "Jeder Zug innerhalb der Zeit legt 6 Stunden zurück, nie darüber hinaus."
    )
