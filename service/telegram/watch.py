"""The reader's watch: in which zone he reads times, and which day it is there. Values only."""

from datetime import UTC, date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


class Watch(NamedTuple):
    """Part of how somebody is spoken to. It changes once a day, and so does what is drawn with it."""

    zone: str = "UTC"
    """IANA name."""
    named: bool = True
    """The zone's name stands beside a time: not all who read it live there, or nobody has said where he does."""
    today: date | None = None
    """None: not known; no time is called today's."""


def watch(own: str, shared: str, default: str, now: int = 0) -> Watch:
    """`own`: the only reader's zone; `shared`: his group's; empty or unknown: not chosen. `now` in ms, 0: not known."""
    chosen = next((name for name in (own, shared, default) if name and known(name)), "UTC")
    today = datetime.fromtimestamp(now / 1000, ZoneInfo(chosen)).date() if now else None
    return Watch(chosen, not (own and chosen == own), today)


def known(name: str) -> bool:
    """Whether this machine knows a zone of that name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def at(face: Watch, milliseconds: int) -> datetime:
    """A moment as the reader's watch shows it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone(ZoneInfo(face.zone))
