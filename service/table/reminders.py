"""When who is on turn is reminded of it, and how long he has: what a clock says to whoever rings. Pure; milliseconds by
the store's clock."""

from typing import Final, NamedTuple

from engine.seats import SEAT_LETTERS
from service.table.clock import HOUR, bank, clock_of, deadline, runs_out, ticking
from service.table.table import Table

NEVER: Final = "off"
ONCE, TENTHS, HOURLY = "once", "tenths", "hourly"
"""How often one is reminded: at 80 % of the time; then at each tenth, or each hour, as well."""
FIRST: Final = 8
"""Tenths of his time after which somebody is reminded first."""
MOST: Final = 100
"""Reminders of one turn."""


class Times(NamedTuple):
    """Of one turn."""

    deadline: int | None
    reminders: tuple[int, ...]
    allowed: int | None
    """What the table's clock gives for a move, without the bank; None: there is no clock."""


def times(table: Table, rhythm: str) -> Times:
    """Those of the turn that is now, for somebody who is reminded in this rhythm."""
    clock = clock_of(table.head)
    return Times(deadline(table), reminders(table, rhythm), clock and clock.move)


def reminders(table: Table, rhythm: str) -> tuple[int, ...]:
    """When who is on turn is reminded of it, if he does nothing; empty while no clock runs."""
    seat, clock = ticking(table), clock_of(table.head)
    if seat is None or clock is None or rhythm == NEVER:
        return ()
    allowed = clock.move + bank(table.head, SEAT_LETTERS[seat])
    spent = _spent(allowed, rhythm)
    return tuple(runs_out(table, seat, one) for one in spent)


def _spent(allowed: int, rhythm: str) -> list[int]:
    """What has been used of the time at each reminder."""
    first = allowed * FIRST // 10
    match rhythm:
        case "tenths":
            return [allowed * tenth // 10 for tenth in range(FIRST, 10)]
        case "hourly":
            return list(range(first, allowed, HOUR))[:MOST]
        case _:
            return [first]
