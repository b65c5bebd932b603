"""A deal on a phone, from the lobby to its sheet: in each language, at two widths, light and dark; once by keyboard."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from tests.browser import chromium
from tests.e2e.house import House, button, buttons, choices
from tests.e2e.test_match import best
from tests.sandbox.client import Json

pytestmark = pytest.mark.asyncio(loop_scope="module")

SOON_MS = 20_000
DEAL_S = 60
WIDTHS = (390, 360)
PEOPLE = {"de": "Jürgen", "fr": "Zoé", "lb": "Guy", "en": "Maisie"}
KEYBOARD = "en"

FAULTS = """phone => {
  const shown = [...phone.querySelectorAll(".key span, .bubble, .text, .text pre, .tabs .title, .alert p, .toast")]
    .filter((one) => one.offsetParent !== null);
  const cut = shown.filter((one) => one.scrollWidth > one.clientWidth).map((one) => `cut: ${one.textContent}`);
  const log = phone.querySelector(".log");
  if (log.scrollWidth > log.clientWidth) cut.push("the messages scroll sideways");
  if (document.documentElement.scrollWidth > innerWidth) cut.push("the page scrolls sideways");
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = parts(colour).map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (front, back) => {
    const [low, high] = [light(front), light(back)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  for (const [what, least] of [[".message:not(.own) .bubble", 4.5], [".message.own .bubble", 4.5], [".key", 4]]) {
    for (const one of phone.querySelectorAll(what)) {
      const style = getComputedStyle(one);
      const found = contrast(style.color, style.backgroundColor);
      if (found < least) cut.push(`${what} ${one.className} hard to read: ${found.toFixed(1)}`);
    }
  }
  for (const one of phone.querySelectorAll(".toast, .alert p"))
    if (one.textContent.includes("\\n") && !getComputedStyle(one).whiteSpace.startsWith("pre"))
      cut.push(`two lines run into one: ${one.textContent}`);
  return [...new Set(cut)];
}"""
"""What is wrong with a phone as it stands: words that are cut, sideways scrolling, words too pale for their ground."""

FOCUS = """() => {
  const one = document.activeElement;
  if (one === document.body) return "";
  const style = getComputedStyle(one.closest(".composer") ?? one);
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  const marked = one.matches(":focus-visible") && (ring || style.boxShadow !== "none");
  return marked ? "" : one.outerHTML.slice(0, 200);
}"""
"""The focused element, if nobody can see that it has the focus."""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    async with House(tmp_path_factory.mktemp("phones")) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@dataclass
class Player:
    """One person in a group of his own, with his phone on the page: by mouse."""

    house: House
    page: Page
    name: str
    user: int
    club: int
    complaints: list[str] = field(default_factory=list)

    @property
    def phone(self) -> Locator:
        return self.page.get_by_role("region", name=f"{self.name}’s phone")

    async def press(self, target: Locator) -> None:
        await target.click()

    async def come(self) -> None:
        """Open the page at this person's phone."""
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda line: self.complaints.extend([line.text] * (line.type == "error")))
        await self.page.goto(self.house.url)
        await self.press(self.page.get_by_role("tab", name=self.name, exact=True))
        await expect(self.phone).to_be_visible()

    async def open(self, chat: int) -> None:
        await self.press(self.phone.locator(f'.tabs [data-chat="{chat}"]'))

    async def say(self, text: str) -> None:
        await self.press(self.phone.get_by_role("textbox"))
        await self.page.keyboard.type(text)
        await self.page.keyboard.press("Enter")

    async def until(self, done: Any) -> Any:
        """What `done` finds, once it does; the clock of the house is turned meanwhile."""
        async with asyncio.timeout(SOON_MS / 1000):
            while not (found := await done()):
                await self.house.turn(1_000)
                await asyncio.sleep(0.03)  # other processes work
        return found

    async def newest(self, chat: int, kind: str) -> tuple[Json, str]:
        """The newest message of a chat with a button of this kind, and the button's data."""

        async def find() -> tuple[Json, str] | None:
            for message in reversed(await self.house.control.sees(self.user, chat)):
                if data := button(message, kind):
                    return message, data
            return None

        found: tuple[Json, str] = await self.until(find)
        return found

    async def tap(self, message: Json, data: str) -> None:
        """A button of the open chat, on the page, until it is answered."""
        index = next(i for i, one in enumerate(buttons(message)) if one.get("callback_data") == data)
        await self.press(self.phone.locator(f'[data-id="{message["id"]}"] .key').nth(index))
        answered = len(await self.house.control.look("answers", user=self.user))

        async def done() -> bool:
            taps = await self.house.control.look("answers", user=self.user)
            return bool(taps) and len(taps) >= answered and taps[-1]["answer"] is not None

        await self.until(done)

    async def is_well_shown(self) -> None:
        """At both widths, light and dark."""
        for width in WIDTHS:
            await self.page.set_viewport_size({"width": width, "height": 844})
            for scheme in ("light", "dark"):
                await self.page.emulate_media(color_scheme=scheme)
                faults = await self.phone.evaluate(FAULTS)
                assert faults == [], f"{width} px, {scheme}"
        assert self.complaints == []


class Typist(Player):
    """The same without a mouse; whatever has the focus shows it."""

    async def press(self, target: Locator) -> None:
        await expect(target).to_be_visible()
        kind = await target.evaluate("one => one.className + ' ' + (one.getAttribute('role') ?? one.tagName)")
        if "key" in kind.split():
            await self._reach("one => document.activeElement.matches('.key')", target)
            await self._along(target)
        elif kind.endswith(" tab"):
            await self._reach("one => one.parentElement?.contains(document.activeElement) ?? false", target)
            await self._to_tab(target)
        else:
            await self._reach("one => one === document.activeElement", target)
        if "INPUT" not in kind:
            await self.page.keyboard.press("Enter")

    async def _reach(self, there: str, target: Locator) -> None:
        for _ in range(40):
            if await target.evaluate(there):
                return
            await self._key("Tab")
        raise AssertionError(f"no way by Tab to {await target.inner_text()}")

    async def _key(self, name: str) -> None:
        await self.page.keyboard.press(name)
        assert await self.page.evaluate(FOCUS) == "", "nobody sees where the focus is"

    async def _to_tab(self, target: Locator) -> None:
        for _ in range(10):
            if await target.evaluate("one => one === document.activeElement"):
                return
            before = "one => one.compareDocumentPosition(document.activeElement) & 2"
            await self._key("ArrowRight" if await target.evaluate(before) else "ArrowLeft")
        raise AssertionError("the arrows lead to no such tab")

    async def _along(self, target: Locator) -> None:
        """From one button to another by arrows: the row first, then along it."""
        for _ in range(40):
            step = await target.evaluate(
                """one => {
                  const [from, to] = [document.activeElement, one];
                  if (from === to) return "";
                  if (from.parentElement === to.parentElement)
                    return Number(from.dataset.column) < Number(to.dataset.column) ? "ArrowRight" : "ArrowLeft";
                  return from.compareDocumentPosition(to) & 4 ? "ArrowDown" : "ArrowUp";
                }"""
            )
            if not step:
                return
            await self._key(step)
        raise AssertionError("the arrows lead to no such button")


@pytest.mark.parametrize("language", PEOPLE)
async def test_a_deal(house: House, browser: Browser, language: str) -> None:
    name, kind = PEOPLE[language], Typist if language == KEYBOARD else Player
    user = (await house.control.do("users", first_name=name, language_code=language))["id"]
    club = (await house.control.do("groups", title="Sunday", members=[user]))["id"]
    page = await browser.new_page(viewport={"width": WIDTHS[0], "height": 844})
    player = kind(house, page, name, user, club)
    await player.come()
    await player.open(user)
    await player.press(player.phone.locator(".start"))
    await expect(player.phone.get_by_role("log")).to_contain_text("/games")
    await player.is_well_shown()
    await lobby(player)
    async with asyncio.timeout(DEAL_S):
        taps = await play(player)
    assert taps >= 8, "each card of his"
    await player.open(club)
    sheet, why = await player.newest(club, "wh")
    await player.is_well_shown()
    await player.tap(sheet, why)
    await expect(player.phone.get_by_role("alertdialog")).to_be_visible()
    await player.is_well_shown()
    await page.close()


async def lobby(player: Player) -> None:
    """`/belote`, the first seat, a look at the rules, and off with three computers."""
    await player.open(player.club)
    await player.say("/belote")
    await player.tap(*await player.newest(player.club, "si"))
    await player.newest(player.club, "go")
    await player.is_well_shown()
    await player.tap(*await player.newest(player.club, "me"))
    await player.newest(player.club, "op")
    await player.is_well_shown()
    await player.tap(*await player.newest(player.club, "me"))
    await player.tap(*await player.newest(player.club, "go"))


async def play(player: Player) -> int:
    """In private, the best of what is offered each time, until the group shows the deal's sheet; how many taps."""
    taps, shown = 0, set[str]()
    await player.open(player.user)

    async def next_card() -> tuple[Json, list[Json]] | str | None:
        sheets = [m for m in await player.house.control.sees(player.user, player.club) if button(m, "wh")]
        return "over" if sheets else await choices(player.house, player.user)

    while not isinstance(found := await player.until(next_card), str):
        card, actions = found
        look = actions[0]["callback_data"].split(":")[-1][:1]
        if look not in shown:
            shown.add(look)
            await player.is_well_shown()
        before = [one["callback_data"] for one in actions]
        await player.tap(card, best(actions))
        taps += 1

        async def moved(before: list[str] = before) -> bool:
            now = await choices(player.house, player.user)
            return now is None or [one["callback_data"] for one in now[1]] != before

        await player.until(moved)
    return taps
