"""The bot's process: updates in, answers to taps out. It keeps nothing that a restart could lose."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import structlog
import uvicorn
from telegram import Bot
from telegram.error import TelegramError

from service.bootstrap import container
from service.settings import Settings
from service.telegram.client import PatientBot, bot_known, insist, make_bot
from service.telegram.errors import judge
from service.telegram.gateway import Gateway
from service.telegram.handlers.desk import Desk
from service.telegram.handlers.dispatch import Dispatcher
from service.telegram.intake import ALLOWED, Poller
from service.telegram.lifetime import heartbeat, stop_signal
from service.telegram.mailbox import Mailboxes
from service.telegram.pace import Pace
from service.telegram.registration import register
from service.telegram.webhook import webhook_app, webhook_path

log = structlog.get_logger(__name__)

LAST_CALLS = 8.0
"""Seconds that updates in hand get to finish when the bot is told to stop."""


async def bot(settings: Settings) -> None:
    """The bot's life in one event loop."""
    stop = stop_signal()
    house = await container(settings)
    telegram = make_bot(settings)
    try:
        if not await insist(stop, telegram.initialize):
            return
        await register(telegram)
        dispatcher = Dispatcher(Desk(house, Gateway(telegram), telegram.username))
        log.info("ready", bot=telegram.id, intake="webhook" if settings.webhook_url else "polling")
        async with asyncio.TaskGroup() as tasks:
            beating = tasks.create_task(heartbeat(house.store, "bot"))
            pace = Pace(settings.taps_per_second)
            boxes = Mailboxes(
                dispatcher,
                tasks,
                pace=pace,
                hush=dispatcher.hush,
                doubt=dispatcher.doubt,
                regret=dispatcher.regret,
            )
            if settings.webhook_url:
                await _webhook(settings, telegram, boxes, stop)
            else:
                await _polling(telegram, boxes, stop)
            boxes.stop()
            beating.cancel()
    finally:
        await telegram.shutdown()
        await house.aclose()


async def _polling(telegram: PatientBot, boxes: Mailboxes, stop: asyncio.Event) -> None:
    """Poll until told to stop; then confirm what is settled by then."""
    if not await insist(stop, telegram.delete_webhook):
        return
    poller = Poller(telegram, boxes)
    polling = asyncio.create_task(poller.run())
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({polling, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not polling.cancel():
        polling.result()
    await asyncio.wait({polling})
    await boxes.emptied(LAST_CALLS)
    try:
        await poller.confirm()
    except TelegramError as error:
        log.info("not confirmed", outcome=judge(error).outcome.value)


class _Server(uvicorn.Server):
    """Leaves the signals to the process, which has more to stop than this."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _webhook(settings: Settings, telegram: Bot, boxes: Mailboxes, stop: asyncio.Event) -> None:
    """Listen until told to stop; requests under way get their answer."""
    secret = settings.webhook_secret.get_secret_value() if settings.webhook_secret else ""
    address = settings.webhook_url or ""
    config = uvicorn.Config(
        webhook_app(telegram, boxes, webhook_path(address), secret),
        host=settings.webhook_host,
        port=settings.webhook_port,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=int(LAST_CALLS),
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve())
    told = partial(telegram.set_webhook, address, secret_token=secret, allowed_updates=ALLOWED)
    if await insist(stop, told):
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
    server.should_exit = True
    await serving
    await boxes.emptied(LAST_CALLS)


def run_bot(settings: Settings) -> None:
    """The process: until SIGTERM or SIGINT."""
    with bot_known():
        asyncio.run(bot(settings))
