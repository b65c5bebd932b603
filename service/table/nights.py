"""Hours of the night by the clock on somebody's wall: a group's, in which no time runs, or a person's, in which nothing
rings. Pure; moments in milliseconds."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

MOST: Final = 400
"""Nights that are looked through at once: more than a year of them."""


class Night(NamedTuple):
    """From one full hour to another, in a zone; over midnight where it ends no later than it began."""

    start: int
    end: int
    zone: ZoneInfo

    def spans(self, at: int) -> Iterator[tuple[int, int]]:
        """The nights from the one before `at` on, by local hours: where clocks change, one is longer or shorter."""
        first = self._day(at) - timedelta(days=1)
        for count in range(MOST):
            evening = first + timedelta(days=count)
            morning = evening + timedelta(days=self.end <= self.start)
            yield self._instant(evening, self.start), self._instant(morning, self.end)

    def over(self, at: int) -> int | None:
        """When the night that lies over `at` ends; None: it is day."""
        for falls, lifts in self.spans(at):
            if falls > at:
                break
            if at < lifts:
                return lifts
        return None

    def morning(self, at: int) -> int:
        """When the next night ends, counted from any hour of the day."""
        today = self._day(at)
        ends = (self._instant(today + timedelta(days=days), self.end) for days in (0, 1))
        return next(end for end in ends if end > at)

    def _day(self, at: int) -> date:
        return datetime.fromtimestamp(at / 1000, self.zone).date()

    def _instant(self, day: date, hour: int) -> int:
        return int(datetime.combine(day, time(hour), self.zone).astimezone(UTC).timestamp() * 1000)


def hours_of(text: str) -> tuple[int, int] | None:
    """`22-8` as two hours; None for what is none."""
    start, dash, end = text.partition("-")
    if not (dash and start.isdecimal() and end.isdecimal()) or max(int(start), int(end)) > 23 or start == end:
        return None
    return int(start), int(end)
