"""What players of every strength do: the little that a partner may count on."""

from collections.abc import Sequence
from typing import Final

from engine.cards import SUIT_MASKS, Card, Hand
from engine.contracts import Tables
from engine.observation import Observation
from engine.players.knowledge import knowledge
from engine.rules import Rules
from engine.seats import seats_in_play

NEAR: Final = 0.85
"""From this share of the target on one more game of the others may end the match."""


def worth_leading(obs: Observation, tables: Tables, cards: Sequence[Card]) -> Sequence[Card]:
    """Of the cards that may be led those that are not wasted: no trump where no foe can have one any more."""
    plain = [card for card in cards if not tables.trumps >> card & 1]
    if obs.trick or not plain or len(plain) == len(cards):
        return cards
    return cards if tables.trumps & _foes(obs, tables) else plain


def _foes(obs: Observation, tables: Tables) -> Hand:
    """The cards that a foe may hold; two players: hidden ones included."""
    known, me, cards = knowledge(obs), obs.seat or 0, 0
    for seat in seats_in_play(obs.rules):
        if tables.side[seat] != tables.side[me]:
            cards |= known.possible[seat] | (known.loose if known.hidden[seat] else 0)
    return cards


def partners_suits(obs: Observation, tables: Tables) -> Hand:
    """The plain suits that the partner was the first to lead."""
    partner, found, seen = tables.partner[obs.seat or 0], 0, 0
    for trick in obs.tricks:
        first = trick.plays[0]
        suit = SUIT_MASKS[first.card >> 3]
        if first.seat == partner and not seen & suit:
            found |= suit
        seen |= suit
    return found & ~tables.trumps


def pressed(rules: Rules, theirs: int) -> bool:
    """Whether the others, who have so many points, are about to win: then a game is worth a risk."""
    return bool(rules.target) and theirs >= NEAR * rules.target
