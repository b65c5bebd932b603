"""How long who is on turn may take, and what becomes of what he saved. Pure; times in ms by the store's clock.

Everybody has the clock's time for each move, and a bank beside it. A move within its time puts something back into the
bank, up to its cap; a longer one draws from it. When both are used up the time is over. Only who is on turn loses
time, computers' seats never do, and while a match is paused or the night lies over it nobody does.
"""

from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from engine.match import to_act
from engine.seats import SEAT_LETTERS, Seat
from service.table.model import Head, Stage
from service.table.nights import Night, hours_of
from service.table.table import Table

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


class Clock(NamedTuple):
    """What a table grants."""

    move: int
    """For each move."""
    bank: int
    """Beside it, for the whole match; full at the start."""
    refill: int
    """Put back by a move within its time."""
    live: bool = False
    """People sit there together: seconds matter."""


CLOCKS: Final = {
    "live": Clock(60 * SECOND, 2 * MINUTE, 10 * SECOND, live=True),
    "1h": Clock(HOUR, 4 * HOUR, 15 * MINUTE),
    "8h": Clock(8 * HOUR, DAY, 2 * HOUR),
    "1d": Clock(DAY, 3 * DAY, 6 * HOUR),
    "3d": Clock(3 * DAY, 7 * DAY, 12 * HOUR),
}
"""By the name a head keeps. A table without one waits for ever."""


def clock_of(head: Head) -> Clock | None:
    """The table's clock; None: it has none."""
    return CLOCKS.get(head.clock)


def by_days(head: Head) -> bool:
    """Whether nobody is expected to look at once."""
    clock = clock_of(head)
    return clock is not None and not clock.live


def tricks_open(head: Head) -> bool:
    """Whether all tricks of the running deal may be looked into: nobody remembers for three days what fell."""
    return head.tricks == "open" or (not head.tricks and by_days(head))


def bank(head: Head, letter: str) -> int:
    """What a seat has saved."""
    clock = clock_of(head)
    return 0 if clock is None else max(0, clock.bank - head.drawn.get(letter, 0))


def deadline(table: Table) -> int | None:
    """When the time of who is on turn is over; None while no clock runs."""
    seat = ticking(table)
    clock = clock_of(table.head)
    if seat is None or clock is None:
        return None
    allowed = clock.move + bank(table.head, SEAT_LETTERS[seat])
    return runs_out(table, seat, allowed)


def runs_out(table: Table, seat: Seat, allowed: int) -> int:
    """When so much of a seat's time has run in this turn; while its player is on holiday none of it does."""
    head, (leaves, returns), left = table.head, table.chair(seat).holiday, allowed - table.head.spent
    over = after(head, head.turn_at, left)
    if returns <= head.turn_at or over <= leaves:
        return over
    return after(head, returns, left - used(head, head.turn_at, leaves))


def _ran(table: Table, seat: Seat, now: int) -> int:
    """The running time of this turn until now."""
    head, (leaves, returns) = table.head, table.chair(seat).holiday
    away = used(head, max(leaves, head.turn_at), min(returns, now)) if leaves < returns else 0
    return head.spent + used(head, head.turn_at, now) - away


def settled(table: Table, until: int) -> Table:
    """With what has run of this turn by then written down: whatever comes after it, a standstill or another holiday,
    leaves that as it is. A length of time could not be put elsewhere: there a night may lie."""
    seat = _waited_for(table)
    if seat is None:
        return table
    return table.changed(spent=_ran(table, seat, until), turn_at=max(table.head.turn_at, until))


def ticking(table: Table) -> Seat | None:
    """Whose time runs: a person's on turn who has not moved, while the match is neither paused nor asleep."""
    head, seat = table.head, _waited_for(table)
    if seat is None or table.match is None or head.paused_at is not None or head.halted_at is not None:
        return None
    return None if head.held is not None and head.held.ply == table.match.ply else seat


def _waited_for(table: Table) -> Seat | None:
    """A person's seat on turn, where there is a clock; also while it stands still."""
    if table.head.stage is not Stage.PLAYING or table.match is None or not table.head.turn_at:
        return None
    seat = to_act(table.match)
    return seat if seat is not None and table.chair(seat).present else None


def drawn_after(table: Table, seat: Seat, now: int) -> dict[str, int]:
    """What every seat has taken from its bank, once `seat` has moved at `now`."""
    head, clock, letter = table.head, clock_of(table.head), SEAT_LETTERS[seat]
    if clock is None or ticking(table) != seat:
        return head.drawn
    over = _ran(table, seat, now) - clock.move
    before = head.drawn.get(letter, 0)
    drawn = min(clock.bank, before + over) if over > 0 else max(0, before - clock.refill)
    rest = {key: value for key, value in head.drawn.items() if key != letter}
    return rest | {letter: drawn} if drawn else rest


def slow_after(table: Table, seat: Seat, now: int) -> dict[str, int] | None:
    """How often every seat's own player took longer than the clock gives for a move, once `seat` has moved at `now`."""
    head, clock, letter = table.head, clock_of(table.head), SEAT_LETTERS[seat]
    if clock is None or head.slow is None or ticking(table) != seat or _ran(table, seat, now) <= clock.move:
        return head.slow
    return head.slow | {letter: head.slow.get(letter, 0) + 1}


# --- the night ---


def night_of(head: Head) -> Night | None:
    """`22-8 Europe/Berlin` as a head keeps it; None: clocks run day and night."""
    clock = clock_of(head)
    if clock is not None and clock.live:
        return None  # who sits together at night wants to play
    text, _, zone = head.night.partition(" ")
    hours = hours_of(text)
    return Night(*hours, ZoneInfo(zone)) if hours and zone else None


def after(head: Head, start: int, duration: int) -> int:
    """The moment at which `duration` of running time has passed since `start`."""
    night = night_of(head)
    if night is None:
        return start + duration
    at, left = start, duration
    for falls, lifts in night.spans(start):
        awake = max(0, falls - at)
        if awake >= left:
            break
        at, left = max(at, lifts), left - awake
    return at + left


def used(head: Head, start: int, end: int) -> int:
    """The running time between two moments."""
    night = night_of(head)
    asleep = 0
    for falls, lifts in night.spans(start) if night else ():
        if falls >= end:
            break
        asleep += max(0, min(lifts, end) - max(falls, start))
    return max(0, end - start - asleep)
