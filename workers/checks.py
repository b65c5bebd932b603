"""May this server be trusted with games? Asked by every process at its start, and by `rebelote doctor`.

A server that drops keys when it is full, or that writes nothing to disk, would forget tables without a word. Better no
start than that.
"""

import time
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from redis import ConnectionPool, Redis
from redis.exceptions import AuthenticationError, BusyLoadingError, NoPermissionError, RedisError

from service.logs import get_logger
from service.settings import Misconfigured, Settings
from workers.findings import Finding, Level, fail, ok, warn

OLDEST = (6, 2)
"""Without BLMOVE, RQ falls back to a command that loses jobs."""
FULL, NEARLY_FULL = 0.95, 0.8
LONGEST_PAUSE_S = 5.0
REFUSED = (AuthenticationError, NoPermissionError)
UNTRUSTED = "REDIS_URL: the server's certificate is not trusted; name its authority: rediss://…?ssl_ca_certs=/path/ca.pem"
RELAX = "REBELOTE_ALLOW_FORGETFUL_SERVER=1 allows it for a trial"

Info: TypeAlias = Mapping[str, Any]


class ServerFacts(NamedTuple):
    """What the server says of itself."""

    info: Info
    sync: str | None
    """`appendfsync`; None where this user may not ask."""
    answered_ms: float


def place(url: str) -> str:
    """A server's address without user and password."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return parts.path
    try:
        port = parts.port or 6379
    except ValueError:  # no number
        return parts.hostname or "?"
    return f"{parts.hostname or 'localhost'}:{port}"


def insist_on_address(settings: Settings) -> None:
    """Raise `Misconfigured` for an address that cannot be read. Nothing is connected, and no part of it is said: what
    is read wrongly may be of its password."""
    try:
        pool = ConnectionPool.from_url(settings.redis)
        pool.connection_class(**pool.connection_kwargs)
    except (ValueError, TypeError):
        raise Misconfigured(
            "REDIS_URL is no address of Redis; are the special characters of its password quoted?"
        ) from None


def ask(settings: Settings) -> ServerFacts:
    """Ask the server. Raises redis' errors, and `Misconfigured` for an address nobody can read."""
    insist_on_address(settings)
    # Patience for one try only: whoever asks again decides that.
    with Redis.from_url(
        settings.redis,
        socket_timeout=settings.redis_timeout_s,
        socket_connect_timeout=settings.redis_timeout_s,
        retry=None,
        decode_responses=True,
    ) as client:
        began = time.perf_counter()
        info: Info = client.info()
        answered = (time.perf_counter() - began) * 1000
        try:
            sync = client.config_get("appendfsync").get("appendfsync")
        except RedisError:
            sync = None  # the least access list hides it
        return ServerFacts(info, sync, answered)


def judged(facts: ServerFacts) -> list[Finding]:
    """Whether games are safe there, and for how long there is room."""
    return [_version(facts), _persistence(facts), _eviction(facts.info), _memory(facts.info)]


def _version(facts: ServerFacts) -> Finding:
    product = "Valkey" if "valkey_version" in facts.info else "Redis"
    version = str(facts.info.get("valkey_version", facts.info.get("redis_version", "?")))
    said = f"{product} {version} answers in {facts.answered_ms:.1f} ms"
    speaks = str(facts.info.get("redis_version", "0"))
    known = tuple(int(part) for part in speaks.split(".")[:2] if part.isdigit())
    if known < OLDEST:
        return fail("server", said, "Rebelote needs Valkey, or Redis 6.2 or newer")
    if facts.info.get("role", "master") != "master":
        return fail(
            "server", f"{said}, but it is a replica", "set REDIS_URL to the primary, which takes writes"
        )
    return ok("server", said)


def _persistence(facts: ServerFacts) -> Finding:
    info = facts.info
    if not int(info.get("aof_enabled", 0)):
        return fail(
            "persistence",
            "no append-only file: a restart of the server forgets tables",
            f"set `appendonly yes` there (deploy/redis.conf); {RELAX}",
        )
    if info.get("aof_last_write_status", "ok") != "ok":
        return fail(
            "persistence", "the last write to disk failed", "is the server's disk full? its log says more"
        )
    if facts.sync == "no":
        return fail(
            "persistence",
            "appendfsync no: a power failure may cost half a minute of moves",
            f"set `appendfsync always` there (deploy/redis.conf); {RELAX}",
        )
    if facts.sync == "everysec":
        return warn(
            "persistence",
            "appendfsync everysec: a power failure may cost two seconds of moves",
            "`appendfsync always` costs a third of the speed and loses nothing",
        )
    seen = f"appendfsync {facts.sync}" if facts.sync else "appendfsync not visible to this user"
    return ok("persistence", f"append-only file on, {seen}")


def _eviction(info: Info) -> Finding:
    policy = str(info.get("maxmemory_policy", "?"))
    if policy == "noeviction":
        return ok("eviction", policy)
    return fail(
        "eviction",
        f"{policy}: when it is full the server forgets tables",
        f"set `maxmemory-policy noeviction` there (deploy/redis.conf); {RELAX}",
    )


def _memory(info: Info) -> Finding:
    used, most = int(info.get("used_memory", 0)), int(info.get("maxmemory", 0))
    if not most:
        return warn(
            "memory",
            f"{_size(used)} used, without a limit: the system may kill the server when memory runs out",
            "set `maxmemory` there to about half of the machine's memory",
        )
    said = f"{_size(used)} of {_size(most)} used ({used / most:.0%})"
    if used >= most:
        advice = (
            "raise `maxmemory` (REBELOTE_SERVER_MEMORY): moves go on by themselves as soon as there is room"
        )
        return fail("memory", f"{said}: the server is full and every move is refused", advice)
    if used > most * NEARLY_FULL:
        level = fail if used > most * FULL else warn
        return level(
            "memory", said, "raise `maxmemory` (REBELOTE_SERVER_MEMORY), or the bot soon has to refuse moves"
        )
    return ok("memory", said)


def _size(count: int) -> str:
    return f"{count / 2**30:.1f} GB" if count >= 2**30 else f"{count / 2**20:.1f} MB"


DECISIVE = ("server", "persistence", "eviction")
"""Findings that keep a process from starting. A server that is full for the moment does not."""


def obstacle(settings: Settings, facts: ServerFacts) -> str:
    """Why no process may start on this server, in one line; empty: it may."""
    for finding in judged(facts):
        if finding.level is not Level.FAIL or finding.what not in DECISIVE:
            continue
        if finding.what == "server" or not settings.allow_forgetful_server:
            return f"REDIS_URL: {finding.what}: {finding.said}; {finding.advice}"
    return ""


def passing(info: Info) -> str:
    """What may be over in a moment, in the middle of a failover or with room made on a disk; empty: nothing is."""
    if int(info.get("loading", 0)):
        return "it is loading its data"
    if info.get("role", "master") != "master":
        return "it is a replica and takes no writes"
    if info.get("aof_last_write_status", "ok") != "ok":
        return "its last write to disk failed"
    return ""


def refusal(fault: Exception) -> str:
    """What an answer that denies access means, in one line."""
    if isinstance(fault, NoPermissionError):
        return "REDIS_URL: its user may not do what Rebelote needs; deploy/users.acl lists it"
    return "REDIS_URL: the server refuses user or password"


def insist_on_server(settings: Settings, patience_s: float | None = None) -> None:
    """Wait until the server answers, then come back if games are safe there. Raises `Misconfigured` if not.

    A process waits for ever by default: after a power cut everything starts at once, the server last. `patience_s`
    is for somebody who sits in front of it.
    """
    pause, began = 0.1, time.monotonic()
    while True:
        fault = _tried(settings)
        if fault is None:
            return
        if patience_s is not None and time.monotonic() - began > patience_s:
            where = place(settings.redis)
            raise Misconfigured(f"REDIS_URL: no server answers at {where} ({fault})")
        if pause > 0.3:  # not for the blink in which the embedded server starts
            get_logger(__name__).warning("the server does not answer", fault=fault, again_in=pause)
        time.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE_S)


def _tried(settings: Settings) -> str | None:
    """What is in the way for now; None: nothing. Raises `Misconfigured` for what no waiting cures."""
    try:
        facts = ask(settings)
    except BusyLoadingError:
        return "it is loading its data"
    except REFUSED as fault:
        raise Misconfigured(refusal(fault)) from None
    except (RedisError, OSError) as fault:
        if "CERTIFICATE" in str(fault):
            raise Misconfigured(UNTRUSTED) from None
        return type(fault).__name__
    if away := passing(facts.info):
        return away
    if why := obstacle(settings, facts):
        raise Misconfigured(why)
    return None
