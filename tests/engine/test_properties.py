"""What holds for every set of rules that can be made, not only for the named ones."""

import random
from collections import Counter

import pytest
from hypothesis import assume, given, settings

from engine.actions import ASIDE, NAME_SUIT, PASS, PLAY, SHOW, TAKE, TOUT, Action, ActionKind, bid, meld
from engine.cards import CARDS, FULL_PACK, NO_CARD, cards_of
from engine.contracts import LAST_TRICK, compiled, tables_for
from engine.events import Event
from engine.match import (
    FinishedDeal,
    IllegalAction,
    Match,
    Phase,
    apply,
    new_match,
    play_trusted,
    replay,
    start_deal,
    to_act,
)
from engine.observation import Observation, legal_actions, observation, why_not
from engine.rules import DealPattern, Rules, TurnedTo
from engine.scoring import Outcome
from engine.seats import EW, NS, seats_in_play, side_of
from engine.state import Deal
from tests.engine.play import dealt, pack_of, played_deal, random_deal
from tests.engine.strategies import any_rules, seeds

EXAMPLES = settings(max_examples=120, deadline=None)

SAMPLE: tuple[Action, ...] = (
    PASS, TAKE, TOUT, SHOW, bid(80, 0), bid(100, 4), *NAME_SUIT, *PLAY, *ASIDE, meld(0), meld(7), Action(PLAY[0].kind),
)  # fmt: skip


def _deal_of(match: Match) -> Deal:
    if match.deal is None:
        raise AssertionError("a deal was under way")
    return match.deal


def _all_cards(deal: Deal) -> list[int]:
    """Every card of a deal under way, wherever it is."""
    cards = [card for hand in deal.hands for card in cards_of(hand)]
    cards += [card for row in deal.reserves for card in row if card != NO_CARD]
    cards += [play.card for trick in deal.tricks for play in trick.plays]
    return cards + [play.card for play in deal.trick]


@EXAMPLES
@given(any_rules(), seeds)
def test_32_cards_are_conserved(rules: Rules, seed: int) -> None:
    for ply in played_deal(rules, seed):
        deal = ply.before.deal
        if deal is None or ply.before.phase is not Phase.PLAYING:
            continue
        cards = _all_cards(deal)
        assert len(cards) == 32
        assert set(cards) == set(CARDS)


@EXAMPLES
@given(any_rules(), seeds)
def test_before_the_play_every_card_is_dealt_or_in_the_stock(rules: Rules, seed: int) -> None:
    match = dealt(rules, seed)
    if match.phase is Phase.PLAYING:
        return
    deal = _deal_of(match)
    held = _all_cards(deal)
    stock = set(deal.setup.pack) - set(held)
    assert len(set(held)) == len(held)
    assert len(held) + len(stock) == 32
    assert (deal.setup.turned in stock) == (rules.deal is DealPattern.TURN_UP)


@EXAMPLES
@given(any_rules(), seeds)
def test_some_action_is_legal_until_the_end(rules: Rules, seed: int) -> None:
    last = played_deal(rules, seed)[-1].after
    assert last.phase in (Phase.DEALING, Phase.OVER)
    assert to_act(last) is None
    assert last.finished is not None


@settings(max_examples=40, deadline=None)
@given(any_rules(), seeds)
def test_apply_accepts_exactly_the_legal_actions(rules: Rules, seed: int) -> None:
    for ply in played_deal(rules, seed):
        obs = observation(ply.before, to_act(ply.before))
        legal = legal_actions(obs)
        assert len(set(legal)) == len(legal)
        for action in {*SAMPLE, *legal}:
            refusal = why_not(obs, action)
            assert (refusal is None) == (action in legal)
            if refusal is None:
                assert apply(ply.before, action)[0].ply == ply.before.ply + 1
            else:
                with pytest.raises(IllegalAction) as caught:
                    apply(ply.before, action)
                assert caught.value.refusal == refusal


@EXAMPLES
@given(any_rules(), seeds)
def test_only_the_seat_to_act_may_act(rules: Rules, seed: int) -> None:
    match = dealt(rules, seed)
    for seat in (None, *seats_in_play(rules)):
        obs = observation(match, seat)
        assert bool(legal_actions(obs)) == (seat == to_act(match))
        if seat != to_act(match):
            assert why_not(obs, PASS) is not None


def _finished(match: Match) -> FinishedDeal:
    if match.finished is None:
        raise AssertionError("no deal was finished")
    return match.finished


@EXAMPLES
@given(any_rules(), seeds)
def test_card_points_sum_to_the_contracts_constant(rules: Rules, seed: int) -> None:
    finished = _finished(played_deal(rules, seed)[-1].after)
    if finished.contract is None or finished.score.outcome is Outcome.ANNULLED:
        return
    tables = tables_for(rules, finished.contract)
    assert sum(finished.score.cards) + LAST_TRICK == tables.total
    assert sum(trick.points for trick in finished.tricks) == sum(finished.score.cards)
    for side in (NS, EW):
        won = sum(trick.points for trick in finished.tricks if side_of(rules, trick.winner) == side)
        assert finished.score.cards[side] == won
    assert finished.score.last_trick == side_of(rules, finished.tricks[-1].winner)


@EXAMPLES
@given(any_rules(), seeds)
def test_a_finished_deal_tells_every_hand(rules: Rules, seed: int) -> None:
    finished = _finished(played_deal(rules, seed)[-1].after)
    if finished.tricks:
        assert sum(finished.hands) == FULL_PACK
        played = Counter(play.seat for trick in finished.tricks for play in trick.plays)
        assert len(set(played.values())) == 1


@EXAMPLES
@given(any_rules(), seeds)
def test_replay_equals_play(rules: Rules, seed: int) -> None:
    line = played_deal(rules, seed)
    opening = line[0].before
    actions = [ply.action for ply in line]
    assert replay(opening, actions) == line[-1].after
    middle = line[len(line) // 2]
    assert play_trusted(middle.before, middle.action) == middle.after
    # A second, equal stream of facts makes an equal match, hash and all.
    assert hash(replay(dealt(rules, seed), actions)) == hash(line[-1].after)


@EXAMPLES
@given(any_rules(), seeds)
def test_a_ply_is_counted_once(rules: Rules, seed: int) -> None:
    for ply in played_deal(rules, seed):
        assert ply.after.ply == ply.before.ply + 1


# --- nobody sees a hidden card ---


def _exchange_hidden(rules: Rules, match: Match, viewer: int | None, seed: int) -> tuple[int, ...]:
    """The same pack with the cards that `viewer` has not seen exchanged among their places."""
    deal = _deal_of(match)
    seen = {play.card for trick in deal.tricks for play in trick.plays} | {play.card for play in deal.trick}
    seen.add(deal.setup.turned)
    if rules.deal is DealPattern.COLUMNS:
        seen |= {card for hand in deal.hands for card in cards_of(hand)}
    elif viewer is not None:
        seen |= set(cards_of(deal.hands[viewer]))
    places = [at for at, card in enumerate(deal.setup.pack) if card not in seen]
    hidden = [deal.setup.pack[at] for at in places]
    random.Random(seed).shuffle(hidden)
    moved = dict(zip(places, hidden, strict=True))
    return tuple(moved.get(at, card) for at, card in enumerate(deal.setup.pack))


def _replayed(match: Match, pack: tuple[int, ...], actions: list[Action]) -> tuple[Match, list[Event]]:
    """The same facts on another pack, unchecked, with every public event."""
    events: list[Event] = []
    match, started = start_deal(match, pack)
    events.extend(started)
    for action in actions:
        before = match.deal
        match = play_trusted(match, action)
        if match.deal is not None and before is not None:
            events.extend((match.deal.belotes, match.deal.melding.told))  # type: ignore[arg-type]
    return match, events


@settings(max_examples=200, deadline=None)
@given(any_rules(), seeds)
def test_exchanging_hidden_cards_changes_no_observation(rules: Rules, seed: int) -> None:
    # A card laid aside is not public: another pack could not follow the same facts.
    assume(not rules.lays_aside)
    line = played_deal(rules, seed)
    stop = random.Random(seed).randrange(len(line))
    match, actions = line[stop].before, [ply.action for ply in line[:stop]]
    # Nor could another hand meld the cards that were chosen.
    assume(all(action.kind is not ActionKind.MELD for action in actions))
    viewers: tuple[int | None, ...] = (None, *seats_in_play(rules))
    viewer = viewers[seed % len(viewers)]
    other_pack = _exchange_hidden(rules, match, viewer, seed)
    fresh = new_match(rules, match.dealer)
    _, said = _replayed(fresh, pack_of(seed), actions)
    other, said_otherwise = _replayed(fresh, other_pack, actions)
    # What was said aloud of belotes and melds is history: it has to be the same in both.
    assume(said == said_otherwise)
    mine, theirs = observation(match, viewer), observation(other, viewer)
    assert mine == theirs
    assert legal_actions(mine) == legal_actions(theirs)


def test_an_observation_holds_no_pack_and_no_match() -> None:
    hidden = {"pack", "hands", "reserves", "setup", "deal", "dealt", "aside"}
    assert not hidden & set(Observation._fields)


@EXAMPLES
@given(any_rules(), seeds)
def test_an_observation_counts_what_it_hides(rules: Rules, seed: int) -> None:
    for ply in played_deal(rules, seed):
        deal = _deal_of(ply.before)
        obs = observation(ply.before, None)
        assert obs.hand == 0
        held = [hand.bit_count() for hand in deal.hands]
        for seat, row in enumerate(deal.reserves):
            held[seat] += sum(card != NO_CARD for card in row)
        assert list(obs.counts) == held


@EXAMPLES
@given(any_rules(), seeds)
def test_compiled_tables_agree_with_themselves(rules: Rules, seed: int) -> None:
    tables = compiled(rules)[seed % 6]
    for card in CARDS:
        assert not tables.beaters[card] >> card & 1
        for other in CARDS:
            beats, beaten = tables.beaters[card] >> other & 1, tables.beaters[other] >> card & 1
            if card >> 3 == other >> 3:
                assert beats + beaten == (card != other)
            else:
                assert not (beats and beaten)


def test_the_strategy_reaches_what_it_should() -> None:
    # Guards the properties above: if the strategy narrowed, they would prove less without a sound.
    reached: set[object] = set()

    @settings(max_examples=300, deadline=None, database=None)
    @given(any_rules())
    def collect(rules: Rules) -> None:
        reached.update((rules.auction, rules.deal, rules.scoring, rules.turned_to_round_2, rules.tie_rule))

    collect()
    assert {*DealPattern, *TurnedTo} <= reached


def test_a_whole_match_has_a_winner() -> None:
    from engine.variants import VARIANTS

    for rules in VARIANTS.values():
        match = new_match(rules, seats_in_play(rules)[0])
        seed = 0
        while match.winner is None:
            match, _ = start_deal(match, pack_of(seed))
            match = list(random_deal(match, seed))[-1].after
            seed += 1
        assert match.phase is Phase.OVER
        assert match.totals[match.winner] > match.totals[1 - match.winner]
