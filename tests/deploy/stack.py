"""The compose file's services as processes of this machine: their very commands and health checks.

What a container would give is put in their place: paths of volumes, the host name `redis`, and a `valkey-cli`, which
the wheel of the server does not bring.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.deploy.compose import ROOT, compose
from tests.e2e.house import free_port
from tests.workers.waiting import until
from workers.embedded import find_server

TOKEN, PASSWORD = "1000000001:" + "t" * 35, "correcthorsebatterystaple"
ADMIN = "user admin on nopass ~* &* +@all\n"
"""Looks at the list of refusals; only in tests."""
CLI = f"""#!{sys.executable}
import argparse, redis, sys
parser = argparse.ArgumentParser()
parser.add_argument("-e", action="store_true")
parser.add_argument("--no-auth-warning", action="store_true")
parser.add_argument("--user"); parser.add_argument("--pass", dest="password"); parser.add_argument("command")
given = parser.parse_args()
try:
    client = redis.Redis(port=PORT, username=given.user, password=given.password, protocol=2)
    print(client.execute_command(given.command))
except redis.RedisError as fault:
    sys.exit(str(fault))
"""


class Stack:
    """All services of the compose file. `folder` takes what they write."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.telegram_port = free_port(), free_port()
        self.services = compose({"TELEGRAM_BOT_TOKEN": TOKEN, "REDIS_PASSWORD": PASSWORD})
        self.url = f"redis://rebelote:{PASSWORD}@127.0.0.1:{self.port}/0"
        self.processes: dict[str, subprocess.Popen[str]] = {}
        for name in ("bin", "data", "conf"):
            (folder / name).mkdir()
        for name in ("redis.conf", "server.sh", "users.acl"):
            shutil.copy(ROOT / "deploy" / name, folder / "conf" / name)
        with (folder / "conf" / "users.acl").open("a") as users:
            users.write(ADMIN)
        (folder / "bin" / "valkey-server").symlink_to(find_server())
        cli = folder / "bin" / "valkey-cli"
        cli.write_text(CLI.replace("PORT", str(self.port)))
        cli.chmod(0o755)

    def environment(self, name: str) -> dict[str, str]:
        """As compose gives it, the host name `redis` being this machine."""
        given: Any = self.services[name].environment
        own = {
            key: str(text).replace("@redis:6379", f"@127.0.0.1:{self.port}") for key, text in given.items()
        }
        return own | {
            "PATH": f"{self.folder / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "TMPDIR": str(self.folder),
            "REBELOTE_TELEGRAM_URL": self.telegram_url,
            "PYTHONPATH": str(ROOT),
        }

    @property
    def telegram_url(self) -> str:
        return f"http://127.0.0.1:{self.telegram_port}"

    def command(self, name: str) -> list[str]:
        """The service's command, its volumes' paths being this folder."""
        command = words(self.services[name].command)
        if name != "redis":
            return command
        local = [word.replace("/etc/valkey", str(self.folder / "conf")) for word in command]
        return [*local, str(self.folder / "conf"), "--port", str(self.port), "--bind", "127.0.0.1"]

    def health(self, name: str) -> int:
        """Run the service's health check once; its exit code."""
        check = self.services[name].healthcheck
        assert check is not None
        kind, *command = words(check.test)
        assert kind == "CMD"
        done = subprocess.run(
            command, env=self.environment(name), cwd=self.folder, capture_output=True, timeout=10, check=False
        )
        return done.returncode

    @contextmanager
    def running(self, name: str, command: Sequence[str] = ()) -> Iterator["subprocess.Popen[str]"]:
        """One service; killed at the end if it still runs."""
        where = self.folder / "data" if name == "redis" else self.folder
        environment: Mapping[str, str] = os.environ if command else self.environment(name)
        with (self.folder / f"{name}.log").open("w") as log:
            started = subprocess.Popen(
                [*(command or self.command(name))],
                env=environment,
                cwd=ROOT if command else where,
                stdout=log,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        self.processes[name] = started
        try:
            yield started
        finally:
            started.kill()
            started.wait()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Everything, in the order of its dependencies, healthy."""
        telegram = [
            sys.executable,
            "-m",
            "service.sandbox",
            "--port",
            str(self.telegram_port),
            "--token",
            TOKEN,
        ]
        with ExitStack() as stack:
            stack.enter_context(self.running("redis"))
            until(lambda: self.health("redis") == 0, f"redis healthy: {self.log('redis')}")
            stack.enter_context(
                self.running("telegram", [*telegram, "--data", str(self.folder / "telegram")])
            )
            for name in self.services:
                if name != "redis":
                    stack.enter_context(self.running(name))
            for name in self.services:
                until(lambda name=name: self.health(name) == 0, f"{name} healthy: {self.log(name)}")  # type: ignore[misc]
            yield

    def log(self, name: str) -> str:
        path = self.folder / f"{name}.log"
        return path.read_text()[-2000:] if path.exists() else ""


def words(command: object) -> list[str]:
    """A command as a list; compose files of ours write no other."""
    assert isinstance(command, list)
    return [str(word) for word in command]
