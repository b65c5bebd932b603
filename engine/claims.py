"""Claims: "I take every remaining trick, whatever the others hold and play".

Proved from what the claimer may know, so a refusal tells nothing. The proof is sound, not complete: it knows that a
card which no unseen card beats wins, and that whoever holds a suit that is led must follow, so that each lead of a suit
takes at least one of its unseen cards away. That finds the usual claims: trumps are drawn, and only masters are left.
"""

from typing import Final

from engine.cards import FULL_PACK, SUIT_MASKS, Card, Hand, cards_of
from engine.contracts import Tables
from engine.rules import ToutBelote
from engine.seats import Seat
from engine.trick import Played, Trick, playable, winning

TOLD_BY: Final = 2
"""Tricks after which nothing of the announcements is left to be told or shown."""


def proof(
    tables: Tables,
    seat: Seat,
    hand: Hand,
    counts: tuple[int, ...],
    trick: tuple[Played, ...],
    tricks: tuple[Trick, ...],
) -> tuple[Card, ...] | None:
    """The order in which the hand of `seat`, who is on turn, takes every remaining trick; `None` where that is not
    proved. `counts`: cards held, by seat, hidden ones included."""
    unseen = FULL_PACK & ~hand & ~_shown(trick, tricks)
    others = sum(counts) - counts[seat]
    if counts[seat] != hand.bit_count() or unseen.bit_count() != others:
        return None  # something lies aside, or hidden
    if tables.belote_needs is not ToutBelote.FREE or (tables.announcements and len(tricks) < TOLD_BY):
        return None  # what is said would depend on what the others play
    if not trick:
        return _leads(tables, hand, unseen)
    for card in cards_of(playable(tables, trick, seat, hand)):
        if _wins(tables, (*trick, Played(seat, card)), unseen):
            rest = _leads(tables, hand & ~(1 << card), unseen)
            if rest is not None:
                return (card, *rest)
    return None


def _shown(trick: tuple[Played, ...], tricks: tuple[Trick, ...]) -> Hand:
    mask = 0
    for plays in (trick, *(done.plays for done in tricks)):
        for play in plays:
            mask |= 1 << play.card
    return mask


def _wins(tables: Tables, plays: tuple[Played, ...], unseen: Hand) -> bool:
    """Whether the last card of these takes the trick, whatever is played behind it."""
    seat, card = plays[-1]
    if winning(tables, plays).seat != seat:
        return False
    return len(plays) == tables.players or not tables.beaters[card] & unseen


def _leads(tables: Tables, hand: Hand, unseen: Hand) -> tuple[Card, ...] | None:
    """An order in which every card wins its own trick when it is led. A lead never spoils another, so any will do."""
    left = [(unseen & suit).bit_count() for suit in SUIT_MASKS]
    order: list[Card] = []
    while hand:
        card = next((card for card in _best_first(tables, hand) if not tables.beaters[card] & unseen), None)
        if card is None:
            return None
        suit = card >> 3
        order.append(card)
        hand &= ~(1 << card)
        left[suit] -= 1
        if left[suit] <= 0:
            unseen &= ~SUIT_MASKS[suit]
    return tuple(order)


def _best_first(tables: Tables, hand: Hand) -> list[Card]:
    """Trumps, which must be drawn, before the rest; the strongest of a suit first."""
    return sorted(cards_of(hand), key=lambda card: (not tables.trumps >> card & 1, -tables.order[card]))
