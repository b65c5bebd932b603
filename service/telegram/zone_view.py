"""Where the reader's watch is set: one tap on the time it shows now. Pure; `now` in ms."""

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from babel.dates import get_timezone_location

from service.people import Chat, Person
from service.telegram.callback import NOWHERE, Tap, TapKind, encode, option_arg
from service.telegram.calls import packed
from service.telegram.lines import LABELS
from service.telegram.messages import Button, Message, Style, card
from service.telegram.names import shorten
from service.telegram.texts import Tongue
from service.telegram.watch import at, known

ZONE, ASKED_ZONE = "zone", "askzone"
"""What the buttons set: from `/settings`, or from the question that is asked once."""
MENU, HOURS, BACK = "menu", "hours", "back"
"""Words that are no zone: the common zones, all hours, the settings."""
COMMON: Final = (
    "Europe/Luxembourg",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/London",
    "Europe/Athens",
    "America/Toronto",
    "America/New_York",
    "America/Chicago",
    "America/Los_Angeles",
    "America/Martinique",
    "Indian/Reunion",
    "Pacific/Noumea",
)
"""Where the game is played, above all."""
FURTHER: Final = (
    "America/Sao_Paulo",
    "America/Denver",
    "Atlantic/Azores",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Tahiti",
    # The halves and quarters.
    "America/St_Johns",
    "Asia/Tehran",
    "Asia/Kabul",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Yangon",
    "Australia/Darwin",
    "Australia/Adelaide",
    "Australia/Eucla",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Pacific/Marquesas",
)
"""Taken for an hour that no common one shows; where there is none of these either, a zone by its offset alone."""


def zone_button(t: Tongue) -> Button:
    """In `/settings`."""
    return Button(t.pgettext("setting, button", "Zone"), _data(ZONE, MENU))


def zone_told(who: Person | Chat, t: Tongue) -> str:
    """ "Zone: Berlin"."""
    zone = who.zone
    if not known_zone(zone):
        return t.pgettext("setting", "Zone: not chosen")
    return t.pgettext("setting", "Zone: {city}", city=city(t, zone))


def known_zone(name: str) -> bool:
    return bool(name) and known(name)


def zone_menu(t: Tongue, name: str, now: int) -> Message:
    """The common zones, each by the time it is there and a city. `name`: ZONE or ASKED_ZONE."""
    ask = t.gettext("What time is it on your watch?")
    why = t.gettext("Deadlines and quiet hours go by it.")
    cities = [
        Button(
            shorten(f"{at(t.watch._replace(zone=zone), now):%H:%M} {city(t, zone)}", LABELS[1]),
            _data(name, zone),
        )
        for zone in COMMON
    ]
    pairs = [cities[index : index + 2] for index in range(0, len(cities), 2)]
    rows = [row for pair in pairs for row in packed(pair)]  # nobody finds his town by half of its name
    other = Button(t.pgettext("button", "Another time"), _data(name, HOURS))
    return card([[ask, why], _by_itself(t, name)], (*rows, _last(t, name, other)))


def _by_itself(t: Tongue, name: str) -> list[str]:
    """What comes by itself where days pass between moves, said when it first matters."""
    if name != ASKED_ZONE:
        return []
    return [
        t.gettext(
            "I remind you before your time is over, and nothing rings in your quiet hours. /settings changes both."
        )
    ]


def hours_menu(t: Tongue, name: str, now: int) -> Message:
    """Every time of day that a watch somewhere shows now."""
    text = t.gettext("Tap what your watch shows now.")
    shown = {f"{at(t.watch._replace(zone=zone), now):%H:%M}": zone for zone in reversed(offered(now))}
    buttons = [Button(label, _data(name, zone)) for label, zone in sorted(shown.items())]
    rows = [tuple(buttons[index : index + 4]) for index in range(0, len(buttons), 4)]
    back = Button("‹", _data(name, MENU), style=Style.PRIMARY)
    return card([[text]], (*rows, (back,)))


def _last(t: Tongue, name: str, other: Button) -> tuple[Button, ...]:
    """The question has nothing to go back to."""
    back = Button(t.pgettext("button", "‹ Settings"), _data(name, BACK), style=Style.PRIMARY)
    return (other, back) if name == ZONE else (other,)


def offered(now: int) -> tuple[str, ...]:
    """One zone for each offset, those people live in first."""
    moment = datetime.fromtimestamp(now / 1000, ZoneInfo("UTC"))
    found: dict[timedelta | None, str] = {}
    etc = (f"Etc/GMT{-hours:+d}" if hours else "UTC" for hours in range(-11, 13))
    for zone in (*COMMON, *FURTHER, *etc):
        found.setdefault(moment.astimezone(ZoneInfo(zone)).utcoffset(), zone)
    return tuple(found.values())


def zone_chosen(t: Tongue, now: int, name: str = ZONE) -> Message:
    """What the question becomes."""
    told = t.gettext(
        "✓ Times are told as in {city}: now it is {time}.",
        city=city(t, t.watch.zone),
        time=f"{at(t.watch, now):%H:%M}",
    )
    return Message("\n".join([told, *(_by_itself(t, name) or [t.gettext("/settings changes it.")])]))


def city(t: Tongue, zone: str) -> str:
    """A zone by its city, as the language has it."""
    return str(get_timezone_location(ZoneInfo(zone), locale=t.language, return_city=True))


def _data(name: str, zone: str) -> str:
    return encode(Tap(TapKind.SETTING, NOWHERE, arg=option_arg(name, zone_arg(zone))))


def zone_arg(zone: str) -> str:
    """A zone's name in the letters that callback data may have."""
    return zone.replace("/", ":").replace("+", "=")


def parse_zone(arg: str) -> str:
    """The inverse; empty for what is no zone."""
    zone = arg.replace(":", "/").replace("=", "+")
    return zone if known_zone(zone) else ""
