"""What a table takes in Redis: `MEMORY USAGE` of all its keys, and the server's growth over many tables."""

import random
from statistics import median

from redis.asyncio import Redis

from service.adapters.documents import dump_head, dump_row
from service.adapters.keys import Keys
from service.table.model import Stage
from tests.bench import matches
from tests.bench.figures import Figure
from tests.bench.matches import Played

TABLES = 60
ONCE = 10
"""So many are stored before the server's growth is measured: scripts, and what the first large commits make the server
keep for its next ones, take some 160 KB once. Divided by all tables it looked like 2.5 KB of each."""
KB = 1024


async def run() -> list[Figure]:
    """Tables at their sixth deal, then the same matches finished."""
    running = [_at_the_sixth(number) for number in range(TABLES)]
    finished = [_finished(played, number) for number, played in enumerate(running)]
    return [
        await _measured("running table, 6th deal", running, 6),
        await _measured("finished match", finished, 8),
    ]


def _at_the_sixth(number: int) -> Played:
    """Of the matches that last so long."""
    seed = 100 * number
    while True:
        played = matches.play_until(matches.seated(seed), matches.in_deal(6), random.Random(seed))
        if played.table.head.stage is Stage.PLAYING:
            return played
        seed += 1


def _finished(played: Played, number: int) -> Played:
    return matches.play_until(played, lambda _: False, random.Random(number))


async def _measured(name: str, tables: list[Played], most: int) -> Figure:
    async with matches.Home() as house:
        keys = Keys(house.settings.key_prefix)
        async with Redis.from_url(house.settings.redis, decode_responses=True) as redis:
            ids = [await matches.store(house, played) for played in tables[:ONCE]]
            before = await _used(redis)
            ids += [await matches.store(house, played) for played in tables[ONCE:]]
            spread = (await _used(redis) - before) / (len(tables) - ONCE)
            sizes = [await _keys_of(redis, keys, table) for table in ids]
    parts = " + ".join(f"{median(one[part] for one in sizes) / KB:.2f}" for part in range(3))
    whole = [sum(one) for one in sizes]
    bare = median(_bare(played) for played in tables)
    deals = median(len(played.table.head.deals) for played in tables)
    return Figure(
        f"{name} (head + facts + rows; {deals:.0f} deals)",
        f"{median(whole) / KB:.2f} KB = {parts}; {max(whole) / KB:.2f} at most; {spread / KB:.2f} spread",
        f"{bare / KB:.2f} KB of text",
        f"{median(whole) / bare:.2f}",
        f"<= {most} KB",
        median(whole) <= most * KB,
    )


async def _used(redis: "Redis") -> int:
    return int((await redis.info("memory"))["used_memory_dataset"])


async def _keys_of(redis: "Redis", keys: Keys, table: str) -> tuple[int, ...]:
    names = (keys.table(table), keys.facts(table), keys.rows(table))
    return tuple([int(await redis.memory_usage(name, samples=0) or 0) for name in names])


def _bare(played: Played) -> int:
    """The documents' own characters: what no server can go below without packing them."""
    rows = sum(len(dump_row(row)) for row in matches.rows(played.table).values())
    return len(dump_head(played.table.head)) + sum(map(len, played.facts)) + rows
