"""What written points are worth on the way to the end of the match."""

import math
from typing import Final, NamedTuple

from engine.rules import Rules, ScoringKind
from engine.scoring import has_won
from engine.seats import Pair


class Usual(NamedTuple):
    """What a deal usually does to the score, in written points."""

    gap: float
    """How far it parts the sides, on average."""
    nearer: float
    """By how much it brings the end nearer."""


USUAL: Final = {
    ScoringKind.POINTS: Usual(95.0, 50.0),
    ScoringKind.TENTHS: Usual(25.0, 17.0),
    ScoringKind.CONTRACT: Usual(310.0, 200.0),
}
"""Read from 15,000 matches of players of rules of thumb; `python -m tests.arena.odds` reads it again."""
_AS_EVER: Final = 0.1
"""How much a point counts as a point even when the match is as good as decided: one plays on."""
_LEAST: Final = 0.02
"""The scale ends where a usual deal moves the chances by less than so much."""


def chance(rules: Rules, totals: Pair) -> float:
    """The chance of side 0 to win the match with these totals: as if deals pushed the lead to and fro at random."""
    winner = has_won(rules, totals)
    if winner is not None:
        return 1.0 - winner
    gap, nearer = USUAL[rules.scoring]
    deals = 1.0 + max(rules.target - max(totals), 0) / nearer
    return 0.5 + 0.5 * math.erf((totals[0] - totals[1]) / (gap * math.sqrt(2.0 * deals)))


class Equity:
    """What writing points is worth to side 0 at a score: their difference, bent by what it does for the match.

    Far from the end a point is worth a point; near it only who gets there first counts.
    """

    def __init__(self, rules: Rules, totals: Pair) -> None:
        self._rules, self._totals = rules, totals
        self._now = chance(rules, totals)
        gap = USUAL[rules.scoring].gap
        half = round(gap / 2)
        moved = chance(rules, (totals[0] + half, totals[1])) - chance(rules, (totals[0], totals[1] + half))
        self._scale = gap / max(moved, _LEAST)

    def of(self, written: Pair) -> float:
        """What it is worth, in written points of difference, that these are written."""
        difference = written[0] - written[1]
        if not self._rules.target:
            return float(difference)
        after = chance(self._rules, (self._totals[0] + written[0], self._totals[1] + written[1]))
        return (1.0 - _AS_EVER) * (after - self._now) * self._scale + _AS_EVER * difference
