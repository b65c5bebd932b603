"""A mean with its bounds."""

import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple

WITHIN_95 = 1.96
"""Standard errors that hold 95 of 100 means of many samples."""


class Bounds(NamedTuple):
    """A mean, and where the true one is with 95 % confidence; in the samples' unit."""

    mean: float
    low: float
    high: float
    samples: int

    def __str__(self) -> str:
        return f"{self.mean:+.2f} [{self.low:+.2f}, {self.high:+.2f}] of {self.samples}"


def bounds(samples: Sequence[float]) -> Bounds:
    """The bounds of independent samples; `ValueError` for fewer than two."""
    if len(samples) < 2:
        raise ValueError("bounds need two samples or more")
    mean = fmean(samples)
    error = WITHIN_95 * stdev(samples) / math.sqrt(len(samples))
    return Bounds(mean, mean - error, mean + error, len(samples))
