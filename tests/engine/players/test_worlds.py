"""Sampled worlds: they agree with what is known, each comes as often as any other, and likely ones more often."""

import random
from collections import Counter

import pytest

from engine.actions import parse_action
from engine.cards import cards_of
from engine.contracts import compiled, tables_for
from engine.match import Match, Phase, start_deal, to_act
from engine.match import new_match as opened
from engine.observation import observation
from engine.players.expert.chances import appraised
from engine.players.expert.likely import Likely
from engine.players.expert.playing import columns_with_lying
from engine.players.knowledge import knowledge
from engine.players.renaming import back, names_for, renamed
from engine.players.worlds import STOCK, Worlds
from engine.seats import E, N, S, W
from engine.variants import OPTIONS, VARIANTS, with_option
from tests.engine.play import after, dealt, hand, pack_with, random_deal
from tests.soak.deals import options_for


def _rng(seed: int = 1) -> random.Random:
    return random.Random(seed)


def _positions(variant: str, seed: int) -> list[Match]:
    rules = options_for(variant, random.Random(seed))
    return [ply.before for ply in random_deal(dealt(rules, seed), seed)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_world_agrees_with_all_that_is_known(variant: str) -> None:
    for seed in range(4):
        for match in _positions(variant, seed)[::3]:
            seen = observation(match, to_act(match))
            known, columns = knowledge(seen), columns_with_lying(seen)
            for world in Worlds(known, columns).some(5, _rng()):
                placed = [cards_of(cards) for cards in world.hands]
                assert tuple(map(len, placed)) == known.counts
                assert len(world.stock) == known.stock
                for seat in range(4):
                    assert not known.known[seat] & ~world.hands[seat]
                    assert not world.hands[seat] & ~known.possible[seat]
                hidden = [card for card in world.under if card >= 0]
                every = [card for cards in placed for card in cards] + hidden + list(world.stock)
                assert len(every) == len(set(every))
                assert not known.loose & ~sum(1 << card for card in every)


def _late(variant: str = "classic") -> list[Match]:
    found = []
    for seed in range(12):
        plies = _positions(variant, seed)
        found += [match for match in plies[-9:-5] if match.phase is Phase.PLAYING]
    return found


def test_worlds_are_counted_and_listed_exactly() -> None:
    for match in _late():
        worlds = Worlds(knowledge(observation(match, to_act(match))))
        every = list(worlds.every())
        assert worlds.count == len(every) == len(set(every))
        assert set(worlds.some(len(every), _rng())) == set(every)
        assert match.deal is not None and match.deal.hands in {world.hands for world in every}


def test_every_world_is_drawn_as_often_as_any_other() -> None:
    match = max(_late(), key=lambda match: Worlds(knowledge(observation(match, to_act(match)))).count)
    worlds = Worlds(knowledge(observation(match, to_act(match))))
    rng, times = _rng(), 200
    drawn = Counter(worlds.any(rng) for _ in range(worlds.count * times))
    assert len(drawn) == worlds.count > 5
    assert all(abs(number - times) < 5 * times**0.5 for number in drawn.values())


def test_two_players_reserves_are_listed_when_few_are_left() -> None:
    for seed in range(3):
        match = _positions("two-player", seed)[-9]
        seen = observation(match, to_act(match))
        worlds = Worlds(knowledge(seen), columns_with_lying(seen))
        assert len(set(worlds.every())) == worlds.count


def test_before_the_auction_ends_the_stock_holds_what_is_left() -> None:
    match = dealt(VARIANTS["classic"], 3)
    (world,) = Worlds(knowledge(observation(match, to_act(match)))).some(1, _rng())
    assert (len(world.stock), STOCK) == (11, 4)
    assert match.deal is not None and match.deal.setup.turned not in world.stock


# --- what is likely ---


def test_who_took_is_given_better_trumps_than_who_passed() -> None:
    rules = VARIANTS["classic"]
    started, _ = start_deal(opened(rules, N), pack_with(rules, "N", {"N": "7C 8C 9C TC JC"}, "AH"))
    match = after(started, "pass", "pass", "take")
    seen = observation(match, N)
    weighed = Likely(seen, tables_for(rules, seen.contract), knowledge(seen)).some(200, _rng())
    holds = {
        seat: sum(
            times
            for world, times in zip(weighed.worlds, weighed.weights, strict=True)
            if world.hands[seat] & hand("JH")
        )
        / sum(weighed.weights)
        for seat in (W, S, E)
    }
    assert holds[E] > 0.5
    assert max(holds[W], holds[S]) < 0.3


def test_a_hand_is_valued_as_rules_of_thumb_value_it() -> None:
    strong, weak = hand("JH 9H AH AC AD 7S 8S 9S"), hand("7H 8H QC KC QD KD 7S 8S")
    assert appraised(strong, 2, whole=True) > 115
    assert appraised(weak, 2, whole=True) < 75
    assert appraised(hand("JH JD JC JS AH"), 5, whole=False) > appraised(
        hand("7H 8D 7C 8S QH"), 5, whole=False
    )


def test_whoever_announced_has_such_a_meld_and_who_did_not_has_none() -> None:
    rules = with_option(VARIANTS["classic"], OPTIONS["classic"][1], value=True)
    hands = {"W": "7C 9D QH KD TS", "S": "8C 8D 8H 8S KC", "E": "JS QS KS 9C 7D", "N": "TC QC 7H 7S JD"}
    started, _ = start_deal(opened(rules, N), pack_with(rules, "N", hands, "TH"))
    match = after(started, "pass", "take", "7C", "8C", "9C")
    seen = observation(match, N)
    tables = tables_for(rules, seen.contract)
    likely = Likely(seen, tables, knowledge(seen))
    assert [told.seat for told in seen.melds] == [E]
    for world in likely.some(20, _rng()).worlds:
        assert likely.weight(world) > 0
    assert not likely.weight(Worlds(knowledge(seen)).any(_rng(4)))


def test_where_nothing_explains_what_was_said_all_worlds_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody stops thinking because somebody else calls or announces oddly."""
    monkeypatch.setattr(Likely, "weight", lambda *_: 0.0)
    seen = observation(dealt(VARIANTS["coinche"], 1), 1)
    weighed = Likely(seen, None, knowledge(seen)).some(6, _rng())
    assert sum(weighed.weights) == 6


def test_all_calls_of_others_are_explained_as_far_as_they_say_anything() -> None:
    """A coinche, and passes that had no choice, say nothing of single hands; passes on the turned suit do."""
    rules = VARIANTS["coinche"]
    started, _ = start_deal(opened(rules, N), pack_with(rules, "N", {}))
    seen = observation(after(started, "80:H", "coinche", "pass", "pass"), E)
    assert len(set(Likely(seen, None, knowledge(seen)).some(4, _rng()).weights)) == 1
    classic, _ = start_deal(opened(VARIANTS["classic"], N), pack_with(VARIANTS["classic"], "N", {}, "JH"))
    seen = observation(after(classic, "pass", "pass"), E)
    likely = Likely(seen, None, knowledge(seen))
    assert len({likely.weight(world) for world in Worlds(knowledge(seen)).some(20, _rng())}) > 5


def test_a_seat_cannot_be_given_what_it_cannot_hold() -> None:
    known = knowledge(observation(dealt(VARIANTS["coinche"], 1), 1))
    assert known.holding(2, known.known[1]) is None


def test_an_announcement_that_no_cards_explain_is_left_alone() -> None:
    rules = with_option(VARIANTS["classic"], OPTIONS["classic"][1], value=True)
    hands = {"W": "7C 9D QH KD TS", "S": "8C 8D 8H 8S KC", "E": "JS QS KS 9C 7D", "N": "TC QC 7H 7S JD"}
    started, _ = start_deal(opened(rules, N), pack_with(rules, "N", hands, "TH"))
    seen = observation(after(started, "pass", "take", "7C", "8C", "9C"), N)
    known = knowledge(seen)
    seen = seen._replace(melds=tuple(told._replace(suit=0, height=6) for told in seen.melds))
    assert Likely(seen, tables_for(rules, seen.contract), known).some(3, _rng()).worlds


# --- names ---


def test_every_kind_of_action_is_renamed_and_named_back() -> None:
    names = names_for(observation(dealt(VARIANTS["classic"], 2), to_act(dealt(VARIANTS["classic"], 2))))
    for text in ("7C", "aside:7C", "H", "80:H", "80:NT", "meld:7C8C9C", "pass"):
        action = parse_action(text)
        assert back(names).action(names.action(action)) == action


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_position_renamed_and_named_back_is_the_same(variant: str) -> None:
    for match in _positions(variant, 2):
        seen = observation(match, to_act(match))
        names = names_for(seen)
        other = renamed(seen, names)
        assert other.seat == N
        assert renamed(other, back(names)) == seen._replace(finished=None)


def test_a_bystander_has_no_names() -> None:
    with pytest.raises(ValueError, match="bystander"):
        names_for(observation(dealt(VARIANTS["classic"], 1), None))


def test_what_is_compiled_for_the_rules_is_what_is_played() -> None:
    assert compiled(VARIANTS["classic"])[2].total == 162
