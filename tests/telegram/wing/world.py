"""The whole wing in one loop: a local Telegram on a loopback port, the in-memory container, a courier in steps.

Nothing runs by itself: `settle` lets updates in, tables advance and surfaces appear until nothing is left to do.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from service.bootstrap import Container, memory_container
from service.ports import Due
from service.sandbox.sandbox import Config, Sandbox
from service.sandbox.server import Server, create_app
from service.settings import LOCAL_TOKEN, Settings
from service.telegram.callback import NOWHERE, decode
from service.telegram.client import PatientBot, make_bot
from service.telegram.gateway import Gateway
from service.telegram.handlers.desk import Desk
from service.telegram.handlers.dispatch import Dispatcher
from service.telegram.intake import ALLOWED, Poller
from service.telegram.limits import Limits
from service.telegram.mailbox import Mailboxes
from service.telegram.show import Show
from service.usecases import advance
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Control, Json
from workers.courier import urgency

PEOPLE = (ANNA, BEN, CHLOE, DAN)
SEATS = dict(zip(PEOPLE, "NESW", strict=True))


class TurnedClock:
    """Seconds for the local Telegram, milliseconds for the store; both stand until they are turned."""

    def __init__(self) -> None:
        self.milliseconds = 1_800_000_000_000

    def now(self) -> float:
        return self.milliseconds / 1000

    def __call__(self) -> int:
        return self.milliseconds

    def turn(self, seconds: float) -> None:
        self.milliseconds += int(seconds * 1000)


Build = Callable[[TurnedClock, Settings], Container]


async def _nothing() -> None:
    pass


@dataclass
class World:
    """Everything a test of the wing touches."""

    clock: TurnedClock
    sandbox: Sandbox
    control: Control
    bot: PatientBot
    container: Container
    dispatcher: Dispatcher
    limits: Limits = field(default_factory=Limits)
    tell_time: Callable[[], Awaitable[None]] = _nothing
    """Tells a store with a clock of its own how far ours was turned."""
    boxes: Mailboxes = field(init=False)
    poller: Poller = field(init=False)
    show: Show = field(init=False)

    def listen(self, tasks: asyncio.TaskGroup) -> None:
        """Hear updates from now on, as the bot does, with nothing waited for."""
        self.boxes = Mailboxes(
            self.dispatcher,
            tasks,
            sleep=_at_once,
            doubt=self.dispatcher.doubt,
            regret=self.dispatcher.regret,
        )
        self.poller = Poller(self.bot, self.boxes, sleep=_at_once)

    async def intake(self) -> None:
        """Let in what Telegram holds."""
        while self.sandbox.updates.pending():
            await self.poller.once()
            await self.boxes.emptied(5)
            await self.poller.confirm()

    async def work(self) -> bool:
        """Carry out every hint the queue holds, as workers would."""
        hints: list[tuple[str, str]] = self.container.queue.hints  # type: ignore[attr-defined]
        todo, hints[:] = list(hints), []
        for kind, table in todo:
            await advance(self.container, table, thinking=kind == "think")
        return bool(todo)

    async def deliver(self) -> int:
        """Show what is due now, the most urgent first; how many rows it was."""
        claimed = sorted(await self.container.store.claim(100), key=urgency)
        for due in claimed:
            await self.one(due)
        return len(claimed)

    async def one(self, due: Due) -> None:
        if due.key is None:
            await self.container.queue.advance(due.table)
        else:
            await self.show(due)

    async def settle(self) -> None:
        """Until nothing happens any more without somebody, or some time."""
        for _ in range(200):
            await self.tell_time()
            await self.intake()
            worked = await self.work()
            delivered = await self.deliver()
            if not worked and not delivered and not self.sandbox.updates.pending():
                return
        raise AssertionError("the world does not come to rest")

    async def turn(self, seconds: float) -> None:
        """Let time pass, in steps, as a courier would live through it."""
        step = 1.0
        while seconds > 0:
            self.clock.turn(min(step, seconds))
            seconds -= step
            await self.settle()

    async def lobby(self, *people: int) -> Json:
        """`/belote` by Anna, and people on their seats; the lobby's card."""
        await self.control.say(ANNA, CLUB, "/belote")
        await self.settle()
        for person in people:
            await self.sit(person, SEATS[person])
            await self.turn(5)
        return await self.card()

    async def sit(self, person: int, seats: str) -> Json:
        """Tap the lobby's button for a seat; the card offers whichever is best, the tests want their own."""
        card = await self.card()
        offered = next(d for b in buttons(card) if (d := b.get("callback_data", "")).startswith("si:"))
        return await self.control.tap(person, card, f"{offered.rpartition(':')[0]}:{seats}")

    async def start(self, *people: int) -> str:
        """A running match of these people, computers elsewhere; the table's id."""
        await self.control.start(*people)
        await self.settle()
        card = await self.lobby(*people)
        await self.tap(people[0], card, "", kind="go")
        await self.turn(6)
        return table_of(card)

    async def card(self, chat: int = CLUB) -> Json:
        """The newest message with buttons in a chat, as Anna sees it."""
        seen = await self.control.sees(ANNA, chat)
        return next(message for message in reversed(seen) if buttons(message))

    async def hand(self, person: int) -> Json:
        """The newest message with a table's buttons in a person's private chat."""
        return (await self.hands(person))[-1]

    async def hands(self, person: int) -> list[Json]:
        """All messages with a table's buttons there: not those that only set something, or lead to a match."""
        seen = await self.control.sees(person, person)
        return [m for m in seen if any(of_a_table(button) for button in buttons(m))]

    async def menu(self, person: int) -> Json:
        """The newest message there that leads to a match without a group."""
        seen = await self.control.sees(person, person)
        return [m for m in seen if any(b.get("callback_data", "").startswith("pl:") for b in buttons(m))][-1]

    async def tap(self, person: int, message: Json, ending: str, kind: str = "") -> Json:
        """Tap the button whose data begins and ends so; the answer comes with `answers`."""
        for button in buttons(message):
            data = button.get("callback_data", "")
            if data.startswith(kind + ":" * bool(kind)) and data.endswith(ending):
                return await self.control.tap(person, message, data)
        raise AssertionError(
            f"no button {kind!r} {ending!r} in {[b.get('callback_data') for b in buttons(message)]}"
        )

    async def answers(self, person: int) -> list[Any]:
        """What a person was told for his taps, oldest first."""
        taps = await self.control.look("answers", user=person)
        return [tap["answer"] for tap in taps]

    async def calls(self, *methods: str) -> list[Json]:
        """The bot's calls to Telegram so far."""
        return [call for call in await self.control.log() if not methods or call["method"] in methods]


async def refused(world: World) -> list[Json]:
    """The calls that Telegram took for wrong, but for the question whether it knows ephemeral messages: that asks for
    one that there is not."""
    calls = [call for call in await world.calls() if call["status"] == 400]
    return [call for call in calls if str(call["params"].get("ephemeral_message_id")) != "0"]


def table_of(message: Json) -> str:
    """The table a message's buttons name."""
    data = next(button["callback_data"] for button in buttons(message) if "callback_data" in button)
    return str(data.split(":")[1])


def of_a_table(button: Json) -> bool:
    """Whether a button is one table's: not a setting, a page of the rules, or the way to a match."""
    tap = decode(button.get("callback_data", ""))
    return tap is not None and tap.table != NOWHERE


def buttons(message: Json) -> list[Json]:
    """All buttons of a message, row by row."""
    rows = (message.get("reply_markup") or {}).get("inline_keyboard", [])
    return [button for row in rows for button in row]


@contextlib.asynccontextmanager
async def a_world(*, limits: bool = False, build: Build = memory_container) -> AsyncIterator[World]:
    """A world of four people and their group; nobody has pressed Start. `build` chooses the store."""
    clock = TurnedClock()
    app = create_app(Config(LOCAL_TOKEN, limits=limits), clock=clock)
    async with _served(Server(app, 0)) as port:
        settings = Settings(local_port=port)
        container = build(clock, settings)
        control = Control(settings.local_url)
        async with _closing(control), make_bot(settings) as bot, asyncio.TaskGroup() as tasks:
            app.state.sandbox.world.allowed_updates = list(ALLOWED)
            gateway = Gateway(bot)
            world = World(
                clock=clock,
                sandbox=app.state.sandbox,
                control=control,
                bot=bot,
                container=container,
                dispatcher=Dispatcher(Desk(container, gateway, bot.username)),
            )
            world.listen(tasks)
            world.show = Show(container, gateway, world.limits, bot.username)
            await world.settle()
            yield world
            world.boxes.stop()


@contextlib.asynccontextmanager
async def _closing(control: Control) -> AsyncIterator[None]:
    try:
        yield
    finally:
        await control.close()


async def _at_once(seconds: float) -> None:
    await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def _served(server: Server) -> AsyncIterator[int]:
    task = asyncio.create_task(server.serve())
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await task
