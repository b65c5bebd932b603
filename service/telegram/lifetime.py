"""How a process of the wing is told to stop."""

import asyncio
import signal


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
