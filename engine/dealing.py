"""From the order of the cards to the hands (classic §deal)."""

from typing import Final, NamedTuple, assert_never

from engine.cards import CARDS, NO_CARD, Card, Hand, mask_of
from engine.rules import DealPattern, Rules, TurnedTo
from engine.seats import Seat, next_seat, order_from

Hands = tuple[Hand, Hand, Hand, Hand]
"""By seat N E S W; an empty mask where nobody sits."""

HAND_SIZE = 8
_PACK: Final = frozenset(CARDS)


class Dealt(NamedTuple):
    """What lies where when the auction begins."""

    hands: Hands
    """What each seat may look at and play."""
    turned: Card
    reserves: tuple[tuple[Card, ...], ...] = ()
    """Two players, by seat: the hidden card of each column."""
    columns: tuple[tuple[Card, ...], ...] = ()
    """Two players, by seat: the open card of each column."""


def check_pack(pack: tuple[Card, ...]) -> None:
    """`ValueError` unless these are the 32 cards."""
    if len(pack) != 32 or frozenset(pack) != _PACK:
        raise ValueError("a pack is the 32 cards in some order")


def first_deal(rules: Rules, dealer: Seat, pack: tuple[Card, ...]) -> Dealt:
    """Deal until the auction begins."""
    order = order_from(rules, next_seat(rules, dealer))
    match rules.deal:
        case DealPattern.TURN_UP:
            return Dealt(_packets(order, pack, (3, 2)), pack[20])
        case DealPattern.ALL:
            return Dealt(_packets(order, pack, (3, 2, 3)), NO_CARD)
        case DealPattern.COLUMNS:
            return _columns(order, pack)
        case _:
            assert_never(rules.deal)


def receiver(rules: Rules, dealer: Seat, taker: Seat, found_in: int) -> Seat | None:
    """Who picks up the turned card after the auction; `found_in` is its round. `None`: nobody."""
    if rules.deal is not DealPattern.TURN_UP:
        return None
    to = rules.turned_to if found_in == 1 else rules.turned_to_round_2
    match to:
        case TurnedTo.TAKER:
            return taker
        case TurnedTo.DEALER:
            return dealer
        case TurnedTo.STOCK | TurnedTo.STAYS:
            return None
        case _:
            assert_never(to)


def second_deal(
    rules: Rules, dealer: Seat, pack: tuple[Card, ...], hands: Hands, aside: Card = NO_CARD, *, taken: bool
) -> Hands:
    """Deal until everybody holds eight cards.

    `taken`: the turned card is in a hand already, else it is the top of the stock. `aside` is a card of the
    dealer's that lies under the stock: dealt last, it comes back to him (beginner §deal, AMB-E1).
    """
    if rules.deal is not DealPattern.TURN_UP:
        return hands
    stock = pack[21:] if taken else pack[20:]
    if aside != NO_CARD:
        stock = (*stock, aside)
    filled, at = list(hands), 0
    for seat in order_from(rules, next_seat(rules, dealer)):
        wanted = HAND_SIZE - filled[seat].bit_count()
        filled[seat] |= mask_of(stock[at : at + wanted])
        at += wanted
    return _hands(filled)


def _packets(order: tuple[Seat, ...], pack: tuple[Card, ...], sizes: tuple[int, ...]) -> Hands:
    hands, at = [0, 0, 0, 0], 0
    for size in sizes:
        for seat in order:
            hands[seat] |= mask_of(pack[at : at + size])
            at += size
    return _hands(hands)


def _columns(order: tuple[Seat, ...], pack: tuple[Card, ...]) -> Dealt:
    # Four hidden cards to each, four open ones on them, and all of it again (two-player §deal, AMB-B1).
    hidden: list[tuple[Card, ...]] = [(), (), (), ()]
    opened: list[tuple[Card, ...]] = [(), (), (), ()]
    for half in (0, 16):
        for turn, seat in enumerate(order):
            at = half + 4 * turn
            hidden[seat] += pack[at : at + 4]
            opened[seat] += pack[at + 8 : at + 12]
    hands = _hands([mask_of(cards) for cards in opened])
    return Dealt(hands, pack[31], tuple(hidden), tuple(opened))


def _hands(masks: list[Hand]) -> Hands:
    north, east, south, west = masks
    return north, east, south, west
