"""Luxembourgish: the mock-ups word for word, the n rule, and the longest words where there is least room."""

import re

import pytest
from babel.messages.pofile import read_po

from engine.actions import parse_action
from engine.contracts import contract_for
from engine.match import new_match
from engine.observation import why_not
from engine.scoring import score_deal
from engine.seats import E, N, S, W
from engine.variants import VARIANTS
from service.table.refusals import No, Refused
from service.telegram import views
from service.telegram.texts import DOMAIN, LOCALES, tongue
from tests.telegram.views.scene import (
    CHLOE,
    CLASSIC,
    SEAL,
    after,
    deal_three,
    plain,
    played,
    shown,
    view,
)
from tests.telegram.views.tables import at_table, dealt
from tests.telegram.views.test_results import ben_took_clubs, note

LB = tongue("lb")
LUXEMBOURG = VARIANTS["luxembourg"]


def test_g4_after_a_deal() -> None:
    match = after(32)
    assert match.finished is not None
    message = views.deal_sheet(view(match), match.finished, note(3), SEAL, LB)
    assert [plain(button.label) for button in message.rows[0]] == ["❓ Firwat?", "↩️ Streech 8"]
    assert (
        plain(message.text)
        == """\
<b>Spill 3 · gewonnen</b> · 175 géint 7
Chloé huet ♥️ gemaach, mat Anna

<pre>            A+C   B+D
Kaarten     145     7
Leschten     10
Belote       20
-------------------------
Opschreiwen 175     7
Stand       369   157</pre>
🔎 Mëschung 5f0c…91ae"""
    )
    assert views.why(view(match), match.finished, LB).text == (
        "Gewonnen: 175 si méi wéi 7. Kaarten 145 + leschte Streech 10 + Belote 20. "
        "All 8 Streech? Nee (7:1), soss Capot 252."
    )


def test_a_litige_holds_the_points_over() -> None:
    finished = ben_took_clubs(cards=(81, 71), last_trick=1)
    text = plain(views.deal_sheet(view(None, rules=CLASSIC), finished, note(), SEAL, LB).text)
    assert "<b>Spill 4 · Litige</b> · 81 géint 81\nBen huet ♣️ gemaach, mat Dan\n" in text
    assert "Déi 81 kritt, wien dat nächst Spill gewënnt." in text


def test_h2_auction() -> None:
    table = view(played(deal_three(), "pass pass"), CHLOE)
    assert (
        shown(views.hand_card(table, LB))
        == """\
🟢 <b>Du bass drun</b> · Belote-Club
Ben passt

An der Mëtt <b>♥️9</b> · Ausdeeler Dan
Anna passt · Ben passt
Mir 194 · Si 150

♥️ B 7
♠️ 10
♦️ 8
♣️ A
---
[📌 2. Ronn: fro mech]
[S ♥️ huelen] [Passen]"""
    )


def test_h3_on_turn() -> None:
    assert (
        shown(views.hand_card(view(after(14), CHLOE), LB))
        == """\
🟢 <b>Du bass drun</b> · Belote-Club
Ben trompt: ♥️8

Streech 4 · Tromp ♥️ (du) · 2:1
♦️10 Anna
<b>♥️8 Ben</b> · trompt, déi héchst
Duerno Dan
---
[P ♥️B] [P ♥️9] [(♥️7)]
[(♠️10)] [(♣️A)]
[↩️ Streech 3] [☰ Dësch]"""
    )


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("7H", "Net erlaabt: Du kanns driwwer trompen. ♥️9 oder ♥️B schloen ♥️8."),
        ("AC", "Net erlaabt: Du hues keng Rauten, da muss du trompen, a méi héich wéi ♥️8."),
    ],
)
def test_h3_a_forbidden_card_says_why(card: str, words: str) -> None:
    table = view(after(14), CHLOE)
    assert table.seen is not None
    refused = Refused(No.RULE, why_not(table.seen, parse_action(card)))
    assert views.refused(refused, LB, table).text == words


def test_one_and_many() -> None:
    assert LB.ngettext("{n} point", "{n} points", 1) == "1 Punkt"
    assert LB.ngettext("{n} point", "{n} points", 0) == "0 Punkten"
    assert LB.ngettext("{n} minute", "{n} minutes", 2) == "2 Minutten"


CLITIC = re.compile(
    r"(?:\b(?:vun?|un?|an?|den?|wann?|sinn?|hunn?|mat der|vum|dem)|d’) ?\{(?:name|names|place|side)\}"
)


def test_no_name_stands_after_a_word_that_would_change_before_it() -> None:
    """`vun Anna` but `vu Ben`: a catalogue cannot know, so no such word stands before a name."""
    with (LOCALES / "lb" / "LC_MESSAGES" / DOMAIN).open("rb") as source:
        messages = [message.string for message in read_po(source, locale="lb") if message.id]
    texts = [text for one in messages for text in ((one,) if isinstance(one, str) else one or ())]
    assert len(texts) > 700
    assert [text for text in texts if CLITIC.search(text)] == []


CHANGES = re.compile(r"(?<!\w)([\wäéëöü]*n) (?=[bcfgjklmpqrsvwxy])([\wäéëöü’]+)", re.IGNORECASE)
"""A word that ends in n, and one before which such an n goes: anything but n, d, t, z, h and vowels."""
STEMS = {
    *(
        "Admin",
        "Design",
        "Enn",
        "Hänn",
        "Invitatioun",
        "Optioun",
        "Ronn",
        "Stonn",
        "Zäitzon",
        "geschwënn",
        "learn",
    ),
}
"""Words whose n belongs to the stem and stays."""
STAYS = re.compile(
    r"(?<![\w’])(ka|wa|hu|vu|ee|kee|wie|jidderee|e|a|u|dru|viru|Computere|Kaarte|Partie?ë|Plaze|Punkte) "
    r"(?=[aeiouäéëöüdntzh])([\wäéëöü’]+)",
    re.IGNORECASE,
)
"""The same the other way round, for the words it happens to most."""


def test_an_n_goes_and_stays_by_the_rule() -> None:
    with (LOCALES / "lb" / "LC_MESSAGES" / DOMAIN).open("rb") as source:
        messages = [message.string for message in read_po(source, locale="lb") if message.id]
    texts = [text for one in messages for text in ((one,) if isinstance(one, str) else one or ())]
    # `wann s du` is written so.
    kept = [found for text in texts for found in CHANGES.findall(text) if found[1] != "s"]
    assert [found for found in kept if found[0] not in STEMS] == []
    assert [found for text in texts for found in STAYS.findall(text)] == []


def test_who_overruffed_and_who_went_below() -> None:
    text = plain(views.table_card(view(after(16)), LB).text)
    assert "<b>Streech 4 hëlt Chloé</b> · 3:1" in text
    assert "<b>♥️9 Chloé</b> · driwwer\n♥️10 Dan · drënner\n" in text


def test_x1_luxembourg_auction() -> None:
    match = played(dealt(LUXEMBOURG, W, {S: "AS TS AH AD KD"}, "KC"), "pass C")
    assert (
        shown(views.hand_card(at_table(match, CHLOE), LB))
        == """\
🟢 <b>Du bass drun</b> · Stammtisch
Ben seet ♣️

An der Mëtt ♣️K · Ausdeeler Dan
Anna passt · <b>Ben ♣️</b>
Driwwer ginn nëmme Sans an Tout.

♥️ A
♠️ A 10
♦️ A K
---
[📌 Duerno passen: aus]
[Sans ×2] [Tout ×2]
[🤫 Ouni Wuert huelen = Tout]
[Passen]"""
    )


def test_s2_stanner() -> None:
    score = score_deal(LUXEMBOURG, contract_for(E, 0), cards=(81, 71), last_trick=1, totals=(88, 71))
    finished = ben_took_clubs(cards=(81, 71), last_trick=1)._replace(contract=contract_for(E, 0), score=score)
    table = at_table(new_match(LUXEMBOURG, N), None)
    assert (
        plain(views.deal_sheet(table, finished, note(), SEAL, LB).text)
        == """\
<b>Spill 4 · gläich</b> · 81 géint 81
Ben huet ♣️ gemaach
Stänner elo 8

<pre>            A+C   B+D
Kaarten      81    71
Leschten           10
Gedeelt /10   8     8
-------------------------
Opschreiwen   8     0
Stänner             8
Stand        96    71</pre>
🔎 Mëschung 5f0c…91ae"""
    )
    assert views.why(table, finished, LB).text.startswith("Gläich: 81 op béide Säiten.")
