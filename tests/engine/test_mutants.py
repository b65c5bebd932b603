"""What small changes to the rules engine showed to be untested: each test is a sentence of the rules, word by word."""

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.actions import NAME_SUIT, NO_TRUMP, PASS, SANS, SILENT_TAKE, TAKE, Action, parse_action
from engine.announcing import told
from engine.auction import Call, call_refusal, forced_contract, offered, round_of
from engine.cards import ACE, KING, NINE, NO_CARD, QUEEN, parse_card
from engine.contracts import (
    ALL_TRUMP_STRAIN,
    CAPOT,
    NO_TRUMP_STRAIN,
    Contract,
    Mode,
    contract_for,
    tables_for,
)
from engine.melds import MeldEffect, carre_points, compare, proposal
from engine.rules import MeldRanking, MeldTable, Rules, TieRule
from engine.scoring import Outcome, StepCode, score_deal
from engine.seats import EW, NS, parse_seat
from engine.sheet import DealScore
from engine.state import Announced, Melding
from engine.trick import Refusal, RefusalCode, Role, card_refusal, legal_cards, roles
from engine.variants import VARIANTS
from tests.engine import play
from tests.engine.play import ALL_TRUMP, hand, one_meld, plays, trump

CLASSIC, LUX, COINCHE = VARIANTS["classic"], VARIANTS["luxembourg"], VARIANTS["coinche"]
TOLD = replace(CLASSIC, announcements=True)
HEARTS = Contract(0, Mode.TRUMP, 2)


# --- card play ---


def _refused(rules: Rules, contract: Contract, trick: str, seat: str, held: str, wish: int) -> Refusal | None:
    tables = tables_for(rules, contract)
    return card_refusal(tables, plays(trick), parse_seat(seat), hand(held), wish)


def test_no_card_is_a_card_nobody_holds() -> None:
    assert _refused(CLASSIC, trump("H"), "N:AS", "W", "KS 7S", NO_CARD) == Refusal(RefusalCode.NOT_HELD)


@pytest.mark.parametrize(
    ("trick", "held", "wish", "expected"),
    [
        # The ace of trump lies, the last card of its suit: nine and jack are above it, the rest is not.
        ("N:AD W:AS", "9S 7S KH", "KH", RefusalCode.MUST_OVERRUFF),
        ("N:AD W:AS", "8S 7S KH", "KH", RefusalCode.MUST_UNDERRUFF),
        ("N:7D W:8S", "AS 7S KH", "7S", RefusalCode.MUST_RUFF_HIGHER),
        ("N:7D W:TS", "9S AS", "9S", None),
        ("N:7D W:9S", "JS AS", "AS", RefusalCode.MUST_RUFF_HIGHER),
        # The ace of the suit before the trump lies, or is wished for: no trump is on the table, none is refused.
        ("W:AH", "9S 7S KD", "KD", RefusalCode.MUST_RUFF),
        ("N:7D W:8S", "9S 7S AH", "AH", RefusalCode.MUST_OVERRUFF),
    ],
)
def test_the_duty_named_is_the_duty_broken(
    trick: str, held: str, wish: str, expected: RefusalCode | None
) -> None:
    refusal = _refused(CLASSIC, trump("S"), trick, "S", held, parse_card(wish))
    assert (refusal.code if refusal else None) is expected


def test_a_trump_of_ones_own_will_is_any_where_none_is_higher() -> None:
    # luxembourg §play: the partner is winning with a trump, and no higher one is held.
    held = hand("7S 8S KH")
    trick = plays("N:AD E:JS S:7D")
    assert legal_cards(LUX, trump("S"), trick, parse_seat("W"), held) == held
    assert legal_cards(LUX, trump("S"), trick, parse_seat("W"), hand("7S 8S")) == hand("7S 8S")


TRUMPS_UP = "78QKTA9J"


@pytest.mark.parametrize("lying", TRUMPS_UP)
def test_a_second_trump_is_over_or_under_the_first(lying: str) -> None:
    # classic §cards: seven, eight, queen, king, ten, ace, nine, jack.
    for suit in "CDHS":
        led = "D" if suit != "D" else "C"
        for rank in TRUMPS_UP.replace(lying, ""):
            role = roles(CLASSIC, trump(suit), plays(f"N:A{led} W:{lying}{suit} S:{rank}{suit}"))[2]
            over = TRUMPS_UP.index(rank) > TRUMPS_UP.index(lying)
            assert role is (Role.OVERRUFFS if over else Role.UNDERRUFFS)


# --- the auction ---


def _calls(text: str) -> tuple[Call, ...]:
    return tuple(Call(at % 4, parse_action(word)) for at, word in enumerate(text.split()))


@pytest.mark.parametrize(
    ("rules", "calls", "expected"),
    [
        (CLASSIC, "", 1),
        (CLASSIC, "pass pass pass", 1),
        (CLASSIC, "pass pass pass pass", 2),
        (CLASSIC, "pass pass pass pass pass pass pass pass", 2),
        (LUX, "pass pass pass pass pass pass pass pass", 2),
        (replace(LUX, force=True), "pass pass pass pass pass pass pass", 2),
        (replace(LUX, force=True), "pass pass pass pass pass pass pass pass", 3),
        # The round in which a game was said does not end with the passes after it.
        (LUX, "H pass pass pass", 1),
        (LUX, "pass pass pass H pass pass pass", 1),
        (LUX, "pass pass pass pass C pass pass pass", 2),
        # Where points are bid there are no rounds.
        (COINCHE, "pass pass pass pass", 1),
        (COINCHE, "pass pass pass 80:H pass pass", 1),
    ],
)
def test_the_round_in_which_a_game_was_said(rules: Rules, calls: str, expected: int) -> None:
    assert round_of(rules, _calls(calls)) == expected


@pytest.mark.parametrize(
    ("option", "turned", "imposed"),
    [(True, "JH", True), (True, "JC", True), (True, "QH", False), (True, "TH", False), (False, "JH", False)],
)
def test_a_turned_jack_and_no_other_card_imposes_tout(option: bool, turned: str, imposed: bool) -> None:
    # luxembourg §auction, valet forcé: North deals, East is after him.
    found = forced_contract(replace(LUX, valet_force=option), parse_seat("N"), parse_card(turned))
    assert found == (contract_for(parse_seat("E"), ALL_TRUMP_STRAIN) if imposed else None)


@pytest.mark.parametrize(
    ("no_trump", "all_trump"), [(False, False), (True, False), (False, True), (True, True)]
)
def test_only_the_strains_of_the_rules_are_bid(no_trump: bool, all_trump: bool) -> None:
    rules = replace(COINCHE, no_trump=no_trump, all_trump=all_trump)
    strains = {action.extra for action in offered(rules, NO_CARD, (), 0) if action != PASS}
    assert strains == {0, 1, 2, 3, *[NO_TRUMP_STRAIN] * no_trump, *[ALL_TRUMP_STRAIN] * all_trump}


FOUR = "pass pass pass pass"


@pytest.mark.parametrize(
    ("rules", "calls", "action", "expected"),
    [
        # Not too low: no such call is known here, whatever was said before.
        (replace(LUX, silent_take=False), "H", SILENT_TAKE, RefusalCode.CALL_NOT_OFFERED),
        (replace(LUX, silent_take=False), "sans", SILENT_TAKE, RefusalCode.CALL_NOT_OFFERED),
        (LUX, "sans", SANS, RefusalCode.CALL_TOO_LOW),
        (LUX, "sans", NAME_SUIT[2], RefusalCode.CALL_TOO_LOW),
        # The turned suit was refused, nothing else was.
        (CLASSIC, FOUR, NO_TRUMP, RefusalCode.CALL_NOT_OFFERED),
        (CLASSIC, FOUR, TAKE, RefusalCode.SUIT_ALREADY_REFUSED),
        (CLASSIC, FOUR, NAME_SUIT[2], RefusalCode.SUIT_ALREADY_REFUSED),
        (LUX, FOUR, NAME_SUIT[2], RefusalCode.SUIT_ALREADY_REFUSED),
        # In the first round nothing was refused yet: "take" is how the turned suit is taken.
        (CLASSIC, "", NAME_SUIT[2], RefusalCode.CALL_NOT_OFFERED),
        (CLASSIC, "", NAME_SUIT[0], RefusalCode.NOT_THE_TURNED_SUIT),
        (CLASSIC, "", SANS, RefusalCode.CALL_NOT_OFFERED),
        (LUX, "", TAKE, RefusalCode.CALL_NOT_OFFERED),
        (replace(LUX, force=True), f"{FOUR} {FOUR}", PASS, RefusalCode.MUST_CHOOSE),
    ],
)
def test_the_reason_why_a_call_is_refused(
    rules: Rules, calls: str, action: Action, expected: RefusalCode
) -> None:
    refusal = call_refusal(rules, parse_card("9H"), _calls(calls), 0, action)
    assert refusal == Refusal(expected)


# --- announcements ---


@pytest.mark.parametrize(
    ("table", "mode", "expected"),
    [
        (MeldTable.FRENCH, Mode.TRUMP, "9:150 T:100 J:200 Q:100 K:100 A:100"),
        (MeldTable.FRENCH, Mode.ALL_TRUMP, "9:150 T:100 J:200 Q:100 K:100 A:100"),
        (MeldTable.FRENCH, Mode.NO_TRUMP, "9:100 T:150 J:100 Q:100 K:100 A:200"),
        (MeldTable.TENFOLD, Mode.TRUMP, "7:0 8:0 9:0 T:100 J:20 Q:30 K:40 A:110"),
        (MeldTable.TENFOLD, Mode.NO_TRUMP, "7:0 8:0 9:0 T:100 J:20 Q:30 K:40 A:110"),
        (MeldTable.TENFOLD, Mode.ALL_TRUMP, "7:0 8:0 9:140 T:100 J:200 Q:30 K:40 A:110"),
    ],
)
def test_what_fours_are_worth(table: MeldTable, mode: Mode, expected: str) -> None:
    # The tables of classic and luxembourg §announcements.
    found = carre_points(replace(CLASSIC, meld_table=table), mode)
    assert " ".join(f"{'789TJQKA'[rank]}:{found[rank]}" for rank in sorted(found)) == expected


def test_a_four_is_four_cards() -> None:
    four = one_meld(TOLD, tables_for(TOLD, trump("S")), "KC KD KH KS")
    assert (four.length, four.cards.bit_count()) == (4, 4)


@pytest.mark.parametrize("last", ["7D", "8D"])
def test_a_run_up_to_the_ace_ends_there(last: str) -> None:
    # The seven of the next suit is no part of it.
    tables = tables_for(TOLD, trump("S"))
    (meld,) = proposal(TOLD, tables, hand(f"QC KC AC {last} 9D 7H 9H JH"))
    assert (meld.points, meld.cards, meld.rank) == (20, hand("QC KC AC"), ACE)


@pytest.mark.parametrize("rules", [TOLD, LUX])
@pytest.mark.parametrize("letter", "CDHS")
def test_of_runs_as_long_the_one_with_the_higher_top_card(rules: Rules, letter: str) -> None:
    # The order of a run is the order of the suit's cards, at trump too: a queen is above a jack.
    tables = tables_for(rules, trump(letter))
    high, low = one_meld(rules, tables, "TC JC QC"), one_meld(rules, tables, "9D TD JD")
    assert compare(rules, tables, [(NS, low), (EW, high)]).side == EW
    assert compare(rules, tables, [(NS, high), (EW, low)]).side == NS


def test_fours_of_a_hundred_rank_as_their_cards_do() -> None:
    # classic §announcements: jacks and nines first at trump; without trump K Q J 9.
    for contract, order in ((trump("H"), "ATKQ"), (ALL_TRUMP, "ATKQ"), (play.NO_TRUMP, "KQJ9")):
        tables = tables_for(TOLD, contract)
        fours = [one_meld(TOLD, tables, " ".join(rank + suit for suit in "CDHS")) for rank in order]
        assert {four.points for four in fours} == {100}
        for above, below in pairwise(fours):
            assert compare(TOLD, tables, [(NS, below), (EW, above)]).side == EW


@pytest.mark.parametrize("ranking", list(MeldRanking))
def test_worthless_eights_beaten_by_nines_write_nothing_and_void_nothing(ranking: MeldRanking) -> None:
    # AMB-C17: the nines take the effect away; the eights of the same side still do not score.
    rules = replace(LUX, meld_ranking=ranking)
    tables = tables_for(rules, trump("S"))
    nines, eights = one_meld(rules, tables, "9C 9D 9H 9S"), one_meld(rules, tables, "8C 8D 8H 8S")
    verdict = compare(rules, tables, [(NS, nines), (NS, eights)])
    assert (verdict.side, verdict.effect, verdict.counting) == (NS, MeldEffect.NONE, (True, False))


def _heard(rules: Rules, contract: Contract, *melds: tuple[int, str]) -> list[tuple[int, int]]:
    tables = tables_for(rules, contract)
    announced = tuple(Announced(seat, one_meld(rules, tables, cards), False) for seat, cards in melds)
    return [(meld.height, meld.cards) for meld in told(rules, tables, Melding(announced))]


def test_the_rank_of_a_four_is_heard_at_once_in_luxembourg_alone() -> None:
    # luxembourg §announcements: "of a four its rank, of a run its height where that decides".
    kings, run = "KC KD KH KS", "7C 8C 9C"
    assert _heard(LUX, trump("S"), (0, kings)) == [(KING, 0)]
    assert _heard(LUX, trump("S"), (0, run)) == [(-1, 0)]
    assert _heard(TOLD, trump("S"), (0, kings)) == [(-1, 0)]
    assert _heard(TOLD, trump("S"), (0, run)) == [(-1, 0)]
    assert _heard(LUX, trump("S"), (0, run), (1, "TD JD QD")) == [(NINE, 0), (QUEEN, 0)]
    assert _heard(LUX, trump("S"), (0, run), (2, "TD JD QD")) == [(-1, 0), (-1, 0)]


def test_a_run_in_trump_is_not_struck() -> None:
    # AMB-C12: the other one is.
    rules = replace(TOLD, tie_rule=TieRule.STRIKE)
    tables = tables_for(rules, trump("S"))
    own, theirs = one_meld(rules, tables, "7S 8S 9S"), one_meld(rules, tables, "7C 8C 9C")
    assert compare(rules, tables, [(NS, own), (EW, theirs)]).counting == (True, False)


# --- the score sheet ---


def _score(
    rules: Rules,
    takers: int,
    *,
    belote: tuple[int, int] = (0, 0),
    melds: tuple[int, int] = (0, 0),
    sweep: int | None = None,
    pot: int = 0,
    contract: Contract = HEARTS,
) -> DealScore:
    """NS take, and win so many points, the last trick's ten included."""
    total = tables_for(rules, contract).total
    last = NS if takers >= 10 else EW
    cards = (takers - 10, total - takers) if last == NS else (takers, total - takers - 10)
    return score_deal(
        rules, contract, cards=cards, last_trick=last, belote=belote, melds=melds, sweep=sweep, pot=pot
    )


def _stated(score: DealScore, code: StepCode) -> list[tuple[int, int]]:
    return [(step.ns, step.ew) for step in score.steps if step.code is code]


BID = contract_for(0, 2, 80)


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("rules", [TOLD, LUX])
def test_the_sheet_states_what_was_compared(rules: Rules, counts: bool) -> None:
    score = _score(replace(rules, melds_count_for_winning=counts), 92, belote=(20, 0), melds=(0, 50))
    expected = (112, 120) if counts else (92, 70)
    assert score.counted == expected
    assert _stated(score, StepCode.COUNTED) == [expected]
    assert score.outcome is (Outcome.DEDANS if counts else Outcome.MADE)


def test_the_sheet_states_what_is_compared_with_the_bid_and_what_is_written() -> None:
    score = _score(COINCHE, 92, belote=(20, 0), melds=(0, 20), contract=BID)
    assert _stated(score, StepCode.COUNTED) == [(112, 90)] == [score.counted]
    assert _stated(score, StepCode.WRITTEN) == [score.written]


def test_a_deal_without_belote_and_announcements() -> None:
    given = score_deal(CLASSIC, HEARTS, cards=(90, 62), last_trick=NS, belote=(0, 0), melds=(0, 0))
    score = score_deal(CLASSIC, HEARTS, cards=(90, 62), last_trick=NS)
    assert score == given
    assert score.totals == score.written == (100, 62)  # the first deal of a match


def test_a_tie_in_luxembourg_takes_from_the_takers_alone() -> None:
    score = _score(LUX, 81)
    assert (score.written, score.pot_out) == ((0, 8), 8)
    assert _stated(score, StepCode.HELD) == [(-81, 0)]


@pytest.mark.parametrize(("takers", "outcome"), [(100, Outcome.MADE), (60, Outcome.DEDANS)])
def test_an_empty_pot_goes_to_nobody(takers: int, outcome: Outcome) -> None:
    score = _score(CLASSIC, takers)
    assert (score.outcome, score.pot_to, score.pot_out) == (outcome, None, 0)


def test_what_is_held_is_all_the_takers_have() -> None:
    # Where melds do not count for winning a tie is one of cards; the takers' belote and melds are held with them.
    rules = replace(TOLD, melds_count_for_winning=False)
    score = _score(rules, 81, belote=(20, 0), melds=(50, 0))
    assert (score.outcome, score.written, score.pot_out) == (Outcome.LITIGE, (0, 81), 151)


def test_no_bonus_for_all_tricks_where_none_is_given() -> None:
    plain = replace(LUX, capot_bonus=False, capot_against_bonus=False)
    assert (_score(plain, 162, sweep=NS).written, _score(LUX, 162, sweep=NS).written) == ((16, 0), (25, 0))
    assert (_score(plain, 0, sweep=EW).written, _score(LUX, 0, sweep=EW).written) == ((0, 16), (0, 35))
    bid = replace(COINCHE, capot_bonus=False)
    assert _score(bid, 162, sweep=NS, contract=BID).written == (240, 0)
    assert _score(COINCHE, 162, sweep=NS, contract=BID).written == (330, 0)


def test_a_bid_reached_by_less_than_the_others_is_lost() -> None:
    # coinche §score: the bid *and* more than the others; the option `litige` is for a tie.
    rules = replace(COINCHE, litige=True)
    assert _score(rules, 81, contract=BID).outcome is Outcome.LITIGE
    assert _score(rules, 81, belote=(0, 20), contract=BID).outcome is Outcome.DEDANS
    assert _score(rules, 82, contract=BID).outcome is Outcome.MADE


@pytest.mark.parametrize(("moved", "written"), [(True, 50), (False, 0)])
@pytest.mark.parametrize("double", [1, 2, 4])
def test_bidders_with_all_tricks_write_the_announcements_of_the_others(
    moved: bool, written: int, double: int
) -> None:
    # coinche §score: 252 (or the flat 250), what the others announced, the bid; all of it doubled.
    rules = replace(COINCHE, announcements=True, capot_transfers_melds=moved, rounding=False)
    contract = contract_for(0, 2, CAPOT, double)
    score = _score(rules, 162, melds=(0, 50), sweep=NS, contract=contract)
    cards = 252 if double == 1 else 250
    assert score.written == (double * (cards + written + CAPOT), 0)
