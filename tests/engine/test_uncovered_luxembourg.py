"""Luxembourg: what no rule vector covers, played through the match. Names follow docs/rules/luxembourg.md."""

from dataclasses import replace

import pytest

from engine.actions import action_text, parse_action
from engine.cards import cards_of, parse_card
from engine.contracts import Contract, Mode
from engine.match import Match, Phase, apply, new_match, play_trusted, resume, start_deal, to_act
from engine.melds import MeldKind
from engine.observation import legal_actions, observation
from engine.rules import Rules, TieRule
from engine.scoring import Outcome, score_deal
from engine.seats import NS, E, N, S, W
from engine.state import FinishedDeal, MeldTold
from engine.variants import VARIANTS
from tests.engine.play import after, pack_of, pack_with

RULES = VARIANTS["luxembourg"]
NO_FORTUNE = {"pass", "sans", "tout", "silent_take"}


QUIET = {
    "N": "7C 9C 8D KD 7H TH 8S JS",
    "E": "TC JC QC TD JD QH QS",
    "S": "8C AC 7D 9D 8H JH 9S KS",
    "W": "KC AD 9H KH AH 7S TS AS",
}
"""Nobody but East melds, whose turned card is the queen of diamonds."""
SIX_RUNS = {
    "N": "TH JH QH KH TC QD 7S 9S",
    "E": "QC AC TD AD 9H JS KS",
    "S": "7C 8C 9C JD KD 7H 8S TS",
    "W": "7D 8D 9D JC KC 8H QS AH",
}
"""A cinquante and a tierce against a tierce; East's turned card is the ace of spades."""


def game(rules: Rules, hands: dict[str, str], turned: str) -> Match:
    """North has dealt, East makes the normal game in the turned suit; these are all cards (East's without it)."""
    cards = {seat: codes.split() for seat, codes in hands.items()}
    codes = [code for seat in "ESWN" for code in cards[seat][:3]]
    codes += [code for seat in "ESWN" for code in cards[seat][3:5]]
    codes += [turned, *(code for seat in "ESWN" for code in cards[seat][5:])]
    match, _ = start_deal(new_match(rules, N), tuple(map(parse_card, codes)))
    return after(match, turned[1], "pass", "pass", "pass")


def first_cards(match: Match, tricks: int = 1) -> Match:
    """Play the lowest card allowed, until so many tricks are complete or the deal is over."""
    number = match.deal_no
    while match.deal is not None and match.deal_no == number and len(match.deal.tricks) < tricks:
        seat = to_act(match)
        match = apply(match, next(a for a in legal_actions(observation(match, seat)) if a.card >= 0))[0]
    return match


def told(match: Match) -> dict[int, list[MeldTold]]:
    found: dict[int, list[MeldTold]] = {}
    for meld in observation(match, None).melds:
        found.setdefault(meld.seat, []).append(meld)
    return found


def finished(match: Match) -> FinishedDeal:
    match = first_cards(match, 9)
    assert match.finished is not None
    return match.finished


def test_announcements_a_run_of_eight_is_a_cent_and_a_tierce() -> None:
    # AMB-C18
    hands = {
        "N": "7D TD KD 8H JH AH 9S QS",
        "E": "7C 8C 9C TC JC KC AC",
        "S": "8D JD AD 9H QH 7S TS KS",
        "W": "9D QD 7H TH KH 8S JS AS",
    }
    match = game(RULES, hands, "QC")
    melds = told(first_cards(match))[E]
    assert [(meld.kind, meld.points) for meld in melds] == [(MeldKind.CENT, 100), (MeldKind.TIERCE, 20)]
    assert finished(match).score.melds == (0, 120)


def test_announcements_equal_streets_are_struck_though_they_are_not_the_best() -> None:
    # AMB-C12: both tierces to the nine go, though North's cinquante is best; South's would have counted with it.
    match = game(RULES, SIX_RUNS, "AS")
    beaten = {seat: [meld.beaten for meld in own] for seat, own in told(first_cards(match)).items()}
    assert beaten == {N: [False], S: [True], W: [True]}
    assert finished(match).score.melds == (50, 0)
    assert finished(game(replace(RULES, tie_rule=TieRule.NONE), SIX_RUNS, "AS")).score.melds == (70, 0)


def test_announcements_equal_streets_of_partners_both_count() -> None:
    # AMB-C13
    hands = {
        "N": "7C 8C 9C TD QD 7H 9H 7S",
        "E": "QC AD QH AH 8S QS JS",
        "S": "7D 8D 9D JC KC 8H TH TS",
        "W": "TC AC JD KD JH KH 9S KS",
    }
    assert finished(game(RULES, hands, "AS")).score.melds == (40, 0)


def test_announcements_four_queens_or_two_tierces_through_them() -> None:
    # The two tierces are proposed (40 against 30); the player may show the four queens.
    match = game(RULES, QUIET, "QD")
    options = {action_text(action) for action in legal_actions(observation(match, E))}
    assert {"meld:TCJCQCTDJDQD", "meld:QCQDQHQS", "meld:-"} <= options
    chosen = after(match, "meld:QCQDQHQS")
    assert [(m.kind, m.points) for m in told(first_cards(match))[E]] == [(MeldKind.TIERCE, 20)] * 2
    assert [(m.kind, m.points) for m in told(first_cards(chosen))[E]] == [(MeldKind.CARRE, 30)]
    assert finished(match).score.melds == (0, 40)
    assert finished(chosen).score.melds == (0, 30)


def test_score_defenders_sweep_though_the_makers_melds_are_more() -> None:
    # a = 200 is more than d = 162, and yet a side without a trick has lost.
    score = score_deal(
        RULES,
        Contract(E, Mode.TRUMP, 3),
        cards=(152, 0),
        last_trick=NS,
        belote=(0, 20),
        melds=(0, 200),
        sweep=NS,
        pot=8,
    )
    assert (score.outcome, score.counted) == (Outcome.DEDANS, (162, 220))
    assert score.written == (36 + 19 + 8, 2)
    assert (score.pot_out, score.pot_to) == (0, NS)


@pytest.mark.parametrize(
    ("mode", "half", "written", "held"), [(Mode.TRUMP, 81, 8, 13), (Mode.ALL_TRUMP, 129, 26, 36)]
)
def test_score_a_tie_with_the_fairness_option(mode: Mode, half: int, written: int, held: int) -> None:
    # AMB-C8, AMB-C9, AMB-C24: neither belote nor melds break the tie; the makers' melds are held with their cards.
    rules = replace(RULES, melds_count_for_winning=False)
    contract = Contract(N, mode, 2 if mode is Mode.TRUMP else -1)
    score = score_deal(rules, contract, cards=(half - 10, half), last_trick=NS, belote=(20, 0), melds=(50, 0))
    assert (score.outcome, score.counted) == (Outcome.LITIGE, (half, half))
    assert score.written == (2 if mode is Mode.TRUMP else 4, written)
    assert score.pot_out == held
    other = score_deal(RULES, contract, cards=(half - 10, half), last_trick=NS, belote=(20, 0), melds=(50, 0))
    assert other.outcome is Outcome.MADE, "without the option they decide"


def test_announcements_a_forgotten_show_costs_the_sides_melds_and_nobody_inherits() -> None:
    # AMB-C19: North's cinquante is best and is not shown. West's tierce counts no more than before.
    rules = replace(RULES, auto_show_melds=False, tie_rule=TieRule.NONE)
    match = first_cards(game(rules, SIX_RUNS, "AS"))
    assert {seat for seat, own in told(match).items() if not own[0].beaten} == {N, S}
    offered = set()
    while match.deal is not None and len(match.deal.tricks) == 1:
        seat = to_act(match)
        actions = [action_text(action) for action in legal_actions(observation(match, seat))]
        offered |= {seat} if "show" in actions else set()
        match = after(match, next(text for text in actions if text != "show"))
    assert len(offered) == 1, "after the first who forgot there is nothing left to show"
    assert offered < {N, S}
    assert all(meld.beaten for own in told(match).values() for meld in own)
    assert finished(match).score.melds == (0, 0)


def _pot_of_8(rules: Rules, dealer: int = N) -> Match:
    return resume(rules, deal_no=4, dealer=dealer, totals=(40, 50), pot=8, ply=0)


def test_score_the_staenner_survives_a_pass_out_and_an_annulled_deal() -> None:
    match = after(start_deal(_pot_of_8(RULES), pack_of(3))[0], *["pass"] * 8)
    assert (match.pot, match.totals, match.dealer, match.deal_no) == (8, (40, 50), E, 5)
    hands = {"S": "7C 7D 7H 7S AC", "W": "8C 9D TC JD 8H", "N": "9C QD TH JC 8S", "E": "KD QC 9H JS TS"}
    match, _ = start_deal(match, pack_with(RULES, "E", hands, "AS"))
    match = first_cards(after(match, "S", "pass", "pass", "pass"))
    assert match.finished is not None
    assert match.finished.score.outcome is Outcome.ANNULLED
    assert (match.pot, match.totals, match.dealer, match.deal_no) == (8, (40, 50), S, 6)
    assert match.phase is Phase.DEALING


def test_auction_topping_back_and_forth() -> None:
    # AMB-C2: who was topped may top again, a partner may top a partner, and passes count from the last game.
    match, _ = start_deal(new_match(RULES, N), pack_with(RULES, "N", {}, "9H"))
    match = after(match, "pass", "H", "pass", "sans", "pass", "pass")
    assert to_act(match) == W
    assert {action_text(a) for a in legal_actions(observation(match, W))} == {"pass", "tout", "silent_take"}
    topped = after(match, "tout")
    contract = observation(topped, None).contract
    assert contract == Contract(W, Mode.ALL_TRUMP)
    stands = after(match, "pass")
    assert observation(stands, None).contract == Contract(N, Mode.NO_TRUMP)
    late = after(start_deal(new_match(RULES, N), pack_of(2))[0], *["pass"] * 4)
    suit = next(t for a in legal_actions(observation(late, E)) if (t := action_text(a)) not in NO_FORTUNE)
    late = after(late, suit, "pass", "pass", "sans", "pass", "pass")
    assert to_act(late) == W
    late = after(late, "silent_take")
    assert observation(late, None).contract == Contract(W, Mode.ALL_TRUMP, silent=True)
    assert to_act(late) == E, "the player after the dealer leads, whoever plays"


def test_topping_is_replayed_as_it_was() -> None:
    match, _ = start_deal(new_match(RULES, N), pack_of(2))
    for text in ("pass", "pass", "sans", "pass", "tout"):
        assert play_trusted(match, parse_action(text)) == after(match, text)
        match = after(match, text)
    assert match.deal is not None
    assert [len(tuple(cards_of(hand))) for hand in match.deal.hands] == [8, 8, 8, 8]
