"""Hours of a day and stretches of time, reckoned anew: what the house says of them is held against this."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from tests.soak.days.people import MINUTE, Span

QUARTER = 15 * MINUTE
"""Every clock on a wall shows a full hour at a full quarter of ours."""


@lru_cache
def spans_of(hours: tuple[int, int], zone: str, first: int, last: int) -> tuple[Span, ...]:
    """Between two moments (ms): when it is such an hour there."""
    start, end = hours
    where, found, since = ZoneInfo(zone), [], None
    for at in range(first - first % QUARTER, last, QUARTER):
        hour = datetime.fromtimestamp(at / 1000, where).hour
        inside = start <= hour or hour < end if start > end else start <= hour < end
        if inside and since is None:
            since = at
        if not inside and since is not None:
            found.append(Span(since, at))
            since = None
    return (*found, Span(since, last)) if since is not None else tuple(found)


def joined(*several: Iterable[Span]) -> list[Span]:
    """All of them in order, those that touch as one."""
    found: list[Span] = []
    for span in sorted(span for spans in several for span in spans if span.start < span.end):
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return found


def run_out(begun: int, amount: int, still: Sequence[Span]) -> int:
    """When so much time has run since then, if none runs in these stretches."""
    at = begun
    for span in still:
        if span.end <= at:
            continue
        awake = max(0, span.start - at)
        if awake >= amount:
            break
        at, amount = span.end, amount - awake
    return at + amount


def ran(begun: int, end: int, still: Sequence[Span]) -> int:
    """How much time has run between the two."""
    return end - begun - sum(max(0, min(end, one.end) - max(begun, one.start)) for one in still)


def past(at: int, spans: Sequence[Span]) -> int:
    """The end of the stretch that lies over a moment; the moment itself where none does."""
    return next((span.end for span in spans if span.start <= at < span.end), at)
