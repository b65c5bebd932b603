"""Ratings, and the number that people read. Pure."""

from typing import NamedTuple

SPREAD, BASE = 20, 1000


class Rating(NamedTuple):
    """How strong somebody is, and how sure that is."""

    mu: float
    sigma: float


def shown(rating: Rating) -> int:
    """The number that people read: what somebody surely is, so it begins low and rises with matches played."""
    return round(BASE + SPREAD * (rating.mu - 3 * rating.sigma))
