"""What a new table is entered in, and one that is over."""

from typing import NamedTuple

from service.table import places
from service.table.model import Head
from service.table.seating import everybody


def people_of(head: Head) -> list[int]:
    """Everybody who sits, once. Who is forgotten is in no list."""
    owners = {chair.person for chair in head.chairs.values() if chair.person is not None}
    return sorted(person for person in owners if person > 0)


def first_surfaces(head: Head) -> list[str]:
    """Surfaces of a table that begins with another's step: its lobby card, and a hand card for each who sits."""
    return sorted(places.first_surfaces(head))


class Past(NamedTuple):
    """Whose past a match enters, and since when (ms)."""

    at: int
    people: tuple[int, ...]
    chat: int | None
    """A table apart from any group is its people's alone."""


def past_of(head: Head) -> Past:
    """Of a match that is over."""
    return Past(head.ended_at or 0, everybody(head), None if head.apart else head.chat)
