"""Statistics in Redis: one hash for each person, pair and group; which matches are counted stands with the tables."""

from collections.abc import Mapping, Sequence

from service.adapters.redis_client import Client
from service.adapters.scripts import counted
from service.ports import Count


class RedisStandings:
    """That part of the store."""

    _client: Client

    async def standings(self, subject: str) -> Mapping[str, str]:
        name = self._client.keys.standings(subject)
        found: Mapping[str, str] = await self._client.ask(lambda: self._client.redis.hgetall(name))
        return found

    async def standings_in_pairs(self, person: int) -> Sequence[Mapping[str, str]]:
        pipeline = self._client.redis.pipeline(transaction=False)
        for name in await self._pairs_of(person):
            pipeline.hgetall(name)
        found: Sequence[Mapping[str, str]] = await self._client.ask(pipeline.execute)
        return found

    async def _pairs_of(self, person: int) -> list[str]:
        found = await self._client.names(self._client.keys.standings(f"d*{person}*"))
        return sorted(name for name in found if str(person) in name.rpartition(":d")[2].split("-"))

    async def count(self, table: str, changes: Sequence[Count]) -> bool:
        keys = self._client.keys
        args: list[str | int] = [
            keys.table(table),
            *counted([keys.standings(one.subject) for one in changes]),
            *counted([one.field for one in changes]),
            *counted([one.before for one in changes]),
            *counted([one.after for one in changes]),
        ]
        return bool(await self._client.run("count", args))

    async def forget_standings(self, person: int | None = None) -> None:
        keys, redis = self._client.keys, self._client.redis
        pipeline = redis.pipeline(transaction=False)
        if person is not None:
            for name in (keys.standings(f"p{person}"), *await self._pairs_of(person)):
                pipeline.delete(name)
        else:
            for name in await self._client.names(keys.standings("*")):
                pipeline.delete(name)
            for table in await self._client.bare(keys.table("")):
                pipeline.hdel(keys.table(table), "counted")
        await self._client.ask(pipeline.execute)
