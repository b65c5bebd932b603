"""Take the README's screenshots from a real game: `python -m tests.e2e.pictures`. Not a test."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from playwright.async_api import Browser, Page

from tests.browser import chromium
from tests.e2e.house import PEOPLE, House, button, buttons, seat_everybody, watching
from tests.e2e.test_match import move, on_turn
from tests.sandbox.client import ANNA, BEN, CLUB, Json

FOLDER = Path("docs/pictures")
PHONE = {"width": 390, "height": 760}


async def _phone(browser: Browser, house: House, name: str, chat: str, *, dark: bool = False) -> Page:
    """One phone, open at a chat."""
    page = await browser.new_page(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        color_scheme="dark" if dark else "light",
        device_scale_factor=2,
    )
    await page.goto(house.url)
    await page.get_by_role("tab", name=name, exact=False).first.click()
    await page.get_by_role("region", name=f"{name}’s phone").get_by_role("tab", name=chat).click()
    return page


async def _take(page: Page, name: str, *, top: str = "") -> None:
    """`top`: words of the message that shall be seen from its first line."""
    await page.wait_for_timeout(800)
    if top:
        await (
            page.get_by_role("article")
            .filter(has_text=top, visible=True)
            .last.evaluate("one => one.scrollIntoView({ block: 'start' })")
        )
        await page.wait_for_timeout(300)
    await page.screenshot(path=FOLDER / f"{name}.png")
    await page.close()


async def _until_forbidden(house: House, events: AsyncIterator[Json]) -> int:
    """Play until somebody on turn in a trick may not play all of his cards."""
    while True:
        turn = await on_turn(house, events)
        assert turn is not None
        user, _, actions = turn
        if user in PEOPLE and any(a["text"].startswith("(") for a in actions) and len(actions) < 7:
            return user
        await move(house, events)


async def _with_pictures(house: House, user: int, chat: int, looks: str) -> None:
    """Switch pictures on in the settings of a chat: a tap leads from off to light, the next to dark."""
    await house.control.say(user, chat, "/settings")
    for word in ("light", "dark")[: 1 + (looks == "dark")]:
        menu, data = await _setting(house, user, chat, f"pictures={word}")
        await house.control.tap(user, menu, data)
    await house.settle()


async def _setting(house: House, user: int, chat: int, word: str) -> tuple[Json, str]:
    """The button that sets this, once it is there."""
    async with asyncio.timeout(10):
        while True:
            for message in reversed(await house.control.sees(user, chat)):
                for one in buttons(message):
                    if one.get("callback_data", "").endswith(word):
                        return message, one["callback_data"]
            await asyncio.sleep(0.1)


async def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with House(Path(folder)) as house, watching(house) as events, chromium() as browser:
            await seat_everybody(house, events, *PEOPLE)
            for person in PEOPLE:  # so that the question of the first Start is out of sight
                message, data = await _setting(house, person, person, "row=plain")
                await house.control.tap(person, message, data)
            lobby_seen = await browser.new_page(viewport={"width": 1280, "height": 800})
            await lobby_seen.goto(house.url)
            names = dict(zip(PEOPLE, ("Anna", "Ben", "Chloé", "Dan"), strict=True))
            user = await _until_forbidden(house, events)
            await house.settle()
            await _take(await _phone(browser, house, names[user], "Rebelote"), "hand")
            await _take(await _phone(browser, house, "Anna", "Belote club", dark=True), "table")
            await _take(lobby_seen, "side-by-side")
            while not any(button(m, "wh") for m in await house.control.sees(ANNA, CLUB)):
                await move(house, events)
            await house.settle()
            await _take(await _phone(browser, house, "Ben", "Belote club"), "score", top="Gabe 1")
            await house.control.say(BEN, BEN, "/settings")
            await _setting(house, BEN, BEN, "pictures=light")
            await _take(await _phone(browser, house, "Ben", "Rebelote"), "settings")
            for person in PEOPLE:
                await _with_pictures(house, person, person, "light")
            await _with_pictures(house, ANNA, CLUB, "dark")
            await move(house, events)
            user = await _until_forbidden(house, events)
            await house.settle()
            await house.control.say(user, CLUB, "/table")
            await house.settle()
            await _take(await _phone(browser, house, names[user], "Rebelote"), "hand-drawn")
            await _take(await _phone(browser, house, "Anna", "Belote club", dark=True), "table-drawn")


if __name__ == "__main__":
    asyncio.run(main())
