"""Moments in words: "Tue 18:00", "today 21:00", with the zone's name where not everybody reads in his own."""

from datetime import datetime
from typing import Final

from babel.dates import format_datetime, format_skeleton, get_timezone_name

from service.table.view import TableView
from service.telegram.texts import Tongue
from service.telegram.watch import at

WEEK: Final = 6
"""From so many days on a weekday alone would not tell which one."""


def moment(t: Tongue, milliseconds: int, *, short: bool = False) -> str:
    """A deadline as it stands on a card: at most 13 cells within a week, or 20; the zone's name has 5 more, or 9 where
    it is a number. `short`: a date that is given goes without its weekday."""
    when = at(t.watch, milliseconds)
    return f"{_day(t, when, short=short)} {_time(t, when)}"


def _time(t: Tongue, when: datetime) -> str:
    return f"{when:%H:%M} {zone_name(t, when)}" if t.watch.named else f"{when:%H:%M}"


def _day(t: Tongue, when: datetime, *, short: bool) -> str:
    today = t.watch.today
    days = (when.date() - today).days if today else 1
    if days == 0:
        return t.pgettext("before a time of day", "today")
    # Whether a short weekday has a full stop is each language's own affair.
    weekday = format_datetime(when, t.pgettext("CLDR pattern of a short weekday", "EEE"), locale=t.language)
    if abs(days) < WEEK:
        return weekday
    date = format_skeleton("MMMd", when, locale=t.language)
    return date if short else f"{weekday} {date}"


def day(t: Tongue, milliseconds: int) -> str:
    """A day as it stands on a card, without a time: "Sun Jan 24"."""
    when = at(t.watch, milliseconds)
    weekday = format_datetime(when, t.pgettext("CLDR pattern of a short weekday", "EEE"), locale=t.language)
    return f"{weekday} {format_skeleton('MMMd', when, locale=t.language)}"


def zone_name(t: Tongue, when: datetime) -> str:
    """ "CET", as the language has it; "UTC+5" for a zone that has no name of its own."""
    name = get_timezone_name(when, width="short", locale=t.language)
    if not name[:1].isalpha():
        name = when.tzname() or ""
    if not name[:1].isalpha():
        hours, minutes = divmod(int((when.utcoffset() or when - when).total_seconds()) // 60, 60)
        name = f"UTC{hours:+d}" + (f":{minutes:02d}" if minutes else "")
    return name


def by(t: Tongue, milliseconds: int, *, short: bool = False) -> str:
    """ "by Tue 18:00", "by 18:00 today"; see `moment`."""
    if (time := today_at(t, milliseconds)) is not None:
        return t.gettext("by {time} today", time=time)
    return t.gettext("by {when}", when=moment(t, milliseconds, short=short))


def today_at(t: Tongue, milliseconds: int) -> str | None:
    """The time of day of what is today, "18:00"; None on any other day."""
    when = at(t.watch, milliseconds)
    return _time(t, when) if when.date() == t.watch.today else None


def since_word(t: Tongue, view: TableView) -> str:
    """ "since Tue 18:00": when it began, or was opened."""
    return t.gettext("since {when}", when=moment(t, view.started_at or view.opened_at))
