"""A server that may forget games is refused at every start, in one line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from service.settings import Misconfigured, Settings
from tests.workers.waiting import process
from workers.checks import ServerFacts, insist_on_server, judged, obstacle, passing, place
from workers.cli import main
from workers.embedded import Server
from workers.findings import Level, span

GOOD = {
    "valkey_version": "9.1.2",
    "redis_version": "7.2.4",
    "aof_enabled": 1,
    "maxmemory_policy": "noeviction",
    "used_memory": 50 << 20,
    "maxmemory": 256 << 20,
}


def facts(sync: str | None = "always", **changes: Any) -> ServerFacts:
    return ServerFacts(GOOD | changes, sync, 0.4)


def test_a_good_server_is_well() -> None:
    found = judged(facts())
    assert [f.level for f in found] == [Level.OK] * 4
    assert found[0].said == "Valkey 9.1.2 answers in 0.4 ms"
    assert obstacle(Settings(), facts()) == ""
    assert obstacle(Settings(), facts(sync=None)) == ""


@pytest.mark.parametrize(
    ("server", "said"),
    [
        (facts(aof_enabled=0), "persistence: no append-only file"),
        (facts(sync="no"), "persistence: appendfsync no"),
        (facts(aof_last_write_status="err"), "persistence: the last write to disk failed"),
        (facts(maxmemory_policy="allkeys-lru"), "eviction: allkeys-lru"),
        (facts(maxmemory_policy="volatile-ttl"), "eviction: volatile-ttl"),
    ],
)
def test_a_forgetful_server_is_an_obstacle_unless_allowed(server: ServerFacts, said: str) -> None:
    assert obstacle(Settings(), server).startswith(f"REDIS_URL: {said}")
    assert obstacle(Settings(allow_forgetful_server=True), server) == ""


@pytest.mark.parametrize("server", [facts(redis_version="5.0.14"), facts(role="slave")])
def test_a_server_that_cannot_work_is_never_allowed(server: ServerFacts) -> None:
    assert obstacle(Settings(allow_forgetful_server=True), server).startswith("REDIS_URL: server: ")


@pytest.mark.parametrize(
    ("server", "what", "level"),
    [
        (facts(sync="everysec"), "persistence", Level.WARN),
        (facts(maxmemory=0), "memory", Level.WARN),
        (facts(used_memory=220 << 20), "memory", Level.WARN),
        (facts(used_memory=250 << 20), "memory", Level.FAIL),
        (facts(used_memory=257 << 20), "memory", Level.FAIL),
    ],
)
def test_what_can_wait_is_no_obstacle(server: ServerFacts, what: str, level: Level) -> None:
    found = {f.what: f for f in judged(server)}[what]
    assert found.level is level
    assert found.advice
    assert obstacle(Settings(), server) == ""


def test_a_full_server_is_called_full() -> None:
    found = {f.what: f for f in judged(facts(used_memory=256 << 20))}["memory"]
    assert "the server is full and every move is refused" in found.said
    assert "go on by themselves" in found.advice


def test_places_hold_no_password() -> None:
    assert place("rediss://me:secret@db.example.org:6380/2?ssl_ca_certs=/x") == "db.example.org:6380"
    assert place("unix:///run/valkey.sock") == "/run/valkey.sock"
    assert place("redis://localhost") == "localhost:6379"


@pytest.mark.parametrize(
    ("milliseconds", "said"),
    [
        (240, "240 ms"),
        (12_300, "12 s"),
        (180_000, "3 min"),
        (5 * 3_600_000, "5 h"),
        (3 * 86_400_000, "3 days"),
    ],
)
def test_spans(milliseconds: float, said: str) -> None:
    assert span(milliseconds) == said


@pytest.fixture(scope="module")
def evicting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose policy drops keys."""
    server = Server.start(Settings(), tmp_path_factory.mktemp("e"))
    with Redis.from_url(server.url) as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
    yield server
    server.stop()


@pytest.mark.parametrize("command", [["bot"], ["worker"], ["courier"], ["run"]])
def test_every_process_stops_at_once_with_one_line(
    command: list[str],
    evicting: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("REDIS_URL", evicting.url)
    monkeypatch.setenv("REBELOTE_DATA_DIR", str(tmp_path))
    assert main(command) == 78
    said = capsys.readouterr().err
    assert said.startswith(
        "rebelote: REDIS_URL: eviction: allkeys-lru: when it is full the server forgets tables; "
    )
    assert said.count("\n") == 1


def test_a_process_waits_for_its_server(tmp_path: Path, evicting: Server) -> None:
    """After a power cut everything starts at once, the server last."""
    insist_on_server(Settings(redis_url=evicting.url, allow_forgetful_server=True))
    server = Server.start(Settings(), tmp_path)
    server.stop()
    with process(
        ["workers.cli", "worker"], {"REDIS_URL": server.url, "REBELOTE_LOG_FORMAT": "json"}
    ) as worker:
        assert worker.stderr is not None
        assert '"the server does not answer"' in worker.stderr.readline()
        server = Server.start(Settings(), tmp_path)
        line = worker.stderr.readline()
        while "does not answer" in line:
            line = worker.stderr.readline()
        assert '"ready"' in line
    server.stop()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("redis://:wrong@127.0.0.1:{port}", "REDIS_URL: the server refuses user or password"),
        ("redis://127.0.0.1:1", "REDIS_URL: no server answers at 127.0.0.1:1"),
        ("redis://:pass/word@example.org", "REDIS_URL is no address of Redis"),
    ],
)
def test_a_server_that_cannot_be_used_is_named(url: str, said: str, tmp_path: Path) -> None:
    server = Server.start(Settings(), tmp_path / ("long" * 25))  # listens on a port, with a password
    with pytest.raises(Misconfigured) as caught:
        insist_on_server(Settings(redis_url=url.format(port=server.address.port)), patience_s=0.2)
    server.stop()
    assert str(caught.value).startswith(said)
    assert "wrong" not in str(caught.value)


@pytest.mark.parametrize(
    "info",
    [{"loading": 1}, {"role": "slave"}, {"aof_last_write_status": "err"}],
    ids=["loading", "replica", "disk"],
)
def test_what_a_failover_brings_is_waited_for(info: dict[str, Any]) -> None:
    """A process that ended for good over it would need somebody to start it again."""
    assert passing(info)
    assert not passing({"loading": 0, "role": "master", "aof_last_write_status": "ok"})


def test_a_server_that_is_a_replica_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    server = Server.start(Settings(), tmp_path)
    with Redis.from_url(server.url) as client:
        client.replicaof("127.0.0.1", "1")
        try:
            with pytest.raises(Misconfigured, match="replica"):
                insist_on_server(Settings(redis_url=server.url), patience_s=0.2)
        finally:
            client.replicaof("NO", "ONE")
        insist_on_server(Settings(redis_url=server.url), patience_s=5)
    server.stop()
