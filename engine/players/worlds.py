"""Deals that agree with all that a seat can prove, drawn with equal chances; all of them, where they are few.

Loose cards are put in classes by the places they may lie in. How many ways there are to fill the places with the
classes from some point on is counted exactly, so that no draw is ever thrown away.
"""

import math
import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, permutations, product
from typing import Final, NamedTuple

from engine.cards import CARDS, NO_CARD, Card, Hand, cards_of
from engine.dealing import Hands
from engine.players.knowledge import Knowledge
from engine.state import Column

STOCK: Final = 4
"""The place, beside the four seats, of cards that are not dealt yet."""

Rooms = tuple[int, ...]
"""By place: how many loose cards still go there."""


class World(NamedTuple):
    """Where all cards may lie."""

    hands: Hands
    """By seat; two players: the open cards."""
    stock: tuple[Card, ...] = ()
    """What is not dealt yet, in some order."""
    under: tuple[Card, ...] = ()
    """Two players, by card: what lies under it, -1 for nothing."""


class Class(NamedTuple):
    """Loose cards that may lie in the same places."""

    places: tuple[int, ...]
    cards: tuple[Card, ...]


class Worlds:
    """All deals that agree with what is known."""

    def __init__(self, known: Knowledge, columns: Sequence[Sequence[Column]] = ()) -> None:
        self._known = known
        self._columns = columns
        self._rooms: Rooms = (*known.room, known.stock)
        self._classes = _classes(known)
        self._ways: dict[tuple[int, Rooms], tuple[int, list[tuple[Rooms, int]]]] = {}

    @cached_property
    def count(self) -> int:
        """How many there are: the order of the stock not counted, that of the reserves counted."""
        if self._columns:
            return math.factorial(self._known.loose.bit_count())
        return self._from(0, self._rooms)[0]

    def some(self, wanted: int, rng: random.Random) -> list[World]:
        """So many worlds by chance, with repetition; or all of them, when there are no more."""
        if not self._known.stock and self.count <= wanted:
            return list(self.every())
        return [self.any(rng) for _ in range(wanted)]

    def every(self) -> Iterator[World]:
        """All worlds, one by one."""
        if self._columns:
            for order in permutations(cards_of(self._known.loose)):
                yield self._covered(order)
        else:
            for hands in self._fill(0, self._rooms):
                yield self._world(hands)

    # --- drawing ---

    def any(self, rng: random.Random) -> World:
        """One of them by chance."""
        if self._columns:
            loose = list(cards_of(self._known.loose))
            rng.shuffle(loose)
            return self._covered(loose)
        placed: list[list[Card]] = [[] for _ in range(5)]
        rooms = self._rooms
        for at, (places, cards) in enumerate(self._classes):
            total, splits = self._from(at, rooms)
            chosen, mark = rng.randrange(total), 0
            while chosen >= splits[mark][1]:
                chosen -= splits[mark][1]
                mark += 1
            after = splits[mark][0]
            order = list(cards)
            rng.shuffle(order)
            for place in places:
                taken = rooms[place] - after[place]
                placed[place] += order[:taken]
                del order[:taken]
            rooms = after
        return self._world(placed)

    def _world(self, placed: Sequence[Sequence[Card]]) -> World:
        north, east, south, west = (
            hand | sum(1 << card for card in cards)
            for hand, cards in zip(self._known.known, placed, strict=False)
        )
        return World((north, east, south, west), tuple(placed[STOCK]))

    def _covered(self, order: Sequence[Card]) -> World:
        """Two players: the loose cards put under the open ones, row by row."""
        under, left = [NO_CARD] * len(CARDS), iter(order)
        for row in self._columns:
            for column in row:
                if column.reserve:
                    under[column.open] = next(left)
        return World(self._known.known, (), tuple(under))

    # --- counting ---

    def _from(self, at: int, rooms: Rooms) -> tuple[int, list[tuple[Rooms, int]]]:
        """In how many ways the classes from one on fill the rooms, and how many begin with each split of it."""
        if at == len(self._classes):
            return (0 if any(rooms) else 1), []
        found = self._ways.get((at, rooms))
        if found is None:
            places, cards = self._classes[at]
            splits = [
                (after, shares * self._from(at + 1, after)[0])
                for after, shares in _splits(places, len(cards), rooms)
            ]
            splits = [split for split in splits if split[1]]
            found = self._ways[at, rooms] = sum(ways for _, ways in splits), splits
        return found

    def _fill(self, at: int, rooms: Rooms) -> Iterator[list[tuple[Card, ...]]]:
        if at == len(self._classes):
            yield [()] * 5
            return
        places, cards = self._classes[at]
        for after, _ in self._from(at, rooms)[1]:
            for shared in _shared(places, cards, rooms, after):
                for rest in self._fill(at + 1, after):
                    yield [more + shared.get(place, ()) for place, more in enumerate(rest)]


def _classes(known: Knowledge) -> list[Class]:
    by_places: dict[tuple[int, ...], list[Card]] = {}
    for card in cards_of(known.loose) if not sum(known.hidden) else ():
        places = [seat for seat in range(4) if known.possible[seat] >> card & 1]
        by_places.setdefault((*places, STOCK) if known.stock else tuple(places), []).append(card)
    return [Class(places, tuple(by_places[places])) for places in sorted(by_places)]


def _splits(places: tuple[int, ...], cards: int, rooms: Rooms) -> Iterator[tuple[Rooms, int]]:
    """The rooms left after so many cards went to the places, and in how many ways they can be told apart."""
    *firsts, last = places
    for taken in product(*(range(min(rooms[place], cards) + 1) for place in firsts)):
        rest = cards - sum(taken)
        if 0 <= rest <= rooms[last]:
            after, ways = list(rooms), math.factorial(cards)
            for place, number in zip(places, (*taken, rest), strict=True):
                after[place] -= number
                ways //= math.factorial(number)
            yield tuple(after), ways


def _shared(
    places: tuple[int, ...], cards: tuple[Card, ...], rooms: Rooms, after: Rooms
) -> Iterator[dict[int, tuple[Card, ...]]]:
    """Every way to give the places as many cards as the rooms lose."""
    if not places:
        yield {}
        return
    first, *others = places
    for taken in combinations(cards, rooms[first] - after[first]):
        left = tuple(card for card in cards if card not in taken)
        for rest in _shared(tuple(others), left, rooms, after):
            yield {first: taken, **rest}


def dealt(hands: Hands, played: Sequence[Hand]) -> Hands:
    """The hands as they were before the first card."""
    north, east, south, west = (hand | gone for hand, gone in zip(hands, played, strict=True))
    return north, east, south, west
