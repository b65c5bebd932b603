"""Two players, classic, coinche: what no rule vector covers. Names follow the pages in docs/rules."""

from dataclasses import replace

import pytest

from engine.cards import NO_CARD
from engine.contracts import CAPOT, Contract, Mode
from engine.match import Match, Phase, apply, new_match, resume, start_deal, to_act
from engine.observation import legal_actions, observation
from engine.rules import Rules
from engine.scoring import DealScore, Outcome, score_deal
from engine.seats import EW, NS, N, S
from engine.state import Column
from engine.variants import VARIANTS
from tests.engine.play import after, pack_of, random_deal

TWO, CLASSIC, COINCHE = VARIANTS["two-player"], VARIANTS["classic"], VARIANTS["coinche"]
HEARTS = Contract(N, Mode.TRUMP, 2)


def of_two(seed: int = 1) -> Match:
    """South has dealt, North has taken."""
    return after(start_deal(new_match(TWO, S), pack_of(seed))[0], "take")


# --- two players ---


def test_two_player_play_reserves_turn_up_on_both_sides_and_only_after_the_trick() -> None:
    match = of_two()
    assert match.deal is not None
    hidden = match.deal.reserves
    for _ in range(2):
        seat = to_act(match)
        before = observation(match, None).columns
        match = apply(match, legal_actions(observation(match, seat))[0])[0]
        if observation(match, None).trick:
            # One card of the trick lies: its column shows nothing, and the other side's are as they were.
            now = observation(match, None).columns
            assert now[seat or 0].count(Column(NO_CARD, reserve=True)) == 1
            assert now[2 - (seat or 0)] == before[2 - (seat or 0)]
    for seat in (N, S):
        row = observation(match, None).columns[seat]
        (at,) = [at for at, column in enumerate(row) if not column.reserve]
        assert row[at] == Column(hidden[seat][at], reserve=False)
        assert observation(match, seat).hand >> hidden[seat][at] & 1
        assert observation(match, None).counts == (15, 0, 15, 0)


@pytest.mark.parametrize("seed", range(1, 16))
def test_two_player_score_and_end_one_deal_is_the_match(seed: int) -> None:
    last = list(random_deal(of_two(seed), seed))[-1].after
    assert (last.phase, last.deal) == (Phase.OVER, None)
    assert last.finished is not None
    score = last.finished.score
    cards = tuple(points + 10 * (score.last_trick == side) for side, points in enumerate(score.cards))
    if score.sweep is not None:
        expected = (252, 0) if score.sweep == NS else (0, 252)
    else:
        expected = (cards[0], cards[1]) if cards[0] >= 82 else (0, 162)
    assert score.written == last.totals == expected
    assert last.winner == (0 if expected[0] > expected[1] else 1)


def test_two_player_play_a_hand_with_empty_columns() -> None:
    """A column whose two cards are gone stays, empty; only what lies open binds."""
    seen_empty = 0
    for ply in random_deal(of_two(2), 2):
        seat = to_act(ply.before)
        assert seat is not None
        obs = observation(ply.before, seat)
        row = obs.columns[seat]
        assert len(row) == 8
        open_cards = {column.open for column in row} - {NO_CARD}
        assert {card for card in range(32) if obs.hand >> card & 1} == open_cards
        assert {action.card for action in legal_actions(obs)} <= open_cards
        seen_empty += Column(NO_CARD, reserve=False) in row
    assert seen_empty > 8


# --- classic ---


def classic(
    takers: int, rules: Rules = CLASSIC, *, belote: tuple[int, int] = (0, 0), pot: int = 0
) -> DealScore:
    """North and South have taken and won so many points, the last trick's ten included."""
    return score_deal(rules, HEARTS, cards=(takers - 10, 162 - takers), last_trick=NS, belote=belote, pot=pot)


@pytest.mark.parametrize(
    ("kept", "belote", "written", "held"),
    [
        (False, (20, 0), (0, 91), 91),
        (True, (20, 0), (20, 91), 71),
        (False, (0, 20), (0, 91), 91),
        (True, (0, 20), (0, 91), 91),
    ],
)
def test_classic_score_the_belote_of_a_litige_and_its_option(
    kept: bool, belote: tuple[int, int], written: tuple[int, int], held: int
) -> None:
    # AMB-A2. A belote of the others' is theirs either way.
    rules = replace(CLASSIC, belote_kept_in_litige=kept)
    score = classic(71 if belote[0] else 91, rules, belote=belote)
    assert (score.outcome, score.written, score.pot_out) == (Outcome.LITIGE, written, held)
    assert sum(score.written) + score.pot_out == 182


def test_classic_score_two_litiges_in_a_row_and_who_gets_them() -> None:
    # AMB-A4, AMB-A3
    first = classic(81)
    second = classic(71, belote=(20, 0), pot=first.pot_out)
    assert (first.pot_out, second.written, second.pot_out, second.pot_to) == (81, (0, 91), 172, None)
    made, lost = classic(90, pot=172), classic(70, pot=172)
    assert (made.written, made.pot_out, made.pot_to) == ((90 + 172, 72), 0, NS)
    assert (lost.written, lost.pot_out, lost.pot_to) == ((0, 162 + 172), 0, EW)


def test_classic_score_an_open_pot_goes_through_a_pass_out() -> None:
    match = resume(CLASSIC, deal_no=2, dealer=N, totals=(81, 91), pot=81, ply=0)
    match = after(start_deal(match, pack_of(4))[0], *["pass"] * 8)
    assert (match.pot, match.totals) == (81, (81, 91))


# --- coinche ---


@pytest.mark.parametrize(("double", "written"), [(1, 410), (2, 820), (4, 1640)])
def test_coinche_score_a_capot_bid_doubled_and_lost(double: int, written: int) -> None:
    # One worthless trick is enough to lose it: 162 points, and no capot.
    contract = Contract(N, Mode.TRUMP, 2, CAPOT, double)
    score = score_deal(COINCHE, contract, cards=(152, 0), last_trick=NS, sweep=None)
    assert (score.outcome, score.written) == (Outcome.DEDANS, (0, written))


def test_coinche_score_a_capot_bid_lost_by_the_last_trick_of_all() -> None:
    contract = Contract(N, Mode.TRUMP, 2, CAPOT, 2)
    score = score_deal(COINCHE, contract, cards=(0, 152), last_trick=EW, sweep=EW)
    assert (score.outcome, score.written) == (Outcome.DEDANS, (0, 820)), "160, not 250 (AMB-D7)"


@pytest.mark.parametrize(("double", "written"), [(1, 160 + 50 + 100), (2, 2 * 310)])
def test_coinche_score_melds_and_belote_on_the_losing_side(double: int, written: int) -> None:
    # The bidders hold both: 20 + 50 + 20 are not 100. The belote stays, the melds go over.
    rules = replace(COINCHE, announcements=True)
    contract = Contract(N, Mode.TRUMP, 2, 100, double)
    score = score_deal(rules, contract, cards=(10, 142), last_trick=NS, belote=(20, 0), melds=(50, 0))
    assert (score.counted, score.outcome) == ((90, 142), Outcome.DEDANS)
    assert score.written == (20, written)
