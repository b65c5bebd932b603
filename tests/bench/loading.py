"""Loading a table and replaying its deal, beside reading the same bytes and parsing them as plain JSON."""

import json
import random
import time
from statistics import median

from redis.asyncio import Redis

from service.adapters.keys import Keys
from service.bootstrap import Container
from service.table.table import restore
from tests.bench import matches
from tests.bench.figures import Figure, spans_of
from tests.bench.matches import Played

TIMES = 400
LONG = 60
"""Deals: three times as many as the longest match seen in ten thousand."""


async def run() -> list[Figure]:
    """The sixth deal almost over, and the last deal of a match that would not end."""
    sixth = matches.play_until(matches.seated(7), matches.in_deal(6, 34), random.Random(3))
    async with matches.Home() as house:
        return [
            await _measured(house, sixth, "load + replay, 6th deal", 1.0),
            await _measured(house, _long(sixth), f"load + replay, {LONG}th deal", 5.0),
        ]


def _long(played: Played) -> Played:
    """The same deal at the end of a match of very many."""
    head = played.table.head
    assert head.position is not None
    notes = tuple(head.deals[n % len(head.deals)].model_copy(update={"no": n + 1}) for n in range(LONG - 1))
    before = head.position.facts_at
    facts = (*played.facts[:before] * 12, *played.facts[before:])
    position = head.position.model_copy(update={"facts_at": 12 * before})
    longer = played.table.changed(id="longest", deals=notes, position=position)
    return Played(longer, facts)


async def _measured(house: Container, played: Played, name: str, most: float) -> Figure:
    table = await matches.store(house, played)
    keys = Keys(house.settings.key_prefix)

    async def whole() -> None:
        stored = await house.store.load(table)
        assert stored is not None
        restore(stored.head, stored.facts)

    async with Redis.from_url(house.settings.redis, decode_responses=True) as redis:

        async def bare() -> None:
            json.loads(await redis.hget(keys.table(table), "head") or "")

        await spans_of(20, whole)
        began = time.process_time()
        spans = await spans_of(TIMES, whole)
        own = (time.process_time() - began) / TIMES
        floor = await spans_of(TIMES, bare)
    plies = len(played.facts) - (played.table.head.position.facts_at if played.table.head.position else 0)
    return Figure(
        f"{name} ({plies} plies)",
        f"{median(spans) * 1e3:.2f} ms, processor {own * 1e3:.2f} ms",
        f"{median(floor) * 1e3:.2f} ms (HGET + json)",
        f"{median(spans) / median(floor):.1f}",
        f"<= {most:.0f} ms",
        median(spans) * 1e3 <= most,
    )
