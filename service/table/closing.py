"""The end of a table that is not the end of a match."""

from service.table.change import Change
from service.table.clock import DAY
from service.table.model import Head, Stage
from service.table.places import closed, goes_on
from service.table.table import Table


def close(table: Table, now: int) -> Change:
    """Cancel it: nobody plays here any more, and it leaves everybody's list."""
    ended = table.changed(
        stage=Stage.CANCELLED, revision=table.head.revision + 1, ended_at=now, cancelling=()
    )._replace(match=None)
    return Change(ended, marked=closed(ended), parted=frozenset(table.people))


LOBBY_KEPT = 7 * DAY
"""How long a lobby waits for its match to begin."""


def expires(head: Head) -> int | None:
    """When a lobby closes by itself (ms); None: it is no lobby."""
    return head.opened_at + LOBBY_KEPT if head.stage is Stage.LOBBY else None


def first_due(head: Head) -> int | None:
    """When a table that was just created must be looked at though nobody does anything (ms); None: never."""
    return head.opened_at if goes_on(head) else expires(head)


def remembered(head: Head) -> bool:
    """Whether a table belongs into its people's past: its match is over, or was broken off after some deals."""
    return head.stage is Stage.OVER or (head.stage is Stage.CANCELLED and bool(head.deals))
