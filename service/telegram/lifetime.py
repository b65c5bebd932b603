"""How a process of the wing is told to stop."""

import asyncio
import signal
import socket
from contextlib import suppress

from service.ports import StoreDown, TableStore

BEAT_S, ALIVE_MS = 5.0, 20_000
"""How often a process tells that its loop turns, and how long that is believed."""


def stop_signal() -> asyncio.Event:
    """An event that SIGTERM or SIGINT sets. What is under way is then finished, not torn off."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


async def patience(stop: asyncio.Event, seconds: float) -> None:
    """Sleep, unless told to stop."""
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return


async def heartbeat(store: TableStore, process: str) -> None:
    """Tell, until cancelled, that this machine's process lives (`rebelote health` reads it)."""
    machine = socket.gethostname()
    while True:
        with suppress(StoreDown):
            await store.lease(f"alive:{process}:{machine}", machine, ALIVE_MS)
        await asyncio.sleep(BEAT_S)
