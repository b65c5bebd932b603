"""When a player is reminded, and when nothing may ring. Pure; times in milliseconds by the store's clock."""

from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from service.people import Person
from service.surface import Row
from service.table.clock import HOUR, MINUTE
from service.table.nights import Night, hours_of
from service.table.reminders import Times
from service.telegram.presence import Presence

OFF: Final = "off"
HOURS: Final = "22-8"
"""The usual quiet hours, in the person's own zone."""
USUAL: Final = (22, 8)
"""The same, read."""
APART: Final = 10 * MINUTE
"""Rings of several tables come no closer together, unless it is urgent."""
URGENT: Final = HOUR
"""Whoever has no more time than this is rung at once."""
UNKNOWN_ZONE: Final = 12 * HOUR
"""How long "quiet today" lasts where nobody knows when his day ends."""


class Quiet(NamedTuple):
    """When nothing may ring for one person: his nights, and what is left of a day on which he wanted none of it."""

    hours: str = OFF
    """`22-8`; `off`: none."""
    zone: str = ""
    """IANA name; empty: not known, so no hours are kept."""
    hushed: int = 0
    """Until then he wants quiet, whatever the hour."""

    def ends(self, now: int) -> int | None:
        """When the quiet that lies over `now` is over; None: there is none."""
        at = now
        while (later := self._over(at)) is not None:
            at = later
        return at if at > now else None

    def _over(self, at: int) -> int | None:
        if at < self.hushed:
            return self.hushed
        hours = hours_of(self.hours)
        return Night(*hours, ZoneInfo(self.zone)).over(at) if hours and self.zone else None

    def morning(self, now: int) -> int:
        """Until when "quiet today" lasts: the next morning."""
        if not self.zone:
            return now + UNKNOWN_ZONE
        return Night(*(hours_of(self.hours) or USUAL), ZoneInfo(self.zone)).morning(now)


NEVER_QUIET: Final = Quiet()


def quiet_of(person: Person | None) -> Quiet:
    """What a person wants; hours that cannot be read are the usual ones."""
    if person is None:
        return NEVER_QUIET
    known = person.quiet == OFF or hours_of(person.quiet) is not None
    return Quiet(person.quiet if known else HOURS, person.zone, person.hushed)


# --- reminders ---


class Called(NamedTuple):
    """The turn that somebody is to be told of, for what decides when."""

    ply: int
    deadline: int | None = None
    reminders: tuple[int, ...] = ()
    quiet: Quiet = NEVER_QUIET
    quick: bool = False
    """Minutes matter at this table: its rings keep no distance from those of others."""
    silent: bool = False
    """He wants no sound at all."""


class Moment(NamedTuple):
    """When somebody may be told, and whether aloud."""

    at: int
    aloud: bool = True


def called(times: Times, person: Person | None, ply: int, *, silent: bool) -> Called:
    """The turn at `ply`, whose player is `person`; `times` are those of his clock."""
    return Called(
        ply=ply,
        deadline=times.deadline,
        reminders=times.reminders,
        quiet=quiet_of(person),
        quick=times.allowed is not None and times.allowed <= URGENT,
        silent=silent,
    )


def moment(turn: Called, presence: Presence, now: int) -> Moment:
    """When a ring that is due by now may come. One in quiet hours waits for their end; if the clock ends first, it
    comes at once and silently. Rings of different tables keep their distance, until one is urgent."""
    at = max(now, presence.rung_elsewhere + APART)
    if turn.quick:
        at = now
    elif turn.deadline is not None:
        at = max(now, min(at, turn.deadline - URGENT))
    until = turn.quiet.ends(at)
    if until is None:
        return Moment(at)
    if turn.quiet.ends(now) is None:
        return Moment(now)  # what would be put off into the night comes before it
    if turn.deadline is not None and turn.deadline <= until:
        return Moment(now, aloud=False)
    return Moment(until)


class Notice(NamedTuple):
    """A reminder that is due now."""

    number: int
    """Which of the turn's it is: those before it are done with it."""
    left: int
    aloud: bool


def reminder(turn: Called, row: Row, presence: Presence, now: int) -> Notice | int | None:
    """A reminder that is due now; or when to look for the next one; None: there is none to come."""
    if turn.deadline is None or turn.deadline <= now:
        return None
    done = row.reminders if row.reminded_ply == turn.ply else 0
    points = turn.reminders[done:]
    if not points:
        return None
    if points[0] > now:
        return points[0]
    if presence.here(now) and (patient := presence.rings_at(0)) > now:
        return min(patient, turn.deadline)
    when = moment(turn, presence, now)
    if when.at > now:
        return when.at
    passed = sum(point <= now for point in turn.reminders)
    return Notice(passed, turn.deadline - now, when.aloud and not turn.silent)
