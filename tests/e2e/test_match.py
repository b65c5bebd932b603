"""Four people play a whole match over HTTP: bot, two workers, thinker, courier, server, local Telegram as processes."""

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path

from service.settings import LOCAL_TOKEN
from tests.e2e.house import (
    MOVE_S,
    PEOPLE,
    House,
    button,
    choices,
    group_message,
    hand_of,
    seat_everybody,
    tapped,
    watching,
)
from tests.sandbox.client import ANNA, CLUB, Json
from tests.sandbox.validation import assert_valid_log

Cards = defaultdict[tuple[int, int], set[str]]
"""By deal and person: the cards his buttons have shown him."""


async def on_turn(house: House, events: AsyncIterator[Json]) -> tuple[int, Json, list[Json]] | None:
    """Who has action buttons, waited for; None when the match is over."""
    async with asyncio.timeout(MOVE_S):
        while True:
            for user in PEOPLE:
                found = await choices(house, user)
                if found is not None:
                    return user, *found
            if any(button(m, "re") for m in await house.control.sees(ANNA, CLUB)):
                return None
            await anext(events)


def best(actions: list[Json]) -> str:
    """Take whenever it is offered, then the first card that stands out."""
    primary = [a for a in actions if a.get("style") in ("primary", "success")]
    data: str = (primary or actions)[0]["callback_data"]
    return data


def texts_on(actions: list[Json]) -> set[str]:
    return {a["callback_data"].split(":")[3] for a in actions}


def cards_on(actions: list[Json]) -> set[str]:
    return {text for text in texts_on(actions) if len(text) == 2 and text[1] in "CDHS"}


async def move(house: House, events: AsyncIterator[Json]) -> tuple[int, list[Json]] | None:
    """Whoever is on turn taps, and his card follows: who it was and the buttons he had. None: the match is over."""
    turn = await on_turn(house, events)
    if turn is None:
        return None
    user, card, actions = turn
    await tapped(house, user, card, best(actions))
    before = [b["callback_data"] for b in actions]
    async with asyncio.timeout(MOVE_S):
        while (now := await choices(house, user)) and [b["callback_data"] for b in now[1]] == before:
            await anext(events)
    return user, actions


async def play(house: House, events: AsyncIterator[Json], seen: Cards) -> None:
    """Everybody taps when it is his turn, until the match is over."""
    deal, played = 0, False
    while (made := await move(house, events)) is not None:
        user, actions = made
        if played and "pass" in texts_on(actions):
            # Bidding again: another deal, whether the sheet of the one before stands in the group yet or not.
            deal += 1
        played = bool(cards_on(actions))
        seen[deal, user] |= cards_on(actions)


async def test_a_whole_match(tmp_path: Path) -> None:
    async with House(tmp_path) as house, watching(house) as events:
        await seat_everybody(house, events, *PEOPLE)
        seen: Cards = defaultdict(set)
        await play(house, events, seen)
        await house.settle()
        end = await group_message(house, events, "re")
        await _what_everybody_saw(house, end, seen)
        await _anybody_can_check_it(house, end)
        await _rematch(house, events, end)
        assert_valid_log(await house.control.log())
        assert LOCAL_TOKEN not in house.log
        assert "Traceback" not in house.log
        assert re.search(r"command .*ply=", house.log), "one line a command"


async def _what_everybody_saw(house: House, end: Json, seen: Cards) -> None:
    club = [m for m in await house.control.sees(ANNA, CLUB) if m["from"]["is_bot"]]
    for user in PEOPLE[1:]:
        texts = [m["text"] for m in await house.control.sees(user, CLUB) if m["from"]["is_bot"]]
        assert texts == [m["text"] for m in club], "the group looks the same to everybody"
    sheets = [m for m in club if button(m, "wh")]
    assert len(sheets) >= 2
    assert not end["silent"], "the end of a match rings"
    ns, ew = (int(total) for total in re.findall(r"(?:Stand|Total) +(\d+) +(\d+)", sheets[-1]["text"])[-1])
    assert max(ns, ew) >= 501 and ns != ew
    assert f"{max(ns, ew)} : {min(ns, ew)}" in end["text"], "the end says what the last sheet says"
    for deal in {deal for deal, _ in seen}:
        hands = [seen[deal, user] for user in PEOPLE]
        assert sum(map(len, hands)) == len(set().union(*hands)) <= 32, "a card is shown to one hand only"
        assert all(len(hand) in (0, 8) for hand in hands), "and all eight of them"


async def _anybody_can_check_it(house: House, end: Json) -> None:
    table = (button(end, "re") or "").split(":")[1]
    code, record = await house.command("export", table)
    assert code == 0 and record.startswith("rebelote 1")
    code, verdict = await house.command("verify", "-", told=record)
    assert code == 0 and "shuffles and plays" in verdict, verdict
    forged = record.replace(" AC p", " 7C p", 1)
    code, verdict = await house.command("verify", "-", told=forged)
    assert code == 1, verdict


async def _rematch(house: House, events: AsyncIterator[Json], end: Json) -> None:
    for user in PEOPLE:
        await tapped(house, user, end, button(end, "re") or "")
    lobby = await group_message(house, events, "go")
    assert all(name in lobby["text"] for name in ("Anna", "Ben", "Chloé", "Dan"))


async def test_stopped_in_mid_trick_it_goes_on_where_it_was(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        async with watching(house) as events:
            await seat_everybody(house, events, *PEOPLE)
            for _ in range(8):
                assert await move(house, events)
            await house.settle()
            before = await on_turn(house, events)
            assert before is not None
            hands = [await hand_of(house, user) for user in PEOPLE]
            group = [m["text"] for m in await house.control.sees(ANNA, CLUB)]
        await house.stop()
        await house.start()
        async with watching(house) as events:
            assert [await hand_of(house, user) for user in PEOPLE] == hands
            assert [m["text"] for m in await house.control.sees(ANNA, CLUB)] == group
            made = await move(house, events)
            assert made == (before[0], before[2]), "the old buttons work"
            assert await move(house, events)
        await house.stop()
        await house.start("--reset")
        assert [m for m in await house.control.sees(ANNA, CLUB) if m["from"]["is_bot"]] == []
