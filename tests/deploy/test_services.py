"""Each service's very command and health check, under the access list of `deploy/users.acl`."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, NoPermissionError, RedisError
from redis.retry import Retry
from rq import Queue
from rq import Retry as Again
from rq.registry import FailedJobRegistry, StartedJobRegistry
from rq.serializers import JSONSerializer
from rq.worker import BaseWorker

from service.adapters.rq_queue import Work
from service.settings import Settings
from tests.deploy.stack import PASSWORD, TOKEN, Stack
from tests.sandbox.client import ANNA, CLUB, Control
from tests.workers.waiting import until
from workers.run import make_worker


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    made = Stack(tmp_path_factory.mktemp("stack"))
    with made.whole():
        yield made


def refused(stack: Stack) -> list[str]:
    """What the access list has kept from anybody since it was last asked."""
    with Redis(port=stack.port, username="admin", password="x", decode_responses=True) as admin:
        entries = admin.acl_log()
        admin.acl_log_reset()
    return sorted({f"{entry['username']}: {entry['reason']} {entry['object']}" for entry in entries})


def rebelote(stack: Stack, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "workers.cli", *arguments]
    root = Path(__file__).parents[2]
    environment = stack.environment("courier")
    return subprocess.run(
        command, env=environment, cwd=root, capture_output=True, text=True, timeout=30, check=False
    )


async def opened(stack: Stack) -> str:
    """`/belote` in the group, until the lobby's card stands there."""
    control = Control(stack.telegram_url)
    try:
        await control.start(ANNA)
        await control.say(ANNA, CLUB, "/belote")
        for _ in range(500):
            texts = [m["text"] for m in await control.sees(ANNA, CLUB) if m["from"]["is_bot"]]
            if texts:
                return str(texts[-1])
            await asyncio.sleep(0.02)
    finally:
        await control.close()
    raise AssertionError(stack.log("bot") + stack.log("courier"))


def test_a_table_opens_and_every_command_works_under_the_access_list(stack: Stack) -> None:
    refused(stack)
    assert "Belote" in asyncio.run(opened(stack))
    doctor = rebelote(stack, "doctor")
    assert doctor.returncode == 0, doctor.stdout
    assert "appendfsync not visible to this user" in doctor.stdout
    assert rebelote(stack, "tables").stdout.count("lobby") == 1
    backup = rebelote(stack, "backup", str(stack.folder / "all.jsonl"))
    assert backup.returncode == 0, backup.stderr
    for printed in (doctor.stdout, backup.stderr):
        assert TOKEN not in printed
        assert PASSWORD not in printed
    assert refused(stack) == ["rebelote: command config|get"]


def test_failing_and_orphaned_jobs_are_tidied_up_under_the_access_list(stack: Stack) -> None:
    """What RQ does beyond a good day."""
    with Redis.from_url(stack.url) as client:
        settings = Settings(redis_url=stack.url)
        queue = Queue("rebelote-moves", connection=client, serializer=JSONSerializer)
        job = queue.enqueue_call("workers.no_such", args=["x"], retry=Again(max=1))
        failed = FailedJobRegistry(queue=queue)
        until(lambda: job.id in failed.get_job_ids(cleanup=False), "the job has failed")
        worker = make_worker(settings, Work.MOVES, client)
        worker.register_birth()
        worker.clean_registries()  # type: ignore[no-untyped-call]
        worker.run_maintenance_tasks()
        StartedJobRegistry(queue=queue).cleanup()
        worker.register_death()
        failed.remove(job.id, delete_job=True)
        assert BaseWorker.count(queue=queue) == 1
    assert refused(stack) == []


@pytest.mark.parametrize(
    "command",
    [
        ("FLUSHALL",),
        ("KEYS", "*"),
        ("CONFIG", "SET", "appendonly", "no"),
        ("ACL", "LIST"),
        ("SHUTDOWN",),
        ("SWAPDB", "0", "1"),
        ("SCRIPT", "FLUSH"),
        ("EVAL", "return redis.call('GET', 'others')", "0"),
        ("GET", "others"),
        ("CLIENT", "LIST"),
        ("MONITOR",),
        ("REPLICAOF", "example.org", "6379"),
    ],
    ids=" ".join,
)
def test_nothing_else_is_allowed(stack: Stack, command: tuple[str, ...]) -> None:
    with Redis.from_url(stack.url) as client, pytest.raises(NoPermissionError):
        client.execute_command(*command)


def test_nobody_without_a_name_and_the_health_check_sees_nothing(stack: Stack) -> None:
    with (
        Redis(port=stack.port, protocol=2, retry=Retry(NoBackoff(), 0)) as nobody,
        pytest.raises(AuthenticationError),
    ):
        nobody.ping()
    with (
        Redis(port=stack.port, username="rebelote", password="guess", retry=Retry(NoBackoff(), 0)) as guess,
        pytest.raises(AuthenticationError),
    ):
        guess.ping()
    with Redis(
        port=stack.port, username="health", password="none", protocol=2, retry=Retry(NoBackoff(), 0)
    ) as health:
        assert health.execute_command("PING") in (True, b"PONG", "PONG")
        with pytest.raises(RedisError):
            health.get("rebelote:due")


def test_the_servers_settings_are_those_of_the_embedded_one(stack: Stack) -> None:
    wanted = {
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
        "hash-max-listpack-value": "2048",
        "list-max-listpack-size": "64",
        "list-compress-depth": "1",
    }
    with Redis(port=stack.port, username="admin", password="x", decode_responses=True) as admin:
        assert admin.config_get(*wanted) == wanted
    list_file = stack.folder / "users.acl"
    assert oct(list_file.stat().st_mode)[-3:] == "600"
    assert PASSWORD not in list_file.read_text()


def test_all_stop_within_their_grace_and_health_checks_notice(stack: Stack) -> None:
    for name in ("bot", "worker", "thinker", "courier", "redis"):
        process = stack.processes[name]
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0, stack.log(name)
        if name in ("worker", "thinker"):
            assert stack.health(name) == 1
    assert stack.health("bot") == 1
    assert stack.health("redis") == 1
