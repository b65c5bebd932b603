"""What a card is worth in the hand: how likely it still takes a trick, and what is lost with it if it does not."""

from typing import Final

from engine.cards import SUIT_MASKS, SUITS, Card, Hand, Suit, cards_of
from engine.players.club.counting import Count

TRICK: Final = 14.0
"""What the others' cards bring to who wins a trick, and do not bring to the other side."""
LAST: Final = 8.0
"""What keeping a trump for the last trick is worth beside that."""
GUARDED: Final = (0.93, 0.5, 0.3, 0.15)
BARE: Final = (0.93, 0.22, 0.12, 0.05)
"""The chance of a plain card to take a trick, by how many unseen ones are higher; with as many lower ones, or bare."""
TRUMP_GUARDED: Final = (0.98, 0.8, 0.65, 0.5)
TRUMP_BARE: Final = (0.98, 0.5, 0.45, 0.4)
LOST: Final = 0.35
"""Of the points of a card that takes no trick so much goes to the foes."""


class Worth:
    """The worth of cards held, in one position."""

    def __init__(self, count: Count) -> None:
        self._count = count
        tables = count.tables
        self._points, self._order, self._beaters = tables.points, tables.order, tables.beaters
        plain = [suit for suit in SUITS if count.trumps_out and suit != tables.trump]
        self.ruffs = tuple(count.ruffs(suit) if suit in plain else 0.0 for suit in SUITS)
        """By suit: the chance that a foe ruffs it now."""

    def of(self, suit: Suit, held: Hand) -> float:
        """What the cards held of one suit are worth."""
        if not held:
            return 0.0
        trump = bool(SUIT_MASKS[suit] & self._count.tables.trumps)
        guarded, bare = (TRUMP_GUARDED, TRUMP_BARE) if trump else (GUARDED, BARE)
        against, safe = self._count.against & SUIT_MASKS[suit], 1.0 - self.ruffs[suit]
        cards = sorted(cards_of(held), key=self._order.__getitem__, reverse=True)
        worth, survives = LAST if trump else 0.0, 1.0
        for above, card in enumerate(cards):
            # The longer the suit, the fewer the rounds in which the last of it is safe.
            survives *= safe
            higher = min((against & self._beaters[card]).bit_count(), 3)
            wins = (guarded if len(cards) - 1 - above >= higher else bare)[higher] * survives
            worth += self._taken(card, wins)
        return worth

    def _taken(self, card: Card, wins: float) -> float:
        points = self._points[card]
        return wins * (points + TRICK) - (1.0 - wins) * points * LOST

    def theirs(self, card: Card) -> float:
        """Two players: what the other one keeps back by not playing a card, seen from him: to be gained from him."""
        suit = SUIT_MASKS[card >> 3]
        higher = min((self._count.hand & suit & self._beaters[card]).bit_count(), 3)
        trump = suit & self._count.tables.trumps
        return self._taken(card, (TRUMP_BARE if trump else BARE)[higher]) + (LAST if trump else 0.0) / 4
