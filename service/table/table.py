"""A table in memory: its head and, while it plays, the match that the facts of the current deal lead to."""

import hashlib
import hmac
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from engine.cards import Card
from engine.deal import deal_seed, permutation
from engine.match import FinishedDeal, Match, replay, resume, start_deal, to_act
from engine.notation import Fact, parse_fact
from engine.rules import Rules, rules_from_dict
from engine.seats import SEAT_LETTERS, Seat
from service.table.model import Chair, DealNote, Head, Position, Stage


def actions_in(lines: Iterable[str]) -> tuple[Fact, ...]:
    """The actions among fact lines. They begin with their second; lines that begin with a word say something else.

    So what becomes a fact in later days (a score, a change of seats) never disturbs the replay.
    """
    return tuple(parse_fact(line) for line in lines if line[:1].isdigit())


class Table(NamedTuple):
    """The hosted game."""

    head: Head
    rules: Rules
    match: Match | None
    """None unless the table plays."""
    length: int = 0
    """How many fact lines there are, those of the steps not yet stored included."""
    facts: tuple[Fact, ...] = ()
    """The actions of the current deal."""

    def letters_of(self, person: int) -> tuple[str, ...]:
        """The letters of the seats this person owns, even if a computer plays them for now: one, or none, or on one
        phone all."""
        return tuple(letter for letter, chair in self.head.chairs.items() if chair.person == person)

    def letter_of(self, person: int) -> str | None:
        """The first of them."""
        return next(iter(self.letters_of(person)), None)

    def seat_of(self, person: int) -> Seat | None:
        """The seat this person plays now: of several, the one whose turn it is. So a ply tells the seat as well."""
        seats = [SEAT_LETTERS.index(letter) for letter in self.letters_of(person)]
        turn = None if self.match is None else to_act(self.match)
        return turn if turn in seats else next(iter(seats), None)

    def chair_of(self, person: int) -> Chair:
        """The first chair of somebody who sits. Raises KeyError for anybody else."""
        return self.head.chairs[self.letter_of(person) or ""]

    def chair(self, seat: Seat) -> Chair:
        return self.head.chairs[SEAT_LETTERS[seat]]

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody who owns a seat, once, in seat order."""
        chairs = self.head.chairs.values()
        owners = (chair.person for chair in chairs if chair.person is not None)
        return tuple(dict.fromkeys(person for person in owners if person > 0))

    @property
    def host(self) -> int | None:
        """Who arranges a lobby apart from any group: whoever opened it, else who sits first."""
        if self.head.creator in self.people or not self.people:
            return self.head.creator
        return self.people[0]

    @property
    def present(self) -> tuple[int, ...]:
        """The people who play their own cards."""
        chairs = self.head.chairs.values()
        return tuple(dict.fromkeys(c.person for c in chairs if c.person is not None and c.present))

    def all_agree(self, people: Collection[int]) -> bool:
        """Whether everybody who plays his own cards is among these, and anybody is."""
        return bool(people) and set(self.present) <= set(people)

    @property
    def abandoned(self) -> bool:
        """All people have left: the computers stop. A table that never had people is no such table."""
        return bool(self.people) and not self.present

    def changed(self, **fields: object) -> "Table":
        """The same table with some fields of its head replaced."""
        return self._replace(head=self.head.model_copy(update=fields))


def seed_of(head: Head, deal_no: int) -> bytes:
    """The seed of a deal, which follows from the table's secret and its cuts (`engine.deal`)."""
    cuts = {letter: head.cuts.get(letter, 0) for letter in head.chairs}
    return deal_seed(bytes.fromhex(head.secret), deal_no, cuts)


def pack_of(head: Head, deal_no: int) -> tuple[Card, ...]:
    """The shuffled pack of a deal, position 0 dealt first."""
    return permutation(seed_of(head, deal_no))


def thinking_seed(head: Head, deal_no: int, ply: int) -> bytes:
    """What a computer's choice is drawn from: a repeated job draws the same."""
    return hmac.digest(seed_of(head, deal_no), f"think|{ply}".encode(), hashlib.sha256)


def open_position(head: Head, rules: Rules, position: Position) -> Match:
    """The match at the opening of the deal `position` names, cards dealt."""
    match = resume(
        rules,
        deal_no=position.deal_no,
        dealer=SEAT_LETTERS.index(position.dealer),
        totals=position.totals,
        pot=position.pot,
        ply=position.ply,
    )
    return start_deal(match, pack_of(head, position.deal_no))[0]


def restore(head: Head, facts: Iterable[str]) -> Table:
    """The table that a stored head and the current deal's fact lines describe. Facts are trusted."""
    rules = rules_from_dict(head.rules)
    if head.stage is not Stage.PLAYING or head.position is None:
        return Table(head, rules, None, head.position.facts_at if head.position else 0)
    lines = tuple(facts)
    played = actions_in(lines)
    match = replay(open_position(head, rules, head.position), (fact.action for fact in played))
    return Table(head, rules, match, head.position.facts_at + len(lines), played)


def position_before(head: Head, deal_no: int) -> Position:
    """The opening position of a deal that is over. Raises KeyError if there is no such deal."""
    before: DealNote | None = None
    for note in head.deals:
        if note.no == deal_no:
            return Position(
                deal_no=deal_no,
                dealer=note.dealer,
                totals=before.totals if before else (0, 0),
                pot=before.pot if before else 0,
                ply=note.ply,
                facts_at=note.facts_at,
            )
        before = note
    raise KeyError(deal_no)


def finished_deal(head: Head, deal_no: int, facts: Iterable[str]) -> FinishedDeal:
    """A deal that is over, replayed from its own fact lines (the score line may be among them)."""
    opening = open_position(head, rules_from_dict(head.rules), position_before(head, deal_no))
    match = replay(opening, (fact.action for fact in actions_in(facts)))
    if match.finished is None:
        raise ValueError(f"table {head.id}: the facts of deal {deal_no} do not finish it")
    return match.finished


def with_chairs(chairs: Mapping[str, Chair], letters: Iterable[str], **fields: object) -> dict[str, Chair]:
    """The chairs with fields of some of them replaced, order kept."""
    chosen = set(letters)
    return {key: chair.model_copy(update=fields) if key in chosen else chair for key, chair in chairs.items()}


def with_chair(chairs: Mapping[str, Chair], letter: str, chair: Chair) -> dict[str, Chair]:
    """The chairs with one of them replaced, order kept."""
    return {key: chair if key == letter else value for key, value in chairs.items()}
