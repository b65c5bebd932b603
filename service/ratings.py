"""Ratings by `openskill`: what a match between teams changes. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

SPREAD, BASE = 20, 1000


class Rating(NamedTuple):
    """How strong somebody is, and how sure that is."""

    mu: float
    sigma: float


def after(winners: Sequence[Rating], losers: Sequence[Rating]) -> tuple[list[Rating], list[Rating]]:
    """The ratings after a match, in the order given."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma) for one in team] for team in (winners, losers)]
    first, second = model.rate(teams, ranks=[0, 1])
    return [Rating(r.mu, r.sigma) for r in first], [Rating(r.mu, r.sigma) for r in second]


def shown(rating: Rating) -> int:
    """The number that people read: what somebody surely is, so it begins low and rises with matches played."""
    return round(BASE + SPREAD * (rating.mu - 3 * rating.sigma))


@lru_cache
def _model() -> Any:
    # Where it is first needed: neither the bot's start nor a move waits for it.
    from openskill.models import PlackettLuce

    return PlackettLuce()
