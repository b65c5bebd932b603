"""The bot's queue: at least once, in order, by long poll or webhook, over restarts."""

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from telegram import Bot
from telegram.error import Conflict

from tests.sandbox.client import ANNA, CLUB, Control, turn_until
from tests.sandbox.conftest import TOKEN, Telegram, a_bot, running, served
from tests.sandbox.test_conversation import keyboard
from tests.sandbox.validation import assert_valid_log

pytestmark = pytest.mark.asyncio


async def texts(telegram: Telegram, offset: int = 0, limit: int = 100) -> list[str | None]:
    updates = await telegram.bot.get_updates(offset, limit)
    return [update.message.text for update in updates if update.message]


async def test_updates_stay_until_confirmed(telegram: Telegram) -> None:
    for text in ("/a", "/b", "/c"):
        await telegram.control.say(ANNA, CLUB, text)
    assert await texts(telegram) == ["/a", "/b", "/c"]
    assert await texts(telegram, limit=1) == ["/a"]
    second = (await telegram.bot.get_updates())[1].update_id
    assert await texts(telegram, offset=second) == ["/b", "/c"]
    assert await texts(telegram) == ["/b", "/c"]
    assert await texts(telegram, offset=-1) == ["/c"]
    telegram.clock.turn(24 * 3600 + 1)
    assert await texts(telegram) == []


async def test_a_long_poll_returns_when_something_happens(telegram: Telegram) -> None:
    poll = asyncio.create_task(telegram.bot.get_updates(timeout=30))
    await turn_until(lambda: telegram.sandbox.updates._poller is not None)
    await telegram.control.say(ANNA, CLUB, "/a")
    async with asyncio.timeout(10):
        assert len(await poll) == 1


async def test_a_second_poller_ends_the_first(telegram: Telegram) -> None:
    first = asyncio.create_task(telegram.bot.get_updates(timeout=30))
    await turn_until(lambda: telegram.sandbox.updates._poller is not None)
    async with a_bot(telegram.url) as other:
        assert not await other.get_updates(timeout=0)
    with pytest.raises(Conflict, match="terminated by other getUpdates request"):
        await first


async def test_allowed_updates(telegram: Telegram) -> None:
    await telegram.bot.get_updates(allowed_updates=["callback_query"])
    await telegram.control.say(ANNA, CLUB, "/a")
    assert not await telegram.bot.get_updates()
    await telegram.bot.get_updates(allowed_updates=[])
    await telegram.control.say(ANNA, CLUB, "/b")
    assert await texts(telegram) == ["/b"]


class Receiver:
    """A webhook that refuses as often as told."""

    def __init__(self) -> None:
        self.refusals = 0
        self.requests: list[tuple[str | None, int]] = []

    async def __call__(self, request: Request) -> Response:
        update = json.loads(await request.body())
        self.requests.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), update["update_id"]))
        if self.refusals:
            self.refusals -= 1
            return Response(status_code=500)
        return Response()


@pytest_asyncio.fixture
async def receiver() -> AsyncIterator[tuple[Receiver, str]]:
    hook = Receiver()

    async def endpoint(request: Request) -> Response:
        return await hook(request)

    app = Starlette(routes=[Route("/hook", endpoint, methods=["POST"])])
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
    async with served(server) as port:
        yield hook, f"http://127.0.0.1:{port}/hook"


async def test_webhook_delivers_until_accepted(telegram: Telegram, receiver: tuple[Receiver, str]) -> None:
    hook, url = receiver
    hook.refusals = 2
    await telegram.bot.set_webhook(url, secret_token="s3cret")
    with pytest.raises(Conflict, match="webhook is active"):
        await telegram.bot.get_updates()
    await telegram.control.say(ANNA, CLUB, "/a")
    await turn_until(lambda: not telegram.sandbox.updates.pending())
    assert len(hook.requests) == 3 and len(set(hook.requests)) == 1
    assert hook.requests[0][0] == "s3cret"
    assert telegram.retries == [1, 2]
    info = await telegram.bot.get_webhook_info()
    assert info.last_error_message == "Wrong response from the webhook: 500"
    await telegram.bot.delete_webhook()
    assert not await telegram.bot.get_updates()
    assert_valid_log(await telegram.control.log())


async def test_everything_survives_a_restart(tmp_path: Path, picture: bytes) -> None:
    async with running(tmp_path) as telegram:
        await telegram.control.start(ANNA)
        await telegram.bot.send_photo(ANNA, picture, caption="cards", reply_markup=keyboard("Play"))
        waiting = [update.update_id for update in await telegram.bot.get_updates()]
        before = await telegram.control.sees(ANNA, ANNA)
    async with running(tmp_path) as telegram:
        assert await telegram.control.sees(ANNA, ANNA) == before
        assert [update.update_id for update in await telegram.bot.get_updates()] == waiting
        await telegram.control.tap(ANNA, before[-1], "Play")
        query = (await telegram.bot.get_updates(offset=-1))[0].callback_query
        assert query is not None and query.data == "Play"
        assert (await telegram.bot.send_message(ANNA, "on")).message_id == before[-1]["id"] + 1


async def test_another_bots_chats_are_not_taken_over(tmp_path: Path) -> None:
    async with running(tmp_path):
        pass
    saved = tmp_path / "telegram.json"
    saved.write_text(saved.read_text().replace("1000000001", "1000000002"))
    with pytest.raises(SystemExit, match="another bot"):
        async with running(tmp_path):
            pass


async def test_as_a_process(tmp_path: Path) -> None:
    """The command itself, interrupted while a long poll and an event stream are open."""
    command = ["-m", "service.sandbox", "--port", "0", "--data", str(tmp_path), "--token", TOKEN]
    process = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    async with asyncio.timeout(30):
        url = (await process.stdout.readline()).decode().split()[-1].rstrip("/")
        control = Control(url)
        events = control.events(ANNA)
        assert (await anext(events))["type"] == "ready"
        async with a_bot(url) as bot:
            last = (await bot.get_updates())[-1].update_id
            poll = asyncio.create_task(bot.get_updates(offset=last + 1, timeout=50))
            await control.start(ANNA)
            await poll
            poll = asyncio.create_task(bot.get_updates(offset=last + 2, timeout=50))
            while (await control.look("counters"))["pending_updates"]:
                pass
            process.send_signal(signal.SIGINT)
            assert await poll == ()
        assert await process.wait() == 0
    async for _ in events:
        pass  # it ends, as the server did
    await control.close()
    assert json.loads((tmp_path / "telegram.json").read_text())["chats"][str(ANNA)]["type"] == "private"


async def test_killed_with_9_it_has_all_that_it_told(tmp_path: Path) -> None:
    """Dead right after an answer, many times: each message, edit, tap and confirmation is there afterwards."""
    said, confirmed = list[int](), 0
    for life in range(6):
        async with killed(tmp_path) as (control, bot):
            if not life:
                await control.start(ANNA)
            seen = {m["id"]: m for m in await control.sees(ANNA, ANNA)}
            assert [number for number in said if number in seen] == said
            assert not said or seen[said[-1]]["text"] == f"edited {life - 1}"
            waiting = await bot.get_updates(offset=confirmed + 1)
            assert min(update.update_id for update in waiting) > confirmed
            assert life == 0 or waiting[-1].callback_query, "the tap before it died"
            message = await bot.send_message(ANNA, f"{life}", reply_markup=keyboard("Play"))
            said.append(message.message_id)
            await bot.edit_message_text(
                f"edited {life}", ANNA, message.message_id, reply_markup=keyboard("Play")
            )
            confirmed = waiting[-1].update_id
            await bot.get_updates(offset=confirmed + 1, timeout=0)
            tap = await control.tap(ANNA, (await control.sees(ANNA, ANNA))[-1], "Play")
            assert tap["query_id"]


async def test_a_line_that_was_being_written_is_left_out(tmp_path: Path) -> None:
    async with running(tmp_path) as telegram:
        await telegram.control.start(ANNA)
        before = await telegram.control.sees(ANNA, ANNA)
        half = (tmp_path / "telegram.journal").read_bytes() + b'[["messages",7000000001'
        whole = (tmp_path / "telegram.json").read_bytes()
    (tmp_path / "telegram.json").write_bytes(whole)
    (tmp_path / "telegram.journal").write_bytes(half)
    async with running(tmp_path) as telegram:
        assert await telegram.control.sees(ANNA, ANNA) == before


async def test_a_long_journal_gives_way_to_the_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.sandbox.store.JOURNAL_BYTES", 2_000)
    async with running(tmp_path) as telegram:
        await telegram.control.start(ANNA)
        for n in range(60):
            await telegram.bot.send_message(ANNA, f"{n}")
        sizes = [(tmp_path / f"telegram.{kind}").stat().st_size for kind in ("journal", "json")]
        assert sizes[0] <= max(2_000, sizes[1])
        assert "59" in [m["text"] for m in await telegram.control.sees(ANNA, ANNA)]


async def test_killed_with_9_it_gives_no_number_twice(tmp_path: Path) -> None:
    """No update, no message and no group that comes afterwards has the number of one that the bot or a person has seen
    before, even where the machine died and the last moments with it."""
    updates, messages, groups = dict[int, object](), list[int](), list[int]()
    for life in range(3):
        async with killed(tmp_path) as (control, bot):
            await control.start(ANNA)
            known = [(await control.say(ANNA, CLUB, f"{life} {n}"))["id"] for n in range(3)]
            known.append((await bot.send_message(ANNA, "on")).message_id)
            groups.append((await control.do("groups", title="x"))["id"])
            came = {update.update_id: update.to_dict() for update in await bot.get_updates()}
            assert all(updates.get(number, update) == update for number, update in came.items())
            assert len(came.keys() - updates.keys()) >= 3
            assert min(known) > max(messages, default=0)
            updates |= came
            messages += known
    assert len(set(groups)) == len(groups)


@contextlib.asynccontextmanager
async def killed(folder: Path) -> AsyncIterator[tuple[Control, Bot]]:
    """The local Telegram as a process; it dies with -9 right after the last answer."""
    command = ["-m", "service.sandbox", "--port", "0", "--data", str(folder), "--token", TOKEN]
    process = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    async with asyncio.timeout(30):
        url = (await process.stdout.readline()).decode().split()[-1].rstrip("/")
    control = Control(url)
    async with a_bot(url) as bot:
        yield control, bot
        process.kill()
        await process.wait()
    await control.close()
