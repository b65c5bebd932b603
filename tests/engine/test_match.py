"""The course of a match: events in order, deals that follow each other, misuse."""

from dataclasses import replace

import pytest

from engine.actions import PASS, TAKE
from engine.cards import card_of, rank_of, suit_of
from engine.contracts import NoContract, tables_for
from engine.events import (
    BeloteSaid,
    Called,
    CardPlayed,
    ContractFixed,
    DealScored,
    DealStarted,
    Event,
    LaidAside,
    MatchWon,
    MeldsShown,
    TrickTaken,
)
from engine.finishing import finish_played
from engine.match import Match, Phase, apply, new_match, play_trusted, start_deal
from engine.observation import legal_actions, observation, why_not
from engine.players import LEVELS
from engine.seats import NS, S, side_of
from engine.trick import RefusalCode
from engine.variants import VARIANTS
from tests.engine.play import Ply, dealt, pack_of, played_deal, random_deal

CLASSIC = VARIANTS["classic"]


def test_events_of_a_deal_in_order() -> None:
    match, events = start_deal(new_match(CLASSIC, S), pack_of(1))
    assert events == (DealStarted(1, S, pack_of(1)[20]),)
    line = list(random_deal(match, 1))
    all_events = [event for ply in line for event in ply.events]
    kinds = [type(event) for event in all_events]
    assert kinds.count(CardPlayed) == 32
    assert kinds.count(TrickTaken) == 8
    assert kinds.count(ContractFixed) == kinds.count(DealScored) == 1
    assert kinds.count(Called) == kinds.index(ContractFixed)
    assert kinds[-1] is DealScored
    for ply in line:
        if isinstance(ply.events[-1], TrickTaken):
            assert isinstance(ply.events[0], CardPlayed)


def test_belote_is_an_event_and_a_call_on_record() -> None:
    line = next(line for seed in range(200) if len(_belotes(line := played_deal(CLASSIC, seed))) == 2)
    first, second = _belotes(line)
    assert (first.second, second.second) == (False, True)
    finished = line[-1].after.finished
    assert finished is not None
    assert [call.second for call in finished.belotes] == [False, True]
    assert finished.score.belote[side_of(CLASSIC, first.seat)] == 20


def _belotes(line: list[Ply]) -> list[BeloteSaid]:
    return [event for ply in line for event in ply.events if isinstance(event, BeloteSaid)]


def test_laying_aside_is_told_without_the_card() -> None:
    line = played_deal(VARIANTS["beginner"], 3)
    told = [event for ply in line for event in ply.events if isinstance(event, LaidAside)]
    assert told == [LaidAside(line[0].before.dealer)]


def _over() -> Match:
    match = new_match(CLASSIC, 0)
    events: tuple[Event, ...] = ()
    for seed in range(200):
        match, _ = start_deal(match, pack_of(seed))
        *_, last = random_deal(match, seed)
        match, events = last.after, last.events
        if match.winner is not None:
            break
    assert match.winner is not None
    assert events[-1] == MatchWon(match.winner)
    return match


def test_the_deal_goes_round_and_the_match_ends() -> None:
    match = _over()
    assert max(match.totals) >= 1000
    with pytest.raises(ValueError, match="over"):
        start_deal(match, pack_of(1))
    obs = observation(match, 0)
    assert (obs.phase, obs.winner, obs.turn, legal_actions(obs)) == (Phase.OVER, match.winner, None, ())
    refusal = why_not(obs, PASS)
    assert refusal is not None
    assert refusal.code is RefusalCode.NO_DEAL


def test_a_deal_cannot_start_twice() -> None:
    with pytest.raises(ValueError, match="calling"):
        start_deal(dealt(CLASSIC, 1), pack_of(1))


def test_facts_outside_a_deal_are_a_fault() -> None:
    with pytest.raises(ValueError, match="outside"):
        play_trusted(new_match(CLASSIC, 0), TAKE)
    match = dealt(CLASSIC, 1)
    assert match.deal is not None
    with pytest.raises(NoContract):
        finish_played(match, match.deal)
    with pytest.raises(NoContract):
        tables_for(CLASSIC, None)


def test_the_pot_and_the_totals_go_from_deal_to_deal() -> None:
    match, _ = start_deal(new_match(CLASSIC, 0)._replace(totals=(300, 200), pot=81), pack_of(4))
    match = list(random_deal(match, 4))[-1].after
    assert match.finished is not None
    score = match.finished.score
    assert score.pot_in == 81
    assert match.totals == (300 + score.written[0], 200 + score.written[1]) == score.totals
    assert match.pot == score.pot_out


def test_the_novice_passes_what_is_only_one_way() -> None:
    match = dealt(CLASSIC, 1)
    with pytest.raises(ValueError, match="nothing to do"):
        LEVELS["novice"](observation(match, None), 0, 1)
    for seed in (1, b"x"):
        assert LEVELS["novice"](observation(match, match.deal.turn if match.deal else NS), 0, seed) in (
            PASS,
            TAKE,
        )


def test_the_benchmark_plays_whole_deals() -> None:
    from tests.bench.engine_bench import measure

    figure = measure(deals=2)
    assert figure.plies >= 2 * 33
    assert figure.deals_per_second > 0


@pytest.mark.parametrize("name", VARIANTS)
def test_the_novice_gets_through_any_match(name: str) -> None:
    rules = VARIANTS[name]
    match = new_match(rules, S)
    for seed in range(300):
        match, _ = start_deal(match, pack_of(seed))
        while match.deal is not None:
            match, _ = apply(match, LEVELS["novice"](observation(match, match.deal.turn), 0, seed))
        if match.winner is not None:
            break
    assert match.phase is Phase.OVER


def test_the_novice_shows_what_he_announced() -> None:
    rules = replace(VARIANTS["luxembourg"], auto_show_melds=False)
    shown = 0
    for seed in range(30):
        match = dealt(rules, seed)
        while match.deal is not None:
            match, events = apply(match, LEVELS["novice"](observation(match, match.deal.turn), 0, seed))
            shown += sum(isinstance(event, MeldsShown) for event in events)
    assert shown > 5


def test_parts_of_a_card() -> None:
    assert (suit_of(20), rank_of(20), card_of(2, 4)) == (2, 4, 20)
