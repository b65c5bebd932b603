"""Before a match: who sits where, by which rules and clock."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from service.table.commands.one import OneCommand


class Sit(OneCommand):
    """Take a seat of the lobby: the first free one among `seats`, so that two who tap at once both sit.

    `revision` is the lobby's that the person saw: who sits beside whom.
    """

    kind: Literal["sit"] = "sit"
    waits: ClassVar[str] = "person:{person}"
    revision: int
    seats: str
    """Letters of the seats that will do, best first."""
    name: str
    reachable: bool
    auto: Literal["", "on", "off"] = ""
    at_once: bool = False
    """Habits, as `Prefer` has them; one brings them along."""


class Stand(OneCommand):
    """Leave one's seat before the start."""

    kind: Literal["stand"] = "stand"
    waits: ClassVar[str] = "person:{person}"


class Fill(OneCommand):
    """Put a computer of a level on a free seat."""

    kind: Literal["fill"] = "fill"
    waits: ClassVar[str] = "seat:{seat}"
    seat: str
    level: str


class Free(OneCommand):
    """Take a computer off its seat before the start."""

    kind: Literal["free"] = "free"
    waits: ClassVar[str] = "seat:{seat}"
    seat: str


class SetAdvice(OneCommand):
    """Whether advice may be asked for at this table."""

    kind: Literal["advice"] = "advice"
    waits: ClassVar[str] = "advice"
    allowed: bool


class SetStandIn(OneCommand):
    """The level that plays empty seats, and for whoever leaves."""

    kind: Literal["standin"] = "standin"
    waits: ClassVar[str] = "standin"
    level: str


class SetOption(OneCommand):
    """Set one option of the rules before the start. Says what shall be, so a repeated tap does nothing."""

    kind: Literal["option"] = "option"
    waits: ClassVar[str] = "option:{option}"
    option: str
    value: str | int | bool


class SetVariant(OneCommand):
    """Play another rule set, with its usual options."""

    kind: Literal["variant"] = "variant"
    waits: ClassVar[str] = "variant"
    variant: str


class ShowMenu(OneCommand):
    """Turn the lobby's card to one of its menus, or back."""

    kind: Literal["menu"] = "menu"
    waits: ClassVar[str] = "menu"
    menu: Literal["", "rules", "pairs", "invite", "clock"] = ""


class Pair(OneCommand):
    """Two people shall be partners, or not, whoever else sits where. Says what shall be."""

    kind: Literal["pair"] = "pair"
    waits: ClassVar[str] = "pairs"
    one: int
    other: int
    together: bool = True


class DrawPairs(OneCommand):
    """Draw the pairs by lot. `number` counts the draws of this lobby, so that a double tap draws once."""

    kind: Literal["draw"] = "draw"
    waits: ClassVar[str] = "pairs"
    number: int


class HoldAll(OneCommand):
    """Play all free seats too, handing the phone over: only where nothing is secret between the seats."""

    kind: Literal["hold"] = "hold"
    waits: ClassVar[str] = "person:{person}"


class Cut(OneCommand):
    """Add one to one's cut of the pack, modulo 32. `count` is what it shall be afterwards."""

    kind: Literal["cut"] = "cut"
    waits: ClassVar[str] = "cut:{person}"
    count: int


class SetClock(OneCommand):
    """Choose the table's clock before the start: a name of `service.table.clock.CLOCKS`, or empty for none."""

    kind: Literal["clock"] = "clock"
    waits: ClassVar[str] = "clock"
    clock: str


class SetTricks(OneCommand):
    """Choose before the start whether all tricks of a running deal may be looked into, or only the last."""

    kind: Literal["tricks"] = "tricks"
    waits: ClassVar[str] = "tricks"
    opened: bool


class Start(OneCommand):
    """Begin the match. Free seats take a computer."""

    kind: Literal["start"] = "start"
    waits: ClassVar[str] = "start"
    revision: int


class Rematch(OneCommand):
    """Ask for another match with the same seats."""

    kind: Literal["rematch"] = "rematch"
    waits: ClassVar[str] = "rematch:{person}"


class Post(OneCommand):
    """An invitation to this lobby was posted in some chat by inline mode: `inline` is its inline message id."""

    kind: Literal["post"] = "post"
    waits: ClassVar[str] = "post:{inline}"
    inline: Annotated[str, Field(min_length=1, max_length=128)]
