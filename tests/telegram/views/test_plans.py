"""What somebody lays down for later: the rows of the auction, the card of the plan, the lines on his hand."""

import random

import pytest

from engine.cards import SUIT_LETTERS, SUIT_MASKS, card_code, cards_of
from engine.match import Match, Phase, to_act
from engine.observation import observation
from engine.rules import Rules
from engine.seats import seats_in_play
from service.people import Person
from service.table.commands import DropPlan, LayOpen, SetPlan
from service.table.model import Plan
from service.table.moments import may_lay_cards, moment
from service.table.view import Own, TableView
from service.telegram import views
from service.telegram.callback import Tap, TapKind, decode
from service.telegram.handlers.wishes import wish_of
from service.telegram.messages import Message
from service.telegram.texts import Tongue
from tests.telegram.views.scene import CHLOE, DAN, DE, EN, after, deal_three, plain, played, shown, view
from tests.telegram.views.test_properties import IDS, RULES, TONGUES, WORDED, check_message, course, table

LAID = Plan(deal=3, trick=5, cards={"C": "AC", "S": "TS"})


def planning(plan: Plan | None = None, opened: bool = True) -> TableView:
    """Chloé has played to trick 4 of the mock-ups' deal; others are on turn."""
    return view(after(15), CHLOE)._replace(own=Own(plan=plan, planning=opened))


def test_h4_planning() -> None:
    assert (
        shown(views.hand_card(planning(LAID), DE))
        == """\
📌 <b>Vormerken</b> · Belote-Club

Für Stich 5 je Farbe eine Karte: sie fällt, wenn die Farbe ausgespielt wird und du darfst. Sticht jemand vor dir, \
wirst du gefragt.

Kommt ♠️: <b>♠️10</b>
Kommt ♣️: <b>♣️A</b>
Sonst wirst du gefragt
---
[♥️B] [♥️7] [S ✅♠️10] [S ✅♣️A]
[🗑 Leeren] [S Fertig]"""
    )


def test_an_empty_plan_says_so_and_has_nothing_to_clear() -> None:
    message = views.hand_card(planning(), EN)
    assert plain(message.text).endswith("Nothing yet: ask me")
    assert [button.label for button in message.rows[-1]] == ["Done"]


def test_the_hand_shows_what_is_laid_down() -> None:
    text = plain(views.hand_card(planning(LAID, opened=False), DE).text)
    assert text.endswith("♣️ A\n\n📌 ♠️→♠️10 · ♣️→♣️A")


def tap_of(message: Message, beginning: str) -> Tap:
    """The tap of the button whose label begins so."""
    for row in message.rows:
        for button in row:
            if button.label.startswith(beginning):
                found = decode(button.data)
                assert found is not None
                return found
    raise AssertionError(f"no button {beginning}")


def test_what_the_buttons_of_the_plan_ask_for() -> None:
    chloe, card = Person(id=CHLOE), views.hand_card(planning(LAID), DE)
    line = {"person": CHLOE, "deal": 3, "moment": 5}
    assert wish_of(tap_of(card, "✅♠️10"), chloe) == SetPlan(**line, what="S", value="")
    assert wish_of(tap_of(card, "♥️7"), chloe) == SetPlan(**line, what="H", value="7H")
    assert wish_of(tap_of(card, "🗑"), chloe) == DropPlan(person=CHLOE)
    assert wish_of(tap_of(card, "Fertig"), chloe) == LayOpen(**line, opened=False)
    hand = views.hand_card(planning(LAID, opened=False), DE)
    assert wish_of(tap_of(hand, "📌"), chloe) == LayOpen(**line)


@pytest.mark.parametrize("arg", ["", "5", "5:X:TS", "5:S", "555:S:TS", "5:S:TS:x", "5:on:", "²:on", "5:up"])
@pytest.mark.parametrize("kind", [TapKind.PLAN, TapKind.PLANNING])
def test_rubbish_is_no_wish(kind: TapKind, arg: str) -> None:
    assert wish_of(Tap(kind, "abc", 3, arg), Person(id=CHLOE)) is None


def test_on_turn_no_plan_is_offered_for_the_card_that_is_asked_for() -> None:
    message = views.hand_card(view(after(14), CHLOE)._replace(own=Own(plan=LAID)), DE)
    assert not any(button.label.startswith("📌") for row in message.rows for button in row)


def test_the_second_round_steps_through_what_may_be_said() -> None:
    match, said = played(deal_three(), "pass pass"), []
    plan: Plan | None = None
    for _ in range(6):
        card = views.hand_card(view(match, CHLOE)._replace(own=Own(plan=plan)), EN)
        said.append(card.rows[0][0].label)
        wish = wish_of(tap_of(card, "📌"), Person(id=CHLOE))
        assert isinstance(wish, SetPlan) and (wish.what, wish.moment, wish.ply) == ("second", 0, match.ply)
        plan = Plan(deal=3, second=wish.value)
    assert said == [
        "📌 Round 2: ask me",
        "📌 Round 2: pass",
        "📌 Round 2: ♠️",
        "📌 Round 2: ♦️",
        "📌 Round 2: ♣️",
        "📌 Round 2: ask me",
    ]


def test_off_turn_the_second_round_can_be_laid_down_too_and_names_no_turn() -> None:
    card = views.hand_card(view(played(deal_three(), "pass"), CHLOE), EN)
    wish = wish_of(tap_of(card, "📌 Round 2: ask me"), Person(id=CHLOE))
    assert wish == SetPlan(person=CHLOE, deal=3, moment=0, what="second", value="pass")


def test_in_the_second_round_itself_one_is_asked() -> None:
    asked = views.hand_card(view(played(deal_three(), ["pass"] * 6), CHLOE), EN)
    assert "📌" not in "".join(button.label for row in asked.rows for button in row)
    done = views.hand_card(view(played(deal_three(), ["pass"] * 7), CHLOE), EN)
    assert "📌" not in "".join(button.label for row in done.rows for button in row)


def test_what_plays_itself_says_so_on_turn_and_not_why() -> None:
    message = views.hand_card(view(after(14), CHLOE)._replace(own=Own(by_itself=True)), EN)
    assert "⏳ This turn plays itself soon" in plain(message.text)
    assert "⏳" not in plain(views.hand_card(view(after(14), CHLOE), EN).text)
    assert "⏳" not in plain(views.hand_card(view(after(14), DAN), EN).text)


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
def test_every_plan_fits_on_a_phone(variant: str, rules: Rules) -> None:
    """With a card for every suit that is held, in all languages, in signs and in words."""
    played_out = course(variant, rules, 11, deals=1)
    names = ["Maximiliane-Sophie", "張三李四王五", "Chloé", "👨‍👩‍👧‍👦" * 5][: rules.players]
    rng = random.Random(5)
    for match in rng.sample(played_out.states, min(12, len(played_out.states))):
        for number in range(rules.players):
            looked = table(played_out, match, names, number)
            for own in (Own(_full(match, rules, number), planning=opened) for opened in (False, True)):
                for t in (*TONGUES, *WORDED):
                    check_message(_card(looked, own, match, t))


def _full(match: Match, rules: Rules, number: int) -> Plan:
    seen = observation(match, seats_in_play(rules)[number])
    held = {suit: cards_of(seen.hand & mask) for suit, mask in enumerate(SUIT_MASKS)}
    cards = {SUIT_LETTERS[suit]: card_code(own[-1]) for suit, own in held.items() if own}
    return Plan(deal=seen.deal_no, passing=True, second="S", trick=moment(seen), cards=cards)


def _card(looked: TableView, own: Own, match: Match, t: Tongue) -> Message:
    seen = looked.seen
    assert seen is not None
    shows = own.planning and may_lay_cards(seen)
    mine = to_act(match) == looked.seat and match.phase is not Phase.OVER
    return views.hand_card(looked._replace(own=own._replace(planning=shows, by_itself=mine)), t)
