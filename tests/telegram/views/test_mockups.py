"""The running match, word for word as it was drawn."""

import pytest

from engine.actions import parse_action
from engine.observation import why_not
from service.table.refusals import No, Refused
from service.telegram import views
from tests.telegram.views.scene import (
    BEN,
    CHLOE,
    DAN,
    DE,
    EN,
    after,
    deal_three,
    plain,
    played,
    shown,
    view,
)

TWO_PASSES = played(deal_three(), "pass pass")
HEAD = """\
<b>Belote-Club</b> · Gabe 3 · bis 501
Anna + Chloé 194
Ben + Dan 150
"""


def test_g1_auction() -> None:
    assert shown(views.table_card(view(TWO_PASSES), DE)) == (
        HEAD
        + """
Aufgedeckt <b>♥️9</b> · 1. Runde
Geber Dan

Anna passt
Ben passt
▸ <b>Chloé</b> dran
Dan
---
[🃏 Meine Hand] [☰ Tisch]
[👋 Chloé anstupsen]"""
    )


def test_g2_during_a_trick() -> None:
    assert shown(views.table_card(view(after(14)), DE)) == (
        HEAD
        + """
Trumpf ♥️ · genommen: Chloé
Stich 4 · Stiche 2:1

♦️10 Anna
<b>♥️8 Ben</b> · sticht, vorn
▸ <b>Chloé</b> dran
Dan

Davor Stich 3 → Anna
♠️7 ♠️8 ♠️D ♠️A
---
[🃏 Meine Hand] [☰ Tisch]
[👋 Chloé anstupsen]"""
    )


def test_g3_between_tricks() -> None:
    assert shown(views.table_card(view(after(16)), DE)) == (
        HEAD
        + """
Trumpf ♥️ · genommen: Chloé
<b>Stich 4 geht an Chloé</b> · 3:1

♦️10 Anna
♥️8 Ben
<b>♥️9 Chloé</b> · übersticht
♥️10 Dan · untertrumpft

▸ <b>Chloé</b> spielt aus
---
[🃏 Meine Hand] [☰ Tisch]
[👋 Chloé anstupsen]"""
    )


def test_b1_belote_in_the_same_edit_queen_first() -> None:
    assert shown(views.table_card(view(after(19)), DE)) == (
        HEAD
        + """
Trumpf ♥️ · genommen: Chloé
Stich 5 · Stiche 3:1

<b>♥️B Chloé</b> · vorn
♥️A Dan
♥️D Anna · 📣 <b>Belote!</b>
▸ <b>Ben</b> dran

Davor Stich 4 → Chloé
♦️10 ♥️8 ♥️9 ♥️10
---
[🃏 Meine Hand] [☰ Tisch]
[👋 Ben anstupsen]"""
    )


def test_rebelote_comes_with_the_second_card() -> None:
    assert "♥️K Anna</b> · vorn · 📣 <b>Rebelote!</b>" in plain(views.table_card(view(after(27)), DE).text)


def test_h1_off_turn_has_no_card_buttons() -> None:
    assert (
        shown(views.hand_card(view(after(15), CHLOE), DE))
        == """\
<b>Belote-Club</b> · noch nicht dran
Wir 194 · Sie 150

Stich 4 · Trumpf ♥️ · 2:1
♦️10 Anna
♥️8 Ben
<b>♥️9 du</b> · vorn

Deine Hand
♥️ B 7
♠️ 10
♣️ A
---
[📌 Vormerken]
[↩️ Stich 3] [☰ Tisch]"""
    )


def test_h1_off_turn_leads_to_the_next_match_that_waits() -> None:
    card = shown(views.hand_card(view(after(15), CHLOE)._replace(waiting=2), DE))
    assert card.endswith(
        """\
[📌 Vormerken]
[↩️ Stich 3] [☰ Tisch]
[▶️ Nächste Partie (2)]"""
    )


def test_h2_auction() -> None:
    assert (
        shown(views.hand_card(view(TWO_PASSES, CHLOE), DE))
        == """\
🟢 <b>Du bist dran</b> · Belote-Club
Ben passt

Aufgedeckt <b>♥️9</b> · Geber Dan
Anna passt · Ben passt
Wir 194 · Sie 150

♥️ B 7
♠️ 10
♦️ 8
♣️ A
---
[📌 2. Runde: frag mich]
[S ♥️ nehmen] [Passen]"""
    )


def test_h2_in_english() -> None:
    assert (
        shown(views.hand_card(view(TWO_PASSES, CHLOE), EN))
        == """\
🟢 <b>Your turn</b> · Belote-Club
Ben passes

Turned up <b>♥️9</b> · dealer Dan
Anna passes · Ben passes
Us 194 · Them 150

♥️ J 7
♠️ 10
♦️ 8
♣️ A
---
[📌 Round 2: ask me]
[S Take ♥️] [Pass]"""
    )


def test_the_second_round_offers_the_other_suits() -> None:
    message = views.hand_card(view(played(deal_three(), "pass pass pass pass pass"), BEN), DE)
    assert "2. Runde · Anna passt" in plain(message.text)
    assert shown(message).endswith("[S ♠️ nehmen] [S ♦️ nehmen] [S ♣️ nehmen]\n[Passen]")


def test_h3_on_turn() -> None:
    assert (
        shown(views.hand_card(view(after(14), CHLOE), DE))
        == """\
🟢 <b>Du bist dran</b> · Belote-Club
Ben sticht mit ♥️8

Stich 4 · Trumpf ♥️ (du) · 2:1
♦️10 Anna
<b>♥️8 Ben</b> · sticht, vorn
Danach Dan
---
[P ♥️B] [P ♥️9] [(♥️7)]
[(♠️10)] [(♣️A)]
[↩️ Stich 3] [☰ Tisch]"""
    )


def test_h3_in_english() -> None:
    assert (
        shown(views.hand_card(view(after(14), CHLOE), EN))
        == """\
🟢 <b>Your turn</b> · Belote-Club
Ben ruffs with ♥️8

Trick 4 · trumps ♥️ (you) · 2:1
♦️10 Anna
<b>♥️8 Ben</b> · ruffs, winning
Then Dan
---
[P ♥️J] [P ♥️9] [(♥️7)]
[(♠️10)] [(♣️A)]
[↩️ Trick 3] [☰ Table]"""
    )


@pytest.mark.parametrize(
    ("card", "german", "english"),
    [
        (
            "7H",
            "Nicht erlaubt: Du kannst überstechen. ♥️9 oder ♥️B schlagen ♥️8.",
            "Not allowed: you can overruff. ♥️9 or ♥️J beat ♥️8.",
        ),
        (
            "AC",
            "Nicht erlaubt: Du hast kein Karo, also stechen, und höher als ♥️8.",
            "Not allowed: you have no diamond, so you must ruff, and higher than ♥️8.",
        ),
    ],
)
def test_h3_a_forbidden_card_says_why(card: str, german: str, english: str) -> None:
    table = view(after(14), CHLOE)
    assert table.seen is not None
    refused = Refused(No.RULE, why_not(table.seen, parse_action(card)))
    assert views.refused(refused, DE, table).text == german
    assert views.refused(refused, EN, table).text == english


def test_h5_the_last_trick_is_an_alert() -> None:
    toast = views.last_trick(view(after(14), CHLOE), 3, DE)
    assert plain(toast.text) == "Stich 3 → Anna: Ben ♠️7 · du ♠️8 · Dan ♠️D · Anna ♠️A (14 Punkte)"
    assert toast.alert


def test_a_trick_of_another_deal_is_told_apart() -> None:
    assert "früheren Gabe" in views.last_trick(view(after(14), CHLOE), 4, DE).text
    assert "früheren Gabe" in views.last_trick(view(None, CHLOE), 1, DE).text


def test_who_has_just_played_sees_the_full_trick() -> None:
    text = plain(views.hand_card(view(after(16), DAN), DE).text)
    assert "<b>Stich 4 geht an Chloé</b>" in text
    assert "♥️10 du" in text


def test_the_first_lead() -> None:
    text = plain(views.hand_card(view(after(0), 1), DE).text)
    assert "Chloé nimmt ♥️ · du spielst aus\n" in text
    assert "Danach Ben, Chloé, Dan" in text


def test_my_hand_in_the_group() -> None:
    assert views.hand_alert(view(after(14), CHLOE), DE).text == "Trumpf ♥️\n♥️ B 9 7\n♠️ 10\n♣️ A\nDu bist dran."
    assert (
        views.hand_alert(view(after(14), 99), DE).text
        == "Du sitzt hier nicht. Zuschauen gern, spielen mit /belote."
    )
