"""The other rule sets at the table, word for word where they were drawn."""

import pytest

from engine.actions import action_text, parse_action
from engine.contracts import contract_for
from engine.deal import permutation
from engine.match import Match, new_match, start_deal, to_act
from engine.observation import legal_actions, observation, why_not
from engine.scoring import score_deal
from engine.seats import E, N, S, W
from engine.variants import OPTIONS, VARIANTS, with_option
from service.table.refusals import No, Refused
from service.telegram import views
from service.telegram.callback import TapKind, decode
from service.telegram.messages import Message
from tests.telegram.views.scene import ANNA, CHLOE, DAN, DE, EN, SEAL, plain, played, shown
from tests.telegram.views.tables import at_table, dealt, two_at_table
from tests.telegram.views.test_results import ben_took_clubs, note

COINCHE, LUXEMBOURG, TWO = VARIANTS["coinche"], VARIANTS["luxembourg"], VARIANTS["two-player"]
CHLOES = {S: "AS JS 9S 8S AH TH 7D KC"}


def labels(message: Message) -> list[str]:
    return [plain(button.label) for row in message.rows for button in row]


def auction(calls: str, dealer: int = W) -> Match:
    return played(dealt(COINCHE, dealer, CHLOES, totals=(310, 420)), calls)


def test_c1_coinche() -> None:
    table = at_table(auction("pass 90:D"), CHLOE)
    assert (
        shown(views.hand_card(table, DE))
        == """\
🟢 <b>Du bist dran</b> · Stammtisch
Ben reizt 90 ♦️

Wir 310 · Sie 420 · Geber Dan
Anna passt · <b>Ben 90 ♦️</b>

♠️ A B 9 8
♥️ A 10
♣️ K
♦️ 7
---
[P ✓100] [110] [120] [130]
[140] [150] [160] [Capot]
[100 ♠️] [100 ♥️] [100 ♦️] [100 ♣️]
[100 ohne Tr.] [100 alles Tr.]
[📌 Danach passen: aus]
[D Kontra ×2] [Passen]"""
    )


def test_a_level_labels_the_strains_anew() -> None:
    message = views.hand_card(at_table(auction("pass 90:D"), CHLOE, pick="130"), DE)
    assert labels(message)[3] == "✓130"
    assert "130 ♠️" in labels(message)
    assert "100 ♠️" not in labels(message)
    capot = views.hand_card(at_table(auction("pass 90:D"), CHLOE, pick="250"), DE)
    assert [len(row) for row in capot.rows] == [4, 4, 2, 2, 2, 1, 2]


def test_to_double_takes_two_taps() -> None:
    table = at_table(auction("pass 90:D"), CHLOE)
    first = next(b for row in views.hand_card(table, DE).rows for b in row if "Kontra" in b.label)
    tap = decode(first.data)
    assert tap is not None
    assert (tap.kind, tap.arg) == (TapKind.WEIGH, "coinche")
    second = next(
        b
        for row in views.hand_card(table._replace(pick="coinche"), DE).rows
        for b in row
        if "Kontra" in b.label
    )
    done = decode(second.data)
    assert done is not None
    assert (done.kind, done.arg) == (TapKind.ACT, "coinche")
    assert second.label == "✓ Kontra ×2"
    ticked = [b.label for row in views.hand_card(table._replace(pick="coinche"), DE).rows for b in row]
    assert [label for label in ticked if "✓" in label] == ["✓ Kontra ×2"], "one question at a time"


def test_where_calls_go_round_each_seat_has_its_row() -> None:
    match = auction("80:S 90:H pass 100:D pass 110:S coinche pass")
    assert (
        plain(views.table_card(at_table(match, None), DE).text)
        == """\
<b>Stammtisch</b> · Gabe 1 · bis 1000
Anna + Chloé 310
Ben + Dan 420

Geber Dan

Anna: 80 ♠️ · passt
Ben: 90 ♥️ · <b>110 ♠️</b>
Chloé: passt · <b>Kontra ×2</b>
Dan: 100 ♦️ · passt
▸ <b>Anna</b> dran"""
    )


def test_who_doubled_stands_beside_the_contract() -> None:
    match = auction("80:S coinche pass pass surcoinche")
    assert "80 ♠️ ×4 · gereizt: Anna\nKontra ×2: Ben · Rekontra ×4: Anna" in plain(
        views.table_card(at_table(match, None), DE).text
    )


def test_x1_luxembourg_auction() -> None:
    match = played(dealt(LUXEMBOURG, W, {S: "AS TS AH AD KD"}, "KC"), "pass C")
    assert (
        shown(views.hand_card(at_table(match, CHLOE), DE))
        == """\
🟢 <b>Du bist dran</b> · Stammtisch
Ben sagt ♣️

In der Mitte lag ♣️K · Geber Dan
Anna passt · <b>Ben ♣️</b>
Darüber gehen nur Sans und Tout.

♥️ A
♠️ A 10
♦️ A K
---
[📌 Danach passen: aus]
[Sans ×2] [Tout ×2]
[🤫 Karte wortlos nehmen = Tout]
[Passen]"""
    )


def test_no_button_says_take_alone_where_that_means_tout() -> None:
    match = dealt(LUXEMBOURG, W, {}, "KC")
    message = views.hand_card(at_table(match, ANNA), DE)
    assert labels(message)[1:] == [
        "♣️ Normal",
        "Sans ×2",
        "Tout ×2",
        "🤫 Karte wortlos nehmen = Tout",
        "Passen",
    ]
    second = played(match, "pass pass pass pass")
    assert labels(views.hand_card(at_table(second, ANNA), DE))[1:4] == ["♠️ Normal", "♥️ Normal", "♦️ Normal"]


def test_a_forced_game_has_no_way_out() -> None:
    rules = with_option(LUXEMBOURG, OPTIONS["luxembourg"][0], True)
    match = played(dealt(rules, W, {}, "KC"), ["pass"] * 8)
    message = views.hand_card(at_table(match, ANNA), DE)
    assert "Passen geht nicht mehr: Wähle ein Spiel." in message.text
    assert "Passen" not in labels(message)


def test_a_turned_jack_that_forces_says_so() -> None:
    rules = with_option(LUXEMBOURG, OPTIONS["luxembourg"][1], True)
    match = dealt(rules, W, {}, "JC")
    for message in (views.table_card(at_table(match, None), DE), views.hand_card(at_table(match, ANNA), DE)):
        assert "♣️B in der Mitte: keine Auktion, es gilt Tout." in message.text


MELDS = {
    N: "7S 8S 9S AD 7H",
    E: "TS 8D 9D TD 8H",
    S: "AS KS KH KD KC",
    W: "QS QH QD QC 9H",
}


def test_m1_announcements() -> None:
    match = dealt(LUXEMBOURG, W, MELDS, "JH", totals=(34, 12), deal_no=2)
    match = played(match, "pass H pass pass pass")
    match = played(match, "AD 8D KD QD 9S TS AS")
    text = plain(views.table_card(at_table(match, None), DE).text)
    assert "♥️ Normal · gemacht: Ben\nStich 2 · Stiche 1:0" in text
    assert "📣 Anna: ♠️ 7 8 9 (Tierce 20)" in text
    assert "📣 Chloé: 4×K (Carré 40)" in text
    assert "Geschlagen: Ben (Tierce)" in text
    assert text.endswith("▸ <b>Dan</b> dran")


FOUR_EIGHTS = {S: "8S 8H 8D 8C AD"}


def eights() -> Match:
    match = dealt(LUXEMBOURG, E, FOUR_EIGHTS, "JH")
    return played(match, "pass pass H pass pass pass")


def on_turn_first(match: Match, seat: int) -> Match:
    """Until this seat is to play its first card."""
    while to_act(match) != seat:
        turn = to_act(match)
        assert turn is not None
        card = next(a for a in legal_actions(observation(match, turn)) if a.kind == "play")
        match = played(match, [action_text(card)])
    return match


def test_m2_four_eights_are_asked_for_and_nothing_else_is_offered() -> None:
    match = on_turn_first(eights(), S)
    table = at_table(match, CHLOE)
    message = views.hand_card(table, DE)
    assert (
        "Du hältst <b>vier Achter</b>. Gemeldet löschen sie alle Ansagen beider Seiten, wenn kein höherer Carré da ist."
        in message.text
    )
    assert labels(message)[:2] == ["Melden", "Schweigen"]
    taps = [decode(button.data) for row in message.rows for button in row]
    assert not any(tap and tap.kind is TapKind.ACT and not tap.arg.startswith("meld:") for tap in taps)
    quiet = taps[1]
    assert quiet is not None
    after = views.hand_card(at_table(played(match, [quiet.arg]), CHLOE), DE)
    assert "♦️8" in " ".join(labels(after))


def test_a_proposal_can_be_changed_with_two_taps() -> None:
    match = on_turn_first(played(dealt(LUXEMBOURG, W, MELDS, "JH"), "pass H pass pass pass"), S)
    table = at_table(match, CHLOE)
    message = views.hand_card(table, DE)
    assert "📣 Du sagst an: 4×K (Carré 40)" in message.text
    assert "📣 Anders ansagen" in labels(message)
    choosing = views.hand_card(table._replace(pick="meld"), DE)
    assert labels(choosing)[-2:] == ["Nichts ansagen", "‹ Zurück"]
    nothing = played(match, ["meld:-"])
    assert "📣 Du sagst nichts an" in views.hand_card(at_table(nothing, CHLOE), DE).text


def test_melds_that_must_be_shown_by_hand_are_asked_for() -> None:
    rules = with_option(LUXEMBOURG, OPTIONS["luxembourg"][4], False)
    match = played(dealt(rules, W, MELDS, "JH"), "pass H pass pass pass AD 8D KD QD")
    message = views.hand_card(at_table(match, ANNA), DE)
    assert "sonst verliert sie deine Seite" in message.text
    assert "📣 Ansagen zeigen" in labels(message)
    after = views.hand_card(at_table(played(match, "show"), ANNA), DE)
    assert "📣 Ansagen zeigen" not in labels(after)


def test_s2_stanner() -> None:
    score = score_deal(LUXEMBOURG, contract_for(E, 0), cards=(81, 71), last_trick=1, totals=(88, 71))
    finished = ben_took_clubs(cards=(81, 71), last_trick=1)._replace(contract=contract_for(E, 0), score=score)
    match = new_match(LUXEMBOURG, N)
    table = at_table(match, None)
    assert (
        shown(views.deal_sheet(table, finished, note(), SEAL, DE))
        == """\
<b>Spiel 4 · gleich</b> · 81 gegen 81
Ben machte ♣️ · Stänner jetzt 8

<pre>            A+C   B+D
Karten       81    71
Letzter            10
Geteilt /10   8     8
-------------------------
Schreiben     8     0
Stänner             8
Stand        96    71</pre>
🔎 Mischung 5f0c…91ae
---
[❓ Warum so?] [↩️ Stich 8]
[📜 Alle Stiche] [🔎 Bessere Züge]"""
    )


def two(tricks: int = 0) -> Match:
    match = start_deal(new_match(TWO, S), permutation(b"7" * 32))[0]
    match = played(match, "take")
    while match.deal is not None and len(match.deal.tricks) < tricks:
        turn = to_act(match)
        assert turn is not None
        match = played(match, [action_text(legal_actions(observation(match, turn))[0])])
    return match


def test_p2_columns_keep_their_place() -> None:
    match = two(4)
    turn = to_act(match)
    viewer = CHLOE if turn == N else DAN
    table = two_at_table(match, viewer)
    message = views.hand_card(table, DE)
    text = plain(message.text)
    assert "· gegen " in text.split("\n")[0]
    assert "Stich 5 von 16 · Trumpf" in text
    assert text.split("\n")[-1] == "Deine Karten; unter jedem + liegt eine verdeckte."
    assert [len(row) for row in message.rows[:2]] == [4, 4]
    seen = table.seen
    assert seen is not None
    for button, column in zip(
        (b for row in message.rows[:2] for b in row), seen.columns[turn or 0], strict=True
    ):
        tap = decode(button.data)
        assert tap is not None
        if column.open < 0:
            assert tap.kind is TapKind.COLUMN
            assert views.column(table, tap.ref, tap.arg, DE).text in (
                "Hier liegt eine verdeckte Karte. Nach dem Stich wird sie aufgedeckt.",
                "Diese Spalte ist leer.",
            )
        else:
            assert tap.kind is TapKind.ACT
            assert button.label.strip("()").endswith("+") is column.reserve


@pytest.mark.parametrize("viewer", [None, CHLOE, DAN])
def test_both_rows_are_seen_by_everybody_and_reserves_by_nobody(viewer: int | None) -> None:
    match = two(3)
    seen = two_at_table(match, viewer).seen
    assert seen is not None
    assert "reserves" not in seen._fields
    text = views.table_card(two_at_table(match, None), DE).text
    assert match.deal is not None
    hidden = {card for row in match.deal.reserves for card in row if card >= 0}
    shown_cards = {column.open for row in seen.columns for column in row if column.open >= 0}
    assert not hidden & shown_cards
    assert text.count(" · ") >= 12


def test_the_proposed_card_is_called_so() -> None:
    match = start_deal(new_match(TWO, S), permutation(b"7" * 32))[0]
    text = plain(views.hand_card(two_at_table(match, CHLOE), DE).text)
    assert "Vorgeschlagen <b>" in text
    assert "Geber Dan" in text


def test_on_one_phone_the_seat_on_turn_is_named() -> None:
    match = two(1)
    table = two_at_table(match, CHLOE)
    shared = tuple(one._replace(person=CHLOE, shared=True) for one in table.players)
    turn = to_act(match)
    own = table._replace(players=shared, viewer=CHLOE, seat=turn, seen=observation(match, turn))
    first = plain(views.hand_card(own, DE).text).split("\n")[0]
    assert first in (
        "🟢 <b>📱 Nord dran</b> · gegen 📱 Süd",
        "🟢 <b>📱 Süd dran</b> · gegen 📱 Nord",
    )


def test_the_dealer_lays_a_card_aside() -> None:
    rules = VARIANTS["beginner"]
    match = played(dealt(rules, W, {}, "KC"), "take")
    message = views.hand_card(at_table(match, DAN), DE)
    assert "Du bist Geber und bekommst ♣️K. Leg eine Karte verdeckt weg" in message.text
    taps = [decode(button.data) for row in message.rows for button in row]
    assert all(tap and tap.arg.startswith("aside:") for tap in taps)
    assert len(taps) == 6
    group = views.table_card(at_table(match, None), EN)
    assert "goes to the dealer, who lays one card aside" in group.text


def test_a_partner_who_wins_without_a_trump_does_not_free() -> None:
    wanted = {N: "AD 7D 8C 7C JC", E: "8D 9D QC TC 7S", S: "AS KS AH KH 7H", W: "TD JD QD 9C 8S"}
    match = played(dealt(VARIANTS["beginner"], W, wanted, "9H"), "take aside:8S AD 8D")
    table = at_table(match, CHLOE)
    assert table.seen is not None
    rule = why_not(table.seen, parse_action("AS"))
    text = views.refused(Refused(No.RULE, rule), DE, table).text
    assert text.startswith("Nicht erlaubt: Du hast kein Karo, also stechen")
    assert text.endswith("Dein Partner liegt vorn, aber nicht mit Trumpf.")


def test_house_rules_offer_no_trump() -> None:
    message = views.hand_card(at_table(dealt(VARIANTS["house"], W, {}, "KC"), ANNA), DE)
    assert labels(message) == ["📌 2. Runde: frag mich", "♣️ nehmen", "Ohne Trumpf", "Passen"]
