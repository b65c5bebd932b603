"""`rebelote doctor`: look at everything a running house needs, and say what to do. It changes nothing."""

import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

import httpx
from redis import Redis
from redis.exceptions import BusyLoadingError, RedisError

from service.adapters.rq_queue import Work, sync_client
from service.logs import blanked
from service.settings import Misconfigured, Settings
from workers import checks, soundings
from workers.findings import Finding, Level, fail, ok, span, warn, worst

TELEGRAM_S = 10.0
LATE_MS, STUCK_MS = 10_000, 60_000
"""From when on a due row or a waiting command is late, and when nobody seems to look at all."""
LONG_QUEUE = 200
SHOWN = ("rebelote", "python-telegram-bot", "redis", "rq")
LOG = "the process's log says why (docs/operations.md, Read the logs)"


def run(settings: Settings, say: Callable[[str], None]) -> int:
    """Print a line for each finding; 0, or 1 where something fails."""
    findings: list[Finding] = []
    for finding in examine(settings):
        findings.append(finding)
        say(blanked(finding.lines(), settings.secrets))
    level = worst(findings)
    words = {Level.OK: "All is well.", Level.WARN: "It runs; see the warnings.", Level.FAIL: "It needs you."}
    say(words[level])
    return int(level is Level.FAIL)


def examine(settings: Settings) -> Iterator[Finding]:
    """All findings, each as soon as it is known."""
    yield _versions()
    yield from _server(settings)
    yield from _telegram(settings)


def _versions() -> Finding:
    python = ".".join(map(str, sys.version_info[:3]))
    return ok("versions", ", ".join(f"{name} {version(name)}" for name in SHOWN) + f", Python {python}")


def _server(settings: Settings) -> Iterator[Finding]:
    try:
        yield from checks.judged(checks.ask(settings))
    except (Misconfigured, RedisError, OSError) as fault:
        yield _unanswered(settings, fault)
        return
    with sync_client(settings.redis, settings.redis_timeout_s) as client:
        for look in (_courier, _due, _inboxes, _queues):
            try:
                yield from look(settings, client)
            except RedisError as fault:
                what, said = look.__name__.strip("_"), f"cannot be read ({type(fault).__name__})"
                yield fail(what, said, "may its user? deploy/users.acl")


def _unanswered(settings: Settings, fault: Exception) -> Finding:
    if isinstance(fault, Misconfigured):
        return fail("server", "cannot be asked", str(fault))
    where = checks.place(settings.redis)
    if isinstance(fault, BusyLoadingError):
        return warn("server", f"{where} is loading its data", "wait; a large log takes minutes")
    if isinstance(fault, checks.REFUSED):
        return fail("server", f"{where} denies access", checks.refusal(fault))
    said = f"{where} does not answer ({type(fault).__name__})"
    untrusted = "CERTIFICATE" in str(fault)
    return fail("server", said, checks.UNTRUSTED if untrusted else "start it, or correct REDIS_URL")


def _courier(settings: Settings, client: Redis) -> Iterator[Finding]:
    left = soundings.lease_left(settings, client)
    if left > 0:
        yield ok("courier", f"on duty, its lease for {span(left)} more")
    else:
        said = "none is on duty: nothing is shown, no turn rings"
        yield fail("courier", said, f"start `rebelote courier`; if it runs, {LOG}")


def _due(settings: Settings, client: Redis) -> Iterator[Finding]:
    rows, late, age = soundings.due(settings, client)
    said = f"{rows} rows, {late} due now, the oldest for {span(age)}"
    yield _late(
        "due rows", said, age, f"the courier does not keep up: {LOG}; 429s there mean Telegram's limits"
    )


def _inboxes(settings: Settings, client: Redis) -> Iterator[Finding]:
    tables, age = soundings.inboxes(settings, client)
    said = f"{tables} tables have moves waiting, the oldest for {span(age)}"
    yield _late("inboxes", said, age, f"no worker carries moves on, or one fails at a table: {LOG}")


def _late(what: str, said: str, late: float, advice: str) -> Finding:
    if late > STUCK_MS:
        return fail(what, said, advice)
    return warn(what, said, advice) if late > LATE_MS else ok(what, said)


def _queues(settings: Settings, client: Redis) -> Iterator[Finding]:
    for work in Work:
        what = f"queue {work}"
        waiting, workers, failed = soundings.jobs(settings, client, work)
        said = f"{waiting} jobs wait, {workers} workers, {failed} failed within a day"
        if not workers:
            yield fail(what, said, f"start `rebelote worker --queue {work}`")
        elif failed:
            yield warn(what, said, f"no move is lost by it, but it is a fault: {LOG}")
        elif waiting > LONG_QUEUE:
            yield warn(what, said, "add workers: REBELOTE_WORKERS, or `docker compose up --scale worker=N`")
        else:
            yield ok(what, said)


def _telegram(settings: Settings) -> Iterator[Finding]:
    with httpx.Client(timeout=TELEGRAM_S, trust_env=not settings.local) as client:

        def call(method: str) -> tuple[int, Any]:
            answer = client.get(f"{settings.bot_api}{settings.bot_token}/{method}")
            return answer.status_code, answer.json().get("result")

        try:
            status, me = call("getMe")
            yield (known := _token(settings, status, me))
            if known.level is Level.OK:
                yield _webhook(settings, call("getWebhookInfo")[1])
        except (httpx.HTTPError, ValueError) as fault:
            # Its text holds the address, and that the token.
            advice = (
                "is `rebelote run` running?"
                if settings.local
                else "is the way out open? a proxy: HTTPS_PROXY"
            )
            where = settings.local_url if settings.local else settings.telegram_url
            yield fail("token", f"Telegram at {where} cannot be asked ({type(fault).__name__})", advice)


def _token(settings: Settings, status: int, me: Any) -> Finding:
    if status in {401, 404}:
        return fail(
            "token", "Telegram does not know it", "set TELEGRAM_BOT_TOKEN to the one @BotFather shows"
        )
    if not isinstance(me, dict):
        return fail(
            "token", f"Telegram answers with {status}", "try again; REBELOTE_TELEGRAM_URL may be wrong"
        )
    where = "the local Telegram" if settings.local else "Telegram"
    return ok("token", f"{where} knows it: @{me.get('username')}")


def _webhook(settings: Settings, info: Any) -> Finding:
    url, waiting = str(info.get("url") or ""), int(info.get("pending_update_count") or 0)
    wanted = settings.webhook_url or ""
    if url != wanted:
        advice = "start `rebelote bot` anew: it sets this; does another program use the token?"
        return fail("webhook", _mismatch(url, wanted), advice)
    way = "webhook" if url else "polling"
    said = f"{way} as set, {waiting} updates wait"
    age = time.time() - float(info.get("last_error_date") or 0)
    if url and age < 600:
        message = info.get("last_error_message")
        return warn(
            "webhook",
            f"{said}; Telegram's last error, {span(age * 1000)} ago: {message}",
            "look at the proxy",
        )
    if waiting > 100:
        return warn("webhook", said, f"is `rebelote bot` running? {LOG}")
    return ok("webhook", said)


def _mismatch(url: str, wanted: str) -> str:
    if not wanted:
        return "Telegram calls a webhook, and no setting names one: polling gets nothing"
    return "Telegram calls another address than REBELOTE_WEBHOOK_URL" if url else "none is set at Telegram"
