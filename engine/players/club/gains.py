"""What a game would write on the sheet, and what that is worth on the way to the end of the match.

The sheet is the engine's own (`score_deal`), so every rule set, doubling and bonus is in it without being named here.
"""

from functools import lru_cache
from statistics import NormalDist
from typing import Final, NamedTuple

from engine.contracts import compiled, contract_for
from engine.players.equity import Equity
from engine.rules import Rules, ScoringKind
from engine.scoring import Outcome, score_deal
from engine.seats import EW, NS, Pair

_STEPS: Final = tuple(NormalDist().inv_cdf((step + 0.5) / 15) for step in range(15))
"""Fifteen equally likely results around the expected one."""

_A_GAME: Final = {
    ScoringKind.POINTS: (125, 45),
    ScoringKind.TENTHS: (29, 11),
    ScoringKind.CONTRACT: (200, 55),
}
"""By scoring: what both sides usually write after a game that is made, its takers first."""
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
        self.rules, self.pot = rules, pot
        self.equity = Equity(rules, totals)

    def of(self, game: Game, points: float, spread: float, *, ours: bool) -> float:
        """What a game is worth to this side, in points of difference. `points`: the takers', with their spread."""
        return _mean(self, game._replace(strain=max(game.strain, _ANY_SUIT)), points, spread, ours)

    def passing(self, chances: tuple[float, float]) -> float:
        """What it is worth to leave the game to others: how likely they, and the partner, play one and make it."""
        much, little = _A_GAME[self.rules.scoring]
        theirs, partners = chances
        return theirs * self.equity.of((little, much)) + partners * self.equity.of((much, little))


@lru_cache(maxsize=1 << 6)
def purse(rules: Rules, totals: Pair, pot: int) -> Purse:
    """The purse of a side at a score: its own total first."""
    return Purse(rules, totals, pot)


@lru_cache(maxsize=1 << 15)
def _mean(purse: Purse, game: Game, points: float, spread: float, ours: bool) -> float:
    """What a game is worth to a purse, over all results that are likely."""
    total = compiled(purse.rules)[game.strain].total
    gained = 0.0
    for step in _STEPS:
        got = min(max(2 * round((points + step * spread) / 2), 0), total)
        takers, defenders, made = _written(purse.rules, game, got)
        takers += purse.pot if made is True else 0
        defenders += purse.pot if made is False else 0
        gained += purse.equity.of((takers, defenders) if ours else (defenders, takers))
    return gained / len(_STEPS)


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
