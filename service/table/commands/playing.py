"""At the cards: moves, what one lays down for later, and how one likes to play."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from service.table.commands.one import OneCommand


class Act(OneCommand):
    """A match action (`engine.actions` text) at a ply."""

    kind: Literal["act"] = "act"
    waits: ClassVar[str] = "ply:{ply}"
    ply: int
    action: str


class Weigh(OneCommand):
    """Turn one's own card to the second half of a choice: the strains of a level, a double that asks again.

    Moves nothing in the match. `what` is a word between one's card and its view; empty: back to the first half.
    """

    kind: Literal["weigh"] = "weigh"
    waits: ClassVar[str] = "weigh:{person}"
    ply: int
    what: Annotated[str, Field(max_length=24)] = ""


class SetPlan(OneCommand):
    """Change one line of one's own plan. Says what shall be: `what` and `value` are the plan's own words.

    `passing` on or off; `second` an action's text or nothing; a suit's letter and the card for it, or nothing. `moment`
    is the trick (1-based), or 0 for the auction, that the card on the phone spoke of; `ply` the person's turn, if it
    was his: what is laid down with a call speaks of what comes after it.
    """

    kind: Literal["plan"] = "plan"
    waits: ClassVar[str] = "plan:{person}:{what}"
    deal: int
    moment: int
    what: Annotated[str, Field(max_length=8)]
    value: Annotated[str, Field(max_length=16)] = ""
    ply: int = -1


class LayOpen(OneCommand):
    """Turn one's own card, off turn, to the plan for a trick, or back to the hand. Moves nothing in the match."""

    kind: Literal["lay"] = "lay"
    waits: ClassVar[str] = "lay:{person}"
    deal: int
    moment: int
    opened: bool = True


class DropPlan(OneCommand):
    """Forget one's whole plan."""

    kind: Literal["drop"] = "drop"
    waits: ClassVar[str] = "plan:{person}"


class TakeBack(OneCommand):
    """Take back a move that does not count yet."""

    kind: Literal["back"] = "back"
    waits: ClassVar[str] = "back:{ply}"
    ply: int


class Prefer(OneCommand):
    """A person's habits, at all his seats: whether his only card plays itself, whether his cards count at once."""

    kind: Literal["prefer"] = "prefer"
    waits: ClassVar[str] = "prefer:{person}:{auto}:{at_once}"
    auto: Literal["", "on", "off"] = ""
    at_once: bool = False


class AskHint(OneCommand):
    """Ask what the best computer would do now, knowing what one knows oneself."""

    kind: Literal["hint"] = "hint"
    waits: ClassVar[str] = "hint:{ply}"
    ply: int


class AskReview(OneCommand):
    """Ask what one could have done better in a deal that is over."""

    kind: Literal["review"] = "review"
    waits: ClassVar[str] = "review:{person}:{deal}"
    deal: int


class Train(OneCommand):
    """Another level for a computer's seat in mid-game: its cards stay."""

    kind: Literal["train"] = "train"
    waits: ClassVar[str] = "train"
    level: str


class Nudge(OneCommand):
    """Let the card of who is on turn ring again: once a turn, by whoever sits here."""

    kind: Literal["nudge"] = "nudge"
    waits: ClassVar[str] = "nudge:{ply}"
    ply: int
