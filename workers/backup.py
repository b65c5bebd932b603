"""`rebelote backup` and `rebelote import`: all documents of a house as one file of JSON lines.

The file holds every secret and every hidden card: it is written readable for its owner only.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TextIO

from service.adapters.redis_archive import Damaged, Line, RedisArchive
from service.bootstrap import redis_client
from service.ports import StoreDown, TooNew
from service.settings import Misconfigured, Settings

FORMAT = 1
FIRST, LAST = "rebelote backup", "end"


class Unreadable(Exception):
    """A backup cannot be read. The message is one line for the operator."""


@asynccontextmanager
async def archive(settings: Settings) -> AsyncIterator[RedisArchive]:
    """The archive of the server of these settings. Raises `Misconfigured` where it does not answer."""
    client = redis_client(settings)
    try:
        yield RedisArchive(client)
    except StoreDown as fault:
        raise Misconfigured(f"REDIS_URL: the server does not answer ({fault})") from None
    finally:
        await client.close()


async def backup(settings: Settings, target: str) -> Mapping[str, int]:
    """Write everything to a file ("-": standard output); how many documents of each kind."""
    counts: Counter[str] = Counter()
    async with archive(settings) as house:
        with _written(target) as file:
            _write(file, {"kind": FIRST, "format": FORMAT, "release": version("rebelote")})
            async with aclosing(house.lines()) as lines:
                async for line in lines:
                    _write(file, line)
                    counts[line["kind"]] += 1
            _write(file, {"kind": LAST} | counts)
    return counts


@contextmanager
def _written(target: str) -> Iterator[TextIO]:
    """A file that is there whole or not at all."""
    if target == "-":
        yield sys.stdout
        return
    part = Path(f"{target}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError as fault:
        raise Unreadable(f"{target}: {fault.strerror}") from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _write(file: TextIO, line: Line) -> None:
    file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


class Restored(Counter[str]):
    """How many documents of each kind were put, and under "there" how many were there already."""


async def restore(settings: Settings, source: str) -> Restored:
    """Put what a file holds. What is there already stays. Raises `Unreadable`.

    The file is read through before anything is written, so that a torn one changes nothing.
    """
    counts = Restored()
    _check(source)
    async with archive(settings) as house:
        for number, line in enumerate(_lines(source), 1):
            if line["kind"] in (FIRST, LAST):
                continue
            try:
                counts[line["kind"] if await house.put(line) else "there"] += 1
            except (Damaged, TooNew) as fault:
                raise Unreadable(f"{source}, line {number}: {fault}") from None
    return counts


def _lines(source: str) -> Iterator[Line]:
    try:
        with Path(source).open(encoding="utf-8") as file:
            for text in file:
                yield _line(text)
    except OSError as fault:
        raise Unreadable(f"{source}: {fault.strerror}") from None
    except ValueError:
        raise Unreadable(f"{source} is no backup of Rebelote, or a torn one") from None


def _line(text: str) -> Line:
    line = json.loads(text)
    if isinstance(line, dict) and isinstance(line.get("kind"), str):
        return line
    raise ValueError("no line of a backup")


def _check(source: str) -> None:
    """The first line says what it is, the last one how much it holds."""
    counts: Counter[str] = Counter()
    lines = _lines(source)
    first: Line = next(lines, {})
    if first.get("kind") != FIRST:
        raise Unreadable(f"{source} is no backup of Rebelote")
    if first.get("format") != FORMAT:
        raise Unreadable(f"{source} was written by a newer release ({first.get('release')})")
    last: Line = {}
    for last in lines:
        counts[last["kind"]] += 1
    counts[LAST] -= 1
    if last != {"kind": LAST} | +counts:
        raise Unreadable(f"{source} is torn: its last line is missing, or lines before it")
