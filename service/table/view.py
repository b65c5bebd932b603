"""What one viewer may know of a table. Views, keyboards and toasts receive this and never a `Match`."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.cards import Card, Hand
from engine.observation import Observation
from engine.rules import Rules
from engine.seats import SEAT_LETTERS, Seat, Side
from service.table.model import DealNote, Held, Hint, Lapse, Ousted, Plan, Sat, Stage


class Player(NamedTuple):
    """Who sits on a seat. A free seat has neither person nor computer."""

    seat: Seat
    person: int | None
    name: str
    computer: str | None
    """The level that plays this seat now, be it empty or left."""
    reachable: bool
    shared: bool = False
    """One person plays this seat and others: on one phone, handed over."""
    offered: bool = False
    """Somebody may take it over: its player left, or was voted out."""
    holiday: int = 0
    """Until when its player is on holiday, or was; 0: he is not."""
    late: bool = False
    """A computer plays for him since his time was over too often."""

    @property
    def free(self) -> bool:
        return self.person is None and self.computer is None


class Time(NamedTuple):
    """The table's clock, as everybody may know it. Times in milliseconds."""

    clock: str = ""
    """A name of `service.table.clock.CLOCKS`; empty: none."""
    deadline: int | None = None
    """When the time of who is on turn is over; None while no clock runs."""
    paused_at: int | None = None
    pausing: tuple[int, ...] = ()
    """People who agree to stop the clock."""
    asleep_at: int | None = None
    """Since when all people are away."""
    night: str = ""
    halted: bool = False
    """The house has stopped the clock, since the group cannot see the match."""
    lapses: tuple[tuple[int, Lapse], ...] = ()
    """By person: the moves of this deal that were made because his time was over. What lies hidden is not told here."""


class Own(NamedTuple):
    """What only the viewer may know besides his cards."""

    plan: Plan | None = None
    planning: bool = False
    """His card shows the plan for a trick to come."""
    held: Held | None = None
    """His move that he may still take back."""
    lapse: Lapse | None = None
    """The move that was made for him when his time was over."""
    bank: int | None = None
    """What he has saved beside the time for each move (ms); None: there is no clock."""
    by_itself: bool = False
    """He is on turn, and his card will play itself: nobody need wake him."""
    absent: str = ""
    """Why a computer plays for him: "left", or "away" when his time was over too often; empty: it does not."""
    hint: Hint | None = None
    """The advice he has asked for in this turn."""
    meanwhile: tuple[str, ...] = ()
    """What was done for him in this deal since he last moved himself (`engine.actions` texts)."""


NOTHING = Own()


class Plies(NamedTuple):
    """When the calls and cards of the running deal were made, where a seat has changed hands in it."""

    first: int
    """Of the deal's first action. Its calls are its first actions."""
    cards: Mapping[Card, int]


class Lesson(NamedTuple):
    """What only the learner of an open deal is shown."""

    hands: tuple[Hand, ...]
    """All cards that are held, by seat N E S W; empty between deals."""
    rests: bool
    """The computers wait until he has read."""


class TableView(NamedTuple):
    """A table as one person (`viewer`) or everybody (`viewer` None: the group) sees it. Times in milliseconds."""

    id: str
    viewer: int | None
    seat: Seat | None
    """The viewer's seat; None for the group and for bystanders."""
    stage: Stage
    revision: int
    chat: int
    title: str
    variant: str
    rules: Rules
    creator: int
    players: tuple[Player, ...]
    """By the rule set's seats, in the order N E S W (two-player: N S)."""
    cuts: dict[Seat, int]
    stand_in: str
    """The level that plays empty seats, and for whoever leaves."""
    draws: int
    """How often the pairs have been drawn."""
    drawn: dict[Seat, Card]
    """The cards by which the seats were drawn; empty once somebody moved."""
    commitment: str
    """SHA-256 of the secret, in hex."""
    secret: str | None
    """Shown only when the match is over."""
    seen: Observation | None
    """None before the start."""
    deals: tuple[DealNote, ...]
    opened_at: int
    started_at: int | None
    ended_at: int | None
    winner: int | None
    cancelling: tuple[int, ...]
    rematch: tuple[int, ...]
    successor: str | None
    menu: str
    """The lobby's menu that the card shows; empty: the seats."""
    pick: str
    """What the viewer, being on turn, has chosen half (`Weigh`); empty: nothing."""
    note: str | None
    """For this viewer: what became of a command that came too late (a `service.table.refusals` code)."""
    apart: bool = False
    """It has no group: each person has his own cards, and no other."""
    host: int | None = None
    """Who arranges the lobby of a table apart."""
    shut: str = ""
    """Why the group sees nothing of this table for now: "kicked" or "closed"; empty: nothing is in the way."""
    nudged: int | None = None
    """The person who has nudged the viewer in this turn of his."""
    whispered: bool = False
    """It is drawn for a message in the group, which may come late: whose turn it is stands on the group's card."""
    number: int = 0
    """Which of its chat's live tables it is; up to 1: nothing need be said."""
    waiting: int = 0
    """How many other matches wait for the viewer; not counted while this one does."""
    left: int | None = None
    """Of the viewer's time (ms), when he was last reminded of this turn; None: he was not."""
    stopping: tuple[int, ...] = ()
    """People who agree that this deal is the last."""
    stopped: bool = False
    """It ended before its target, by agreement."""
    tricks_open: bool = False
    """All tricks of the running deal may be looked into, not only the last."""
    time: Time = Time()
    own: Own = NOTHING
    expired: bool = False
    """The lobby closed by itself."""
    lesson: Lesson | None = None
    """Filled in at a lesson's table, for its only player (`service.table.lessons`)."""
    resigning: tuple[int, ...] = ()
    """People who would give the match up."""
    offered_by: Side | None = None
    """The side that gives it up, its people agreeing."""
    accepting: tuple[int, ...] = ()
    """People of the other side who take it."""
    ousting: tuple[tuple[Seat, tuple[int, ...]], ...] = ()
    """Seats whose players shall be replaced, each with who wants that."""
    ousted: Ousted | None = None
    """The viewer's seat was given to a computer, and this is how."""
    swap: tuple[Seat, ...] = ()
    """Two seats that are to be exchanged before the next deal."""
    swapping: tuple[int, ...] = ()
    """People who agree to that."""
    swapped: tuple[Seat, ...] = ()
    """Two seats that were exchanged before this deal."""
    resigned: Side | None = None
    """The side that gave the match up."""
    target_by: str = ""
    """Who chose the target: `people`, `clock`; empty: nobody."""
    sat: tuple[Sat, ...] = ()
    """Who had a seat before who has it now."""
    advises: bool = False
    """Advice may be asked for."""
    trains: bool = False
    """Who plays may change how strong the computers are."""
    advised: tuple[tuple[Seat, int], ...] = ()
    """Who has asked for advice, and how often."""
    reviews: tuple[tuple[int, str | None], ...] = ()
    """By deal that is over and that the viewer played: what he could have done better (`service.table.reviews`); empty
    while it is thought about, None where he has not asked."""
    plies: Plies | None = None
    """When what stands on the cards of the running deal was done; None: all of it by who sits there now."""
    deal_no: int = 0
    """The deal that is being played, or was the last to be; 0 before the start."""

    def player(self, seat: Seat) -> Player:
        """Who sits there. Raises KeyError for a seat this rule set does not have."""
        for one in self.players:
            if one.seat == seat:
                return one
        raise KeyError(seat)

    def at(self, ply: int) -> "TableView":
        """With who sat there when the action of this ply was made."""
        return self._replace(players=tuple(self._sitting(one, ply) for one in self.players), plies=None)

    def _sitting(self, now: Player, ply: int) -> Player:
        before = (one for one in self.sat if one.seat == SEAT_LETTERS[now.seat] and one.until > ply)
        one = next(before, None)
        return now if one is None else Player(now.seat, one.person, one.name, one.computer, True)

    @property
    def sitters(self) -> frozenset[int]:
        """All people who ever had a seat here."""
        owners = {one.person for one in self.players} | {one.person for one in self.sat}
        return frozenset(person for person in owners if person is not None and person > 0)
