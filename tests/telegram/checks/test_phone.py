"""The checks about a phone's screen, looked at in a real browser at 360 px: nothing cut, nothing wrapped, and black
suits that show in the dark."""

import random
from collections.abc import AsyncIterator, Iterator
from io import BytesIO
from itertools import islice
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Browser, Page, expect

from engine.rules import Rules
from service.telegram.gateway import Gateway
from service.telegram.lines import LABELS, LINE, cells, plain, width
from service.telegram.messages import Message
from service.telegram.texts import ROWS, languages, tongue
from tests.browser import chromium
from tests.sandbox.client import ANNA, BEN, Json
from tests.sandbox.conftest import Telegram, running
from tests.telegram.views.test_properties import IDS, RULES, SENTENCE, course, everything
from tests.telegram.wing.world import PEOPLE, World, buttons

LONGEST = [
    "Maximiliane-Sophie von Hohenlohe",
    "Wilhelmina Mathilda",
    "Bartholomäus-Emmanuel",
    "Konstantinopoulos",
]
FONT = "Emoji, Roboto, 'Liberation Sans', Arial, sans-serif"
"""As wide as what phones write with."""
PHONE = {"width": 360, "height": 720}
OF_EACH = 3
"""States of a random match by rule set and language whose cards are looked at in the browser."""


def cards(rules_name: str, rules: Rules, language: str, seed: int) -> Iterator[Message]:
    """All that is shown of some states of a random match, once each."""
    played = course(rules_name, rules, seed, deals=2)
    rng, seen = random.Random(seed), set[Message]()
    for match in rng.sample(played.states, OF_EACH):
        for shown in everything(played, match, LONGEST[: rules.players], tongue(language)):
            if isinstance(shown, Message) and shown not in seen:
                seen.add(shown)
                yield shown


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
def test_check_13_with_the_longest_names_every_label_and_line_keeps_its_width(
    variant: str, rules: Rules
) -> None:
    for language in languages():
        for seed in range(2):
            for message in cards(variant, rules, language, seed):
                for row in message.rows:
                    assert all(cells(b.label) <= LABELS[min(len(row), 5)] for b in row), row
                for line in message.text.split("\n"):
                    assert SENTENCE.search(plain(line)) or width(line) <= LINE, line


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as value:
        yield value


@pytest_asyncio.fixture
async def telegram() -> AsyncIterator[Telegram]:
    async with running() as value:
        await value.control.start(ANNA)
        yield value


MEASURE = """() => {
  const cut = [...document.querySelectorAll('.phone.current .key span')]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent);
  const wrapped = [];
  for (const text of document.querySelectorAll('.phone.current .message:not(.own) .text')) {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT,
      (node) => node.parentElement.closest('.room, .meta') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    let line = '', from = null, to = null;
    const done = () => {
      if (line.trim() && from) {
        const range = document.createRange();
        range.setStart(...from); range.setEnd(...to);
        const middles = [...range.getClientRects()].filter((r) => r.width > 0).map((r) => (r.top + r.bottom) / 2);
        if (Math.max(...middles) - Math.min(...middles) > 10) wrapped.push(line);
      }
      line = ''; from = null;
    };
    let block = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest('pre') !== block) { done(); block = node.parentElement.closest('pre'); }
      for (let at = 0; at < node.data.length; at++) {
        if (node.data[at] === '\\n') { done(); continue; }
        if (/\\s/.test(node.data[at]) && !from) continue;
        from ??= [node, at];
        if (!/\\s/.test(node.data[at])) to = [node, at + 1];
        line += node.data[at];
      }
    }
    done();
  }
  return { cut, wrapped, texts: document.querySelectorAll('.phone.current .message:not(.own) .text').length };
}"""


async def private_chat(browser: Browser, telegram: Telegram, *, dark: bool = False) -> Page:
    """Anna's chat with the bot on a phone of her own."""
    page = await browser.new_page(
        viewport=PHONE,  # type: ignore[arg-type]
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        device_scale_factor=2,
    )
    await page.goto(telegram.url)
    await page.evaluate("font => { document.documentElement.style.fontFamily = font; }", FONT)
    phone = page.get_by_role("region", name="Anna’s phone")
    await phone.get_by_role("tab", name="Rebelote").click()
    return page


@pytest.mark.parametrize("language", languages())
async def test_check_13_at_360_px_no_label_is_cut_and_no_line_of_cards_wraps(
    telegram: Telegram, browser: Browser, language: str
) -> None:
    sent = set[Message]()
    for variant, rules in RULES:
        sent |= set(islice(cards(variant, rules, language, 1), 24))
    gateway = Gateway(telegram.bot)
    for message in sent:
        assert (await gateway.send(ANNA, None, message, ring=False)).message is not None
    page = await private_chat(browser, telegram)
    await expect(page.locator(".phone.current .message:not(.own) .text")).to_have_count(len(sent))
    found: dict[str, Any] = await page.evaluate(MEASURE)
    assert found["cut"] == []
    assert [line for line in found["wrapped"] if SENTENCE.search(line) is None] == []


# --- check 14 ---


async def test_check_14_the_row_of_suits_is_asked_for_before_the_first_hand(world: World) -> None:
    """Once, with every row; and a tap settles it for all cards."""
    await world.control.start(*PEOPLE)
    await world.settle()
    for person in PEOPLE:
        asked = [m for m in await world.control.sees(person, person) if _rows_of(m)]
        assert len(asked) == 1 and len(_rows_of(asked[0])) == len(ROWS)
        assert not any("a:" in b.get("callback_data", "")[:2] for m in asked for b in buttons(m))
    question = next(m for m in await world.control.sees(BEN, BEN) if _rows_of(m))
    await world.control.tap(BEN, question, next(d for d in _rows_of(question) if d.endswith("four")))
    await world.settle()
    await world.start(*PEOPLE)
    hand = await world.hand(BEN)
    assert not set("♦♣") & set(hand["text"])
    asked = [m for m in await world.control.sees(BEN, BEN) if _rows_of(m)]
    assert asked == [], "who has chosen is not asked again"


def _rows_of(message: Json) -> list[str]:
    found = (str(b.get("callback_data", "")) for b in buttons(message))
    return [data for data in found if data.startswith("sg:") and ":row" in data]


SIGN_AT = """(sign) => {
  const text = [...document.querySelectorAll('.phone.current .message:not(.own) .text')].at(-1);
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.indexOf(sign);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at); range.setEnd(node, at + sign.length);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  }
}"""


def luminance(pixel: tuple[int, ...]) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(part) for part in pixel[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


async def drawn(page: Page, sign: str) -> Image.Image:
    box = await page.evaluate(SIGN_AT, sign)
    return Image.open(BytesIO(await page.screenshot(clip=box))).convert("RGB")


def points(image: Image.Image) -> list[tuple[int, ...]]:
    loaded = image.load()
    assert loaded is not None
    found = [loaded[x, y] for y in range(image.height) for x in range(image.width)]
    return [point for point in found if isinstance(point, tuple)]


def differ(one: Image.Image, other: Image.Image) -> float:
    """The share of points that are clearly another colour in the one than in the other: by more than a quarter of the
    way from black to white."""
    size = (48, 48)
    pairs = list(zip(points(one.resize(size)), points(other.resize(size)), strict=True))
    return sum(sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) > 3 * 64**2 for p, q in pairs) / len(
        pairs
    )


def shows(image: Image.Image) -> float:
    """The share of points with a contrast of 3 and more against the bubble they stand on."""
    ground, *_ = found = points(image)
    return sum(contrast(point, ground) >= 3 for point in found) / len(found)


async def test_check_14_in_rows_2_and_3_spades_and_clubs_differ_clearly_in_the_dark(
    telegram: Telegram, browser: Browser
) -> None:
    """By rendered points: as printed both are dark blots on a dark bubble; in the other rows one shows at least, and
    nobody takes the one for the other."""
    page = await private_chat(browser, telegram, dark=True)
    told = {}
    for name, row in ROWS.items():
        t = tongue("en", row)
        await Gateway(telegram.bot).send(
            ANNA, None, Message(f"{t.suit(3)}  {t.suit(0)}\nwide enough"), ring=True
        )
        await expect(page.locator(".phone.current .message:not(.own) .text").last).to_contain_text(t.suit(0))
        spade, club = [await drawn(page, t.suit(suit)) for suit in (3, 0)]
        told[name] = differ(spade, club), shows(spade), shows(club)
    for name in ("four", "dark"):
        assert told[name][0] > 0.06, told
        assert told[name][2] > 0.04, told
    assert told["dark"][1] > 0.04, told
