"""Clocks as people see them: in the lobby, on the cards, in private."""

from typing import Any

import pytest

from engine.cards import parse_card
from engine.match import Match
from engine.variants import OPTIONS, VARIANTS, with_option
from service.table.clock import CLOCKS
from service.table.commands import Return
from service.table.model import Held, Lapse, Stage
from service.table.timing import SLEEP
from service.table.view import Own, TableView, Time
from service.telegram import views
from service.telegram.callback import TapKind, decode
from service.telegram.clock_words import span
from service.telegram.lines import LABELS, LINE, cells, width
from service.telegram.messages import Message
from service.telegram.texts import tongue
from service.telegram.watch import watch
from tests.telegram.views.moments import TUESDAY, group, ms, reads
from tests.telegram.views.scene import (
    ANNA,
    BEN,
    CHLOE,
    DAN,
    DE,
    after,
    plain,
    players,
    shown,
    view,
)
from tests.telegram.views.test_lobby import taps_of

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
    assert text[1:3] == ["Ansagen aus · 1 Tag je Zug", "Zeit um: 🤖 zieht · ~8 Tage"]


def test_the_menu_of_clocks() -> None:
    assert (
        shown(views.lobby_card(lobby("1d", "clock"), DE))
        == """\
🃏 <b>Belote</b> · klassisch bis 501
Ansagen aus · 1 Tag je Zug
Zeit um: 🤖 zieht · ~8 Tage

Anna + Chloé
Ben + Dan

Jetzt: 1 Tag je Zug
Stiche: nur der letzte offen

Wer dran ist, hat diese Zeit und dazu ein Polster für die ganze Partie. Auf den Karten steht, wann beides \
verbraucht ist; dann macht der Computer diesen einen Zug. Nach zwei solchen Zügen in Folge spielt er weiter, bis der \
Spieler zurück ist.
---
[Keine Uhr] [1 Min./Zug]
[1 Std./Zug] [8 Std./Zug]
[3 Tage/Zug] [❓ Polster]
[→ 📜 Alle Stiche offen]
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
        "1 Tag je Zug. Polster: 3 Tage, für Züge, die länger dauern; „bis“ zählt es mit. "
        "Jeder Zug innerhalb der Zeit legt 6 Stunden zurück, nie darüber hinaus."
    )


# --- when a time was over ---


def lapse(match: Match, action: str, at: int = ms(4, 9, 30)) -> Lapse:
    return Lapse(at=at, ply=match.ply, action=action, deal=match.deal_no)


def test_t1_the_player_reads_when_what_and_what_comes() -> None:
    match = after(18)
    card = views.hand_card(view(match, DAN, time=TUESDAY, own=Own(lapse=lapse(match, "TH"))), reads("de"))
    assert (
        "⏰ Heute 09:30: Deine Zeit war um, der Computer wählte ♥️10. "
        "Nächstes Mal spielt er weiter, bis du zurück bist."
    ) in plain(card.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("action", ["TH", "pass", "take", "AD"])
def test_t1_the_group_reads_it_in_one_line(language: str, action: str) -> None:
    match = after(18)
    people = players("Maximiliane", "Bartholomäus", "Christopher", "Dominique")
    time = TUESDAY._replace(lapses=((DAN, lapse(match, action)),))
    before = views.table_card(view(match, players=people, time=TUESDAY), group(language)).text
    text = views.table_card(view(match, players=people, time=time), group(language)).text
    (line,) = [line for line in text.splitlines() if "⏰" in line]
    assert width(line) <= LINE and "Dom" in line
    assert len(text.splitlines()) - len(before.splitlines()) in (1, 2), "the line, and an empty one above"


def test_a1_who_is_away_reads_why_and_comes_back_with_one_tap() -> None:
    away = tuple(one._replace(computer="novice") if one.person == DAN else one for one in players())
    told = view(after(18), DAN, players=away, own=Own(absent="away"))
    assert shown(views.hand_card(told, DE)) == (
        "💤 <b>Abwesend</b> · Belote-Club\n"
        "Zweimal war deine Zeit um.\n\n"
        "Ein Computer spielt für dich, niemand wartet. Deine Karten bleiben deine.\n---\n[S Ich bin zurück]"
    )
    left = views.hand_card(told._replace(own=Own(absent="left")), DE)
    assert "Zeit um" not in left.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a1_on_return_the_toast_tells_what_was_played(language: str) -> None:
    t = tongue(language)
    told = view(after(18), DAN, own=Own(meanwhile=("pass", "TH", "AH", "QD", "QC", "QS", "JC", "8C", "KC")))
    toast = views.accepted(told, Return(person=DAN), t).text
    assert len(toast) <= 200 and "…" not in toast
    assert all(t.card(parse_card(code)) in toast for code in ("TH", "KC"))
    assert "Anna" in toast, "whose turn it is now"


def test_all_away_any_of_them_wakes_the_match_from_the_group() -> None:
    away = tuple(one._replace(computer="novice") for one in players())
    card = views.table_card(view(after(18), players=away, time=Time("1d", asleep_at=ms(4, 9))), DE)
    assert "💤" in card.text
    assert [tap.kind for tap in taps_of(card)][:1] == [TapKind.RETURN]


def test_a_month_asleep_is_told_when_it_is_closed() -> None:
    slept = view(None, stage=Stage.CANCELLED, time=Time("1d", asleep_at=0), ended_at=SLEEP)
    assert "30 Tage kam niemand" in views.cancelled_card(slept, DE).text
    assert "30 Tage" not in views.cancelled_card(slept._replace(ended_at=SLEEP - 1), DE).text


# --- a move that may be taken back ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_that_waits_shows_itself_and_one_button(language: str) -> None:
    match = after(14)
    held = Held(person=CHLOE, ply=match.ply, action="9H", at=0)
    card = views.hand_card(view(match, CHLOE, own=Own(held=held)), tongue(language))
    fits(card)
    (tap,) = taps_of(card)
    assert (tap.kind, tap.ref) == (TapKind.TAKE_BACK, match.ply)
    lines = card.text.splitlines()
    assert "♥️9" in card.text and "♥️9" not in lines[0] + lines[1]
    gone = views.hand_card(view(match, CHLOE, own=Own()), tongue(language))
    assert len(taps_of(gone)) > 1


# --- a pause ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("viewer", [None, CHLOE, DAN])
@pytest.mark.parametrize(
    "time",
    [
        TUESDAY,
        TUESDAY._replace(pausing=(CHLOE,)),
        TUESDAY._replace(pausing=(CHLOE, ANNA, BEN)),
        Time("1d", paused_at=5),
        Time("1d", halted=True),
    ],
)
def test_a_pause_and_its_buttons_fit(language: str, viewer: int | None, time: Time) -> None:
    people = players("Maximiliane", "Bartholomäus", "Christopher", "Dominique")
    told = view(after(14), viewer, players=people, time=time)
    t = reads(language)
    card = views.table_card(told, t) if viewer is None else views.hand_card(told, t)
    fits(card)
    assert all(width(line) <= LINE for line in card.text.splitlines())
    kinds = [tap.kind for tap in taps_of(card)]
    if time.paused_at or (time.pausing and viewer == CHLOE):
        assert TapKind.RESUME in kinds and TapKind.PAUSE not in kinds
    elif time.pausing:
        assert TapKind.RESUME in kinds and TapKind.PAUSE in kinds, "agree or refuse"
    elif not time.halted:
        assert (TapKind.PAUSE in kinds) == (viewer is not None), "whoever plays asks on his own card"


def test_without_a_clock_there_is_nothing_to_pause() -> None:
    assert TapKind.PAUSE not in [tap.kind for tap in taps_of(views.hand_card(view(after(14), CHLOE), DE))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_night_is_told_before_anybody_sits_down_to_it(language: str) -> None:
    at_night = Time("1d", night="22-8 Europe/Berlin")
    card = views.lobby_card(lobby("1d")._replace(time=at_night), tongue(language))
    assert "22–8 (Berlin)" in card.text, "nobody can tell whose night it is otherwise"
    at_home = tongue(language)._replace(watch=watch("Europe/Berlin", "", ""))
    assert "(Berlin)" not in views.lobby_card(lobby("1d")._replace(time=at_night), at_home).text
    assert all(width(line) <= LINE for line in card.text.splitlines())
    live = views.lobby_card(lobby("live")._replace(time=at_night._replace(clock="live")), tongue(language))
    assert "22–8" not in live.text, "it does not rest"


# --- what a clock grants, where a player meets it ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clock", list(CLOCKS))
def test_one_tap_on_ones_own_card_explains_the_time_on_it(language: str, clock: str) -> None:
    """The allowance, the bank and how it fills, that "by Fri" counts both, and how much of it is left."""
    t = tongue(language)
    own = view(after(14), CHLOE, time=Time(clock, ms(5, 18)), own=Own(bank=CLOCKS[clock].bank // 2))
    row = next(row for row in views.hand_card(own, t).rows if any(":pz" in f":{b.data[:2]}" for b in row))
    tap = decode(row[0].data)
    assert tap is not None and tap.kind is TapKind.EXPLAIN
    told = views.explain(own, tap.arg, t).text
    assert len(told) <= 200 and "…" not in told
    first, last = told.split("\n")
    assert span(t, CLOCKS[clock].bank) in first and span(t, CLOCKS[clock].refill) in first
    assert span(t, CLOCKS[clock].bank // 2) in last


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_in_the_group_never_says_whose_turn_it_is(language: str) -> None:
    """It may lag behind the group's card in a busy minute, and must not say what is over."""
    t = tongue(language)
    for cards in (13, 14, 15, 16):
        for person in (ANNA, BEN, CHLOE, DAN):
            own = view(after(cards), person)
            top = plain(views.hand_card(own._replace(whispered=True), t).text).splitlines()[0]
            assert t.gettext("Your turn") not in top and t.gettext("not your turn yet") not in top
            assert "Belote-Club" in top


def test_without_a_group_a_neutral_nudge_stands_on_the_card_of_who_waits() -> None:
    def offered(**changes: Any) -> bool:
        own = view(after(15), CHLOE, **{"apart": True} | changes)
        return any("👋" in b.label for row in views.hand_card(own, DE).rows for b in row)

    alone = tuple(one if one.person == CHLOE else one._replace(computer="novice") for one in players())
    assert offered() and offered(time=Time("3d"))
    assert not offered(apart=False)
    assert not offered(players=alone)
    assert not offered(time=Time("live")) and not offered(time=Time("1d", paused_at=5))
