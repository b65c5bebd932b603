"""What has changed since the world was last saved whole, a line for each thing that did.

A line is in the file before anybody is answered: the operating system has it, so a killed process has lost nothing
that it told. What a machine loses with its power is another matter: nothing is forced to the disk here.
"""

from collections.abc import Iterator
from dataclasses import fields
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from pydantic_core import to_json

from service.sandbox.state import Json, World

Thing: TypeAlias = tuple[str | int, ...]
"""Where it is found in the world: `("messages", chat, id)`."""
BY_KEY = frozenset({"users", "chats", "messages", "queries", "inline_queries", "photos", "documents"})
"""There may be many of these, so what changed is told; all else is compared with what was written last."""
_REST = tuple(one.name for one in fields(World) if one.name not in BY_KEY)
_UPDATE = "update"
"""An update that waits is written once, and after that named by its number: many may wait, and the list changes with
each that comes or goes."""


class Journal:
    """Appends to one file, which `begin` empties."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._noted: dict[Thing, None] = {}
        self._rest: dict[str, bytes] = {}
        self._waiting: set[int] = set()
        self.length = 0
        """Bytes since it was begun."""

    def note(self, thing: Thing) -> None:
        """This has changed, or is gone."""
        self._noted[thing] = None

    def begin(self, world: World) -> None:
        """All of the world has just been saved."""
        if self._file is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("ab", buffering=0)
        self._file.truncate(0)
        self.length = 0
        self._noted.clear()
        self._rest = {name: _rest(world, name) for name in _REST}
        self._waiting = {entry.update["update_id"] for entry in world.pending}

    def write(self, world: World) -> None:
        """What has been noted since, and what else differs. Nothing before the first `begin`."""
        if self._file is None:
            return
        lines = b"".join(self._lines(world))
        if lines:
            self._file.write(lines)
            self.length += len(lines)

    def _lines(self, world: World) -> Iterator[bytes]:
        noted, self._noted = self._noted, {}
        for thing in noted:
            yield _line(thing, to_json(_found(world, thing)))
        before, self._waiting = self._waiting, {entry.update["update_id"] for entry in world.pending}
        for entry in world.pending:
            if entry.update["update_id"] not in before:
                yield _line((_UPDATE, entry.update["update_id"]), to_json(entry.update))
        for name in _REST:
            value = _rest(world, name)
            if value != self._rest[name]:
                self._rest[name] = value
                yield _line((name,), value)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _rest(world: World, name: str) -> bytes:
    if name == "pending":
        return to_json([(entry.update["update_id"], entry.at) for entry in world.pending])
    return to_json(getattr(world, name))


def _line(thing: Thing, value: bytes) -> bytes:
    return b"[%s,%s]\n" % (to_json(thing), value)


def _found(world: World, thing: Thing) -> Any:
    """None: it is gone."""
    value = getattr(world, str(thing[0]))
    for key in thing[1:]:
        value = value.get(key, {})
    return value or None


def replay(path: Path, saved: Json) -> None:
    """Bring a world, as it was saved whole, up to date. Lines that are in it already change nothing."""
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return
    saved[_UPDATE] = {str(entry["update"]["update_id"]): entry["update"] for entry in saved["pending"]}
    for line in lines:
        try:
            thing, value = loads(line)
        except JSONDecodeError:
            break  # it was being written, and nobody had an answer yet
        if thing == ["pending"]:
            value = [{"update": saved[_UPDATE][str(number)], "at": at} for number, at in value]
        *way, last = map(str, thing)
        place = saved
        for step in way:
            place = place.setdefault(step, {})
        if value is None and way:
            place.pop(last, None)
        else:
            place[last] = value
    del saved[_UPDATE]
