from typing import Any

import pytest

from engine import players as engine_players
from engine.seats import E, N, S, W
from engine.variants import OPTIONS, VARIANTS, with_option
from service.table.model import Stage
from service.table.view import Player, TableView, Time
from service.telegram import views
from service.telegram.callback import Tap, TapKind, decode
from service.telegram.lines import width
from service.telegram.messages import Message
from service.telegram.option_words import VALUES
from service.telegram.options import value_label
from service.telegram.texts import languages, tongue
from tests.telegram.views.scene import ANNA, BEN, CHLOE, DAN, DE, EN, after, plain, players, shown, view


def free(seat: int) -> Player:
    return Player(seat, None, "", None, True)


def lobby(*sitting: Player, **changes: Any) -> TableView:
    seats = {one.seat: one for one in sitting}
    return view(None, players=tuple(seats.get(seat, free(seat)) for seat in (N, E, S, W)), **changes)


def labels(message: Message) -> list[str]:
    return [plain(button.label) for row in message.rows for button in row]


def taps_of(message: Message) -> list[Tap]:
    return [tap for row in message.rows for button in row if (tap := decode(button.data))]


ANNA_SITS, DAN_SITS, CHLOE_SITS, BEN_SITS = players()


def test_l1_lobby() -> None:
    ben = BEN_SITS._replace(reachable=False)
    table = lobby(ANNA_SITS, CHLOE_SITS, ben, cuts={N: 3, S: 17})
    assert (
        shown(views.lobby_card(table, DE, "RebeloteBot"))
        == """\
🃏 <b>Belote</b> · klassisch bis 501
Ansagen aus · ~20 Minuten

Anna + Chloé
Ben + <i>frei</i>
Ben muss den Bot noch starten.
Abgehoben: Anna 3 · Chloé 17
🔎 Mischung 5f0c…91ae
Ohne Start: schließt Do 8. Jan.
---
[▶️ Bot starten]
[S Zu Ben] [🤖 Zu Ben]
[⚙️ Regeln] [⏱ Uhr]
[🔀 Paare] [✂️ Abheben]
[☰ Tisch] [Aufstehen]
[P Los geht’s]"""
    )


def test_the_pairs_are_chosen_or_drawn() -> None:
    drawn = {N: 31, S: 23, E: 20, W: 1}
    table = lobby(*players(), menu="pairs", draws=2, drawn=drawn)
    assert (
        shown(views.lobby_card(table, DE))
        == """\
🃏 <b>Belote</b> · klassisch bis 501
Ansagen aus · ~20 Minuten

Anna + Chloé
Ben + Dan
🔀 2. Los: Anna ♠️A · Chloé ♥️A
Dan ♥️B · Ben ♣️8

Wer spielt mit wem? Beim Losen spielen die zwei höchsten Karten zusammen.
---
[Anna + Dan · Chloé + Ben]
[Anna + Ben · Dan + Chloé]
[🔀 Noch einmal losen]
[P ‹ Plätze]"""
    )


def test_with_two_people_the_choice_is_together_or_apart() -> None:
    together = labels(views.lobby_card(lobby(ANNA_SITS, CHLOE_SITS, menu="pairs"), DE))
    assert together == ["Anna gegen Chloé", "🔀 Paare losen", "Gegen Anna", "‹ Plätze"]
    apart = labels(views.lobby_card(lobby(ANNA_SITS, BEN_SITS, menu="pairs"), DE))
    assert apart == ["Anna + Ben", "🔀 Paare losen", "Zu Anna", "Zu Ben", "‹ Plätze"]


def test_with_three_people_each_pairing_that_is_not_so_is_offered_once() -> None:
    card = views.lobby_card(lobby(ANNA_SITS, CHLOE_SITS, BEN_SITS, menu="pairs"), DE)
    assert labels(card)[:2] == ["Anna + Ben", "Chloé + Ben"]


def test_long_names_keep_their_room() -> None:
    long = players("Maximiliane", "Bartholomäus", "Christopher", "Dominique")
    card = labels(views.lobby_card(lobby(*long, menu="pairs"), DE))
    assert card[:2] == ["Maximilia… + Dominique", "Maximilia… + Bartholom…"]


def test_alone_or_two_player_there_is_nothing_to_pair() -> None:
    alone = views.lobby_card(lobby(ANNA_SITS, menu="pairs"), DE)
    assert "🔀 Paare" not in labels(alone)
    assert "Los geht’s" in labels(alone)
    two = view(None, rules=VARIANTS["two-player"], players=(ANNA_SITS, CHLOE_SITS), menu="pairs")
    assert "🔀 Paare" not in labels(views.lobby_card(two, DE))
    assert "Los geht’s" in labels(views.lobby_card(two, DE))


def test_an_empty_lobby_asks_somebody_to_sit() -> None:
    assert labels(views.lobby_card(lobby(), DE)) == [
        "Setzen",
        "🤖 Computer",
        "⚙️ Regeln",
        "⏱ Uhr",
        "☰ Tisch",
    ]


def test_seats_are_named_by_who_sits_there() -> None:
    assert labels(views.lobby_card(lobby(ANNA_SITS), DE))[:4] == [
        "Zu Anna",
        "🤖 Zu Anna",
        "Gegen Anna",
        "🤖 Gegen Anna",
    ]


def test_a_computer_can_be_sent_away() -> None:
    best = list(engine_players.LEVELS)[-1]
    table = lobby(ANNA_SITS, Player(E, None, "", best, True))
    card = views.lobby_card(table, DE)
    assert "🤖 Ost + <i>frei</i>" not in plain(card.text)
    assert "<i>frei</i> + 🤖 Ost" in plain(card.text)
    assert "Statt 🤖 Ost" in labels(card)
    assert "🤖 Ost weg" in labels(card)
    taps = [decode(button.data) for row in card.rows for button in row]
    assert any(tap and tap.kind is TapKind.FREE and tap.arg == "E" for tap in taps)


def test_one_level_of_computers_is_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_players, "LEVELS", {"novice": engine_players.LEVELS["novice"]})
    table = lobby(ANNA_SITS, Player(E, None, "", "novice", True))
    menu = labels(views.lobby_card(table._replace(menu="rules", stand_in="novice"), DE))
    assert not [label for label in menu if label.startswith("🤖")]
    assert "Anfänger" not in views.lobby_card(table, DE).text


def test_a_second_level_appears_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    novice = engine_players.LEVELS["novice"]
    monkeypatch.setattr(engine_players, "LEVELS", {"novice": novice, "club": novice})
    east, south = Player(E, None, "", "novice", True), Player(S, None, "", "club", True)
    table = lobby(ANNA_SITS, east, south, stand_in="club")
    card = views.lobby_card(table, DE)
    assert "🤖 Süd Klub · 🤖 Ost Anfänger" in plain(card.text)
    assert labels(card)[2:6] == ["Statt 🤖 Ost", "🤖 → Klub", "Statt 🤖 Süd", "🤖 Süd weg"]
    assert {tap.arg for tap in taps_of(card) if tap.kind is TapKind.FILL} == {"W:club", "E:club"}
    menu = views.lobby_card(table._replace(menu="rules"), DE)
    assert "Computer: Klub" in menu.text
    assert "🤖 Anfänger" in labels(menu)
    assert {tap.arg for tap in taps_of(menu) if tap.kind is TapKind.STAND_IN} == {"novice"}
    assert "Jetzt: Klub" in views.explain(table, "computers", DE).text


def test_buttons_carry_the_revision_and_say_what_shall_be() -> None:
    taps = taps_of(views.lobby_card(lobby(ANNA_SITS), DE))
    assert {tap.ref for tap in taps if tap.kind is not TapKind.TABLE} == {7}
    assert {tap.arg for tap in taps if tap.kind is TapKind.FILL} == {"W:novice", "S:novice"}
    menu = taps_of(views.lobby_card(lobby(ANNA_SITS, menu="rules", stand_in="novice"), DE))
    assert {tap.ref for tap in menu} == {7}
    assert {tap.arg for tap in menu if tap.kind is TapKind.OPTION} == {
        "target=1000",
        "announcements=on",
        "beloteKeptInLitige=on",
        "capotTransfersMelds=on",
        "tieRule=strike",
    }


def test_seats_of_one_label_will_all_do() -> None:
    def wanted(*sitting: Player) -> set[str]:
        rows = views.lobby_card(lobby(*sitting), DE).rows
        taps = [tap for row in rows for button in row if (tap := decode(button.data))]
        return {tap.arg for tap in taps if tap.kind is TapKind.SIT}

    assert wanted() == {"NWSE"}
    assert wanted(ANNA_SITS) == {"S", "WE"}
    assert wanted(ANNA_SITS, BEN_SITS) == {"S", "E"}


def test_how_long_it_takes_stands_there_until_it_begins() -> None:
    table = lobby(ANNA_SITS, rules=VARIANTS["classic"])
    assert "~45 Minuten" in views.lobby_card(table, DE).text
    assert "~45 minutes" in views.lobby_card(table, EN).text
    computers = [Player(seat, None, "", "novice", True) for seat in (E, S, W)]
    alone = lobby(ANNA_SITS, *computers, rules=VARIANTS["classic"])
    assert "~15 Minuten" in views.lobby_card(alone, DE).text
    assert "Minuten" not in views.lobby_card(view(after(0)), DE).text
    assert "~8 Tage" in views.lobby_card(lobby(ANNA_SITS, time=Time("1d")), DE).text
    assert "~31 hours" in views.lobby_card(lobby(ANNA_SITS, time=Time("1h")), EN).text


def test_what_is_not_usual_is_named() -> None:
    rules = VARIANTS["classic"]
    for option in OPTIONS["classic"][1:]:
        rules = with_option(rules, option, option.values[1])
    text = views.lobby_card(lobby(rules=rules), DE).text
    for words in (
        "bis 1000",
        "Ansagen an",
        "Belote zählt bei Litige sofort",
        "Capot holt die Ansagen",
        "gestrichen",
    ):
        assert words in text


@pytest.mark.parametrize("variant", [*VARIANTS, "a later one"])
def test_every_rule_set_has_a_lobby(variant: str) -> None:
    rules = VARIANTS.get(variant, VARIANTS["classic"])
    seats = (N, S) if rules.players == 2 else (N, E, S, W)
    table = view(None, variant=variant, rules=rules, players=(ANNA_SITS, *map(free, seats[1:])))
    for t in (DE, EN):
        assert "Belote" in views.lobby_card(table, t).text
    label = "Gegen Anna" if rules.players == 2 else "Zu Anna"
    assert label in labels(views.lobby_card(table, DE))


def test_after_the_start_the_lobby_keeps_its_seal_and_no_button() -> None:
    card = views.lobby_card(view(after(0), cuts={N: 3}), DE)
    assert card.rows == ()
    assert "Die Partie läuft: siehe unten." in card.text
    assert "5f0c…91ae" in card.text
    assert "aufgehoben" in views.lobby_card(view(None, stage=Stage.CANCELLED), DE).text


def test_the_table_alert_holds_the_whole_seal() -> None:
    long = players("Maximiliane", "Bartholomäus", "Christopher", "Dominique-Marie")
    table = view(None, players=long, cuts={N: 31, E: 31, S: 31, W: 31})
    for t in (DE, EN):
        toast = views.table_alert(table, t)
        assert table.commitment in toast.text
        assert toast.text.count("31") == 4
        assert len(toast.text) <= 200


def test_waiting_in_private() -> None:
    assert (
        shown(views.hand_card(view(None, CHLOE, cuts={S: 31}), DE))
        == """\
🃏 <b>Belote-Club</b> · du sitzt
Es beginnt, sobald jemand am Tisch startet.

Anna + Chloé
Ben + Dan
---
[✂️ Abheben] [☰ Tisch]
[Aufstehen]"""
    )
    cut = decode(views.hand_card(view(None, CHLOE, cuts={S: 31}), DE).rows[0][0].data)
    assert cut is not None
    assert cut.arg == "", "one more than mine, however old the card"


def test_who_stood_up_has_no_buttons() -> None:
    message = views.hand_card(view(None, 99), DE)
    assert message.rows == ()
    assert "ohne dich" in message.text


def away(person: int) -> tuple[Player, ...]:
    return tuple(one._replace(computer="novice") if one.person == person else one for one in players())


def test_who_is_away_gets_one_button() -> None:
    message = views.hand_card(view(after(14), CHLOE, players=away(CHLOE)), DE)
    assert (
        shown(message)
        == """\
💤 <b>Abwesend</b> · Belote-Club

Ein Computer spielt für dich, niemand wartet. Deine Karten bleiben deine.
---
[S Ich bin zurück]"""
    )


def test_the_others_see_that_a_computer_plays() -> None:
    table = view(after(14), CHLOE, players=away(BEN))
    assert "💤 Computer spielt für Ben" in plain(views.hand_card(table, DE).text)
    assert "💤 Computer spielt für Ben" in plain(
        views.table_card(view(after(14), players=away(BEN)), DE).text
    )


def test_when_everybody_is_away_no_card_claims_that_somebody_plays() -> None:
    gone = tuple(one._replace(computer="novice") for one in players())
    group = plain(views.table_card(view(after(14), players=gone), DE).text)
    assert "die Partie ruht" in group
    assert "Computer spielt" not in group
    assert "ruht" in plain(views.hand_card(view(after(14), CHLOE, players=gone), DE).text)


def test_a_wish_to_stop_stands_on_every_card() -> None:
    group = views.table_card(view(after(14), cancelling=(ANNA,)), DE)
    assert "✋ Anna möchte abbrechen\nes fehlen noch 3 Stimmen" in plain(group.text)
    answers = ["🏁 Nach dieser Gabe", "Partie beenden", "Weiterspielen"]
    assert labels(group)[:3] == answers, "answered where it is read"
    asked = views.hand_card(view(after(14), DAN, cancelling=(ANNA, BEN)), DE)
    assert "✋ Für das Ende: Anna · Ben\nes fehlen noch 2 Stimmen" in plain(asked.text)
    assert labels(asked)[:3] == answers
    asking = views.hand_card(view(after(14), ANNA, cancelling=(ANNA,)), DE)
    assert "Du möchtest die Partie beenden" in asking.text
    assert labels(asking)[:2] == ["🏁 Nach dieser Gabe", "Weiterspielen"]


def test_a_command_that_came_too_late_is_told() -> None:
    late = views.hand_card(view(after(14), DAN, note="stale"), DE)
    assert "⚠️ Dein letzter Tipp kam zu spät." in late.text
    taken = views.hand_card(view(None, CHLOE, note="seat taken"), DE)
    assert "⚠️ Jemand war schneller: Der Platz ist besetzt." in taken.text
    assert (
        "⚠️ Dein letzter Tipp kam zu spät."
        in views.hand_card(view(after(14), DAN, note="from later"), DE).text
    )


def test_the_call_to_somebody_out_of_reach() -> None:
    message = views.mention(view(after(13)), DE, "RebeloteBot")
    assert (
        shown(message)
        == """\
<a href="tg://user?id=2">Ben</a> ist dran: Stich 4.
Der Bot darf noch nicht schreiben.
---
[Start: t.me/RebeloteBot]"""
    )
    assert views.mention(view(None), DE, "RebeloteBot").text == ""


def test_games_waiting_for_me_come_first() -> None:
    tables = [
        view(after(3), CHLOE, title="Kegelabend"),
        view(after(14), CHLOE, title="Stammtisch"),
        view(None, CHLOE, title="Neu"),
        view(after(12), CHLOE, title="Büro"),
        view(after(14), CHLOE),
    ]
    assert (
        shown(views.games_list(tables, DE))
        == """\
🔔 <b>2 Partien warten auf dich</b>
Zuerst Stammtisch
Ben sticht mit ♥️8

1. Stammtisch
Ben sticht mit ♥️8
2. Belote-Club
Ben sticht mit ♥️8

Wartet auf andere: Kegelabend
Büro
Noch nicht begonnen: Neu
---
[P ▶️ Stammtisch]
[Belote-Club] [Kegelabend]
[Neu] [Büro]"""
    )


def test_no_games() -> None:
    assert "/belote" in views.games_list([], DE).text
    assert "Keine Partie wartet" in views.games_list([view(after(3), CHLOE)], DE).text


def test_the_bubble_is_wide_enough_for_the_longest_label() -> None:
    """Buttons are as wide as the text above them: a full label asks for a full line."""
    long = lobby(*players("Maximiliane", "Bartholomäus", "Christopher", "Dominique")[:1])
    card = views.lobby_card(long, DE)
    assert max(len(label) for label in labels(card)) >= 14
    assert max(map(width, card.text.split("\n"))) >= 32


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("variant", OPTIONS)
def test_an_explanation_uses_the_words_of_the_buttons(language: str, variant: str) -> None:
    """Where the buttons say more than on and off, nobody looks for On and Off in vain."""
    t = tongue(language)
    table = lobby(variant=variant, rules=VARIANTS[variant])
    for option in OPTIONS[variant]:
        if f"{option.name}=on" in VALUES and option.name != "partnerSansMeansTout":
            text = views.explain(table, option.name, t).text
            assert text.startswith(value_label(t, option, True)), text
            assert len(text) <= 200
