"""What speaks for leading a card, beside the trick it may win."""

from typing import Final

from engine.cards import SUIT_MASKS, SUITS, Card, cards_of
from engine.contracts import Mode
from engine.players.club.counting import Count
from engine.players.club.worth import Worth
from engine.players.habits import partners_suits

DRAWS: Final = 0.5
"""How much of the danger of a ruff one round of trumps takes away."""
DRAWS_FOR_PARTNER: Final = 3.0
"""What a round of trumps is worth for the masters that a partner may hold, for takers."""
DEFENDS: Final = 8.0
"""What it costs a defender to lead the takers' trump."""
WASTES: Final = 10.0
"""What it costs to lead a trump that draws none."""
RETURNS: Final = 3.0
"""What the partner's suit is worth."""
SINGLE: Final = 3.0
"""What it is worth to be out of a suit and have a trump left."""
OPENS: Final = 2.0
"""What it costs to lead away from a card that is not yet high."""


class Leads:
    """The reasons to lead, in one position."""

    def __init__(self, count: Count, worth: Worth) -> None:
        self._count, self._worth = count, worth
        obs, tables = count.obs, count.tables
        contract = obs.contract
        self._ours = contract is not None and tables.side[contract.taker] == tables.side[count.me]
        self._trumps = tables.trumps
        self._draw = self._drawing()
        self._returned = partners_suits(obs, tables)

    def reasons(self, card: Card) -> float:
        """Points of difference."""
        suit = SUIT_MASKS[card >> 3]
        if self._trumps & suit:
            return self._draw
        extra = RETURNS if self._returned & suit else 0.0
        held = self._count.hand & suit
        if held == 1 << card and self._count.hand & self._trumps:
            extra += SINGLE
        if self._count.tables.beaters[card] & held and self._count.tables.mode is not Mode.TRUMP:
            extra -= OPENS
        return extra

    def _drawing(self) -> float:
        count = self._count
        if not count.trumps_out:
            return -WASTES
        saved = sum(
            self._worth.ruffs[suit] * 2 * count.tables.points[card]
            for suit in SUITS
            if not SUIT_MASKS[suit] & self._trumps
            for card in cards_of(count.masters(suit))
        )
        if self._ours:
            return DRAWS * saved + DRAWS_FOR_PARTNER
        return DRAWS * saved - DEFENDS
