"""A house moves to another server in mid-deal: nobody is rung, the old buttons work, the deal goes on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from engine.actions import action_text
from engine.observation import legal_actions
from service.adapters.foreseen import FixedEntropy, MemoryQueue
from service.adapters.redis_directory import RedisDirectory
from service.adapters.redis_store import RedisStore
from service.bootstrap import Container, redis_client
from service.settings import Settings
from service.telegram.gateway import Gateway
from service.telegram.handlers.desk import Desk
from service.telegram.handlers.dispatch import Dispatcher
from service.telegram.show import Show
from tests.stored import view_of
from tests.telegram.wing.test_newer import on_turn, started
from tests.telegram.wing.world import PEOPLE, World
from workers.backup import backup, restore
from workers.embedded import Server


@asynccontextmanager
async def housed(world: World, server: Server) -> AsyncIterator[Container]:
    """The world's bot, workers and courier on a real server."""
    settings = Settings(
        redis_url=server.url, turned_clock=True, local_port=world.container.settings.local_port
    )
    client = redis_client(settings)
    house = Container(settings, RedisStore(client), RedisDirectory(client), MemoryQueue(), FixedEntropy())
    gateway = Gateway(world.bot)
    world.container = house
    world.boxes._handler = Dispatcher(Desk(house, gateway, world.bot.username))
    world.show = Show(house, gateway, world.limits, world.bot.username)
    yield house
    await client.close()


async def pass_time(world: World, house: Container) -> None:
    """Half a minute, so that no limit on sending and no presence holds anything back."""
    store = house.store
    assert isinstance(store, RedisStore)
    await store._client.redis.incrby(store._client.clock, 30_000)
    await world.settle()


async def tap(world: World, house: Container, table: str) -> None:
    """Whoever is on turn taps a card he may play."""
    person, hand = await on_turn(world)
    seen = (await view_of(house, table, person)).seen
    assert seen is not None
    await world.tap(person, hand, f":{seen.ply}:{action_text(legal_actions(seen)[0])}", kind="a")
    await pass_time(world, house)


async def test_old_buttons_work_at_the_new_server(world: World, tmp_path: Path) -> None:
    old, new = (Server.start(Settings(), tmp_path / name) for name in "on")
    file = str(tmp_path / "all.jsonl")
    async with housed(world, old) as house:
        table = await started(world)
        for _ in range(3):
            await tap(world, house, table)
        before = [await view_of(house, table, person) for person in PEOPLE]
        calls = len(await world.calls())
        await backup(house.settings, file)
    old.stop()
    await restore(Settings(redis_url=new.url), file)
    async with housed(world, new) as house:
        await pass_time(world, house)
        assert [await view_of(house, table, person) for person in PEOPLE] == before
        told = {call["method"] for call in (await world.calls())[calls:]}
        assert told <= {"getUpdates"}, "nobody notices"
        for _ in range(8):
            await tap(world, house, table)
        seen = (await view_of(house, table)).seen
        assert seen is not None
        assert before[0].seen is not None
        assert seen.ply == before[0].seen.ply + 8
    new.stop()
