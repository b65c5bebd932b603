"""What card points are worth: the score sheet they lead to, and what that does for the match.

The engine's own scoring says what is written; nothing is assumed about it but that more card points are never worse.
Everything here is seen from side 0.
"""

import math
from functools import cached_property
from typing import Final

from engine.contracts import LAST_TRICK, Contract, Tables, tables_for
from engine.rules import Rules, ScoringKind
from engine.scoring import has_won, score_deal
from engine.seats import Pair
from engine.sheet import DealScore

SWEEP: Final = 100
"""Points that the solver adds for all tricks: any number will do that keeps them apart from the others."""

USUAL_GAP: Final = {ScoringKind.POINTS: 110.0, ScoringKind.TENTHS: 16.0, ScoringKind.CONTRACT: 260.0}
"""How far apart the two sides write in a usual deal, in written points."""
_USUAL: Final = {ScoringKind.POINTS: 85.0, ScoringKind.TENTHS: 12.0, ScoringKind.CONTRACT: 160.0}
"""What a side writes in a usual deal."""


class Equity:
    """What a total is worth in written points: their difference, bent by what is needed to win the match.

    Near the start of a match a point is worth a point; near its end only who gets there first counts.
    """

    def __init__(self, rules: Rules, totals: Pair) -> None:
        self._rules = rules
        self._totals = totals
        self._start = self._chance(totals)
        step = max(1, round(USUAL_GAP[rules.scoring] / 10))
        ahead = self._chance((totals[0] + step, totals[1])) - self._start
        behind = self._start - self._chance((totals[0], totals[1] + step))
        self._unit = 2 * step / max(ahead + behind, 0.02 * step / USUAL_GAP[rules.scoring])

    def of(self, written: Pair) -> float:
        """What writing this is worth, in written points of difference."""
        if not self._rules.target:
            return float(written[0] - written[1])
        after = (self._totals[0] + written[0], self._totals[1] + written[1])
        return (self._chance(after) - self._start) * self._unit

    def _chance(self, totals: Pair) -> float:
        """The chance of side 0 to win the match."""
        rules = self._rules
        winner = has_won(rules, totals)
        if winner is not None:
            return 1.0 - winner
        usual = _USUAL[rules.scoring]
        deals = max(0.6, (rules.target - max(totals)) / usual)
        lead = (totals[0] - totals[1]) / (USUAL_GAP[rules.scoring] * math.sqrt(deals))
        return 0.5 * (1.0 + math.erf(lead / math.sqrt(2.0)))


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
