"""Telegram's limits and refusals, word for word: what a bot must be able to tell apart."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import httpx
import pytest

from service.sandbox.sandbox import Config
from service.sandbox.server import create_app
from tests.sandbox.client import ANNA, BEN, CLUB
from tests.sandbox.conftest import TOKEN, Telegram, running

pytestmark = pytest.mark.asyncio

Call = Callable[..., Awaitable[tuple[int, str]]]
TOO_LONG_DATA = "é" * 33
NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the "
    "same as a current content and reply markup of the message"
)


async def ask(telegram: Telegram, method: str, **params: Any) -> tuple[int, Any]:
    """Status and description, or result, of a call with a JSON body."""
    async with httpx.AsyncClient(trust_env=False) as client:
        answer = (await client.post(f"{telegram.url}/bot{TOKEN}/{method}", json=params)).json()
    return answer.get("error_code", 200), answer.get("description", answer.get("result"))


def buttons(*rows: int, **button: Any) -> dict[str, Any]:
    one = {"text": "x", "callback_data": "x"} | button
    return {"inline_keyboard": [[one] * row for row in rows]}


@pytest.mark.parametrize(
    ("params", "code", "description"),
    [
        ({"chat_id": 99, "text": "x"}, 400, "Bad Request: chat not found"),
        ({"chat_id": "", "text": "x"}, 400, "Bad Request: chat_id is empty"),
        ({"chat_id": CLUB, "text": " "}, 400, "Bad Request: message text is empty"),
        ({"chat_id": CLUB, "text": "x" * 4097}, 400, "Bad Request: message is too long"),
        (
            {"chat_id": CLUB, "text": "x", "message_thread_id": 7},
            400,
            "Bad Request: message thread not found",
        ),
        (
            {"chat_id": CLUB, "text": "x", "reply_markup": buttons(9)},
            400,
            "Bad Request: reply markup is too long",
        ),
        (
            {"chat_id": CLUB, "text": "x", "reply_markup": buttons(*[8] * 13)},
            400,
            "Bad Request: reply markup is too long",
        ),
        (
            {"chat_id": CLUB, "text": "x", "reply_markup": buttons(1, callback_data=TOO_LONG_DATA)},
            400,
            "Bad Request: BUTTON_DATA_INVALID",
        ),
        ({"chat_id": ANNA, "text": "x"}, 403, "Forbidden: bot can't initiate conversation with a user"),
    ],
)
async def test_sending(telegram: Telegram, params: dict[str, Any], code: int, description: str) -> None:
    assert await ask(telegram, "sendMessage", **params) == (code, description)


async def test_what_just_fits_is_taken(telegram: Telegram) -> None:
    markup = buttons(*[8] * 12, 4, callback_data="é" * 32)
    text = "<b>" + "x" * 4096 + "</b>"
    code, _ = await ask(
        telegram, "sendMessage", chat_id=CLUB, text=text, parse_mode="HTML", reply_markup=markup
    )
    assert code == 200


async def test_editing(telegram: Telegram) -> None:
    own = (await ask(telegram, "sendMessage", chat_id=CLUB, text="x"))[1]["message_id"]
    theirs = (await telegram.control.say(ANNA, CLUB, "/hello"))["id"]

    async def edit(message_id: int, text: str = "x") -> tuple[int, Any]:
        return await ask(telegram, "editMessageText", chat_id=CLUB, message_id=message_id, text=text)

    assert await edit(own) == (400, NOT_MODIFIED)
    assert await edit(999) == (400, "Bad Request: message to edit not found")
    assert await edit(theirs, "y") == (400, "Bad Request: message can't be edited")
    telegram.clock.turn(400 * 24 * 3600)
    assert (await edit(own, "after a year"))[0] == 200


async def test_deleting(telegram: Telegram) -> None:
    own = (await ask(telegram, "sendMessage", chat_id=CLUB, text="x"))[1]["message_id"]
    theirs = (await telegram.control.say(ANNA, CLUB, "/hello"))["id"]

    async def delete(message_id: int) -> tuple[int, Any]:
        return await ask(telegram, "deleteMessage", chat_id=CLUB, message_id=message_id)

    assert await delete(999) == (400, "Bad Request: message to delete not found")
    assert await delete(theirs) == (400, "Bad Request: message can't be deleted")
    telegram.clock.turn(48 * 3600 + 1)
    assert await delete(own) == (400, "Bad Request: message can't be deleted for everyone")
    await telegram.control.do("members", chat=CLUB, user="bot", status="administrator")
    fresh = (await telegram.control.say(ANNA, CLUB, "hello"))["id"]
    assert await delete(fresh) == (200, True)


async def test_toasts_have_two_hundred_characters(telegram: Telegram) -> None:
    await ask(telegram, "sendMessage", chat_id=CLUB, text="x", reply_markup=buttons(1))
    tap = await telegram.control.tap(ANNA, (await telegram.control.sees(ANNA, CLUB))[-1], "x")

    async def answer(text: str) -> tuple[int, Any]:
        return await ask(telegram, "answerCallbackQuery", callback_query_id=tap["query_id"], text=text)

    assert await answer("x" * 201) == (400, "Bad Request: MESSAGE_TOO_LONG")
    assert await answer("🂡" * 101) == (400, "Bad Request: MESSAGE_TOO_LONG")  # each counts twice
    assert await answer("x" * 200) == (200, True)


async def test_disabled_buttons_are_known_to_the_newest_server_only(telegram: Telegram) -> None:
    markup = {"inline_keyboard": [[{"text": "♥️7", "disabled": {}}]]}
    code, sent = await ask(telegram, "sendMessage", chat_id=CLUB, text="x", reply_markup=markup)
    assert (code, sent["reply_markup"]) == (200, markup)
    await telegram.control.do("server", ephemeral="half")
    unallowed = "Text buttons are unallowed in the inline keyboard"
    refused = (400, f"Bad Request: can't parse inline keyboard button: {unallowed}")
    assert await ask(telegram, "sendMessage", chat_id=CLUB, text="x", reply_markup=markup) == refused
    edit = {"chat_id": CLUB, "message_id": sent["message_id"], "text": "y", "reply_markup": markup}
    assert await ask(telegram, "editMessageText", **edit) == refused


async def test_who_cannot_be_reached(telegram: Telegram) -> None:
    async def send(chat: int) -> tuple[int, Any]:
        code, description = await ask(telegram, "sendMessage", chat_id=chat, text="x")
        return code, description if code != 200 else None

    await telegram.control.start(ANNA, BEN)
    await telegram.control.do("block", user=ANNA)
    assert await send(ANNA) == (403, "Forbidden: bot was blocked by the user")
    await telegram.control.do("unblock", user=ANNA)
    assert await send(ANNA) == (200, None)
    telegram.sandbox.world.users[BEN].deactivated = True
    assert await send(BEN) == (403, "Forbidden: user is deactivated")
    await telegram.control.do("chats", chat=CLUB, can_send=False)
    assert await send(CLUB) == (400, "Bad Request: not enough rights to send text messages to the chat")
    await telegram.control.do("members", chat=CLUB, user="bot", status="kicked")
    assert await send(CLUB) == (403, "Forbidden: bot was kicked from the group chat")


async def test_a_private_chat_takes_a_burst_then_one_a_second() -> None:
    async with running(limits=True) as telegram:
        await telegram.control.start(ANNA)
        codes = [(await ask(telegram, "sendMessage", chat_id=ANNA, text="x"))[0] for _ in range(6)]
        assert codes == [200] * 5 + [429]
        assert await ask(telegram, "sendMessage", chat_id=ANNA, text="x") == (
            429,
            "Too Many Requests: retry after 1",
        )
        telegram.clock.turn(1)
        assert (await ask(telegram, "sendMessage", chat_id=ANNA, text="x"))[0] == 200


async def test_a_group_takes_twenty_a_minute_with_edits() -> None:
    async with running(limits=True) as telegram:
        sent = (await ask(telegram, "sendMessage", chat_id=CLUB, text="0"))[1]["message_id"]

        async def edit(text: str) -> tuple[int, Any]:
            return await ask(telegram, "editMessageText", chat_id=CLUB, message_id=sent, text=text)

        for number in range(1, 20):
            telegram.clock.turn(1)
            assert (await edit(str(number)))[0] == 200
        assert await edit("more") == (429, "Too Many Requests: retry after 41")
        await telegram.control.start(ANNA)
        assert (await ask(telegram, "sendMessage", chat_id=ANNA, text="x"))[0] == 200, (
            "other chats are served"
        )
        telegram.clock.turn(41)
        assert (await edit("more"))[0] == 200


async def test_thirty_a_second_in_all() -> None:
    async with running(limits=True) as telegram:
        groups = [(await telegram.control.do("groups", title=f"Group {n}"))["id"] for n in range(31)]
        codes = [(await ask(telegram, "sendMessage", chat_id=group, text="x"))[0] for group in groups]
        assert codes == [200] * 30 + [429]
        await telegram.control.do("limits", enabled=False)
        assert (await ask(telegram, "sendMessage", chat_id=groups[-1], text="x"))[0] == 200


@pytest.mark.parametrize(
    "body", ["[" * 100_000, "{", "null", '{"user": 1e400}', '{"user": null}', '{"user": {}}', "\xff"]
)
async def test_rubbish_is_refused_and_no_fault(telegram: Telegram, body: str) -> None:
    kind = {"content-type": "application/json"}
    async with httpx.AsyncClient(trust_env=False, base_url=telegram.url) as client:
        for path in ("/control/start", f"/bot{TOKEN}/sendMessage"):
            answer = await client.post(path, content=body.encode("latin-1"), headers=kind)
            assert answer.status_code == 400, (path, answer.text)
        nested = {"chat_id": ANNA, "text": "x", "reply_markup": body}
        answer = await client.post(f"/bot{TOKEN}/sendMessage", data=nested)
        assert answer.status_code in (400, 403)
        assert (await client.get("/control/events?user=anna")).status_code == 400


async def test_foreign_pages_are_kept_out(telegram: Telegram) -> None:
    async with httpx.AsyncClient(base_url=telegram.url, trust_env=False) as client:
        named = await client.get("/control/users", headers={"Host": "evil.example"})
        assert named.status_code == 400
        form = await client.post("/control/block", content=b"{}", headers={"Content-Type": "text/plain"})
        assert form.json()["description"] == "Bad Request: application/json is expected"


async def test_a_caller_that_dies_in_the_middle_of_its_request_has_asked_for_nothing() -> None:
    app = create_app(Config(TOKEN))
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    form = [(b"content-type", b"application/x-www-form-urlencoded"), (b"host", b"127.0.0.1")]
    scope = {"type": "http", "method": "POST", "path": f"/bot{TOKEN}/sendMessage", "headers": form}
    await app(scope | {"query_string": b"", "client": ("127.0.0.1", 1)}, receive, send)
    assert sent[0]["status"] == 400
    assert not app.state.sandbox.calls.since(0)
