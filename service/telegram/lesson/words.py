"""Cards, hands and orders of strength as a lesson writes them. For HTML, though nothing here needs escaping."""

from collections.abc import Iterable

from engine.cards import SUIT_MASKS, Card, Hand, cards_of, rank_of, suit_of
from engine.contracts import LAST_TRICK, Contract, Tables, compiled
from engine.observation import Observation
from engine.seats import Pair, Seat, order_from, partner_of, side_of
from service.telegram import names
from service.telegram.cards import sorted_hand
from service.telegram.cast import Cast
from service.telegram.texts import Tongue

_NEAR = "\u00a0"
"""What a card is worth stands in its line."""


def listed(t: Tongue, cards: Iterable[Card]) -> str:
    """ "♥️7, ♥️9 or ♥️J"."""
    words = [t.card(card) for card in cards]
    if len(words) < 2:
        return "".join(words)
    return t.gettext("{cards} or {last}", cards=", ".join(words[:-1]), last=words[-1])


def weighed(t: Tongue, tables: Tables, cards: Iterable[Card]) -> str:
    """Cards with what each is worth: "♥️J (20), ♥️7 (0)"."""
    return ", ".join(f"{t.card(card)}{_NEAR}({tables.points[card]})" for card in cards)


def order_line(t: Tongue, tables: Tables, suit: int) -> str:
    """A suit from its strongest card down, with points: "J 20, 9 14, A 11 …"; what is worth nothing in one."""
    cards = sorted(cards_of(SUIT_MASKS[suit]), key=lambda card: -tables.order[card])
    worth = [
        f"{t.rank(rank_of(card))}{_NEAR}({tables.points[card]})" for card in cards if tables.points[card]
    ]
    rest = [t.rank(rank_of(card)) for card in cards if not tables.points[card]]
    return ", ".join([*worth, *rest[:-1], f"{rest[-1]}{_NEAR}(0)"])


def open_hands(cast: Cast, seen: Observation, hands: tuple[Hand, ...]) -> list[str]:
    """One line for each of the others, the one who plays next first; the partner has his sign."""
    if not hands or seen.seat is None:
        return []
    lines = []
    for seat in order_from(seen.rules, seen.seat)[1:]:
        sign = "🤝" if seat == partner_of(seen.rules, seen.seat) else "🤖"
        held = hand_line(cast, seen, hands[seat]) if hands[seat] else "–"
        lines.append(cast.t.gettext("{name}: {what}", name=f"{sign} {names.place(cast.t, seat)}", what=held))
    return lines


def hand_line(cast: Cast, seen: Observation, hand: Hand) -> str:
    """A whole hand in one line: "♥️J 9 ♠️A"."""
    t = cast.t
    suits: dict[int, list[int]] = {}
    by_suit = cast.tastes._replace(by_suit=True)  # the same order in each line, so that they can be compared
    for card in sorted_hand(seen._replace(hand=hand), by_suit):
        suits.setdefault(suit_of(card), []).append(rank_of(card))
    if seen.contract is not None and seen.contract.trump in suits:
        suits = {seen.contract.trump: suits.pop(seen.contract.trump)} | suits
    if t.words:
        return "; ".join(t.row(suit, ranks) for suit, ranks in suits.items())
    return " ".join(t.suit(suit) + " ".join(map(t.rank, ranks)) for suit, ranks in suits.items())


def tables_of(seen: Observation, suit: int) -> Tables:
    """The tables with this suit as trump."""
    return compiled(seen.rules)[suit]


def card_points(seen: Observation) -> Pair:
    """What each side has won so far, without announcements; the last trick's ten once all tricks are over."""
    sums = [0, 0]
    for trick in seen.tricks:
        sums[side_of(seen.rules, trick.winner)] += trick.points
    if seen.tricks and not any(seen.counts):
        sums[side_of(seen.rules, seen.tricks[-1].winner)] += LAST_TRICK
    return sums[0], sums[1]


def ours(seen: Observation, seat: Seat) -> bool:
    """Whether a seat is on the viewer's side."""
    assert seen.seat is not None
    return side_of(seen.rules, seat) == side_of(seen.rules, seen.seat)


def has_belote(seen: Observation, contract: Contract) -> Hand:
    """King and queen of trump, where the viewer still holds both; else 0."""
    pair = compiled(seen.rules)[contract.trump].belote_cards
    return pair if seen.hand & pair == pair else 0
