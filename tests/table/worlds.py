"""Tables for the tests, made only by commands."""

from collections.abc import Callable

from engine.actions import action_text
from engine.match import to_act
from engine.observation import Observation, legal_actions, observation
from engine.rules import rules_to_dict
from engine.seats import SEAT_LETTERS, seats_in_play
from engine.variants import VARIANTS
from service.table.change import Change
from service.table.commands import Act, Command, Prefer, SetClock, Sit, Start, TakeOver
from service.table.handle import handle
from service.table.model import Chair, Head, Stage
from service.table.refusals import Refused
from service.table.table import Table, restore

ANNA, BEN, CHLOE, DAN, EVE = 1, 2, 3, 4, 9
FOUR = (ANNA, BEN, CHLOE, DAN)
NAMES = {ANNA: "Anna", BEN: "Ben", CHLOE: "Chloé", DAN: "Dan", EVE: "Eve"}
SEATS = {ANNA: "N", BEN: "E", CHLOE: "S", DAN: "W"}
SECRET = "5f" * 32
NOW = 1_790_000_000_000


def lobby(variant: str = "classic", secret: str = SECRET) -> Table:
    """An empty lobby opened by Anna."""
    rules = VARIANTS[variant]
    head = Head(
        id="abcdefghij",
        chat=-100,
        title="Belote club",
        creator=ANNA,
        variant=variant,
        rules=rules_to_dict(rules),
        secret=secret,
        chairs={SEAT_LETTERS[s]: Chair() for s in seats_in_play(rules)},
        opened_at=NOW,
    )
    return restore(head, ())


def ask(table: Table, command: Command, now: int = NOW) -> Change:
    """Carry out a command that must be legal."""
    change = handle(table, command, now, SECRET)
    assert isinstance(change, Change), change
    return change


def refused(table: Table, command: Command, now: int = NOW) -> Refused:
    """Ask what must be refused, and say how."""
    answer = handle(table, command, now, SECRET)
    assert isinstance(answer, Refused), answer
    return answer


def sit(table: Table, person: int, seat: str, reachable: bool = True) -> Sit:
    """The tap of somebody who sees the lobby as it is."""
    revision = table.head.revision
    return Sit(person=person, revision=revision, seats=seat, name=NAMES[person], reachable=reachable)


def seated(*people: int, table: Table | None = None) -> Table:
    """A lobby in which these people sit on their usual seats."""
    table = table or lobby()
    for person in people:
        table = ask(table, sit(table, person, SEATS[person])).table
    return table


def started(*people: int, table: Table | None = None) -> Table:
    """A running match of these people; computers take the other seats."""
    table = seated(*people, table=table)
    return ask(table, Start(person=people[0], revision=table.head.revision)).table


def timed(clock: str = "8h", *people: int, night: str = "", at_once: bool = True, begins: int = NOW) -> Table:
    """A running match with a clock; `at_once`: of people whose cards cannot be taken back."""
    table = seated(*(people or FOUR))
    for person in table.people if at_once else ():
        table = ask(table, Prefer(person=person, at_once=True)).table
    table = ask(table.changed(night=night), SetClock(person=ANNA, clock=clock)).table
    return ask(table, Start(person=ANNA, revision=table.head.revision), begins).table


def seat_on_turn(table: Table) -> int:
    """The seat that must act."""
    assert table.match is not None
    seat = to_act(table.match)
    assert seat is not None
    return seat


def letter(table: Table) -> str:
    """Its letter."""
    return SEAT_LETTERS[seat_on_turn(table)]


def on_turn(table: Table) -> int:
    """The person whose turn it is."""
    person = table.chair(seat_on_turn(table)).person
    assert person is not None
    return person


def first_legal(table: Table) -> Act:
    """The first legal action of whoever is on turn: somebody takes, so no deal is passed out."""
    assert table.match is not None
    legal = [action_text(a) for a in legal_actions(observation(table.match, seat_on_turn(table)))]
    text = next((t for t in legal if t != "pass"), "pass")
    return Act(person=on_turn(table), ply=table.match.ply, action=text)


def play_deal(table: Table, now: int = NOW) -> Change:
    """Play to the end of the current deal."""
    change = Change(table)
    before = len(table.head.deals)
    while len(change.table.head.deals) == before:
        change = change.then(ask(change.table, first_legal(change.table), now))
    return change


def to_the_end(change: Change) -> Change:
    """Play until the match is over."""
    while change.table.head.stage is Stage.PLAYING:
        change = change.then(ask(change.table, first_legal(change.table)))
    return change


def all_ask(table: Table, wish: Callable[[int], Command], *people: int) -> Table:
    """Each of these people asks for the same, one after the other."""
    for person in people:
        table = ask(table, wish(person)).table
    return table


def eve_comes(seat: str) -> TakeOver:
    """Eve, who does not sit here, takes a seat over."""
    return TakeOver(person=EVE, seat=seat, name=NAMES[EVE], reachable=True)


def play(table: Table, now: int = NOW) -> Table:
    """One legal action of whoever is on turn."""
    return ask(table, first_legal(table), now).table


def seen(table: Table, person: int) -> Observation:
    """What this person may know of the running match."""
    assert table.match is not None
    return observation(table.match, table.seat_of(person))


def hand(table: Table, letter: str) -> int:
    """The cards that a seat holds."""
    assert table.match is not None
    return observation(table.match, SEAT_LETTERS.index(letter)).hand


def tricks(table: Table) -> int:
    """How many tricks of this deal are over."""
    assert table.match is not None and table.match.deal is not None
    return len(table.match.deal.tricks)
