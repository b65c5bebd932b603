"""The two processes of the wing as they run: a real server, a real Bot API, their own loops' tasks."""

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator

import pytest
from telegram.error import InvalidToken

from service.sandbox.sandbox import Config
from service.sandbox.server import Server as Telegram
from service.sandbox.server import create_app
from service.settings import LOCAL_TOKEN, Misconfigured, Settings
from service.telegram import app
from service.telegram.client import bot_known
from tests.sandbox.client import ANNA, CLUB, Control
from tests.telegram.wing.world import _served, buttons
from workers import courier
from workers.embedded import Server


@contextlib.asynccontextmanager
async def a_telegram(server: Server, token: str = LOCAL_TOKEN) -> AsyncIterator[tuple[Settings, Control]]:
    async with _served(Telegram(create_app(Config(token)), 0)) as port:
        prefix = f"wing-{uuid.uuid4().hex[:8]}:"
        settings = Settings(local_port=port, redis_url=server.url, key_prefix=prefix)
        control = Control(settings.local_url)
        yield settings, control
        await control.close()


async def eventually(control: Control, chat: int) -> None:
    """Wait for a message with buttons."""
    async with asyncio.timeout(20):
        while not any(buttons(message) for message in await control.sees(ANNA, chat)):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_bot_and_courier_open_a_lobby_and_stop_when_told(
    real_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = asyncio.Event()
    monkeypatch.setattr(app, "stop_signal", lambda: stop)
    monkeypatch.setattr(courier, "stop_signal", lambda: stop)
    async with a_telegram(real_server) as (settings, control):
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(app.bot(settings))
            tasks.create_task(courier.courier(settings))
            await control.say(ANNA, CLUB, "/belote")
            await eventually(control, CLUB)
            stop.set()
        counters = await control.look("counters")
        assert counters["pending_updates"] == 0, "what is settled is confirmed on the way out"


async def test_an_unknown_token_stops_the_start_with_one_line(
    real_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = asyncio.Event()
    monkeypatch.setattr(app, "stop_signal", lambda: stop)
    monkeypatch.setattr(courier, "stop_signal", lambda: stop)
    async with a_telegram(real_server, "1000000009:another") as (settings, _):
        with pytest.raises(Misconfigured), bot_known():
            await app.bot(settings)
        with pytest.raises(Misconfigured), bot_known():
            await courier.courier(settings)


def test_a_token_that_dies_in_a_task_is_one_line_too() -> None:
    with pytest.raises(Misconfigured), bot_known():
        raise ExceptionGroup("tasks", [ExceptionGroup("more", [InvalidToken()])])
