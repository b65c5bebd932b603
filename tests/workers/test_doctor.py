"""`rebelote doctor`: every line says how it is, and where it is not well what to do."""

import asyncio
import time
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest
from redis import Redis

from service.bootstrap import Container, container
from service.settings import Settings
from service.table.commands import Cut
from tests.sandbox.conftest import TOKEN, running
from tests.store.worlds import head
from tests.workers.waiting import process, until
from workers import doctor
from workers.embedded import Server
from workers.findings import Finding, Level

_numbers = count(1)


@pytest.fixture
async def settings(real_server: Server) -> AsyncIterator[Settings]:
    """A local Telegram, and a corner of the real server."""
    async with running() as telegram:
        yield Settings(
            redis_url=real_server.url,
            key_prefix=f"doctor{next(_numbers)}:",
            telegram_bot_token=TOKEN,
            telegram_url=telegram.url,
        )


async def examined(settings: Settings) -> dict[str, Finding]:
    found = await asyncio.to_thread(lambda: list(doctor.examine(settings)))
    assert all(bool(f.advice) is (f.level is not Level.OK) for f in found)
    return {f.what: f for f in found}


async def test_an_idle_server_lacks_courier_and_workers(settings: Settings) -> None:
    found = await examined(settings)
    assert [what for what, f in found.items() if f.level is Level.FAIL] == [
        "courier",
        "queue moves",
        "queue think",
    ]
    assert "start `rebelote courier`" in found["courier"].advice
    assert found["versions"].said.startswith("rebelote 0.")
    assert found["token"].said.startswith("Telegram knows it: @")
    assert found["webhook"].said.startswith("polling as set, ")


async def test_a_running_house_is_well(settings: Settings, real_server: Server) -> None:
    environment = {"REDIS_URL": real_server.url, "REBELOTE_KEY_PREFIX": settings.key_prefix}
    house = await container(settings)
    await house.store.lease("courier:1000000001", "somebody", 6_000)
    with (
        process(["workers.cli", "worker", "--queue", "moves"], environment),
        process(["workers.cli", "worker", "--queue", "think"], environment),
    ):
        await asyncio.to_thread(until, lambda: _workers(settings) == 2, "two workers")
        said: list[str] = []
        assert await asyncio.to_thread(doctor.run, settings, said.append) == 0
    assert said[-1] == "All is well."
    assert not any(TOKEN in line or settings.redis in line for line in said)
    await house.aclose()


def _workers(settings: Settings) -> int:
    return sum("1 workers" in f.said for f in doctor.examine(settings) if f.what.startswith("queue"))


async def _store_late(house: Container, settings: Settings, milliseconds: int) -> None:
    """A command that has waited so long, its table's due row as late."""
    await house.store.create(head(), ())
    await house.store.submit("aaaaaaaaaa", Cut(person=1, count=1), None)
    with Redis.from_url(settings.redis) as client:
        then = int(time.time() * 1000) - milliseconds
        client.zadd(f"{settings.key_prefix}due", {"aaaaaaaaaa": then})
        entry = client.lindex(f"{settings.key_prefix}t:aaaaaaaaaa:i", 0)
        assert isinstance(entry, bytes)
        client.lset(
            f"{settings.key_prefix}t:aaaaaaaaaa:i", 0, f"{then}\n".encode() + entry.split(b"\n", 1)[1]
        )


@pytest.mark.parametrize(("late", "level"), [(0, Level.OK), (20_000, Level.WARN), (180_000, Level.FAIL)])
async def test_what_waits_too_long_is_told(settings: Settings, late: int, level: Level) -> None:
    house = await container(settings)
    await _store_late(house, settings, late)
    found = await examined(settings)
    assert (found["due rows"].level, found["inboxes"].level) == (level, level)
    assert found["inboxes"].said.startswith("1 tables have moves waiting")
    await house.aclose()


async def test_a_webhook_that_differs_from_the_setting(settings: Settings) -> None:
    update = {"webhook_url": "https://bot.example.org/hook", "webhook_secret": "s" * 32}
    found = await examined(settings.model_copy(update=update))
    assert (found["webhook"].level, found["webhook"].said) == (Level.FAIL, "none is set at Telegram")


async def test_an_unknown_token_and_a_silent_telegram(settings: Settings) -> None:
    other = Settings(
        redis_url=settings.redis, telegram_bot_token="7:" + "x" * 35, telegram_url=settings.telegram_url
    )
    token = (await examined(other))["token"]
    assert (token.level, token.said) == (Level.FAIL, "Telegram does not know it")
    silent = (await examined(settings.model_copy(update={"telegram_url": "http://127.0.0.1:1"})))["token"]
    assert (silent.level, silent.said) == (
        Level.FAIL,
        "Telegram at http://127.0.0.1:1 cannot be asked (ConnectError)",
    )


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("redis://:hushhush@127.0.0.1:1", "127.0.0.1:1 does not answer (ConnectionError)"),
        ("redis://:hush/hush@example.org", "cannot be asked"),
        ("unix://nobody@{socket}?password=hushhush", "{socket} denies access"),
    ],
)
async def test_a_server_that_cannot_be_asked(
    settings: Settings, url: str, said: str, real_server: Server
) -> None:
    socket = real_server.address.path
    found = await examined(Settings(redis_url=url.format(socket=socket), telegram_url=settings.telegram_url))
    assert (found["server"].level, found["server"].said) == (Level.FAIL, said.format(socket=socket))
    assert "courier" not in found
    assert not any("hush" in f.lines() for f in found.values())


def test_it_finds_the_server_of_the_data_folder(
    real_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from workers.cli import main

    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "url").write_text(real_server.url)
    monkeypatch.setenv("REBELOTE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("REBELOTE_LOCAL_PORT", "1")
    assert main(["doctor"]) == 1
    assert capsys.readouterr().out.endswith("It needs you.\n")
