"""A second bot in the group: each has its own updates, messages, commands and limits, and sees nothing of the other."""

from pathlib import Path

import pytest
from aiogram.exceptions import TelegramBadRequest, TelegramForbiddenError, TelegramRetryAfter
from aiogram.types import BotCommand, BotCommandScopeAllGroupChats
from telegram.error import BadRequest
from telegram.error import TelegramError as PtbError

from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, Refused
from tests.sandbox.conftest import TOKEN, Telegram, a_bot, running
from tests.sandbox.second import NAME, TITLE, votes
from tests.sandbox.test_conversation import keyboard
from tests.sandbox.test_groups import heard
from tests.sandbox.validation import assert_valid_log

pytestmark = pytest.mark.asyncio


async def test_it_answers_its_own_command_and_taps(telegram: Telegram) -> None:
    async with votes(telegram.url, telegram.control) as second:
        ballot = await second.ballot()
        assert ballot["from"] == {"id": second.bot.id, "name": TITLE, "is_bot": True}
        first = (await telegram.control.tap(BEN, ballot, "yes", wait=5))["answer"]
        again = (await telegram.control.tap(CHLOE, ballot, "yes", wait=5))["answer"]
        assert first == again == {"text": "Counted", "show_alert": False, "url": ""}
        shown = (await telegram.control.sees(ANNA, CLUB))[-1]
        assert shown["edited"] and shown["reply_markup"]["inline_keyboard"][0][0]["text"] == "Yes (2)"
        close = "si:aaaaaaaaaa:0:N"
        assert (await telegram.control.tap(BEN, ballot, close, wait=5))["answer"]["show_alert"]
        assert ballot["id"] not in [m["id"] for m in await telegram.control.sees(ANNA, CLUB)]
        assert second.errors == []
        assert_valid_log(await telegram.control.look("log", bot=NAME))
    said = [u.message.text for u in await heard(telegram) if u.message and u.message.text]
    assert said == [], "neither the other bot's command, nor its messages, nor its taps"


async def test_each_hears_what_is_meant_for_it(telegram: Telegram) -> None:
    async with votes(telegram.url, telegram.control) as second:
        card = await telegram.bot.send_message(CLUB, "card")
        say = telegram.control.say
        for text in ("talk", "/belote@RebeloteBot", "/table", f"/now@{NAME}"):
            await say(ANNA, CLUB, text)
        await say(BEN, CLUB, "nice card", reply_to=card.message_id)
        await say(BEN, CLUB, "/last")
        await second.until(lambda: "/last" in second.said)
        assert second.said == ["/table", f"/now@{NAME}", "/last"], "a bare command is for both"
        said = [u.message.text for u in await heard(telegram) if u.message and u.message.text]
        assert said == ["/belote@RebeloteBot", "/table", "nice card", "/last"]


async def test_without_privacy_mode_it_hears_people_and_no_bot(telegram: Telegram) -> None:
    async with votes(telegram.url, telegram.control, privacy=False) as second:
        assert (await second.bot.get_me()).can_read_all_group_messages
        await telegram.bot.send_message(CLUB, "card")
        await telegram.control.say(ANNA, CLUB, "talk")
        await second.until(lambda: bool(second.said))
        assert second.said == ["talk"]


async def test_each_touches_only_its_own(telegram: Telegram) -> None:
    card = await telegram.bot.send_message(CLUB, "card", reply_markup=keyboard("Play"))
    async with votes(telegram.url, telegram.control) as second:
        with pytest.raises(TelegramBadRequest, match="message can't be edited"):
            await second.bot.edit_message_text("mine", chat_id=CLUB, message_id=card.message_id)
        with pytest.raises(TelegramBadRequest, match="message can't be deleted"):
            await second.bot.delete_message(CLUB, card.message_id)
        ballot = await second.ballot()
        with pytest.raises(BadRequest, match="Message can't be edited"):
            await telegram.bot.edit_message_text("mine", CLUB, ballot["id"])
        [seen] = [m for m in await telegram.control.sees(ANNA, CLUB) if m["text"] == "card"]
        tap = await telegram.control.tap(ANNA, seen, "Play")
        with pytest.raises(TelegramBadRequest, match="query is too old"):
            await second.bot.answer_callback_query(tap["query_id"])
        query = (await heard(telegram))[-1].callback_query
        assert query is not None and await query.answer("Played")
        assert second.tapped == []


async def test_what_one_member_sees_alone_is_its_bots(telegram: Telegram) -> None:
    card = await telegram.bot.send_message(CLUB, "card", reply_markup=keyboard("Hand"))
    async with votes(telegram.url, telegram.control) as second:
        [seen] = [m for m in await telegram.control.sees(ANNA, CLUB) if m["id"] == card.message_id]
        tap = await telegram.control.tap(ANNA, seen, "Hand")
        only = {"receiver_user_id": ANNA, "callback_query_id": tap["query_id"]}
        with pytest.raises(BadRequest, match="Query is too old"):
            async with a_bot(telegram.url, second.bot.token) as thief:
                await thief.send_message(CLUB, "?", api_kwargs={"ephemeral_message_parameters": only})
        await telegram.bot.send_message(CLUB, "♠A", api_kwargs={"ephemeral_message_parameters": only})
        wrong = {"chat_id": CLUB, "receiver_user_id": ANNA, "ephemeral_message_id": 1}
        async with a_bot(telegram.url, second.bot.token) as thief:
            with pytest.raises(PtbError, match=r"(?i)message to delete not found"):
                await thief.do_api_request("deleteEphemeralMessage", wrong)
        assert await telegram.bot.do_api_request("deleteEphemeralMessage", wrong) is True


async def test_commands_and_profile_are_each_ones_own(telegram: Telegram) -> None:
    await telegram.bot.set_my_commands([("belote", "Open a table")])
    await telegram.bot.set_my_description("Cards")
    async with votes(telegram.url, telegram.control) as second:
        me = await second.bot.get_me()
        assert (me.username, me.first_name, me.supports_inline_queries) == (NAME, TITLE, False)
        scope = BotCommandScopeAllGroupChats()
        await second.bot.set_my_commands([BotCommand(command="vote", description="Ask")], scope=scope)
        assert not await second.bot.get_my_commands()
        assert (await second.bot.get_my_description()).description == ""
        club = next(c for c in (await telegram.control.look("state", user=ANNA))["chats"] if c["id"] == CLUB)
        assert [c["command"] for c in club["commands"]] == ["belote@RebeloteBot", f"vote@{NAME}"]
        assert [c.command for c in await telegram.bot.get_my_commands()] == ["belote"]


async def test_limits_are_counted_for_each(telegram: Telegram) -> None:
    async with votes(telegram.url, telegram.control) as second:
        for bot in ("RebeloteBot", NAME):
            await telegram.control.do("limits", enabled=True, bot=bot)
        for number in range(20):
            await second.bot.send_message(CLUB, str(number))
        with pytest.raises(TelegramRetryAfter):
            await second.bot.send_message(CLUB, "too many")
        await telegram.bot.send_message(CLUB, "the other has its own")
        counters = await telegram.control.look("counters", bot=NAME)
        assert counters["chats"][str(CLUB)]["sends"] == 20
        assert (await telegram.control.look("counters"))["chats"][str(CLUB)]["sends"] == 1


async def test_it_comes_goes_and_writes_to_nobody_in_private(telegram: Telegram) -> None:
    await telegram.control.start(ANNA)
    await heard(telegram)
    async with votes(telegram.url, telegram.control) as second:
        with pytest.raises(TelegramForbiddenError, match="bot can't initiate conversation with a user"):
            await second.bot.send_message(ANNA, "hello")
        with pytest.raises(TelegramBadRequest, match="chat not found"):
            await second.bot.get_chat(ANNA)
        await telegram.control.say(ANNA, ANNA, "/games")
        await telegram.control.do("members", chat=CLUB, user=second.bot.id, status="kicked", by=ANNA)
        await second.until(lambda: second.kinds.count("my_chat_member") == 2)
        with pytest.raises(TelegramForbiddenError, match="bot was kicked"):
            await second.bot.send_message(CLUB, "x")
        await telegram.control.say(ANNA, CLUB, "/gone")
        await telegram.control.do("members", chat=CLUB, user=second.bot.id, status="member", by=ANNA)
        await second.until(lambda: second.kinds.count("my_chat_member") == 3)
        assert second.said == []
    told = [u.message for u in await heard(telegram) if u.message]
    assert [m.text for m in told if m.text] == ["/games", "/gone"]
    assert [m.new_chat_members[0].first_name for m in told if m.new_chat_members] == [TITLE, TITLE]


async def test_it_survives_a_restart_with_what_waits_for_it(tmp_path: Path) -> None:
    async with running(tmp_path) as telegram:
        account = await telegram.control.do("bots", username=NAME, join=[CLUB])
        await telegram.control.say(ANNA, CLUB, f"/vote@{NAME}")
        with pytest.raises(Refused, match="taken"):
            await telegram.control.do("bots", username=NAME.lower())
    async with running(tmp_path) as telegram, a_bot(telegram.url, account["token"]) as second:
        update = (await second.get_updates())[-1]
        assert update.message is not None and update.message.text == f"/vote@{NAME}"
        assert account["token"] != TOKEN and (await second.get_me()).username == NAME
