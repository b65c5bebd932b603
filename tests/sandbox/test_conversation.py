"""A person and a real python-telegram-bot bot talk; every call is checked against aiogram's types."""

import asyncio
from contextlib import aclosing

import pytest
from telegram import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    ReplyParameters,
    Update,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, EndPointNotFound, Forbidden, InvalidToken

from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, until
from tests.sandbox.conftest import TOKEN, Telegram, a_bot
from tests.sandbox.validation import assert_valid_log

pytestmark = pytest.mark.asyncio


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=label) for label in labels]])


async def next_update(telegram: Telegram) -> Update:
    update = (await telegram.bot.get_updates(timeout=10))[0]
    await telegram.bot.get_updates(offset=update.update_id + 1)
    return update


async def test_start_by_deep_link(telegram: Telegram) -> None:
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await telegram.bot.send_message(ANNA, "hi")
    await telegram.control.do("open", user=ANNA, payload="seat_3")
    await telegram.control.start(ANNA)
    update = await next_update(telegram)
    assert update.message is not None
    assert update.message.text == "/start seat_3"
    assert update.message.entities[0].type == "bot_command"
    assert (await telegram.bot.send_message(ANNA, "hi")).chat.id == ANNA
    await telegram.control.start(ANNA)
    again = await next_update(telegram)
    assert again.message is not None and again.message.text == "/start"
    assert_valid_log(await telegram.control.log())


async def test_tap_and_answer(telegram: Telegram) -> None:
    await telegram.bot.send_message(CLUB, "Sit down?", reply_markup=keyboard("Sit", "Leave"))
    card = (await telegram.control.sees(BEN, CLUB))[-1]
    waiting = asyncio.create_task(telegram.control.tap(BEN, card, "Sit", wait=10))
    query = (await next_update(telegram)).callback_query
    assert query is not None
    assert (query.data, query.from_user.id) == ("Sit", BEN)
    await query.answer("Welcome", show_alert=True)
    assert (await waiting)["answer"] == {"text": "Welcome", "show_alert": True, "url": ""}
    with pytest.raises(BadRequest, match="query id is invalid"):
        await query.answer("again")
    assert_valid_log(await telegram.control.log())


async def test_a_late_answer_is_refused(telegram: Telegram) -> None:
    await telegram.bot.send_message(CLUB, "?", reply_markup=keyboard("Sit"))
    card = (await telegram.control.sees(BEN, CLUB))[-1]
    await telegram.control.tap(BEN, card, "Sit")
    query = (await next_update(telegram)).callback_query
    assert query is not None
    telegram.clock.turn(60)
    with pytest.raises(BadRequest, match="Query is too old and response timeout expired"):
        await query.answer()


async def test_an_answer_may_open_the_private_chat(telegram: Telegram) -> None:
    await telegram.bot.send_message(CLUB, "?", reply_markup=keyboard("Sit"))
    card = (await telegram.control.sees(BEN, CLUB))[-1]
    async with aclosing(telegram.control.events(BEN)) as events:
        await until(events, "ready")
        await telegram.control.tap(BEN, card, "Sit")
        query = (await next_update(telegram)).callback_query
        assert query is not None
        with pytest.raises(BadRequest, match=r"(?i)url_invalid"):
            await query.answer(url="https://example.org")
        await query.answer(url="https://t.me/RebeloteBot?start=t1")
        assert (await until(events, "open"))["payload"] == "t1"
    message = await telegram.control.do("start", user=BEN)
    assert message["text"] == "/start t1"


async def test_edits_and_deletions_are_seen(telegram: Telegram) -> None:
    sent = await telegram.bot.send_message(CLUB, "<b>one</b>", ParseMode.HTML, reply_markup=keyboard("a"))
    await telegram.bot.edit_message_text("two", CLUB, sent.message_id)
    shown = (await telegram.control.sees(CHLOE, CLUB))[-1]
    assert (shown["html"], shown["edited"], shown["reply_markup"]) == ("two", True, None)
    await telegram.bot.edit_message_reply_markup(CLUB, sent.message_id, reply_markup=keyboard("b"))
    await telegram.bot.delete_message(CLUB, sent.message_id)
    assert shown["id"] not in [message["id"] for message in await telegram.control.sees(CHLOE, CLUB)]
    counters = (await telegram.control.look("counters"))["chats"][str(CLUB)]
    assert counters == {"sends": 1, "edits": 2, "deletes": 1, "rings": 1}
    assert_valid_log(await telegram.control.log())


async def test_unread_marks_and_rings(telegram: Telegram) -> None:
    await telegram.bot.send_message(CLUB, "quiet", disable_notification=True)
    await telegram.bot.send_message(CLUB, "loud")
    unread = [message["text"] for message in await telegram.control.sees(ANNA, CLUB) if message["unread"]]
    assert unread[-2:] == ["quiet", "loud"]
    await telegram.control.do("read", user=ANNA, chat=CLUB)
    assert not any(message["unread"] for message in await telegram.control.sees(ANNA, CLUB))
    assert (await telegram.control.look("counters"))["chats"][str(CLUB)]["rings"] == 1


async def test_documents(telegram: Telegram) -> None:
    await telegram.control.start(ANNA)
    await telegram.control.start(BEN)
    sent = await telegram.bot.send_document(ANNA, b"rebelote 1", filename="match.txt", caption="a record")
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.mime_type, sent.document.file_size) == (
        "match.txt",
        "text/plain",
        10,
    )
    assert sent.caption == "a record"
    assert bytes(await (await sent.document.get_file()).download_as_bytearray()) == b"rebelote 1"
    again = await telegram.bot.send_document(BEN, sent.document.file_id)
    assert again.document == sent.document
    with pytest.raises(BadRequest, match="no text in the message"):
        await telegram.bot.edit_message_text("words", ANNA, sent.message_id)
    with pytest.raises(BadRequest, match="no document"):
        await telegram.bot.send_document(ANNA, "BQACunknown")
    shown = (await telegram.control.sees(ANNA, ANNA))[-1]
    assert shown["document"]["name"] == "match.txt"
    assert_valid_log(await telegram.control.log())


async def test_photos(telegram: Telegram, picture: bytes) -> None:
    await telegram.control.start(ANNA)
    sent = await telegram.bot.send_photo(ANNA, picture, caption="<i>cards</i>", parse_mode="HTML")
    assert (sent.photo[0].width, sent.photo[0].height, sent.caption) == (640, 360, "cards")
    assert bytes(await (await sent.photo[0].get_file()).download_as_bytearray()) == picture
    await telegram.bot.edit_message_caption(ANNA, sent.message_id, caption="more")
    changed = await telegram.bot.edit_message_media(
        InputMediaPhoto(picture + b"!", caption="new"), ANNA, sent.message_id, reply_markup=keyboard("ok")
    )
    assert not isinstance(changed, bool) and changed.caption == "new"
    assert not changed.show_caption_above_media
    moved = await telegram.bot.edit_message_media(
        InputMediaPhoto(changed.photo[0].file_id, caption="above", show_caption_above_media=True),
        ANNA,
        sent.message_id,
    )
    assert not isinstance(moved, bool) and moved.show_caption_above_media
    again = await telegram.bot.send_photo(
        ANNA, changed.photo[0].file_id, caption="above", show_caption_above_media=True
    )
    assert again.show_caption_above_media
    assert again.photo[0].file_size == len(picture) + 1
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await telegram.bot.edit_message_text("x", ANNA, sent.message_id)
    assert_valid_log(await telegram.control.log())


async def test_replies(telegram: Telegram) -> None:
    command = await telegram.control.say(ANNA, CLUB, "/belote")
    sent = await telegram.bot.send_message(CLUB, "ok", reply_parameters=ReplyParameters(command["id"]))
    assert sent.reply_to_message is not None and sent.reply_to_message.text == "/belote"
    await telegram.control.do("delete", user=ANNA, chat=CLUB, message_id=command["id"])
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await telegram.bot.send_message(CLUB, "ok", reply_parameters=ReplyParameters(command["id"]))
    lenient = ReplyParameters(command["id"], allow_sending_without_reply=True)
    assert (await telegram.bot.send_message(CLUB, "ok", reply_parameters=lenient)).reply_to_message is None
    assert_valid_log(await telegram.control.log())


async def test_what_a_bot_says_of_itself(telegram: Telegram) -> None:
    bot = telegram.bot
    await bot.set_my_commands([BotCommand("belote", "New table")], BotCommandScopeAllGroupChats())
    await bot.set_my_commands([BotCommand("games", "My games")])
    await bot.set_my_commands([BotCommand("games", "Meine Partien")], language_code="de")
    assert [command.command for command in await bot.get_my_commands()] == ["games"]
    await bot.set_my_description("Belote")
    await bot.set_my_short_description("B")
    await bot.set_chat_menu_button()
    assert (await bot.get_my_description()).description == "Belote"
    await bot.send_chat_action(CLUB, "typing")
    await telegram.control.start(ANNA)
    state = await telegram.control.look("state", user=ANNA)
    commands = {chat["type"]: chat["commands"][0]["description"] for chat in state["chats"]}
    assert commands == {"group": "New table", "private": "Meine Partien"}
    assert_valid_log(await telegram.control.log())


async def test_other_tokens_are_refused(telegram: Telegram) -> None:
    for token in (f"{TOKEN}x", "nonsense"):
        with pytest.raises(InvalidToken):
            async with a_bot(telegram.url, token):
                pass  # the bot asks getMe on entering


async def test_unknown_methods_are_not_found(telegram: Telegram) -> None:
    with pytest.raises(EndPointNotFound):
        await telegram.bot.do_api_request("sendNothing")
