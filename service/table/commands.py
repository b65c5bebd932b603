"""What people ask of a table. Commands are imperative and stored as JSON in the table's inbox."""

from abc import ABC, abstractmethod
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class _Command(BaseModel, ABC):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    person: int
    """The Telegram user who asks; 0 for the house itself."""

    @property
    @abstractmethod
    def slot(self) -> str:
        """Two commands with one slot cannot wait in one inbox: the second is told that the first is on its way."""


class Sit(_Command):
    """Take a seat of the lobby: the first free one among `seats`, so that two who tap at once both sit.

    `revision` is the lobby's that the person saw: who sits beside whom.
    """

    kind: Literal["sit"] = "sit"
    revision: int
    seats: str
    """Letters of the seats that will do, best first."""
    name: str
    reachable: bool
    auto: Literal["", "on", "off"] = ""
    at_once: bool = False
    """Habits, as `Prefer` has them; one brings them along."""

    @property
    def slot(self) -> str:
        return f"person:{self.person}"


class Stand(_Command):
    """Leave one's seat before the start."""

    kind: Literal["stand"] = "stand"

    @property
    def slot(self) -> str:
        return f"person:{self.person}"


class Fill(_Command):
    """Put a computer of a level on a free seat."""

    kind: Literal["fill"] = "fill"
    seat: str
    level: str

    @property
    def slot(self) -> str:
        return f"seat:{self.seat}"


class Free(_Command):
    """Take a computer off its seat before the start."""

    kind: Literal["free"] = "free"
    seat: str

    @property
    def slot(self) -> str:
        return f"seat:{self.seat}"


class SetStandIn(_Command):
    """The level that plays empty seats, and for whoever leaves."""

    kind: Literal["standin"] = "standin"
    level: str

    @property
    def slot(self) -> str:
        return "standin"


class SetOption(_Command):
    """Set one option of the rules before the start. Says what shall be, so a repeated tap does nothing."""

    kind: Literal["option"] = "option"
    option: str
    value: str | int | bool

    @property
    def slot(self) -> str:
        return f"option:{self.option}"


class SetVariant(_Command):
    """Play another rule set, with its usual options."""

    kind: Literal["variant"] = "variant"
    variant: str

    @property
    def slot(self) -> str:
        return "variant"


class ShowMenu(_Command):
    """Turn the lobby's card to one of its menus, or back."""

    kind: Literal["menu"] = "menu"
    menu: Literal["", "rules", "pairs", "invite", "clock"] = ""

    @property
    def slot(self) -> str:
        return "menu"


class Pair(_Command):
    """Two people shall be partners, or not, whoever else sits where. Says what shall be."""

    kind: Literal["pair"] = "pair"
    one: int
    other: int
    together: bool = True

    @property
    def slot(self) -> str:
        return "pairs"


class DrawPairs(_Command):
    """Draw the pairs by lot. `number` counts the draws of this lobby, so that a double tap draws once."""

    kind: Literal["draw"] = "draw"
    number: int

    @property
    def slot(self) -> str:
        return "pairs"


class HoldAll(_Command):
    """Play all free seats too, handing the phone over: only where nothing is secret between the seats."""

    kind: Literal["hold"] = "hold"

    @property
    def slot(self) -> str:
        return f"person:{self.person}"


class Cut(_Command):
    """Add one to one's cut of the pack, modulo 32. `count` is what it shall be afterwards."""

    kind: Literal["cut"] = "cut"
    count: int

    @property
    def slot(self) -> str:
        return f"cut:{self.person}"


class Start(_Command):
    """Begin the match. Free seats take a computer."""

    kind: Literal["start"] = "start"
    revision: int

    @property
    def slot(self) -> str:
        return "start"


class Act(_Command):
    """A match action (`engine.actions` text) at a ply."""

    kind: Literal["act"] = "act"
    ply: int
    action: str

    @property
    def slot(self) -> str:
        return f"ply:{self.ply}"


class Weigh(_Command):
    """Turn one's own card to the second half of a choice: the strains of a level, a double that asks again.

    Moves nothing in the match. `what` is a word between one's card and its view; empty: back to the first half.
    """

    kind: Literal["weigh"] = "weigh"
    ply: int
    what: Annotated[str, Field(max_length=24)] = ""

    @property
    def slot(self) -> str:
        return f"weigh:{self.person}"


class Leave(_Command):
    """Leave a running match; a computer keeps the seat."""

    kind: Literal["leave"] = "leave"

    @property
    def slot(self) -> str:
        return f"person:{self.person}"


class Return(_Command):
    """Come back to one's seat."""

    kind: Literal["return"] = "return"

    @property
    def slot(self) -> str:
        return f"person:{self.person}"


class Cancel(_Command):
    """End the table: the creator's or an admin's right before the start, by agreement of the seated people after it."""

    kind: Literal["cancel"] = "cancel"
    running: bool
    """Whether the match ran when the person asked: a wish to close the lobby never ends a match."""
    admin: bool = False

    @property
    def slot(self) -> str:
        return f"cancel:{self.person}"


class StopAfter(_Command):
    """Agree that the current deal is the last, and the score stands. It is, once all who play their own cards agree."""

    kind: Literal["stop"] = "stop"

    @property
    def slot(self) -> str:
        return f"stop:{self.person}"


class KeepPlaying(_Command):
    """Refuse (or take back) the wish to end a running match."""

    kind: Literal["keep"] = "keep"

    @property
    def slot(self) -> str:
        return f"cancel:{self.person}"


class Rematch(_Command):
    """Ask for another match with the same seats."""

    kind: Literal["rematch"] = "rematch"

    @property
    def slot(self) -> str:
        return f"rematch:{self.person}"


class SetClock(_Command):
    """Choose the table's clock before the start: a name of `service.table.clock.CLOCKS`, or empty for none."""

    kind: Literal["clock"] = "clock"
    clock: str

    @property
    def slot(self) -> str:
        return "clock"


class SetTricks(_Command):
    """Choose before the start whether all tricks of a running deal may be looked into, or only the last."""

    kind: Literal["tricks"] = "tricks"
    opened: bool

    @property
    def slot(self) -> str:
        return "tricks"


class Pause(_Command):
    """Agree to stop the clock; with the last agreement of those present it stands."""

    kind: Literal["pause"] = "pause"

    @property
    def slot(self) -> str:
        return f"pause:{self.person}"


class Resume(_Command):
    """Let the clock run again, or take back the wish to stop it."""

    kind: Literal["resume"] = "resume"

    @property
    def slot(self) -> str:
        return f"pause:{self.person}"


class Holiday(_Command):
    """He is on holiday until then (ms), at this table: his time stands still. 0: he is back, or plays here all the
    same."""

    kind: Literal["holiday"] = "holiday"
    until: Annotated[int, Field(ge=0)]

    @property
    def slot(self) -> str:
        return f"holiday:{self.person}"


class Halt(_Command):
    """The house stops the clock while the group cannot see the match, and lets it run on. Nobody else may."""

    kind: Literal["halt"] = "halt"
    stopped: bool

    @property
    def slot(self) -> str:
        return f"halt:{self.stopped}"


class SetPlan(_Command):
    """Change one line of one's own plan. Says what shall be: `what` and `value` are the plan's own words.

    `passing` on or off; `second` an action's text or nothing; a suit's letter and the card for it, or nothing. `moment`
    is the trick (1-based), or 0 for the auction, that the card on the phone spoke of; `ply` the person's turn, if it
    was his: what is laid down with a call speaks of what comes after it.
    """

    kind: Literal["plan"] = "plan"
    deal: int
    moment: int
    what: Annotated[str, Field(max_length=8)]
    value: Annotated[str, Field(max_length=16)] = ""
    ply: int = -1

    @property
    def slot(self) -> str:
        return f"plan:{self.person}:{self.what}"


class LayOpen(_Command):
    """Turn one's own card, off turn, to the plan for a trick, or back to the hand. Moves nothing in the match."""

    kind: Literal["lay"] = "lay"
    deal: int
    moment: int
    opened: bool = True

    @property
    def slot(self) -> str:
        return f"lay:{self.person}"


class DropPlan(_Command):
    """Forget one's whole plan."""

    kind: Literal["drop"] = "drop"

    @property
    def slot(self) -> str:
        return f"plan:{self.person}"


class TakeBack(_Command):
    """Take back a move that does not count yet."""

    kind: Literal["back"] = "back"
    ply: int

    @property
    def slot(self) -> str:
        return f"back:{self.ply}"


class Prefer(_Command):
    """A person's habits, at all his seats: whether his only card plays itself, whether his cards count at once."""

    kind: Literal["prefer"] = "prefer"
    auto: Literal["", "on", "off"] = ""
    at_once: bool = False

    @property
    def slot(self) -> str:
        return f"prefer:{self.person}:{self.auto}:{self.at_once}"


class Nudge(_Command):
    """Let the card of who is on turn ring again: once a turn, by whoever sits here."""

    kind: Literal["nudge"] = "nudge"
    ply: int

    @property
    def slot(self) -> str:
        return f"nudge:{self.ply}"


class Post(_Command):
    """An invitation to this lobby was posted in some chat by inline mode: `inline` is its inline message id."""

    kind: Literal["post"] = "post"
    inline: Annotated[str, Field(min_length=1, max_length=128)]

    @property
    def slot(self) -> str:
        return f"post:{self.inline}"


class TakeOver(_Command):
    """Take a seat of a running match that a computer keeps, its hand and all: its player left, or it never had one."""

    kind: Literal["over"] = "over"
    seat: str
    name: str
    reachable: bool
    auto: Literal["", "on", "off"] = ""
    at_once: bool = False

    @property
    def slot(self) -> str:
        return f"seat:{self.seat}"


class Oust(_Command):
    """Vote for having a player replaced by a computer; an administrator of the group needs no other vote."""

    kind: Literal["oust"] = "oust"
    seat: str
    admin: bool = False

    @property
    def slot(self) -> str:
        return f"oust:{self.person}:{self.seat}"


class Resign(_Command):
    """Offer the match to the other side. Partners must both want it, and the other side may take it."""

    kind: Literal["resign"] = "resign"

    @property
    def slot(self) -> str:
        return f"resign:{self.person}"


class AcceptResign(_Command):
    """Take the match that the other side offers."""

    kind: Literal["accept"] = "accept"

    @property
    def slot(self) -> str:
        return f"resign:{self.person}"


class PlayOn(_Command):
    """Take back, or turn down, an offer to give the match up, or a vote to replace somebody."""

    kind: Literal["on"] = "on"

    @property
    def slot(self) -> str:
        return f"resign:{self.person}"


class Arrive(_Command):
    """The bot may write to this person now (Start pressed, unblocked), or no longer."""

    kind: Literal["arrive"] = "arrive"
    reachable: bool = True

    @property
    def slot(self) -> str:
        # Blocking and unblocking may both wait: the later one must not be lost to the earlier.
        return f"arrive:{self.person}:{self.reachable}"


class Forget(_Command):
    """Take this person out of the table, name and id; nobody else may ask that for him."""

    kind: Literal["forget"] = "forget"

    @property
    def slot(self) -> str:
        return f"forget:{self.person}"


Command = Annotated[
    Sit
    | Stand
    | Fill
    | Free
    | SetStandIn
    | SetOption
    | SetVariant
    | ShowMenu
    | Pair
    | DrawPairs
    | HoldAll
    | Cut
    | Start
    | Act
    | Weigh
    | Leave
    | Return
    | Cancel
    | KeepPlaying
    | StopAfter
    | Rematch
    | SetClock
    | SetTricks
    | Pause
    | Resume
    | Halt
    | Holiday
    | SetPlan
    | LayOpen
    | DropPlan
    | TakeBack
    | Prefer
    | TakeOver
    | Oust
    | Resign
    | AcceptResign
    | PlayOn
    | Nudge
    | Post
    | Forget
    | Arrive,
    Field(discriminator="kind"),
]

COMMAND: TypeAdapter[Command] = TypeAdapter(Command)
