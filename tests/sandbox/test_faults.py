"""What can be made to go wrong: calls, connections, updates, time."""

import asyncio
from typing import Any

import httpx
import pytest
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from tests.sandbox.client import ANNA, BEN, CLUB, Refused, turn_until
from tests.sandbox.conftest import Telegram
from tests.sandbox.validation import assert_valid_log

GROUP = {"chat": CLUB, "method": "sendMessage"}


async def texts(telegram: Telegram) -> list[str]:
    """What the bot has said in the group."""
    seen = await telegram.control.sees(ANNA, CLUB)
    return [message["text"] for message in seen if message["from"]["is_bot"]]


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        ({"code": 429, "retry_after": 3}, RetryAfter, "Flood control exceeded"),
        ({"code": 400, "description": "Bad Request: TOPIC_CLOSED"}, BadRequest, "Topic_closed"),
        ({"code": 400, "description": "Bad Request: x", "migrate_to_chat_id": -1007}, ChatMigrated, "-1007"),
        ({"code": 403, "description": "Forbidden: bot was blocked by the user"}, Forbidden, "was blocked"),
        ({"code": 409}, Conflict, "Conflict"),
        ({"code": 502}, NetworkError, "Bad Gateway"),
    ],
)
async def test_any_error_word_for_word(
    telegram: Telegram, fault: dict[str, Any], kind: type[TelegramError], words: str
) -> None:
    await telegram.control.do("faults", times=1, **GROUP, **fault)
    with pytest.raises(kind, match=words):
        await telegram.bot.send_message(CLUB, "refused")
    await telegram.bot.send_message(CLUB, "taken")
    assert await texts(telegram) == ["taken"]
    assert_valid_log(await telegram.control.log())


async def test_only_the_method_and_the_chat_it_names(telegram: Telegram) -> None:
    await telegram.control.start(ANNA)
    await telegram.control.do("faults", code=500, **GROUP)
    await telegram.bot.send_message(ANNA, "elsewhere")
    await telegram.bot.send_chat_action(CLUB, "typing")
    for _ in range(3):
        with pytest.raises(NetworkError):
            await telegram.bot.send_message(CLUB, "x")
    (fault,) = await telegram.control.look("faults")
    assert (fault["hits"], fault["times"], fault["error_code"]) == (3, None, 500)
    await telegram.control.do("mend", number=fault["number"])
    await telegram.bot.send_message(CLUB, "x")


async def test_sent_but_the_caller_hears_nothing(telegram: Telegram) -> None:
    await telegram.control.do("faults", how="stall", after=True, times=1, **GROUP)
    with pytest.raises(TimedOut):
        await telegram.bot.send_message(CLUB, "sent", read_timeout=0.05)
    assert await texts(telegram) == ["sent"]


async def test_stalled_before_it_is_carried_out_when_mended(telegram: Telegram) -> None:
    await telegram.control.do("faults", how="stall", times=1, **GROUP)
    send = asyncio.create_task(telegram.bot.send_message(CLUB, "late"))
    await turn_until(lambda: telegram.sandbox.faults.shown()[0]["hits"] == 1)
    assert await texts(telegram) == []
    await telegram.control.do("mend")
    await send
    assert await texts(telegram) == ["late"]


async def test_a_caller_that_gave_up_sends_nothing(telegram: Telegram) -> None:
    await telegram.control.do("faults", how="stall", times=1, **GROUP)
    with pytest.raises(TimedOut):
        await telegram.bot.send_message(CLUB, "never", read_timeout=0.05)
    await telegram.control.do("mend")
    await telegram.bot.send_message(CLUB, "next")
    assert await texts(telegram) == ["next"]


async def test_slow_is_right_in_the_end(telegram: Telegram) -> None:
    await telegram.control.do("faults", how="slow", seconds=0.01, **GROUP)
    await telegram.bot.send_message(CLUB, "slow")
    assert await texts(telegram) == ["slow"]


@pytest.mark.parametrize("after", [False, True])
async def test_dropped(telegram: Telegram, after: bool) -> None:
    await telegram.control.do("faults", how="drop", after=after, times=1, **GROUP)
    with pytest.raises(NetworkError) as caught:
        await telegram.bot.send_message(CLUB, "x")
    assert isinstance(caught.value.__cause__, httpx.ReadError | httpx.RemoteProtocolError)
    assert await texts(telegram) == ["x"] * after


async def test_refused_until_the_line_is_open_again(telegram: Telegram) -> None:
    await telegram.bot.get_me()
    await telegram.control.do("faults", how="refuse")
    with pytest.raises(NetworkError) as caught:
        await telegram.bot.send_message(CLUB, "x")
    assert isinstance(caught.value.__cause__, httpx.ConnectError)
    await telegram.sandbox.line.answer()
    await telegram.bot.send_message(CLUB, "y")
    assert await texts(telegram) == ["y"]


async def test_refused_for_some_seconds(telegram: Telegram) -> None:
    await telegram.control.do("faults", how="refuse", seconds=0.01)
    assert telegram.sandbox.line.refusing
    await turn_until(lambda: not telegram.sandbox.line.refusing)
    await turn_until(lambda: not telegram.sandbox._tasks)
    await telegram.bot.send_message(CLUB, "y")


async def test_nonsense_is_refused(telegram: Telegram) -> None:
    for body in ({"how": "magic"}, {"method": "sendLove", "code": 400}, {"how": "slow"}, {"how": "error"}):
        with pytest.raises(Refused):
            await telegram.control.do("faults", **body)
    with pytest.raises(Refused):
        await telegram.control.do("updates", put=7)


@pytest.mark.parametrize(
    ("path", "body", "wrong"),
    [
        ("groups", {"title": "Club", "members": ["Anna"]}, "members must be a list of numbers"),
        ("users", {"first_name": "Eve", "join": 7}, "join must be a list of numbers"),
        ("read", {"chat": CLUB, "user": ANNA, "message_id": "last"}, "message_id must be a number"),
        ("updates", {"copies": "many"}, "copies must be a number"),
        ("tap", {"user": ANNA, "chat": CLUB, "message_id": 1, "data": "x", "wait": "long"}, "wait must be a number"),
    ],
)  # fmt: skip
async def test_no_number_is_named(telegram: Telegram, path: str, body: dict[str, Any], wrong: str) -> None:
    with pytest.raises(Refused, match=wrong):
        await telegram.control.do(path, **body)


# updates


async def ids(telegram: Telegram, offset: int = 0) -> list[int]:
    return [update.update_id for update in await telegram.bot.get_updates(offset)]


async def test_updates_doubled_and_reversed(telegram: Telegram) -> None:
    for text in ("/a", "/b"):
        await telegram.control.say(ANNA, CLUB, text)
    a, b = await ids(telegram)
    await telegram.control.do("updates", copies=2, reversed=True)
    assert await ids(telegram) == [b, b, a, a]
    await telegram.control.do("mend")
    assert await ids(telegram) == [a, b]


async def test_updates_delayed_until_the_clock_is_turned(telegram: Telegram) -> None:
    await telegram.control.do("updates", delay=60)
    await telegram.control.say(ANNA, CLUB, "/a")
    assert await ids(telegram) == []
    poll = asyncio.create_task(telegram.bot.get_updates(timeout=30))
    await turn_until(lambda: telegram.sandbox.updates._poller is not None)
    await telegram.control.do("clock", turn=61)
    assert len(await poll) == 1


async def test_confirmed_updates_come_again(telegram: Telegram) -> None:
    for text in ("/a", "/b", "/c"):
        await telegram.control.say(ANNA, CLUB, text)
    a, b, c = await ids(telegram)
    assert await ids(telegram, c + 1) == []
    assert (await telegram.control.do("updates", again=2))["again"] == 2
    assert await ids(telegram) == [b, c]
    assert a not in await ids(telegram)


async def test_ids_jump_back(telegram: Telegram) -> None:
    await telegram.control.say(ANNA, CLUB, "/a")
    (old,) = await ids(telegram)
    await ids(telegram, old + 1)
    await telegram.control.do("updates", jump=7)
    await telegram.control.say(ANNA, CLUB, "/b")
    assert await ids(telegram, old + 1) == [7], "an offset of the old numbering confirms nothing"
    assert await ids(telegram, 8) == []


async def test_an_update_of_any_kind(telegram: Telegram) -> None:
    (number,) = (await telegram.control.do("updates", put={"hologram": {"depth": 3}}))["ids"]
    (update,) = await telegram.bot.get_updates()
    assert update.update_id == number
    assert update.api_kwargs == {"hologram": {"depth": 3}}


# time


async def test_a_tap_grows_old_when_the_clock_is_turned(telegram: Telegram) -> None:
    before = (await telegram.control.look("clock"))["now"]
    message = await telegram.bot.send_message(CLUB, "x")
    await telegram.control.tap(BEN, {"chat": CLUB, "id": message.message_id}, "data")
    assert (await telegram.control.do("clock", turn=16))["now"] == before + 16
    (update,) = await telegram.bot.get_updates()
    assert update.callback_query
    with pytest.raises(BadRequest, match="too old"):
        await update.callback_query.answer()


async def test_the_clock_is_put_back_and_what_waits_still_comes(telegram: Telegram) -> None:
    before = (await telegram.control.look("clock"))["now"]
    await telegram.control.say(ANNA, CLUB, "/a")
    assert (await telegram.control.do("clock", put=before - 86_400))["now"] == before - 86_400
    (update,) = await telegram.bot.get_updates()
    assert update.message
    dates = [message["date"] for message in await telegram.control.sees(ANNA, CLUB)]
    assert dates == [before - 86_400] * len(dates)
