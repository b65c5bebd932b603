"""All that a played match leaves, searched for the bot's token, the shuffles' secret, and cards not yet public."""

import io
import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import structlog
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from engine.cards import SUITS
from service.adapters.foreseen import MemoryQueue
from service.adapters.keys import Keys
from service.adapters.rq_queue import RqHints, Work, queue_name, sync_client
from service.logs import configure_logs
from service.settings import LOCAL_TOKEN, LogFormat, LogLevel, Settings
from service.table.table import restore
from service.telegram.handlers.desk import Desk
from service.telegram.handlers.dispatch import Dispatcher
from service.telegram.show import Show
from tests.faults.fuzzing import CARD, CODE, RANKS, hidden
from tests.faults.worlds import real_world
from tests.sandbox.client import ANNA, CLUB
from tests.telegram.wing.test_match import move
from tests.telegram.wing.world import PEOPLE, World
from workers.embedded import Server

TOKEN = LOCAL_TOKEN.partition(":")[2]
MOVES = 20


class Tee(MemoryQueue):
    """Hints for the test's own worker, and the same as jobs in RQ, which nobody fetches."""

    def __init__(self, real: RqHints) -> None:
        super().__init__()
        self._real = real

    async def advance(self, table: str) -> None:
        await super().advance(table)
        await self._real.advance(table)

    async def think(self, table: str) -> None:
        await super().think(table)
        await self._real.think(table)


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Everything any part would log, down to the least weight."""
    root, before = logging.getLogger(), structlog.get_config()
    handlers, level, stream = root.handlers[:], root.level, io.StringIO()
    configure_logs(Settings(log_level=LogLevel.DEBUG, log_format=LogFormat.JSON), "test", stream)
    yield stream
    root.handlers[:], root.level = handlers, level
    structlog.configure(**before)


def use(world: World, queue: Tee) -> None:
    """Let all parts of a world hint through this queue."""
    gateway = world.show._gateway
    world.container = replace(world.container, queue=queue)
    world.dispatcher = Dispatcher(Desk(world.container, gateway, world.bot.username))
    world.boxes._handler = world.dispatcher
    world.show = Show(world.container, gateway, world.limits, world.bot.username)


def everything(redis: Redis, prefix: str) -> Iterator[tuple[str, str]]:
    """All keys of a house that belong to no single table, and what is in them."""
    readers: dict[str, Any] = {
        "string": redis.get,
        "hash": redis.hgetall,
        "zset": lambda key: redis.zrange(key, 0, -1),
        "list": lambda key: redis.lrange(key, 0, -1),
        "set": redis.smembers,
        "stream": redis.xrange,
    }
    for key in redis.scan_iter():
        name = str(key)
        # Other tests' houses stand on the same server, and draw the same secrets.
        if name.startswith((prefix, "rq:")) and not name.startswith((f"{prefix}t:", "rq:job:")):
            yield name, repr(readers[str(redis.type(key))](key))


async def test_what_a_played_match_leaves(real_server: Server, logged: io.StringIO) -> None:
    async with real_world(real_server) as (world, client):
        keys = Keys(client.keys.prefix)
        hints = RqHints(sync_client(real_server.url, 5), keys)
        use(world, Tee(hints))
        table = await world.start(*PEOPLE)
        for _ in range(MOVES):
            await move(world, table)
            await world.turn(3)
        stored = await world.container.store.load(table)
        assert stored is not None
        secrets = (TOKEN, stored.head.secret)
        match = restore(stored.head, stored.facts)
        assert len(hidden(match, CLUB)) >= 8, "in the middle of a deal"

        hints.settled()
        with Redis.from_url(real_server.url, decode_responses=True) as redis:
            for name, content in everything(redis, keys.prefix):
                assert not any(secret in name + content for secret in secrets), name
                if name.startswith(keys.prefix):
                    assert not CODE.search(content) and not CARD.search(content), f"{name}: {content}"
        with Redis.from_url(real_server.url) as redis:  # what RQ packs is no text
            jobs = Queue(queue_name(keys, Work.MOVES), connection=redis, serializer=JSONSerializer).get_jobs()
            assert jobs
            assert all((job.args, job.kwargs) == ([table], {}) for job in jobs)
            assert all(job.description == f"{Work.MOVES} {table}" for job in jobs)
        hints.close()

        lines = logged.getvalue().splitlines()
        assert len(lines) > MOVES
        for line in lines:
            assert not any(secret in line for secret in secrets), line
            assert not CODE.search(line) and not CARD.search(
                json.dumps(json.loads(line), ensure_ascii=False)
            ), line

        for person, chat in [(CLUB, CLUB), *((one, one) for one in PEOPLE)]:
            for message in await world.control.sees(ANNA if chat == CLUB else person, chat):
                shown = message["text"] + json.dumps(message.get("reply_markup"), ensure_ascii=False)
                found = {SUITS["♣♦♥♠".index(suit)] * 8 + RANKS[rank] for suit, rank in CARD.findall(shown)}
                assert not found & hidden(match, person), shown
                assert not any(secret in shown for secret in secrets)


@pytest.mark.parametrize("level", [logging.DEBUG, logging.INFO, logging.ERROR])
def test_a_token_that_slips_into_a_line_is_blanked(logged: io.StringIO, level: int) -> None:
    """The last net: whoever logs an address or an error with the token in it."""
    token = "1234567890:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
    logging.getLogger("some.library").log(level, "https://api.telegram.org/bot%s/getMe failed", token)
    assert "getMe failed" in logged.getvalue()
    assert token not in logged.getvalue()
