"""Stored games that live for days, as golden documents: `python -m tests.stored_days FOLDER`.

The clock is turned, so that banks are drawn from, times run out, people go away and come, and everything that a head
can say of it is said in some file. As everywhere: a folder of a past schema is never made anew, files are added.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from engine.actions import ActionKind, action_text
from engine.cards import SUIT_LETTERS, card_code, cards_of, suit_of
from engine.match import to_act
from engine.observation import claim, legal_actions, observation
from service.adapters.foreseen import FixedEntropy
from service.adapters.keys import Keys
from service.bootstrap import Container, container
from service.settings import Settings
from service.table.clock import DAY, HOUR, MINUTE, SECOND, deadline
from service.table.commands import (
    AcceptResign,
    Act,
    Command,
    Halt,
    Holiday,
    LayOpen,
    Leave,
    Nudge,
    Oust,
    Pause,
    Prefer,
    Resign,
    SetClock,
    SetPlan,
    SetTricks,
    Start,
    StopAfter,
    TakeOver,
    Weigh,
)
from service.table.model import Stage
from service.table.moments import may_lay_cards, moment
from service.table.table import Table, restore
from service.usecases import advance, house
from tests.stored import GROUP, PEOPLE, lobby, stored_of
from workers.backup import backup
from workers.embedded import Server

ANNA, BEN, CHLOE, DAN = PEOPLE
STRANGER = 15
PACK = 1
"""The secret from which cards follow: with these, somebody has a choice when half of it is to be stored."""


class Days:
    """One house whose clock is turned."""

    def __init__(self, home: Container, prefix: str = "rebelote:") -> None:
        self.home = home
        self._key = Keys(prefix).clock
        self._ahead = 0

    async def turn(self, milliseconds: int) -> None:
        self._ahead += milliseconds
        redis = self.home.store._client.redis  # type: ignore[attr-defined]
        await redis.set(self._key, self._ahead)

    async def say(self, name: str, *commands: Command) -> None:
        for command in commands:
            await house(self.home, name, command)
            await advance(self.home, name)

    async def table(self, name: str) -> Table:
        stored = await stored_of(self.home, name)
        return restore(stored.head, stored.facts)

    async def on_turn(self, name: str) -> int:
        table = await self.table(name)
        assert table.match is not None
        seat = to_act(table.match)
        assert seat is not None
        person = table.chair(seat).person
        assert person is not None
        return person

    async def begun(self, message: int, clock: str) -> str:
        """A match of four with a clock; two of them have habits of their own, the others' cards can be taken back."""
        await self.home.directory.touch_chat(GROUP, night="0-6", zone="Europe/Luxembourg")
        name = await lobby(self.home, message)
        await self.say(
            name,
            SetClock(person=ANNA, clock=clock),
            SetTricks(person=ANNA, opened=False),
            Prefer(person=ANNA, auto="on", at_once=True),
            Prefer(person=BEN, auto="off", at_once=True),
        )
        revision = (await stored_of(self.home, name)).head.revision
        await self.say(name, Start(person=ANNA, revision=revision))
        return name

    async def move(self, name: str, counts: bool = True) -> None:
        """Whoever is on turn claims, takes, or plays his first legal card."""
        table, person = await self.table(name), await self.on_turn(name)
        assert table.match is not None
        obs = observation(table.match, table.seat_of(person))
        texts = [action_text(one) for one in legal_actions(obs)]
        text = ActionKind.CLAIM.value if claim(obs) else "take" if "take" in texts else texts[0]
        await self.say(name, Act(person=person, ply=obs.ply, action=text))
        if counts:
            await self.turn(15 * SECOND)
            await advance(self.home, name)

    async def until_over(self, name: str) -> None:
        """Somebody's time runs out."""
        over = deadline(await self.table(name))
        assert over is not None
        await self.turn(over - await self.home.store.now() + SECOND)
        await advance(self.home, name)


async def days(house: Days) -> str:
    """All that can be going on at once: banks drawn from, a time that was over, a plan, a holiday, votes, a nudge, half
    a choice, a note of what came too late, a card that can be taken back, and commands that wait."""
    name = await house.begun(500, "1d")
    for _ in range(7):
        await house.turn(30 * HOUR)
        await house.move(name)
    await house.until_over(name)
    late = await house.on_turn(name)
    await house.say(name, Holiday(person=late, until=await house.home.store.now() + 3 * DAY))
    await house.turn(HOUR)
    for person in PEOPLE:
        await plan(house, name, person)
    table = await house.table(name)
    assert table.match is not None
    ply, other = table.match.ply, next(person for person in PEOPLE if person != late)
    await house.say(
        name,
        Nudge(person=other, ply=ply),
        Oust(person=other, seat=table.letter_of(late) or ""),
        Resign(person=other),
        Pause(person=other),
        StopAfter(person=other),
        Weigh(person=late, ply=ply, what="claim"),
    )
    await house.say(name, Prefer(person=late, at_once=False), Act(person=other, ply=0, action="pass"))
    await house.move(name, counts=False)
    await house.home.store.submit(
        name, Holiday(person=other, until=(await house.home.store.now()) + DAY), None
    )
    await house.home.store.submit(name, Pause(person=late), None)
    return name


async def plan(house: Days, name: str, person: int) -> None:
    """A card for the suit of each that he holds, and his card open at it."""
    table = await house.table(name)
    assert table.match is not None
    obs = observation(table.match, table.seat_of(person))
    if not may_lay_cards(obs):
        return
    card = cards_of(obs.hand)[0]
    suit, value = SUIT_LETTERS[suit_of(card)], card_code(card)
    now = moment(obs)
    await house.say(
        name,
        LayOpen(person=person, deal=obs.deal_no, moment=now),
        SetPlan(person=person, deal=obs.deal_no, moment=now, what=suit, value=value),
    )


async def parted(house: Days) -> str:
    """One was voted out and a stranger sits there, one has left, one is away, and the match is paused."""
    name = await house.begun(600, "8h")
    await house.move(name)
    letter = (await house.table(name)).letter_of(DAN) or ""
    await house.say(name, *(Oust(person=person, seat=letter) for person in (ANNA, BEN, CHLOE)))
    await house.home.directory.touch_person(STRANGER, name="P15", language="de", started=True)
    await house.say(name, TakeOver(person=STRANGER, seat=letter, name="P15", reachable=True))
    await house.say(name, Leave(person=BEN))
    for _ in range(60):
        table = await house.table(name)
        if any(chair.absent == "away" for chair in table.head.chairs.values()):
            break
        await advance(house.home, name, thinking=True)
        table = await house.table(name)
        seat = to_act(table.match) if table.match else None
        if seat is not None and table.chair(seat).present:
            await (house.until_over if table.chair(seat).person == CHLOE else house.move)(name)
    present = (await house.table(name)).present
    await house.say(name, *(Pause(person=person) for person in present))
    return name


async def shut(house: Days) -> str:
    """The group could not see it for a while, in which time stood still; it cannot again."""
    name = await house.begun(700, "3d")
    await house.turn(5 * HOUR)
    await house.say(name, Halt(person=0, stopped=True))
    await house.turn(9 * HOUR)
    await house.say(name, Halt(person=0, stopped=False))
    await house.turn(MINUTE)
    await house.say(name, Halt(person=0, stopped=True))
    return name


async def asleep(house: Days) -> str:
    """All have left."""
    name = await house.begun(800, "1h")
    await house.move(name)
    await house.say(name, *(Leave(person=person) for person in PEOPLE))
    return name


async def given_up(house: Days) -> str:
    """A deal was claimed; in the next one a side gave the match up."""
    name = await house.begun(900, "1d")
    while not (await house.table(name)).head.deals:
        await house.move(name)
    await house.move(name)
    await house.say(name, Resign(person=ANNA), Resign(person=CHLOE))
    await house.say(name, AcceptResign(person=BEN), AcceptResign(person=DAN))
    return name


async def stopped(house: Days) -> str:
    """All agreed that this deal is the last."""
    name = await house.begun(1000, "live")
    await house.say(name, *(StopAfter(person=person) for person in PEOPLE))
    while (await house.table(name)).head.stage is Stage.PLAYING:
        await house.move(name)
    return name


ALL: dict[str, Callable[[Days], Awaitable[str]]] = {
    "days": days,
    "parted": parted,
    "shut": shut,
    "asleep": asleep,
    "given-up": given_up,
    "stopped": stopped,
}


async def write(folder: Path) -> None:
    """Each in a house and a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind, make in ALL.items():
        with tempfile.TemporaryDirectory() as scratch:
            server = Server.start(Settings(), Path(scratch))
            settings = Settings(redis_url=server.url, turned_clock=True)
            home = replace(await container(settings), entropy=FixedEntropy(PACK))
            name = await make(Days(home))
            await home.aclose()
            await backup(settings, str(folder / f"{kind}.jsonl"))
            server.stop()
            print(kind, name)


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1])))
