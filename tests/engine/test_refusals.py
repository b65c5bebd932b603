"""Every reason to refuse, each from a position in which a player could meet it."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from engine.actions import parse_action
from engine.cards import card_code, cards_of, parse_card
from engine.contracts import Contract, tables_for
from engine.match import IllegalAction, Match, apply, new_match, to_act
from engine.observation import observation, why_not
from engine.rules import Rules
from engine.seats import parse_seat
from engine.trick import Refusal, RefusalCode, card_refusal
from engine.variants import OPTIONS, VARIANTS, with_option
from tests.engine.play import ALL_TRUMP, after, dealt, hand, plays, trump

CLASSIC, LUXEMBOURG, COINCHE = VARIANTS["classic"], VARIANTS["luxembourg"], VARIANTS["coinche"]


class Duty(NamedTuple):
    """A card somebody would like to play, and what is said."""

    rules: Rules
    contract: Contract
    trick: str
    seat: str
    held: str
    wish: str
    code: RefusalCode
    allowed: str
    suit: str
    beat: str = ""


DUTIES = (
    # classic goes counter-clockwise: N W S E
    Duty(CLASSIC, trump("H"), "N:AS", "W", "KS 7S JH", "JH", RefusalCode.MUST_FOLLOW, "KS 7S", "S"),
    Duty(CLASSIC, trump("D"), "N:8D W:9C", "S", "9D 7D", "7D", RefusalCode.MUST_RISE, "9D", "D", "8D"),
    Duty(CLASSIC, trump("H"), "E:AC", "N", "8H QH KS", "KS", RefusalCode.MUST_RUFF, "8H QH", "H"),
    Duty(CLASSIC, trump("S"), "N:AD W:8S", "S", "9S 7S KH", "KH", RefusalCode.MUST_OVERRUFF, "9S", "S", "8S"),
    Duty(CLASSIC, trump("S"), "N:7D W:8S", "S", "9S 7S KH", "7S", RefusalCode.MUST_RUFF_HIGHER, "9S", "S", "8S"),
    Duty(CLASSIC, trump("S"), "N:AD W:JS", "S", "9S 7S KH", "KH", RefusalCode.MUST_UNDERRUFF, "9S 7S", "S", "JS"),
    Duty(CLASSIC, trump("S"), "N:AD", "W", "9S", "7H", RefusalCode.NOT_HELD, "", ""),
    Duty(LUXEMBOURG, ALL_TRUMP, "N:9D", "E", "JD QD AS", "QD", RefusalCode.MUST_RISE, "JD", "D", "9D"),
    Duty(LUXEMBOURG, ALL_TRUMP, "N:9D", "E", "QD AS", "AS", RefusalCode.MUST_FOLLOW, "QD", "D"),
    Duty(
        *(LUXEMBOURG, trump("S"), "N:AD E:8S S:7D", "W", "7S 9S KH"),
        *("7S", RefusalCode.NO_LOWER_TRUMP, "9S KH", "S", "8S"),
    ),
    # Only trumps are left: the higher one is a duty, even over the partner.
    Duty(
        *(LUXEMBOURG, trump("S"), "N:AD E:8S S:7D", "W", "7S 9S"),
        *("7S", RefusalCode.MUST_RUFF_HIGHER, "9S", "S", "8S"),
    ),
)  # fmt: skip


@pytest.mark.parametrize("duty", DUTIES, ids=lambda duty: f"{duty.code.value} {duty.wish}")
def test_duties_of_card_play(duty: Duty) -> None:
    tables = tables_for(duty.rules, duty.contract)
    args = tables, plays(duty.trick), parse_seat(duty.seat), hand(duty.held)
    refusal = card_refusal(*args, parse_card(duty.wish))
    assert refusal == Refusal(
        duty.code,
        "CDHS".index(duty.suit) if duty.suit else -1,
        hand(duty.allowed),
        parse_card(duty.beat) if duty.beat else -1,
    )
    for card in cards_of(hand(duty.allowed)):
        assert card_refusal(*args, card) is None


def _started(rules: Rules, dealer: str = "S") -> Match:
    return dealt(rules, seed=5, dealer=parse_seat(dealer))


def _turned_suit(match: Match) -> str:
    return "CDHS"[observation(match, None).turned >> 3]


def _other_suit(match: Match) -> str:
    return next(letter for letter in "CDHS" if letter != _turned_suit(match))


def _forced() -> Match:
    option = next(option for option in OPTIONS["luxembourg"] if option.name == "force")
    return after(_started(with_option(LUXEMBOURG, option, True)), *["pass"] * 8)


ROUND_2 = ["pass"] * 4

AT_TABLE: tuple[tuple[RefusalCode, Callable[[], tuple[Match, str]]], ...] = (
    (RefusalCode.NO_DEAL, lambda: (new_match(CLASSIC, 0), "pass")),
    (RefusalCode.WRONG_PHASE, lambda: (_started(CLASSIC), "JH")),
    (RefusalCode.WRONG_PHASE, lambda: (after(_started(CLASSIC), "take"), "pass")),
    (RefusalCode.WRONG_PHASE, lambda: (_started(CLASSIC), "aside:JH")),
    (RefusalCode.CALL_NOT_OFFERED, lambda: (_started(CLASSIC), "tout")),
    (RefusalCode.NOT_THE_TURNED_SUIT, lambda: (m := _started(CLASSIC), _other_suit(m))),
    (RefusalCode.SUIT_ALREADY_REFUSED, lambda: (after(_started(CLASSIC), *ROUND_2), "take")),
    (RefusalCode.SUIT_ALREADY_REFUSED, lambda: (m := after(_started(CLASSIC), *ROUND_2), _turned_suit(m))),
    (RefusalCode.CALL_TOO_LOW, lambda: (after(_started(LUXEMBOURG), "sans"), "sans")),
    (RefusalCode.CALL_TOO_LOW, lambda: (after(_started(LUXEMBOURG), "sans"), "C")),
    (RefusalCode.MUST_CHOOSE, lambda: (_forced(), "pass")),
    (RefusalCode.CALL_TOO_LOW, lambda: (after(_started(COINCHE), "100:H"), "90:S")),
    (RefusalCode.DOUBLED, lambda: (after(_started(COINCHE), "100:H", "coinche"), "110:H")),
    (RefusalCode.DOUBLED, lambda: (after(_started(COINCHE), "100:H", "coinche"), "coinche")),
    (RefusalCode.NOT_YOURS_TO_DOUBLE, lambda: (after(_started(COINCHE), "100:H", "pass"), "coinche")),
    (RefusalCode.NOT_YOURS_TO_DOUBLE, lambda: (after(_started(COINCHE), "80:H", "coinche", "pass"), "surcoinche")),
    (RefusalCode.CALL_NOT_OFFERED, lambda: (after(_started(COINCHE), "100:H"), "surcoinche")),
    (RefusalCode.CALL_NOT_OFFERED, lambda: (_started(COINCHE), "coinche")),
    (RefusalCode.CALL_NOT_OFFERED, lambda: (after(_started(COINCHE), "100:H"), "take")),
    (RefusalCode.NO_SUCH_MELD, lambda: (after(_started(CLASSIC), "take"), "meld:-")),
    (RefusalCode.NOTHING_TO_SHOW, lambda: (after(_started(CLASSIC), "take"), "show")),
    (RefusalCode.NOT_PROVED, lambda: (after(_started(CLASSIC), "take"), "claim")),
    (RefusalCode.NOT_HELD, lambda: (after(_started(CLASSIC), "take"), _foreign(after(_started(CLASSIC), "take")))),
    (RefusalCode.NOT_HELD, lambda: (m := after(_started(VARIANTS["beginner"]), "take"), f"aside:{_foreign(m)}")),
)  # fmt: skip


def _foreign(match: Match) -> str:
    """A card that the seat to act does not hold."""
    held = observation(match, to_act(match)).hand
    return next(card_code(card) for card in range(32) if not held >> card & 1)


@pytest.mark.parametrize(("code", "position"), AT_TABLE)
def test_refusals_at_the_table(code: RefusalCode, position: Callable[[], tuple[Match, str]]) -> None:
    match, text = position()
    action = parse_action(text)
    refusal = why_not(observation(match, to_act(match)), action)
    assert refusal is not None
    assert refusal.code is code
    with pytest.raises(IllegalAction) as caught:
        apply(match, action)
    assert caught.value.refusal.code is code


def test_not_your_turn_and_not_seated() -> None:
    match = _started(CLASSIC)
    codes = {seat: why_not(observation(match, seat), parse_action("pass")) for seat in (None, 0, 1, 2, 3)}
    assert {seat: refusal.code for seat, refusal in codes.items() if refusal} == {
        None: RefusalCode.NOT_SEATED,
        0: RefusalCode.NOT_YOUR_TURN,
        2: RefusalCode.NOT_YOUR_TURN,
        3: RefusalCode.NOT_YOUR_TURN,
    }


def test_every_reason_is_met() -> None:
    met = {duty.code for duty in DUTIES} | {code for code, _ in AT_TABLE}
    assert met | {RefusalCode.NOT_YOUR_TURN, RefusalCode.NOT_SEATED} == set(RefusalCode)
