"""A rolling update in mid-game: the next release's processes start beside the last one's, which are then told to stop.

`test_rolling` runs it with this release twice; `tests.soak.rolling` with an earlier commit as the last release.
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, aclosing, contextmanager
from pathlib import Path

from service.settings import LOCAL_TOKEN, Settings
from tests.e2e.house import PEOPLE, buttons, free_port
from tests.e2e.script import SOON_S, Script, scripted
from tests.sandbox.client import CLUB, Control, Json
from tests.workers.waiting import ROOT, until
from workers.embedded import Server

PARTS = {"courier": ("courier",), "worker": ("worker", "--queue", "moves"), "bot": ("bot",)}


class Release:
    """Bot, worker and courier of one release, each a process with a log of its own."""

    def __init__(
        self, name: str, code: Path, folder: Path, environment: dict[str, str], stack: ExitStack
    ) -> None:
        """`code`: where its sources are."""
        self._logs = {part: folder / f"{name}-{part}.log" for part in PARTS}
        self.processes = {
            part: stack.enter_context(started(("workers.cli", *command), environment, self._logs[part], code))
            for part, command in PARTS.items()
        }

    def log(self, part: str) -> str:
        return self._logs[part].read_text()

    @property
    def logs(self) -> str:
        return "".join(self.log(part) for part in PARTS)

    def stop(self, part: str) -> None:
        """As a rolling update does: asked, and waited for."""
        self.processes[part].send_signal(signal.SIGTERM)
        assert self.processes[part].wait(SOON_S) == 0, self.log(part)


@contextmanager
def started(
    command: tuple[str, ...], environment: dict[str, str], log: Path, code: Path = ROOT
) -> Iterator["subprocess.Popen[bytes]"]:
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=code,
            env=os.environ | {"PYTHONPATH": str(code)} | environment,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def noticed_by_nobody(tmp_path: Path, last: Path = ROOT) -> None:
    """Four people play. After some moves the new release starts beside the old; they play on with both; the old one is
    told to stop part by part, in mid-game; they play on. Every tap was answered as ever, every card is the game's in
    which nothing happened, nobody was rung twice for one turn, and two bots that both poll said so in the log only.

    `last`: the sources of the release that is replaced.
    """
    server, port = Server.start(Settings(), tmp_path / "server"), free_port()
    environment = {
        "REDIS_URL": server.url,
        "REBELOTE_LOCAL_PORT": str(port),
        "REBELOTE_DATA_DIR": str(tmp_path),
        "REBELOTE_TURNED_CLOCK": "1",
        "REBELOTE_SENDS_PER_SECOND": "1000",
        "REBELOTE_GROUP_SENDS_PER_MINUTE": "1000",
    }
    control = Control(f"http://127.0.0.1:{port}")
    try:
        with ExitStack() as stack:
            telegram = ("service.sandbox", "--port", str(port), "--token", LOCAL_TOKEN, "--no-limits")
            stack.enter_context(started(telegram, {}, tmp_path / "telegram.log"))
            until(lambda: "Local Telegram" in (tmp_path / "telegram.log").read_text(), "the local Telegram")
            old = Release("old", last, tmp_path, environment, stack)
            until(lambda: "ready" in old.log("bot") and "on duty" in old.log("courier"), "the old release")
            await begun(control)
            async with scripted(control, server.url) as script:
                await play(script, 5)
                new = Release("new", ROOT, tmp_path, environment, stack)
                until(lambda: "ready" in new.log("bot") and "spare" in new.log("courier"), "the new release")
                await play(script, 4)
                for part in ("bot", "worker", "courier"):
                    old.stop(part)
                    await play(script, 2)
                assert "on duty" in new.log("courier")
                while not await script.over():
                    await play(script, 1)
                assert await script.facts(script.home) == await script.facts(script.twin)
            assert "conflict" in old.log("bot") + new.log("bot"), "the operator is told that two polled"
            assert "Traceback" not in old.logs + new.logs
            await nobody_noticed(control, script.table)
    finally:
        await control.close()
        server.stop()


async def begun(control: Control) -> None:
    """A lobby of four, who all tap the empty lobby's button, and its match."""
    await control.start(*PEOPLE)
    await control.say(PEOPLE[0], CLUB, "/belote")
    async with asyncio.timeout(SOON_S):
        card = await shown(control, free=True)
        for person in PEOPLE:
            await tapped(control, person, card, "si:")
        await tapped(control, PEOPLE[0], await shown(control, free=False), "go:")


async def shown(control: Control, *, free: bool) -> Json:
    """The lobby's card, once it has free seats, or none any more: looked at with each thing that happens."""
    async with aclosing(control.events(PEOPLE[0])) as events:
        async for _ in events:
            for card in await control.sees(PEOPLE[0], CLUB):
                data = data_of(card)
                if "me:" in str(data) and any(one.startswith("si:") for one in data) == free:
                    return card
    raise AssertionError("the local Telegram has ended")


async def tapped(control: Control, person: int, card: Json, kind: str) -> None:
    for data in data_of(card):
        if data.startswith(kind):
            assert (await control.tap(person, card, data, wait=SOON_S))["answer"] is not None
            return


def data_of(card: Json) -> list[str]:
    return [button.get("callback_data", "") for button in buttons(card)]


async def play(script: Script, moves: int) -> None:
    for _ in range(moves):
        if await script.over():
            return
        offer = await script.offer()
        answer: Json = (await script.control.tap(offer.user, offer.card, offer.data, wait=SOON_S))["answer"]
        assert answer is not None, "a tap was lost"
        assert not answer["show_alert"], answer
        await script.played(offer)
        await script.same()


async def nobody_noticed(control: Control, table: str) -> None:
    """One live hand card in each private chat, and no tap answered twice."""
    for person in PEOPLE:
        cards = [card for card in await control.sees(person, person) if table in str(data_of(card))]
        assert len(cards) == 1, [(card["id"], data_of(card)) for card in cards]
    calls = [call for call in await control.log() if call["method"] == "answerCallbackQuery"]
    queries = [call["params"]["callback_query_id"] for call in calls if call["status"] == 200]
    assert len(queries) == len(set(queries)), "a tap was answered twice"
