"""What a reader prefers: how he is spoken to, and how his cards lie and ring. From what is stored, and pure.

A word that this release does not know, or none, is the usual taste.
"""

from typing import NamedTuple

from service.people import Chat, Person
from service.telegram.texts import ROWS, SUITS, Tongue, tongue
from service.telegram.watch import watch

BY_SUIT, GREY, DARK = "suit", "grey", "dark"
ALWAYS, NEVER = "always", "never"


class Tastes(NamedTuple):
    """How a player's hand card behaves; what changes words is in his `Tongue`."""

    by_suit: bool = False
    """Suits keep their order, instead of trump standing first."""
    grey: bool = False
    """Cards that may not be played are disabled buttons, and one button says why."""
    confirm: bool = False
    """A second tap confirms."""
    always: bool = False
    """Rings at each turn, though he looks at the card."""
    never: bool = False
    """Never rings."""
    pictures: bool = False
    dark: bool = False
    """Of pictures."""
    zone: str = ""
    """IANA name; empty: not known."""


USUAL = Tastes()


def tastes(person: Person | None) -> Tastes:
    """A person's; nobody's are the usual ones."""
    if person is None:
        return USUAL
    return Tastes(
        by_suit=person.order == BY_SUIT,
        grey=person.refused == GREY,
        confirm=person.confirm,
        always=person.ring == ALWAYS,
        never=person.ring == NEVER,
        pictures=person.pictures,
        dark=person.colours == DARK,
        zone=person.zone,
    )


def reader(person: Person | None, chat: Chat | None, default: str, zone: str = "UTC", now: int = 0) -> Tongue:
    """How a reader is spoken to: a person in private and in answers to his taps; with None for `person` all of a group.

    What a person has not chosen is his group's, and at last `default`, a language, and `zone`. `now`: ms, which tells
    what is today; 0: not known.
    """
    spoken = _spoken(person, chat, default)
    own, shared = person.zone if person else "", chat.zone if chat else ""
    return spoken._replace(watch=watch(own, shared, zone, now))


def _spoken(person: Person | None, chat: Chat | None, default: str) -> Tongue:
    language = (person.language if person else "") or (chat.language if chat else "") or default
    row = (person.suits if person else "") or (chat.suits if chat else "")
    if person is None:
        return tongue(language, ROWS.get(row, SUITS))
    return tongue(language, ROWS.get(row, SUITS), person.letters, person.words)
