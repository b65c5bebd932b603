"""Keeps the world, so that chats and old buttons are still there after a restart: one JSON file with all of it, and a
journal of what has changed since.
"""

import asyncio
import json
import os
from pathlib import Path

from pydantic import TypeAdapter

from service.sandbox.journal import Journal, Thing, replay
from service.sandbox.state import World

JOURNAL_BYTES = 4_000_000
"""A longer journal, if it is longer than the world too, gives way to a new file with all of it."""
_WORLD: TypeAdapter[World] = TypeAdapter(World)


class Store:
    """Writes each change before it is answered; `directory=None` keeps everything in memory."""

    def __init__(self, directory: Path | None) -> None:
        self._directory = directory
        self._path = directory / "telegram.json" if directory else None
        self._journal = Journal(directory / "telegram.journal") if directory else None
        self._files: dict[str, bytes] = {}
        self._world: World | None = None
        """What has changed and is not written."""
        self._whole = 0

    def load(self) -> World | None:
        if self._directory is None or self._path is None:
            return None
        try:
            saved = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            return None
        replay(self._directory / "telegram.journal", saved)
        return _WORLD.validate_python(saved)

    def touch(self, world: World, *things: Thing) -> None:
        """Note a change. It is written with the next answer, or by itself if none follows."""
        if self._journal is None:
            return
        for thing in things:
            self._journal.note(thing)
        if self._world is None:
            self._world = world
            try:
                asyncio.get_running_loop().call_soon(self.write)
            except RuntimeError:
                # Not serving yet: what is set up before the start is saved at the start.
                return

    def write(self) -> None:
        """To be called before anything is told to anybody."""
        world, self._world = self._world, None
        if world is None or self._journal is None:
            return
        self._journal.write(world)
        if self._journal.length > max(JOURNAL_BYTES, self._whole):
            self.flush(world)

    def flush(self, world: World, *, complete: bool = False) -> None:
        """Save all of it now; `complete`: nothing will be changed any more."""
        if self._path is None or self._journal is None:
            return
        self._world = None
        world.complete = complete
        content = _WORLD.dump_json(world)
        _replace(self._path, content)
        self._whole = len(content)
        # Who is killed before this finds lines that say what the file says.
        self._journal.begin(world)

    def close(self) -> None:
        """Let go of the file."""
        if self._journal is not None:
            self._journal.close()

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
