"""A figure beside its floor, and the table they are printed as."""

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """One line of the table. The texts say their units."""

    name: str
    measured: str
    floor: str = ""
    ratio: str = ""
    goal: str = ""
    holds: bool | None = None
    """Whether the goal is reached in this run; None where there is none."""


def percentile(spans: Sequence[float], share: float) -> float:
    """The value below which this share of the spans lies."""
    ordered = sorted(spans)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def p50_p99(spans: Sequence[float], unit: float = 1e3) -> str:
    """Seconds as "p50 / p99 ms"."""
    return f"{median(spans) * unit:.1f} / {percentile(spans, 0.99) * unit:.1f} ms"


async def spans_of(times: int, work: Callable[[], Awaitable[object]]) -> list[float]:
    """How long each of some repetitions takes, in seconds."""
    spans = []
    for _ in range(times):
        began = time.perf_counter()
        await work()
        spans.append(time.perf_counter() - began)
    return spans


def printed(figures: Iterable[Figure]) -> str:
    """The table. A missed goal is marked, not hidden."""
    heading = ("figure", "measured", "floor", "ratio", "to reach")
    rows = [
        (f.name, f.measured, f.floor, f.ratio, f.goal + {None: "", True: "  yes", False: "  NO"}[f.holds])
        for f in figures
    ]
    widths = [max(len(row[column]) for row in [heading, *rows]) for column in range(5)]
    lines = [
        " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [heading, *rows]
    ]
    return "\n".join([lines[0], "-+-".join("-" * width for width in widths), *lines[1:]])
