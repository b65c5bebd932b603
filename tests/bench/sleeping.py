"""What 100,000 tables that wait cost the one that moves, and the courier that looks whether anything is due."""

import asyncio
import random
import time
from statistics import median

import structlog
from redis.asyncio import Redis

from service import usecases
from service.adapters.keys import Keys, due_member
from service.bootstrap import Container
from service.surface import hand_key
from service.table.table import restore
from service.telegram.client import make_bot
from service.telegram.gateway import Gateway
from service.telegram.limits import Limits
from service.telegram.show import Show
from tests.bench import matches
from tests.bench.figures import Figure
from workers.courier import Courier, Lease

FEW, MANY = 10, 100_000
MOVES = 200
IDLE_S = 5.0
A_DAY_MS = 86_400_000
COPIES = """
for n = ARGV[6] + 0, ARGV[7] - 1 do
  local id = string.format('s%09d', n)
  redis.call('COPY', ARGV[1], ARGV[2] .. id)
  redis.call('COPY', ARGV[1] .. ':f', ARGV[2] .. id .. ':f')
  redis.call('COPY', ARGV[1] .. ':s', ARGV[2] .. id .. ':s')
  redis.call('ZADD', ARGV[3], ARGV[4] + n, id)
  redis.call('ZADD', ARGV[3], ARGV[4] + n, id .. ' ' .. ARGV[5])
end
"""


async def run() -> list[Figure]:
    """Two servers side by side, one with few tables and one with many; the moves alternate."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    async with matches.Home("2gb") as small, matches.Home("2gb") as large:
        await _asleep(small, FEW)
        await _asleep(large, MANY)
        few, many = await _moves(small, large)
        idle = [await _idle(house) for house in (small, large)]
    quotient = median(many) / median(few)
    (own, server), (own_many, server_many) = idle
    return [
        Figure(
            f"a move with {MANY:,} sleeping tables",
            f"{median(many) * 1e3:.2f} ms",
            f"{median(few) * 1e3:.2f} ms (with {FEW})",
            f"{quotient:.2f}",
            "<= 1.20",
            quotient <= 1.2,
        ),
        Figure(
            f"courier idle at {2 * MANY:,} rows to come (own + server)",
            f"{own_many:.1%} + {server_many:.1%} of a core",
            f"{own:.1%} + {server:.1%} (with {2 * FEW})",
            f"{(own_many + server_many) / (own + server):.2f}",
            "no difference",
            own_many + server_many <= own + server + 0.02,
        ),
    ]


async def _asleep(house: Container, count: int) -> None:
    """Copies of a table at its sixth deal; each waits with a row of its own and one of a hand, a day ahead."""
    played = matches.play_until(matches.seated(1), matches.in_deal(6), random.Random(1))
    table = await matches.store(house, played)
    keys = Keys(house.settings.key_prefix)
    ahead = await house.store.now() + A_DAY_MS
    row = due_member("", hand_key(played.table.people[0])).strip()
    async with Redis.from_url(house.settings.redis) as redis:
        for first in range(0, count, 2_000):
            last = min(count, first + 2_000)
            told = (keys.table(table), keys.table(""), keys.due, ahead, row, first, last)
            await redis.eval(COPIES, 0, *map(str, told))


async def _moves(*houses: Container) -> list[list[float]]:
    """The same match on each: a wish is judged and stored, then a worker carries it out."""
    chance = random.Random(5)
    spans: list[list[float]] = [[] for _ in houses]
    ids = [await matches.store(house, matches.seated(2)) for house in houses]
    for number in range(MOVES):
        for house, table, one in zip(houses, ids, spans, strict=True):
            stored = await house.store.load(table)
            assert stored is not None
            wish = matches.move(restore(stored.head, stored.facts), chance)
            began = time.perf_counter()
            await usecases.decide(house, table, wish.person, wish, None)
            await usecases.advance(house, table)
            if number >= 20:
                one.append(time.perf_counter() - began)
    return spans


async def _idle(house: Container) -> tuple[float, float]:
    """Shares of a core that a courier on duty with nothing to do takes: its own, and the server's for it."""
    async with Redis.from_url(house.settings.redis) as redis:
        now = await house.store.now()
        await redis.zremrangebyscore(Keys(house.settings.key_prefix).due, "-inf", now + A_DAY_MS // 2)
        lease = Lease(house.store, "courier:bench", 6_000)
        show = Show(house, Gateway(make_bot(house.settings)), Limits(), "bench", lease.held)
        stop = asyncio.Event()
        duty = asyncio.create_task(Courier(house, show, lease).run(stop))
        await asyncio.sleep(0.5)
        own, server = time.process_time(), await _server(redis)
        await asyncio.sleep(IDLE_S)
        own, server = time.process_time() - own, await _server(redis) - server
        stop.set()
        await duty
    return own / IDLE_S, server / IDLE_S


async def _server(redis: "Redis") -> float:
    used = await redis.info("cpu")
    return float(used["used_cpu_user"]) + float(used["used_cpu_sys"])
