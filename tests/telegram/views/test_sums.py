"""Score sheets and reasons of deals that are doubled, divided or rounded: whoever reckons along comes to the same."""

import re
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from engine.contracts import ALL_TRUMP_STRAIN, CAPOT, NO_TRUMP_STRAIN, contract_for
from engine.match import FinishedDeal, new_match
from engine.rules import Rules
from engine.scoring import Outcome, nearest_ten, score_deal, tenths
from engine.seats import N, W
from engine.variants import OPTIONS, VARIANTS, with_option
from service.telegram import views
from service.telegram.lines import units
from service.telegram.sheet import worked_lines
from tests.telegram.views.scene import DE, EN, SEAL, after, plain
from tests.telegram.views.tables import at_table
from tests.telegram.views.test_results import note


@st.composite
def rules_of(draw: st.DrawFn, variant: str) -> Rules:
    rules = VARIANTS[variant]
    for option in OPTIONS[variant]:
        rules = with_option(rules, option, draw(st.sampled_from(option.values)))
    return rules


def finished(rules: Rules, contract: Any, **points: Any) -> FinishedDeal:
    """A deal with this sum; its tricks are those of the classic scene, which nobody reads here."""
    deal = after(32).finished
    assert deal is not None
    score = score_deal(rules, contract, totals=(100, 90), **points)
    return deal._replace(deal_no=4, contract=contract, score=score)


@st.composite
def deals(draw: st.DrawFn, variant: str) -> tuple[Rules, FinishedDeal]:
    """Any split of the points, with belotes, melds, a pot, or every trick on one side."""
    rules = draw(rules_of(variant))
    strain = draw(st.sampled_from((0, 2, NO_TRUMP_STRAIN, ALL_TRUMP_STRAIN)))
    bidding = variant == "coinche"
    level = draw(st.sampled_from((80, 90, 120, 160, CAPOT))) if bidding else 0
    contract = contract_for(
        draw(st.sampled_from((N, W))), strain, level, draw(st.sampled_from((1, 2, 4))) if bidding else 1
    )
    whole = 152 if bidding or strain < NO_TRUMP_STRAIN else 120 if strain == NO_TRUMP_STRAIN else 248
    sweep = draw(st.sampled_from((None, None, None, 0, 1)))
    north = draw(st.integers(0, whole)) if sweep is None else whole * (1 - sweep)
    last = draw(st.integers(0, 1)) if sweep is None else sweep
    belote = draw(st.sampled_from(((0, 0), (20, 0), (0, 20))))
    assume(strain < NO_TRUMP_STRAIN or belote == (0, 0) or strain == ALL_TRUMP_STRAIN)
    melds = (
        draw(st.sampled_from(((0, 0), (20, 0), (0, 50), (0, 120), (310, 0))))
        if rules.announcements
        else (0, 0)
    )
    pot = draw(st.sampled_from((0, 0, 8, 81)))
    points = {"cards": (north, whole - north), "last_trick": last, "sweep": sweep}
    return rules, finished(rules, contract, belote=belote, melds=melds, pot=pot, **points)


@settings(max_examples=200, deadline=None)
@given(deals("luxembourg"))
def test_tenths_can_be_reckoned_along(case: tuple[Rules, FinishedDeal]) -> None:
    check_sheet(*case)
    check_reason(*case)


@settings(max_examples=200, deadline=None)
@given(deals("coinche"))
def test_bids_can_be_reckoned_along(case: tuple[Rules, FinishedDeal]) -> None:
    check_sheet(*case)
    check_reason(*case)


def check_sheet(rules: Rules, deal: FinishedDeal) -> None:
    """Line by line: additions add up, and each further line follows from what stands before it."""
    score = deal.score
    standing = (0, 0)
    tied = score.outcome is Outcome.LITIGE
    *lines, written = [
        (label, number(first), number(second)) for label, first, second in worked_lines(EN, rules, deal)
    ]
    for label, ns, ew in lines:
        pair = (ns, ew)
        match label:
            case "Counted":
                assert pair == standing
            case "×2" | "×4" if not (deal.contract and deal.contract.double > 1):
                assert pair == (standing[0] * 2, standing[1] * 2)
            case "×2" | "×4":
                # Only the side that writes the bid is doubled; the other keeps a belote at most, and no number here.
                times = int(label[1:])
                assert pair in ((standing[0] * times, 0), (0, standing[1] * times))
                pair = (pair[0] or standing[0], pair[1] or standing[1])
            case "Divided /10":
                for side in (0, 1):
                    assert abs(pair[side] - tenths(standing[side])) <= tied
            case "Rounded":
                assert tied or pair == (nearest_ten(standing[0]), nearest_ten(standing[1]))
            case _:
                standing = (standing[0] + ns, standing[1] + ew)
                continue
        standing = pair
    held = score.pot_out - score.pot_in if tied else 0
    ours = (held, 0) if score.takers == 0 else (0, held)
    assert written[1:] == score.written
    if not tied:
        assert standing == score.written
    elif rules.rounding or rules.target <= 201:
        rest = (standing[0] - ours[0], standing[1] - ours[1])
        assert all(abs(a - b) <= 5 for a, b in zip(rest, score.written, strict=True))
    sheet = plain(views.deal_sheet(at_table(new_match(rules, N), None), deal, note(), SEAL, DE).text)
    table = sheet.partition("<pre>")[2].partition("</pre>")[0]
    assert max(map(len, table.split("\n"))) <= 26


def number(text: str) -> int:
    return int(text or 0)


def check_reason(rules: Rules, deal: FinishedDeal) -> None:
    """Short enough, and every number that is written is in it."""
    score = deal.score
    table = at_table(new_match(rules, N), None)
    for t in (DE, EN):
        text = views.why(table, deal, t).text
        assert units(text) <= 200
        assert not text.endswith("…"), text
        told = set(map(int, re.findall(r"\d+", text)))
        for side in (0, 1):
            out_of_the_pot = score.pot_in if score.pot_to == side else 0
            kept = score.belote[side] if side == score.takers else 0
            own = score.written[side] - out_of_the_pot
            assert not own or {own, kept, own + out_of_the_pot} & told, (text, score)


@example(96, 1)
@given(st.integers(0, 152), st.integers(0, 1))
def test_a_reason_is_true(north: int, last: int) -> None:
    """Every equation in it holds."""
    deal = finished(
        VARIANTS["luxembourg"],
        contract_for(N, NO_TRUMP_STRAIN),
        cards=(min(north, 120), 120 - min(north, 120)),
        last_trick=last,
    )
    text = views.why(at_table(new_match(VARIANTS["luxembourg"], N), None), deal, EN).text
    for doubled, quotient in re.findall(r"(\d+) ×2 /10 = (\d+)", text):
        assert tenths(2 * int(doubled)) == int(quotient)
