"""Answers to taps: every command, every reason, in every language, within 200 characters."""

import pytest

from engine.actions import PLAY, action_text, parse_action
from engine.cards import FULL_PACK, mask_of, parse_card
from engine.observation import why_not
from engine.seats import N, S
from engine.trick import Refusal, RefusalCode
from service.table.commands import (
    Act,
    Arrive,
    Cancel,
    Command,
    Cut,
    DrawPairs,
    Fill,
    Forget,
    Free,
    KeepPlaying,
    Leave,
    Pair,
    Rematch,
    Return,
    SetOption,
    SetStandIn,
    Sit,
    Stand,
    Start,
)
from service.table.model import Stage
from service.table.refusals import No, Refused
from service.telegram import views
from service.telegram.help import commands
from service.telegram.lines import units
from service.telegram.refusal_words import REASONS
from tests.telegram.views.scene import (
    ANNA,
    BEN,
    CHLOE,
    DAN,
    DE,
    EN,
    after,
    deal_three,
    plain,
    played,
    players,
    view,
)

WHO = {"person": CHLOE}
COMMANDS: list[tuple[Command, str]] = [
    (Act(**WHO, ply=1, action="9H"), "Du spielst ♥️9."),
    (Act(**WHO, ply=1, action="pass"), "Du passt."),
    (Act(**WHO, ply=1, action="take"), "Du nimmst ♥️."),
    (Act(**WHO, ply=1, action="S"), "Du nimmst ♠️."),
    (Act(**WHO, ply=1, action="80:H"), "Du reizt 80 ♥️."),
    (Act(**WHO, ply=1, action="capot:S"), "Du reizt Capot ♠️."),
    (Act(**WHO, ply=1, action="coinche"), "Du gibst Kontra: Die Gabe zählt ×2."),
    (Act(**WHO, ply=1, action="surcoinche"), "Du gibst Rekontra: Die Gabe zählt ×4."),
    (Act(**WHO, ply=1, action="tout"), "Du sagst Tout."),
    (Sit(**WHO, revision=1, seats="S", name="Chloé", reachable=True), "Du sitzt bei Anna."),
    (Stand(**WHO), "Du bist aufgestanden."),
    (Fill(**WHO, seat="N", level="novice"), "Ein Computer setzt sich."),
    (Free(**WHO, seat="N"), "Der Computer macht Platz."),
    (SetOption(**WHO, option="target", value=501), "Abgemacht: bis 501."),
    (SetOption(**WHO, option="announcements", value=True), "Abgemacht: Ansagen an."),
    (SetOption(**WHO, option="unheard", value=True), "Erledigt."),
    (Cut(**WHO, count=33), "✂️ Abgehoben: 1. Jedes Abheben ändert, wie gemischt wird."),
    (Pair(**WHO, one=1, other=2), "Anna und Ben spielen zusammen."),
    (Pair(**WHO, one=1, other=2, together=False), "Anna und Ben spielen gegeneinander."),
    (Pair(**WHO, one=1, other=99), "Erledigt."),
    (
        DrawPairs(**WHO, number=1),
        "🔀 Gelost: Die zwei höchsten Karten spielen zusammen. Reihenfolge: A K D B 10 9 8 7",
    ),
    (SetStandIn(**WHO, level="novice"), "Abgemacht: Anfänger."),
    (Start(**WHO, revision=1), "Los geht’s!"),
    (Leave(**WHO), "Ein Computer hält deinen Platz. Du kannst zurück, solange ihn niemand übernimmt."),
    (Return(**WHO), "Willkommen zurück. Deine Karten gehören wieder dir."),
    (Cancel(**WHO, running=True), "Dein Wunsch steht auf den Karten. Alle müssen zustimmen."),
    (KeepPlaying(**WHO), "Es geht weiter."),
    (Rematch(**WHO), "Du bist bei der Revanche dabei."),
    (Forget(**WHO), "Hier bist du vergessen."),
    (Arrive(**WHO), "Der Bot darf dir jetzt schreiben."),
]


@pytest.mark.parametrize(
    ("command", "answer"), COMMANDS, ids=[f"{c.kind} {i}" for i, (c, _) in enumerate(COMMANDS)]
)
def test_every_command_has_its_answer(command: Command, answer: str) -> None:
    table = view(after(14), CHLOE)
    assert plain(views.accepted(table, command, DE).text) == answer
    assert views.accepted(table, command, EN).text
    assert views.on_its_way(command, DE).text


def test_a_second_yes_says_who_is_still_missing() -> None:
    over = view(None, ANNA, stage=Stage.OVER, rematch=(ANNA, BEN))
    again = views.refused(Refused(No.UNCHANGED), DE, over, Rematch(person=ANNA))
    assert plain(again.text) == "Du hast schon zugestimmt. Es fehlen noch: Dan, Chloé"
    running = view(after(14), BEN, cancelling=(BEN, DAN))
    stop = views.refused(Refused(No.UNCHANGED), EN, running, Cancel(person=BEN, running=True))
    assert plain(stop.text) == "You have agreed already. Still missing: Anna, Chloé"
    other = views.refused(Refused(No.UNCHANGED), DE, running, Cut(person=BEN, count=1))
    assert other.text == "Das ist schon so."


def test_answers_depend_on_where_the_table_is() -> None:
    assert (
        views.accepted(view(None, CHLOE), Cancel(**WHO, running=False), DE).text
        == "Der Tisch wird aufgehoben."
    )
    assert views.accepted(view(None, CHLOE), Act(**WHO, ply=1, action="9H"), DE).text == "Erledigt."
    alone = view(None, players=players()[:2] + tuple(one._replace(person=None) for one in players()[2:]))
    assert (
        views.accepted(alone, Sit(**WHO, revision=1, seats="N", name="", reachable=True), DE).text
        == "Du sitzt."
    )
    assert views.on_its_way(Act(**WHO, ply=1, action="9H"), DE).text == "♥️9 ist schon unterwegs."


@pytest.mark.parametrize("code", No)
def test_every_reason_has_a_sentence(code: No) -> None:
    assert code in REASONS
    sentences = {views.refused(Refused(code), t).text for t in (DE, EN)}
    assert len(sentences) == 2
    assert all(0 < len(sentence) <= 200 for sentence in sentences)


def test_who_has_yet_to_start_is_named() -> None:
    refused = Refused(No.UNREACHABLE, names=("Ben", "\u200b"))
    assert plain(views.refused(refused, DE).text) == "Noch ohne Start beim Bot: Ben, Gast"


@pytest.mark.parametrize("code", RefusalCode)
def test_every_rule_has_a_sentence_and_names_the_cards(code: RefusalCode) -> None:
    worst = Refusal(code, 1, FULL_PACK & 0xFF00, parse_card("TH"))
    for t in (DE, EN):
        for table in (None, view(after(14), CHLOE)):
            text = views.refused(Refused(No.RULE, worst), t, table).text
            assert 0 < units(text) <= 200
            assert not text.endswith("…")


DUTIES = [
    ("MUST_FOLLOW", "Karo ist gespielt und du hast die Farbe. Spiel ♦️7 oder ♦️K."),
    ("MUST_RISE", "Du kannst höher spielen. ♦️7 oder ♦️K schlagen ♥️8."),
    ("MUST_RUFF", "Du hast kein Karo, also stechen: ♦️7 oder ♦️K."),
    ("MUST_OVERRUFF", "Du hast kein Karo, also stechen, und höher als ♥️8."),
    ("MUST_RUFF_HIGHER", "Du kannst überstechen. ♦️7 oder ♦️K schlagen ♥️8."),
    ("MUST_UNDERRUFF", "Du hast kein Karo, also Trumpf, auch unter ♥️8: ♦️7 oder ♦️K."),
    ("NO_LOWER_TRUMP", "Dein Partner liegt vorn. Trumpf nur über ♥️8, sonst eine andere Farbe."),
]


@pytest.mark.parametrize(("code", "duty"), DUTIES)
def test_a_duty_names_its_cards(code: str, duty: str) -> None:
    rule = Refusal(RefusalCode[code], 1, mask_of(map(parse_card, ("7D", "KD"))), parse_card("8H"))
    assert views.refused(Refused(No.RULE, rule), DE, view(after(14), CHLOE)).text == f"Nicht erlaubt: {duty}"


def test_one_card_beats_and_two_beat() -> None:
    rule = Refusal(RefusalCode.MUST_RISE, 2, mask_of([parse_card("JH")]), parse_card("9H"))
    assert (
        views.refused(Refused(No.RULE, rule), DE).text
        == "Nicht erlaubt: Du kannst höher spielen. ♥️B schlägt ♥️9."
    )
    assert views.refused(Refused(No.RULE, rule), EN).text == "Not allowed: you can go higher. ♥️J beats ♥️9."


def test_refusals_of_the_real_engine() -> None:
    table = view(played(deal_three(), "pass pass"), CHLOE)
    assert table.seen is not None
    rule = why_not(table.seen, parse_action("S"))
    assert (
        views.refused(Refused(No.RULE, rule), DE, table).text
        == "In der 1. Runde gibt es nur die aufgedeckte Farbe."
    )
    assert action_text(parse_action("S")) == "S"


def test_other_answers() -> None:
    for t in (DE, EN):
        for toast in (views.unsure(t), views.updating(t), views.old_button(t), views.outsider(t)):
            assert 0 < len(toast.text) <= 200
    assert views.hand_alert(view(None, CHLOE), DE).text == "Die Partie hat noch nicht begonnen."
    assert "keine Karte" in views.hand_alert(view(after(31), 2), DE).text


def test_alerts_fit_with_the_longest_names() -> None:
    family = "👨‍👩‍👧‍👦" * 6
    long = players(*[family] * 4)
    cuts = {N: 31, S: 31, 1: 31, 3: 31}
    for t in (DE, EN):
        for toast in (
            views.last_trick(view(after(14), CHLOE, players=long), 3, t),
            views.table_alert(view(None, players=long, cuts=cuts), t),
        ):
            assert units(toast.text) <= 200
            assert not toast.text.endswith("……")
        assert views.last_trick(view(after(14), CHLOE, players=long), 3, t).text.endswith(")")


def test_long_texts() -> None:
    for t in (DE, EN):
        texts = [views.help_text(t), views.start_text(t), views.start_text(t, "<Anna>")]
        texts += [views.private_only(t), views.group_only(t), views.no_table(t), views.person_needed(t)]
        assert all(0 < len(text.text) < 4096 for text in texts)
        assert "&lt;Anna&gt;" in texts[2].text
        for name, description in commands(t):
            assert name.isascii()
            assert 3 <= len(description) <= 256


def test_a_second_tap_on_a_card_that_lies_is_not_told_to_look_for_a_newer_message() -> None:
    stale, looked = Refused(No.STALE), view(after(15), CHLOE)
    mine = next(play.card for play in looked.seen.trick if play.seat == looked.seat) if looked.seen else 0
    again = Act(person=CHLOE, ply=1, action=action_text(PLAY[mine]))
    assert views.refused(stale, EN, looked, again).text == f"You have played {EN.card(mine)} already."
    for other in (again.model_copy(update={"action": "pass"}), again.model_copy(update={"action": "JH"})):
        assert "old" in views.refused(stale, EN, looked, other).text, (
            "nor is somebody else's card, or a call, his"
        )
