"""Start links: addresses that open the private chat with the bot, and what the `/start` that follows brings along."""

import re
from typing import NamedTuple

_DOOR = re.compile(r"([ti])-([a-z2-7]{1,16})(?:-([NESWPAB]))?", re.ASCII)
_REPLAY = re.compile(r"r-([a-z2-7]{1,16})-([0-9]{1,4})", re.ASCII)
BESIDE, AFTER, BEFORE = "P", "A", "B"
"""A seat by who invites, wherever he sits by then: his partner's, the one after him, the one before him."""
PLAY_DOOR = "play"
"""The payload that leads to the menu."""
NEXT_DOOR = "next"
"""That of who wants to hear of the next game and has yet to begin with the bot."""
LEARN_DOOR = "learn"
"""And the one to a lesson."""


class Door(NamedTuple):
    """What a start link leads to: a table, and perhaps a seat of it."""

    table: str
    seat: str = ""
    asks: bool = False
    """An invitation: it shows the table first, and who comes by it decides then."""


def start_link(bot: str, door: Door | None = None) -> str:
    """The address that lets somebody press Start, and brings him back to the table."""
    if door is None:
        return f"https://t.me/{bot}"
    return payload_link(bot, f"{'i' if door.asks else 't'}-{door.table}{'-' * bool(door.seat)}{door.seat}")


def payload_link(bot: str, payload: str) -> str:
    """The address whose Start brings this payload along."""
    return f"https://t.me/{bot}?start={payload}"


def invitation_link(bot: str, table: str, seat: str = "") -> str:
    """The address that invites to a table apart: to any of its seats, or to one. Knowing it is being invited."""
    return start_link(bot, Door(table, seat, asks=True))


def parse_start(payload: str) -> Door | None:
    """The inverse for the payload that comes with `/start`; None for none of ours."""
    found = _DOOR.fullmatch(payload)
    if found and found[1] == "t" and found[3] in (BESIDE, AFTER, BEFORE):
        return None
    return Door(found[2], found[3] or "", found[1] == "i") if found else None


def replay_link(bot: str, table: str, deal: int) -> str:
    """The address that opens a match that is over, in the private chat of who follows it."""
    return payload_link(bot, f"r-{table}-{deal}")


def parse_replay(payload: str) -> tuple[str, int] | None:
    """The inverse for the payload: table and deal; None for none of ours."""
    found = _REPLAY.fullmatch(payload)
    return (found[1], int(found[2])) if found else None
