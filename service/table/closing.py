"""The end of a table that is not the end of a match."""

from service.table.change import Change
from service.table.model import Stage
from service.table.places import closed
from service.table.table import Table


def close(table: Table, now: int) -> Change:
    """Cancel it: nobody plays here any more, and it leaves everybody's list."""
    ended = table.changed(
        stage=Stage.CANCELLED, revision=table.head.revision + 1, ended_at=now, cancelling=()
    )._replace(match=None)
    return Change(ended, marked=closed(ended), parted=frozenset(table.people))
