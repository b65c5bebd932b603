"""A running local Telegram with a clock that stands still, and a real python-telegram-bot bot on it."""

import asyncio
import contextlib
import os
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

# Before the first 429: it warns about its own number otherwise, and our warnings are errors.
os.environ.setdefault("PTB_TIMEDELTA", "true")

import pytest
import pytest_asyncio
import uvicorn
from telegram import Bot
from telegram.request import HTTPXRequest

from service.sandbox.sandbox import Config, Sandbox
from service.sandbox.server import Server, create_app
from service.sandbox.store import Store
from tests.sandbox.client import Control

TOKEN = "1000000001:a-token-for-tests-only"


class StillClock:
    """Stands at a fixed moment until it is turned."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def now(self) -> float:
        return self.time

    def turn(self, seconds: float) -> None:
        self.time += seconds


@dataclass
class Telegram:
    """All a test needs of one running server."""

    url: str
    sandbox: Sandbox
    clock: StillClock
    bot: Bot
    control: Control
    #: How long the webhook's delivery wanted to wait before each retry.
    retries: list[float]


@contextlib.asynccontextmanager
async def running(data_dir: Path | None = None, *, limits: bool = False) -> AsyncIterator[Telegram]:
    """Whatever a test did: who starts from what was written at its end finds the world as it was."""
    with tempfile.TemporaryDirectory() as folder:
        kept = data_dir or Path(folder)
        async with _running(kept, limits=limits) as telegram:
            yield telegram
            telegram.sandbox.store.write()
            assert Store(kept).load() == telegram.sandbox.world


@contextlib.asynccontextmanager
async def _running(data_dir: Path, *, limits: bool) -> AsyncIterator[Telegram]:
    clock, retries = StillClock(), list[float]()

    async def note(seconds: float) -> None:
        retries.append(seconds)
        await asyncio.sleep(0)

    app = create_app(Config(TOKEN, limits=limits), data_dir=data_dir, clock=clock, webhook_sleep=note)
    async with served(Server(app, 0)) as port:
        url = f"http://127.0.0.1:{port}"
        control = Control(url)
        async with a_bot(url) as bot:
            yield Telegram(url, app.state.sandbox, clock, bot, control, retries)
        await control.close()


@contextlib.asynccontextmanager
async def served(server: uvicorn.Server) -> AsyncIterator[int]:
    """Serves in this very loop, on a port the system chose."""
    task = asyncio.create_task(server.serve())
    try:
        while not server.started:
            assert not task.done(), "the server did not start"
            await asyncio.sleep(0)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task


@contextlib.asynccontextmanager
async def a_bot(url: str, token: str = TOKEN) -> AsyncIterator[Bot]:
    direct = {"trust_env": False}
    bot = Bot(
        token,
        base_url=f"{url}/bot",
        base_file_url=f"{url}/file/bot",
        request=HTTPXRequest(httpx_kwargs=direct),
        get_updates_request=HTTPXRequest(httpx_kwargs=direct),
    )
    async with bot:
        yield bot


@contextlib.asynccontextmanager
async def begun() -> AsyncIterator[Telegram]:
    """Without rate limits; what the bot has heard of the group so far is confirmed."""
    async with running() as value:
        updates = await value.bot.get_updates()
        await value.bot.get_updates(offset=updates[-1].update_id + 1)
        yield value


@pytest_asyncio.fixture
async def telegram() -> AsyncIterator[Telegram]:
    """One that has begun, for this test alone."""
    async with begun() as value:
        yield value


@pytest.fixture
def picture() -> bytes:
    """A PNG of 640 by 360, as far as anybody looks."""
    header = (
        b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\rIHDR" + (640).to_bytes(4, "big") + (360).to_bytes(4, "big")
    )
    return header + bytes(64)
