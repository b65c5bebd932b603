"""Inline mode by Telegram's rules: queries, what may be offered, what is told of a choice, edits by inline id."""

import pytest
from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
)
from telegram.error import BadRequest

from tests.sandbox.client import ANNA, BEN, CLUB, Json, Refused
from tests.sandbox.conftest import Telegram
from tests.sandbox.test_conversation import next_update
from tests.sandbox.validation import assert_valid_log

pytestmark = pytest.mark.asyncio
SEAT = InlineKeyboardMarkup([[InlineKeyboardButton("Sit", callback_data="sit")]])


def article(number: str = "one", markup: InlineKeyboardMarkup | None = SEAT) -> InlineQueryResultArticle:
    return InlineQueryResultArticle(
        number, "A table", InputTextMessageContent("<b>Play</b>", "HTML"), markup, description="classic"
    )


async def ask(telegram: Telegram, query: str = "", chat: int = CLUB) -> str:
    asked: Json = await telegram.control.do("inline", user=ANNA, chat=chat, query=query)
    update = await next_update(telegram)
    assert update.inline_query is not None
    assert (update.inline_query.id, update.inline_query.query) == (asked["query_id"], query)
    return str(asked["query_id"])


async def post(telegram: Telegram, markup: InlineKeyboardMarkup | None = SEAT) -> Json:
    query = await ask(telegram)
    await telegram.bot.answer_inline_query(query, [article(markup=markup)])
    message: Json = await telegram.control.do("choose", user=ANNA, query_id=query, result_id="one")
    return message


async def test_a_choice_is_posted_by_the_person_and_told_to_the_bot(telegram: Telegram) -> None:
    message = await post(telegram)
    assert message["from"]["id"] == ANNA and message["text"] == "Play" and message["via"] == "@RebeloteBot"
    seen = (await next_update(telegram)).message
    assert seen is not None and seen.via_bot is not None and seen.via_bot.id == telegram.bot.id
    chosen = (await next_update(telegram)).chosen_inline_result
    assert chosen is not None and chosen.result_id == "one" and chosen.inline_message_id
    assert await telegram.bot.edit_message_text("Over", inline_message_id=chosen.inline_message_id) is True
    assert (await telegram.control.sees(BEN, CLUB))[-1]["text"] == "Over"
    assert_valid_log(await telegram.control.log())


async def test_a_tap_names_the_inline_message_and_no_chat(telegram: Telegram) -> None:
    message = await post(telegram)
    await next_update(telegram)
    chosen = (await next_update(telegram)).chosen_inline_result
    await telegram.control.tap(BEN, message, "sit")
    query = (await next_update(telegram)).callback_query
    assert query is not None and chosen is not None
    assert query.message is None and query.inline_message_id == chosen.inline_message_id
    assert query.chat_instance


async def test_a_bot_that_is_not_told_of_choices(telegram: Telegram) -> None:
    await telegram.control.do("feedback", enabled=False)
    message = await post(telegram)
    assert (await next_update(telegram)).message is not None
    await telegram.control.tap(BEN, message, "sit")
    assert (await next_update(telegram)).callback_query is not None, "and nothing before it"


async def test_without_buttons_there_is_nothing_to_edit(telegram: Telegram) -> None:
    await post(telegram, markup=None)
    await next_update(telegram)
    chosen = (await next_update(telegram)).chosen_inline_result
    assert chosen is not None and chosen.inline_message_id is None


async def test_the_bot_cannot_edit_it_as_a_message_of_its_own(telegram: Telegram) -> None:
    message = await post(telegram)
    with pytest.raises(BadRequest, match="can't be edited"):
        await telegram.bot.edit_message_text("No", CLUB, message["id"])


async def test_refusals(telegram: Telegram) -> None:
    query = await ask(telegram)
    with pytest.raises(BadRequest, match=r"(?i)result_id_duplicate"):
        await telegram.bot.answer_inline_query(query, [article(), article()])
    button = InlineQueryResultsButton("Start", start_parameter="no spaces")
    with pytest.raises(BadRequest, match=r"(?i)start_param_invalid"):
        await telegram.bot.answer_inline_query(query, [], button=button)
    with pytest.raises(BadRequest, match=r"(?i)query is too old"):
        await telegram.bot.answer_inline_query("1", [])
    await telegram.bot.answer_inline_query(query, [])
    with pytest.raises(BadRequest, match=r"(?i)query is too old"):
        await telegram.bot.answer_inline_query(query, [])
    with pytest.raises(BadRequest, match=r"(?i)message_id_invalid"):
        await telegram.bot.edit_message_text("No", inline_message_id="nowhere")
    with pytest.raises(Refused, match="RESULT_ID_INVALID"):
        await telegram.control.do("choose", user=ANNA, query_id=query, result_id="one")
    late = await ask(telegram)
    telegram.clock.turn(60)
    with pytest.raises(BadRequest, match=r"(?i)query is too old"):
        await telegram.bot.answer_inline_query(late, [])
