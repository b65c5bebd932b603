"""Faults that other card games shipped and their players found. Each has its test here, for its whole kind."""

import hashlib
from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations

import pytest

from engine.actions import BID_LEVELS, Action, ActionKind, action_text, parse_action
from engine.cards import ACE, CARDS, SUITS, card_of, parse_card
from engine.contracts import CAPOT, STRAINS, Contract, Mode, contract_for, tables_for
from engine.deal import permutation
from engine.match import Match, Phase, apply, new_match, resume, start_deal, to_act
from engine.melds import compare
from engine.observation import legal_actions, observation
from engine.rules import Rules
from engine.scoring import Outcome, StepCode, has_won, score_deal
from engine.seats import EW, NS, E, N, S, W, next_seat, seats_in_play
from engine.trick import legal_cards, winner_of
from engine.variants import VARIANTS
from tests.engine.play import (
    ALL_TRUMP,
    NO_TRUMP,
    after,
    dealt,
    hand,
    one_meld,
    pack_with,
    played_deal,
    plays,
    trump,
)
from tests.soak.deals import soak

FOUR = [name for name, rules in VARIANTS.items() if rules.players == 4]
COINCHE, LUX, CLASSIC = VARIANTS["coinche"], VARIANTS["luxembourg"], VARIANTS["classic"]


def calls_of(match: Match) -> set[str]:
    seat = to_act(match)
    return {action_text(action) for action in legal_actions(observation(match, seat))}


# --- 31 ---


def test_case_31_no_trump_ten_beats_nine_and_a_foreign_king_nothing() -> None:
    assert winner_of(NO_TRUMP, plays("N:9C E:TC S:KH W:7C")) == E
    assert winner_of(NO_TRUMP, plays("N:JC E:KD S:KH W:KS")) == N


def test_case_31_all_trump_order_and_the_duty_to_go_over() -> None:
    order = ["J", "9", "A", "T", "K", "Q", "8", "7"]
    for higher, lower in pairwise(order):
        assert winner_of(ALL_TRUMP, plays(f"N:{lower}C E:{higher}C S:JD W:JS")) == E
        for rules in (LUX, COINCHE):
            held = hand(f"{higher}C JD")
            assert legal_cards(rules, ALL_TRUMP, plays(f"N:{lower}C"), S, held) == hand(f"{higher}C")


# --- 32 ---


def test_case_32_a_plain_lead_is_won_by_the_trump_that_comes_later() -> None:
    assert winner_of(trump("H"), plays("N:AC E:TC S:7H W:KC")) == S
    assert winner_of(trump("H"), plays("N:7C E:AD S:AS W:8C")) == W


def test_case_32_the_trump_jack_is_a_trump_and_no_card_of_another_suit() -> None:
    for rules in VARIANTS.values():
        assert legal_cards(rules, trump("H"), plays("N:7H"), rules.players, hand("JH AC")) == hand("JH")
        assert legal_cards(rules, trump("H"), plays("N:7D"), rules.players, hand("JH JD")) == hand("JD")


# --- 33 ---


def test_case_33_the_partner_has_ruffed_and_only_trumps_are_held() -> None:
    trick = plays("E:AC N:9H W:7C")
    assert legal_cards(CLASSIC, trump("H"), trick, S, hand("7H JH")) == hand("7H JH")
    assert legal_cards(LUX, trump("H"), trick, S, hand("7H JH")) == hand("JH"), "no lower one (AMB-C1)"


@pytest.mark.parametrize("name", FOUR)
def test_case_33_no_duty_to_ruff_when_the_partners_ruff_leads(name: str) -> None:
    cards = legal_cards(VARIANTS[name], trump("H"), plays("E:AC N:9H W:7C"), S, hand("8H KD"))
    assert cards & hand("KD")


# --- 34 ---


@pytest.mark.parametrize("name", VARIANTS)
def test_case_34_the_dealers_neighbour_leads_not_the_taker(name: str) -> None:
    rules = VARIANTS[name]
    for dealer in seats_in_play(rules):
        match = dealt(rules, 7, dealer)
        neighbour = next_seat(rules, dealer)
        assert to_act(match) == neighbour, "and speaks first"
        match = after(match, "pass")
        match = after(match, min(calls_of(match) - {"pass"}))
        while observation(match, None).phase is Phase.CALLING:
            match = after(match, "pass")
        if observation(match, None).phase is Phase.LAYING_ASIDE:
            match = after(match, min(calls_of(match)))
        obs = observation(match, None)
        assert obs.contract is not None
        assert obs.contract.taker == next_seat(rules, neighbour)
        assert obs.leader == obs.turn == neighbour


@pytest.mark.parametrize("name", VARIANTS)
def test_case_34_dealer_and_first_speaker_rotate_in_the_direction_of_play(name: str) -> None:
    rules = replace(VARIANTS[name], target=100_000)
    match = new_match(rules, N)
    for seed in range(6):
        dealer = match.dealer
        match, _ = start_deal(match, permutation(bytes([seed]) * 8))
        assert to_act(match) == next_seat(rules, dealer)
        while match.deal is not None:
            match = apply(match, legal_actions(observation(match, to_act(match)))[-1])[0]
        assert match.dealer == next_seat(rules, dealer)


# --- 35 ---


@pytest.mark.parametrize("name", VARIANTS)
def test_case_35_capot_is_about_tricks_not_points(name: str) -> None:
    rules = VARIANTS[name]
    contract = contract_for(N, 2, 80 if rules is COINCHE else 0)
    all_points = score_deal(rules, contract, cards=(152, 0), last_trick=NS, sweep=None)
    all_tricks = score_deal(rules, contract, cards=(152, 0), last_trick=NS, sweep=NS)
    assert StepCode.CAPOT not in {step.code for step in all_points.steps}
    assert all_tricks.written[NS] > all_points.written[NS]


@pytest.mark.parametrize("double", [1, 2, 4])
@pytest.mark.parametrize("strain", STRAINS)
def test_case_35_a_failed_capot_bid_and_a_doubled_trickless_side_score(strain: int, double: int) -> None:
    contract = contract_for(N, strain, CAPOT, double)
    failed = score_deal(COINCHE, contract, cards=(142, 10), last_trick=NS, sweep=None)
    assert (failed.outcome, failed.written) == (Outcome.DEDANS, (0, 410 * double))
    trickless = score_deal(COINCHE, contract, cards=(0, 152), last_trick=EW, sweep=EW)
    assert trickless.written == (0, 410 * double)
    made = score_deal(COINCHE, contract, cards=(152, 0), last_trick=NS, sweep=NS)
    assert (made.outcome, made.written) == (Outcome.MADE, (500 * double, 0))


# --- 36 ---


@pytest.mark.parametrize("name", VARIANTS)
def test_case_36_the_last_tricks_ten_counts_once(name: str) -> None:
    rules = VARIANTS[name]
    for seed in range(4):
        finished = next((p.after.finished for p in played_deal(rules, seed) if p.after.deal is None), None)
        if finished is None or finished.contract is None or not finished.score.steps:
            continue
        score = finished.score
        tens = [step for step in score.steps if step.code is StepCode.LAST_TRICK]
        assert [sorted(step[1:]) for step in tens] == [[0, 10]]
        assert sum(score.cards) + 10 == tables_for(rules, finished.contract).total


@pytest.mark.parametrize(
    ("mode", "written"), [(Mode.TRUMP, (10, 7)), (Mode.NO_TRUMP, (19, 7)), (Mode.ALL_TRUMP, (19, 32))]
)
def test_case_36_a_game_is_doubled_once(mode: Mode, written: tuple[int, int]) -> None:
    contract = Contract(E if mode is Mode.ALL_TRUMP else N, mode, 2 if mode is Mode.TRUMP else -1)
    total = tables_for(LUX, contract).total
    score = score_deal(LUX, contract, cards=(86, total - 96), last_trick=NS)
    assert score.written == written
    assert sum(step.code is StepCode.DOUBLED for step in score.steps) == (mode is not Mode.TRUMP)


def test_case_36_a_bid_is_doubled_once() -> None:
    written = [
        score_deal(COINCHE, contract_for(N, 2, 100, double), cards=(110, 42), last_trick=NS).written[NS]
        for double in (2, 4)
    ]
    assert written == [520, 1040]


# --- 37 ---


def test_case_37_all_melds_of_the_winning_side_count_and_partners_do_not_cancel() -> None:
    for rules in (replace(CLASSIC, announcements=True), LUX):
        tables = tables_for(rules, trump("S"))
        sides = [(NS, "7C 8C 9C"), (NS, "7D 8D 9D"), (EW, "7H 8H 9H"), (NS, "TC JC QC KC")]
        verdict = compare(rules, tables, [(side, one_meld(rules, tables, cards)) for side, cards in sides])
        assert verdict.side == NS
        assert verdict.points == ((50, 0) if rules is LUX else (90, 0)), (
            "in Luxembourg the equal ones are struck"
        )
        partners = [entry for entry in sides if entry[0] == NS]
        verdict = compare(rules, tables, [(side, one_meld(rules, tables, cards)) for side, cards in partners])
        assert verdict.points == (90, 0)


def test_case_37_melds_with_the_trump_nine() -> None:
    rules = replace(CLASSIC, announcements=True)
    tables = tables_for(rules, trump("H"))
    assert one_meld(rules, tables, "8H 9H TH").points == 20
    assert one_meld(rules, tables, "9C 9D 9H 9S").points == 150


@pytest.mark.parametrize("name", ["classic", "luxembourg", "coinche", "beginner"])
def test_case_37_a_meld_alone_carries_a_side_over_the_target(name: str) -> None:
    rules = replace(VARIANTS[name], announcements=True)
    contract = contract_for(N, 2, 80 if rules.target and name == "coinche" else 0)
    bare = score_deal(rules, contract, cards=(90, 52), last_trick=NS)
    short = (rules.target - bare.written[NS] - 1, 0)
    assert (
        has_won(rules, score_deal(rules, contract, cards=(90, 52), last_trick=NS, totals=short).totals)
        is None
    )
    melded = score_deal(rules, contract, cards=(90, 52), last_trick=NS, totals=short, melds=(50, 0))
    assert has_won(rules, melded.totals) == NS


# --- 38 ---


@pytest.mark.parametrize("name", FOUR)
def test_case_38_a_tie_at_the_target_is_played_on(name: str) -> None:
    rules = VARIANTS[name]
    over = rules.target + 7
    assert has_won(rules, (over, over)) is None
    assert has_won(rules, (over, over + 1)) == EW
    assert has_won(rules, (over + 1, over)) == NS
    assert has_won(rules, (rules.target, 0)) == NS
    assert has_won(rules, (rules.target - 1, 0)) is None


@pytest.mark.parametrize(
    ("name", "strain", "half"),
    [
        ("classic", 2, 81),
        ("house", 4, 81),
        ("luxembourg", 2, 81),
        ("luxembourg", 4, 65),
        ("luxembourg", 5, 129),
    ],
)
def test_case_38_half_is_a_tie_and_one_more_is_enough(name: str, strain: int, half: int) -> None:
    outcomes = [
        _outcome(VARIANTS[name], contract_for(N, strain), points) for points in (half - 1, half, half + 1)
    ]
    assert outcomes == [Outcome.DEDANS, Outcome.LITIGE, Outcome.MADE]


@pytest.mark.parametrize(("name", "level"), [("two-player", 0), ("beginner", 0), ("coinche", 80)])
def test_case_38_where_half_is_lost(name: str, level: int) -> None:
    outcomes = [_outcome(VARIANTS[name], contract_for(N, 2, level), points) for points in (81, 82)]
    assert outcomes == [Outcome.DEDANS, Outcome.MADE]


def test_case_38_all_points_but_one_card_are_no_capot() -> None:
    for points, sweep in ((161, None), (162, None), (162, NS)):
        score = score_deal(
            CLASSIC, contract_for(N, 2), cards=(points - 10, 162 - points), last_trick=NS, sweep=sweep
        )
        assert score.written[NS] == (252 if sweep == NS else points)


def _outcome(rules: Rules, contract: Contract, points: int) -> Outcome:
    total = tables_for(rules, contract).total
    return score_deal(rules, contract, cards=(points - 10, total - points), last_trick=NS).outcome


# --- 39 ---


@pytest.mark.parametrize("order", [("QH", "KH"), ("KH", "QH")])
def test_case_39_belote_is_said_on_the_first_of_the_two_whichever_it_is(order: tuple[str, str]) -> None:
    rules = VARIANTS["house"]
    # East leads first and holds both, and nothing else that he could be made to play before them.
    match, _ = start_deal(new_match(rules, N), pack_with(rules, "N", {"E": "QH KH 7C 8C 9D"}, "AH"))
    match = after(match, "take")
    said = []
    for card in order:
        while to_act(match) != E or card not in calls_of(match):
            match = after(match, min(calls_of(match) - set(order)))
        match = after(match, card)
        said.append(observation(match, None).belotes[-1])
    assert [(call.seat, call.second, call.card) for call in said] == [
        (E, False, parse_card(order[0])),
        (E, True, parse_card(order[1])),
    ]


# --- 40 ---


def bidding(*calls: str) -> Match:
    """North has dealt, East speaks first."""
    return after(dealt(COINCHE, 1, N), *calls)


@pytest.mark.parametrize("bid", ["80:H", "160:NT", "capot:S"])
def test_case_40_only_opponents_double_and_the_bid_stands(bid: str) -> None:
    assert "coinche" in calls_of(bidding(bid))
    assert "coinche" not in calls_of(bidding(bid, "pass"))
    assert "coinche" in calls_of(bidding(bid, "pass", "pass"))
    contract = observation(bidding(bid, "coinche", "pass", "pass", "pass"), None).contract
    plain = observation(bidding(bid, "pass", "pass", "pass"), None).contract
    assert contract is not None
    assert contract == (plain and plain._replace(double=2))


def test_case_40_either_of_the_doubled_side_redoubles_and_nobody_else() -> None:
    assert calls_of(bidding("90:C", "coinche")) == {"pass", "surcoinche"}, "the partner"
    assert calls_of(bidding("90:C", "coinche", "pass")) == {"pass"}, "an opponent"
    assert calls_of(bidding("90:C", "coinche", "pass", "pass")) == {"pass", "surcoinche"}, "the bidder"
    contract = observation(bidding("90:C", "coinche", "surcoinche"), None).contract
    assert contract is not None
    assert (contract.taker, contract.level, contract.double) == (E, 90, 4)


def test_case_40_bidding_goes_on_until_three_passes_and_bids_strictly_rise() -> None:
    assert observation(bidding("80:C", "pass", "pass"), None).contract is None
    assert observation(bidding("80:C", "pass", "pass", "pass"), None).contract is not None
    assert (
        observation(bidding("pass", "pass", "pass", "80:C", "pass", "90:H", "pass", "pass"), None).contract
        is None
    )
    for level in BID_LEVELS:
        offered = map(parse_action, calls_of(bidding(f"{level}:NT")))
        assert all(action.level > level for action in offered if action.kind is ActionKind.BID)
    assert not _bids(bidding("capot:C"))


def _bids(match: Match) -> list[Action]:
    return [action for action in map(parse_action, calls_of(match)) if action.kind is ActionKind.BID]


# --- 41 ---


@pytest.mark.parametrize("name", VARIANTS)
def test_case_41_there_are_32_different_cards_at_every_moment(name: str) -> None:
    for ply in played_deal(VARIANTS[name], 11):
        deal = ply.after.deal
        if deal is None:
            continue
        held = [card for mask in deal.hands for card in CARDS if mask >> card & 1]
        held += [card for row in deal.reserves for card in row if card >= 0]
        fallen = [play.card for trick in deal.tricks for play in trick.plays] + [
            play.card for play in deal.trick
        ]
        assert len({*held, *fallen}) == len(held) + len(fallen) <= 32
        if deal.setup.contract is not None and observation(ply.after, None).phase is Phase.PLAYING:
            assert len(held) + len(fallen) == 32


def test_case_41_every_order_is_equally_likely() -> None:
    """Of the four aces, by the place the shuffle gives them: 24 orders, chi-square with 23 degrees of freedom."""
    aces = [card_of(suit, ACE) for suit in SUITS]
    rounds = 4800
    counts: Counter[tuple[int, ...]] = Counter()
    for number in range(rounds):
        pack = permutation(hashlib.sha256(number.to_bytes(4, "big")).digest())
        counts[tuple(card for card in pack if card in aces)] += 1
    expected = rounds / 24
    chi_square = sum((counts[order] - expected) ** 2 / expected for order in permutations(aces))
    assert chi_square < 49.7, "one in a thousand"


# --- 42 ---


@pytest.mark.parametrize("name", VARIANTS)
def test_case_42_random_deals_end_without_a_fault_and_points_add_up(name: str) -> None:
    """A few; `make soak` plays 100,000 of every rule set."""
    assert soak(name, 60, first=1_000_000).deals == 60


def test_case_42_a_match_goes_on_from_any_deal() -> None:
    match = resume(CLASSIC, deal_no=5, dealer=W, totals=(900, 880), pot=81, ply=200)
    match, _ = start_deal(match, permutation(b"case 42!"))
    assert to_act(match) == S
