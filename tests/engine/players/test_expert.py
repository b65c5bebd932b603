"""The player who searches: what it must find, that it is the same twice, and what points are worth to it."""

import random

import pytest

from engine.actions import ActionKind, action_text
from engine.contracts import contract_for, tables_for
from engine.match import Match, Phase, apply, start_deal, to_act
from engine.match import new_match as opened
from engine.observation import legal_actions, observation
from engine.players import club, expert
from engine.players.expert.bonus import belote_points, has_meld, meld_points
from engine.players.expert.playing import card_values, choose_card
from engine.players.expert.utility import Stakes
from engine.players.renaming import names_for, renamed
from engine.seats import E, N
from engine.variants import OPTIONS, VARIANTS, with_option
from tests.engine.play import dealt, hand, pack_with, random_deal
from tests.soak.deals import options_for

CLASSIC, LUX, COINCHE = VARIANTS["classic"], VARIANTS["luxembourg"], VARIANTS["coinche"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deal_is_played_by_the_rules_and_again_the_same(variant: str) -> None:
    rules = options_for(variant, random.Random(3))
    match = dealt(rules, 5)
    while (seat := to_act(match)) is not None:
        seen = observation(match, seat)
        action = expert.choose(seen, 1, b"seed")
        assert action in legal_actions(seen)
        if match.ply % 5 == 0:
            assert expert.choose(seen, 1, b"seed") == action
        match = apply(match, action)[0]


def test_out_of_turn_there_is_nothing_to_choose() -> None:
    match = dealt(CLASSIC, 1)
    other = next(seat for seat in range(4) if seat != to_act(match))
    with pytest.raises(ValueError, match="nothing to do"):
        expert.choose(observation(match, other), 1, 0)


def _endings(variant: str) -> list[Match]:
    """Positions with three cards each, the leader to play, in deals played at random."""
    found = []
    for seed in range(25):
        for ply in random_deal(dealt(VARIANTS[variant], seed), seed):
            deal = ply.before.deal
            if (
                ply.before.phase is Phase.PLAYING
                and deal is not None
                and len(deal.tricks) == 5
                and not deal.trick
            ):
                found.append(ply.before)
    return found


def test_late_in_a_deal_no_card_is_better_on_average_over_all_that_may_be() -> None:
    """With everything listed, twice the budget changes no value."""
    for match in _endings("classic")[:6]:
        seen = observation(match, to_act(match))
        seen = renamed(seen, names_for(seen))
        once = card_values(seen, 400, random.Random(1))
        again = card_values(seen, 800, random.Random(2))
        assert once == pytest.approx(again)


def test_whoever_may_announce_or_must_show_does_so_as_rules_of_thumb_have_it() -> None:
    rules = with_option(
        LUX, next(o for o in OPTIONS["luxembourg"] if o.field == "auto_show_melds"), value=False
    )
    said: set[ActionKind] = set()
    for seed in range(60):
        for ply in random_deal(dealt(rules, seed), seed):
            seen = observation(ply.before, to_act(ply.before))
            kinds = {action.kind for action in legal_actions(seen)}
            if len(seen.tricks) < 3 and kinds & {ActionKind.MELD, ActionKind.SHOW} - said:
                said |= kinds & {ActionKind.MELD, ActionKind.SHOW}
                assert expert.choose(seen, 1, 1) in legal_actions(seen)
            if len(seen.tricks) == 2 and seen.melds and not seen.trick and ActionKind.PLAY not in said:
                said.add(ActionKind.PLAY)
                assert expert.choose(seen, 1, 1).kind is ActionKind.PLAY
    assert said == {ActionKind.MELD, ActionKind.SHOW, ActionKind.PLAY}


def test_a_single_card_needs_no_thought() -> None:
    match = [ply.before for ply in random_deal(dealt(CLASSIC, 5), 5)][-1]
    seen = observation(match, to_act(match))
    seen = renamed(seen, names_for(seen))
    assert choose_card(seen, 1, random.Random(1)) in legal_actions(seen)


# --- points ---


def test_more_points_are_never_worth_less() -> None:
    for rules, contract in (
        (CLASSIC, contract_for(N, 2)),
        (CLASSIC, contract_for(E, 2)),
        (LUX, contract_for(N, 5)),
        (COINCHE, contract_for(E, 1, 100, 2)),
    ):
        stakes = Stakes(rules, contract, (0, 0), 0)
        worth = [stakes.value(points, 0, (20, 0), (0, 0)) for points in range(stakes.tables.total + 1)]
        assert worth == sorted(worth)
        assert stakes.value(stakes.tables.total, 1, (20, 0), (0, 0)) >= worth[-1]
        assert stakes.value(0, -1, (20, 0), (0, 0)) <= worth[0]


def test_what_lies_in_the_pot_is_played_for() -> None:
    without, pot = (Stakes(CLASSIC, contract_for(N, 2), (0, 0), open_) for open_ in (0, 81))
    gap = without.value(82, 0, (0, 0), (0, 0)) - without.value(80, 0, (0, 0), (0, 0))
    assert pot.value(82, 0, (0, 0), (0, 0)) - pot.value(80, 0, (0, 0), (0, 0)) > gap + 100


def test_belotes_and_announcements_are_counted_as_the_sheet_counts_them() -> None:
    rules = with_option(CLASSIC, OPTIONS["classic"][1], value=True)
    tables = tables_for(rules, contract_for(N, 2))
    hands = [hand("QH KH 7C 8C 9C"), hand("TC JC QC KC AS"), hand("7D 8S"), hand("9S TS AD")]
    assert belote_points(tables, hands) == (20, 0)
    assert meld_points(rules, tables, hands) == (0, 50)
    assert meld_points(CLASSIC, tables, hands) == (0, 0)
    assert meld_points(rules, tables, [0, 0, 0, 0]) == (0, 0)
    assert has_meld(rules, tables, hand("KC KD KH KS")) and not has_meld(
        rules, tables, hand("7C 7D 7H 7S KC AD")
    )


def test_a_call_that_is_clear_is_made_as_rules_of_thumb_have_it() -> None:
    started, _ = start_deal(opened(LUX, N), pack_with(LUX, "N", {"E": "JC JD JH JS 9C"}, "AC"))
    seen = observation(started, E)
    assert action_text(expert.choose(seen, 4, 0)) == action_text(club.choose(seen, 4, 0))
