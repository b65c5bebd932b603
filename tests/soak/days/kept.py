"""Where a server keeps anything about somebody, whatever the keys are called."""

from collections.abc import Awaitable, Callable
from typing import Any

from redis.asyncio import Redis


async def mentions(redis: Redis, prefix: str, number: int) -> list[str]:
    """The keys that do not vanish by themselves and hold this number, in their name or in what is in them."""
    readers: dict[bytes, Callable[[bytes], Awaitable[Any]]] = {
        b"string": redis.get,
        b"hash": redis.hgetall,
        b"zset": lambda key: redis.zrange(key, 0, -1),
        b"list": lambda key: redis.lrange(key, 0, -1),
        b"set": redis.smembers,
    }
    found = []
    async for key in redis.scan_iter(f"{prefix}*"):
        kind: Any = await redis.type(key)
        content = await readers[kind](key)
        if str(number) in f"{key!r} {content!r}" and await redis.ttl(key) < 0:
            found.append(key.decode())
    return found
