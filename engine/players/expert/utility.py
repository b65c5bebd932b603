"""What card points are worth: the score sheet they lead to, and what that does for the match.

The engine's own scoring says what is written; nothing is assumed about it but that more card points are never worse.
Everything here is seen from side 0.
"""

from functools import cached_property
from typing import Final

from engine.contracts import LAST_TRICK, Contract, Tables, tables_for
from engine.players.equity import Equity
from engine.rules import Rules
from engine.scoring import score_deal
from engine.seats import Pair
from engine.sheet import DealScore

SWEEP: Final = 100
"""Points that the solver adds for all tricks: any number will do that keeps them apart from the others."""


class Stakes:
    """What the points of a deal come to, given belotes and announcements."""

    def __init__(self, rules: Rules, contract: Contract, totals: Pair, pot: int) -> None:
        self._rules, self._contract, self._totals, self._pot = rules, contract, totals, pot
        self._equity = Equity(rules, totals)
        self._known: dict[tuple[int, int, Pair, Pair], float] = {}

    @cached_property
    def tables(self) -> Tables:
        """By which the deal is played."""
        return tables_for(self._rules, self._contract)

    def value(self, points: int, swept: int, belote: Pair, melds: Pair) -> float:
        """What it is worth to side 0 to take `points` in all, the last trick's ten included.

        `swept`: 1 where side 0 takes every trick, -1 where it takes none, else 0.
        """
        key = (points, swept, belote, melds)
        found = self._known.get(key)
        if found is None:
            written = self.score(points, swept, belote, melds).written
            found = self._known[key] = self._equity.of(written)
        return found

    def score(self, points: int, swept: int, belote: Pair, melds: Pair) -> DealScore:
        """The score sheet's account of it."""
        others = self.tables.total - points
        ten = (LAST_TRICK, 0) if points >= LAST_TRICK else (0, LAST_TRICK)
        return score_deal(
            self._rules,
            self._contract,
            cards=(points - ten[0], others - ten[1]),
            last_trick=0 if ten[0] else 1,
            belote=belote,
            melds=melds,
            sweep=None if not swept else 0 if swept > 0 else 1,
            pot=self._pot,
            totals=self._totals,
        )
