"""What a computer player can prove about hidden cards: never wrong, and everything that the duties of play prove."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from engine.cards import ACE, CARDS, FULL_PACK, NINE, QUEEN, SUIT_MASKS, Hand, cards_of, parse_card
from engine.contracts import STRAINS, compiled
from engine.match import Match, Phase, new_match, start_deal
from engine.melds import MeldKind
from engine.observation import Observation, observation
from engine.players.evidence import candidates, ruled_out
from engine.players.knowledge import Knowledge, knowledge
from engine.rules import Rules
from engine.seats import E, N, S, W, seats_in_play
from engine.state import MeldTold
from engine.trick import PLAYED, playable, winning
from engine.variants import OPTIONS, VARIANTS, with_option
from tests.engine.play import after, dealt, hand, pack_with, random_deal

CLASSIC = VARIANTS["classic"]


def _any_options(variant: str, drawn: random.Random) -> Rules:
    rules = VARIANTS[variant]
    for option in OPTIONS[variant]:
        rules = with_option(rules, option, drawn.choice(option.values))
    return rules


def _views(match: Match) -> Iterator[tuple[Observation, Knowledge]]:
    for seat in (*seats_in_play(match.rules), None):
        seen = observation(match, seat)
        yield seen, knowledge(seen)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_true_hands_are_always_possible(variant: str) -> None:
    for seed in range(30):
        rules = _any_options(variant, random.Random(seed))
        for ply in random_deal(dealt(rules, seed), seed):
            assert ply.before.deal is not None
            hands = ply.before.deal.hands
            for _, known in _views(ply.before):
                for seat in range(4):
                    assert not known.known[seat] & ~hands[seat]
                    assert not hands[seat] & ~known.possible[seat]
                    assert known.room[seat] == (hands[seat] & known.loose).bit_count()
                    assert known.counts[seat] == hands[seat].bit_count()
                assert known.loose.bit_count() == sum(known.room) + known.stock + sum(known.hidden)


def test_between_deals_there_is_nothing_to_know() -> None:
    with pytest.raises(ValueError, match="no cards"):
        knowledge(observation(new_match(CLASSIC, N), N))


def _told(kind: MeldKind, points: int = 20, height: int = -1, suit: int = -1, length: int = 0) -> MeldTold:
    return MeldTold(E, kind, points, height, suit, 0, None, length)


# --- the duties, one by one, as the judge of cards judges them ---


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_card_is_ruled_out_exactly_where_it_would_have_forbidden_the_play(variant: str) -> None:
    drawn = random.Random(variant)
    for _ in range(1500):
        tables = compiled(_any_options(variant, drawn))[drawn.choice(STRAINS)]
        cards = drawn.sample(CARDS, drawn.randint(2, tables.players))
        seat, plays = N, []
        for card in cards[:-1]:
            plays.append(PLAYED[seat][card])
            seat = tables.following[seat]
        best, card = winning(tables, tuple(plays)), cards[-1]
        exempt = tables.partner[seat] == best.seat and bool(tables.exempt >> best.card & 1)
        forbidding = sum(
            1 << other
            for other in set(CARDS) - set(cards)
            if not playable(tables, tuple(plays), seat, 1 << other | 1 << card) >> card & 1
        )
        led = SUIT_MASKS[cards[0] >> 3]
        found = ruled_out(tables, led, tables.beaters[best.card], card, exempt=exempt)
        assert found & ~sum(1 << other for other in cards) == forbidding


# --- counting ---


def _deals(loose: tuple[int, ...], may: list[Hand], room: list[int]) -> Iterator[list[Hand]]:
    """Every way to give loose cards to the seats, one by one."""
    seat = next((at for at in range(4) if room[at]), None)
    if seat is None:
        yield [0, 0, 0, 0]
        return
    for cards in combinations(loose, room[seat]):
        mask = sum(1 << card for card in cards)
        if mask & ~may[seat]:
            continue
        left = tuple(card for card in loose if card not in cards)
        for rest in _deals(left, may, [0 if at == seat else count for at, count in enumerate(room)]):
            rest[seat] |= mask
            yield rest


@pytest.mark.parametrize("variant", ["classic", "luxembourg", "coinche"])
def test_late_in_a_deal_exactly_the_cards_of_some_possible_deal_are_possible(variant: str) -> None:
    found = 0
    for seed in range(40):
        rules = _any_options(variant, random.Random(seed))
        for ply in list(random_deal(dealt(rules, seed), seed))[-12:]:
            if ply.before.phase is not Phase.PLAYING:
                continue
            for _, known in _views(ply.before):
                if known.loose.bit_count() > 8:
                    continue
                reached, always = [0, 0, 0, 0], [FULL_PACK] * 4
                for hands in _deals(cards_of(known.loose), list(known.possible), list(known.room)):
                    for seat in range(4):
                        reached[seat] |= hands[seat]
                        always[seat] &= hands[seat]
                for seat in range(4):
                    assert known.possible[seat] == known.known[seat] | reached[seat]
                    assert not always[seat] or not known.loose
                found += 1
    assert found > 200


# --- one sentence each ---


def _classic(*texts: str, south: str = "AH KH QH 7H 8H", east: str = "AS KS QS 7S 8S") -> Match:
    """North deals and west leads; south has taken hearts and has no diamond."""
    hands = {"W": "7D 8D 9D AC KC", "S": south, "E": east, "N": "TD JD TC TS TH"}
    started, _ = start_deal(new_match(CLASSIC, N), pack_with(CLASSIC, "N", hands, "JH"))
    return after(started, "pass", "take", *texts)


def test_the_turned_card_is_where_it_was_picked_up() -> None:
    known = knowledge(observation(_classic(), W))
    assert known.known[S] == hand("JH")
    assert known.room == (8, 8, 7, 0)
    assert known.stock == 0


def test_until_the_auction_is_over_it_is_in_nobodys_hand() -> None:
    started, _ = start_deal(new_match(CLASSIC, N), pack_with(CLASSIC, "N", {}, "JH"))
    known = knowledge(observation(started, W))
    assert not known.loose >> parse_card("JH") & 1
    assert known.unseen >> parse_card("JH") & 1
    assert (known.room, known.stock) == ((5, 5, 5, 0), 11)


def test_who_ruffs_has_none_of_the_suit_and_who_cannot_has_no_trump() -> None:
    match = _classic("7D")
    trumps = SUIT_MASKS[2]
    seen = observation(match, N)
    assert seen.turn == S
    ruffed = knowledge(observation(after(match, "7H"), N))
    assert ruffed.void(S, 1) and not ruffed.void(S, 2)
    tables = compiled(CLASSIC)[2]
    assert (
        ruled_out(tables, SUIT_MASKS[1], SUIT_MASKS[1] | trumps, parse_card("AC"), exempt=False) & trumps
        == trumps
    )


def test_who_says_belote_holds_the_other_card_and_who_is_silent_does_not() -> None:
    said = knowledge(observation(_classic("7D", "QH"), N))
    assert said.known[S] == hand("JH KH")
    silent = knowledge(observation(_classic("7D", "KH", south="AH KH 7H 8H 7S", east="QH KS QS 8S 9S"), N))
    assert silent.known[S] == hand("JH")
    assert not silent.possible[S] & hand("QH")


def test_a_card_is_master_when_nothing_higher_of_its_suit_is_elsewhere() -> None:
    match = _classic()
    tables = compiled(CLASSIC)[2]
    for seat, code, master in ((S, "JH", True), (S, "AH", False), (E, "AS", True), (N, "TD", False)):
        assert knowledge(observation(match, seat)).master(tables, parse_card(code)) is master


def test_everybody_sees_the_open_cards_of_two_players_and_nobody_the_reserves() -> None:
    match = dealt(VARIANTS["two-player"], 1)
    mine, bystander = (knowledge(observation(match, seat)) for seat in (N, None))
    assert match.deal is not None
    assert mine.known == bystander.known == match.deal.hands
    assert mine.hidden == (8, 0, 8, 0) and mine.loose.bit_count() == 16
    assert mine.unseen == mine.loose | mine.known[S] and bystander.unseen == FULL_PACK


# --- announcements ---


def test_fours_that_are_named_are_known_card_by_card() -> None:
    rules = with_option(VARIANTS["luxembourg"], OPTIONS["luxembourg"][3], value=False)
    hands = {"E": "AC AD AH AS 7C", "S": "7D 8D 9D TD 8S", "W": "7H 9H JH 8C QC"}
    started, _ = start_deal(new_match(rules, N), pack_with(rules, "N", hands, "KS"))
    match = after(started, "S", "pass", "pass", "pass", "AS")
    assert knowledge(observation(match, W)).known[E] == hand("AC AD AH KS")


@pytest.mark.parametrize(
    ("told", "dealt_to", "found"),
    [
        (_told(MeldKind.TIERCE), "7C 8C 9C TC QD KD AD", ["7C 8C 9C", "8C 9C TC", "QD KD AD"]),
        (_told(MeldKind.TIERCE, height=ACE), "7C 8C 9C QD KD AD", ["QD KD AD"]),
        (_told(MeldKind.TIERCE, height=NINE, suit=1), "7C 8C 9C 7D 8D 9D", ["7D 8D 9D"]),
        (
            _told(MeldKind.CENT),
            "7C 8C 9C TC JC QC",
            ["7C 8C 9C TC JC", "8C 9C TC JC QC", "7C 8C 9C TC JC QC"],
        ),
        (_told(MeldKind.CENT, height=QUEEN, length=6), "7C 8C 9C TC JC QC", ["7C 8C 9C TC JC QC"]),
        (_told(MeldKind.CARRE, 200), "JC JD JH JS 9C 9D 9H 9S", ["JC JD JH JS"]),
        (_told(MeldKind.CARRE, 100), "QC QD QH QS KC KD KH KS", ["QC QD QH QS", "KC KD KH KS"]),
        (_told(MeldKind.CARRE, 100, height=QUEEN), "QC QD QH QS KC KD KH KS", ["QC QD QH QS"]),
    ],
)
def test_every_meld_that_fits_what_was_told_is_thought_of(
    told: MeldTold, dealt_to: str, found: list[str]
) -> None:
    tables = compiled(CLASSIC)[2]
    assert set(candidates(CLASSIC, tables, told, hand(dealt_to))) == {hand(cards) for cards in found}


def test_a_cent_of_five_cards_stays_one_where_a_cent_is_five_cards() -> None:
    rules = VARIANTS["luxembourg"]
    found = candidates(rules, compiled(rules)[2], _told(MeldKind.CENT), hand("7C 8C 9C TC JC QC"))
    assert set(found) == {hand("7C 8C 9C TC JC"), hand("8C 9C TC JC QC")}


def test_cards_common_to_all_melds_that_fit_are_known_before_they_are_shown() -> None:
    rules = with_option(CLASSIC, OPTIONS["classic"][1], value=True)
    # West holds a card of every other four in a row.
    hands = {"W": "JC TC JD QH TS", "S": "8C 8D 8H 8S KC", "E": "JS QS KS AS 7C", "N": "9C QC 7H 7S 9D"}
    started, _ = start_deal(new_match(rules, N), pack_with(rules, "N", hands, "TH"))
    match = after(started, "pass", "take", "JC", "KC", "7C")
    (told,) = observation(match, W).melds
    assert (told.kind, told.cards) == (MeldKind.CINQUANTE, 0)
    assert knowledge(observation(match, W)).known[E] == hand("JS QS KS AS")
