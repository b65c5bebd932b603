"""What waits for a person at other tables than the one that is being shown: how many, and which message rings for it.

The courier remembers beside a person which tables waited for him; what really waits is looked up whenever it matters.
"""

from collections.abc import Awaitable, Callable, Mapping

from service.bootstrap import Container
from service.people import Person
from service.surface import Row, digest_key, hand_key, place_of
from service.telegram.digests import Waiter, came_or_went, pending
from service.telegram.games_view import waits_for
from service.telegram.presence import HERE
from service.telegram.wants import Want
from service.usecases import look

Write = Callable[[str, Mapping[str, Row | None]], Awaitable[None]]


class Elsewhere:
    """Asks the store; writes the row of a person's digest through `write`."""

    def __init__(self, container: Container, write: Write) -> None:
        self._container = container
        self._store = container.store
        self._write = write

    async def waiting(self, mine: Row, person: int) -> list[Waiter]:
        """What really waits for him, of the tables that are remembered."""
        found = []
        for table in mine.waiting:
            view = await look(self._container, table, person)
            if view is not None and waits_for(view):
                hand = await self._store.row(table, hand_key(person))
                found.append(Waiter(view, hand.rang_ply if hand else -1))
        return found

    async def count(self, table: str, person: int) -> int:
        """How many matches wait for him besides this one."""
        mine = await self._store.row(place_of(person), digest_key(person))
        if mine is None or set(mine.waiting) <= {table}:
            return 0
        return sum(one.view.id != table for one in await self.waiting(mine, person))

    async def among(self, table: str, row: Row, wanted: Want, person: Person) -> Want:
        """Where other matches wait too, one message rings for all of them, and this card follows in silence."""
        due, changed = pending(row, wanted), came_or_went(row, wanted)
        if not (due or changed):
            return wanted
        place, name = place_of(person.id), digest_key(person.id)
        mine = await self._store.row(place, name) or Row(chat=person.id)
        if wanted.called is None:
            if mine.message is not None:
                await self._store.mark(place, [name])
            return wanted
        others = [one.view.id for one in await self.waiting(mine, person.id) if one.view.id != table]
        if table not in mine.waiting:
            await self._write(place, {name: mine.model_copy(update={"waiting": (*others, table)})})
        if not due:
            return wanted
        if mine.told.get(table) == wanted.called.ply:
            return wanted._replace(rings=None)
        if others:
            await self._store.mark(place, [name])
            return wanted._replace(rings=None)
        return wanted

    async def tell_who_looks(
        self, table: str, before: Row, shown: Row, wanted: Want, person: Person | None, now: int
    ) -> None:
        """The card before him says how many wait: not of others' moves, but of a turn that began here. Once that is
        shown: as long as it must wait, two that did would call each other without end."""
        began = wanted.called is not None and came_or_went(before, wanted) and not came_or_went(shown, wanted)
        if person is None or not began or now - person.last_tap >= HERE:
            return
        for other in await self._store.tables_of(person.id):
            if other != table:
                await self._store.mark(other, [hand_key(person.id)])
