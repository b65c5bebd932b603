"""Redis down, slow, restarted, full, read-only; Telegram away for a minute. What was acknowledged stays, and each thing
is told once."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple, Self

import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from engine.actions import action_text
from engine.observation import legal_actions
from service.adapters.redis_client import Client, Reply, connect
from service.bootstrap import Container
from service.sandbox.errors import ApiError
from service.sandbox.faults import How
from service.settings import Settings
from service.telegram import views
from service.telegram.texts import tongue
from tests.faults.worlds import on, ply, rings, tell_time, wish
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN
from tests.telegram.wing.test_match import move, on_turn, view_of
from tests.telegram.wing.world import PEOPLE, TurnedClock, World, a_world, buttons
from workers.embedded import Server

UNSURE = {views.unsure(tongue(language)).text for language in ("de", "en")}
PATIENCE = 0.2
"""Seconds an answer of the server is waited for in these tests."""
FOR_EVER = 60.0
QUIET_TURNS = 5
"""Looks in a row at which nothing new was asked: whoever is under way waits for the server."""


class Own(NamedTuple):
    """A world on a server of its own, which may be mistreated."""

    world: World
    server: list[Server]
    folder: Path
    client: Client

    def restart(self) -> None:
        """Killed without a word, and started again on what reached the disk."""
        self.server[0].process.kill()
        self.server[0].process.wait()
        self.server[0] = Server.start(Settings(), self.folder)


@asynccontextmanager
async def a_server(folder: Path, patience: float) -> AsyncIterator[Own]:
    """A world whose server is waited for so long."""
    server = [Server.start(Settings(), folder)]
    client = Client(
        connect(server[0].url, timeout=patience, connections=8, retries=1), "x:", turned_clock=True
    )

    def build(clock: TurnedClock, settings: Settings) -> Container:
        return on(client, settings)

    try:
        async with a_world(build=build) as world:
            tell_time(world, client)
            yield Own(world, server, folder, client)
        await client.close()
    finally:
        server[0].process.send_signal(signal.SIGCONT)
        server[0].stop()


@pytest_asyncio.fixture
async def own(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Own]:
    async with a_server(tmp_path_factory.mktemp("o"), PATIENCE) as own:
        yield own


@pytest_asyncio.fixture
async def patient(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Own]:
    """Nothing is given up within a test."""
    async with a_server(tmp_path_factory.mktemp("p"), FOR_EVER) as own:
        yield own


async def full(own: Own) -> None:
    await own.client.redis.config_set("maxmemory", "1")


async def room_again(own: Own) -> None:
    await own.client.redis.config_set("maxmemory", "0")


async def read_only(own: Own) -> None:
    await own.client.redis.replicaof("127.0.0.1", "1")


async def writable_again(own: Own) -> None:
    await own.client.redis.replicaof("NO", "ONE")


async def hung(own: Own) -> None:
    own.server[0].process.send_signal(signal.SIGSTOP)


async def awake(own: Own) -> None:
    own.server[0].process.send_signal(signal.SIGCONT)


async def gone(own: Own) -> None:
    own.server[0].process.kill()
    own.server[0].process.wait()


async def back(own: Own) -> None:
    own.server[0] = Server.start(Settings(), own.folder)


Doing = Callable[[Own], Awaitable[None]]


@pytest.mark.parametrize(
    ("begin", "end"),
    [(full, room_again), (read_only, writable_again), (hung, awake), (gone, back)],
    ids=["full", "read-only", "hung", "killed"],
)
async def test_a_tap_while_the_server_takes_nothing(own: Own, begin: Doing, end: Doing) -> None:
    """Told at once that it may not have arrived, told once; nothing half-written; and when the server is well the very
    same tap lands, once, without anybody's doing."""
    world = own.world
    table = await world.start(*PEOPLE)
    person, hand, data = await wish(world, table)
    before = await world.container.store.load(table)
    assert before is not None
    await begin(own)
    await world.control.tap(person, hand, data)
    with capture_logs() as lines:
        while (await world.answers(person))[-1] is None:
            await world.poller.once()
    assert (await world.answers(person))[-1]["text"] in UNSURE
    assert world.sandbox.updates.pending(), "not confirmed: a bot that dies now finds it again"
    await end(own)
    await world.settle()
    after = await world.container.store.load(table)
    assert after is not None
    assert len(after.facts) == len(before.facts) + 1
    answers = [c for c in await world.calls("answerCallbackQuery") if c["params"].get("text") in UNSURE]
    assert len(answers) == 1
    assert not [line for line in lines if line["log_level"] == "error" and "exc_info" in line]


async def test_the_loop_goes_on_while_the_server_hangs(patient: Own) -> None:
    """Other chats and Telegram's own calls wait for nobody. Here it is the loop itself that wakes the server, after it
    has done other things: a loop that stands still with the server would wake it never, and the tap end in doubt."""
    world = patient.world
    table = await world.start(*PEOPLE)
    person, hand, data = await wish(world, table)
    await hung(patient)
    await world.control.tap(person, hand, data)
    await world.poller.once()
    other = next(one for one in PEOPLE if one != person)
    for text in ("one", "two"):
        message = await world.bot.send_message(other, text)
        assert message.message_id
        await world.poller.once()
    assert (await world.answers(person))[-1] is None, "the server hangs still"
    await awake(patient)
    while (await world.answers(person))[-1] is None:
        await world.poller.once()
    assert (await world.answers(person))[-1]["text"] not in UNSURE
    await world.settle()
    assert await ply(world, table) == 1


async def test_every_tap_is_answered_while_the_server_hangs(own: Own) -> None:
    """Not only the first of each chat: more taps than there are connections, in every chat several. Each person is told
    once for each tap, soon, and no chat's doubt waits for another's."""
    world = own.world
    table = await world.start(*PEOPLE)
    _, _, data = await wish(world, table)
    hands = {one: await world.hand(one) for one in PEOPLE}
    before = {one: len(await world.answers(one)) for one in PEOPLE}
    at_once = watched(own.client)
    await hung(own)
    for _ in range(3):
        for one in PEOPLE:
            await world.control.tap(one, hands[one], data)
    while [one for one in PEOPLE if None in await world.answers(one)]:
        await world.poller.once()
    assert max(at_once) >= len(PEOPLE), "and not one chat after the other"
    for one in PEOPLE:
        told = (await world.answers(one))[before[one] :]
        assert len(told) == 3
        assert {answer["text"] for answer in told} <= UNSURE
    doubts = [c for c in await world.calls("answerCallbackQuery") if c["params"].get("text") in UNSURE]
    assert len(doubts) == 12
    at = await awake_and_settled(own, table)
    assert at == 1, "the very same taps landed, as one move"


def watched(client: Client) -> list[int]:
    """How many requests were under way whenever one began."""
    ask, under_way, seen = client.ask, [0], list[int]()

    async def asked(request: Callable[[], Awaitable[Reply]]) -> Reply:
        under_way[0] += 1
        seen.append(under_way[0])
        try:
            return await ask(request)
        finally:
            under_way[0] -= 1

    client.ask = asked  # type: ignore[method-assign]
    return seen


async def awake_and_settled(own: Own, table: str) -> int:
    await awake(own)
    await own.world.settle()
    return await ply(own.world, table)


class Molasses:
    """Between client and server: while `held`, the server's answers stay here until they are let go, all together."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self.held = False
        self.asked = 0
        """Requests that were passed on."""
        self._kept = list[Callable[[], None]]()
        self._writers = list[asyncio.StreamWriter]()

    async def __aenter__(self) -> Self:
        self._listener = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.url = f"redis://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listener.close()
        for writer in self._writers:
            writer.close()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_unix_connection(self._socket)
        self._writers += [writer, outer]

        async def answers() -> None:
            while data := await inner.read(65536):
                self._kept.append(partial(writer.write, data))
                if not self.held:
                    self.let_go()

        answering = asyncio.create_task(answers())
        while data := await reader.read(65536):
            self.asked += 1
            outer.write(data)
        answering.cancel()

    @property
    def full(self) -> bool:
        """Every request has its answer, and that waits here."""
        return len(self._kept) == self.asked

    def let_go(self) -> None:
        """All that waits."""
        kept, self._kept = self._kept, []
        self.asked = 0
        for write in kept:
            write()


async def rounds(line: Molasses, world: World, *people: int) -> int:
    """How often all of the server's answers had to be let go until everybody has his own."""
    line.held, line.asked, count = True, 0, 0
    looking = asyncio.create_task(_look_on(world))
    while None in [answer for one in people for answer in await world.answers(one)]:
        for _ in range(QUIET_TURNS):
            before = line.asked
            await asyncio.sleep(0.002)  # the server is a process of its own: its answers come when they come
            if line.asked != before or not line.full:
                break
        else:
            count += bool(line.asked)
            line.let_go()
    looking.cancel()
    line.held = False
    line.let_go()
    return count


async def _look_on(world: World) -> None:
    while True:
        await world.poller.once()


async def test_a_slow_server_makes_answers_late_and_blocks_nobody(real_server: Server) -> None:
    """Its answers come in rounds. Two groups tap at the same moment: both are answered after as many rounds as one
    alone, the loop lets them come, and nobody is told that he is in doubt."""
    async with Molasses(real_server.url.removeprefix("unix://")) as line:
        client = Client(
            connect(line.url, timeout=FOR_EVER, connections=32, retries=1), "slow:", turned_clock=True
        )

        def build(clock: TurnedClock, settings: Settings) -> Container:
            return on(client, settings)

        async with a_world(build=build) as world:
            tell_time(world, client)
            await world.control.start(*PEOPLE)
            await world.settle()
            groups = [CLUB, (await world.control.do("groups", title="Second club"))["id"]]
            await world.settle()
            for group in groups:
                await world.control.say(ANNA, group, "/belote")
            await world.settle()
            cards = [await world.card(group) for group in groups]
            counted = list[int]()
            first, alone, together = [(CHLOE, 0)], [(BEN, 0)], [(DAN, 0), (ANNA, 1)]
            for tapping in first, alone, together:
                for one, group in tapping:
                    await world.tap(one, cards[group], "", kind="si")
                counted.append(await rounds(line, world, *PEOPLE))
            told = [answer["text"] for one in PEOPLE for answer in await world.answers(one)]
            assert len(told) == 4
            assert not UNSURE & set(told)
            assert counted[1] > 1
            assert counted[2] < 1.7 * counted[1], f"{counted}: one group after the other"
        await client.close()


async def test_what_was_acknowledged_outlives_the_server(own: Own) -> None:
    """The tap is answered, and the server killed before any worker has looked: the move is made afterwards."""
    world = own.world
    table = await world.start(*PEOPLE)
    for _ in range(3):
        person, hand, data = await wish(world, table)
        before = await ply(world, table)
        await world.control.tap(person, hand, data)
        await world.intake()
        assert (await world.answers(person))[-1]["text"] not in UNSURE
        own.restart()
        world.container.queue.hints.clear()  # type: ignore[attr-defined]
        await world.turn(4)
        assert await ply(world, table) == before + 1


# Telegram


async def shown(world: World, table: str) -> None:
    """Everybody has one live card that shows the table as it is."""
    person = await on_turn(world, table)
    assert person is not None
    assert f":{await ply(world, table)}:" in buttons(await world.hand(person))[0]["callback_data"]
    for one in PEOPLE:
        cards = await world.hands(one)
        assert len(cards) == 1, "one live card in each chat"


async def tap_blindly(world: World, table: str) -> None:
    """Somebody's phone still shows an older card; what it sends is right all the same."""
    person = await on_turn(world, table)
    assert person is not None
    seen = (await view_of(world, table, person)).seen
    assert seen is not None
    text = action_text(legal_actions(seen)[0])
    await world.control.tap(person, await world.hand(person), f"a:{table}:{seen.ply}:{text}")
    await world.intake()
    await world.work()


@pytest.mark.parametrize("code", [500, 502, 504])
async def test_telegram_takes_no_message_for_a_minute(world: World, table: str, code: int) -> None:
    """Taps come in and are answered, and no message goes out. The game goes on; afterwards every chat shows the last
    state, and nobody is rung more than once for what he missed."""
    await move(world, table)
    await world.turn(5)
    before = {person: await rings(world, person) for person in PEOPLE}
    trouble = ApiError(code, "Internal Server Error")
    broken = [
        world.sandbox.faults.add(How.ERROR, method=method, error=trouble)
        for method in ("sendMessage", "editMessageText", "deleteMessage")
    ]
    at = await ply(world, table)
    for _ in range(6):
        await tap_blindly(world, table)
        await world.turn(10)
    assert await ply(world, table) == at + 6
    for fault in broken:
        world.sandbox.faults.remove(fault.number)
    await world.turn(60)
    await shown(world, table)
    for person in PEOPLE:
        assert await rings(world, person) <= before[person] + 1


async def test_telegram_is_not_there_for_a_minute(world: World) -> None:
    """Nobody answers at its port. The computers play on by themselves; when it is back, all is told, once."""
    table = await world.start(ANNA)
    await world.turn(30)
    person, hand, data = await wish(world, table)
    assert person == ANNA
    before, at = await rings(world, ANNA), await ply(world, table)
    await world.control.tap(ANNA, hand, data)
    await world.intake()
    world.sandbox.line.refuse()
    for _ in range(30):
        while await world.work() or await world.deliver():
            pass
        world.clock.turn(2)
    assert await ply(world, table) > at + 1, "moves go on"
    await world.sandbox.line.answer()
    await world.turn(60)
    assert await rings(world, ANNA) == before + 1
    assert await on_turn(world, table) == ANNA
    assert f":{await ply(world, table)}:" in buttons(await world.hand(ANNA))[0]["callback_data"]
    lobby_and_card = [m for m in await world.control.sees(ANNA, CLUB) if m["from"]["is_bot"]]
    assert len(lobby_and_card) == 2
