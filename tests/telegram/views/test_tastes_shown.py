"""What a hand card looks like to who has changed its tastes: order, grey cards, a second tap."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import PLAY, ActionKind, action_text
from engine.cards import cards_of
from engine.match import to_act
from engine.observation import legal_actions, why_not
from engine.rules import Rules
from engine.seats import seats_in_play
from service.table.commands import Weigh
from service.telegram import views
from service.telegram.callback import Tap, TapKind, decode, encode
from service.telegram.messages import Button, Message
from service.telegram.second_tap import FINAL
from service.telegram.tastes import Tastes
from service.telegram.texts import languages, tongue
from tests.telegram.views.scene import ANNA, CHLOE, DE, EN, TABLE, after, deal_three, plain, shown, view
from tests.telegram.views.test_properties import (
    IDS,
    RULES,
    UNSHRUNK,
    check_message,
    check_toast,
    course,
    spoken,
    table,
)

GREY, CONFIRM = Tastes(grey=True), Tastes(confirm=True)
TRICK_4 = 14
"""Cards played when Chloé is on turn in trick 4."""


def keys(message: Message) -> list[Button]:
    return [button for row in message.rows for button in row]


def acts(message: Message) -> dict[str, Button]:
    """The buttons that act, by what they do."""
    taps = ((decode(button.data), button) for button in keys(message))
    return {tap.arg: button for tap, button in taps if tap is not None and tap.kind is TapKind.ACT}


# order


def test_suits_keep_their_order_for_who_wants_it_so() -> None:
    seen = view(after(0), ANNA)
    usual, by_suit = (shown(views.hand_card(seen, DE, Tastes(by_suit=wish))) for wish in (False, True))
    assert usual != by_suit
    held = plain(views.hand_alert(seen, DE, tastes=Tastes(by_suit=True)).text)
    rows = [line[0] for line in held.split("\n") if line[0] in "♠♥♦♣"]
    assert rows == [sign for sign in "♠♥♣♦" if sign in rows]


# grey


def test_h3b_grey() -> None:
    assert shown(views.hand_card(view(after(TRICK_4), CHLOE), DE, GREY)) == H3B


H3B = """\
🟢 <b>Du bist dran</b> · Belote-Club
Ben sticht mit ♥️8

Stich 4 · Trumpf ♥️ (du) · 2:1
♦️10 Anna
<b>♥️8 Ben</b> · sticht, vorn
Danach Dan
---
[P ♥️B] [P ♥️9] [X ♥️7]
[X ♠️10] [X ♣️A]
[↩️ Stich 3]
[❓ Warum nicht?] [☰ Tisch]"""


def test_the_one_button_says_why_not_for_all_grey_cards() -> None:
    seen = view(after(TRICK_4), CHLOE)
    assert seen.seen is not None
    toast = views.why_not(seen, seen.seen.ply, DE)
    assert toast.alert
    assert toast.text == (
        "♠️10, ♣️A: Du hast kein Karo, also stechen, und höher als ♥️8.\n"
        "♥️7: Du kannst überstechen. ♥️9 oder ♥️B schlagen ♥️8."
    )
    assert views.why_not(seen, seen.seen.ply - 1, DE) == views.old_button(DE)


def test_where_all_cards_may_be_played_nothing_asks_why_not() -> None:
    seen = view(after(0), None)
    assert seen.seen is not None
    leader = {0: 1, 1: 4, 2: 3, 3: 2}[seen.seen.turn or 0]
    card = views.hand_card(view(after(0), leader), DE, GREY)
    assert not any(button.disabled for button in keys(card))
    assert not any("wn:" in button.data for button in keys(card))


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
@settings(max_examples=3, deadline=None, phases=UNSHRUNK)
@given(seed=st.integers(0, 10_000))
def test_grey_and_asking_cards_fit_and_say_why(variant: str, rules: Rules, seed: int) -> None:
    played = course(variant, rules, seed, deals=1)
    rng = random.Random(seed)
    for n, match in enumerate(rng.sample(played.states, min(12, len(played.states))), seed):
        seat = to_act(match)
        if seat is None:
            continue
        own = table(played, match, ["Anna", "Ben", "Chloé", "Dan"], seats_in_play(rules).index(seat))
        assert own.seen is not None
        legal = legal_actions(own.seen)
        picks = [action_text(action) for action in legal if action.kind in FINAL][:8]
        for t in (*spoken(n), tongue("lb", words=True), tongue("fr", words=True)):
            for pick in ("", *picks):
                both = views.hand_card(own._replace(pick=pick), t, Tastes(grey=True, confirm=True))
                check_message(both)
                assert not pick or pick in acts(both), "the second tap acts"
            check_toast(views.why_not(own, own.seen.ply, t))
        forbidden = [card for card in cards_of(own.seen.hand) if why_not(own.seen, PLAY[card]) is not None]
        if any(action.kind is ActionKind.PLAY for action in legal) and not own.seen.columns:
            grey = views.hand_card(own, EN, GREY)
            asked = [button for button in keys(grey) if button.disabled]
            assert len(asked) in (len(forbidden), 0)  # four eights or sevens are asked for before any card


# a second tap


def test_the_first_tap_weighs_and_the_second_acts() -> None:
    seen = view(after(TRICK_4), CHLOE)
    assert seen.seen is not None
    ply = seen.seen.ply
    first = views.hand_card(seen, DE, CONFIRM)
    legal = {action_text(action) for action in legal_actions(seen.seen)}
    assert not legal & acts(first).keys()
    assert encode(Tap(TapKind.WEIGH, TABLE, ply, "9H")) in [button.data for button in keys(first)]
    second = views.hand_card(seen._replace(pick="9H"), DE, CONFIRM)
    assert legal & acts(second).keys() == {"9H"}
    assert acts(second)["9H"].label == "✓♥️9"
    assert "Noch einmal tippen: ♥️9" in second.text
    assert "♥️9" not in "".join(second.text.split("\n")[:2]), "no hand card on the lock screen"


def test_a_forbidden_card_says_why_at_once() -> None:
    first = views.hand_card(view(after(TRICK_4), CHLOE), DE, CONFIRM)
    assert {"7H", "TS", "AC"} <= acts(first).keys()


def test_the_answer_to_the_first_tap_says_what_the_second_will_do() -> None:
    seen = view(after(TRICK_4), CHLOE)
    assert seen.seen is not None
    weigh = Weigh(person=CHLOE, ply=seen.seen.ply, what="9H")
    assert views.accepted(seen, weigh, EN).text == "Tap again: ♥️9"


def test_passing_and_taking_ask_too() -> None:
    match = deal_three()
    person = {0: 1, 1: 4, 2: 3, 3: 2}[to_act(match) or 0]
    seen = view(match, person)
    assert not acts(views.hand_card(seen, EN, CONFIRM))
    asked = views.hand_card(seen._replace(pick="pass"), EN, CONFIRM)
    assert acts(asked).keys() == {"pass"}
    assert "Tap again: pass" in asked.text


def test_without_the_wish_a_tap_acts() -> None:
    assert "9H" in acts(views.hand_card(view(after(TRICK_4), CHLOE), DE))


# cards in words


def test_a_card_in_words_has_no_sign_that_must_be_seen() -> None:
    assert shown(views.hand_card(view(after(TRICK_4), CHLOE), tongue("de", words=True))) == IN_WORDS


IN_WORDS = """\
🟢 <b>Du bist dran</b> · Belote-Club
Ben sticht mit Herz-8

Stich 4 · Trumpf Herz (du) · 2:1
Karo-10: Anna
<b>Herz-8: Ben</b> · sticht, vorn
Danach Dan
---
[P Herz-Bube] [P Herz-9]
[(Herz-7)] [(Pik-10)]
[(Kreuz-Ass)]
[↩️ Stich 3] [☰ Tisch]"""


def test_no_arrow_stands_alone_for_who_reads_cards_in_words() -> None:
    for language in languages():
        t = tongue(language, words=True)
        shown = (
            views.table_card(view(after(14), None), t).text
            + views.last_trick(view(after(14), CHLOE), 3, t).text
        )
        assert "→" not in shown
