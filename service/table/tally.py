"""What one finished match adds to the statistics of its people, its pairs and its group. Pure: from head and facts."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.notation import Fact
from engine.rules import rules_from_dict
from engine.scoring import Outcome
from engine.seats import SEAT_LETTERS, Side, side_of
from service.table.authors import CLOCK, PERSON
from service.table.clock import by_days, clock_of
from service.table.model import DealNote, Document, Head, Stage
from service.table.table import actions_in

LIVE, DAYS = "live", "days"
MU, SIGMA = 25.0, 25.0 / 3
"""Where a rating begins (`openskill`)."""


class Standing(Document):
    """Sums over matches of one rule set and kind of clock. Nothing in it names anybody."""

    matches: int = 0
    won: int = 0
    deals: int = 0
    """That somebody took."""
    taken: int = 0
    """By oneself; of a pair or a group, by any of them."""
    made: int = 0
    """Of these."""
    capots: int = 0
    """Deals in which one's side took every trick."""
    margin: int = 0
    """Points ahead, added up: own less the others'; of a group, the winners' less the losers'."""
    moves: int = 0
    """Where a clock ran: one's own, and those it made."""
    timely: int = 0
    """Of these, within the time for a move, without the bank; in a night, a pause, a holiday no time runs."""
    lapses: int = 0
    """Made by the clock."""
    rated: int = 0
    mu: float = MU
    sigma: float = SIGMA

    def plus(self, other: "Standing") -> "Standing":
        """Both together; the rating stays one's own."""
        sums = {name: getattr(self, name) + getattr(other, name) for name in COUNTED}
        return self.model_copy(update=sums)


COUNTED = tuple(name for name in Standing.model_fields if name not in ("mu", "sigma"))


class Tally(NamedTuple):
    """Deltas by subject (`player`, `pair`, `group`), and who is rated against whom, the winners first."""

    field: str
    """Rule set and kind of clock: `classic/days`."""
    deltas: Mapping[str, Standing]
    players: tuple[tuple[str, ...], ...] = ()
    pairs: tuple[tuple[str, ...], ...] = ()


def player(person: int) -> str:
    return f"p{person}"


def pair(one: int, other: int) -> str:
    return f"d{min(one, other)}-{max(one, other)}"


def group(chat: int) -> str:
    return f"g{chat}"


def field_of(head: Head) -> str:
    return f"{head.variant}/{DAYS if by_days(head) else LIVE}"


def tally(head: Head, lines: Iterable[str]) -> Tally:
    """Of a match that is over; one that was broken off, or whose people are all forgotten, adds nothing."""
    if head.stage is not Stage.OVER:
        return Tally(field_of(head), {})
    facts = actions_in(lines)
    deltas: dict[str, Standing] = {}
    for subject, letters in _subjects(head).items():
        deltas[subject] = _standing(head, letters, facts, whole=subject.startswith("g"))
    players, pairs = _teams(head)
    return Tally(field_of(head), deltas, players, pairs)


def _people(head: Head) -> dict[str, int]:
    """By letter: who owns a seat and is not forgotten."""
    return {k: c.person for k, c in head.chairs.items() if c.person is not None and c.person > 0}


def _side(head: Head, letter: str) -> Side:
    return side_of(rules_from_dict(head.rules), SEAT_LETTERS.index(letter))


def _sides(head: Head) -> list[list[int]]:
    """The people of each side, once each."""
    people = _people(head)
    return [
        list(dict.fromkeys(one for letter, one in people.items() if _side(head, letter) == side))
        for side in (0, 1)
    ]


def _subjects(head: Head) -> dict[str, tuple[str, ...]]:
    """Whose statistics the match enters, with their seats. One person on all seats plays against nobody."""
    people = _people(head)
    found: dict[str, tuple[str, ...]] = {}
    for letter, person in people.items():
        if sum(one == person for one in people.values()) == 1:
            found[player(person)] = (letter,)
    for side, members in enumerate(_sides(head)):
        if len(members) == 2:
            found[pair(*members)] = tuple(letter for letter in head.chairs if _side(head, letter) == side)
    if not head.apart and people:
        found[group(head.chat)] = tuple(head.chairs)
    return found


def _standing(head: Head, letters: tuple[str, ...], facts: tuple[Fact, ...], *, whole: bool) -> Standing:
    side = _side(head, letters[0])
    played = [note for note in head.deals if note.taker is not None]
    taken = [note for note in played if note.taker in letters]
    moves, timely, lapses = _punctuality(head, letters, facts)
    totals = head.deals[-1].totals if head.deals else (0, 0)
    margin = totals[side] - totals[1 - side]
    return Standing(
        matches=1,
        won=0 if whole else int(head.winner == side),
        deals=len(played),
        taken=len(taken),
        made=sum(note.outcome == Outcome.MADE for note in taken),
        capots=sum(_swept(head, note, side, whole) for note in played),
        margin=abs(margin) if whole else margin,
        moves=moves,
        timely=timely,
        lapses=lapses,
    )


def _swept(head: Head, note: DealNote, side: Side, whole: bool) -> bool:
    return note.sweep is not None and (whole or _side(head, note.sweep) == side)


def _punctuality(head: Head, letters: tuple[str, ...], facts: tuple[Fact, ...]) -> tuple[int, int, int]:
    """Moves, those in time, and those that the clock made."""
    if clock_of(head) is None:
        return 0, 0, 0
    own = {SEAT_LETTERS.index(letter) for letter in letters}
    made = sum(fact.seat in own and fact.author == PERSON for fact in facts)
    lapses = sum(fact.seat in own and fact.author == CLOCK for fact in facts)
    slow = _by_the_wall(head, own, facts) if head.slow is None else sum(head.slow.get(k, 0) for k in letters)
    return made + lapses, made - slow, lapses


def _by_the_wall(head: Head, own: set[int], facts: tuple[Fact, ...]) -> int:
    """Slow moves of a match in which they were not counted as they were made: a record holds seconds, and not what
    stood still."""
    clock = clock_of(head)
    assert clock is not None
    before = (0, *(fact.at for fact in facts))
    return sum(
        fact.seat in own and fact.author == PERSON and (fact.at - last) * 1000 > clock.move
        for last, fact in zip(before, facts, strict=False)
    )


def _teams(head: Head) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    """Winners and losers. Rated only where people sat on all seats to the end, each on one."""
    sides = _sides(head)
    seats = len(head.chairs) // 2
    full = all(len(side) == seats for side in sides) and len({*sides[0], *sides[1]}) == 2 * seats
    if head.winner is None or not full or not all(chair.present for chair in head.chairs.values()):
        return (), ()
    ordered = (sides[head.winner], sides[1 - head.winner])
    players = tuple(tuple(map(player, side)) for side in ordered)
    pairs = tuple((pair(*side),) for side in ordered) if seats == 2 else ()
    return players, pairs
