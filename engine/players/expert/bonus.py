"""What is written beside card points: belotes and announcements, in a deal with all cards seen."""

from collections.abc import Sequence

from engine.belote import KING_QUEEN_SWAP
from engine.cards import KING, Hand, cards_of
from engine.contracts import BELOTE, Tables
from engine.melds import carre_points, compare, proposal
from engine.rules import Rules
from engine.seats import Pair


def belote_points(tables: Tables, dealt: Sequence[Hand]) -> Pair:
    """Points by side for kings and queens of trump dealt to one hand."""
    found = [0, 0]
    for seat, hand in enumerate(dealt):
        pairs = hand & tables.belote_cards
        for card in cards_of(pairs):
            if card & 7 == KING and pairs >> (card ^ KING_QUEEN_SWAP) & 1:
                found[tables.side[seat]] += BELOTE
    return found[0], found[1]


def has_meld(rules: Rules, tables: Tables, hand: Hand) -> bool:
    """Whether there is anything to announce in a hand of eight."""
    # Bits two lower must be of the same suit.
    if hand & hand << 1 & hand << 2 & 0xFCFCFCFC:
        return True
    fours = hand & hand >> 8 & hand >> 16 & hand >> 24 & 0xFF
    return bool(fours) and any(fours >> rank & 1 for rank in carre_points(rules, tables.mode))


def meld_points(rules: Rules, tables: Tables, dealt: Sequence[Hand]) -> Pair:
    """Points by side when everybody announces what is proposed."""
    if not rules.announcements:
        return 0, 0
    told = [
        (tables.side[seat], meld)
        for seat, hand in enumerate(dealt)
        if has_meld(rules, tables, hand)
        for meld in proposal(rules, tables, hand)
    ]
    return compare(rules, tables, told).points if told else (0, 0)
