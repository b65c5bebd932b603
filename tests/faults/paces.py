"""Games at two paces: one whose people sit there together, and one that lives for days, with a clock. What holds after
seconds must hold after days."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.surface import hand_key
from service.table.clock import CLOCKS, DAY, HOUR, deadline
from service.table.commands import SetClock
from service.table.table import restore
from service.usecases import decide
from tests.sandbox.client import ANNA
from tests.telegram.wing.test_match import move, on_turn
from tests.telegram.wing.world import PEOPLE, World, table_of


@dataclass(frozen=True)
class Pace:
    """How time passes between two moves (seconds)."""

    name: str
    clock: str
    counts: float
    """Until a card that was tapped has been played, whether or not it could be taken back."""
    between: float
    """Then, in one leap, until somebody acts again."""

    def __str__(self) -> str:
        return self.name


SECONDS = Pace("seconds", "", 0, 5)
DAYS = Pace("days", "3d", 12, 3 * 3600)
PACES = (SECONDS, DAYS)


async def begun(world: World, pace: Pace, people: Sequence[int] = PEOPLE) -> str:
    """A running match of these people and computers; nobody has moved yet."""
    if not pace.clock:
        return await world.start(*people)
    await world.control.start(*people)
    await world.settle()
    card = await world.lobby(*people)
    table = table_of(card)
    await decide(world.container, table, people[0], SetClock(person=people[0], clock=pace.clock), None)
    await world.turn(6)
    await world.tap(people[0], await world.card(), "", kind="go")
    await world.turn(6)
    return table


async def leap(world: World, milliseconds: float) -> None:
    """Time passes at once, and what lay in it comes late."""
    world.clock.turn(milliseconds / 1000)
    await world.settle()


async def counted(world: World, pace: Pace) -> None:
    """What was tapped has been played."""
    await world.settle()
    if pace.counts:
        await world.turn(pace.counts)


async def rest(world: World, pace: Pace) -> None:
    """Until somebody acts again: `turn` leads through each second, a leap does not."""
    await counted(world, pace)
    if pace.clock:
        await leap(world, 1000 * pace.between)
    else:
        await world.turn(pace.between)


async def moved(world: World, table: str, pace: Pace) -> None:
    """Somebody moves, and time passes."""
    await move(world, table)
    await rest(world, pace)


async def left(world: World, table: str) -> int | None:
    """Of the time of who is on turn (ms); None: no clock runs."""
    stored = await world.container.store.load(table)
    assert stored is not None
    over = deadline(restore(stored.head, stored.facts))
    return None if over is None else over - stored.now


async def owed(world: World, pace: Pace) -> tuple[str, int]:
    """Something will ring for Anna, who plays with computers: a ring that is held back since she is present, or the
    reminder of her turn. The table, and in how many milliseconds."""
    table = await begun(world, pace, (ANNA,))
    await world.turn(30)
    await move(world, table)
    await counted(world, pace)
    while await on_turn(world, table) != ANNA:
        await world.turn(1)
    await world.turn(3)
    row = await world.container.store.row(table, hand_key(ANNA))
    assert row is not None
    if not pace.clock:
        assert row.ring_at is not None
        return table, row.ring_at - world.clock()
    await leap(world, HOUR)  # her turn has rung
    over, clock = await left(world, table), CLOCKS[pace.clock]
    assert over is not None
    return table, over - (clock.move + clock.bank) // 5


QUIET_WEEK = 7 * DAY
