"""Groups: who joins and leaves, what a bot hears there, numbers, upgrades, topics."""

import pytest
from telegram import Update
from telegram.error import BadRequest, ChatMigrated, Forbidden

from tests.sandbox.client import ANNA, BEN, CLUB, DAN, Refused
from tests.sandbox.conftest import Telegram
from tests.sandbox.test_conversation import keyboard, next_update
from tests.sandbox.validation import assert_valid_log

pytestmark = pytest.mark.asyncio


async def heard(telegram: Telegram) -> list[Update]:
    """All that waits for the bot, confirmed."""
    updates = await telegram.bot.get_updates()
    if updates:
        await telegram.bot.get_updates(offset=updates[-1].update_id + 1)
    return list(updates)


async def test_privacy_mode(telegram: Telegram) -> None:
    card = await telegram.bot.send_message(CLUB, "card")
    await telegram.control.say(ANNA, CLUB, "just talking")
    await telegram.control.say(ANNA, CLUB, "see /belote")
    await telegram.control.say(ANNA, CLUB, "/belote@OtherBot")
    await telegram.control.say(ANNA, CLUB, "/belote@rebelotebot now")
    await telegram.control.say(BEN, CLUB, "/table")
    await telegram.control.say(BEN, CLUB, "nice", reply_to=card.message_id)
    texts = [update.message.text for update in await heard(telegram) if update.message]
    assert texts == ["/belote@rebelotebot now", "/table", "nice"]


async def test_an_administrator_hears_everything(telegram: Telegram) -> None:
    await telegram.control.do("members", chat=CLUB, user="bot", status="administrator")
    await telegram.control.say(ANNA, CLUB, "just talking")
    last = (await heard(telegram))[-1].message
    assert last is not None and last.text == "just talking"


async def test_edited_commands(telegram: Telegram) -> None:
    message = await telegram.control.say(ANNA, CLUB, "/belot")
    await telegram.control.do("edit", user=ANNA, chat=CLUB, message_id=message["id"], text="/belote")
    edited = (await heard(telegram))[-1].edited_message
    assert edited is not None and edited.text == "/belote"


async def test_kicked_and_added_again(telegram: Telegram) -> None:
    await telegram.control.do("members", chat=CLUB, user="bot", status="kicked")
    change = (await heard(telegram))[-1].my_chat_member
    assert change is not None
    assert (change.old_chat_member.status, change.new_chat_member.status) == ("member", "kicked")
    with pytest.raises(Forbidden, match="bot was kicked from the group chat"):
        await telegram.bot.get_chat(CLUB)
    await telegram.control.do("members", chat=CLUB, user="bot", status="member")
    assert (await heard(telegram))[-1].my_chat_member is not None
    await telegram.bot.leave_chat(CLUB)
    with pytest.raises(Forbidden, match="bot is not a member of the group chat"):
        await telegram.bot.send_message(CLUB, "x")
    assert_valid_log(await telegram.control.log())


async def test_people_come_and_go(telegram: Telegram) -> None:
    eve = (await telegram.control.do("users", first_name="Eve", join=[CLUB]))["id"]
    joined = (await next_update(telegram)).message
    assert joined is not None and joined.new_chat_members[0].id == eve
    await telegram.control.do("members", chat=CLUB, user=DAN, status="left", by=DAN)
    assert (await telegram.bot.get_chat_member(CLUB, DAN)).status == "left"
    assert (await telegram.bot.get_chat_member(CLUB, eve)).status == "member"
    assert [member.user.id for member in await telegram.bot.get_chat_administrators(CLUB)] == [ANNA]
    assert (await telegram.bot.get_chat(CLUB)).title == "Belote club"
    with pytest.raises(Refused, match="chat not found"):
        await telegram.control.say(DAN, CLUB, "let me in")
    assert_valid_log(await telegram.control.log())


async def test_blocking_is_told(telegram: Telegram) -> None:
    await telegram.control.start(ANNA)
    await telegram.control.do("block", user=ANNA)
    await telegram.control.start(ANNA)
    changes = [update.my_chat_member for update in await heard(telegram) if update.my_chat_member]
    assert [change.new_chat_member.status for change in changes] == ["kicked", "member"]


async def test_message_numbers(telegram: Telegram) -> None:
    """One account counts over private chats and groups; each supergroup counts for itself."""
    await telegram.control.start(ANNA)
    first = await telegram.bot.send_message(CLUB, "a")
    second = await telegram.bot.send_message(ANNA, "b")
    assert second.message_id == first.message_id + 1
    large = (await telegram.control.do("groups", title="Large", type="supergroup"))["id"]
    own = await telegram.bot.send_message(large, "c")
    assert own.message_id == 2, "after the service message of joining"
    assert (await telegram.bot.send_message(ANNA, "d")).message_id == second.message_id + 1


async def test_upgrade_to_a_supergroup(telegram: Telegram) -> None:
    new = (await telegram.control.do("chats", chat=CLUB, upgrade=True))["id"]
    told = [update.message for update in await heard(telegram) if update.message]
    assert told[0].migrate_to_chat_id == new and told[1].migrate_from_chat_id == CLUB
    with pytest.raises(ChatMigrated) as moved:
        await telegram.bot.send_message(CLUB, "x")
    assert moved.value.new_chat_id == new
    assert (await telegram.bot.send_message(new, "x")).chat.type == "supergroup"
    assert_valid_log(await telegram.control.log())


async def test_topics(telegram: Telegram) -> None:
    forum = (await telegram.control.do("groups", title="Forum", type="supergroup"))["id"]
    await telegram.control.do("chats", chat=forum, is_forum=True, topics={"7": {"name": "Cards"}})
    await telegram.control.say(ANNA, forum, "/belote", thread_id=7)
    command = (await heard(telegram))[-1].message
    assert command is not None and command.is_topic_message and command.message_thread_id == 7
    sent = await telegram.bot.send_message(forum, "x", message_thread_id=7)
    assert sent.message_thread_id == 7
    await telegram.control.do("chats", chat=forum, topics={"7": {"closed": True}})
    with pytest.raises(BadRequest, match=r"(?i)topic_closed"):
        await telegram.bot.send_message(forum, "x", message_thread_id=7)
    assert_valid_log(await telegram.control.log())


async def test_the_right_to_write_is_taken(telegram: Telegram) -> None:
    await telegram.control.do("members", chat=CLUB, user="bot", status="restricted")
    change = (await heard(telegram))[-1].my_chat_member
    assert change is not None and change.new_chat_member.status == "restricted"
    with pytest.raises(BadRequest, match=r"(?i)not enough rights"):
        await telegram.bot.send_message(CLUB, "x")
    assert (await telegram.bot.get_chat(CLUB)).title == "Belote club", "but it is a member"


async def test_an_anonymous_administrator_is_the_group(telegram: Telegram) -> None:
    card = await telegram.bot.send_message(CLUB, "card", reply_markup=keyboard("Sit"))
    await telegram.control.say(ANNA, CLUB, "/belote", anonymous=True)
    said = {"chat": CLUB, "id": card.message_id}
    await telegram.control.tap(ANNA, said, "Sit", shape="anonymous")
    await telegram.control.tap(ANNA, said, "Sit", shape="inline")
    await telegram.control.tap(ANNA, said, "Sit", shape="inaccessible")
    command, hidden, inline, old = (await heard(telegram))[-4:]
    assert command.message is not None and command.message.sender_chat is not None
    assert command.message.from_user is not None and command.message.from_user.id == 1087968824
    assert hidden.callback_query is not None and hidden.callback_query.from_user.id == 1087968824
    assert inline.callback_query is not None and inline.callback_query.message is None
    assert old.callback_query is not None and old.callback_query.message is not None
    assert not old.callback_query.message.is_accessible


async def test_a_group_tells_its_changes(telegram: Telegram) -> None:
    forum = (await telegram.control.do("groups", title="Forum", type="supergroup"))["id"]
    for closed in (False, True, False):
        topics = {"7": {"name": "Cards", "closed": closed}}
        await telegram.control.do("chats", chat=forum, is_forum=True, topics=topics)
    await telegram.control.do("chats", chat=forum, title="Cards forum", photo=False)
    lines = [update.message for update in (await heard(telegram))[-4:] if update.message]
    assert lines[0].forum_topic_closed is not None and lines[0].message_thread_id == 7
    assert lines[1].forum_topic_reopened is not None
    assert lines[2].new_chat_title == "Cards forum"
    assert lines[3].delete_chat_photo
