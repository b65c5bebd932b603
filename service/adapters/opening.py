"""What a new table is entered in."""

from service.table import places
from service.table.model import Head


def people_of(head: Head) -> list[int]:
    """Everybody who sits, once."""
    return sorted({chair.person for chair in head.chairs.values() if chair.person is not None})


def first_surfaces(head: Head) -> list[str]:
    """Surfaces of a table that begins with another's step: its lobby card, and a hand card for each who sits."""
    return sorted(places.first_surfaces(head))
