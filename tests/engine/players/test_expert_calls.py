"""What the expert calls: in what may lie in the other hands, and to the score."""

import random
from collections import Counter

import pytest

from engine.actions import PASS, action_text, parse_action
from engine.auction import Call
from engine.cards import FULL_PACK, parse_card
from engine.dealing import HAND_SIZE
from engine.observation import Observation
from engine.players import BUDGETS, club, expert
from engine.players.club.appraising import weighed
from engine.players.club.features import counted
from engine.players.club.valuing import valuer
from engine.players.club.weights import EIGHT, FIVE, Role
from engine.players.expert.calling import candidates, gain_of
from engine.players.expert.chances import answering
from engine.players.expert.futures import Futures, rounded
from engine.seats import E, N, S
from engine.variants import VARIANTS
from tests.engine.play import hand
from tests.engine.players.seeing import hears

CLASSIC, COINCHE, BEGINNER = VARIANTS["classic"], VARIANTS["coinche"], VARIANTS["beginner"]
TEN_OF_HEARTS = parse_card("TH")
ALL_PASSED = ("E:pass", "N:pass", "W:pass")


def calls(seen: Observation) -> str:
    """What the expert mostly says, whatever is drawn."""
    said = Counter(action_text(expert.choose(seen, BUDGETS["expert"], seed)) for seed in range(5))
    return said.most_common(1)[0][0]


def rules_of_thumb_say(seen: Observation) -> str:
    return action_text(club.choose(seen, 0, 0))


def futures(seen: Observation, worlds: int = 200) -> Futures:
    return Futures(seen, worlds, random.Random(1))


# --- calling ---


def test_two_aces_behind_low_trumps_are_left_to_others_until_nobody_is_left() -> None:
    """Whoever speaks first loses little by passing: his partner may have the trumps, and the aces beat a foe's game."""
    first = hears("8H 7H AC AD 7S", turned=TEN_OF_HEARTS, rules=CLASSIC)
    last = hears("8H 7H AC AD 7S", *ALL_PASSED, turned=TEN_OF_HEARTS, rules=CLASSIC)
    assert rules_of_thumb_say(first) == rules_of_thumb_say(last) == "take"
    assert calls(first) == "pass"
    assert calls(last) == "take"


def test_what_is_clear_is_called_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Futures, "__init__", searched)
    assert calls(hears("JH 9H AC AD 7S", turned=TEN_OF_HEARTS, rules=CLASSIC)) == "take"
    assert calls(hears("AH 9C 8D KD QS", turned=TEN_OF_HEARTS, rules=CLASSIC)) == "pass"


def test_a_bid_that_breaks_on_these_cards_is_doubled_and_one_of_the_partners_is_not_raised_on_nothing() -> (
    None
):
    assert calls(hears("JH 9H 8H AS AD AC TC 7S", "E:120:H")) == "coinche"
    assert calls(hears("7C 8C 9S TS QD 7D 8H 7H", "N:80:H", "E:pass")) == "pass"


def test_where_few_deals_agree_with_the_calls_rules_of_thumb_have_it() -> None:
    """A handful of deals proves nothing, nor do many of which a handful explain what was called."""
    seen = hears("8H 7H AC AD 7S", turned=TEN_OF_HEARTS, rules=CLASSIC)
    assert all(expert.choose(seen, 1, seed) == club.choose(seen, 0, seed) for seed in range(8))
    odd = hears("JS 9S AS TS KS QS 8H 7H", "W:80:H", "N:120:S", "E:130:H")
    assert futures(odd).effective < 100


# --- what is looked into ---


def test_the_usual_call_comes_first_and_hopeless_ones_not_at_all() -> None:
    for seen in (
        hears("8H 7H AC AD 7S", turned=TEN_OF_HEARTS, rules=CLASSIC),
        hears("JS 9S 8S TC AD 7D 8H 7H", "W:80:H", "N:pass", "E:90:H"),
    ):
        usual, *others = candidates(seen, 0)
        assert usual == club.choose(seen, 0, 0)
        assert others and usual not in others
        assert all(action_text(call) not in ("250:S", "250:H") for call in others)


# --- what becomes of it ---


def test_a_call_compared_with_itself_gains_nothing() -> None:
    seen = hears("8H 7H AC AD 7S", turned=TEN_OF_HEARTS, rules=CLASSIC, seat="N")
    assert gain_of(futures(seen, 10), PASS, PASS) == (0.0, 0.0)


def test_a_deal_that_all_pass_is_worth_nothing() -> None:
    """Nobody has anything, and who passes last ends it."""
    said = [Call(seat, PASS) for seat in (E, S, 3, N)]
    seen = hears("7C 8C 7D 8D 9S", turned=TEN_OF_HEARTS, rules=CLASSIC, seat="N")._replace(
        calls=tuple(said + said[:3]), round=2
    )
    assert not futures(seen, 10).worth(PASS).any()


def test_the_better_the_trumps_the_more_a_game_is_worth() -> None:
    take = parse_action("take")
    worths = [
        futures(hears(cards, turned=TEN_OF_HEARTS, rules=rules, seat="N"), 60).worth(take).mean()
        for rules in (CLASSIC, BEGINNER)
        for cards in ("7H 8C 9D KS QS", "JH 7H 9D KS AS", "JH 9H AH KS AS")
    ]
    assert worths[:3] == sorted(worths[:3])
    assert worths[3:] == sorted(worths[3:])
    assert worths[0] < 0 < worths[2]


def test_every_deal_is_played_with_eight_cards_each_and_the_turned_one_where_it_belongs() -> None:
    dealt = futures(hears("8H 7H AC AD 7S", turned=TEN_OF_HEARTS, rules=CLASSIC, seat="N"), 5)
    for to in (None, 0, 3):
        for world in dealt._worlds:
            hands = dealt._dealt(world, to)
            assert [cards.bit_count() for cards in hands] == [HAND_SIZE] * 4
            assert sum(hands) == FULL_PACK
            assert to is None or hands[to] >> TEN_OF_HEARTS & 1


def test_what_was_looked_at_is_kept_when_more_is_looked_at() -> None:
    seen = hears("8H 7H AC AD 7S", turned=TEN_OF_HEARTS, rules=CLASSIC, seat="N")
    dealt = futures(seen, 30)
    few = dealt.worth(PASS, 3)
    assert (dealt.worth(PASS)[::3] == few).all()


def test_a_raise_says_that_the_partner_has_support() -> None:
    """West bids hearts and East raises him, or lets him play."""
    raised = hears("7H 8C 9C QC KD 8S 7S QD", "W:80:H", "N:pass", "E:90:H")
    silent = hears("7H 8C 9C QC KD 8S 7S QD", "W:80:H", "N:pass", "E:pass")
    assert [call.seat for _, call in answering(raised)] == [E]
    assert _support(raised) > _support(silent) + 5


def _support(seen: Observation) -> float:
    """What East's hand is worth to who plays hearts with him, in card points."""
    found = futures(seen)
    weights = EIGHT["trump"].by_role[Role.PARTNERS]
    worth = [weighed(weights, world.hands[E], 2) for world in found._worlds]
    return float((found.weights * worth).sum() / found.weights.sum())


def test_nearly_all_points_are_all_tricks() -> None:
    assert rounded(0.97, 0.96, 162) == (162, 1)
    assert rounded(0.03, 0.96, 162) == (0, -1)
    assert rounded(0.5, 0.96, 162) == (80, 0)


# --- the hand ---


def test_a_hand_is_weighed_by_suits_as_it_is_counted() -> None:
    rng = random.Random(5)
    for kinds in (FIVE, EIGHT):
        for strain, mode in ((0, "trump"), (2, "trump"), (4, "no-trump"), (5, "all-trump")):
            weights = kinds[mode].by_role[Role.PARTNERS]
            for _ in range(20):
                held = sum(1 << card for card in rng.sample(range(32), 8))
                counts = counted(held, strain)
                whole = sum(weight * number for weight, number in zip(weights.each, counts, strict=True))
                assert weighed(weights, held, strain) == weights.start + whole


def test_a_hand_is_weighed_once_an_auction() -> None:
    seen = hears("JH 9H AH TC 7S 8S 9D 7D", "E:pass")
    later = hears("JH 9H AH TC 7S 8S 9D 7D", "E:pass", "N:80:S", "W:pass")
    assert valuer(seen) is valuer(seen._replace(calls=later.calls, ply=3))
    assert valuer(seen) is not valuer(seen._replace(hand=hand("JH 9H AH TC 7S 8S 9D 8D")))
