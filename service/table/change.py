"""What a decided command does to a table: the new table, the facts it adds, and what is out of date by it."""

from typing import NamedTuple

from service.surface import CARD, LOBBY, hand_key, mention_key
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


def whole_lobby(table: Table) -> frozenset[str]:
    """The surfaces that show the lobby: the group's card, and the private one of each who sits."""
    return frozenset({LOBBY} | {hand_key(person) for person in table.people})


def everywhere(table: Table) -> frozenset[str]:
    """The surfaces that show the running match: the group's card, each hand, and calls to people out of reach."""
    hands = {hand_key(person) for person in table.people}
    chairs = table.head.chairs.values()
    calls = {mention_key(c.person) for c in chairs if c.person is not None and not c.reachable}
    return frozenset({CARD} | hands | calls)
