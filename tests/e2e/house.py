"""The whole house as `make run` starts it, and people who play in it through the local Telegram's control API."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Self

from redis.asyncio import Redis

from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Control, Json
from tests.telegram.wing.world import of_a_table
from workers.tether import tethered

PEOPLE = (ANNA, BEN, CHLOE, DAN)
START_S, STOP_S, MOVE_S = 60, 30, 20
A_WHILE_MS = 5_000
"""The clock is turned by this much after each tap, so that no limit on sending holds the game up."""


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class House:
    """`rebelote run` in a process of its own, on a data folder that outlives it."""

    def __init__(self, folder: Path, **settings: str) -> None:
        """`settings`: further ones, by the names of their variables."""
        self.folder = folder
        self._settings = settings
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.control = Control(self.url)
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None:
            await self.stop()
        await self.control.close()

    async def start(self, *arguments: str) -> None:
        """Start, and come back when the address is printed."""
        settings = {
            "REBELOTE_DATA_DIR": str(self.folder),
            "REBELOTE_LOCAL_PORT": str(self.port),
            "REBELOTE_WORKERS": "2",
            "REBELOTE_TURNED_CLOCK": "1",
        } | self._settings
        self._process = await asyncio.create_subprocess_exec(
            *tethered((sys.executable, "-m", "workers.cli", "run", *arguments)),
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | settings,
            process_group=0,  # Ctrl-C in the terminal is for whoever runs this, and tells it to stop
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(START_S):
            first = await self._process.stdout.readline()
        assert self.url in first.decode(), f"{first!r}\n{self.log[-3000:]}"
        await self.control.do("limits", enabled=False)

    async def stop(self) -> None:
        """Ctrl-C. The exit must be clean and leave nothing running."""
        process, self._process = self._process, None
        assert process is not None
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(STOP_S):
            assert await process.wait() == 0, self.log[-3000:]

    @property
    def log(self) -> str:
        """What the parts wrote."""
        path = self.folder / "rebelote.log"
        return path.read_text() if path.exists() else ""

    async def command(self, *arguments: str, told: str = "") -> tuple[int, str]:
        """Run a command of `rebelote` beside the house: its exit code and what it prints. `told`: its input."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "workers.cli",
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"REBELOTE_DATA_DIR": str(self.folder)},
        )
        printed, _ = await process.communicate(told.encode())
        return process.returncode or 0, printed.decode()

    async def settle(self) -> None:
        """Until everything that was due is shown, rings that were held back too."""
        async with Redis(unix_socket_path=str(self.socket)) as redis, asyncio.timeout(STOP_S):
            while await redis.zcard("rebelote:due"):
                await redis.incrby("rebelote:clock", 30_000)
                await asyncio.sleep(0.05)  # other processes work; there is nothing to wait on but their rows

    @property
    def pid(self) -> int:
        """The supervisor's process."""
        assert self._process is not None
        return self._process.pid

    @property
    def socket(self) -> Path:
        """Where its server listens."""
        return self.folder / "server" / "server.sock"

    async def turn(self, milliseconds: int = A_WHILE_MS) -> None:
        """Turn the clock of all processes."""
        async with Redis(unix_socket_path=str(self.socket)) as redis:
            await redis.incrby("rebelote:clock", milliseconds)


def buttons(message: Json) -> list[Json]:
    """The message's buttons in reading order."""
    markup = message.get("reply_markup") or {}
    return [button for row in markup.get("inline_keyboard", []) for button in row]


def button(message: Json, kind: str) -> str | None:
    """The callback data of the first button of a kind (`service.telegram.callback`), if it is there."""
    data = (b.get("callback_data", "") for b in buttons(message))
    return next((d for d in data if d.startswith(f"{kind}:")), None)


@asynccontextmanager
async def watching(house: House) -> AsyncIterator[AsyncIterator[Json]]:
    """The stream of what happens in all chats; the first event has been read."""
    async with aclosing(house.control.events(*PEOPLE)) as events:
        await anext(events)
        yield events


async def tapped(house: House, user: int, message: Json, data: str) -> Json:
    """Tap and wait for the answer: the toast."""
    answer: Json = (await house.control.tap(user, message, data, wait=MOVE_S))["answer"]
    assert answer is not None, f"a tap was not answered\n{house.log[-3000:]}"
    await house.turn()
    return answer


async def hand_of(house: House, user: int) -> Json | None:
    """The live hand card in a person's private chat."""
    seen = [m for m in await house.control.sees(user, user) if m["from"]["is_bot"]]
    cards = [m for m in seen if any(of_a_table(b) for b in buttons(m))]
    return cards[-1] if cards else None


async def choices(house: House, user: int) -> tuple[Json, list[Json]] | None:
    """A person's hand card and its action buttons, when it is his turn."""
    card = await hand_of(house, user)
    if card is None:
        return None
    actions = [b for b in buttons(card) if b.get("callback_data", "").startswith("a:")]
    return (card, actions) if actions else None


async def group_message(house: House, events: AsyncIterator[Json], kind: str) -> Json:
    """The newest message in the group with a button of this kind, waited for."""
    async with asyncio.timeout(MOVE_S):
        while True:
            for message in reversed(await house.control.sees(ANNA, CLUB)):
                if button(message, kind):
                    return message
            await anext(events)


async def seat_everybody(house: House, events: AsyncIterator[Json], *people: int) -> None:
    """Open a lobby to 501 and let these people sit down, then start."""
    await house.control.start(*people)
    await house.control.say(people[0], CLUB, "/belote")
    lobby = await _lobby(house, events, "si")
    for user in people:  # all on the same card, as fast as they can
        answer = await tapped(house, user, lobby, button(lobby, "si") or "")
        assert not answer["url"], "who pressed Start needs no door"
    lobby = await _lobby(house, events, "me")
    if "501" not in lobby["text"]:
        await tapped(house, people[0], lobby, button(lobby, "me") or "")
        menu = await _lobby(house, events, "op")
        await tapped(house, people[0], menu, button(menu, "op") or "")
        await tapped(house, people[0], menu, button(menu, "me") or "")
    lobby = await _lobby(house, events, "go")
    while "501" not in lobby["text"] or (button(lobby, "si") and len(people) == len(PEOPLE)):
        await anext(events)
        lobby = await _lobby(house, events, "go")
    await tapped(house, people[-1], lobby, button(lobby, "go") or "")


async def _lobby(house: House, events: AsyncIterator[Json], kind: str) -> Json:
    await house.turn()
    return await group_message(house, events, kind)
