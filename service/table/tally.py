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
from service.table.seating import EVER, Stint, first_card, stint_at, stints
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
    played = _played(head, facts)
    deltas: dict[str, Standing] = {}
    for subject, shares in _shares(head, played).items():
        deltas[subject] = _standing(head, played, shares, _stints(head, subject), facts)
    players, pairs = _teams(head, played)
    return Tally(field_of(head), deltas, players, pairs)


def side_of_person(head: Head, lines: Iterable[str], person: int) -> Side | None:
    """The side whose result in a match that ended is this person's: that on which he played more than half of its
    deals. None: it was neither."""
    played = _played(head, actions_in(lines))
    shares = _shares(head, played).get(player(person), [])
    return _side_played(head, played, shares, _stints(head, player(person)))


class _Deal(NamedTuple):
    """A deal that somebody took, with the people it belongs to."""

    note: DealNote
    people: Mapping[str, int]
    """By letter: who had the seat at the deal's first card and is not forgotten."""


class _Share(NamedTuple):
    """A deal as it enters somebody's statistics."""

    note: DealNote
    letters: tuple[str, ...]
    side: Side


def _played(head: Head, facts: tuple[Fact, ...]) -> list[_Deal]:
    ends = (*(note.ply for note in head.deals[1:]), None)
    return [
        _Deal(note, _people(head, first_card(facts[note.ply : end], note.ply)))
        for note, end in zip(head.deals, ends, strict=False)
        if note.taker is not None
    ]


def _people(head: Head, ply: int = EVER - 1) -> dict[str, int]:
    """By letter: whose a seat was at a ply (without one, at the end), if he is not forgotten."""
    owners = {letter: stint_at(head, letter, ply).person for letter in head.chairs}
    return {letter: person for letter, person in owners.items() if person is not None and person > 0}


def _side(head: Head, letter: str) -> Side:
    return side_of(rules_from_dict(head.rules), SEAT_LETTERS.index(letter))


def _sides(head: Head, people: Mapping[str, int]) -> list[list[int]]:
    """The people of each side, once each."""
    return [
        list(dict.fromkeys(one for letter, one in people.items() if _side(head, letter) == side))
        for side in (0, 1)
    ]


def _subjects(head: Head, people: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Whose statistics a deal of these people enters, with their seats. One person on all seats plays against
    nobody."""
    found: dict[str, tuple[str, ...]] = {}
    for letter, person in people.items():
        if sum(one == person for one in people.values()) == 1:
            found[player(person)] = (letter,)
    for side, members in enumerate(_sides(head, people)):
        if len(members) == 2:
            found[pair(*members)] = tuple(letter for letter in head.chairs if _side(head, letter) == side)
    if not head.apart and people:
        found[group(head.chat)] = tuple(head.chairs)
    return found


def _shares(head: Head, played: list[_Deal]) -> dict[str, list[_Share]]:
    """Each his own deals; who sat at the end is there with none, if he played none."""
    found: dict[str, list[_Share]] = {subject: [] for subject in _subjects(head, _people(head))}
    for deal in played:
        for subject, letters in _subjects(head, deal.people).items():
            share = _Share(deal.note, letters, _side(head, letters[0]))
            found.setdefault(subject, []).append(share)
    return found


def _standing(
    head: Head, played: list[_Deal], shares: list[_Share], own: list[Stint], facts: tuple[Fact, ...]
) -> Standing:
    """`own`: when the subject sat where."""
    whole = bool(shares) and len(shares[0].letters) == len(head.chairs)
    taken = [one.note for one in shares if one.note.taker in one.letters]
    moves, timely, lapses = _punctuality(head, own, facts)
    side = _side_played(head, played, shares, own)
    totals = head.deals[-1].totals if head.deals else (0, 0)
    margin = 0 if side is None else totals[side] - totals[1 - side]
    return Standing(
        matches=int(side is not None),
        won=int(side is not None and not whole and head.winner == side),
        deals=len(shares),
        taken=len(taken),
        made=sum(note.outcome == Outcome.MADE for note in taken),
        capots=sum(_swept(head, one, whole) for one in shares),
        margin=abs(margin) if whole else margin,
        moves=moves,
        timely=timely,
        lapses=lapses,
    )


def _side_played(head: Head, played: list[_Deal], shares: list[_Share], own: list[Stint]) -> Side | None:
    """The side on which more than half of the match's deals were played: its result is the subject's. Where no deal was
    played to its end, that of who sat there at last. None: the match is nobody's of the kind."""
    if not played:
        return next((_side(head, one.seat) for one in own if one.until == EVER), None)
    sides = [one.side for one in shares]
    return next((side for side in (0, 1) if 2 * sides.count(side) > len(played)), None)


def _swept(head: Head, share: _Share, whole: bool) -> bool:
    sweep = share.note.sweep
    return sweep is not None and (whole or _side(head, sweep) == share.side)


def _stints(head: Head, subject: str) -> list[Stint]:
    """When a subject sat where; a pair, when each of the two sat on a side where the other sat as well, ever."""
    everywhere = stints(head)
    if subject.startswith("g"):
        return list(everywhere)
    of = {int(one) for one in subject[1:].split("-")}
    own = [one for one in everywhere if one.person in of]
    if len(of) == 1:
        return own
    both = [side for side in (0, 1) if of <= {one.person for one in own if _side(head, one.seat) == side}]
    return [one for one in own if _side(head, one.seat) in both]


def _punctuality(head: Head, own: list[Stint], facts: tuple[Fact, ...]) -> tuple[int, int, int]:
    """Moves, those in time, and those that the clock made."""
    if clock_of(head) is None:
        return 0, 0, 0
    mine = [_sat(own, fact, ply) for ply, fact in enumerate(facts)]
    made = sum(here and fact.author == PERSON for here, fact in zip(mine, facts, strict=True))
    lapses = sum(here and fact.author == CLOCK for here, fact in zip(mine, facts, strict=True))
    slow = _by_the_wall(head, mine, facts) if head.slow is None else sum(one.slow for one in own)
    return made + lapses, made - slow, lapses


def _sat(own: list[Stint], fact: Fact, ply: int) -> bool:
    return any(one.seat == SEAT_LETTERS[fact.seat] and one.since <= ply < one.until for one in own)


def _by_the_wall(head: Head, mine: list[bool], facts: tuple[Fact, ...]) -> int:
    """Slow moves of a match in which they were not counted as they were made: a record holds seconds, and not what
    stood still."""
    clock = clock_of(head)
    assert clock is not None
    before = (0, *(fact.at for fact in facts))
    return sum(
        here and fact.author == PERSON and (fact.at - last) * 1000 > clock.move
        for here, last, fact in zip(mine, before, facts, strict=False)
    )


def _teams(
    head: Head, played: list[_Deal]
) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    """Winners and losers. Rated only where people sat on all seats to the end, each on one, and the same people played
    all deals on these sides."""
    sides = _sides(head, _people(head))
    seats = len(head.chairs) // 2
    full = all(len(side) == seats for side in sides) and len({*sides[0], *sides[1]}) == 2 * seats
    if head.winner is None or not full or not all(chair.present for chair in head.chairs.values()):
        return (), ()
    if any([set(one) for one in _sides(head, deal.people)] != [set(one) for one in sides] for deal in played):
        return (), ()
    ordered = (sides[head.winner], sides[1 - head.winner])
    players = tuple(tuple(map(player, side)) for side in ordered)
    pairs = tuple((pair(*side),) for side in ordered) if seats == 2 else ()
    return players, pairs
