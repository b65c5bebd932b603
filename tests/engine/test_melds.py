"""classic §announcements and luxembourg's: finding, choosing, comparing, telling and showing."""

from dataclasses import replace

import pytest

from engine.actions import action_text, parse_action
from engine.belote import belote_points
from engine.cards import card_code
from engine.contracts import Contract, Tables, tables_for
from engine.events import MeldsJudged, MeldsShown, MeldsTold
from engine.match import Match, apply, new_match, start_deal, to_act
from engine.melds import MeldEffect, Verdict, choices, compare, proposal
from engine.observation import legal_actions, observation
from engine.rules import Rules, ToutBelote
from engine.scoring import Outcome
from engine.seats import EW, NS
from engine.state import MeldTold
from engine.variants import VARIANTS
from tests.engine.play import ALL_TRUMP, NO_TRUMP, after, hand, one_meld, pack_with, trump

CLASSIC = replace(VARIANTS["classic"], announcements=True)
LUX = VARIANTS["luxembourg"]


def _compare(rules: Rules, contract: Contract, *melds: tuple[int, str]) -> Verdict:
    tables = tables_for(rules, contract)
    return compare(rules, tables, [(side, one_meld(rules, tables, cards)) for side, cards in melds])


def _found(rules: Rules, tables: Tables, cards: str) -> list[tuple[str, int]]:
    return [(meld.kind.value, meld.points) for meld in proposal(rules, tables, hand(cards))]


SUITS = trump("S")
RUN_OF_8 = "7C 8C 9C TC JC QC KC AC"


def test_a_run_of_eight() -> None:
    # AMB-C18
    assert _found(LUX, tables_for(LUX, SUITS), RUN_OF_8) == [("cent", 100), ("tierce", 20)]
    assert _found(CLASSIC, tables_for(CLASSIC, SUITS), RUN_OF_8) == [("cent", 100)]


@pytest.mark.parametrize("cards", ["7C 8C 9C TC JC QC 7H 8D", "7C 8C 9C TC JC QC KC 8D"])
def test_a_run_of_six_or_seven_is_one_cent(cards: str) -> None:
    assert _found(LUX, tables_for(LUX, SUITS), cards) == [("cent", 100)]


def test_six_beats_five_except_in_luxembourg() -> None:
    # AMB-A8
    six, five = (NS, "7D 8D 9D TD JD QD"), (EW, "TC JC QC KC AC")
    assert _compare(CLASSIC, SUITS, six, five).side == NS
    tables = tables_for(LUX, SUITS)
    cent = proposal(LUX, tables, hand("7D 8D 9D TD JD QD"))[0]
    other = one_meld(LUX, tables, "TC JC QC KC AC")
    assert compare(LUX, tables, [(NS, cent), (EW, other)]).side == EW


def test_equal_runs_that_are_not_the_best_are_struck() -> None:
    # AMB-C12
    verdict = _compare(LUX, SUITS, (NS, "7C 8C 9C TC"), (NS, "QD KD AD"), (EW, "QH KH AH"))
    assert (verdict.side, verdict.points, verdict.counting) == (NS, (50, 0), (True, False, False))


def test_an_equal_run_in_trump_counts_and_the_other_does_not() -> None:
    verdict = _compare(LUX, SUITS, (NS, "7C 8C 9C TC"), (NS, "QD KD AD"), (EW, "QS KS AS"))
    assert (verdict.side, verdict.points) == (NS, (50, 0))
    assert _compare(LUX, SUITS, (NS, "QD KD AD"), (EW, "QS KS AS")).points == (0, 20)


def test_equal_runs_of_partners_both_count() -> None:
    # AMB-C13
    assert _compare(LUX, SUITS, (NS, "QD KD AD"), (NS, "QH KH AH")).points == (40, 0)


def test_in_tout_no_run_has_precedence() -> None:
    # AMB-C14
    assert _compare(LUX, ALL_TRUMP, (NS, "QD KD AD"), (EW, "QS KS AS")).side is None


def test_two_tierces_or_a_carre_is_the_players_choice() -> None:
    tables = tables_for(LUX, SUITS)
    cards = hand("QC QD QH QS TC JC TD JD")
    assert _found(LUX, tables, "QC QD QH QS TC JC TD JD") == [("tierce", 20), ("tierce", 20)]
    offered = {
        tuple(sorted(meld.kind.value for meld in melds)) for melds in choices(LUX, tables, cards).values()
    }
    assert offered == {(), ("carre",), ("tierce",), ("tierce", "tierce")}


def test_no_announcement_but_belotes_in_a_hand_of_rags() -> None:
    assert proposal(CLASSIC, tables_for(CLASSIC, SUITS), hand("7C 9C JC KC 8D TD QD AD")) == ()


@pytest.mark.parametrize(
    ("contract", "best", "second"),
    [
        (trump("S"), "J", "9"),
        (trump("S"), "9", "A"),
        (trump("S"), "A", "T"),
        (trump("S"), "T", "K"),
        (trump("S"), "K", "Q"),
        (NO_TRUMP, "A", "T"),
        (NO_TRUMP, "T", "K"),
        (NO_TRUMP, "Q", "J"),
        (NO_TRUMP, "J", "9"),
    ],
)
def test_order_of_fours_in_the_french_table(contract: Contract, best: str, second: str) -> None:
    rules = replace(VARIANTS["coinche"], announcements=True)
    ours, theirs = (" ".join(rank + suit for suit in "CDHS") for rank in (best, second))
    assert _compare(rules, contract, (EW, theirs), (NS, ours)).side == NS


def _four(rank: str) -> str:
    return " ".join(rank + suit for suit in "CDHS")


@pytest.mark.parametrize(
    ("ranks", "effect"),
    [
        ("8", MeldEffect.MELDS_CANCELLED),
        ("7", MeldEffect.DEAL_ANNULLED),
        ("78", MeldEffect.MELDS_CANCELLED),
        ("7Q", MeldEffect.NONE),
        ("89", MeldEffect.NONE),
    ],
)
def test_fours_of_eights_and_sevens(ranks: str, effect: MeldEffect) -> None:
    # AMB-C15, AMB-C17: the highest four decides, a worthless one of nines too.
    verdict = _compare(LUX, SUITS, *((NS, _four(rank)) for rank in ranks), (EW, "QD KD AD"))
    assert verdict.effect is effect
    if effect is not MeldEffect.NONE:
        assert verdict.points == (0, 0)


def test_a_low_four_under_a_higher_one_is_worth_nothing() -> None:
    assert _compare(LUX, SUITS, (NS, _four("7")), (EW, _four("Q"))).points == (0, 30)
    assert _compare(CLASSIC, SUITS, (NS, _four("Q"))).points == (100, 0)


# --- at the table. North deals; classic plays W S E N, luxembourg E S W N ---

HANDS = {"W": "7C 8C 9C JD QH", "S": "7D 8D 9D AC KH", "E": "TC JC QC 8H 9S", "N": "7S 8S TS QS AD"}


def _table(rules: Rules, hands: dict[str, str] = HANDS, turned: str = "7H") -> Match:
    return start_deal(new_match(rules, 0), pack_with(rules, "N", hands, turned))[0]


def _cheapest(match: Match) -> str:
    return action_text(legal_actions(observation(match, to_act(match)))[0])


def _play(match: Match, count: int) -> tuple[Match, list[object]]:
    events: list[object] = []
    for _ in range(count):
        match, more = apply(match, parse_action(_cheapest(match)))
        events.extend(more)
    return match, events


def _told(match: Match) -> dict[str, tuple[MeldTold, ...]]:
    told = observation(match, None).melds
    return {"NESW"[seat]: tuple(meld for meld in told if meld.seat == seat) for seat in range(4)}


def test_announcements_are_told_with_the_first_card_judged_after_the_trick_shown_at_the_second() -> None:
    match = after(_table(CLASSIC), "take")
    first, events = _play(match, 1)
    assert isinstance(events[-1], MeldsTold)
    west = _told(first)["W"]
    assert west
    assert all(meld.cards == 0 and meld.beaten is None for meld in west)
    judged, events = _play(match, 4)
    assert any(isinstance(event, MeldsJudged) for event in events)
    assert all(
        meld.beaten is not None and meld.cards == 0 for melds in _told(judged).values() for meld in melds
    )
    shown, events = _play(judged, 4)
    winners = {event.seat for event in events if isinstance(event, MeldsShown)}
    assert winners
    for letter, melds in _told(shown).items():
        for meld in melds:
            assert bool(meld.cards) == (not meld.beaten) == ("NESW".index(letter) in winners)


def test_heights_are_told_only_where_they_decide() -> None:
    alone = {"W": "7C 8C 9C JD QH", "S": "7D TD KC AC KH", "E": "TH JC QC 8H 9S", "N": "7S TS QS AD 9D"}
    match, _ = _play(after(_table(CLASSIC, alone, "7H"), "take"), 1)
    west = _told(match)["W"]
    assert [(meld.height, meld.suit, meld.length) for meld in west] == [(-1, -1, 0)] * len(west) != []
    match, _ = _play(after(_table(CLASSIC), "take"), 2)
    told = _told(match)
    rivals = {meld.kind for meld in told["W"]} & {meld.kind for meld in told["S"]}
    for meld in (*told["W"], *told["S"]):
        assert (meld.height >= 0) == (meld.kind in rivals)


def test_a_finished_deal_tells_all_announcements() -> None:
    match, _ = _play(after(_table(CLASSIC), "take"), 32)
    assert match.finished is not None
    assert match.finished.melds
    assert all(meld.cards for meld in match.finished.melds)
    counting = sum(meld.points for meld in match.finished.melds if not meld.beaten)
    assert sum(match.finished.score.melds) == counting


def _lux_fours(rank: str) -> Match:
    fours = _four(rank).split()
    hands = {"E": " ".join([*fours, "AC"])}
    return after(_table(LUX, hands, "JH"), "H", "pass", "pass", "pass")


def test_luxembourg_fours_of_sevens_annul_the_deal_after_the_first_trick() -> None:
    # AMB-C16
    match = _lux_fours("7")._replace(pot=8)
    done, _ = _play(match, 4)
    assert done.finished is not None
    assert (done.finished.score.outcome, done.pot, done.totals) == (Outcome.ANNULLED, 8, (0, 0))
    assert (done.dealer, done.deal_no, len(done.finished.tricks)) == (1, 2, 1)


def test_luxembourg_fours_of_sevens_need_not_be_melded() -> None:
    match = after(_lux_fours("7"), "meld:-")
    assert observation(match, to_act(match)).chosen == 0
    assert not [
        a for a in legal_actions(observation(match, to_act(match))) if action_text(a).startswith("meld")
    ]
    done, _ = _play(match, 4)
    assert done.finished is None


def test_luxembourg_choice_is_the_choosers_secret_until_he_plays() -> None:
    match = _lux_fours("7")
    seat = to_act(match)
    chosen = after(match, "meld:-")
    for other in (None, *(s for s in range(4) if s != seat)):
        assert observation(chosen, other)._replace(ply=0) == observation(match, other)._replace(ply=0)


def test_luxembourg_fours_of_eights_void_the_melds() -> None:
    done, _ = _play(_lux_fours("8"), 4)
    assert done.finished is None
    assert all(meld.beaten for meld in observation(done, None).melds)


def _forgetful() -> Match:
    rules = replace(LUX, auto_show_melds=False)
    hands = {"E": "7C 8C 9C TC AD", "S": "7D 9H JS QS KH", "W": "QD KD JD 8S 9S", "N": "7H 8H AS TS TD"}
    match = after(_table(rules, hands, "AC"), "C", "pass", "pass", "pass")
    return _play(match, 4)[0]


def test_luxembourg_a_forgotten_show_loses_the_sides_melds_and_the_other_does_not_inherit() -> None:
    # AMB-C19
    match = _forgetful()
    assert any(meld.beaten is False for meld in observation(match, None).melds)
    while not [a for a in legal_actions(observation(match, to_act(match))) if action_text(a) == "show"]:
        match, _ = _play(match, 1)
    seat = to_act(match)
    shown = after(match, "show")
    assert to_act(shown) == seat
    assert [meld for meld in observation(shown, None).melds if meld.seat == seat and meld.cards]
    forgotten = after(match, _cheapest(match))
    assert all(meld.beaten and not meld.cards for meld in observation(forgotten, None).melds)
    done, _ = _play(forgotten, 32 - forgotten.ply + 4)
    assert done.finished is not None
    assert done.finished.score.melds == (0, 0)


# --- belote ---


def _belotes(
    rules: Rules, contract_calls: list[str], hands: dict[str, str], turned: str, cards: str
) -> Match:
    return after(_table(rules, hands, turned), *contract_calls, *cards.split())


@pytest.mark.parametrize("order", ["KH QH", "QH KH"])
def test_belote_is_said_on_the_first_card_whichever_it_is(order: str) -> None:
    hands = {"W": "KH QH AC AD AS", "S": "7C 8D 9S TC TD", "E": "7D 8S JC JD JS", "N": "8C 9D TS QC QD"}
    match = after(_table(VARIANTS["classic"], hands, "7H"), "take")
    first, _ = apply(match, parse_action(order.split(maxsplit=1)[0]))
    call = observation(first, None).belotes[0]
    assert (call.seat, call.second, call.trick_no, card_code(call.card)) == (
        3,
        False,
        1,
        order.split(maxsplit=1)[0],
    )
    line = first
    while len(observation(line, None).belotes) < 2:
        legal = [action_text(a) for a in legal_actions(observation(line, to_act(line)))]
        wish = order.split()[1]
        line = after(line, wish if to_act(line) == 3 and wish in legal else legal[0])
    calls = observation(line, None).belotes
    assert [call.second for call in calls] == [False, True]
    assert belote_points(VARIANTS["classic"], calls) == (0, 20)


def test_belote_needs_both_cards_in_one_hand() -> None:
    hands = {"W": "KH AC AD AS 9C", "S": "QH 7C 8D 9S TC"}
    match = after(_table(VARIANTS["classic"], hands, "7H"), "take", "KH")
    assert observation(match, None).belotes == ()


TOUT_HANDS = {"E": "7C 8C 9S TD AD", "S": "KD QD JS KH 7H", "W": "7S 8H 9H TH AH", "N": "TC AC JC 9C QC"}


@pytest.mark.parametrize("needs", list(ToutBelote))
def test_luxembourg_tout_belote_thrown_away(needs: ToutBelote) -> None:
    # AMB-C5: East leads a club, South (void of clubs) throws the king of diamonds away.
    rules = replace(LUX, tout_belote=needs, announcements=False, meld_choice=False)
    hands = {"E": "7C 8C 9C TC JC", "S": "KD QD JS KH 7H", "W": "7S 8H 9H TH AH", "N": "QC KC AC 9S TS"}
    match = after(_table(rules, hands, "8D"), "tout", "7C")
    if "KD" not in [action_text(a) for a in legal_actions(observation(match, to_act(match)))]:
        pytest.fail("South should be void of clubs")
    thrown = after(match, "KD")
    said = observation(thrown, None).belotes
    assert bool(said) == (needs is ToutBelote.FREE)
