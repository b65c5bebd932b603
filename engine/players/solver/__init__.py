"""Double-dummy values of cards, compiled with numba: import it where a computer thinks, and nowhere else.

Solving asks what every card is worth when all four hands lie open and everybody plays his best from then on; playing
out asks what it is worth when everybody plays by chance within the rules.
"""

import threading
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.contracts import Tables, compiled
from engine.dealing import Hands
from engine.players.solver import frames, search
from engine.players.solver import playouts as _playouts
from engine.players.solver.compiling import Ints
from engine.players.solver.packed import ROWS, Renumbering, packed
from engine.rules import Rules
from engine.seats import Pair, Seat
from engine.trick import Played, winning

Int16Array: TypeAlias = NDArray[np.int16]

NOT_PLAYABLE: Final = -32768
"""What stands in place of a value where a card may not be played."""


class _Memory:
    """What a thread needs once: the stack, and the table of positions. A number marks whose entries they are."""

    def __init__(self) -> None:
        self.numbers: Ints = np.zeros(frames.SIZE, np.int64)
        self.entries: Ints = np.zeros(2 * search.ENTRIES, np.int64)
        self._age = 1

    def ages(self, worlds: int) -> int:
        """The first of as many unused numbers."""
        if self._age + worlds >= 1 << 27:
            self.entries[:] = 0
            self._age = 1
        first = self._age
        self._age += worlds
        return first


_MEMORY: Final = threading.local()
"""A thread has its own: what warms up beside the first decision must not write into it."""


def solve(
    tables: Tables,
    hands: Sequence[Hands],
    leader: Seat,
    trick: tuple[Played, ...],
    *,
    won: Pair = (0, 0),
    under: Sequence[Sequence[Card]] | None = None,
    sweep: int = 0,
) -> Int16Array:
    """What each card of the seat on turn is worth in each world: shape (n, 32), int16, in card points.

    A value is what side 0 takes from here on when all play their best with open cards: the cards on the table and
    the last trick's ten included, belotes and melds not. `NOT_PLAYABLE` where a card may not be played.

    `hands[world][seat]`: the cards still held. `leader` leads the trick under way, of which `trick` was played.
    With two players `hands` are the open cards and `under[world][card]` is the card that is turned up at the end of
    the trick in which `card` is played, -1 where none is; it is asked for cards on the table too.
    Raises `ValueError` where somebody holds a card too many or too few, or two hold the same one.
    `sweep`: points that the side which takes every trick of the deal gains besides, the other losing them, with
    `won` tricks taken so far by side.

    Milliseconds a world on one core, in the middle and at worst of a hundred: four hands of 8 cards 17 and 250, of 7
    cards 3 and 19, of 5 cards 0.2 and 0.8; two players 200 and 560 for a whole deal, 33 and 63 from 28 cards on.
    """
    memory = _memory()
    found = np.full((len(hands), 32), NOT_PLAYABLE, np.int64)
    cards = _set_out(memory, tables, leader, trick, _sweeps(won) if sweep else 0)
    below = cards.under(under, len(hands))
    held = cards.hands(hands)
    age = memory.ages(len(hands))
    _check(search.solve_all(memory.numbers, memory.entries, held, below, sweep, age, found), hands)
    return _by_card(cards, found)


def values(
    tables: Tables,
    hands: Sequence[Hands],
    leader: Seat,
    trick: tuple[Played, ...] = (),
    *,
    won: Pair = (0, 0),
    under: Sequence[Sequence[Card]] | None = None,
    sweep: int = 0,
) -> Int16Array:
    """What the best card of the seat on turn is worth in each world, shape (n,): as `solve`, in a part of its time."""
    memory = _memory()
    found = np.zeros(len(hands), np.int64)
    cards = _set_out(memory, tables, leader, trick, _sweeps(won) if sweep else 0)
    below = cards.under(under, len(hands))
    held = cards.hands(hands)
    age = memory.ages(len(hands))
    _check(search.value_all(memory.numbers, memory.entries, held, below, sweep, age, found), hands)
    best: Int16Array = found.astype(np.int16)
    return best


def playouts(
    tables: Tables,
    hands: Sequence[Hands],
    leader: Seat,
    trick: tuple[Played, ...],
    *,
    won: Pair = (0, 0),
    under: Sequence[Sequence[Card]] | None = None,
    seed: int = 0,
    repeats: int = 1,
) -> Int16Array:
    """As `solve`, but the mean over `repeats` ways of playing on by chance within the rules; the same for a seed.

    `won` is taken for likeness and changes nothing.
    """
    del won
    memory = _memory()
    found = np.full((len(hands), 32), NOT_PLAYABLE * repeats, np.int64)
    cards = _set_out(memory, tables, leader, trick, 0)
    start = seed & (1 << 62) - 1
    below = cards.under(under, len(hands))
    _check(_playouts.play_all(memory.numbers, cards.hands(hands), below, start, repeats, found), hands)
    return _by_card(cards, np.rint(found / repeats))


def warm() -> None:
    """Load or compile the machine code, so that the first decision need not wait for it."""
    tables = compiled(Rules())[0]
    one_each: Hands = (1, 1 << 8, 1 << 16, 1 << 24)
    solve(tables, [one_each], 0, ())
    values(tables, [one_each], 0)
    playouts(tables, [one_each], 0, ())


def _check(done: int, hands: Sequence[Hands]) -> None:
    if done < len(hands):
        raise ValueError(f"world {done} cannot be played to its end")


def _memory() -> _Memory:
    memory: _Memory | None = getattr(_MEMORY, "own", None)
    if memory is None:
        memory = _MEMORY.own = _Memory()
    return memory


def _sweeps(won: Pair) -> int:
    return int(won[1] == 0) | int(won[0] == 0) << 1


def _set_out(
    memory: _Memory, tables: Tables, leader: Seat, trick: tuple[Played, ...], sweeps: int
) -> Renumbering:
    """Write down what all worlds share."""
    facts, cards = packed(tables)
    memory.numbers[: len(facts)] = facts
    row = memory.numbers[ROWS:]
    row[frames.SEAT] = tables.following[trick[-1].seat] if trick else leader
    row[frames.COUNT] = len(trick)
    row[frames.TABLE] = sum(tables.points[play.card] for play in trick)
    row[frames.SWEEPS] = sweeps
    row[frames.GAIN] = 0
    if trick:
        best = winning(tables, trick)
        row[frames.LED] = cards.inward[trick[0].card]
        row[frames.WINNING] = cards.inward[best.card]
        row[frames.WINNER] = best.seat
    return cards


def _by_card(cards: Renumbering, found: NDArray[np.generic]) -> Int16Array:
    values: Int16Array = found[:, list(cards.inward)].astype(np.int16)
    return values


__all__ = ["NOT_PLAYABLE", "playouts", "solve", "values", "warm"]
