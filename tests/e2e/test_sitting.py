"""Four people tap "Sit down" on one lobby card, on real processes: a seat that was promised is taken."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

from tests.e2e.house import MOVE_S, PEOPLE, House, button, buttons
from tests.sandbox.client import ANNA, CLUB, Json

NAMES = dict(zip(PEOPLE, ("Anna", "Ben", "Chloé", "Dan"), strict=True))
LOBBIES = 4
PROMISED = ("Du sitzt", "You have a seat", "You sit")
TAKEN = ("Jemand war schneller", "Somebody was faster")


async def test_four_who_tap_at_once_all_sit(tmp_path: Path) -> None:
    """The first button of an empty lobby names every seat: nobody is too late."""
    async with House(tmp_path) as house:
        await house.control.start(*PEOPLE)
        for _ in range(LOBBIES):
            card = await empty_lobby(house)
            seat = button(card, "si") or ""
            async with asyncio.TaskGroup() as group:
                taps = [group.create_task(said(house, user, card, seat)) for user in PEOPLE]
            assert all(tap.result().startswith(PROMISED) for tap in taps), [tap.result() for tap in taps]
            await sitting(house, card, PEOPLE)
            await closed(house)


async def test_who_is_promised_a_seat_has_it_and_who_is_too_late_is_told(tmp_path: Path) -> None:
    """Each taps the first seat of the card as it stands on his phone then, a moment behind the table or not."""
    async with House(tmp_path) as house:
        await house.control.start(*PEOPLE)
        for _ in range(LOBBIES):
            card = await empty_lobby(house)
            told = {}
            for user in PEOPLE:
                told[user] = await said(house, user, card, button(await standing(house, card), "si") or "")
            promised = [user for user in PEOPLE if told[user].startswith(PROMISED)]
            late = [user for user in PEOPLE if user not in promised]
            assert all(told[user].startswith(TAKEN) for user in late), told
            card = await sitting(house, card, promised)
            for user in late:
                # What is free now stands on the card, and takes him.
                assert (await said(house, user, card, button(card, "si") or "")).startswith(PROMISED)
                card = await sitting(house, card, [*promised, user])
                promised.append(user)
            assert button(card, "si") is None
            await closed(house)


async def empty_lobby(house: House) -> Json:
    """A new lobby's card."""
    before = {m["id"] for m in await house.control.sees(ANNA, CLUB)}
    await house.control.say(ANNA, CLUB, "/belote")
    async with asyncio.timeout(MOVE_S):
        while True:
            await house.turn()
            for message in await house.control.sees(ANNA, CLUB):
                if message["id"] not in before and button(message, "si"):
                    return message


async def said(house: House, user: int, card: Json, data: str) -> str:
    """What a tap is answered."""
    answer = (await house.control.tap(user, card, data, wait=MOVE_S))["answer"]
    assert answer is not None, f"a tap was not answered\n{house.log[-3000:]}"
    return str(answer["text"])


async def standing(house: House, card: Json) -> Json:
    return next(m for m in await house.control.sees(ANNA, CLUB) if m["id"] == card["id"])


async def sitting(house: House, card: Json, people: Iterable[int]) -> Json:
    """The card, once it shows these people on seats."""
    async with asyncio.timeout(MOVE_S):
        while True:
            await house.turn()
            now = await standing(house, card)
            if all(NAMES[user] in now["text"] for user in people) and buttons(now):
                return now


async def closed(house: House) -> None:
    """The lobby is over: no card of it can be sat down at, and the next one is a new one."""
    await house.control.say(ANNA, CLUB, "/cancel")
    async with asyncio.timeout(MOVE_S):
        while any(button(m, "go") for m in await house.control.sees(ANNA, CLUB)):
            await house.turn()
