"""What is stored of a table: its head document.

A table's state is its head plus the facts of the current deal (`engine.notation`). Both change in one commit, so a
head never speaks of a fact that is not there. Times are milliseconds since the epoch, by the store's clock.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

SCHEMA = 1


class Document(BaseModel):
    """A stored value. Input is hidden in errors: a head holds the secret of its shuffles."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Stage(StrEnum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


class Chair(Document):
    """One seat. `person` owns it, also while he is absent and a computer plays for him; below zero it is somebody who
    wanted to be forgotten, and stands for nobody."""

    person: int | None = None
    name: str = ""
    computer: str | None = None
    """The level that plays this seat, as long as `automatic` says so."""
    absent: Literal["", "left", "away"] = ""
    """Why the person does not play his own cards: he left, or his time ran out twice."""
    opened: bool = False
    """Its player was voted out: anybody may take it over."""
    lapses: int = 0
    """How often in a row his time ran out."""
    holiday: tuple[int, int] = (0, 0)
    """From when to when he is on holiday, and loses no time; (0, 0): he is not."""
    auto: Literal["", "on", "off"] = ""
    """Whether his only legal card plays itself; empty: only where all cards lie open."""
    at_once: bool = False
    """Where days pass between moves: his cards count at once, and cannot be taken back."""
    reachable: bool = True
    """False while the bot may not write to the person (never pressed Start, or blocked it)."""

    @property
    def free(self) -> bool:
        return self.person is None and self.computer is None

    @property
    def automatic(self) -> bool:
        """Whether a computer plays this seat now."""
        return self.computer is not None and (self.person is None or self.absent != "")

    @property
    def present(self) -> bool:
        """Whether a person plays this seat now."""
        return self.person is not None and not self.automatic


class Plan(Document):
    """What somebody laid down for a turn to come. Only he sees it; what no longer fits is dropped."""

    deal: int
    passing: bool = False
    """Pass for the rest of the auction."""
    asked: int = -1
    """The ply at which he was on turn when he laid down what concerns the auction: for that call he is still asked."""
    second: str = ""
    """What to say in the second round (`engine.actions` text); empty: be asked."""
    trick: int = 0
    """The trick that `cards` are for (1-based)."""
    cards: dict[str, str] = {}
    """By the letter of the suit that is led: the card for it. Not played where somebody ruffed before."""


class Held(Document):
    """A move that was made and may still be taken back."""

    person: int
    ply: int
    action: str
    at: int


class Sat(Document):
    """Somebody, or a computer, that had a seat before who has it now."""

    seat: str
    """Its letter."""
    until: int
    """The ply from which on it was another's."""
    person: int | None = None
    name: str = ""
    computer: str | None = None
    slow: int = 0
    """Of his: as `Head.slow`."""


class Ousted(Document):
    """Whose seat is his no longer, and by whom: he is told, once."""

    seat: str
    """Its letter."""
    by: int = 0
    """An administrator who decided alone, or who has taken the seat over; 0: the others voted for it."""
    name: str = ""
    """That person's."""
    taken: bool = False
    """He had left, and somebody has taken it over."""
    barred: bool = False
    """He does not sit down here again."""


class Nudged(Document):
    """Somebody asked who is on turn to hurry."""

    person: int
    ply: int


class Lapse(Document):
    """A move that was made for somebody whose time was over."""

    at: int
    ply: int
    action: str
    deal: int = 0


class Hint(Document):
    """Advice that somebody on turn has asked for: what the best computer would do, knowing what he knows."""

    ply: int
    action: str = ""
    """`engine.actions` text; empty: it is being thought about."""


class DealNote(Document):
    """A finished deal, as the score sheet and the match's end need it. `facts_at` finds its record."""

    no: int
    dealer: str
    facts_at: int
    ply: int
    outcome: str
    taker: str | None = None
    sweep: str | None = None
    """The letter of a seat of the side that took every trick."""
    written: tuple[int, int]
    totals: tuple[int, int]
    pot: int = 0


class Position(Document):
    """The opening position of the current deal: all that `engine.match.resume` asks for."""

    deal_no: int = 1
    dealer: str
    totals: tuple[int, int] = (0, 0)
    pot: int = 0
    ply: int = 0
    facts_at: int = 0
    """Index of this deal's first fact in the table's list of facts."""


class Head(Document):
    """The head document of a table."""

    schema_no: int = SCHEMA
    id: str
    stage: Stage = Stage.LOBBY
    revision: int = 0
    """Counts what has changed in the lobby or after the match; buttons of those phases carry it."""
    chat: int
    """The group; at a table apart from any group, the creator's private chat."""
    thread: int | None = None
    title: str = ""
    number: int = 0
    """Which of the tables that are live in its chat it is, counted from 1: it tells two of one group apart. 0: from
    before this was counted."""
    creator: int
    variant: str
    """For display and for the next lobby only; what is played is `rules`."""
    rules: dict[str, str | int | bool]
    rules_revision: int = 0
    """The revision at which `rules` or the pairs last changed: nobody starts a match that he has not seen so."""
    secret: Annotated[str, Field(repr=False)]
    """256 bits in hex; shown when the match is over (`engine.deal`)."""
    chairs: dict[str, Chair]
    """By seat letter, in the order of the rule set's seats."""
    moved_revision: int = 0
    """The revision at which somebody last stood up or changed seats: "beside Ben" means another seat since."""
    cuts: dict[str, int] = {}
    stand_in: str = "novice"
    """The level that takes empty seats, and the seats of those who leave. A new table begins with `players.USUAL`; who
    began when there was one level keeps it."""
    draws: int = 0
    """How often the pairs have been drawn."""
    drawn_at: int = 0
    """The revision of the last draw: once somebody moves, its cards no longer say who sits where."""
    menu: Literal["", "rules", "pairs", "invite", "clock"] = ""
    """Which of its menus the lobby's card shows; empty: the seats."""
    opened_at: int
    expired: bool = False
    """The lobby closed by itself: nobody had begun."""
    started_at: int | None = None
    ended_at: int | None = None
    opening: Position | None = None
    """Where the match begins, if not with deal 1 and a dealer by lot: the next deal of two who go on."""
    position: Position | None = None
    """None before the start."""
    deals: tuple[DealNote, ...] = ()
    winner: int | None = None
    """The side that won the match."""
    resigned: int | None = None
    """The side that gave the match up."""
    resigning: tuple[int, ...] = ()
    """People who would give it up; who plays alone, or beside computers, speaks for his side."""
    accepting: tuple[int, ...] = ()
    """People of the other side who take that."""
    ousting: dict[str, tuple[int, ...]] = {}
    """By seat letter: who would have its player replaced."""
    swap: str = ""
    """Letters of two seats that are to be exchanged before the next deal; empty: none are."""
    swapping: tuple[int, ...] = ()
    """People who agree to that."""
    ousted: dict[str, Ousted] = {}
    """By person id: whose seat was given to a computer or to another, and who has not come back."""
    barred: tuple[int, ...] = ()
    """People who were voted out, and do not sit down here again."""
    stopping: tuple[int, ...] = ()
    """People who agree that this deal is the last."""
    stopped: bool = False
    """The match ended before its target, after the deal that all agreed on as the last."""
    cancelling: tuple[int, ...] = ()
    """People who agree to end a running match."""
    rematch: tuple[int, ...] = ()
    """People who want to play again with the same seats."""
    successor: str | None = None
    """The rematch's table."""
    picks: dict[str, str] = {}
    """By person id: the ply, a colon, and what he weighs before he acts: a level to bid, a double to confirm."""
    clock: str = ""
    """A name of `service.table.clock.CLOCKS`; empty: nobody's time runs."""
    target_by: Literal["", "clock", "people"] = ""
    """Who set the target: a clock of days proposed it, people chose it; empty: it is the one the lobby began with."""
    tricks: Literal["", "open", "last"] = ""
    """Whether all tricks of the deal may be looked into, or only the last; empty: all at clocks of days."""
    turn_at: int = 0
    """Since when the time of who is on turn runs: since his turn began, or since the last standstill in it."""
    spent: int = 0
    """How much of it had run in this turn before (ms)."""
    drawn: dict[str, int] = {}
    """By seat letter: what was taken from its bank (ms)."""
    slow: dict[str, int] | None = None
    """By seat letter: how many of its own moves took more of its running time than the clock gives for one. None: it
    was not counted."""
    sat: tuple[Sat, ...] = ()
    """Who had a seat before who has it now, in the order of time (`service.table.seating`)."""
    paused_at: int | None = None
    pausing: tuple[int, ...] = ()
    """People who agree to stop the clock."""
    halted_at: int | None = None
    """Since when the house has stopped the clock, since the group cannot see the match."""
    night: str = ""
    """Hours in which no clock runs, and their zone: `22-8 Europe/Berlin`."""
    asleep_at: int | None = None
    """Since when all people are away."""
    plans: dict[str, Plan] = {}
    """By person id."""
    planning: dict[str, str] = {}
    """By person id: the deal, a colon, and the trick for which his card shows the plan instead of the hand."""
    held: Held | None = None
    lapsed: dict[str, Lapse] = {}
    """By person id: what was played for him when his time was over; told until he moves himself."""
    nudged: Nudged | None = None
    """The last nudge."""
    advice: Literal["", "on", "off"] = ""
    """Whether `/hint` answers; empty: where one person plays alone."""
    hints: dict[str, Hint] = {}
    """By person id: the last advice. Only he sees it."""
    advised: dict[str, int] = {}
    """By seat letter: how often advice was asked for in this match. Everybody sees it."""
    reviews: dict[str, str] = {}
    """By deal and seat letter, as `3:N`: what could have been done better there (`service.table.reviews`); empty: it
    is being thought about."""
    notes: dict[str, str] = {}
    """By person id: what became of a command that was refused after its acknowledgement."""
    posts: tuple[str, ...] = ()
    """Inline message ids of the invitations that were posted."""
    lesson: bool = False
    """A deal that teaches (`service.table.lessons`): its creator alone plays, sees all hands, and is waited for."""
    draft: str = ""
    """The creator's name, as long as nobody has chosen this table: it is only offered to him, and shown nowhere."""

    @property
    def apart(self) -> bool:
        """Whether it has no group: everything is shown to each person in private. Telegram's groups are negative."""
        return self.chat > 0
