"""Is this person looking at his hand card right now? Then a ring is useless, and a new message would move the keyboard
from under his thumb: the card is edited at once, and rings only when nothing has been tapped for a while."""

from typing import NamedTuple

from service.people import Person
from service.surface import Row

HERE = 60_000
"""Milliseconds for which a tap in the private chat counts as being there."""
PATIENCE = 20_000
"""Milliseconds without a tap after which somebody present is rung for after all."""


class Presence(NamedTuple):
    """What speaks for a person's being there. Times in milliseconds by the store's clock."""

    last_tap: int = 0
    card_last: bool = False
    """The hand card is the last message of the private chat."""
    rung_elsewhere: int = 0
    """When something other than this surface last rang for the person."""

    def here(self, now: int) -> bool:
        """Whether the person looks at the card."""
        return self.card_last and now - self.last_tap < HERE

    def rings_at(self, since: int) -> int:
        """When a ring that was held back at `since` is due, if no further tap comes."""
        return max(since, self.last_tap) + PATIENCE


NOBODY = Presence()
"""For surfaces of a group, where nobody's thumb is known."""


def presence(person: Person, row: Row | None, mine: Row | None = None) -> Presence:
    """What is known of `person` in relation to the hand card that `row` remembers, and to his hand in the group."""
    card = row.message if row is not None else None
    here = card is not None and card >= person.last_message
    elsewhere = 0 if row is not None and row.sent_at == person.last_ring else person.last_ring
    if mine is not None and mine.message is not None:
        # Whoever plays there looks there: a ring from the other chat would only be in his way.
        return Presence(max(person.last_tap if here else 0, person.last_hand_tap), True, elsewhere)
    return Presence(person.last_tap, here, elsewhere)
