"""Worlds in which something goes wrong: on a real store, and with processes that die at a chosen step."""

import asyncio
import contextlib
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import count
from typing import Any

from engine.actions import action_text
from engine.observation import legal_actions
from service.adapters.foreseen import FixedEntropy, MemoryQueue
from service.adapters.redis_client import Client
from service.adapters.redis_directory import RedisDirectory
from service.adapters.redis_store import RedisStore
from service.bootstrap import Container
from service.settings import Settings
from service.table.view import TableView
from service.telegram.gateway import Gateway
from service.telegram.handlers.desk import Desk
from service.telegram.handlers.dispatch import Dispatcher
from service.telegram.show import Show
from tests.sandbox.client import Json
from tests.store.worlds import client_for
from tests.telegram.wing.test_match import on_turn, view_of
from tests.telegram.wing.world import TurnedClock, World, a_world, buttons
from workers.embedded import Server

_numbers = count(1)


@contextlib.asynccontextmanager
async def real_world(server: Server) -> AsyncIterator[tuple[World, Client]]:
    """The wing on a real store, under a prefix of its own."""
    client = client_for("real", server.url, f"faults{next(_numbers)}:")

    def build(clock: TurnedClock, settings: Settings) -> Container:
        return on(client, settings)

    async with a_world(build=build) as world:
        tell_time(world, client)
        yield world, client
    await client.close()


def tell_time(world: World, client: Client) -> None:
    """The store's clock is turned with the world's."""
    began = world.clock.milliseconds

    async def tell() -> None:
        await client.redis.set(client.keys.clock, world.clock.milliseconds - began)

    world.tell_time = tell


def on(client: Client, settings: Settings | None = None) -> Container:
    """One process's container on a real store, its hints kept in memory."""
    store, directory = RedisStore(client), RedisDirectory(client)
    return Container(settings or Settings(), store, directory, MemoryQueue(), FixedEntropy())


# taps


async def wish(world: World, table: str) -> tuple[int, Json, str]:
    """Who is on turn, his card, and the button he will tap: take at once, then the first legal card."""
    person = await on_turn(world, table)
    assert person is not None
    view = await view_of(world, table, person)
    assert view.seen is not None
    texts = [action_text(action) for action in legal_actions(view.seen)]
    text = "take" if "take" in texts else texts[0]
    ending = f":{view.seen.ply}:{text}"
    hand = await world.hand(person)
    data = next(d for b in buttons(hand) if (d := b.get("callback_data", "")).endswith(ending))
    return person, hand, data


async def ply(world: World, table: str) -> int:
    """How many actions the match has seen."""
    seen = (await view_of(world, table)).seen
    assert seen is not None
    return seen.ply


async def text_of_last_answer(world: World, person: int) -> str:
    answer = (await world.answers(person))[-1]
    assert answer is not None, "a tap was not answered"
    return str(answer["text"])


async def rings(world: World, chat: int) -> int:
    """How often a chat has rung so far."""
    counters: Json = await world.control.look("counters")
    return int(counters["chats"].get(str(chat), {}).get("rings", 0))


def held(view: TableView) -> int:
    """A hand as a bit mask."""
    assert view.seen is not None
    return view.seen.hand


# death


class Killed(BaseException):
    """The process is gone. No handler of ours may catch it."""


class Life:
    """Counts the steps of a process, and ends it at one of them."""

    def __init__(self) -> None:
        self.steps = 0
        self.last = ""
        self._end: int | None = None
        self._watched = ""

    def begin(self, end: int | None) -> None:
        """The next life ends at its n-th step; None: it does not."""
        self.steps, self._end, self.last = 0, end, ""

    def watch(self, step: str) -> None:
        """The next life ends at the first step of this name."""
        self._watched = step

    def step(self, what: str) -> None:
        self.steps += 1
        if self.steps == self._end or what == self._watched:
            self.last, self._end, self._watched = what, None, ""
            raise Killed(what)


class Mortal:
    """Stands before a port: each call is a step when it is asked for, and one more when it is done."""

    def __init__(self, inner: Any, life: Life) -> None:
        self._inner = inner
        self._life = life

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not inspect.iscoroutinefunction(found):
            return found

        async def call(*args: Any, **more: Any) -> Any:
            self._life.step(f"before {name}")
            result = await found(*args, **more)
            self._life.step(f"after {name}")
            return result

        return call


def make_mortal(world: World) -> Life:
    """All that the bot, the workers and the courier of this world ask of the outside may be their last."""
    life = Life()
    store, directory = Mortal(world.container.store, life), Mortal(world.container.directory, life)
    queue, gateway = Mortal(world.container.queue, life), Mortal(Gateway(world.bot), life)
    world.container = replace(world.container, store=store, directory=directory, queue=queue)
    desk = Desk(world.container, gateway, world.bot.username)  # type: ignore[arg-type]
    world.dispatcher = Dispatcher(desk)
    world.show = Show(world.container, gateway, world.limits, world.bot.username)  # type: ignore[arg-type]
    return life


async def live(world: World, script: Callable[[], Awaitable[None]]) -> bool:
    """One life of all processes together: whether it came to its end. What they remember dies with them."""
    survived = False
    try:
        async with asyncio.TaskGroup() as tasks:
            world.listen(tasks)
            await script()
            world.boxes.stop()
            survived = True
    except* Killed:
        world.container.queue.hints.clear()  # type: ignore[attr-defined]  # a job that nobody finished
    return survived
