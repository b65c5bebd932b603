"""Moments of one week, as readers in a zone see them."""

from datetime import datetime
from zoneinfo import ZoneInfo

from service.table.view import Time
from service.telegram.texts import Tongue, tongue
from service.telegram.watch import watch

BERLIN = ZoneInfo("Europe/Berlin")


def ms(day: int, hour: int, minute: int = 0, month: int = 1) -> int:
    """A moment of 2027 in Berlin. The fourth of January is a Monday."""
    return int(datetime(2027, month, day, hour, minute, tzinfo=BERLIN).timestamp() * 1000)


def reads(language: str, now: int = ms(4, 9), own: str = "Europe/Berlin", shared: str = "") -> Tongue:
    """A reader on Monday morning, unless told otherwise."""
    return tongue(language)._replace(watch=watch(own, shared, "UTC", now))


def group(language: str) -> Tongue:
    """All who read in a group."""
    return reads(language, own="", shared="Europe/Berlin")


TUESDAY = Time("1d", ms(5, 18))
