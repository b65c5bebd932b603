"""What the use cases ask of the world. Adapters implement these; every store passes one contract suite."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from service.people import Chat, Person
from service.surface import Row
from service.table.commands import Command
from service.table.model import Head

HEARD = 10_000
"""So far back an update's number says that it was delivered before. Further back it is that of a new count: after a
week without any, Telegram begins anew somewhere."""
RECENT = 500
"""Tables of one person or group that a command gets to see."""


class Waiting(NamedTuple):
    """A command in the inbox and when it arrived (ms, the store's clock)."""

    at: int
    command: Command


class Stored(NamedTuple):
    """A table as loaded in one consistent read."""

    head: Head
    version: int
    facts: tuple[str, ...]
    """The lines since `head.position.facts_at`: the current deal's."""
    inbox: tuple[Waiting, ...]
    now: int
    due: int | None = None
    """The table's own due row (ms), if it has one."""


class Receipt(StrEnum):
    """What became of a submission."""

    TAKEN = "taken"
    """It is in the inbox now."""
    SEEN = "seen"
    """This update was submitted before (a redelivery): answer as before."""
    BUSY = "busy"
    """A command for the same slot waits already."""
    NO_TABLE = "no table"
    MOVED = "moved"
    """The table is no longer as it was judged: judge anew. Nothing was written."""


class Submission(NamedTuple):
    """The receipt, and for BUSY the command that waits in that slot."""

    receipt: Receipt
    waiting: Command | None = None


class Commit(NamedTuple):
    """One step of a table, all or nothing."""

    version: int
    """As loaded. A changed version refuses the commit."""
    inbox: int
    """How many commands were loaded. A longer inbox refuses the commit."""
    head: Head
    facts: tuple[str, ...]
    due: int | None
    """When the table itself must be looked at again (ms); None: only when somebody does something."""
    marked: frozenset[str]
    """Keys of the surfaces that are out of date."""
    joined: frozenset[int] = frozenset()
    """People to whose list of tables this one is added."""
    parted: frozenset[int] = frozenset()
    opens: Head | None = None
    """A further table that begins with this step (a rematch), stored as by `create`, its lobby marked."""
    ends: bool = False
    """The match ends with this step: it enters the past of its group and of everybody who sits, for good."""


class Due(NamedTuple):
    """A claimed row: a table (`key` None) or one of its surfaces. `token` proves the claim when it is finished."""

    table: str
    key: str | None
    token: int
    at: int = 0
    """Since when it was due (ms); for a marked surface, the commit that marked it."""


class Seen(NamedTuple):
    """The state of a table that a command was judged by: the version, and how many commands waited."""

    version: int
    inbox: int


class Fence(NamedTuple):
    """A lease and who believes to hold it: what is written behind it is refused once somebody else took the lease."""

    lease: str
    holder: str


OPENING_MS = 15_000
"""So long after a tap Telegram lets a bot show something to who tapped."""


class Opening(NamedTuple):
    """A tap that lets an ephemeral surface be sent, and until when (ms)."""

    query: str
    expires: int


class Count(NamedTuple):
    """One standing that a finished match changes: whose, which field, and its text before ("": none) and after."""

    subject: str
    field: str
    before: str
    after: str


class TableStore(Protocol):
    """Tables, their inboxes and the due rows. Raises `StoreDown` when the store cannot be asked."""

    async def now(self) -> int:
        """The store's clock, in milliseconds since the epoch."""
        ...

    async def create(self, head: Head, mark: Iterable[str]) -> bool:
        """Store a new table, mark its first surfaces, index its chat and the people on its chairs. A lobby is due when
        it would close by itself.

        False (and no change) if the id exists.
        """
        ...

    async def load(self, table: str) -> Stored | None:
        """Head, current deal's facts, inbox and time in one consistent read."""
        ...

    async def facts(self, table: str, start: int, stop: int) -> tuple[str, ...]:
        """Fact lines `start` up to but not including `stop`; -1 as `stop`: to the end."""
        ...

    async def submit(
        self, table: str, command: Command, update: int | None, seen: Seen | None = None
    ) -> Submission:
        """Put a command into the inbox, stamped with the store's time, and the table's due row at most 2 s ahead.

        Idempotent by `update` for 48 hours. None: a command of the house, never a redelivery. With `seen`, only a
        table that is still in that state takes the command, so that what was judged legal is legal when it enters.
        """
        ...

    async def was_taken(self, update: int) -> bool:
        """Whether a command of this update was taken within the last 48 hours."""
        ...

    async def commit(self, table: str, step: Commit) -> bool:
        """Compare-and-set. False: the version moved or the inbox grew; nothing was written.

        A reply that was lost and a retry that finds its own version already written count as success.
        """
        ...

    async def claim(self, limit: int) -> Sequence[Due]:
        """Take what is due, the oldest first: all tables, and of surfaces as many as the limit says.

        A table's row is pushed 2 s ahead, a surface's 30 s: a dead courier costs no more. A table waits for no
        surface: waking it costs nothing, and a move may hang on it.
        """
        ...

    async def finish(self, due: Due, again: int | None) -> None:
        """Remove a claimed row, or set it to `again` (ms). A row marked anew since the claim stays as it is."""
        ...

    async def unclaim(self) -> int:
        """What a dead courier had claimed of surfaces is due now; how many rows. For who takes its place."""
        ...

    async def mark(self, table: str, keys: Iterable[str], at: int | None = None) -> None:
        """Mark surfaces as out of date (now, or at a time)."""
        ...

    async def row(self, table: str, key: str) -> Row | None: ...

    async def rows(self, table: str) -> Mapping[str, Row]: ...

    async def put_rows(
        self,
        table: str,
        rows: Mapping[str, Row | None],
        mark: Iterable[str] = (),
        fence: Fence | None = None,
    ) -> bool:
        """Remember (or, with None, forget) what stands of surfaces, and mark some as out of date: all or nothing.

        Only the courier writes rows. False: somebody else holds the lease of `fence`, or nobody knows of it any more;
        nothing was written. A lease that ran out and was taken by nobody is still its holder's.
        """
        ...

    async def request_repost(self, table: str, key: str) -> None:
        """Ask the courier to show a surface afresh at the end of its chat, and mark it."""
        ...

    async def request_opening(self, table: str, key: str, query: str) -> None:
        """Ask the courier for an ephemeral surface, by a callback query that allows it for 15 s, and mark it."""
        ...

    async def opening(self, table: str, key: str) -> Opening | None:
        """The newest such wish, also for a while after it has expired."""
        ...

    async def tables_of(self, person: int) -> Sequence[str]:
        """Ids of the tables where a person sits, at most `RECENT`, newest first."""
        ...

    async def tables_in(self, chat: int) -> Sequence[str]:
        """Ids of a group's newest tables, at most `RECENT`, newest first. Tables stay for ever, commands do not."""
        ...

    async def past_of(self, person: int, start: int, count: int) -> Sequence[str]:
        """Ids of a person's matches that are over, newest first: `count` of them, after the newest `start`."""
        ...

    async def past_in(self, chat: int, start: int, count: int) -> Sequence[str]:
        """The same of a group."""
        ...

    async def standings(self, subject: str) -> Mapping[str, str]:
        """The statistics of a person, a pair or a group, by rule set and kind of clock."""
        ...

    async def standings_in_pairs(self, person: int) -> Sequence[Mapping[str, str]]:
        """Those of the pairs a person belongs to, without saying with whom. Slow: all are looked through."""
        ...

    async def count(self, table: str, changes: Sequence[Count]) -> bool:
        """Write what a finished match changes, all or nothing, and that it is counted. True too, and no change, where
        it was counted before. False: one of the standings is no longer as it was read."""
        ...

    async def forget_standings(self, person: int | None = None) -> None:
        """Forget a person's, his pairs' included; None: all, and which matches are counted."""
        ...

    async def all_tables(self) -> Sequence[str]:
        """The ids of all tables there are. Slow: for what concerns the whole house."""
        ...

    async def forget_past(self, person: int) -> None:
        """Forget a person's lists of tables, running and over, those of his private chat included. The tables stay, and
        so does his groups' past."""
        ...

    async def enter_past(self, head: Head) -> None:
        """Enter a match that is over into the past, as the commit that ended it does. Repeating it changes nothing."""
        ...

    async def lease(self, name: str, holder: str, milliseconds: int) -> bool:
        """Take or renew a lease; False while another holder has it.

        `place/name` takes it at once from another name of that place, of which there is one at a time.
        """
        ...

    async def release(self, name: str, holder: str) -> None: ...


class Directory(Protocol):
    """People and chats."""

    async def person(self, person: int) -> Person: ...

    async def people(self, ids: Iterable[int]) -> Mapping[int, Person]: ...

    async def touch_person(self, person: int, **fields: str | int | bool) -> None:
        """Write the named fields and no other."""
        ...

    async def saw_message(self, person: int, message: int) -> None:
        """Raise `last_message` (never lowers it)."""
        ...

    async def chat(self, chat: int) -> Chat: ...

    async def touch_chat(self, chat: int, **fields: str | int | bool) -> None: ...

    async def forget(self, person: int) -> None:
        """Forget all that is known of a person, his wishes in groups included."""
        ...

    async def wish(self, chat: int, person: int, on: bool) -> None:
        """Whether somebody wants to be told when the next game starts in a group."""
        ...

    async def wishing(self, person: int) -> frozenset[int]:
        """The groups where he wants that. Slow: all are looked through."""
        ...

    async def turn_wish(self, chat: int, person: int, update: int) -> bool:
        """Turn that wish over, and whether it is on now. An update that was heard before changes nothing, nor does one
        that came before it."""
        ...

    async def wishes(self, chat: int) -> frozenset[int]:
        """Who wants that."""
        ...

    async def saw_in(self, chat: int, message: int) -> None:
        """Raise a supergroup's `last_message` (never lowers it)."""
        ...


def heard(last: int, update: int) -> bool:
    """Whether an update was delivered before, by the number of the last one that was heard (0: none)."""
    return last - HEARD < update <= last


class Queue(Protocol):
    """Hints to the workers. A hint may be lost or doubled without harm; it never raises."""

    async def advance(self, table: str) -> None: ...

    async def think(self, table: str) -> None: ...


class Entropy(Protocol):
    def secret(self) -> bytes:
        """32 unpredictable bytes."""
        ...


class StoreDown(Exception):
    """The store cannot be asked or did not answer in time; whether a write arrived is not known."""


class TooNew(Exception):
    """A document was written by a newer release than this one: leave its table alone, that release carries it on."""
