"""Ephemeral messages: who may send them and when, who sees them, what becomes of them, and servers that are older."""

import json
from typing import Any

import pytest
from telegram import BotCommand, InputMediaPhoto, Message
from telegram.error import BadRequest, EndPointNotFound, RetryAfter

from tests.sandbox.client import ANNA, BEN, CLUB, Json, Refused
from tests.sandbox.conftest import Telegram, running
from tests.sandbox.test_conversation import keyboard, next_update
from tests.sandbox.test_groups import heard
from tests.sandbox.validation import assert_valid_log

pytestmark = pytest.mark.asyncio
TOO_LATE = r"(?i)query is too old"


async def card(telegram: Telegram) -> Json:
    """A message in the group with a button, as people see it."""
    await telegram.bot.send_message(CLUB, "table", reply_markup=keyboard("Hand"))
    return (await telegram.control.sees(BEN, CLUB))[-1]


async def whisper(telegram: Telegram, text: str, *, to: int = BEN, **wanted: Any) -> Message:
    parameters = json.dumps({"receiver_user_id": to, **wanted})
    return await telegram.bot.send_message(
        CLUB,
        text,
        reply_markup=keyboard("Play"),
        api_kwargs={"ephemeral_message_parameters": parameters},
    )


def number(message: Message) -> int:
    assert message.message_id == 0
    return int(message.api_kwargs["ephemeral_message_id"])


async def change(telegram: Telegram, method: str, ephemeral: int, to: int = BEN, **more: Any) -> Any:
    target = {"chat_id": CLUB, "receiver_user_id": to, "ephemeral_message_id": ephemeral}
    return await telegram.bot.do_api_request(method, {**target, **more})


async def texts(telegram: Telegram, user: int) -> list[str]:
    return [message["text"] for message in await telegram.control.sees(user, CLUB) if message["text"]]


async def opened(telegram: Telegram, text: str = "hand") -> Message:
    """Ben taps, and the bot answers for his eyes only."""
    tap = await telegram.control.tap(BEN, await card(telegram), "Hand")
    return await whisper(telegram, text, callback_query_id=tap["query_id"])


async def promote(telegram: Telegram) -> None:
    await telegram.control.do("members", chat=CLUB, user="bot", status="administrator")


async def test_only_its_receiver_sees_it(telegram: Telegram) -> None:
    sent = await opened(telegram)
    assert sent.api_kwargs["receiver_user"]["id"] == BEN
    shown = (await telegram.control.sees(BEN, CLUB))[-1]
    assert (shown["text"], shown["ephemeral"]) == ("hand", True)
    assert await texts(telegram, ANNA) == ["table"]
    with pytest.raises(Refused):
        await telegram.control.tap(ANNA, shown, "Play")
    assert_valid_log(await telegram.control.log())


async def test_it_is_changed_by_methods_of_its_own(telegram: Telegram) -> None:
    sent = number(await opened(telegram))
    assert (
        await change(telegram, "editEphemeralMessageText", sent, text="<b>7</b>", parse_mode="HTML") is True
    )
    assert (await texts(telegram, BEN))[-1] == "7"
    markup = json.dumps(keyboard("Pass").to_dict())
    assert await change(telegram, "editEphemeralMessageReplyMarkup", sent, reply_markup=markup) is True
    shown = (await telegram.control.sees(BEN, CLUB))[-1]
    assert shown["reply_markup"]["inline_keyboard"][0][0]["text"] == "Pass"
    assert await change(telegram, "deleteEphemeralMessage", sent) is True
    assert await texts(telegram, BEN) == ["table"]
    with pytest.raises(BadRequest, match=r"(?i)message to edit not found"):
        await change(telegram, "editEphemeralMessageText", sent, text="again")
    with pytest.raises(BadRequest, match=r"(?i)message to delete not found"):
        await change(telegram, "deleteEphemeralMessage", sent)
    assert_valid_log(await telegram.control.log())


async def test_the_usual_methods_do_not_reach_it(telegram: Telegram) -> None:
    sent = number(await opened(telegram))
    for message_id in (0, sent, -sent):
        with pytest.raises(BadRequest):
            await telegram.bot.edit_message_text("x", CLUB, message_id)
        with pytest.raises(BadRequest):
            await telegram.bot.delete_message(CLUB, message_id)
    with pytest.raises(BadRequest, match="not found"):
        await change(telegram, "editEphemeralMessageText", sent, to=ANNA, text="for another")


async def test_photos(telegram: Telegram, picture: bytes) -> None:
    private = await telegram.bot.send_photo(CLUB, picture)
    known = private.photo[-1].file_id
    await promote(telegram)
    wanted = json.dumps({"receiver_user_id": BEN})
    sent = await telegram.bot.send_photo(
        CLUB, known, caption="hand", api_kwargs={"ephemeral_message_parameters": wanted}
    )
    media = InputMediaPhoto(known, caption="fan")
    assert await change(telegram, "editEphemeralMessageMedia", number(sent), media=media) is True
    assert await change(telegram, "editEphemeralMessageCaption", number(sent), caption="fan of seven") is True
    assert (await texts(telegram, BEN))[-1] == "fan of seven"
    with pytest.raises(BadRequest, match="upload"):
        await change(telegram, "editEphemeralMessageMedia", number(sent), media=InputMediaPhoto(picture))
    assert_valid_log(await telegram.control.log())


async def test_a_tap_opens_the_door_for_fifteen_seconds(telegram: Telegram) -> None:
    tap = await telegram.control.tap(BEN, await card(telegram), "Hand")
    query = tap["query_id"]
    with pytest.raises(BadRequest, match=TOO_LATE):
        await whisper(telegram, "no tap")
    with pytest.raises(BadRequest, match=TOO_LATE):
        await whisper(telegram, "not her tap", to=ANNA, callback_query_id=query)
    telegram.clock.turn(15)
    await whisper(telegram, "just", callback_query_id=query)
    telegram.clock.turn(1)
    with pytest.raises(BadRequest, match=TOO_LATE):
        await whisper(telegram, "late", callback_query_id=query)
    assert await texts(telegram, BEN) == ["table", "just"]
    assert await texts(telegram, ANNA) == ["table"]


async def test_an_administrator_needs_no_tap(telegram: Telegram) -> None:
    await promote(telegram)
    await whisper(telegram, "for you")
    await whisper(telegram, "for you too", callback_query_id="1")
    assert await texts(telegram, BEN) == ["for you", "for you too"]
    with pytest.raises(BadRequest, match="receiver not found"):
        await whisper(telegram, "for nobody", to=7)
    await telegram.control.do("members", chat=CLUB, user=BEN, status="left")
    with pytest.raises(BadRequest, match="receiver not found"):
        await whisper(telegram, "gone")


async def test_an_ephemeral_command_opens_it_too(telegram: Telegram) -> None:
    await telegram.bot.set_my_commands([BotCommand("hand", "my hand", api_kwargs={"is_ephemeral": True})])
    await telegram.control.say(BEN, CLUB, "/hand")
    command = (await heard(telegram))[-1].message
    assert command is not None and command.message_id == 0
    assert await texts(telegram, ANNA) == [], "seen by its writer and the bot"
    asked = json.dumps({"ephemeral_message_id": command.api_kwargs["ephemeral_message_id"]})
    wanted = json.dumps({"receiver_user_id": BEN})
    reply = {"ephemeral_message_parameters": wanted, "reply_parameters": asked}
    await telegram.bot.send_message(CLUB, "hand", api_kwargs=reply)
    assert await texts(telegram, BEN) == ["/hand", "hand"]
    telegram.clock.turn(16)
    with pytest.raises(BadRequest, match=TOO_LATE):
        await telegram.bot.send_message(CLUB, "hand", api_kwargs=reply)
    assert_valid_log(await telegram.control.log())


async def test_it_may_stand_in_for_the_tapped_message(telegram: Telegram) -> None:
    first = await card(telegram)
    await telegram.control.say(ANNA, CLUB, "hello")
    tap = await telegram.control.tap(BEN, first, "Hand")
    sent = await whisper(
        telegram, "hand", callback_query_id=tap["query_id"], replace_callback_query_message=True
    )
    assert await texts(telegram, BEN) == ["hand", "hello"]
    assert await texts(telegram, ANNA) == ["table", "hello"]
    again = await telegram.control.tap(BEN, (await telegram.control.sees(BEN, CLUB))[-2], "Play")
    with pytest.raises(BadRequest, match="can't be replaced"):
        await whisper(
            telegram, "hand", callback_query_id=again["query_id"], replace_callback_query_message=True
        )
    await whisper(telegram, "next", callback_query_id=again["query_id"])
    await change(telegram, "deleteEphemeralMessage", number(sent))
    assert await texts(telegram, BEN) == ["table", "hello", "next"]


async def test_a_tap_on_it_names_it(telegram: Telegram) -> None:
    sent = number(await opened(telegram))
    await heard(telegram)
    await telegram.control.tap(BEN, (await telegram.control.sees(BEN, CLUB))[-1], "Play")
    query = (await next_update(telegram)).callback_query
    assert query is not None and isinstance(query.message, Message)
    assert query.message.message_id == 0
    assert query.message.api_kwargs["ephemeral_message_id"] == sent
    assert query.data == "Play"


async def test_who_is_away_never_gets_it(telegram: Telegram) -> None:
    tap = await telegram.control.tap(BEN, await card(telegram), "Hand")
    await telegram.control.do("offline", user=BEN)
    sent = number(await whisper(telegram, "lost", callback_query_id=tap["query_id"]))
    assert await change(telegram, "editEphemeralMessageText", sent, text="lost too") is True
    await telegram.control.do("offline", user=BEN, offline=False)
    assert await texts(telegram, BEN) == ["table"]
    assert await change(telegram, "deleteEphemeralMessage", sent) is True


async def test_who_goes_away_keeps_what_he_saw(telegram: Telegram) -> None:
    sent = number(await opened(telegram, "old"))
    await telegram.control.do("offline", user=BEN)
    assert await change(telegram, "editEphemeralMessageText", sent, text="new") is True
    assert await change(telegram, "deleteEphemeralMessage", sent) is True
    assert await texts(telegram, BEN) == ["table", "old"]
    await heard(telegram)
    await telegram.control.tap(BEN, (await telegram.control.sees(BEN, CLUB))[-1], "Play")
    query = (await next_update(telegram)).callback_query
    assert query is not None and query.message is not None
    with pytest.raises(BadRequest, match="not found"):
        await change(telegram, "editEphemeralMessageText", sent, text="gone for the bot")


async def test_ids_come_again(telegram: Telegram) -> None:
    await promote(telegram)
    first, second = number(await whisper(telegram, "a")), number(await whisper(telegram, "b"))
    assert first != second
    await change(telegram, "deleteEphemeralMessage", first)
    assert number(await whisper(telegram, "c")) == first
    await telegram.control.do("clock", turn=25 * 3600)
    assert await texts(telegram, BEN) == [], "their time is over"
    with pytest.raises(BadRequest, match="not found"):
        await change(telegram, "editEphemeralMessageText", second, text="late")
    assert number(await whisper(telegram, "d")) in (first, second)


async def test_they_count_in_the_groups_limit() -> None:
    async with running(limits=True) as telegram:
        await promote(telegram)
        sent = number(await whisper(telegram, "0"))
        for turn in range(19):
            await change(telegram, "editEphemeralMessageText", sent, text=f"{turn + 1}")
        with pytest.raises(RetryAfter):
            await change(telegram, "editEphemeralMessageText", sent, text="too many")
        await change(telegram, "deleteEphemeralMessage", sent)


async def test_an_older_server_knows_nothing_of_them_and_shows_the_message_to_all(telegram: Telegram) -> None:
    await telegram.control.do("server", ephemeral="unknown")
    tap = await telegram.control.tap(BEN, await card(telegram), "Hand")
    sent = await whisper(telegram, "secret", callback_query_id=tap["query_id"])
    assert sent.message_id > 0 and not sent.api_kwargs
    assert (await texts(telegram, ANNA))[-1] == "secret"
    for method in ("editEphemeralMessageText", "deleteEphemeralMessage"):
        with pytest.raises(EndPointNotFound):
            await change(telegram, method, 1, text="x")
    last = (await telegram.control.log())[-1]
    assert last["answer"] == {"ok": False, "error_code": 404, "description": "Not Found: method not found"}


async def test_a_server_in_between_knows_the_methods_only(telegram: Telegram) -> None:
    await telegram.control.do("server", ephemeral="half")
    with pytest.raises(BadRequest):
        await change(telegram, "deleteEphemeralMessage", 1)
    assert (await whisper(telegram, "secret")).message_id > 0
    with pytest.raises(Refused):
        await telegram.control.do("server", ephemeral="perhaps")
