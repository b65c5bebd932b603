"""Case 45, for every level and rule set: it bids to the score, returns the partner's suit, and leads no trump that
draws none. What a player does beyond that is his level's."""

import random
from collections.abc import Iterator

import pytest

from engine.actions import action_text
from engine.cards import CARDS, SUIT_MASKS, cards_of, parse_card
from engine.match import apply, new_match, start_deal, to_act
from engine.observation import Observation, observation
from engine.players import LEVELS
from engine.players.club import choose
from engine.rules import Rules, ScoringKind
from engine.seats import seats_in_play, side_of
from engine.state import Phase
from engine.variants import VARIANTS
from tests.engine.play import trump
from tests.engine.players.seeing import sees

WORLDS, HANDS = 20, 150
CLEARLY = 12
"""So many more calls are enough to know."""
PAIRS = [variant for variant, rules in VARIANTS.items() if rules.players == 4]


def plays(level: str, seen: Observation) -> str:
    return action_text(LEVELS[level](seen, WORLDS, 1))


def leads(rules: Rules, deals: int) -> Iterator[Observation]:
    """Whoever leads to a trick while there is a trump suit."""
    for number in range(deals):
        rng = random.Random(f"habits {number}")
        match = start_deal(new_match(rules, rng.choice(seats_in_play(rules))), tuple(rng.sample(CARDS, 32)))[
            0
        ]
        while (seat := to_act(match)) is not None:
            seen = observation(match, seat)
            if not seen.trick and trump_of(seen) >= 0:
                yield seen
            match = apply(match, choose(seen, 0, number))[0]


def trump_of(seen: Observation) -> int:
    """-1: none, or not known yet."""
    return -1 if seen.contract is None or seen.phase is not Phase.PLAYING else seen.contract.trump


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_trump_is_led_when_there_is_none_left_to_draw(level: str, variant: str) -> None:
    asked = 0
    for seen in leads(VARIANTS[variant], 30):
        trumps = SUIT_MASKS[trump_of(seen)]
        fallen = sum(1 << play.card for trick in seen.tricks for play in trick.plays) & trumps
        if seen.hand & trumps and seen.hand & ~trumps and fallen | seen.hand & trumps == trumps:
            asked += 1
            assert parse_card(plays(level, seen)) >> 3 != trump_of(seen)
    assert asked


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", PAIRS)
def test_no_trump_is_led_when_both_defenders_are_void(level: str, variant: str) -> None:
    """The partner may have some: he needs them."""
    drawn = ("S:JH W:7C N:7H E:8C", "S:9H W:7D N:8H E:8D")
    contract = trump("H", "S")._replace(level=80)
    for cards in ("AH AC KC 9S 8S QS", "TH 9C KC QS 8S JS"):
        seen = sees(cards, *drawn, contract=contract, rules=VARIANTS[variant], turned=parse_card("9H"))
        assert plays(level, seen)[1] != "H"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", PAIRS)
def test_the_suit_that_the_partner_led_comes_back(level: str, variant: str) -> None:
    """More often than by chance: at times another lead is better, for whoever sees why."""
    led, by_chance = 0, 0.0
    for seen in leads(VARIANTS[variant], 40):
        assert seen.seat is not None
        first = {trick.plays[0].card >> 3: trick.plays[0].seat for trick in reversed(seen.tricks)}
        returned = {suit for suit, seat in first.items() if (seat - seen.seat) % 4 == 2}
        plain = [card for card in cards_of(seen.hand) if card >> 3 != trump_of(seen)]
        back = [card for card in plain if card >> 3 in returned]
        if 0 < len(back) < len(plain):
            by_chance += len(back) / seen.hand.bit_count()
            led += parse_card(plays(level, seen)) in back
    assert by_chance > 3
    assert led > by_chance


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", [name for name in PAIRS if VARIANTS[name].target])
def test_more_is_called_when_the_others_are_about_to_win(level: str, variant: str) -> None:
    """Whom their next game beats must play himself: they lack more than defenders get, and less than takers."""
    rules = VARIANTS[variant]
    theirs = rules.target - (8 if rules.scoring is ScoringKind.TENTHS else 75)
    at_first = hands(rules, 0, 0)
    at_last = hands(rules, int(0.6 * rules.target), theirs)
    more = 0
    for last, first in zip(at_last, at_first, strict=True):
        more += (plays(level, last) != "pass") - (plays(level, first) != "pass")
        if more == CLEARLY:
            break
    assert more > 0


@pytest.mark.parametrize("level", ["novice", "club"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_most_deals_are_played(level: str, variant: str) -> None:
    """Who deals wants to play: for two, where a poor hand has no partner, two deals of three; else seven of eight."""
    passed_out = sum(all_pass(level, VARIANTS[variant], number) for number in range(240))
    assert passed_out < (80 if VARIANTS[variant].players == 2 else 30)


def all_pass(level: str, rules: Rules, number: int) -> bool:
    """Whether nobody plays."""
    rng = random.Random(f"all pass {number}")
    match = start_deal(new_match(rules, seats_in_play(rules)[0]), tuple(rng.sample(CARDS, 32)))[0]
    while (seat := to_act(match)) is not None and match.phase is Phase.CALLING:
        match = apply(match, LEVELS[level](observation(match, seat), 0, number))[0]
    return match.finished is not None


def hands(rules: Rules, ours: int, theirs: int) -> Iterator[Observation]:
    """The first to call, with cards at random."""
    for number in range(HANDS):
        rng = random.Random(f"hands {number}")
        match = start_deal(new_match(rules, 1), tuple(rng.sample(CARDS, 32)))[0]
        seat = to_act(match)
        assert seat is not None
        totals = (ours, theirs) if side_of(rules, seat) == 0 else (theirs, ours)
        yield observation(match, seat)._replace(totals=totals)
