"""The page in a real browser: what one person sees, taps and types, by mouse and by keyboard."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, Request, expect
from telegram import (
    BotCommand,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputTextMessageContent,
    Message,
    SwitchInlineQueryChosenChat,
    Update,
)

from tests.browser import chromium
from tests.sandbox.client import ANNA, BEN, CLUB
from tests.sandbox.conftest import Telegram, begun
from tests.sandbox.test_conversation import keyboard, next_update

# One loop, so that all share a browser: to start one takes longer than most of these tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass
class Screen:
    page: Page
    telegram: Telegram

    def phone(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=f"{name}’s phone")

    async def send(self, chat: int, text: str, markup: InlineKeyboardMarkup | None = None) -> Message:
        return await self.telegram.bot.send_message(chat, text, "HTML", reply_markup=markup)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def telegram() -> AsyncIterator[Telegram]:
    async with begun() as value:
        yield value


@pytest_asyncio.fixture(loop_scope="module")
async def screen(telegram: Telegram, browser: Browser) -> AsyncIterator[Screen]:
    """Four phones side by side, with a profile of their own; anything the page complains of, or asks of another
    server, fails the test."""
    page = await browser.new_page(viewport={"width": 1280, "height": 800})
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)

    def check(request: Request) -> None:
        if not request.url.startswith(telegram.url):
            complaints.append(f"asked {request.url}")

    page.on("request", check)
    await page.goto(telegram.url)
    await expect(page.locator(".phone")).to_have_count(4)
    await expect(page.get_by_role("region", name="Dan’s phone").get_by_role("tab")).to_have_count(2)
    yield Screen(page, telegram)
    await page.close()
    assert not complaints


async def asked(update: Update, data: str, user: int) -> None:
    query = update.callback_query
    assert query is not None and (query.data, query.from_user.id) == (data, user)


async def test_a_tap_waits_for_its_answer(screen: Screen) -> None:
    await screen.send(CLUB, "Sit down?", keyboard("Sit", "Leave"))
    button = screen.phone("Ben").get_by_role("button", name="Sit")
    await button.click()
    await expect(button).to_have_attribute("aria-busy", "true")
    await expect(screen.phone("Anna").get_by_role("button", name="Sit")).not_to_have_attribute(
        "aria-busy", "true"
    )
    query = (await next_update(screen.telegram)).callback_query
    assert query is not None and query.from_user.id == BEN
    await query.answer("Welcome")
    await expect(screen.phone("Ben").get_by_role("status").get_by_text("Welcome")).to_be_visible()
    await expect(button).not_to_have_attribute("aria-busy", "true")
    await expect(screen.phone("Anna").get_by_text("Welcome")).to_have_count(0)


async def test_an_alert_must_be_closed(screen: Screen) -> None:
    await screen.send(CLUB, "?", keyboard("Last trick"))
    await screen.phone("Ben").get_by_role("button", name="Last trick").click()
    query = (await next_update(screen.telegram)).callback_query
    assert query is not None
    await query.answer("Trick 3 → Anna", show_alert=True)
    alert = screen.phone("Ben").get_by_role("alertdialog")
    await expect(alert).to_contain_text("Trick 3 → Anna")
    await expect(alert.get_by_role("button", name="OK")).to_be_focused()
    await screen.page.keyboard.press("Enter")
    await expect(alert).to_be_hidden()
    await expect(screen.phone("Ben").get_by_role("button", name="Last trick")).to_be_focused()


async def test_arrow_keys_among_buttons(screen: Screen) -> None:
    rows = [["♥️J", "♥️9", "(♥️7)"], ["(♠️10)", "(♣️A)"]]
    markup = [[InlineKeyboardButton(label, callback_data=label) for label in row] for row in rows]
    await screen.send(CLUB, "Your turn, here is the table", InlineKeyboardMarkup(markup))
    phone = screen.phone("Anna")
    await phone.get_by_role("button", name="♥️J").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"):
        await screen.page.keyboard.press(key)
    await expect(phone.get_by_role("button", name="(♠️10)")).to_be_focused()
    await screen.page.keyboard.press("Enter")
    await asked(await next_update(screen.telegram), "(♠️10)", ANNA)
    await screen.page.keyboard.press("Tab")
    await expect(phone.get_by_role("textbox", name="Message")).to_be_focused()


async def test_an_edit_keeps_the_focus_and_the_place(screen: Screen) -> None:
    for number in range(30):
        await screen.send(CLUB, f"line {number}")
    last = await screen.send(CLUB, "card", keyboard("a", "b"))
    phone = screen.phone("Anna")
    log = phone.get_by_role("log")
    await phone.get_by_role("button", name="b", exact=True).focus()
    await last.edit_text("card with more\nlines\nthan before", reply_markup=keyboard("c", "d"))
    await expect(phone.get_by_role("button", name="d", exact=True)).to_be_focused()
    await expect(phone.get_by_role("button", name="d", exact=True)).to_be_in_viewport(ratio=1)
    await log.evaluate("log => log.scrollTo(0, 0)")
    await expect(phone.get_by_role("button", name="To the newest message")).to_be_visible()
    await last.edit_text("card again", reply_markup=keyboard("c"))
    await screen.send(CLUB, "one more")
    await expect(phone.get_by_text("one more")).to_be_attached()
    assert await log.evaluate("log => log.scrollTop") == 0
    down = phone.get_by_role("button", name="To the newest message")
    await expect(down).to_contain_text("1")
    await down.click()
    await expect(phone.get_by_text("one more")).to_be_in_viewport()
    await expect(down).to_be_hidden()


async def test_start_by_a_link_in_an_answer(screen: Screen) -> None:
    await screen.send(CLUB, "?", keyboard("Sit"))
    phone = screen.phone("Ben")
    await phone.get_by_role("button", name="Sit").click()
    query = (await next_update(screen.telegram)).callback_query
    assert query is not None
    await query.answer(url="https://t.me/RebeloteBot?start=seat_1")
    await phone.get_by_role("button", name="START").click()
    message = (await next_update(screen.telegram)).message
    assert message is not None and (message.text, message.chat.id) == ("/start seat_1", BEN)
    await screen.send(BEN, "Welcome, Ben")
    await expect(phone.get_by_text("Welcome, Ben")).to_be_visible()
    await expect(phone.get_by_role("textbox", name="Message")).to_be_focused()


async def test_links_in_texts_and_buttons(screen: Screen) -> None:
    door = InlineKeyboardMarkup([[InlineKeyboardButton("Door", url="https://t.me/RebeloteBot?start=b")]])
    await screen.send(CLUB, "Start here: t.me/RebeloteBot?start=a", door)
    await screen.phone("Anna").get_by_role("link", name="t.me/RebeloteBot?start=a").click()
    await screen.phone("Anna").get_by_role("button", name="START").click()
    await screen.phone("Ben").get_by_role("button", name="Door").click()
    await screen.phone("Ben").get_by_role("button", name="START").click()
    starts = {(await next_update(screen.telegram)).message for _ in range(2)}
    assert {message.text for message in starts if message} == {"/start a", "/start b"}


async def test_a_disabled_button_is_shown_as_such_and_does_nothing(screen: Screen) -> None:
    keys = [
        InlineKeyboardButton("♥️7", api_kwargs={"disabled": {}}),
        InlineKeyboardButton("♥️9", callback_data="9"),
    ]
    await screen.send(CLUB, "Your turn", InlineKeyboardMarkup([keys]))
    phone = screen.phone("Anna")
    grey = phone.get_by_role("button", name="♥️7")
    await expect(grey).to_be_disabled()
    await grey.click(force=True)
    await phone.get_by_role("button", name="♥️9").click()
    query = (await next_update(screen.telegram)).callback_query
    assert query is not None and query.data == "9", "the only tap that the bot hears of"


async def test_rings_and_unread_marks(screen: Screen) -> None:
    await screen.telegram.control.start(ANNA)
    phone = screen.phone("Anna")
    tab = phone.get_by_role("tab", name="Rebelote")
    await screen.telegram.bot.send_message(ANNA, "quiet", disable_notification=True)
    await expect(tab).to_contain_text("1")
    await expect(phone.locator(".banner")).to_be_hidden()
    await screen.send(ANNA, "Your turn\nBen plays\nthird line")
    await expect(tab).to_contain_text("2")
    await expect(phone.locator(".banner")).to_contain_text("Ben plays")
    await expect(phone.locator(".banner")).not_to_contain_text("third line")
    await phone.locator(".banner").click()
    await expect(tab).to_have_attribute("aria-selected", "true")
    await expect(tab).not_to_contain_text("2")
    unread = [message for message in await screen.telegram.control.sees(ANNA, ANNA) if message["unread"]]
    assert not unread


async def test_commands_are_offered(screen: Screen) -> None:
    await screen.telegram.bot.set_my_commands(
        [BotCommand("belote", "New table"), BotCommand("table", "Show it")]
    )
    phone = screen.phone("Anna")
    await expect(phone.get_by_role("log")).to_contain_text("Rebelote joined")
    box = phone.get_by_role("textbox", name="Message")
    await box.press_sequentially("/")
    await expect(phone.get_by_role("option")).to_have_count(2)
    await box.press("ArrowDown")
    await box.press("Enter")
    message = (await next_update(screen.telegram)).message
    assert message is not None and message.text == "/table"
    await expect(box).to_have_value("")


async def test_nothing_of_a_text_becomes_markup(screen: Screen) -> None:
    attack = "<img src=x onerror=alert(1)> <b>bold</b>"
    await screen.telegram.control.do("users", first_name=attack, join=[CLUB])
    await screen.telegram.control.say(ANNA, CLUB, attack)
    bubble = screen.phone("Ben").get_by_role("article").last
    await expect(bubble).to_contain_text(attack)
    await expect(screen.page.locator(".phones img, .phones b")).to_have_count(0)


async def test_a_burst_ends_with_its_last_message_in_sight_and_read(screen: Screen) -> None:
    for number in range(40):
        await screen.send(CLUB, f"number {number}\nof many", keyboard("a", "b"))
    await expect(screen.phone("Anna").get_by_text("number 39")).to_be_in_viewport()
    await expect(screen.phone("Anna").get_by_role("tab", name="Belote club")).to_have_text("Belote club")
    await expect(screen.phone("Anna").get_by_role("button", name="To the newest message")).to_be_hidden()


async def test_a_double_click_answers_a_message(screen: Screen) -> None:
    """However long it is, the phone keeps its width."""
    asked_of = await screen.send(CLUB, "who plays? " * 20)
    phone = screen.phone("Anna")
    await phone.get_by_role("article").last.dblclick(position={"x": 5, "y": 5})
    await expect(phone.locator(".reply")).to_contain_text("Rebelote: who plays?")
    assert await phone.evaluate("phone => phone.scrollWidth === phone.clientWidth")
    await phone.get_by_role("textbox", name="Message").press_sequentially("I do")
    await screen.page.keyboard.press("Enter")
    message = (await next_update(screen.telegram)).message
    assert message is not None and message.text == "I do" and message.reply_to_message is not None
    assert message.reply_to_message.message_id == asked_of.message_id
    await expect(phone.locator(".reply")).to_be_hidden()


async def test_deleted_messages_vanish(screen: Screen) -> None:
    sent = await screen.send(CLUB, "soon gone")
    await expect(screen.phone("Anna").get_by_text("soon gone")).to_be_visible()
    await sent.delete()
    await expect(screen.phone("Anna").get_by_text("soon gone")).to_have_count(0)


async def test_one_phone_at_a_time_where_only_one_fits(screen: Screen) -> None:
    await screen.page.set_viewport_size({"width": 390, "height": 844})
    await expect(screen.phone("Anna")).to_be_visible()
    await expect(screen.phone("Ben")).to_be_hidden()
    await screen.send(CLUB, "for everybody")
    ben = screen.page.get_by_role("tab", name="Ben")
    await expect(ben).to_contain_text("1")
    await ben.click()
    await expect(screen.phone("Ben").get_by_text("for everybody")).to_be_in_viewport()
    await expect(ben).not_to_contain_text("1")
    width = await screen.page.evaluate("document.documentElement.scrollWidth")
    assert width == 390


async def test_a_person_is_added(screen: Screen) -> None:
    await screen.page.get_by_role("button", name="Add a person").click()
    await screen.page.get_by_label("Name").fill("Eve")
    await screen.page.get_by_role("button", name="Add to all groups").click()
    await expect(screen.phone("Eve").get_by_role("tab", name="Belote club")).to_be_visible()
    await expect(screen.phone("Anna").get_by_text("Eve joined the group")).to_be_visible()


async def test_blocking_and_coming_back(screen: Screen) -> None:
    await screen.telegram.control.start(ANNA)
    await next_update(screen.telegram)
    phone = screen.phone("Anna")
    await phone.get_by_label("Menu").click()
    await phone.get_by_role("button", name="Block the bot").click()
    blocked = (await next_update(screen.telegram)).my_chat_member
    assert blocked is not None and blocked.new_chat_member.status == "kicked"
    await phone.get_by_role("tab", name="Rebelote").click()
    await phone.get_by_role("button", name="RESTART").click()
    back = (await next_update(screen.telegram)).my_chat_member
    assert back is not None and back.new_chat_member.status == "member"


async def test_three_chats_have_their_tabs_in_sight_on_a_phone(screen: Screen) -> None:
    await screen.telegram.control.do("groups", title="Kegelabend am Donnerstag")
    await screen.page.set_viewport_size({"width": 390, "height": 800})
    tabs = screen.phone("Anna").locator(".tabs [role=tab]")
    await expect(tabs).to_have_count(3)
    for tab in await tabs.all():
        box = await tab.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390, await tab.text_content()


async def test_many_people_leave_the_page_as_wide_as_the_phone(screen: Screen) -> None:
    for number in range(4):
        await screen.telegram.control.do("users", first_name=f"Guest {number}")
    await screen.page.set_viewport_size({"width": 360, "height": 800})
    last = screen.page.get_by_role("tab", name="Guest 3")
    await last.click()
    await expect(last).to_be_in_viewport(ratio=1)
    assert await screen.page.evaluate("document.documentElement.scrollWidth") == 360
    await expect(screen.phone("Guest 3").get_by_role("button", name="START")).to_be_in_viewport(ratio=1)


async def test_a_server_that_is_away_is_told_in_words(telegram: Telegram, browser: Browser) -> None:
    """No complaint of the browser's own; so without the screen that forbids any."""
    page = await browser.new_page()
    await page.goto(telegram.url)
    phone = page.get_by_role("region", name="Anna’s phone")
    await expect(phone.get_by_role("tab")).to_have_count(2)
    await page.route("**/control/send", lambda route: route.abort())
    await phone.get_by_role("textbox").fill("Hallo")
    await phone.get_by_role("textbox").press("Enter")
    await expect(phone.get_by_text("does not answer")).to_be_visible()
    await expect(phone.get_by_text("Failed to fetch")).to_have_count(0)
    await page.close()


async def test_the_bots_name_offers_what_it_has(screen: Screen) -> None:
    """Typed in a chat, chosen from a list of chats, or by a link that is passed on."""
    phone, bot = screen.phone("Anna"), screen.telegram.bot
    box = phone.get_by_role("textbox", name="Message")
    await box.press_sequentially("@RebeloteBot ")
    query = (await next_update(screen.telegram)).inline_query
    assert query is not None and query.query == ""
    said = InputTextMessageContent("Come and <b>play</b>", "HTML")
    seat = InlineKeyboardMarkup([[InlineKeyboardButton("Sit", callback_data="sit")]])
    await bot.answer_inline_query(query.id, [InlineQueryResultArticle("one", "A table", said, seat)])
    await expect(phone.get_by_role("option")).to_have_text(["A table"])
    await box.press("Enter")
    await expect(box).to_have_value("")
    card = phone.locator(".message", has_text="Come and play")
    await expect(card).to_contain_text("via @RebeloteBot")
    await screen.phone("Ben").get_by_role("button", name="Sit").click()
    tapped = await next_update(screen.telegram)
    while tapped.callback_query is None:
        tapped = await next_update(screen.telegram)
    inline = tapped.callback_query.inline_message_id
    assert inline is not None and tapped.callback_query.message is None
    assert await bot.edit_message_text("Ben sits", inline_message_id=inline) is True
    await expect(phone.locator(".message", has_text="Ben sits")).to_be_visible()


async def test_a_shared_link_goes_where_one_likes(screen: Screen) -> None:
    await screen.telegram.control.start(ANNA)
    await next_update(screen.telegram)
    address = "https://t.me/share/url?url=https%3A%2F%2Ft.me%2FRebeloteBot%3Fstart%3Di-abc&text=Come"
    chats = SwitchInlineQueryChosenChat("", allow_group_chats=True)
    rows = [
        [InlineKeyboardButton("Share", url=address)],
        [InlineKeyboardButton("Post", switch_inline_query_chosen_chat=chats)],
    ]
    await screen.send(ANNA, "Invite", InlineKeyboardMarkup(rows))
    phone = screen.phone("Anna")
    box = phone.get_by_role("textbox", name="Message")
    for label, words in (("Share", "https://t.me/RebeloteBot?start=i-abc Come"), ("Post", "@RebeloteBot ")):
        await phone.get_by_role("tab", name="Rebelote").click()
        await phone.get_by_role("button", name=label).click()
        await phone.get_by_role("list", name="Chats").get_by_role("button", name="Belote club").click()
        await expect(box).to_have_value(words)
