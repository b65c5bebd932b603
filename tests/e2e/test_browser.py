"""Two people play a deal on the page, by mouse, in a real browser, against two computers."""

import asyncio
import re
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from tests.browser import chromium
from tests.e2e.house import House

OFFERED = "button.primary, button.success"
"""A hand card's buttons that stand out: what may be played, or taking."""
PATIENCE_MS = 20_000
DEAL_S = 120


class Phone:
    """One person's phone on the page."""

    def __init__(self, page: Page, name: str) -> None:
        self.region = page.get_by_role("region", name=f"{name}’s phone")

    async def open(self, chat: str) -> None:
        await self.region.get_by_role("tab", name=chat).click()

    @property
    def hand(self) -> Locator:
        """The last message of the open chat."""
        return self.region.get_by_role("article").last

    async def press_start(self) -> None:
        """The door into the bot's private chat: a greeting, and the question which suits read best."""
        await self.open("Rebelote")
        await self.region.get_by_role("button", name="START").click()
        await expect(self.region.get_by_role("log")).to_contain_text("/games")
        await self.hand.get_by_role("button", name="♠️ ♥️ ♦️ ♣️").click()
        await expect(self.hand).to_contain_text("/settings")

    async def say(self, text: str) -> None:
        box = self.region.get_by_role("textbox", name="Message")
        await box.press_sequentially(text)
        await box.press("Enter")

    def button(self, name: str) -> Locator:
        """By its label; the marks that keep names apart from their surroundings are not seen."""
        marked = re.compile("^" + re.sub("Anna|Ben", ".?\\g<0>.?", re.escape(name)) + "$")
        return self.region.get_by_role("button", name=marked).last


async def lobby(house: House, anna: Phone, ben: Phone) -> None:
    """Open a table, sit down opposite each other, start."""
    for phone in (anna, ben):
        await phone.press_start()
        await phone.open("Belote club")
    await anna.say("/belote")
    await anna.button("Setzen").click()
    await house.turn()
    await ben.button("Zu Anna").click()
    await house.turn()
    await expect(anna.hand).to_contain_text(re.compile("Anna.? [+] .?Ben"))
    await anna.button("Los geht’s").click()
    await house.turn()
    await expect(anna.hand).to_contain_text("Gabe 1")


async def play_until_sheet(house: House, phones: tuple[Phone, Phone], group: Phone) -> int:
    """Both tap the first button that stands out whenever there is one, until the group shows the first sheet."""
    taps = 0
    while not await group.button("❓ Warum so?").count():
        for phone in phones:
            offered = phone.hand.locator(OFFERED)
            if await offered.count():
                before = await phone.hand.inner_text()
                await offered.first.click()
                await house.turn()
                taps += 1
                await expect(phone.hand).not_to_have_text(before, timeout=PATIENCE_MS, use_inner_text=True)
    return taps


async def test_two_people_play_a_deal_on_the_page(tmp_path: Path) -> None:
    async with House(tmp_path) as house, chromium() as browser:
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(house.url)
        anna, ben, chloe = (Phone(page, name) for name in ("Anna", "Ben", "Chloé"))
        await lobby(house, anna, ben)
        for phone in (anna, ben):
            await phone.open("Rebelote")
        async with asyncio.timeout(DEAL_S):
            taps = await play_until_sheet(house, (anna, ben), chloe)
        assert taps >= 16, "each of the two played eight cards"
        await chloe.button("❓ Warum so?").click()
        alert = chloe.region.get_by_role("alertdialog")
        await expect(alert).to_contain_text(re.compile(r"\d+"))
        assert complaints == []
