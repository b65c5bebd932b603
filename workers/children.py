"""Child processes that are kept alive, and stopped when told."""

import asyncio
import os
import signal
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from workers.tether import tethered

CONFIGURATION = 78
"""Exit code (sysexits' EX_CONFIG) of a part that a setting keeps from starting: trying again would not help."""
QUICK_S = 5.0
"""A part that lived shorter than this has died quickly."""
QUICK_DEATHS = 5
"""So many quick deaths in a row end the whole."""
FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 3.0
LAST_LINES = 8
LINE_BYTES = 1 << 20


class Part(NamedTuple):
    """One process of the house."""

    name: str
    command: tuple[str, ...]
    """A full path first."""
    grace_s: float = 10.0
    """From SIGTERM until it is killed."""
    inherited: tuple[int, ...] = ()
    """File descriptors it keeps open."""
    nice: int = 0
    """How far it steps back for the others where the machine is busy."""


class GaveUp(Exception):
    """A part cannot be kept alive. The message is one line for the operator."""


class Child:
    """A part, started again whenever it ends, until it is stopped."""

    def __init__(self, part: Part, environment: Mapping[str, str], say: Callable[[str, str], None]) -> None:
        self.part = part
        self.process: asyncio.subprocess.Process | None = None
        self._environment = environment
        self._say = say
        self._stopping = asyncio.Event()
        self._last: deque[str] = deque(maxlen=LAST_LINES)
        self.started = asyncio.Event()

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self.process is not None and self.process.returncode is None

    async def keep(self) -> None:
        """Run until stopped. Raises `GaveUp`."""
        loop, deaths = asyncio.get_running_loop(), 0
        while not self._stopping.is_set():
            born = loop.time()
            code = await self._run()
            if self._stopping.is_set():
                return
            # Killed from outside says nothing of the part: it is started again however often.
            quick = loop.time() - born < QUICK_S and code != -signal.SIGKILL
            deaths = deaths + 1 if quick else 0
            self._say("supervisor", f"{self.part.name} ended ({_ending(code)})")
            if code == CONFIGURATION or deaths >= QUICK_DEATHS:
                raise GaveUp(self._reason(code, deaths))
            await asyncio.sleep(min(FIRST_PAUSE_S * 2**deaths, LONGEST_PAUSE_S))

    def _reason(self, code: int, deaths: int) -> str:
        last = self._last[-1] if self._last else _ending(code)
        if code == CONFIGURATION:
            return last.removeprefix("rebelote: ")
        return f"The {self.part.name} ended {deaths} times within seconds: {last}"

    async def _run(self) -> int:
        process = await asyncio.create_subprocess_exec(
            *tethered(self.part.command, self.part.nice),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=LINE_BYTES,
            env=self._environment,
            pass_fds=self.part.inherited,
            start_new_session=True,  # Ctrl-C in the terminal is for the supervisor, which stops the parts in order
        )
        self.process = process
        self.started.set()
        if self._stopping.is_set():  # told while it was being started
            process.terminate()
        await self._forward(process.stdout)
        return await process.wait()

    async def _forward(self, output: asyncio.StreamReader | None) -> None:
        while output and (line := await output.readline()):
            text = line.decode("utf-8", "replace").rstrip()
            self._last.append(text)
            self._say(self.part.name, text)

    async def stop(self, hurry: asyncio.Event) -> None:
        """SIGTERM, then after its grace or in a hurry SIGKILL; back when it is gone."""
        self._stopping.set()
        process = self.process
        if process is None or process.returncode is not None:
            return
        _signal(process, signal.SIGTERM)
        gone, hurried = asyncio.ensure_future(process.wait()), asyncio.ensure_future(hurry.wait())
        await asyncio.wait({gone, hurried}, timeout=self.part.grace_s, return_when=asyncio.FIRST_COMPLETED)
        hurried.cancel()
        if not gone.done():
            self._say("supervisor", f"{self.part.name} is killed")
            _signal(process, signal.SIGKILL)
        await gone


def _signal(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)  # its whole session: what it started itself goes with it


def _ending(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
