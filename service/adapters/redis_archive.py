"""All documents of a house, one by one: out of one server as lines, and into another.

What is written holds every secret and every hidden card. Documents carry their schema numbers, so a later release
reads what an earlier one has written. What is not carried (`TRANSIENT`): who holds a lease, hints, taps that let an
ephemeral message be sent, and which updates were seen; each of them means nothing on another server.
"""

import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any, NamedTuple, TypeAlias

from pydantic import ValidationError
from redis.exceptions import WatchError

from service.adapters import documents
from service.adapters.keys import due_member, split_member
from service.adapters.redis_client import Client
from service.adapters.redis_directory import Text
from service.people import Chat, Person
from service.surface import place_of
from service.table.model import Head, Stage
from service.table.tally import Standing

Line: TypeAlias = dict[str, Any]
"""One document as JSON."""

TRANSIENT = ("claims", "clock", "hint", "lease", "once", "opening", "seen", "tried")
"""Methods of `Keys` whose keys are not carried; every other one is (a test compares two servers key by key)."""
FACTS_AT_ONCE = 500
RUNNING = (Stage.LOBBY, Stage.PLAYING)


class Damaged(Exception):
    """A line is no document. The message says which, and nothing of its content."""


class RedisArchive:
    """Reads and writes whole documents, past the ways of a running house."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._redis = client.redis
        self._keys = client.keys

    async def tables(self) -> list[str]:
        """The ids of all tables."""
        return await self._client.bare(self._keys.table(""))

    async def head(self, table: str) -> Head | None:
        """A table's head alone. Raises `TooNew`."""
        text = await self._client.ask(lambda: self._redis.hget(self._keys.table(table), "head"))
        return documents.load_head(text) if text else None

    async def lines(self) -> AsyncGenerator[Line, None]:
        """All documents: people and chats first, for a table is nothing without them."""
        due = await self._due()
        for kind in ("person", "chat"):
            front = self._places(kind, 0)[0].removesuffix("0")
            names = await self._client.names(f"{front}*")
            numbers = {int(name[len(front) :].partition(":")[0]) for name in names}
            for number in sorted(numbers):
                yield await self._known(kind, number, due)
        for subject in await self._client.bare(self._keys.standings("")):
            yield await self._standing(subject)
        for table in await self.tables():
            if (line := await self._table(table, due.get(table, {}))) is not None:
                yield line

    async def put(self, line: Line) -> bool:
        """Store one document. False: it was there already, and stays as it is. Raises `TooNew` and `Damaged`."""
        try:
            if line["kind"] == "table":
                return await self._put_table(line)
            if line["kind"] == "standing":
                return await self._put_standing(line)
            return await self._put_known(line)
        except (KeyError, TypeError, ValueError, AttributeError, ValidationError) as fault:
            raise Damaged(
                f"{line.get('kind')} {line.get('id')} cannot be read ({type(fault).__name__})"
            ) from None

    async def _due(self) -> dict[str, dict[str, int]]:
        """By table and surface (empty: the table itself): when it is due. A claim's fraction is dropped."""
        found = await self._client.ask(lambda: self._redis.zrange(self._keys.due, 0, -1, withscores=True))
        due: dict[str, dict[str, int]] = {}
        for member, score in found:
            table, key = split_member(member)
            due.setdefault(table, {})[key or ""] = int(score)
        return due

    async def _known(self, kind: str, number: int, due: Mapping[str, Mapping[str, int]]) -> Line:
        """A person or chat: what is known, where he plays and played, and what stands of surfaces that are a person's
        own and no table's."""
        name, index, past = self._places(kind, number)
        own = place_of(number)
        pipeline = self._redis.pipeline()
        pipeline.hgetall(name)
        pipeline.zrange(index, 0, -1, withscores=True)
        pipeline.zrange(past, 0, -1, withscores=True)
        pipeline.hgetall(self._keys.rows(own))
        fields, tables, over, rows = await self._client.ask(pipeline.execute)
        stored = {"schema_no": int(fields.pop("schema_no", 1))} | fields
        return {
            "kind": kind,
            "id": number,
            "fields": stored,
            "tables": {table: int(at) for table, at in tables},
            "past": {table: int(at) for table, at in over},
            **_told_rows(rows),
            "due": dict(due.get(own, {})),
        }

    async def _standing(self, subject: str) -> Line:
        """The statistics of a person, a pair or a group."""
        found = await self._client.ask(lambda: self._redis.hgetall(self._keys.standings(subject)))
        fields = {field: json.loads(text) for field, text in found.items()}
        return {"kind": "standing", "id": subject, "fields": fields}

    def _places(self, kind: str, number: int) -> tuple[str, str, str]:
        keys = self._keys
        if kind == "person":
            return keys.person(number), keys.person_tables(number), keys.person_past(number)
        if kind != "chat":
            raise ValueError(kind)
        return keys.chat(number), keys.chat_tables(number), keys.chat_past(number)

    async def _table(self, table: str, due: Mapping[str, int]) -> Line | None:
        """One consistent read: head and facts always belong together."""
        keys = self._keys
        pipeline = self._redis.pipeline()
        pipeline.hmget(keys.table(table), ["head", "version", "counted"])
        pipeline.lrange(keys.facts(table), 0, -1)
        pipeline.lrange(keys.inbox(table), 0, -1)
        pipeline.hgetall(keys.rows(table))
        (head, version, counted), facts, inbox, rows = await self._client.ask(pipeline.execute)
        if head is None:
            return None
        lines, document = documents.load_facts(facts), json.loads(documents.unpacked(head))
        return {
            "kind": "table",
            "id": table,
            "version": int(version),
            "start": int((document.get("position") or {}).get("facts_at", 0)),
            "head": document,
            "facts": list(lines),
            "counted": bool(counted),
            "inbox": [_entry(entry) for entry in inbox],
            **_told_rows(rows),
            "due": dict(due),
        }

    async def _put_known(self, line: Line) -> bool:
        number = int(line["id"])
        name, index, past = self._places(line["kind"], number)
        if line["kind"] == "person":
            documents.load_fields(Person, number, line["fields"])
        else:
            documents.load_fields(Chat, number, line["fields"])
        whole = documents.upgraded(line["kind"].capitalize(), line["fields"])
        fields = dict[Text, Text](whole.items())
        there = await self._client.ask(lambda: self._redis.exists(name))
        pipeline = self._redis.pipeline()
        if fields and not there:
            pipeline.hset(name, mapping=fields)
        if line["tables"]:
            pipeline.zadd(index, line["tables"], nx=True)
        if line.get("past"):  # a backup of before there was one has none
            pipeline.zadd(past, line["past"], nx=True)
        if line.get("rows") and not there:
            pipeline.hset(self._keys.rows(place_of(number)), mapping=_packed_rows(line))
        if line.get("due") and not there:
            members = {due_member(place_of(number), key): int(at) for key, at in line["due"].items()}
            pipeline.zadd(self._keys.due, members)
        await self._client.ask(pipeline.execute)
        return not there

    async def _put_standing(self, line: Line) -> bool:
        name = self._keys.standings(str(line["id"]))
        fields: dict[Text, Text] = {
            str(field): Standing.model_validate(one).model_dump_json(exclude_defaults=True)
            for field, one in line["fields"].items()
        }
        if not fields or await self._client.ask(lambda: self._redis.exists(name)):
            return False
        await self._client.ask(lambda: self._redis.hset(name, mapping=fields))
        return True

    async def _put_table(self, line: Line) -> bool:
        """All or nothing, as everywhere: a table is never half there."""
        head = documents.load_head(json.dumps(line["head"]))
        if head.id != line["id"]:
            raise ValueError(head.id)
        now = int(await self._client.run("time", [self._client.clock]))
        facts = [str(fact) for fact in line["facts"]]
        if packed := documents.dump_facts(facts) if head.stage in documents.ENDED else "":
            facts = [packed]
        whole = _Whole(
            document={
                "head": documents.dump_head(head),
                "version": int(line["version"]),
                "start": 0 if packed else int(line["start"]),
                **({"counted": 1} if line.get("counted") else {}),
            },
            facts=facts,
            inbox=[_packed_entry(entry) for entry in line["inbox"]],
            rows=_packed_rows(line),
            due={due_member(head.id, key or None): at for key, at in _due_of(head, line, now).items()},
        )
        return bool(await self._client.ask(lambda: self._write(head.id, whole)))

    async def _write(self, table: str, whole: "_Whole") -> bool:
        name, keys = self._keys.table(table), self._keys
        async with self._redis.pipeline() as pipeline:
            await pipeline.watch(name)
            if await pipeline.exists(name):
                return False
            pipeline.multi()
            pipeline.hset(name, mapping=whole.document)
            for start in range(0, len(whole.facts), FACTS_AT_ONCE):
                pipeline.rpush(keys.facts(table), *whole.facts[start : start + FACTS_AT_ONCE])
            if whole.inbox:
                pipeline.rpush(keys.inbox(table), *whole.inbox)
            if whole.rows:
                pipeline.hset(keys.rows(table), mapping=whole.rows)
            if whole.due:
                pipeline.zadd(keys.due, whole.due)
            try:
                await pipeline.execute()
            except WatchError:
                return False
        return True


class _Whole(NamedTuple):
    """All of one table, as it is stored."""

    document: dict[Text, Text]
    facts: list[str]
    inbox: list[str]
    rows: dict[Text, Text]
    due: dict[str, int]


def _told_rows(rows: Mapping[str, str]) -> Line:
    """What stands of surfaces, and which of them were asked for afresh."""
    return {
        "rows": {key: json.loads(text) for key, text in rows.items() if not key.startswith("?")},
        "asked": {key[1:]: int(at) for key, at in rows.items() if key.startswith("?")},
    }


def _packed_rows(line: Line) -> dict[Text, Text]:
    rows: dict[Text, Text] = {
        key: documents.dump_row(documents.load_row(json.dumps(row), 0)) for key, row in line["rows"].items()
    }
    return rows | {f"?{key}": str(int(at)) for key, at in line["asked"].items()}


def _due_of(head: Head, line: Line, now: int) -> dict[str, int]:
    """What must be looked at. A running table wholly and at once: its rows may have been read a moment after it."""
    due = {str(key): int(at) for key, at in line["due"].items()}
    if head.stage in RUNNING:
        due |= dict.fromkeys(["", *line["rows"]], now)
    return due


def _entry(entry: str) -> Line:
    at, slot, text = entry.split("\n", 2)
    return {"at": int(at), "slot": slot, "command": json.loads(text)}


def _packed_entry(entry: Line) -> str:
    command = documents.load_command(json.dumps(entry["command"]))
    return f"{int(entry['at'])}\n{entry['slot']}\n{documents.dump_command(command)}"
