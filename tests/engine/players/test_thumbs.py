"""The club player's rules of thumb, each in a position that a belote player would call clear."""

import random
from dataclasses import replace

import pytest

from engine.actions import action_text
from engine.cards import CARDS, card_code, parse_card
from engine.contracts import CAPOT
from engine.match import apply, new_match, start_deal, to_act
from engine.observation import Observation, observation
from engine.players.club import choose
from engine.players.club.counting import Count
from engine.rules import Rules
from engine.scoring import Outcome
from engine.seats import seats_in_play
from engine.variants import VARIANTS
from tests.engine.play import ALL_TRUMP, NO_TRUMP, pack_of, trump
from tests.engine.players.seeing import hears, sees

CLASSIC = VARIANTS["classic"]
SOUTH_PLAYS = trump("H", "S")._replace(level=80)
EAST_PLAYS = trump("H", "E")._replace(level=80)


def plays(seen: Observation) -> str:
    """What the club player does, whatever chance says."""
    (chosen,) = {action_text(choose(seen, 0, seed)) for seed in range(3)}
    return chosen


def plays_any(seen: Observation) -> str:
    """The same where several will do."""
    return action_text(choose(seen, 0, 1))


# --- leading ---


def test_the_taker_draws_trumps_with_his_jack() -> None:
    assert plays(sees("JH 9H AH 7H AC 7D 8S 9S", contract=SOUTH_PLAYS)) == "JH"


def test_he_stops_when_both_defenders_are_void() -> None:
    drawn = ("S:9H W:7C N:AH E:8C", "N:KH E:8D S:8H W:7D")
    assert plays(sees("JH 7H AC KC 9S 8S", *drawn, contract=SOUTH_PLAYS)) == "AC"


@pytest.mark.parametrize("variant", ["classic", "luxembourg", "coinche", "beginner", "house"])
def test_no_trump_is_ever_led_that_draws_none(variant: str) -> None:
    """Case 45."""
    asked = 0
    for number in range(30):
        for seen, chosen in _choices(VARIANTS[variant], number):
            if seen.contract is None or seen.trick or seen.contract.trump < 0:
                continue
            count = Count(seen)
            if (
                not count.trumps_out
                and count.hand & ~count.tables.trumps
                and count.hand & count.tables.trumps
            ):
                asked += 1
                assert parse_card(chosen) >> 3 != seen.contract.trump
    assert asked


def _choices(rules: Rules, number: int) -> list[tuple[Observation, str]]:
    rng = random.Random(f"thumbs {number}")
    pack = list(CARDS)
    rng.shuffle(pack)
    match, made = start_deal(new_match(rules, rng.choice(seats_in_play(rules))), tuple(pack))[0], []
    while (seat := to_act(match)) is not None:
        seen = observation(match, seat)
        action = choose(seen, 0, number)
        made.append((seen, action_text(action)))
        match = apply(match, action)[0]
    return made


def test_a_defender_leaves_trumps_alone() -> None:
    assert plays(sees("8H 9H QC AC 7D 8D 7S 8S", contract=EAST_PLAYS))[1] != "H"


def test_a_defender_cashes_his_ace_before_it_is_ruffed() -> None:
    assert plays(sees("8H KC 7C AC 7D 8D 7S 8S", contract=EAST_PLAYS)) == "AC"


def test_the_suit_that_the_partner_led_comes_back() -> None:
    """Case 45."""
    led_by_partner = "N:7C E:9C S:AC W:JC"
    assert plays(sees("KC 8C 8D 9D 7D 8S 9S", led_by_partner, contract=EAST_PLAYS))[1] == "C"
    led_by_a_foe = "E:7C S:AC W:JC N:9C"
    assert plays(sees("8C QC 8D 9D 7D 8S 9S", led_by_a_foe, contract=EAST_PLAYS))[1] != "C"


def test_masters_are_cashed_where_nothing_is_trump() -> None:
    no_trump = NO_TRUMP._replace(level=80)
    assert plays(sees("AC TC KC 7D 8D 9D 7S 8S", contract=no_trump)) in ("AC", "TC")
    assert plays(sees("JC 9C AC 7D 8D 7H 7S 8S", contract=ALL_TRUMP._replace(level=80))) == "JC"


# --- following ---


def test_the_last_to_play_wins_as_cheaply_as_he_can() -> None:
    assert plays(sees("JH 9H 8H 8D 7S 8S KS QS", trick="W:KC N:7C E:9C")) == "8H"


def test_a_trick_that_is_the_partners_for_certain_is_fattened() -> None:
    assert plays(sees("TD 7D 8S 9S QS 7S 9D 8D", trick="W:7C N:AC E:9C")) == "TD"


def test_the_ten_goes_to_the_partners_ace_when_nobody_can_ruff() -> None:
    assert plays(sees("TC 8C 8S 9S QS 7S 9D 8D", trick="W:7C N:AC E:9C")) == "TC"


def test_a_foes_trick_gets_nothing() -> None:
    chosen = plays(sees("TD AD 8S AS QS 7S 9D KD", trick="W:AC N:7C E:8C"))
    assert chosen in ("8S", "7S", "9D")


def test_trumps_are_saved_where_the_partner_has_the_trick() -> None:
    chosen = plays(sees("8H 7H TD 7D 8S 9S QS 7S", trick="W:7C N:AC E:9C"))
    assert chosen[1] != "H"


def test_a_trump_is_not_wasted_under_a_higher_one() -> None:
    """Where one need not trump any more (coinche), the low trump stays in the hand."""
    assert plays_any(sees("8H 7D 9D JD QS KS JS TS", trick="W:7C N:8C E:JH"))[1] != "H"


def test_what_is_out_is_counted() -> None:
    """The king is as good as an ace once ace and ten have fallen."""
    fallen = ("W:AC N:7C E:8C S:9C", "W:7S N:AS E:TS S:8S", "N:TC E:JC S:QC W:7D")
    count = Count(sees("KC 8D 9D 7H 9S", *fallen, seat="S", trick="N:8H E:9H"))
    assert count.masters(0) == 1 << parse_card("KC")


# --- calling ---


def takes(cards: str, turned: str, totals: tuple[int, int] = (0, 0), rules: Rules = CLASSIC) -> bool:
    return plays(hears(cards, turned=parse_card(turned), rules=rules, totals=totals)) != "pass"


def test_a_jack_with_company_takes_and_four_plain_cards_do_not() -> None:
    assert takes("JH AH AC 8S 9S", "9H")
    assert not takes("7C 8C 9D 7S QS", "8H")


def test_it_calls_more_when_the_others_are_about_to_win() -> None:
    """Case 45: whom the next game of the others beats must play himself."""
    rng = random.Random("to the score")
    counted = {}
    for totals in ((0, 0), (600, 960)):
        taken = 0
        rng.seed("hands")
        for _ in range(150):
            six = rng.sample(CARDS, 6)
            seen = hears(" ".join(map(card_code, six[:5])), turned=six[5], rules=CLASSIC, totals=totals)
            taken += plays_any(seen) != "pass"
        counted[totals] = taken
    assert counted[600, 960] > counted[0, 0]


def test_it_bids_higher_when_only_that_wins_the_match() -> None:
    strong = "JH 9H AH 8H AC 7D 8S 9S"
    usual = plays(hears(strong, "E:pass"))
    behind = plays(hears(strong, "E:pass", totals=(600, 960)))
    assert usual.endswith(":H")
    assert behind.endswith(":H")
    assert int(behind.partition(":")[0]) > int(usual.partition(":")[0])


def test_bids_do_not_drive_one_another_up_to_games_that_nobody_can_make() -> None:
    """A bid made because the others bid tells little, and is sooner doubled than topped."""
    levels, made = [], 0
    for seed in range(60):
        match = start_deal(new_match(VARIANTS["coinche"], seed % 4), pack_of(seed))[0]
        while (seat := to_act(match)) is not None:
            match = apply(match, choose(observation(match, seat), 0, seed))[0]
        assert match.finished is not None
        if match.finished.contract is not None:
            levels.append(match.finished.contract.level)
            made += match.finished.score.outcome is Outcome.MADE
    assert len(levels) > 40
    assert max(levels) < CAPOT
    assert made > len(levels) / 2


def test_a_hopeless_bid_of_the_others_is_doubled() -> None:
    assert plays(hears("JH 9H AH AS AD 7D 8S TS", "N:pass", "E:130:H")) == "coinche"
    assert plays(hears("7C 8C TC 9S 9D 7D 8S TS", "N:pass", "E:80:H")) != "coinche"


def test_a_coinche_upon_a_sure_game_is_answered() -> None:
    told = ("S:80:H", "W:pass", "N:pass", "E:coinche")
    assert plays(hears("JH 9H AH KH QH AS AD AC", *told)) == "surcoinche"
    assert plays(hears("JH 8H 7H 8S 9S 8D 7D AC", *told)) == "pass"


# --- luxembourg ---

LUXEMBOURG = VARIANTS["luxembourg"]


def melds(cards: str, taker: str) -> str:
    """What is done before the first card."""
    return plays_any(sees(cards, contract=trump("H", taker), rules=LUXEMBOURG, turned=parse_card("QH")))


def test_four_sevens_end_a_deal_that_the_others_play_and_not_ones_own() -> None:
    four = "7C 7D 7H 7S 9C TD JS {}"
    assert melds(four.format("KH"), taker="E")[:2] != "me", "the proposal ends it"
    assert melds(four.format("QH"), taker="S") == "meld:-"


def test_four_eights_void_the_melds_of_the_others_unless_ones_own_are_worth_more() -> None:
    assert melds("8C 8D 8H 8S 9C TD JS KH", taker="E")[:2] != "me", "the proposal voids them"
    assert melds("8C 8D 8H 8S TC JC QC KC", taker="E") == "meld:TCJCQCKC"


def test_who_is_topped_by_nobody_is_content_with_his_game() -> None:
    calls = ("S:sans", "W:pass", "N:pass", "E:pass")
    assert plays(hears("AH TH AC TC 7S", *calls[:3], turned=parse_card("AS"), seat="E", rules=LUXEMBOURG))
    topped = ("S:H", "W:sans", "N:pass", "E:pass")
    assert plays(hears("7H 8H QC 7D 8S", *topped, turned=parse_card("9H"), rules=LUXEMBOURG)) == "pass"


def test_a_forced_game_is_the_best_there_is() -> None:
    agreed = replace(LUXEMBOURG, force=True)
    calls = tuple(f"{seat}:pass" for seat in "SWNESWNE")
    forced = hears("JD 9D 7D 8S 7C", *calls, turned=parse_card("9H"), rules=agreed)._replace(round=3)
    assert plays(forced) == "D"


def test_nobody_is_asked_out_of_turn() -> None:
    with pytest.raises(ValueError, match="nothing to do"):
        choose(hears("JD 9D 7D 8S 7C", turned=parse_card("9H"), rules=CLASSIC)._replace(turn=0), 0, 1)


def test_the_convention_that_sans_upon_ones_suit_asks_for_tout() -> None:
    agreed = replace(LUXEMBOURG, partner_sans_means_tout=True)
    calls = ("S:H", "W:pass", "N:sans", "E:pass")
    weak = hears("7H 8H QC 7D 8S", *calls, turned=parse_card("9H"), rules=agreed)
    assert plays(weak) == "tout"
    alone = hears("7H 8H QC 7D 8S", *calls, turned=parse_card("9H"), rules=LUXEMBOURG)
    assert plays(alone) == "pass"
