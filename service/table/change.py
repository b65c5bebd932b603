"""What a decided command does to a table: the new table, the facts it adds, and what is out of date by it."""

from typing import NamedTuple

from service.table.model import Head
from service.table.table import Table


class Change(NamedTuple):
    """One step of a table; several add up with `then`."""

    table: Table
    facts: tuple[str, ...] = ()
    marked: frozenset[str] = frozenset()
    joined: frozenset[int] = frozenset()
    parted: frozenset[int] = frozenset()
    opens: Head | None = None

    def then(self, later: "Change") -> "Change":
        """Both steps in one. Who joined and parted again is where the later step left him."""
        return Change(
            later.table,
            self.facts + later.facts,
            self.marked | later.marked,
            (self.joined - later.parted) | later.joined,
            (self.parted - later.joined) | later.parted,
            later.opens or self.opens,
        )
