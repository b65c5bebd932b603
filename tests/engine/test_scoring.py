"""classic §score and its relatives: outcomes, pots, and a sheet whose lines add up."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contracts import CAPOT, Contract, Mode, contract_for, tables_for
from engine.rules import Rules, ScoringKind
from engine.scoring import (
    TOTALS,
    DealScore,
    Outcome,
    StepCode,
    has_won,
    nearest_ten,
    score_deal,
    tenths,
    unscored,
)
from engine.seats import EW, NS, side_of
from engine.variants import VARIANTS
from tests.engine.strategies import any_rules

CLASSIC, LUX, COINCHE = VARIANTS["classic"], VARIANTS["luxembourg"], VARIANTS["coinche"]
HEARTS = Contract(0, Mode.TRUMP, 2)


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
    """Score a deal in which the takers, NS, won so many points, the last trick's ten included."""
    total = tables_for(rules, contract).total
    last = NS if takers >= 10 else EW
    cards = (takers - 10, total - takers) if last == NS else (takers, total - takers - 10)
    return score_deal(
        rules, contract, cards=cards, last_trick=last, belote=belote, melds=melds, sweep=sweep, pot=pot
    )


@pytest.mark.parametrize(("takers", "outcome"), [(82, "made"), (81, "litige"), (80, "dedans")])
def test_more_than_half_is_needed(takers: int, outcome: str) -> None:
    assert _score(CLASSIC, takers).outcome == outcome


def test_two_litiges_in_a_row() -> None:
    # AMB-A4: the pot grows; AMB-A3: who wins the next deal takes all of it.
    first = _score(CLASSIC, 81)
    second = _score(CLASSIC, 81, pot=first.pot_out)
    assert (first.pot_out, second.pot_out, second.written) == (81, 162, (0, 81))
    third = _score(CLASSIC, 70, pot=second.pot_out)
    assert (third.outcome, third.written, third.pot_out, third.pot_to) == (Outcome.DEDANS, (0, 324), 0, EW)
    won = _score(CLASSIC, 100, pot=second.pot_out)
    assert (won.written, won.pot_to) == ((262, 62), NS)


@pytest.mark.parametrize(("kept", "written", "pot"), [(False, (0, 91), 91), (True, (20, 91), 71)])
def test_belote_in_a_litige(kept: bool, written: tuple[int, int], pot: int) -> None:
    # AMB-A2
    score = _score(replace(CLASSIC, belote_kept_in_litige=kept), 71, belote=(20, 0))
    assert (score.outcome, score.written, score.pot_out) == (Outcome.LITIGE, written, pot)


def test_the_pot_does_not_help_to_win() -> None:
    assert _score(CLASSIC, 60, pot=162).outcome is Outcome.DEDANS


def test_a_sweep_is_of_tricks_not_of_points() -> None:
    # All points but no sweep: the others had a worthless trick.
    assert _score(CLASSIC, 162).written == (162, 0)
    assert _score(CLASSIC, 162, sweep=NS).written == (252, 0)


@pytest.mark.parametrize(("moved", "written"), [(False, (252, 20)), (True, (302, 20))])
def test_a_trickless_side_loses_its_announcements_not_its_belote(
    moved: bool, written: tuple[int, int]
) -> None:
    # AMB-A5
    rules = replace(CLASSIC, announcements=True, capot_transfers_melds=moved)
    assert _score(rules, 162, belote=(0, 20), melds=(0, 50), sweep=NS).written == written


def test_melds_cannot_save_takers_without_a_trick() -> None:
    rules = replace(CLASSIC, announcements=True)
    score = _score(rules, 0, melds=(200, 0), sweep=EW)
    assert (score.outcome, score.written) == (Outcome.DEDANS, (0, 452))


def test_house_no_trump_with_the_plain_ace() -> None:
    rules = replace(VARIANTS["house"], no_trump_ace=11)
    no_trump = Contract(0, Mode.NO_TRUMP)
    assert _score(rules, 66, contract=no_trump).outcome is Outcome.MADE
    assert _score(rules, 60, contract=no_trump).written == (0, 130)
    assert _score(rules, 130, contract=no_trump, sweep=NS).written == (220, 0)


# --- luxembourg ---


def test_luxembourg_defenders_sweep_though_melds_count_more() -> None:
    score = _score(LUX, 0, melds=(200, 0), sweep=EW)
    assert (score.outcome, score.written) == (Outcome.DEDANS, (0, 36 + 19))


def test_luxembourg_tie_with_the_fairness_option() -> None:
    rules = replace(LUX, melds_count_for_winning=False)
    score = _score(rules, 81, belote=(20, 0), melds=(50, 0))
    # AMB-C8, AMB-C9: neither counts for the tie; the belote is written, cards and melds are held.
    assert (score.outcome, score.written, score.pot_out) == (Outcome.LITIGE, (2, 8), tenths(131))


def test_luxembourg_pot_survives_a_pass_out_and_an_annulled_deal() -> None:
    pot = _score(LUX, 81).pot_out
    for outcome in (Outcome.PASSED_OUT, Outcome.ANNULLED):
        score = unscored(outcome, pot, (10, 20))
        assert (score.pot_in, score.pot_out, score.totals, score.written) == (8, 8, (10, 20), (0, 0))


@pytest.mark.parametrize(("strain", "both"), [(2, {16, 17}), (4, {26}), (5, {51, 52})])
def test_luxembourg_rounding_of_both_sides(strain: int, both: set[int]) -> None:
    # AMB-C21: two sixes round up twice.
    contract = contract_for(0, strain)
    total = tables_for(LUX, contract).total
    sums = {
        sum(score.written)
        for takers in range(total + 1)
        if (score := _score(LUX, takers, contract=contract)).outcome is Outcome.MADE
    }
    assert sums == both


# --- coinche ---


def _bid(level: int, double: int = 1) -> Contract:
    return contract_for(0, 2, level, double)


def test_coinche_capot_bid_doubled_and_lost() -> None:
    score = _score(COINCHE, 150, contract=_bid(CAPOT, 2), belote=(20, 0))
    assert score.written == (20, 2 * (160 + 250))


def test_coinche_capot_bid_doubled_and_made() -> None:
    score = _score(COINCHE, 162, contract=_bid(CAPOT, 4), sweep=NS)
    assert score.written == (4 * (250 + 250), 0)


def test_coinche_melds_and_belote_of_the_losing_side() -> None:
    rules = replace(COINCHE, announcements=True)
    score = _score(rules, 60, contract=_bid(140, 2), belote=(20, 0), melds=(50, 0))
    assert score.written == (20, 2 * (160 + 50 + 140))
    made = _score(rules, 120, contract=_bid(80, 2), belote=(0, 20), melds=(0, 20))
    assert made.written == (2 * (160 + 80), 20)


@pytest.mark.parametrize(("takers", "outcome"), [(90, Outcome.MADE), (89, Outcome.DEDANS)])
def test_coinche_a_bid_is_reached_exactly(takers: int, outcome: Outcome) -> None:
    assert _score(COINCHE, takers, contract=_bid(90)).outcome is outcome


def test_coinche_litige_holds_rounded_points() -> None:
    rules = replace(COINCHE, litige=True)
    score = _score(rules, 81, contract=_bid(80))
    assert (score.outcome, score.written, score.pot_out) == (Outcome.LITIGE, (0, 80), 80)


def test_coinche_tie_below_the_bid_is_no_litige() -> None:
    assert _score(replace(COINCHE, litige=True), 81, contract=_bid(90)).outcome is Outcome.DEDANS


# --- beginner ---


def test_beginner_defenders_sweep_is_162() -> None:
    assert _score(VARIANTS["beginner"], 0, sweep=EW).written == (0, 162)


def test_beginner_capot_option() -> None:
    # AMB-E7
    assert _score(replace(VARIANTS["beginner"], capot_bonus=False), 162, sweep=NS).written == (162, 0)


# --- the end ---


@pytest.mark.parametrize(
    ("totals", "winner"), [((1000, 990), NS), ((999, 0), None), ((1000, 1000), None), ((1020, 1100), EW)]
)
def test_end_of_a_match(totals: tuple[int, int], winner: int | None) -> None:
    assert has_won(CLASSIC, totals) == winner


def test_without_a_target_one_deal_decides() -> None:
    assert has_won(VARIANTS["two-player"], (0, 162)) == EW


# --- the sheet ---


@st.composite
def _deals(draw: st.DrawFn) -> tuple[Rules, Contract, DealScore]:
    rules = draw(any_rules())
    contract = contract_for(0, draw(st.integers(0, 5)))
    if rules.scoring is ScoringKind.CONTRACT:
        level = draw(st.sampled_from((80, 110, 160, CAPOT)))
        contract = contract._replace(level=level, double=draw(st.sampled_from((1, 2, 4))))
    total = tables_for(rules, contract).total
    takers = draw(st.one_of(st.integers(0, total), st.just(total // 2)))
    belote, melds, swap = (
        draw(st.sampled_from((0, 20))),
        draw(st.sampled_from((0, 20, 70, 200))),
        draw(st.booleans()),
    )
    sweep = {0: EW, total: NS}.get(takers) if draw(st.booleans()) else None
    score = _score(
        rules,
        takers,
        belote=(belote, 0) if draw(st.booleans()) else (0, belote),
        melds=(melds, 0) if swap else (0, melds),
        sweep=sweep,
        pot=draw(st.sampled_from((0, 8, 81))),
        contract=contract,
    )
    return rules, contract, score


@settings(max_examples=400, deadline=None)
@given(_deals())
def test_the_lines_of_a_sheet_add_up(deal: tuple[Rules, Contract, DealScore]) -> None:
    _, _, score = deal
    running = [0, 0]
    for step in score.steps:
        amounts = [step.ns, step.ew]
        match step.code:
            case StepCode.TENTHS:
                running = [tenths(amount) for amount in running]
            case StepCode.ROUNDED:
                running = [nearest_ten(amount) for amount in running]
            case StepCode.COUNTED | StepCode.WRITTEN:
                pass
            case _:
                running = [have + more for have, more in zip(running, amounts, strict=True)]
                continue
        assert step.code in TOTALS
        assert running == amounts
    assert score.steps[-1].code is StepCode.WRITTEN
    assert tuple(running) == score.written
    assert min(score.written) >= 0


@settings(max_examples=400, deadline=None)
@given(_deals())
def test_no_point_is_made_or_lost(deal: tuple[Rules, Contract, DealScore]) -> None:
    """classic §score: what is written and what the pot grew by is 162 (252), belotes and announcements."""
    rules, contract, score = deal
    if rules.scoring is not ScoringKind.POINTS:
        return
    takers = side_of(rules, contract.taker)
    worth = tables_for(rules, contract).total + sum(score.belote) + sum(score.melds)
    if score.sweep == takers:
        worth += 90 if rules.capot_bonus else 0
        worth -= 0 if rules.capot_transfers_melds else score.melds[1 - takers]
    elif score.sweep is not None:
        worth += 90 if rules.capot_against_bonus else 0
    assert sum(score.written) + score.pot_out - score.pot_in == worth


@settings(max_examples=200, deadline=None)
@given(_deals())
def test_the_belote_is_never_lost(deal: tuple[Rules, Contract, DealScore]) -> None:
    _, _, score = deal
    if score.outcome is Outcome.LITIGE:
        return
    in_tenths = StepCode.TENTHS in {step.code for step in score.steps}
    for side in (NS, EW):
        assert score.written[side] >= (tenths(score.belote[side]) if in_tenths else score.belote[side])


@pytest.mark.parametrize("points", range(0, 1000, 7))
def test_rounding(points: int) -> None:
    assert tenths(points) == points // 10 + (points % 10 >= 6)
    assert nearest_ten(points) == 10 * (points // 10 + (points % 10 >= 5))
