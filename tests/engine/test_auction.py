"""classic §auction and its relatives: rounds, topping, bidding, and who gets the turned card."""

from dataclasses import replace

import pytest

from engine.actions import action_text
from engine.cards import cards_of, parse_card
from engine.contracts import Contract, Mode
from engine.match import Match, Phase, apply, new_match, start_deal, to_act
from engine.observation import legal_actions, observation
from engine.rules import Rules, TurnedTo
from engine.scoring import Outcome
from engine.seats import E, N, S, W
from engine.variants import VARIANTS
from tests.engine.play import after, dealt, pack_of, pack_with

CLASSIC, LUX, COINCHE = VARIANTS["classic"], VARIANTS["luxembourg"], VARIANTS["coinche"]
BEGINNER, HOUSE = VARIANTS["beginner"], VARIANTS["house"]


def _offers(match: Match) -> set[str]:
    return {action_text(action) for action in legal_actions(observation(match, to_act(match)))}


def _dealt_by(rules: Rules, dealer: int) -> Match:
    return dealt(rules, 5, dealer)


def _contract(match: Match) -> Contract | None:
    return observation(match, None).contract


def _hands(match: Match) -> list[int]:
    return [observation(match, seat).hand for seat in range(4)]


@pytest.mark.parametrize("name", ["classic", "luxembourg", "beginner", "house", "coinche", "two-player"])
def test_a_pass_out_hands_the_deal_on_and_keeps_score_and_pot(name: str) -> None:
    rules = VARIANTS[name]
    match = new_match(rules, S)._replace(totals=(120, 80), pot=81)
    match, _ = start_deal(match, pack_of(3))
    while match.deal is not None:
        match = after(match, "pass")
    assert match.finished is not None
    assert match.finished.score.outcome is Outcome.PASSED_OUT
    expected = {"classic": E, "two-player": N}.get(name, W)
    assert (match.dealer, match.deal_no, match.totals, match.pot) == (expected, 2, (120, 80), 81)
    assert match.phase is Phase.DEALING


def test_the_seat_after_the_dealer_speaks_first_and_leads() -> None:
    match = _dealt_by(CLASSIC, N)
    assert to_act(match) == W
    taken = after(match, "pass", "take")
    assert (to_act(taken), observation(taken, None).leader) == (W, W)


def test_the_taker_gets_the_turned_card_and_two_more() -> None:
    match = _dealt_by(CLASSIC, N)
    before, turned = _hands(match), observation(match, None).turned
    for calls, taker in (["take"], W), (["pass"] * 5 + ["C", "D", "H", "S"][turned >> 3 == 0 :][:1], S):
        taken = after(match, *calls)
        hands = _hands(taken)
        assert hands[taker] >> turned & 1
        assert all(hand.bit_count() == 8 for hand in hands)
        assert all(old & new == old for old, new in zip(before, hands, strict=True))


def test_beginner_dealer_gets_the_turned_card_lays_one_aside_and_gets_it_back() -> None:
    # AMB-E1
    match = after(_dealt_by(BEGINNER, N), "pass", "take")
    turned = observation(match, None).turned
    assert (match.phase, to_act(match)) == (Phase.LAYING_ASIDE, N)
    held = observation(match, N).hand
    assert held.bit_count() == 6
    assert held >> turned & 1
    assert _offers(match) == {f"aside:{text}" for text in map(_code, cards_of(held))}
    assert observation(match, E).counts == (6, 5, 5, 5)
    for card in cards_of(held):
        done, _ = apply(match, legal_actions(observation(match, N))[cards_of(held).index(card)])
        hands = _hands(done)
        assert hands[N] & held == held
        assert [hand.bit_count() for hand in hands] == [8] * 4
        assert (done.phase, to_act(done)) == (Phase.PLAYING, E)


def _code(card: int) -> str:
    return "789TJQKA"[card & 7] + "CDHS"[card >> 3]


def test_beginner_turned_card_back_to_the_stock() -> None:
    # AMB-E5: in round two it is dealt as the stock's first card.
    rules = replace(BEGINNER, turned_to_round_2=TurnedTo.STOCK)
    match = _dealt_by(rules, N)
    turned = observation(match, None).turned
    other = next(letter for suit, letter in enumerate("CDHS") if suit != turned >> 3)
    taken = after(match, *["pass"] * 5, other)
    assert taken.phase is Phase.PLAYING
    assert observation(taken, E).hand >> turned & 1


def test_house_no_trump_ends_the_auction() -> None:
    match = after(_dealt_by(HOUSE, N), "pass", "NT")
    assert _contract(match) == Contract(S, Mode.NO_TRUMP)
    assert observation(match, None).round == 1


# --- luxembourg: topping ---


def test_luxembourg_topping_back_and_forth() -> None:
    match = _dealt_by(LUX, S)
    suit = "CDHS"[observation(match, None).turned >> 3]
    match = after(match, "pass", suit, "pass", "pass")
    # AMB-C2: West passed before, and may speak again.
    assert to_act(match) == W
    match = after(match, "sans", "pass", "pass", "pass")
    assert _contract(match) == Contract(W, Mode.NO_TRUMP)
    topped = after(_dealt_by(LUX, S), "pass", suit, "pass", "pass", "sans", "tout")
    assert _contract(topped) == Contract(N, Mode.ALL_TRUMP)


def test_luxembourg_taking_in_silence_is_tout() -> None:
    match = _dealt_by(LUX, S)
    assert "silent_take" in _offers(match)
    taken = after(match, "pass", "silent_take")
    assert _contract(taken) == Contract(N, Mode.ALL_TRUMP, silent=True)
    assert "silent_take" not in _offers(_dealt_by(replace(LUX, silent_take=False), S))


def test_luxembourg_forced_game_can_be_topped() -> None:
    # AMB-C23
    match = after(_dealt_by(replace(LUX, force=True), S), *["pass"] * 8)
    assert observation(match, None).round == 3
    assert "pass" not in _offers(match)
    match = after(match, "C")
    assert to_act(match) == N
    assert _offers(match) == {"pass", "sans", "tout", "silent_take"}
    assert _contract(after(match, "pass", "pass", "pass")) == Contract(W, Mode.TRUMP, 0)


def test_luxembourg_valet_force_plays_at_once() -> None:
    rules = replace(LUX, valet_force=True)
    match, events = start_deal(new_match(rules, S), pack_with(rules, "S", {}, turned="JD"))
    assert (match.phase, to_act(match), match.ply) == (Phase.PLAYING, W, 0)
    assert _contract(match) == Contract(W, Mode.ALL_TRUMP)
    assert observation(match, W).hand >> parse_card("JD") & 1
    assert [type(event).__name__ for event in events] == ["DealStarted", "ContractFixed"]


# --- coinche: bidding ---


def test_coinche_bids_rise_and_a_passed_player_may_bid_later() -> None:
    match = after(_dealt_by(COINCHE, S), "pass", "80:H", "pass", "pass")
    assert to_act(match) == W
    offers = _offers(match)
    assert {"90:C", "capot:AT", "coinche", "pass"} <= offers
    assert not {"80:S", "surcoinche"} & offers


def test_coinche_doubling_keeps_the_bid_and_opens_the_last_word() -> None:
    match = after(_dealt_by(COINCHE, S), "capot:NT", "coinche", "pass", "pass")
    assert _offers(match) == {"pass", "surcoinche"}
    assert _contract(after(match, "pass")) == Contract(W, Mode.NO_TRUMP, level=250, double=2)
    assert _contract(after(match, "surcoinche")) == Contract(W, Mode.NO_TRUMP, level=250, double=4)


def test_coinche_the_bidders_partner_may_redouble() -> None:
    match = after(_dealt_by(COINCHE, S), "80:H", "coinche", "surcoinche")
    assert _contract(match) == Contract(W, Mode.TRUMP, 2, level=80, double=4)


def test_coinche_all_cards_are_dealt_before_the_bidding() -> None:
    match = _dealt_by(COINCHE, S)
    assert observation(match, N).hand.bit_count() == 8
    assert observation(match, N).turned == -1
