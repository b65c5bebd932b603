"""`rebelote run`: everything in one foreground command, stopped whole by Ctrl-C.

Start: data folder's lock, server and local Telegram side by side, then bot, workers and courier. Stop, in this order:
bot (nothing new comes in), workers, courier, local Telegram, server last. What dies is started again.
"""

import asyncio
import os
import shutil
import signal
import socket
import sys
import time
import uuid
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, TextIO, TypeAlias

import httpx

from service.adapters.rq_queue import Work
from service.settings import Misconfigured, Settings
from workers import embedded
from workers.children import Child, GaveUp, Part

LOG_BYTES = 5_000_000
"""A log file longer than this is put aside at the next start; one older one is kept."""
PAGE_S = 20.0
"""Until the local Telegram must answer."""
COURIER_NICE, THINKER_NICE = 4, 8
"""Where a machine is busy a tap goes before what is shown of it, and both before a computer's thoughts."""
OWN_FILES = ("server", "telegram", "rebelote.log", "rebelote.log.1")
"""What a data folder holds of ours; `--reset` removes these and nothing else."""


Stages: TypeAlias = tuple[tuple[Part, ...], ...]
"""The parts in the order of their start; they are stopped in reverse, those of one stage together."""


def run(settings: Settings, *, reset: bool = False, verbose: bool = False) -> None:
    """Until Ctrl-C or SIGTERM. Raises `Misconfigured` and `GaveUp`, each with one line for the operator."""
    if reset and settings.redis_url:
        raise Misconfigured(
            "--reset empties the data folder only; REDIS_URL names another server, empty it there"
        )
    folder = settings.data_dir.resolve()
    with embedded.locked(folder) as lock:
        if reset:
            empty(folder)
        where = _address(settings)
        server = None if settings.redis_url else embedded.plan(settings, folder / "server")
        stages = parts(settings, folder, server, lock.fileno())
        with _log(folder, verbose) as say:
            supervisor = Supervisor(stages, _environment(settings, server), say)
            asyncio.run(
                _whole(supervisor, settings, server, f"Rebelote is at {where}\n{_how_to_stop(folder)}")
            )


async def _whole(
    supervisor: "Supervisor", settings: Settings, server: embedded.Plan | None, greeting: str
) -> None:
    async def ready(first: Child) -> None:
        if server:
            await asyncio.to_thread(embedded.wait_ready, server, lambda: first.alive)

    async def greet() -> None:
        if settings.local:
            await _page_answers(settings.local_url)
        print(greeting, flush=True)  # noqa: T201 - the one thing a newcomer is told

    await supervisor.run(ready, greet)


def _how_to_stop(folder: Path) -> str:
    log = folder / "rebelote.log"
    with suppress(ValueError):
        log = log.relative_to(Path.cwd())
    return f"Ctrl-C stops it. Details: {log}"


def empty(folder: Path) -> None:
    """Remove what a run leaves in its data folder; the folder itself and its lock stay."""
    for name in OWN_FILES:
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def parts(settings: Settings, folder: Path, server: embedded.Plan | None, lock: int) -> Stages:
    """Which processes make up this run."""
    ports = count(settings.metrics_port) if settings.metrics_port else None

    def ours(name: str, *arguments: str, nice: int = 0) -> Part:
        shown = ("--metrics-port", str(next(ports))) if ports else ()
        return Part(name, (sys.executable, "-m", "workers.cli", *arguments, *shown), nice=nice)

    stages: list[tuple[Part, ...]] = []
    if server:
        # The lock's file stays open in the server: as long as it writes, no other run takes the folder.
        stages.append((Part("server", server.command, embedded.STOP_S, (lock,)),))
    if settings.local:
        port, token = str(settings.local_port), settings.bot_token
        command = (sys.executable, "-m", "service.sandbox", "--port", port, "--token", token)
        stages.append((Part("telegram", (*command, "--data", str(folder / "telegram"))),))
    # Started anew only once it has ended, so it takes its own lease over at once.
    stages.append((ours("courier", "courier", "--place", uuid.uuid4().hex, nice=COURIER_NICE),))
    thinker = ours("thinker", "worker", "--queue", Work.THINK, nice=THINKER_NICE)
    moves = [ours(f"worker-{n}", "worker", "--queue", Work.MOVES) for n in range(1, settings.workers + 1)]
    stages.append((thinker, *moves))
    stages.append((ours("bot", "bot"),))
    return tuple(stages)


def _environment(settings: Settings, server: embedded.Plan | None) -> dict[str, str]:
    ours = {"REBELOTE_DATA_DIR": str(settings.data_dir.resolve()), "PYTHONUNBUFFERED": "1"}
    return os.environ | ours | ({"REDIS_URL": server.url} if server else {})


def _address(settings: Settings) -> str:
    """The one address a newcomer needs. Raises `Misconfigured` for a taken port or a token nobody knows."""
    if settings.local:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", settings.local_port))
            except OSError:
                raise Misconfigured(
                    f"Port {settings.local_port} is taken: set REBELOTE_LOCAL_PORT to a free one"
                ) from None
        return settings.local_url
    return f"https://t.me/{_bot_name(settings)}"


def _bot_name(settings: Settings) -> str:
    try:
        answer = httpx.get(f"{settings.bot_api}{settings.bot_token}/getMe", timeout=10)
    except httpx.HTTPError as fault:
        # Its text holds the address, and that the token.
        raise Misconfigured(
            f"Telegram cannot be reached at {settings.telegram_url} ({type(fault).__name__})"
        ) from None
    if answer.status_code in {401, 404}:
        raise Misconfigured("TELEGRAM_BOT_TOKEN: Telegram does not know this token")
    try:
        return str(answer.json()["result"]["username"])
    except (ValueError, KeyError):
        raise Misconfigured(
            f"{settings.telegram_url} answers with {answer.status_code}, not as Telegram"
        ) from None


@contextmanager
def _log(folder: Path, verbose: bool) -> Iterator[Callable[[str, str], None]]:
    """Where the parts' lines go: the log file, and with `verbose` the terminal too."""
    path = folder / "rebelote.log"
    if path.exists() and path.stat().st_size > LOG_BYTES:
        path.replace(folder / "rebelote.log.1")
    with path.open("a", encoding="utf-8", buffering=1) as file:
        outlets: Sequence[TextIO] = (file, sys.stderr) if verbose else (file,)

        def say(name: str, line: str) -> None:
            for outlet in outlets:
                outlet.write(f"{name:<10} {line}\n")

        yield say


class Supervisor:
    """Starts stages of parts, keeps them, and stops them in reverse."""

    def __init__(
        self, stages: Stages, environment: Mapping[str, str], say: Callable[[str, str], None]
    ) -> None:
        self._stages = [[Child(part, environment, say) for part in stage] for stage in stages]
        self._keepers: list[asyncio.Task[None]] = []
        self._stop, self._hurry = asyncio.Event(), asyncio.Event()

    async def run(
        self, ready: Callable[[Child], Awaitable[None]], greet: Callable[[], Awaitable[None]]
    ) -> None:
        """Until SIGINT or SIGTERM. `ready` waits for the first stage before the others start; `greet` comes last.

        Raises `GaveUp` for a part that cannot be kept alive, and what the two functions raise; all is stopped then.
        """
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._asked)
        self._failed: asyncio.Future[None] = loop.create_future()
        try:
            await self._unless_stopped(self._started(ready, greet))
            await self._unless_stopped(self._stop.wait())
        finally:
            await self._stopped()

    def _asked(self) -> None:
        """The first signal stops in order; a second one waits for nobody's grace."""
        (self._hurry if self._stop.is_set() else self._stop).set()

    async def _started(
        self, ready: Callable[[Child], Awaitable[None]], greet: Callable[[], Awaitable[None]]
    ) -> None:
        for number, stage in enumerate(self._stages):
            for child in stage:
                keeper = asyncio.create_task(child.keep(), name=child.part.name)
                keeper.add_done_callback(self._ended)
                self._keepers.append(keeper)
                await child.started.wait()
            if number == 0:
                await ready(stage[0])
        await greet()

    def _ended(self, keeper: asyncio.Task[None]) -> None:
        fault = None if keeper.cancelled() else keeper.exception()
        if fault and not self._failed.done():
            self._failed.set_exception(fault)

    async def _unless_stopped(self, wanted: Coroutine[Any, Any, Any]) -> None:
        """Wait for something, for the wish to stop, or for a failure, which is raised."""
        task, stop = asyncio.ensure_future(wanted), asyncio.ensure_future(self._stop.wait())
        waits: set[asyncio.Future[Any]] = {task, stop, self._failed}
        done, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in pending - {self._failed}:
            wait.cancel()
            with suppress(asyncio.CancelledError):
                await wait
        for finished in done:
            finished.result()

    async def _stopped(self) -> None:
        for stage in reversed(self._stages):
            await asyncio.gather(*(child.stop(self._hurry) for child in stage))
        await asyncio.gather(*self._keepers, return_exceptions=True)


async def _page_answers(url: str) -> None:
    deadline = time.monotonic() + PAGE_S
    async with httpx.AsyncClient(trust_env=False) as client:
        while time.monotonic() < deadline:
            with suppress(httpx.HTTPError):
                if (await client.get(f"{url}/healthz")).is_success:
                    return
            await asyncio.sleep(0.05)
    raise GaveUp(f"The local Telegram does not answer at {url}")
