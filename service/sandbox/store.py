"""Keeps the world in one JSON file, so that chats and old buttons are still there after a restart."""

import asyncio
import os
import time
from pathlib import Path

from pydantic import TypeAdapter

from service.sandbox.state import World

SOON_S = 0.05
"""From a change until it is saved. Who is killed in between loses it, but never gives a number twice."""
_WORLD: TypeAdapter[World] = TypeAdapter(World)


class Store:
    """Saves a little after each change; `directory=None` keeps everything in memory."""

    def __init__(self, directory: Path | None) -> None:
        self._directory = directory
        self._path = directory / "telegram.json" if directory else None
        self._files: dict[str, bytes] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._delay = SOON_S

    def load(self) -> World | None:
        if self._path is None:
            return None
        try:
            return _WORLD.validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return None

    def touch(self, world: World) -> None:
        """Note a change: it is written within a moment, together with those that follow."""
        if self._directory is None or self._timer is not None:
            return
        try:
            self._timer = asyncio.get_running_loop().call_later(self._delay, self.flush, world)
        except RuntimeError:
            # Not serving yet: what is set up before the start is saved at the start.
            return

    def flush(self, world: World, *, complete: bool = False) -> None:
        """Save now; `complete`: nothing will be changed any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._path is None:
            return
        started = time.monotonic()
        world.complete = complete
        _replace(self._path, _WORLD.dump_json(world))
        # A large world is saved more rarely: saving takes at most a tenth of the time.
        self._delay = max(SOON_S, 10 * (time.monotonic() - started))

    def put_file(self, file_id: str, content: bytes) -> None:
        if self._directory is None:
            self._files[file_id] = content
        else:
            _replace(self._directory / "photos" / file_id, content)

    def get_file(self, file_id: str) -> bytes | None:
        """`file_id` must be one the world knows: it becomes part of a path."""
        if self._directory is None:
            return self._files.get(file_id)
        try:
            return (self._directory / "photos" / file_id).read_bytes()
        except FileNotFoundError:
            return None


def _replace(path: Path, content: bytes) -> None:
    """A reader, or the next start, finds the old file or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".new")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
