"""Several matches wait for one person: which of them, and the one message that says so. Pure.

The courier remembers beside a person which tables waited for him when it last looked; what really waits is looked up
whenever it matters, so a name too many costs a look and nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from zlib import crc32

from service.people import Person
from service.surface import Row
from service.table.clock import CLOCKS
from service.table.view import TableView
from service.telegram.games_view import by_urgency, games_list
from service.telegram.notices import URGENT, Called, moment, quiet_of
from service.telegram.plan import rings_now
from service.telegram.presence import Presence
from service.telegram.tastes import tastes
from service.telegram.texts import Tongue
from service.telegram.wants import Scene, Want

SEVERAL = 2


class Waiter(NamedTuple):
    """A table that waits for the person, and the ply that its hand card has rung for."""

    view: TableView
    rang: int

    @property
    def ply(self) -> int:
        return self.view.seen.ply if self.view.seen else -1


def quick(view: TableView) -> bool:
    """Its own card rings at once, whatever else waits."""
    clock = CLOCKS.get(view.time.clock)
    return clock is not None and clock.move <= URGENT


def came_or_went(row: Row, want: Want) -> bool:
    """Whether the reader's turn began or ended since the card was last shown."""
    before, now = Scene.of(row.digest), want.scene
    return (before.turn if before else -1) != (now.turn if now else -1)


def pending(row: Row, want: Want) -> bool:
    """A ring of a turn that could as well be the digest's."""
    return (
        want.called is not None
        and not want.called.quick
        and want.reminder is None
        and want.nudge is None
        and rings_now(row, want)
    )


def untold(waiting: Sequence[Waiter], told: Mapping[str, int]) -> list[Waiter]:
    """Those of whose turn nothing has rung yet."""
    return [
        one
        for one in waiting
        if not quick(one.view) and one.rang != one.ply and told.get(one.view.id) != one.ply
    ]


def digest(row: Row, waiting: Sequence[Waiter], person: Person, t: Tongue) -> Want:
    """The one message; none where fewer than two wait."""
    base = Want(chat=person.id, message=None, lasting=False)
    if len(waiting) < SEVERAL:
        return base
    news = untold(waiting, row.told)
    silent = tastes(person).never
    deadlines = [one.view.time.deadline for one in news if one.view.time.deadline is not None]
    return base._replace(
        message=games_list(by_urgency([one.view for one in waiting]), t),
        rings=crc32(repr(sorted((one.view.id, one.ply) for one in news)).encode()) if news else None,
        told={one.view.id: one.ply for one in waiting},
        called=Called(ply=-1, deadline=min(deadlines, default=None), quiet=quiet_of(person)),
        create=bool(news) and not silent,
    )


def waits_until(row: Row, want: Want, presence: Presence, now: int) -> int | None:
    """A digest that does not stand yet comes when it may ring, not before: the cards are shown anyway."""
    if row.message is not None or want.message is None or want.rings is None or want.called is None:
        return None
    at = max(moment(want.called, presence, now).at, presence.rings_at(0) if presence.here(now) else 0)
    return at if at > now else None
