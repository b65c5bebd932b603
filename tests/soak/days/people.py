"""People who play for days: where they live, when they are awake, how long they take, when they are gone."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000
ZONES = (
    "Europe/Luxembourg",
    "Europe/Berlin",
    "Europe/Paris",
    "America/New_York",
    "Australia/Lord_Howe",  # its clocks change by half an hour
    "Asia/Kolkata",
    "Pacific/Auckland",
)
RHYTHMS = ("once", "tenths", "hourly", "off")
WAKES, SLEEPS = 7, 23
"""Hours by the own clock between which somebody plays at all."""


class Span(NamedTuple):
    """From and to, in ms."""

    start: int
    end: int


@dataclass
class Human:
    """One person. `quiet` is what the bot is told: hours in which nothing rings."""

    id: int
    zone: ZoneInfo
    quiet: tuple[int, int]
    remind: str
    """In which rhythm he is reminded (`service.table.reminders`)."""
    slow: float
    """How often he takes hours rather than minutes."""
    auto: str = ""
    """Whether his only card plays itself."""
    at_once: bool = False
    """Whether his cards count at once."""
    gone: list[Span] = field(default_factory=list)
    """Away from the phone altogether."""
    blocks: list[Span] = field(default_factory=list)
    """Has blocked the bot."""
    holiday: Span | None = None
    """Is on holiday, and has said so."""
    home: int = 0
    """When he is back from it: at its end, or before."""
    leaves: int = 0
    """When he wants to be forgotten; 0: never."""
    forgotten: int = 0
    """Since when he is."""

    def local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at / 1000, UTC).astimezone(self.zone)

    def is_quiet(self, at: int) -> bool:
        start, end = self.quiet
        hour = self.local(at).hour
        return start <= hour or hour < end if start > end else start <= hour < end

    def acts(self, now: int, dice: random.Random, live: bool = False) -> int:
        """When he gets round to what he has seen at `now`. `live`: he sits there with the others."""
        if live:
            usual = 20 * SECOND if dice.random() > self.slow / 5 else 4 * MINUTE
        else:
            usual = 3 * HOUR if dice.random() < self.slow else 6 * MINUTE
        at = now + int(dice.lognormvariate(0, 1) * usual)
        for _ in range(4):
            at = self._awake(self._back(at))
        return at

    def _back(self, at: int) -> int:
        return max((span.end for span in self.gone if span.start <= at < span.end), default=at)

    def _awake(self, at: int) -> int:
        local = self.local(at)
        if WAKES <= local.hour < SLEEPS:
            return at
        morning = local.replace(hour=WAKES, minute=0, second=0, microsecond=0)
        if local.hour >= SLEEPS:
            morning += timedelta(days=1)
        return int(morning.timestamp() * 1000) + at % (40 * MINUTE)


def crowd(count: int, start: int, days: int, dice: random.Random) -> list[Human]:
    """People of every zone; every fifth is away for some days, every ninth blocks the bot for a while, every seventh
    goes on holiday, every twentieth wants to be forgotten."""
    return [_human(number, start, days, dice) for number in range(count)]


def _human(number: int, start: int, days: int, dice: random.Random) -> Human:
    human = Human(
        id=7_000_000_001 + number,
        zone=ZoneInfo(ZONES[number % len(ZONES)]),
        quiet=(22, 8) if number % 4 else (0, 6),
        remind=RHYTHMS[number % len(RHYTHMS)],
        slow=dice.choice((0.05, 0.2, 0.5)),
        auto=dice.choice(("", "on", "off")),
        at_once=dice.random() < 0.3,
    )
    if number % 5 == 0:
        human.gone.append(_span(start, days, dice, 2, 6))
    if number % 9 == 0:
        human.blocks.append(_span(start, days, dice, 1, 3))
    if number % 7 == 2:
        human.holiday = _span(start, days, dice, 1, 5)
        away = human.holiday.end - human.holiday.start
        human.home = human.holiday.start + (int(away * 0.6) if dice.random() < 0.3 else away)
        human.gone.append(Span(human.holiday.start, human.home))
    if number % 20 == 6:
        human.leaves = start + days * DAY * (3 + number % 7) // 12
    return human


def _span(start: int, days: int, dice: random.Random, least: int, most: int) -> Span:
    begin = start + int(dice.uniform(0.5, days - 2) * DAY)
    return Span(begin, begin + int(dice.uniform(least, most) * DAY))
