"""`rebelote run` as a process of its own, for measurements."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from service.settings import Settings, Sync
from tests.e2e.house import free_port
from tests.sandbox.client import Control
from tests.workers.waiting import ROOT

START_S, STOP_S = 60, 30


class Running:
    """Started on a folder of its own, one worker, everything else as it is by default."""

    def __init__(self, sync: Sync = Sync.ALWAYS) -> None:
        self._sync = sync
        self._folder = TemporaryDirectory(prefix="rebelote-")
        self.folder = Path(self._folder.name)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.redis = f"unix://{self.folder}/server/server.sock"
        self.settings = Settings.model_validate({"redis_url": self.redis})
        self.took = 0.0
        """Seconds from the command to the address on the terminal, which comes when the page answers."""

    async def __aenter__(self) -> "Running":
        began = time.perf_counter()
        told = {"REBELOTE_DATA_DIR": str(self.folder), "REBELOTE_LOCAL_PORT": str(self.port)}
        told["REBELOTE_SERVER_SYNC"] = self._sync.value
        bare = {name: value for name, value in os.environ.items() if not name.startswith("REBELOTE_")}
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "workers.cli", "run"),
            stdout=asyncio.subprocess.PIPE,
            env=bare | told,
            cwd=ROOT,
        )
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(START_S):
                greeting = await self._process.stdout.readline()
            self.took = time.perf_counter() - began
            assert self.url in greeting.decode(), self.log[-3000:]
        except BaseException:
            await self._stop()
            raise
        self.control = Control(self.url)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.control.close()
        await self._stop()

    async def _stop(self) -> None:
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGINT)
            try:
                async with asyncio.timeout(STOP_S):
                    await self._process.wait()
            except TimeoutError:
                self._process.kill()
                await self._process.wait()
        self._folder.cleanup()

    @property
    def log(self) -> str:
        """What the parts wrote."""
        path = self.folder / "rebelote.log"
        return path.read_text() if path.exists() else ""

    def cpu(self) -> dict[str, float]:
        """Seconds of the processor that each part has used so far."""
        used: dict[str, float] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
                words = (stat.parent / "cmdline").read_text().split("\0")
                mine = str(self.folder).encode() in (stat.parent / "environ").read_bytes()
            except OSError:
                continue
            if mine or any(str(self.folder) in word for word in words):
                used[_name(words)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return used


def _name(words: list[str]) -> str:
    """What a part is, by its command line."""
    for name in ("courier", "think", "moves", "bot", "run", "service.sandbox"):
        if name in words:
            return name
    return "server"
