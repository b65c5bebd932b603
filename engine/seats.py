"""Seats, sides, and the way round the table."""

from typing import Final, TypeAlias

from engine.rules import Direction, Rules

Seat: TypeAlias = int
"""0..3: north, east, south, west, seen from above. Two players sit north and south."""

Side: TypeAlias = int
"""0 for north-south, 1 for east-west. With two players: 0 for north, 1 for south."""

Pair: TypeAlias = tuple[int, int]
"""Two numbers by side."""

SEAT_LETTERS: Final = "NESW"
N, E, S, W = range(4)
NS, EW = range(2)

_CLOCKWISE: Final = (1, 2, 3, 0)
_COUNTER_CLOCKWISE: Final = (3, 0, 1, 2)
_TO_AND_FRO: Final = (2, 2, 0, 0)
_SEATS: Final = {4: (N, E, S, W), 2: (N, S)}
_SIDES: Final = {4: (0, 1, 0, 1), 2: (0, 0, 1, 1)}
_PARTNERS: Final = {4: (S, W, N, E), 2: (-1, -1, -1, -1)}


def parse_seat(letter: str) -> Seat:
    """The seat of a letter, `N` `E` `S` `W`; `ValueError` for anything else."""
    if len(letter) != 1 or letter not in SEAT_LETTERS:
        raise ValueError(f"not a seat: {letter!r}")
    return SEAT_LETTERS.index(letter)


def seats_in_play(rules: Rules) -> tuple[Seat, ...]:
    """The seats somebody sits on, in the order N E S W."""
    return _SEATS[rules.players]


def steps(rules: Rules) -> tuple[Seat, ...]:
    """By seat: the seat whose turn comes after it."""
    if rules.players == 2:
        return _TO_AND_FRO
    return _CLOCKWISE if rules.direction is Direction.CLOCKWISE else _COUNTER_CLOCKWISE


def next_seat(rules: Rules, seat: Seat) -> Seat:
    """One step on in the direction of play."""
    return steps(rules)[seat]


def order_from(rules: Rules, seat: Seat) -> tuple[Seat, ...]:
    """All seats in play in the order of turns, starting with this one."""
    after = steps(rules)
    if rules.players == 2:
        return seat, after[seat]
    second = after[seat]
    return seat, second, after[second], after[after[second]]


def sides(rules: Rules) -> tuple[Side, ...]:
    """By seat: its side."""
    return _SIDES[rules.players]


def side_of(rules: Rules, seat: Seat) -> Side:
    """The side a seat plays for."""
    return _SIDES[rules.players][seat]


def partners(rules: Rules) -> tuple[Seat, ...]:
    """By seat: its partner, -1 where there is none."""
    return _PARTNERS[rules.players]


def partner_of(rules: Rules, seat: Seat) -> Seat | None:
    """The seat opposite, or `None` when two play."""
    partner = _PARTNERS[rules.players][seat]
    return None if partner < 0 else partner
