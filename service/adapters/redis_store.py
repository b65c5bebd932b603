"""Tables, inboxes and due rows in Redis. Each operation is one script, one round trip."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import uuid4

from service.adapters import documents
from service.adapters.keys import due_member, split_member
from service.adapters.opening import first_surfaces, past_of, people_of
from service.adapters.redis_client import Client
from service.adapters.redis_standings import RedisStandings
from service.adapters.scripts import counted
from service.adapters.timing import (
    LOOKED_AT,
    OPENING_KEPT_MS,
    SEEN_MS,
    SUBMITTED_AHEAD_MS,
    SURFACE_AHEAD_MS,
    TABLE_AHEAD_MS,
    UNNAMED_MS,
)
from service.ports import OPENING_MS, RECENT, Commit, Due, Fence, Opening, Receipt, Seen, Stored, Submission
from service.surface import Row
from service.table.closing import first_due
from service.table.commands import Command
from service.table.model import Head


class RedisStore(RedisStandings):
    """`TableStore` on a Redis or Valkey server."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._keys = client.keys

    async def now(self) -> int:
        return int(await self._client.run("time", [self._client.clock]))

    async def create(self, head: Head, mark: Iterable[str]) -> bool:
        args: list[str | int] = [self._client.clock, _nonce(), *self._opening(head, mark)]
        return bool(await self._client.run("create", args))

    def _opening(self, head: Head, mark: Iterable[str]) -> list[str | int]:
        """What the scripts' `create` reads."""
        keys = self._keys
        return [
            keys.table(head.id),
            keys.due,
            keys.chat_tables(head.chat),
            head.opened_at,
            head.id,
            documents.dump_head(head),
            first_due(head) or "",
            *counted([keys.person_tables(person) for person in people_of(head)]),
            *counted([due_member(head.id, key) for key in mark]),
        ]

    async def load(self, table: str) -> Stored | None:
        found = await self._client.look("load", load_args(self._client, table))
        if found is None:
            return None
        text, version, facts, now, due, inbox = found
        head = documents.load_head(text)
        return Stored(
            head=head,
            version=int(version),
            facts=_of_its_deal(head, facts),
            inbox=tuple(documents.load_entry(entry) for entry in inbox),
            now=int(now),
            due=int(due) if due else None,
        )

    async def facts(self, table: str, start: int, stop: int) -> tuple[str, ...]:
        if stop == start:
            return ()
        name, last = self._keys.facts(table), stop if stop < 0 else stop - 1
        pipeline = self._client.redis.pipeline()
        pipeline.lindex(name, 0)
        pipeline.lrange(name, start, last)
        first, found = await self._client.ask(pipeline.execute)
        if first is None or not first.startswith(documents.PACKED):
            return tuple(found)
        return documents.load_facts([first])[start : None if stop < 0 else stop]

    async def submit(
        self, table: str, command: Command, update: int | None, seen: Seen | None = None
    ) -> Submission:
        keys, nonce = self._keys, _nonce()
        bucket, field = keys.once(nonce) if update is None else keys.seen(update)
        found = await self._client.run(
            "submit",
            [
                self._client.clock,
                keys.table(table),
                keys.inbox(table),
                keys.due,
                due_member(table, None),
                SUBMITTED_AHEAD_MS,
                bucket,
                field,
                UNNAMED_MS if update is None else SEEN_MS,
                nonce,
                command.slot,
                documents.dump_command(command),
                *(seen or ("", "")),
            ],
        )
        waiting = documents.load_command(found[1]) if len(found) > 1 else None
        return Submission(Receipt(found[0]), waiting)

    async def was_taken(self, update: int) -> bool:
        bucket, field = self._keys.seen(update)
        return bool(await self._client.read("HEXISTS", bucket, field))

    async def commit(self, table: str, step: Commit) -> bool:
        keys, head = self._keys, step.head
        packed = await self._packed(table, step) if head.stage in documents.ENDED else ""
        args: list[str | int] = [
            self._client.clock,
            _nonce(),
            keys.table(table),
            keys.facts(table),
            keys.inbox(table),
            keys.due,
            table,
            step.version,
            step.inbox,
            documents.dump_head(head),
            0 if packed or head.position is None else head.position.facts_at,
            "" if step.due is None else step.due,
            packed,
            *counted(() if packed else step.facts),
            *counted([due_member(table, key) for key in sorted(step.marked)]),
            *counted([keys.person_tables(person) for person in sorted(step.joined)]),
            *counted([keys.person_tables(person) for person in sorted(step.parted)]),
            keys.chat_tables(head.chat),
            head.opened_at,
            head.ended_at or 0,
            *counted(self._pasts(head) if step.ends else []),
        ]
        args += [0] if step.opens is None else [1, *self._opening(step.opens, first_surfaces(step.opens))]
        return bool(await self._client.last("commit", args))

    async def _packed(self, table: str, step: Commit) -> str:
        """All facts of a match that ends, for its commit, which is refused if there are others by then.

        Again with each step that follows (a rematch is asked for): there are few, and none needs to know of the last.
        """
        return documents.dump_facts((*await self.facts(table, 0, -1), *step.facts))

    async def claim(self, limit: int) -> Sequence[Due]:
        keys = self._keys
        ahead = (TABLE_AHEAD_MS, SURFACE_AHEAD_MS, LOOKED_AT)
        args: list[str | int] = [self._client.clock, keys.due, keys.claims, limit, *ahead]
        found = await self._client.run("claim", args)
        rows = zip(found[::3], found[1::3], found[2::3], strict=True)
        return [Due(*split_member(member), token=int(token), at=int(at)) for member, token, at in rows]

    async def finish(self, due: Due, again: int | None) -> None:
        member = due_member(due.table, due.key)
        await self._client.run("finish", [self._keys.due, member, due.token, "" if again is None else again])

    async def unclaim(self) -> int:
        return int(await self._client.run("unclaim", [self._client.clock, self._keys.due, SURFACE_AHEAD_MS]))

    async def mark(self, table: str, keys: Iterable[str], at: int | None = None) -> None:
        members = counted([due_member(table, key) for key in keys])
        args: list[str | int] = [self._client.clock, self._keys.due, "" if at is None else at, *members]
        await self._client.run("mark", args)

    async def row(self, table: str, key: str) -> Row | None:
        row, asked = await self._client.read("HMGET", self._keys.rows(table), key, f"?{key}")
        return documents.load_row(row, int(asked or 0)) if row else None

    async def rows(self, table: str) -> Mapping[str, Row]:
        redis = self._client.redis
        found = await self._client.ask(lambda: redis.hgetall(self._keys.rows(table)))
        return {
            key: documents.load_row(text, int(found.get(f"?{key}", 0)))
            for key, text in found.items()
            if not key.startswith("?")
        }

    async def put_rows(
        self,
        table: str,
        rows: Mapping[str, Row | None],
        mark: Iterable[str] = (),
        fence: Fence | None = None,
    ) -> bool:
        keys = self._keys
        written = {key: row for key, row in rows.items() if row is not None}
        args: list[str | int] = [
            self._client.clock,
            *(("", "") if fence is None else (keys.lease(fence.lease), fence.holder)),
            keys.rows(table),
            keys.due,
            *counted(list(written)),
            *counted([documents.dump_row(row) for row in written.values()]),
            *counted([_settled(row) for row in written.values()]),
            *counted([key for key in rows if key not in written]),
            *counted([due_member(table, key) for key in mark]),
        ]
        return bool(await self._client.run("put_rows", args))

    async def request_repost(self, table: str, key: str) -> None:
        member = due_member(table, key)
        args = [self._client.clock, self._keys.rows(table), self._keys.due, key, member]
        await self._client.run("repost", args)

    async def request_opening(self, table: str, key: str, query: str) -> None:
        keys, member = self._keys, due_member(table, key)
        args: list[str | int] = [self._client.clock, keys.opening(table, key), keys.due, member, query]
        args += [OPENING_MS, OPENING_KEPT_MS]
        await self._client.run("opening", args)

    async def opening(self, table: str, key: str) -> Opening | None:
        found = await self._client.read("GET", self._keys.opening(table, key))
        expires, _, query = (found or "").partition(" ")
        return Opening(query, int(expires)) if query else None

    async def tables_of(self, person: int) -> Sequence[str]:
        return await self._newest(self._keys.person_tables(person), 0, RECENT)

    async def tables_in(self, chat: int) -> Sequence[str]:
        return await self._newest(self._keys.chat_tables(chat), 0, RECENT)

    async def past_of(self, person: int, start: int, count: int) -> Sequence[str]:
        return await self._newest(self._keys.person_past(person), start, count)

    async def past_in(self, chat: int, start: int, count: int) -> Sequence[str]:
        return await self._newest(self._keys.chat_past(chat), start, count)

    async def all_tables(self) -> Sequence[str]:
        return await self._client.bare(self._keys.table(""))

    async def forget_past(self, person: int) -> None:
        keys, redis = self._keys, self._client.redis
        own = keys.person_tables(person), keys.person_past(person)
        private = keys.chat_tables(person), keys.chat_past(person)
        await self._client.ask(lambda: redis.delete(*own, *private))

    async def enter_past(self, head: Head) -> None:
        pipeline = self._client.redis.pipeline()
        for name in self._pasts(head):
            pipeline.zadd(name, {head.id: past_of(head).at})
        await self._client.ask(pipeline.execute)

    def _pasts(self, head: Head) -> list[str]:
        """The lists that a match enters when it is over."""
        past, keys = past_of(head), self._keys
        own = [keys.person_past(person) for person in past.people]
        return own if past.chat is None else [*own, keys.chat_past(past.chat)]

    async def _newest(self, name: str, start: int, count: int) -> Sequence[str]:
        found: Sequence[str] = await self._client.ask(
            lambda: self._client.redis.zrevrange(name, start, start + count - 1)
        )
        return found

    async def lease(self, name: str, holder: str, milliseconds: int) -> bool:
        args: list[str | int] = [self._client.clock, self._keys.lease(name), holder, milliseconds]
        return bool(await self._client.run("lease", args))

    async def release(self, name: str, holder: str) -> None:
        await self._client.run("release", [self._keys.lease(name), holder])


def load_args(client: Client, table: str) -> list[str | int]:
    """What the script `load` reads."""
    keys = client.keys
    return [client.clock, keys.table(table), keys.facts(table), keys.inbox(table), keys.due, table]


def _of_its_deal(head: Head, text: str) -> tuple[str, ...]:
    """The lines since `facts_at`, from what the script answers: these lines, or all of an ended match as one."""
    if not text:
        return ()
    if not text.startswith(documents.PACKED):
        return tuple(text.split("\n"))
    return documents.load_facts([text])[head.position.facts_at if head.position else 0 :]


def _settled(row: Row) -> str:
    """The wish for a repost that writing this row fulfils; empty: none."""
    return str(row.asked) if row.asked and not row.repost else ""


def _nonce() -> str:
    """Names one request, so that its repetition by the client library is recognised."""
    return uuid4().hex[:16]
