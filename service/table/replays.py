"""The tables restored last. A deal's facts only grow, so what a table was restored from before is not replayed anew: a
worker that carries out a match's next card plays one card, and not the whole deal.

A deal is the same if everything it begins from is: its position, the rules, and what its pack was shuffled by.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from engine.match import replay
from engine.rules import rules_from_dict
from service.table.model import Head, Stage
from service.table.table import Table, actions_in, restore

REMEMBERED = 256
"""Tables; some 20 KB each."""


class _Restored(NamedTuple):
    lines: tuple[str, ...]
    table: Table


class Replays:
    """Restores tables as `restore` does, from where it left off."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most = most
        self._known: OrderedDict[str, _Restored] = OrderedDict()

    def restore(self, head: Head, facts: Sequence[str]) -> Table:
        """The table that a stored head and the current deal's fact lines describe."""
        lines = tuple(facts)
        known = self._known.pop(head.id, None)
        table = None if known is None else _continued(known, head, lines)
        if table is None:
            table = restore(head, lines)
        if table.match is not None:
            self._known[head.id] = _Restored(lines, table)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        return table


def _continued(known: _Restored, head: Head, lines: tuple[str, ...]) -> Table | None:
    """None where it is not the same deal, or not what was played then and perhaps more."""
    before = known.table
    if head.stage is not Stage.PLAYING or before.match is None or head.position is None:
        return None
    played = len(known.lines)
    if _deal(before.head) != _deal(head) or lines[:played] != known.lines:
        return None
    added = actions_in(lines[played:])
    match = replay(before.match, (fact.action for fact in added))
    length = head.position.facts_at + len(lines)
    return Table(head, rules_from_dict(head.rules), match, length, before.facts + added)


def _deal(head: Head) -> object:
    """What a deal begins from (`service.table.table.open_position`)."""
    return head.position, head.secret, head.cuts, tuple(head.chairs), head.rules
