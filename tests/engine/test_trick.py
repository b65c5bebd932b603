"""classic §play: following, rising, trumping; what each card did; who wins."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import card_code, cards_of, mask_of, parse_card
from engine.contracts import contract_for
from engine.rules import CannotOverruff, PartnerExempt, Rules
from engine.seats import E, N, S, W, order_from, partner_of, seats_in_play
from engine.trick import Played, Role, leader_of, legal_cards, points_of, roles, winner_of
from engine.variants import VARIANTS
from tests.engine.play import ALL_TRUMP, NO_TRUMP, hand, plays, trump
from tests.engine.strategies import any_rules, packs

CLASSIC = VARIANTS["classic"]

# --- an independent reading of classic §play, on codes and lists, to judge the tables by ---

TRUMP_ORDER, PLAIN_ORDER = "78QKTA9J", "789JQKTA"


def _power(card: str, led: str, strain: str) -> int:
    if strain == "all":
        return TRUMP_ORDER.index(card[0]) if card[1] == led else -1
    if card[1] == strain:
        return 100 + TRUMP_ORDER.index(card[0])
    return PLAIN_ORDER.index(card[0]) if card[1] == led else -1


def _by_the_book(
    rules: Rules, strain: str, trick: list[tuple[int, str]], partner: int | None, held: list[str]
) -> list[str]:
    if not trick:
        return held
    led = trick[0][1][1]
    follow = [card for card in held if card[1] == led]
    seat, best = max(trick, key=lambda play: _power(play[1], led, strain))
    higher = [card for card in held if _power(card, led, strain) > _power(best, led, strain)]
    if follow:
        rises = strain == "all" or (strain == led and rules.rise_on_trump_lead)
        return [card for card in follow if card in higher] or follow if rises else follow
    trumps = [card for card in held if card[1] == strain]
    over = [card for card in trumps if card in higher]
    if not trumps:
        return held
    if seat == partner and (rules.partner_exempt is PartnerExempt.ANY or best[1] == strain):
        if rules.no_voluntary_underruff and over:
            return [card for card in held if card not in trumps or card in over]
        return held
    if over:
        return over
    return held if rules.cannot_overruff is CannotOverruff.FREE else trumps


@settings(max_examples=2000, deadline=None)
@given(any_rules(), packs, st.integers(0, 5), st.integers(0, 3), st.integers(1, 8))
def test_legal_cards_as_read_independently(
    rules: Rules, pack: tuple[int, ...], strain: int, lying: int, size: int
) -> None:
    lying = min(lying, rules.players - 1)
    order = order_from(rules, seats_in_play(rules)[0])
    trick = tuple(Played(seat, card) for seat, card in zip(order, pack[:lying], strict=False))
    held, seat = pack[lying : lying + size], order[lying]
    expected = _by_the_book(
        rules,
        ["C", "D", "H", "S", "none", "all"][strain],
        [(play.seat, card_code(play.card)) for play in trick],
        partner_of(rules, seat),
        [card_code(card) for card in held],
    )
    allowed = legal_cards(rules, contract_for(0, strain), trick, seat, mask_of(held))
    assert sorted(map(card_code, cards_of(allowed))) == sorted(expected) != []


@pytest.mark.parametrize(
    ("trick", "expected"),
    [
        ("N:AD W:8S S:7D E:9S", [Role.LEADS, Role.RUFFS, Role.FOLLOWS, Role.OVERRUFFS]),
        ("N:AD W:JS S:9S E:7H", [Role.LEADS, Role.RUFFS, Role.UNDERRUFFS, Role.DISCARDS]),
        ("N:8S W:7S S:AH E:JS", [Role.LEADS, Role.FOLLOWS, Role.DISCARDS, Role.FOLLOWS]),
    ],
)
def test_roles(trick: str, expected: list[Role]) -> None:
    assert list(roles(CLASSIC, trump("S"), plays(trick))) == expected


def test_without_a_trump_suit_nothing_ruffs() -> None:
    for contract in (NO_TRUMP, ALL_TRUMP):
        assert roles(VARIANTS["coinche"], contract, plays("N:7D E:JS"))[1] is Role.DISCARDS


def test_the_winning_seat_changes_as_cards_fall() -> None:
    trick = plays("N:TD W:AD S:7S E:8S")
    leaders = [leader_of(trump("S"), trick[: count + 1]) for count in range(4)]
    assert leaders == [N, W, S, E]
    assert winner_of(trump("S"), trick) == E


def test_the_trump_jack_is_a_trump_when_following() -> None:
    assert legal_cards(CLASSIC, trump("H"), plays("N:9H"), W, hand("JH JC AC")) == hand("JH")


def test_no_trump_ten_beats_nine_and_a_foreign_king_nothing() -> None:
    assert winner_of(NO_TRUMP, plays("N:JC E:KD S:9C W:TC")) == W
    assert winner_of(NO_TRUMP, plays("N:JC E:KD S:9C W:8C")) == N


def test_all_trump_order() -> None:
    order = ["J", "9", "A", "T", "K", "Q", "8", "7"]
    for higher, lower in pairwise(order):
        assert winner_of(ALL_TRUMP, plays(f"N:{lower}C E:{higher}C")) == E


@pytest.mark.parametrize(("name", "allowed"), [("classic", "7S 9S"), ("coinche", "7S 9S KH")])
def test_who_cannot_overruff(name: str, allowed: str) -> None:
    trick = plays("W:AD N:JS")
    assert legal_cards(VARIANTS[name], trump("S"), trick, E, hand("7S 9S KH")) == hand(allowed)


def test_beginner_partner_frees_only_with_a_trump() -> None:
    rules, held = VARIANTS["beginner"], hand("8H QH KS")
    assert legal_cards(rules, trump("H"), plays("N:AC E:7C"), S, held) == hand("8H QH")
    assert legal_cards(rules, trump("H"), plays("N:AC E:7C S:7H W:8C"), N, held) == held


def test_beginner_partner_winning_plainly_leaves_the_duty_to_overruff_nobody() -> None:
    # The partner's plain ace leads, an opponent has discarded: any trump will do.
    assert legal_cards(VARIANTS["beginner"], trump("H"), plays("N:AC E:7D"), S, hand("7H 9D")) == hand("7H")


def test_two_players_have_no_partner() -> None:
    assert legal_cards(VARIANTS["two-player"], trump("H"), plays("N:AC"), S, hand("7H AD")) == hand("7H")


def test_points_without_the_last_trick() -> None:
    cards = plays("S:AS W:TS N:7S E:JH")
    assert sum(points_of(CLASSIC, trump("H"), play.card) for play in cards) == 41
    assert points_of(VARIANTS["house"], NO_TRUMP, parse_card("AS")) == 19


def test_any_card_may_lead() -> None:
    assert legal_cards(CLASSIC, trump("H"), (), N, hand("7C JH")) == hand("7C JH")
    assert legal_cards(CLASSIC, trump("H"), (), N, 0) == 0
