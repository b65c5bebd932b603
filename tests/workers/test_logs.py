"""Log lines: structured, named, and without a secret wherever it comes from."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from service.logs import configure_logs, get_logger
from service.settings import Settings

TOKEN = "123456789:AAF-abcdefghijklmnopqrstuvwxyz_01234"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    stream = io.StringIO()
    settings: dict[str, Any] = {
        "telegram_bot_token": TOKEN,
        "redis_url": "redis://:swordfish@example.org:6379",
        "log_format": "json",
    }
    configure_logs(Settings(**settings), "bot", stream)
    yield stream
    root.handlers[:], root.level = before
    structlog.reset_defaults()


def test_a_line_holds_its_fields(lines: io.StringIO) -> None:
    get_logger("x").info("command", table="aaaa", ply=4, outcome="done", ms=1.25)
    line = json.loads(lines.getvalue())
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "command",
        "level": "info",
        "process": "bot",
        "table": "aaaa",
        "ply": 4,
        "outcome": "done",
        "ms": 1.25,
    }


def test_no_secret_is_written_at_any_depth(lines: io.StringIO) -> None:
    log = get_logger("x")
    log.info("to", url=f"https://api.telegram.org/bot{TOKEN}/getMe", deep={"a": [{"b": TOKEN, TOKEN: 1}]})
    log.warning("another's token 987654321:BBF-abcdefghijklmnopqrstuvwxyz_56789", redis="redis://u:pw@h")
    fault = ValueError(f"redis://:swordfish@example.org:6379 and {TOKEN}")
    log.error("broken", exc_info=fault)
    logging.getLogger("third.party").error("posting to %s", f"/bot{TOKEN}/sendMessage")
    written = lines.getvalue()
    assert len(written.splitlines()) == 4
    assert "ValueError" in written
    for secret in (TOKEN, "AAF-", "BBF-", "swordfish", "u:pw"):
        assert secret not in written


@pytest.mark.parametrize("name", ["httpx", "httpcore.http11", "rq.worker", "telegram.Bot"])
def test_what_libraries_say_of_addresses_and_arguments_is_not_written(lines: io.StringIO, name: str) -> None:
    logging.getLogger(name).info("POST /bot.../sendMessage")
    assert lines.getvalue() == ""
    logging.getLogger(name).warning("trouble")
    assert json.loads(lines.getvalue())["event"] == "trouble"


def test_a_line_that_cannot_be_written_disturbs_nobody() -> None:
    """A full disk, or a terminal that is gone."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    stream = io.StringIO()
    stream.close()
    configure_logs(Settings(), "bot", stream)
    get_logger("x").error("nobody reads this")
    root.handlers[:], root.level = before
    structlog.reset_defaults()
