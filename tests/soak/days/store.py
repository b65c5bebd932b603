"""A store in memory that finds what is due next without looking at every row."""

import heapq
from collections.abc import Callable

from service.adapters.memory import TOKEN, MemoryStore

NEVER = 1 << 62


class Timetable(dict[str, int]):
    """Due rows by member, and the earliest of them."""

    def __init__(self) -> None:
        super().__init__()
        self._heap: list[tuple[int, str]] = []

    def __setitem__(self, member: str, at: int) -> None:
        if self.get(member) != at:
            super().__setitem__(member, at)
            heapq.heappush(self._heap, (at, member))

    def earliest(self) -> int | None:
        """When the next one is due."""
        while self._heap and self.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def until(self, at: int) -> list[tuple[int, str]]:
        """All that are due by then, the earliest first."""
        found: dict[str, int] = {}
        while (first := self.earliest()) is not None and first <= at:
            due, member = heapq.heappop(self._heap)
            found[member] = due
        for member, due in found.items():
            heapq.heappush(self._heap, (due, member))
        return [(due, member) for member, due in found.items()]


class DaysStore(MemoryStore):
    """Everything else is the one that the tests' processes use."""

    def __init__(self, clock: Callable[[], int]) -> None:
        super().__init__(clock)
        self._due: Timetable = Timetable()

    def next_due(self) -> int:
        """In whole milliseconds."""
        first = self._due.earliest()
        return NEVER if first is None else -(-first // TOKEN)

    def version(self, table: str) -> int:
        """It changes with every commit."""
        return self._tables[table].version

    def mentions(self, number: int) -> list[str]:
        """The documents, by what they are, in which somebody's id stands."""
        kept: dict[str, object] = {
            "tables": self._tables,
            "rows of no table": {place: one for place, one in self._places.items() if one.rows or one.asked},
            "what is due": self._due,
            "lists": [self._by_person, self._by_chat, self._past_of, self._past_in],
            "openings": self._openings,
            "statistics": self._standings,
        }
        return [what for what, documents in kept.items() if str(number) in repr(documents)]

    def _due_by(self, until: int) -> list[tuple[int, str]]:
        return self._due.until(until)
