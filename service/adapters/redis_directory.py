"""People and chats in Redis: one hash each, written field by field so that two writers never undo each other."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from service.adapters import documents
from service.adapters.redis_client import Client
from service.people import Chat, Person
from service.ports import heard

Field: TypeAlias = str | int | bool
Text: TypeAlias = bytes | bytearray | memoryview | str | int | float
"""What redis-py can write."""


WISH, HEARD = "next:", "heard:"
"""Before a person's id: fields of a chat's hash, so that two who wish at once never undo each other. His wish, and the
update that last turned it over."""


class RedisDirectory:
    """`Directory` on a Redis or Valkey server."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._keys = client.keys

    async def person(self, person: int) -> Person:
        found = await self._client.fields(self._keys.person(person))
        return documents.load_fields(Person, person, found)

    async def people(self, ids: Iterable[int]) -> Mapping[int, Person]:
        wanted = list(dict.fromkeys(ids))
        if not wanted:
            return {}
        pipeline = self._client.redis.pipeline(transaction=False)
        for person in wanted:
            pipeline.hgetall(self._keys.person(person))
        found = await self._client.ask(pipeline.execute)
        pairs = zip(wanted, found, strict=True)
        return {person: documents.load_fields(Person, person, fields) for person, fields in pairs}

    async def touch_person(self, person: int, **fields: Field) -> None:
        _check(Person, fields)
        await self._write(self._keys.person(person), fields)

    async def saw_message(self, person: int, message: int) -> None:
        await self._client.run("raise", [self._keys.person(person), "last_message", message])

    async def chat(self, chat: int) -> Chat:
        found = await self._client.fields(self._keys.chat(chat))
        return documents.load_fields(Chat, chat, found)

    async def touch_chat(self, chat: int, **fields: Field) -> None:
        _check(Chat, fields)
        await self._write(self._keys.chat(chat), fields)

    async def forget(self, person: int) -> None:
        keys = self._keys
        pipeline = self._client.redis.pipeline(transaction=False)
        for chat in await self._all_chats():
            pipeline.hdel(keys.chat(chat), f"{WISH}{person}", f"{HEARD}{person}")
        pipeline.delete(keys.person(person), keys.chat(person))
        await self._client.ask(pipeline.execute)

    async def _all_chats(self) -> list[int]:
        return [int(chat) for chat in await self._client.bare(self._keys.chat(0).removesuffix("0"))]

    async def wish(self, chat: int, person: int, on: bool) -> None:
        name, field = self._keys.chat(chat), f"{WISH}{person}"
        redis = self._client.redis
        await self._client.ask(lambda: redis.hset(name, field, 1) if on else redis.hdel(name, field))

    async def wishing(self, person: int) -> frozenset[int]:
        chats = await self._all_chats()
        pipeline = self._client.redis.pipeline(transaction=False)
        for chat in chats:
            pipeline.hexists(self._keys.chat(chat), f"{WISH}{person}")
        found = await self._client.ask(pipeline.execute)
        return frozenset(chat for chat, wishes in zip(chats, found, strict=True) if wishes)

    async def turn_wish(self, chat: int, person: int, update: int) -> bool:
        name, wish, last = self._keys.chat(chat), f"{WISH}{person}", f"{HEARD}{person}"
        redis = self._client.redis
        wished, before = await self._client.ask(lambda: redis.hmget(name, [wish, last]))
        if heard(int(before or 0), update):
            return wished is not None
        pipeline = redis.pipeline(transaction=True)
        pipeline.hset(name, last, update)
        if wished is None:
            pipeline.hset(name, wish, 1)
        else:
            pipeline.hdel(name, wish)
        await self._client.ask(pipeline.execute)
        return wished is None

    async def wishes(self, chat: int) -> frozenset[int]:
        found = await self._client.ask(lambda: self._client.redis.hgetall(self._keys.chat(chat)))
        return frozenset(int(field.removeprefix(WISH)) for field in found if field.startswith(WISH))

    async def saw_in(self, chat: int, message: int) -> None:
        await self._client.run("raise", [self._keys.chat(chat), "last_message", message])

    async def _write(self, name: str, fields: Mapping[str, Field]) -> None:
        stored: dict[Text, Text] = {
            key: int(value) if isinstance(value, bool) else value for key, value in fields.items()
        }
        if stored:
            await self._client.ask(lambda: self._client.redis.hset(name, mapping=stored))


def _check(model: type[Person] | type[Chat], fields: Mapping[str, Field]) -> None:
    """A wrong field would make the record unreadable: refuse it before it is written. Raises ValidationError."""
    model.model_validate({"id": 0} | dict(fields))
