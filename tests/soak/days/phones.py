"""What people see on their phones, through the control API of the local Telegram, and what they tap there."""

import asyncio
from collections.abc import Awaitable, Callable

from service.telegram.callback import TapKind
from tests.e2e.house import buttons
from tests.sandbox.client import Control, Json

REST_S, LOOK_S, ANSWER_S = 40.0, 0.01, 20.0
"""How long the processes may be busy with what is due at one moment; between two looks; until a tap is answered."""
Offer = tuple[Json, str]
"""A message and the data of one of its buttons."""


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Other processes work; there is nothing to wait on but what they leave."""
    async with asyncio.timeout(REST_S):
        done = await condition()
        while not done:
            await asyncio.sleep(LOOK_S)
            done = await condition()


async def offers(control: Control, person: int, kind: TapKind, table: str, ply: int) -> dict[str, Offer]:
    """The buttons of a kind that lie before him in his private chat, by what they stand for."""
    front, found = f"{kind}:{table}:{ply}:", {}
    for message in await control.sees(person, person):
        for button in buttons(message):
            data = button.get("callback_data", "")
            if data.startswith(front):
                found[data.removeprefix(front)] = (message, data)
    return found


async def tap(control: Control, person: int, offer: Offer) -> str:
    """The words of the answer."""
    message, data = offer
    answer = (await control.tap(person, message, data, wait=ANSWER_S))["answer"]
    assert answer is not None, f"a tap was not answered: {data}"
    return str(answer["text"])


def live(messages: list[Json]) -> list[str]:
    """The tables of which cards lie there that one can move from, as often as there are cards."""
    tables: list[str] = []
    for message in messages:
        data = (button.get("callback_data", "") for button in buttons(message))
        tables += {one.split(":")[1] for one in data if one.startswith(f"{TapKind.ACT}:")}
    return tables
