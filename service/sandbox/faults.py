"""What goes wrong on purpose: which calls, how, and how often. Set over the control API, to try a bot's patience."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from service.sandbox.errors import ApiError
from service.sandbox.state import Json

Call = Callable[[], Awaitable[Response]]
"""Carries the call out and gives its answer."""


class How(StrEnum):
    """In which way a call fails."""

    ERROR = "error"
    """An error in Telegram's words. Nothing is done, or with `after` it is done and the answer is wrong."""
    STALL = "stall"
    """The answer does not come: until the fault is removed, the caller hangs up, or some seconds are over."""
    DROP = "drop"
    """The connection ends without an answer."""
    SLOW = "slow"
    """The answer comes after some seconds, and is the right one."""


@dataclass(eq=False)
class Fault:
    """One fault. `method` and `chat` empty: every one; `times` empty: until it is removed."""

    number: int
    how: How
    method: str | None = None
    chat: int | None = None
    times: int | None = None
    after: bool = False
    """Carry the call out first: what was sent stands in the chat, and the caller does not know."""
    error: ApiError | None = None
    seconds: float | None = None
    hits: int = 0
    mended: asyncio.Event = field(default_factory=asyncio.Event)

    def fits(self, method: str, chat: int | None) -> bool:
        return self.method in (None, method) and self.chat in (None, chat)

    def shown(self) -> Json:
        told = self.error.body() if self.error else {}
        return {
            "number": self.number, "how": self.how, "method": self.method, "chat": self.chat,
            "times": self.times, "after": self.after, "seconds": self.seconds, "hits": self.hits, **told,
        }  # fmt: skip


class Faults:
    """All faults in force. Of several that fit a call the oldest strikes."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._number = 0

    def add(
        self,
        how: How,
        *,
        method: str | None = None,
        chat: int | None = None,
        times: int | None = None,
        after: bool = False,
        error: ApiError | None = None,
        seconds: float | None = None,
    ) -> Fault:
        """From now on. An ERROR needs its `error`."""
        self._number += 1
        fault = Fault(self._number, how, method, chat, times, after, error, seconds)
        self._faults.append(fault)
        return fault

    def remove(self, number: int | None = None) -> int:
        """One, or all; calls that hang on them go on. How many there were."""
        gone = [fault for fault in self._faults if number in (None, fault.number)]
        self._faults = [fault for fault in self._faults if fault not in gone]
        for fault in gone:
            fault.mended.set()
        return len(gone)

    def shown(self) -> list[Json]:
        return [fault.shown() for fault in self._faults]

    def strike(self, method: str, chat: int | None) -> Fault | None:
        """The fault this call meets, counted."""
        fault = next((one for one in self._faults if one.fits(method, chat)), None)
        if fault is None:
            return None
        fault.hits += 1
        if fault.times is not None:
            fault.times -= 1
            if fault.times <= 0:
                # It is over for others; who hangs on it does so until it is removed by number or all are.
                self._faults.remove(fault)
                self._spent(fault)
        return fault

    def _spent(self, fault: Fault) -> None:
        """A last hit that hangs must still be found by `remove`."""
        if fault.how is How.STALL and fault.seconds is None:
            fault.method, fault.times = "", 0  # fits no call any more
            self._faults.append(fault)


async def suffer(fault: Fault, request: Request, call: Call, cut: Callable[[], None]) -> Response:
    """A call's fate under a fault. `cut` ends the caller's connection."""
    done = await call() if fault.after or fault.how is How.SLOW else None
    match fault.how:
        case How.ERROR:
            assert fault.error is not None
            return JSONResponse(fault.error.body(), fault.error.code)
        case How.STALL | How.SLOW:
            await _patience(fault, request)
        case How.DROP:
            cut()
            await _hung_up(request)
    return done or await call_unless_gone(request, call)


async def call_unless_gone(request: Request, call: Call) -> Response:
    """What was held up before it was carried out is so now, unless its caller has given up."""
    if await request.is_disconnected():
        return Response(status_code=499)
    return await call()


async def _patience(fault: Fault, request: Request) -> None:
    waits = {asyncio.ensure_future(fault.mended.wait()), asyncio.ensure_future(_hung_up(request))}
    try:
        await asyncio.wait(waits, timeout=fault.seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
            with suppress(asyncio.CancelledError):
                await wait


async def _hung_up(request: Request) -> None:
    """Until the caller's end of the connection is gone. The body has been read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
