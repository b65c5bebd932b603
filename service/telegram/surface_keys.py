"""The keys under which a table's surfaces are stored: what kind, and whose."""

import re
from typing import NamedTuple

from service.surface import CARD, END, LOBBY

HAND, MINE, MENTION, DEAL, INLINE, DIGEST = "hand", "mine", "mention", "deal", "inline", "digest"
REVIEW, GONE = "review", "gone"
_KEY = re.compile(r"([a-z]+)(?::(-?[0-9]{1,18}))?(?::([0-9]{1,18}))?", re.ASCII)
NUMBERS = {
    HAND: (1,),
    MINE: (1,),
    MENTION: (1,),
    GONE: (1,),
    DEAL: (1, 2),
    INLINE: (1,),
    DIGEST: (1,),
    REVIEW: (2,),
    END: (0, 1),
    LOBBY: (0,),
    CARD: (0,),
}
"""How many numbers a key of each kind has."""


class Key(NamedTuple):
    """A surface's key, taken apart: `hand:7` is HAND of person 7, `deal:3` the DEAL number 3, `deal:3:7` person 7's."""

    kind: str
    number: int = 0
    person: int = 0

    @property
    def reader(self) -> int:
        """In whose private chat it stands; 0: in none."""
        return self.number if self.kind in (HAND, DIGEST, GONE) else self.person

    @property
    def whose(self) -> int:
        """The person whom it is about, wherever it stands; 0: nobody."""
        return self.number if self.kind in (HAND, DIGEST, MINE, MENTION, GONE) else self.person


def parse_key(key: str) -> Key | None:
    """None for a key of no surface we know: a newer release's row."""
    found = _KEY.fullmatch(key)
    if found is None:
        return None
    kind, *rest = found.groups()
    numbers = [int(part) for part in rest if part is not None]
    if len(numbers) not in NUMBERS.get(kind, ()):
        return None
    return Key(kind, 0, *numbers) if kind == END else Key(kind, *numbers)
