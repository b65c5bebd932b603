"""What was drawn of late: a table is looked at once for each of its surfaces, and again while a surface waits for its
turn, and mostly nothing has changed since.

Kept in this process only. A table is taken for the same if its head and its facts are equal, whatever its version is.
"""

from collections import OrderedDict
from typing import NamedTuple, TypeAlias

from service.people import Chat, Person
from service.ports import Stored
from service.table.model import Head
from service.table.table import Table, restore
from service.telegram.surface_keys import Key
from service.telegram.surfaces import Sight, newest, want
from service.telegram.texts import Tongue
from service.telegram.wants import Want

REMEMBERED = 256
"""Tables; some 30 KB each."""

Seen: TypeAlias = tuple[
    Key, Chat, Tongue, str, tuple[Person | None, Person | None], str, int, int | None, bool
]
"""What a surface is drawn from besides its table and the deals that are over."""


class _Drawn(NamedTuple):
    head: Head
    facts: tuple[str, ...]
    table: Table
    wants: dict[Seen, Want]


class Drawn:
    """The tables seen last, restored, and their surfaces."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most = most
        self._tables: OrderedDict[str, _Drawn] = OrderedDict()

    def table(self, stored: Stored) -> Table:
        """The table of a stored document. What was drawn of another state of it is forgotten."""
        key = stored.head.id
        known = self._tables.get(key)
        if known is None or known.facts != stored.facts or known.head != stored.head:
            known = _Drawn(stored.head, stored.facts, restore(stored.head, stored.facts), {})
            self._tables[key] = known
            if len(self._tables) > self._most:
                self._tables.popitem(last=False)
        self._tables.move_to_end(key)
        return known.table

    def want(self, key: Key, sight: Sight) -> Want:
        """The surface as it should be, drawn unless it was. The table is best one of `table`'s."""
        known = self._tables.get(sight.table.head.id)
        if known is None or known.table is not sight.table:
            return want(key, sight)
        # How far a group has talked on changes with every word, and nothing that is drawn.
        chat = sight.chat.model_copy(update={"last_message": 0})
        people = _steady(sight.person), _steady(sight.called)
        how = sight.tongue, sight.bot, people, sight.shut, sight.waiting, sight.left, sight.outline
        seen = (key, chat, *how)
        if seen not in known.wants:
            known.wants[seen] = want(key, sight)
        return known.wants[seen]._replace(newest=newest(key, sight))


def _steady(person: Person | None) -> Person | None:
    """Without what changes at every tap, and decides when a card is shown but not what stands on it."""
    return person and person.model_copy(
        update={"last_tap": 0, "last_message": 0, "last_ring": 0, "last_hand_tap": 0}
    )
