"""Structured logs: one line a command. Never a token, never a hidden card, of a job nothing but ids.

The first two are kept by construction (commands, not cards, are logged; secrets are `SecretStr`) and once more by the
`_Redact` processor, the last one by silencing what RQ and the HTTP clients say on their own.
"""

import logging
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, Self, TextIO

import structlog
from structlog.typing import EventDict, FilteringBoundLogger, Processor, WrappedLogger

from service.settings import LogFormat, Settings

_TOKEN = re.compile(r"(?<!\d)\d{6,}:[A-Za-z0-9_-]{30,}")
"""A Telegram bot token, whoever's it is; in an address it follows upon letters, `…/bot123456:…`."""
_PASSWORD = re.compile(r"(?<=://)[^\s/@]*@")
"""User and password of an address."""
_QUIET = ("httpx", "httpcore", "rq", "rq.worker", "asyncio", "telegram", "apscheduler", "uvicorn")
"""Libraries that put addresses (with the token), arguments or payloads into their INFO lines."""


class _Redact:
    """Last before rendering: blanks whatever looks like a secret or is known to be one, at any depth."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = tuple(secrets)

    def __call__(self, logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        return {key: self._clean(value) for key, value in event.items()}

    def _clean(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {self._clean_key(key): self._clean(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self._clean(item) for item in value]
        if value is None or isinstance(value, bool | int | float):
            return value
        return blanked(str(value), self._secrets)

    def _clean_key(self, key: Any) -> Any:
        return blanked(key, self._secrets) if isinstance(key, str) else key


def blanked(text: str, secrets: Iterable[str]) -> str:
    """A text without what looks like a secret or is known to be one."""
    for secret in secrets:
        if len(secret) >= 8:  # a shorter one would blank half of every line
            text = text.replace(secret, "[secret]")
    return _PASSWORD.sub("[secret]@", _TOKEN.sub("[secret]", text))


def configure_logs(settings: Settings, process: str, stream: TextIO | None = None) -> None:
    """Set up logging of this process, named `process` in every line. Lines go to stderr unless `stream` is given."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _name(process),
    ]
    last: list[Processor] = [
        structlog.processors.format_exc_info,
        _Redact(settings.secrets),
        _renderer(settings.log_format),
    ]
    target, level = stream or sys.stderr, settings.log_level.upper()
    structlog.configure(
        processors=[*shared, *last],
        logger_factory=_Lines(target),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=False,
    )
    _take_in_foreign(target, level, shared, last)


class _Lines:
    """Writes line by line. One that cannot be written (a full disk, a closed terminal) is no fault of what it tells."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = Lock()

    def __call__(self, *args: object) -> Self:
        """As structlog asks for a logger."""
        return self

    def msg(self, line: str) -> None:
        with self._lock, suppress(OSError, ValueError):
            self._stream.write(line + "\n")
            self._stream.flush()

    debug = info = warning = error = critical = msg


def _take_in_foreign(
    target: TextIO, level: str, shared: Sequence[Processor], last: Sequence[Processor]
) -> None:
    """What libraries say through the standard library becomes such lines too. Ours do not go that way: it takes twice
    as long, a tenth of a worker's job."""
    meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler = logging.StreamHandler(target)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[meta, *last])
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _name(process: str) -> Processor:
    def add(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        event["process"] = process
        return event

    return add


def _renderer(wanted: LogFormat) -> Processor:
    if wanted is LogFormat.JSON:
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    return structlog.dev.ConsoleRenderer(colors=False, pad_event_to=16)


class Once:
    """Says each thing once in a process's life: what is looked at every other second would fill the log."""

    def __init__(self, most: int = 10_000) -> None:
        self._said: set[str] = set()
        self._most = most

    def __call__(self, thing: str) -> bool:
        """Whether this is the first time."""
        if thing in self._said:
            return False
        if len(self._said) >= self._most:
            self._said.clear()
        self._said.add(thing)
        return True


def get_logger(name: str) -> FilteringBoundLogger:
    """A logger; call as `log.info("advance", table=..., ply=..., outcome=..., ms=...)`."""
    logger: FilteringBoundLogger = structlog.get_logger(name)
    return logger
