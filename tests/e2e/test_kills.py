"""Case 24 with real processes: one dies with -9 at every single step of a scripted game."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from service.bootstrap import container
from service.settings import load_settings
from service.table.clock import CLOCKS
from tests.e2e.house import PEOPLE, House, seat_everybody, watching
from tests.e2e.script import SOON_S, Offer, Script, scripted
from tests.sandbox.client import CLUB, Json
from tests.soak.chaos import find
from tests.workers.waiting import running, until

WHOLE_TIME = CLOCKS["1d"].move + CLOCKS["1d"].bank
ACCEPTED = re.compile(r"You (play|pass|take)|Du (spielst|passt|nimmst)")


class Scene:
    """A move that somebody makes while something dies."""

    def __init__(self, house: House, script: Script, offer: Offer) -> None:
        self.house = house
        self.script = script
        self.offer = offer
        self._answer: asyncio.Task[Json] | None = None

    def tap(self) -> None:
        tap = self.house.control.tap(self.offer.user, self.offer.card, self.offer.data, wait=SOON_S - 5)
        self._answer = asyncio.create_task(tap)

    async def answered(self) -> str:
        assert self._answer is not None
        answer = (await self._answer)["answer"]
        assert answer is not None, f"a tap was not answered\n{self.house.log[-3000:]}"
        return str(answer["text"])

    async def committed(self) -> None:
        async with asyncio.timeout(SOON_S):
            while not await self.script.stands(self.offer.ply):
                pass

    def send(self, number: signal.Signals, *parts: str) -> list[int]:
        found = [pid for part in parts for pid in find(self.house.pid, part)]
        assert len(found) >= len(parts), f"of {parts} not all are alive"
        for pid in found:
            os.kill(pid, number)
        return found

    def kill(self, *parts: str) -> None:
        """Gone when this returns: a call of theirs that hangs finds nobody who waits for its answer."""
        for pid in self.send(signal.SIGKILL, *parts):
            until(lambda pid=pid: not running(pid), "dead")  # type: ignore[misc]

    def hold(self, *parts: str) -> None:
        """Where it stands now it stays, until it is killed there."""
        self.send(signal.SIGSTOP, *parts)

    @asynccontextmanager
    async def hanging(self, *methods: str, after: bool) -> AsyncIterator[Callable[[], Awaitable[None]]]:
        """The next call of one of these methods hangs, before it is carried out or after; a way to wait for it."""
        control = self.house.control
        numbers = {
            (await control.do("faults", how="stall", method=m, after=after))["number"] for m in methods
        }

        async def reached() -> None:
            async with asyncio.timeout(SOON_S):
                while not any(f["hits"] for f in await control.look("faults") if f["number"] in numbers):
                    await self.script.pass_time()

        yield reached
        for number in numbers:
            await control.do("mend", number=number)


async def bot_before_the_tap(scene: Scene) -> None:
    scene.kill("bot")
    scene.tap()


async def bot_between_storing_and_answering(scene: Scene) -> None:
    async with scene.hanging("answerCallbackQuery", after=False) as reached:
        scene.tap()
        await reached()
        await scene.committed()
        await scene.script.pass_time()  # a bot that confirms too early has done so by now
        scene.kill("bot")


async def bot_between_answering_and_confirming(scene: Scene) -> None:
    async with scene.hanging("answerCallbackQuery", after=True) as reached:
        scene.tap()
        await reached()
        await scene.committed()
        await scene.script.pass_time()  # a bot that confirms too early has done so by now
        scene.kill("bot")


async def worker_between_the_answer_and_the_commit(scene: Scene) -> None:
    scene.hold("worker")
    scene.tap()
    await scene.answered()
    scene.kill("worker")


async def worker_at_the_commit(scene: Scene) -> None:
    scene.tap()
    await scene.committed()
    scene.kill("worker")


async def courier_between_the_commit_and_the_card(scene: Scene) -> None:
    scene.hold("courier")
    scene.tap()
    await scene.committed()
    scene.kill("courier")


async def courier_before_its_message_is_sent(scene: Scene) -> None:
    async with scene.hanging("sendMessage", "editMessageText", after=False) as reached:
        scene.tap()
        await reached()
        scene.kill("courier")


async def courier_after_its_message_was_sent(scene: Scene) -> None:
    async with scene.hanging("sendMessage", "editMessageText", after=True) as reached:
        scene.tap()
        await reached()
        scene.kill("courier")


async def all_of_them_after_the_answer(scene: Scene) -> None:
    scene.hold("worker", "courier")
    scene.tap()
    await scene.answered()
    scene.kill("bot", "worker", "courier", "thinker")


DEATHS = (
    bot_before_the_tap,
    worker_between_the_answer_and_the_commit,
    courier_between_the_commit_and_the_card,
    bot_between_storing_and_answering,
    worker_at_the_commit,
    courier_before_its_message_is_sent,
    bot_between_answering_and_confirming,
    courier_after_its_message_was_sent,
    all_of_them_after_the_answer,
)


async def test_case_24_killed_with_9_at_every_step_of_a_scripted_game(tmp_path: Path) -> None:
    """Bot, worker and courier by turns, each at each of its moments, a death with every move of a whole deal. Each tap
    is answered, and after each step everybody has the cards, the trick and the scores of the game in which nobody died;
    who is on turn has all his time from the moment at which it was his turn, and no death gives or takes any of it;
    nobody is rung more than once too often for each death."""
    settings = {"REBELOTE_WORKERS": "1"} | dict.fromkeys(
        ("REBELOTE_SENDS_PER_SECOND", "REBELOTE_GROUP_SENDS_PER_MINUTE"), "1000"
    )
    async with House(tmp_path, **settings) as house, watching(house) as events:
        await a_day_for_each_move(house)
        await seat_everybody(house, events, *PEOPLE)
        async with scripted(house.control, f"unix://{house.socket}") as script:
            await script.offer()
            before, moves, deadline = await rings(house), 0, await script.deadline()
            while not await script.over():
                offer = await script.offer()
                await alive(house)
                scene = Scene(house, script, offer)
                assert await script.deadline() == deadline is not None, "nobody's time is changed by a death"
                begin = await script.home.store.now()
                await DEATHS[moves % len(DEATHS)](scene)
                assert ACCEPTED.match(told := await scene.answered()), told
                await script.played(offer)
                await script.same()
                deadline = await script.deadline()
                if deadline is not None:
                    assert begin <= deadline - WHOLE_TIME <= await script.home.store.now()
                moves += 1
            assert await script.facts(script.home) == await script.facts(script.twin)
            assert moves > 25
            assert await rings(house) - before <= 2 * moves + len(PEOPLE)
        assert "Traceback" not in house.log


async def a_day_for_each_move(house: House) -> None:
    """The group's tables begin with this clock."""
    within = await container(load_settings(redis_url=f"unix://{house.socket}"))
    await within.directory.touch_chat(CLUB, clock="1d")
    await within.aclose()


async def alive(house: House) -> None:
    """The last step's dead have been started again."""
    parts = ("bot", "worker", "courier")
    await asyncio.to_thread(
        until, lambda: all(find(house.pid, part) for part in parts), "all are back", SOON_S
    )


async def rings(house: House) -> int:
    chats = (await house.control.look("counters"))["chats"]
    return sum(int(chats.get(str(person), {}).get("rings", 0)) for person in PEOPLE)
