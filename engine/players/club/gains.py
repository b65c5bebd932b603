"""What a game would write on the sheet, and what that is worth on the way to the end of the match.

The sheet is the engine's own (`score_deal`), so every rule set, doubling and bonus is in it without being named here.
"""

import math
from functools import lru_cache
from statistics import NormalDist
from typing import Final, NamedTuple

from engine.contracts import compiled, contract_for
from engine.rules import Rules, ScoringKind
from engine.scoring import Outcome, score_deal
from engine.seats import EW, NS, Pair

_STEPS: Final = tuple(NormalDist().inv_cdf((step + 0.5) / 15) for step in range(15))
"""Fifteen equally likely results around the expected one."""

_A_DEAL: Final = {
    ScoringKind.POINTS: (110.0, 90.0),
    ScoringKind.TENTHS: (16.0, 14.0),
    ScoringKind.CONTRACT: (260.0, 180.0),
}
"""By scoring: the usual distance between the sides after a deal, and what the better one writes."""


AS_EVER: Final = 0.1
"""How much a point counts as a point even when the match is as good as decided: one plays on."""
_ANY_SUIT: Final = 3
"""No suit is scored otherwise than another: one of them is remembered for all."""


class Game(NamedTuple):
    """A game that may be played, as its takers see it."""

    strain: int
    level: int = 0
    double: int = 1
    belote: int = 0
    """Points; negative: the defenders'."""
    melds: int = 0


class Purse:
    """Gains and losses, as one side sees them at this score."""

    def __init__(self, rules: Rules, totals: Pair, pot: int) -> None:
        self._rules, self._totals, self._pot = rules, totals, pot
        self._now = self._standing(*self._totals)
        distance, _ = _A_DEAL[rules.scoring]
        # So that a point is a point as long as the end is far.
        self._scale = distance / max(
            self._standing(self._totals[0] + distance / 2, self._totals[1] - distance / 2) - self._now, 1e-9
        )

    @lru_cache(maxsize=1 << 15)  # noqa: B019 (purses are few, and kept themselves)
    def of(self, game: Game, points: float, spread: float, *, ours: bool) -> float:
        """What a game is worth to this side, in points of difference. `points`: the takers', with their spread."""
        total = compiled(self._rules)[game.strain].total
        game = game._replace(strain=max(game.strain, _ANY_SUIT))
        gained = 0.0
        for step in _STEPS:
            got = min(max(2 * round((points + step * spread) / 2), 0), total)
            takers, defenders, made = _written(self._rules, game, got)
            takers += self._pot if made is True else 0
            defenders += self._pot if made is False else 0
            gained += self.gain(takers, defenders) if ours else self.gain(defenders, takers)
        return gained / len(_STEPS)

    def gain(self, ours: float, theirs: float) -> float:
        """What it is worth that these are written."""
        if not self._rules.target:
            return ours - theirs
        after = self._standing(self._totals[0] + ours, self._totals[1] + theirs)
        return (1.0 - AS_EVER) * (after - self._now) * self._scale + AS_EVER * (ours - theirs)

    def passing(self, chances: tuple[float, float]) -> float:
        """What it is worth to leave the game to others: how likely they, and the partner, play one and make it."""
        _, written = _A_DEAL[self._rules.scoring]
        theirs, partners = chances
        much, little = 1.1 * written, 0.6 * written
        return theirs * self.gain(little, much) + partners * self.gain(much, little)

    def _standing(self, ours: float, theirs: float) -> float:
        """The chance to win the match with these totals."""
        distance, written = _A_DEAL[self._rules.scoring]
        left = (self._rules.target - max(ours, theirs)) / written
        if left <= 0:
            return float(ours > theirs) if ours != theirs else 0.5
        return 0.5 + 0.5 * math.erf((ours - theirs) / (distance * math.sqrt(2 * (left + 0.5))))


@lru_cache(maxsize=1 << 6)
def purse(rules: Rules, totals: Pair, pot: int) -> Purse:
    """The purse of a side at a score: its own total first."""
    return Purse(rules, totals, pot)


@lru_cache(maxsize=1 << 14)
def _written(rules: Rules, game: Game, points: int) -> tuple[int, int, bool | None]:
    """What the takers and the defenders write when the takers win so many card points; whether they made it."""
    tables = compiled(rules)[game.strain]
    taker, last = NS, NS if 2 * points >= tables.total else EW
    cards = (points - 10, tables.total - points) if last == NS else (points, tables.total - points - 10)
    score = score_deal(
        rules,
        contract_for(taker, game.strain, game.level, game.double),
        cards=cards,
        last_trick=last,
        belote=(max(game.belote, 0), max(-game.belote, 0)),
        melds=(max(game.melds, 0), max(-game.melds, 0)),
        sweep=NS if points == tables.total else EW if not points else None,
    )
    made = None if score.outcome is Outcome.LITIGE else score.outcome is Outcome.MADE
    return score.written[NS], score.written[EW], made
