"""Structured logs: one line a command. Never a token, never a hidden card, of a job nothing but ids.

The first two are kept by construction (commands, not cards, are logged; secrets are `SecretStr`) and once more by the
`_Redact` processor, the last one by silencing what RQ and the HTTP clients say on their own.
"""

import logging
import re
import sys
from collections.abc import Iterable
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

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
            return {key: self._clean(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self._clean(item) for item in value]
        if value is None or isinstance(value, bool | int | float):
            return value
        return blanked(str(value), self._secrets)


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
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        _Redact(settings.secrets),
        _renderer(settings.log_format),
    ]
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=last))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


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


def get_logger(name: str) -> structlog.stdlib.BoundLogger:
    """A logger; call as `log.info("advance", table=..., ply=..., outcome=..., ms=...)`."""
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(name)
    return logger
