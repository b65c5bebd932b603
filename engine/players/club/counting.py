"""Counting the cards: what has fallen, who is out of which suit, and how likely a card lies where.

What is certain comes from `knowledge`. A card that nobody has placed lies with each seat that may hold it in
proportion to the room in its hand; who named the trump has more of it.
"""

from typing import Final

from engine.cards import SUIT_MASKS, Card, Hand, Suit, cards_of
from engine.contracts import tables_for
from engine.observation import Observation
from engine.players.knowledge import Knowledge, knowledge
from engine.seats import Seat, order_from

TAKERS_TRUMPS: Final = 2.0
"""How much likelier an unseen trump is with who named it than its share of the cards says."""


class Count:
    """What one player counts before he plays a card."""

    def __init__(self, obs: Observation) -> None:
        known = knowledge(obs)
        self.obs, self.tables = obs, tables_for(obs.rules, obs.contract)
        self.me: Seat = obs.seat or 0
        self.partner: Seat = self.tables.partner[self.me]
        """-1: none."""
        self.others = order_from(obs.rules, self.me)[1:]
        """In the order of play, the one after `me` first."""
        self.foes = tuple(seat for seat in self.others if seat != self.partner)
        self.hand, self.unseen = obs.hand, known.unseen
        self.possible = tuple(
            cards | (known.loose if hidden else 0)
            for cards, hidden in zip(known.possible, known.hidden, strict=True)
        )
        """By seat: the unseen cards it may hold; two players: hidden ones included."""
        self.against = 0
        """The cards the foes may hold."""
        for foe in self.foes:
            self.against |= self.possible[foe]
        self.trumps_out = self.against & self.tables.trumps
        taker = -1 if obs.contract is None else obs.contract.taker
        self._known = known.known
        self._holds = _shares(self.others, known, self.tables.trumps, taker)
        self._some: dict[tuple[Seat, Hand], float] = {}

    def open_of(self, seat: Seat) -> Hand:
        """The cards a seat is known to hold; two players: those it may play."""
        return self._known[seat]

    def some(self, seat: Seat, cards: Hand) -> float:
        """The chance that a seat holds at least one of these cards."""
        cards &= self.possible[seat]
        found = self._some.get((seat, cards))
        if found is None:
            none, holds = 1.0, self._holds[seat]
            for card in cards_of(cards):
                none *= 1.0 - holds[card]
            found = self._some[seat, cards] = 1.0 - none
        return found

    def beats(self, seat: Seat, led: Suit, best: Card) -> float:
        """The chance that a seat can take a trick from the card that is winning it."""
        tables = self.tables
        suit, higher = SUIT_MASKS[led], tables.beaters[best]
        follows = self.some(seat, suit & higher)
        if suit & tables.trumps or not tables.trumps:
            return follows
        return follows + (1.0 - self.some(seat, suit)) * self.some(seat, tables.trumps & higher)

    def ruffs(self, suit: Suit) -> float:
        """The chance that a foe ruffs when this plain suit is led."""
        safe = 1.0
        for foe in self.foes:
            safe *= 1.0 - (1.0 - self.some(foe, SUIT_MASKS[suit])) * self.some(foe, self.tables.trumps)
        return 1.0 - safe

    def masters(self, suit: Suit) -> Hand:
        """The cards of one's own that no unseen card of their suit beats."""
        beaters = self.tables.beaters
        return sum(
            1 << card
            for card in cards_of(self.hand & SUIT_MASKS[suit])
            if not beaters[card] & SUIT_MASKS[suit] & self.against
        )


def _shares(others: tuple[Seat, ...], known: Knowledge, trumps: Hand, taker: Seat) -> list[dict[Card, float]]:
    """By seat: the chance that a card lies there."""
    holds: list[dict[Card, float]] = [{}, {}, {}, {}]
    for seat in others:
        for card in cards_of(known.known[seat]):
            holds[seat][card] = 1.0
    hidden = sum(known.hidden)
    for card in cards_of(known.loose):
        if hidden:
            for seat in others:
                holds[seat][card] = known.hidden[seat] / hidden
            continue
        factor = TAKERS_TRUMPS if trumps >> card & 1 else 1.0
        weights = [
            (seat, known.room[seat] * (factor if seat == taker else 1.0))
            for seat in others
            if known.possible[seat] >> card & 1
        ]
        whole = sum(weight for _, weight in weights)
        for seat, weight in weights:
            holds[seat][card] = weight / whole
    return holds
