"""The control API as a person's hands and eyes, for tests."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import Any

import httpx

Json = dict[str, Any]

ANNA, BEN, CHLOE, DAN = (7_000_000_000 + number for number in (1, 2, 3, 4))
CLUB = -4_000_000_001


class Refused(Exception):
    """The control API said no; the message is Telegram's description."""


class Control:
    def __init__(self, base_url: str) -> None:
        self._client = httpx.AsyncClient(base_url=f"{base_url}/control", trust_env=False)

    async def close(self) -> None:
        await self._client.aclose()

    async def look(self, path: str, **query: Any) -> Any:
        return self._result(await self._client.get(f"/{path}", params=query))

    async def do(self, path: str, **body: Any) -> Any:
        return self._result(await self._client.post(f"/{path}", json=body, timeout=30))

    async def fetch(self, url: str) -> str:
        """A file that the page links to, as text."""
        response = await self._client.get(url.removeprefix("/control"))
        response.raise_for_status()
        return response.text

    def _result(self, response: httpx.Response) -> Any:
        if response.status_code != 200:
            raise Refused(response.json()["description"])
        return response.json()

    async def start(self, *users: int) -> None:
        for user in users:
            await self.do("start", user=user)

    async def say(self, user: int, chat: int, text: str, **more: Any) -> Json:
        message: Json = await self.do("send", user=user, chat=chat, text=text, **more)
        return message

    async def sees(self, user: int, chat: int) -> list[Json]:
        messages: list[Json] = await self.look("messages", user=user, chat=chat)
        return messages

    async def tap(self, user: int, message: Json, data: str, **more: Any) -> Json:
        answer: Json = await self.do(
            "tap", user=user, chat=message["chat"], message_id=message["id"], data=data, **more
        )
        return answer

    async def log(self) -> list[Json]:
        calls: list[Json] = await self.look("log")
        return calls

    async def events(self, *users: int) -> AsyncGenerator[Json, None]:
        """Live events; the first is "ready". To be closed with `contextlib.aclosing`."""
        query = {"user": ",".join(map(str, users))} if users else {}
        async with self._client.stream("GET", "/events", params=query, timeout=30) as response:
            async for line in response.aiter_lines():
                if line.startswith("data: "):
                    yield json.loads(line[6:])


async def until(events: AsyncIterator[Json], kind: str) -> Json:
    """The next event of a kind."""
    async with asyncio.timeout(10):
        async for event in events:
            if event["type"] == kind:
                return event
    raise AssertionError(f"the stream ended without {kind}")


async def turn_until(condition: Callable[[], bool]) -> None:
    """Lets the loop go round until something in it has come true."""
    async with asyncio.timeout(10):
        while True:
            if condition():
                return
            await asyncio.sleep(0)
