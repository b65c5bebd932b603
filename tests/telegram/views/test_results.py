"""Score sheets, why a deal ended so, and the end of a match."""

import re
from typing import Any

import pytest

from engine.contracts import contract_for
from engine.match import FinishedDeal, new_match
from engine.rules import Rules
from engine.scoring import Outcome, score_deal, unscored
from engine.seats import N, W
from engine.variants import OPTIONS, VARIANTS, with_option
from service.table.model import DealNote, Stage
from service.telegram import views
from service.telegram.messages import Message
from service.telegram.texts import tongue
from tests.telegram.views.scene import (
    ANNA,
    CHLOE,
    CLASSIC,
    DE,
    EN,
    SEAL,
    after,
    plain,
    shown,
    view,
)
from tests.telegram.views.tables import two_at_table

WITH_MELDS = with_option(CLASSIC, OPTIONS["classic"][1], True)
BELOTE_KEPT = with_option(CLASSIC, OPTIONS["classic"][2], True)
MELDS_MOVE = with_option(WITH_MELDS, OPTIONS["classic"][3], True)
CLUBS = 0


def note(no: int = 4, **changes: Any) -> DealNote:
    base = DealNote(
        no=no, dealer="E", facts_at=0, ply=60, outcome="made", taker="S", written=(175, 7), totals=(369, 157)
    )
    return base.model_copy(update=changes)


def ben_took_clubs(rules: Rules = CLASSIC, **points: Any) -> FinishedDeal:
    """A deal with this sum. The tricks are those of deal 3."""
    tricks = after(32).finished
    assert tricks is not None
    score = score_deal(rules, contract_for(W, CLUBS), totals=(369, 157), **points)
    return tricks._replace(deal_no=4, contract=contract_for(W, CLUBS), score=score)


def sheet_of(finished: FinishedDeal, rules: Rules = CLASSIC) -> Message:
    return views.deal_sheet(view(None, rules=rules), finished, note(), SEAL, DE)


def test_g4_after_a_deal() -> None:
    match = after(32)
    assert match.finished is not None
    assert (
        shown(views.deal_sheet(view(match), match.finished, note(3), SEAL, DE))
        == """\
<b>Gabe 3 · gemacht</b> · 175 gegen 7
Chloé nahm ♥️ mit Anna

<pre>            A+C   B+D
Karten      145     7
Letzter      10
Belote       20
-------------------------
Schreiben   175     7
Stand       369   157</pre>
🔎 Mischung 5f0c…91ae
---
[❓ Warum so?] [↩️ Stich 8]
[📜 Alle Stiche] [🔎 Bessere Züge]"""
    )
    assert views.why(view(match), match.finished, DE).text == (
        "Gemacht: 175 sind mehr als 7. Karten 145 + letzter Stich 10 + Belote 20. "
        "Alle 8 Stiche? Nein (7:1), sonst Capot 252."
    )


def test_g4_in_english() -> None:
    match = after(32)
    assert match.finished is not None
    assert (
        shown(views.deal_sheet(view(match), match.finished, note(3), SEAL, EN))
        == """\
<b>Deal 3 · made</b> · 175 to 7
Chloé took ♥️ with Anna

<pre>            A+C   B+D
Cards       145     7
Last trick   10
Belote       20
-------------------------
Written     175     7
Total       369   157</pre>
🔎 Shuffle 5f0c…91ae
---
[❓ Why?] [↩️ Trick 8]
[📜 All tricks] [🔎 Play better?]"""
    )


def test_s1_litige() -> None:
    finished = ben_took_clubs(cards=(81, 71), last_trick=1)
    assert (
        shown(sheet_of(finished))
        == """\
<b>Gabe 4 · Litige</b> · 81 gegen 81
Ben nahm ♣️ mit Dan

<pre>            A+C   B+D
Karten       81    71
Letzter            10
-------------------------
Gezählt      81    81
Schreiben    81     0
Im Topf            81
Stand       450   157</pre>
Die 81 bekommt die nächste Gabe: die Nehmer, wenn gemacht, sonst die Gegner.
🔎 Mischung 5f0c…91ae
---
[❓ Warum so?] [↩️ Stich 8]
[📜 Alle Stiche] [🔎 Bessere Züge]"""
    )


SUMS: dict[str, tuple[Rules, dict[str, Any]]] = {
    "made": (CLASSIC, {"cards": (50, 102), "last_trick": 0, "belote": (20, 0)}),
    "made, with the pot": (CLASSIC, {"cards": (50, 102), "last_trick": 1, "pot": 81}),
    "made by a belote": (CLASSIC, {"cards": (81, 71), "last_trick": 1, "belote": (0, 20)}),
    "dedans": (CLASSIC, {"cards": (100, 52), "last_trick": 1, "belote": (0, 20), "pot": 81}),
    "dedans, melds move": (WITH_MELDS, {"cards": (130, 22), "last_trick": 0, "melds": (0, 50)}),
    "a second litige": (CLASSIC, {"cards": (81, 71), "last_trick": 1, "pot": 40}),
    "belote kept": (BELOTE_KEPT, {"cards": (91, 61), "last_trick": 1, "belote": (0, 20)}),
    "capot": (CLASSIC, {"cards": (0, 152), "last_trick": 1, "belote": (0, 20), "sweep": 1}),
    "capot, melds lost": (WITH_MELDS, {"cards": (0, 152), "last_trick": 1, "melds": (150, 0), "sweep": 1}),
    "capot, melds won": (MELDS_MOVE, {"cards": (0, 152), "last_trick": 1, "melds": (150, 0), "sweep": 1}),
    "capot against": (
        WITH_MELDS,
        {"cards": (152, 0), "last_trick": 0, "belote": (0, 20), "melds": (0, 400), "sweep": 0, "pot": 1081},
    ),
}


@pytest.mark.parametrize("name", SUMS)
def test_every_sheet_adds_up_for_whoever_reads_it(name: str) -> None:
    rules, points = SUMS[name]
    finished = ben_took_clubs(rules, **points)
    table = plain(sheet_of(finished, rules).text).partition("<pre>")[2].partition("</pre>")[0]
    assert max(map(len, table.split("\n"))) <= 26
    sums = [0, 0]
    rows = {
        re.split(r" {1,}-?\d", line)[0]: columns(line)
        for line in table.split("\n")[1:]
        if not line.startswith("-")
    }
    for label, pair in rows.items():
        if label in ("Gezählt", "Schreiben"):
            missing = [sums[0] - pair[0], sums[1] - pair[1]]
            pot = [sum(p) for p in zip(rows.get("Im Topf", (0, 0)), strict=False)]
            assert missing in ([0, 0], pot)
            sums = list(pair)
        elif label not in ("Im Topf", "Stand"):
            sums = [sums[0] + pair[0], sums[1] + pair[1]]
    assert rows["Schreiben"] == finished.score.written
    assert rows["Stand"] == finished.score.totals


def columns(line: str) -> tuple[int, int]:
    """The two numbers of a line, by where they end."""
    found = {match.end(): int(match.group()) for match in re.finditer(r"-?\d+", line)}
    first, second = (
        sum(n for end, n in found.items() if low < end <= high) for low, high in ((0, 16), (16, 30))
    )
    return first, second


@pytest.mark.parametrize("name", SUMS)
def test_the_reason_fits_in_every_language(name: str) -> None:
    rules, points = SUMS[name]
    finished = ben_took_clubs(rules, **points)
    for t in (DE, EN):
        toast = views.why(view(None, rules=rules), finished, t)
        assert len(toast.text) <= 200
        assert not toast.text.endswith("…")
        assert toast.alert


REASONS = {
    "dedans": """\
Dedans: 82 sind nicht mehr als 100. Die Gegner schreiben 243: Karten 162 + Topf 81. \
Die Nehmer behalten ihre Belote (20).""",
    "made, with the pot": """\
Gemacht: 112 sind mehr als 50. Karten 102 + letzter Stich 10. Dazu 81 aus dem Topf. \
Alle 8 Stiche? Nein (7:1), sonst Capot 252.""",
    "capot, melds lost": """\
Capot: Die Nehmer machten alle 8 Stiche. Karten 162 + Capot 90 = 252. \
Die Ansagen der Gegner (150) verfallen.""",
    "a second litige": """\
Litige: Beide haben 81. Die Gegner schreiben ihre (81). \
Die 81 der Nehmer warten im Topf auf die nächste Gabe. Dort liegen jetzt 121.""",
}


@pytest.mark.parametrize(("name", "reason"), REASONS.items())
def test_the_reason_is_the_whole_reason(name: str, reason: str) -> None:
    rules, points = SUMS[name]
    finished = ben_took_clubs(rules, **points)
    if name == "made, with the pot":  # Ben's side has won all tricks but one
        tricks = tuple(trick._replace(winner=W if trick.winner != W else N) for trick in finished.tricks)
        finished = finished._replace(tricks=tricks)
    assert views.why(view(None, rules=rules), finished, DE).text == reason


def test_a_pot_is_void_when_the_match_is_won() -> None:
    finished = ben_took_clubs(cards=(81, 71), last_trick=1)
    won = finished._replace(score=finished.score._replace(totals=(520, 157)))
    assert "Die Partie ist zu Ende: Die 81 bekommt niemand." in sheet_of(won).text


def test_passed_out_is_short() -> None:
    finished = ben_took_clubs(cards=(81, 71), last_trick=1)._replace(
        contract=None, score=unscored(Outcome.PASSED_OUT, 81, (369, 157))
    )
    message = sheet_of(finished)
    assert shown(message) == (
        "<b>Gabe 4 · alle passen</b>\nNiemand schreibt; der Nächste gibt.\n81 bleiben im Topf.\n🔎 Mischung 5f0c…91ae"
    )
    assert (
        views.why(view(None), finished, DE).text == "Alle haben gepasst: Niemand schreibt, der Nächste gibt."
    )


OVER: dict[str, Any] = {
    "stage": Stage.OVER,
    "winner": 0,
    "deals": (
        note(1),
        note(2, taker="W", outcome="litige"),
        note(3, taker=None, outcome="passed-out"),
        note(4, taker="N", totals=(512, 338)),
    ),
    "secret": SEAL,
    "started_at": 0,
    "ended_at": 5 * 86_400_000,
}


def test_e1_match_end() -> None:
    assert (
        shown(views.match_end(view(None, **OVER, rematch=(ANNA,)), DE))
        == """\
🏆 <b>Anna + Chloé gewinnen</b>
512 : 338 · 3 Gaben · 5 Tage

<pre>            A+C   B+D
Genommen      2     1
Gemacht       2     0
Litige        0     1</pre>
🔎 Geheimnis 5f0c…91ae
Revanche: Anna ✓ · es fehlen 3
---
[🔎 Geheimnis ganz zeigen]
[📜 Nachspielen] [🔔 Nächste]
[S 🔁 Revanche]"""
    )


def test_what_is_equal_in_tenths_is_not_called_a_litige() -> None:
    tenths = views.match_end(view(None, **OVER, variant="luxembourg", rules=VARIANTS["luxembourg"]), DE).text
    assert "Gleich" in tenths and "Litige" not in tenths


def test_a_rematch_under_way_needs_no_button() -> None:
    message = views.match_end(view(None, **OVER, successor="abcdefghij"), DE)
    assert "Die Revanche ist offen: siehe unten." in message.text
    assert [button.label for row in message.rows for button in row] == [
        "🔎 Geheimnis ganz zeigen",
        "📜 Nachspielen",
        "🔔 Nächste",
    ]


@pytest.mark.parametrize(
    ("passed", "words"), [(30_000, "1 Minute"), (90 * 60_000, "90 Minuten"), (5 * 3_600_000, "5 Stunden")]
)
def test_how_long_it_took(passed: int, words: str) -> None:
    assert words in views.match_end(view(None, **OVER | {"ended_at": passed}), DE).text


def test_the_secret_in_full_once_the_match_is_over() -> None:
    assert SEAL in views.secret_alert(view(None, **OVER), DE).text
    assert SEAL not in views.secret_alert(view(after(3)), DE).text


def test_the_private_card_after_the_end() -> None:
    message = views.hand_card(view(None, CHLOE, **OVER), DE)
    assert shown(message) == "<b>Belote-Club</b> · gewonnen 🏆\nWir 512 · Sie 338"
    cancelled = views.hand_card(view(None, CHLOE, **OVER | {"stage": Stage.CANCELLED, "winner": None}), DE)
    assert "abgebrochen" in cancelled.text


def test_a_cancelled_match_still_tells_its_secret() -> None:
    message = views.table_card(view(None, **OVER | {"stage": Stage.CANCELLED, "winner": None}), DE)
    assert (
        shown(message)
        == """\
<b>Belote-Club</b> · abgebrochen

Anna + Chloé 512
Ben + Dan 338
🔎 Geheimnis 5f0c…91ae
---
[🔎 Geheimnis ganz zeigen]
[📜 Nachspielen] [🔔 Nächste]"""
    )


@pytest.mark.parametrize(
    ("language", "wins"),
    [("de", "Dan gewinnt"), ("fr", "Dan gagne"), ("lb", "Dan gewënnt"), ("en", "Dan wins")],
)
def test_one_player_wins_in_the_singular_and_two_in_the_plural(language: str, wins: str) -> None:
    t = tongue(language)
    over: dict[str, Any] = {"stage": Stage.OVER, "winner": 1, "secret": SEAL}
    two = two_at_table(new_match(VARIANTS["two-player"], N), None, **over)._replace(seen=None)
    assert wins in plain(views.match_end(two, t).text)
    four = plain(views.match_end(view(None, **over), t).text)
    assert "Ben + Dan" in four
    assert wins.partition(" ")[2] + "<" not in four, "two of them do"
