"""Playing a card: what this trick brings with it, and what the hand is worth without it."""

from typing import Final

from engine.actions import Action
from engine.cards import SUIT_MASKS, Card, Suit, cards_of
from engine.observation import Observation
from engine.players.club.counting import Count
from engine.players.club.leading import Leads
from engine.players.club.worth import Worth
from engine.players.ties import draw, in_order
from engine.seats import Seat
from engine.trick import PLAYED, Played, playable, winning

FAT: Final = 6.0
"""Points a player adds to a trick that his side is winning."""
LEAN: Final = 1.5
"""Points he adds to one that it is losing."""


def play(obs: Observation, plays: tuple[Action, ...], seed: bytes | int) -> Action:
    """The best of these cards; between equals the seed decides."""
    thought = Thought(Count(obs))
    ordered = in_order(obs, plays)
    # Rounded: a sum of the same numbers in another order must not tell two suits apart.
    values = [round(thought.value(action.card), 6) for action in ordered]
    best = max(values)
    equal = [action for action, value in zip(ordered, values, strict=True) if value == best]
    return equal[draw(seed, obs.ply, len(equal))]


class Thought:
    """One decision about a card."""

    def __init__(self, count: Count) -> None:
        self.count, self.worth = count, Worth(count)
        self.obs, self.tables = count.obs, count.tables
        self._suits = tuple(self.worth.of(suit, count.hand & SUIT_MASKS[suit]) for suit in range(4))
        self._leads = None if self.obs.trick else Leads(count, self.worth)

    def value(self, card: Card) -> float:
        """What playing a card brings, in points of difference; only comparisons mean something."""
        leads = 0.0 if self._leads is None else self._leads.reasons(card)
        return self._trick(card) + self._kept(card) + leads

    def _kept(self, card: Card) -> float:
        """The change of what the hand is worth."""
        suit: Suit = card >> 3
        left = self.count.hand & SUIT_MASKS[suit] & ~(1 << card)
        return self.worth.of(suit, left) - self._suits[suit]

    def _trick(self, card: Card) -> float:
        """The points of this trick, ours less theirs, as far as can be told."""
        count, tables = self.count, self.tables
        plays = (*self.obs.trick, PLAYED[count.me][card])
        points = sum(tables.points[play.card] for play in plays)
        later = count.others[: tables.players - len(plays)]
        if self.obs.columns and later:
            return self._answered(plays, points, later[0])
        best = winning(tables, plays)
        chance = self._ours(plays[0].card >> 3, best, later)
        added = 0.0
        for seat in later:
            ours = seat == count.partner
            added += chance * (FAT if ours else LEAN) - (1.0 - chance) * (LEAN if ours else FAT)
        return (2.0 * chance - 1.0) * points + added

    def _ours(self, led: Suit, best: Played, later: tuple[Seat, ...]) -> float:
        """The chance that our side takes a trick which `best` is winning."""
        count = self.count
        ours = 1.0 if best.seat in (count.me, count.partner) else 0.0
        for seat in later:
            beats = count.beats(seat, led, best.card)
            ours += beats * (1.0 - ours) if seat == count.partner else -beats * ours
        return ours

    def _answered(self, plays: tuple[Played, ...], points: int, foe: Seat) -> float:
        """Two players: his open cards are all he may answer with, and he answers as suits him best."""
        count, tables = self.count, self.tables
        open_cards = count.open_of(foe)
        worst = None
        for card in cards_of(playable(tables, plays, foe, open_cards)):
            whole = points + tables.points[card]
            lost = winning(tables, (*plays, PLAYED[foe][card])).seat == foe
            value = (-whole if lost else whole) + self.worth.theirs(card)
            worst = value if worst is None else min(worst, value)
        return 0.0 if worst is None else float(worst)
