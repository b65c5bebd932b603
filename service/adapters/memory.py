"""Tables in memory, for tests. The clock is the caller's to turn."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from service.adapters import documents
from service.adapters.keys import due_member, split_member
from service.adapters.memory_standings import MemoryStandings
from service.adapters.opening import first_surfaces, past_of, people_of
from service.adapters.timing import (
    OPENING_KEPT_MS,
    SEEN_MS,
    SUBMITTED_AHEAD_MS,
    SURFACE_AHEAD_MS,
    TABLE_AHEAD_MS,
)
from service.ports import (
    OPENING_MS,
    RECENT,
    Commit,
    Due,
    Fence,
    Opening,
    Receipt,
    Seen,
    Stored,
    Submission,
    Waiting,
)
from service.surface import Row
from service.table.closing import first_due
from service.table.commands import Command
from service.table.model import Head

TOKEN = 1024
"""Tokens of claims are due times in 1/1024 ms, so that no two claims of a row are equal."""


@dataclass
class _Table:
    head: str
    version: int = 1
    start: int = 0
    facts: list[str] = field(default_factory=list)
    inbox: list[tuple[int, str, str]] = field(default_factory=list)
    rows: dict[str, str] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)


class MemoryStore(MemoryStandings):
    """`TableStore` in one process. Documents are kept as text, as in Redis, so that what cannot be stored shows."""

    def __init__(self, clock: Callable[[], int]) -> None:
        super().__init__()
        self._clock = clock
        self._tables: dict[str, _Table] = {}
        self._places: dict[str, _Table] = {}
        """Rows of surfaces that belong to no table."""
        self._due: dict[str, int] = {}
        """By member, in 1/1024 ms; a claim's time is no whole number of ms."""
        self._claims = 0
        self._openings: dict[tuple[str, str], Opening] = {}
        self._seen: dict[int, int] = {}
        self._by_person: dict[int, dict[str, int]] = {}
        self._by_chat: dict[int, dict[str, int]] = {}
        self._past_of: dict[int, dict[str, int]] = {}
        self._past_in: dict[int, dict[str, int]] = {}
        self._leases: dict[str, tuple[int, str]] = {}

    async def now(self) -> int:
        return self._clock()

    async def create(self, head: Head, mark: Iterable[str]) -> bool:
        if head.id in self._tables:
            return False
        self._tables[head.id] = _Table(documents.dump_head(head))
        self._by_chat.setdefault(head.chat, {})[head.id] = head.opened_at
        for person in people_of(head):
            self._by_person.setdefault(person, {})[head.id] = self._clock()
        self._mark(head.id, mark, self._clock())
        if (at := first_due(head)) is not None:
            self._due[head.id] = at * TOKEN
        return True

    async def load(self, table: str) -> Stored | None:
        found = self._tables.get(table)
        if found is None:
            return None
        return Stored(
            head=documents.load_head(found.head),
            version=found.version,
            facts=tuple(found.facts[found.start :]),
            inbox=tuple(Waiting(at, documents.load_command(text)) for at, _, text in found.inbox),
            now=self._clock(),
            due=self._due[table] // TOKEN if table in self._due else None,
        )

    async def facts(self, table: str, start: int, stop: int) -> tuple[str, ...]:
        found = self._tables.get(table)
        return tuple(found.facts[start : None if stop == -1 else stop]) if found else ()

    async def submit(
        self, table: str, command: Command, update: int | None, seen: Seen | None = None
    ) -> Submission:
        now = self._clock()
        if update is not None and self._seen.get(update, 0) > now:
            return Submission(Receipt.SEEN)
        found = self._tables.get(table)
        if found is None:
            return Submission(Receipt.NO_TABLE)
        for _, slot, text in found.inbox:
            if slot == command.slot:
                return Submission(Receipt.BUSY, documents.load_command(text))
        if seen is not None and seen != (found.version, len(found.inbox)):
            return Submission(Receipt.MOVED)
        if update is not None:
            self._seen[update] = now + SEEN_MS
        found.inbox.append((now, command.slot, documents.dump_command(command)))
        ahead = (now + SUBMITTED_AHEAD_MS) * TOKEN
        self._due[table] = min(self._due.get(table, ahead), ahead)
        return Submission(Receipt.TAKEN)

    async def was_taken(self, update: int) -> bool:
        return self._seen.get(update, 0) > self._clock()

    async def commit(self, table: str, step: Commit) -> bool:
        found = self._tables.get(table)
        if found is None or found.version != step.version or len(found.inbox) != step.inbox:
            return False
        head, now = step.head, self._clock()
        found.head, found.version = documents.dump_head(head), step.version + 1
        found.start = head.position.facts_at if head.position else 0
        found.facts += step.facts
        found.inbox.clear()
        self._due.pop(table, None)
        if step.due is not None:
            self._due[table] = step.due * TOKEN
        self._mark(table, step.marked, now)
        self._by_chat.setdefault(head.chat, {}).setdefault(table, head.opened_at)
        for person in step.joined:
            self._by_person.setdefault(person, {}).setdefault(table, now)
        for person in step.parted:
            self._by_person.get(person, {}).pop(table, None)
        if step.ends:
            await self.enter_past(head)
        if step.opens is not None:
            await self.create(step.opens, first_surfaces(step.opens))
        return True

    async def claim(self, limit: int) -> Sequence[Due]:
        now, claimed = self._clock(), []
        for at, member in self._due_by(now * TOKEN):
            table, key = split_member(member)
            if key is not None and (limit := limit - 1) < 0:
                continue
            ahead = TABLE_AHEAD_MS if key is None else SURFACE_AHEAD_MS
            self._claims += 1
            token = (now + ahead - 1) * TOKEN + self._claims % (TOKEN - 1) + 1
            self._due[member] = token
            claimed.append(Due(table, key, token, at // TOKEN))
        return claimed

    def _due_by(self, until: int) -> list[tuple[int, str]]:
        return sorted((at, member) for member, at in self._due.items() if at <= until)

    async def finish(self, due: Due, again: int | None) -> None:
        member = due_member(due.table, due.key)
        if self._due.get(member) != due.token:
            return
        if again is None:
            del self._due[member]
        else:
            self._due[member] = again * TOKEN

    async def unclaim(self) -> int:
        now = self._clock()
        claimed = [
            member
            for member, at in self._due.items()
            if at % TOKEN and split_member(member)[1] is not None and at > now * TOKEN
        ]
        self._due |= dict.fromkeys(claimed, now * TOKEN)
        return len(claimed)

    async def mark(self, table: str, keys: Iterable[str], at: int | None = None) -> None:
        self._mark(table, keys, self._clock() if at is None else at)

    def _mark(self, table: str, keys: Iterable[str], at: int) -> None:
        for key in keys:
            member = due_member(table, key)
            old = self._due.get(member, at * TOKEN)
            self._due[member] = min(at, old // TOKEN) * TOKEN

    async def row(self, table: str, key: str) -> Row | None:
        found = self._tables.get(table) or self._places.get(table)
        text = found.rows.get(key) if found else None
        return documents.load_row(text, found.asked.get(key, 0)) if found and text else None

    async def rows(self, table: str) -> Mapping[str, Row]:
        found = self._tables.get(table) or self._places.get(table)
        if found is None:
            return {}
        return {key: documents.load_row(text, found.asked.get(key, 0)) for key, text in found.rows.items()}

    async def put_rows(
        self,
        table: str,
        rows: Mapping[str, Row | None],
        mark: Iterable[str] = (),
        fence: Fence | None = None,
    ) -> bool:
        if fence is not None and self._leases.get(fence.lease, (0, ""))[1] != fence.holder:
            return False
        found = self._tables.get(table) or self._places.setdefault(table, _Table(""))
        for key, row in rows.items():
            if row is None:
                found.rows.pop(key, None)
                found.asked.pop(key, None)
                continue
            found.rows[key] = documents.dump_row(row)
            if not row.repost and row.asked and found.asked.get(key) == row.asked:
                del found.asked[key]
        self._mark(table, mark, self._clock())
        return True

    async def request_repost(self, table: str, key: str) -> None:
        found = self._tables.get(table)
        if found is not None and key in found.rows:
            found.asked[key] = max(self._clock(), found.asked.get(key, 0) + 1)
        self._mark(table, [key], self._clock())

    async def request_opening(self, table: str, key: str, query: str) -> None:
        self._openings[table, key] = Opening(query, self._clock() + OPENING_MS)
        self._mark(table, [key], self._clock())

    async def opening(self, table: str, key: str) -> Opening | None:
        found = self._openings.get((table, key))
        kept = found is not None and found.expires + OPENING_KEPT_MS - OPENING_MS > self._clock()
        return found if kept else None

    async def tables_of(self, person: int) -> Sequence[str]:
        return _newest(self._by_person.get(person, {}), 0, RECENT)

    async def tables_in(self, chat: int) -> Sequence[str]:
        return _newest(self._by_chat.get(chat, {}), 0, RECENT)

    async def past_of(self, person: int, start: int, count: int) -> Sequence[str]:
        return _newest(self._past_of.get(person, {}), start, count)

    async def past_in(self, chat: int, start: int, count: int) -> Sequence[str]:
        return _newest(self._past_in.get(chat, {}), start, count)

    async def all_tables(self) -> Sequence[str]:
        return sorted(self._tables)

    async def forget_past(self, person: int) -> None:
        self._by_person.pop(person, None)
        self._past_of.pop(person, None)
        self._by_chat.pop(person, None)
        self._past_in.pop(person, None)

    async def enter_past(self, head: Head) -> None:
        past = past_of(head)
        for person in past.people:
            self._past_of.setdefault(person, {})[head.id] = past.at
        if past.chat is not None:
            self._past_in.setdefault(past.chat, {})[head.id] = past.at

    async def lease(self, name: str, holder: str, milliseconds: int) -> bool:
        until, owner = self._leases.get(name, (0, holder))
        place, in_a_place, _ = holder.partition("/")
        heir = in_a_place and owner.startswith(f"{place}/")
        if owner != holder and not heir and 0 < until - self._clock() <= milliseconds:
            return False
        self._leases[name] = self._clock() + milliseconds, holder
        return True

    async def release(self, name: str, holder: str) -> None:
        if self._leases.get(name, (0, ""))[1] == holder:
            del self._leases[name]


def _newest(tables: Mapping[str, int], start: int, count: int) -> Sequence[str]:
    newest = sorted(tables.items(), key=lambda item: (item[1], item[0]), reverse=True)
    return [table for table, _ in newest[start : start + count]]
