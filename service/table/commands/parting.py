"""Coming, going and ending: leaving, replacing, giving up, being forgotten."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from service.table.commands.one import OneCommand


class Leave(OneCommand):
    """Leave a running match; a computer keeps the seat."""

    kind: Literal["leave"] = "leave"
    waits: ClassVar[str] = "person:{person}"


class Return(OneCommand):
    """Come back to one's seat."""

    kind: Literal["return"] = "return"
    waits: ClassVar[str] = "person:{person}"


class Cancel(OneCommand):
    """End the table: the creator's or an admin's right before the start, by agreement of the seated people after it."""

    kind: Literal["cancel"] = "cancel"
    waits: ClassVar[str] = "cancel:{person}"
    running: bool
    """Whether the match ran when the person asked: a wish to close the lobby never ends a match."""
    admin: bool = False


class StopAfter(OneCommand):
    """Agree that the current deal is the last, and the score stands. It is, once all who play their own cards agree."""

    kind: Literal["stop"] = "stop"
    waits: ClassVar[str] = "stop:{person}"


class KeepPlaying(OneCommand):
    """Refuse (or take back) the wish to end a running match."""

    kind: Literal["keep"] = "keep"
    waits: ClassVar[str] = "cancel:{person}"


class TakeOver(OneCommand):
    """Take a seat of a running match that a computer keeps, its hand and all: its player left, or it never had one."""

    kind: Literal["over"] = "over"
    waits: ClassVar[str] = "seat:{seat}"
    seat: str
    name: str
    reachable: bool
    auto: Literal["", "on", "off"] = ""
    at_once: bool = False


class Oust(OneCommand):
    """Vote for having a player replaced by a computer; an administrator of the group needs no other vote."""

    kind: Literal["oust"] = "oust"
    waits: ClassVar[str] = "oust:{person}:{seat}"
    seat: str
    whom: int = 0
    """Who is meant, wherever he sits by then; 0: whoever sits on that seat."""
    admin: bool = False
    """Decides alone."""
    name: str = ""
    """Then: under which name the person who is replaced is told of it."""


class Swap(OneCommand):
    """Exchange two seats before the next deal: asked by somebody who has one of them, agreed on by all who play."""

    kind: Literal["swap"] = "swap"
    waits: ClassVar[str] = "swap:{person}"
    seats: Annotated[str, Field(min_length=2, max_length=2)]
    """Letters of both."""
    wanted: bool = True
    """False: everybody stays where he sits."""


class Resign(OneCommand):
    """Offer the match to the other side. Partners must both want it, and the other side may take it."""

    kind: Literal["resign"] = "resign"
    waits: ClassVar[str] = "resign:{person}"


class AcceptResign(OneCommand):
    """Take the match that the other side offers."""

    kind: Literal["accept"] = "accept"
    waits: ClassVar[str] = "resign:{person}"


class PlayOn(OneCommand):
    """Take back, or turn down, an offer to give the match up, or a vote to replace somebody."""

    kind: Literal["on"] = "on"
    waits: ClassVar[str] = "resign:{person}"


class Arrive(OneCommand):
    """The bot may write to this person now (Start pressed, unblocked), or no longer."""

    kind: Literal["arrive"] = "arrive"
    # Blocking and unblocking may both wait: the later one must not be lost to the earlier.
    waits: ClassVar[str] = "arrive:{person}:{reachable}"
    reachable: bool = True


class Forget(OneCommand):
    """Take this person out of the table, name and id; nobody else may ask that for him."""

    kind: Literal["forget"] = "forget"
    waits: ClassVar[str] = "forget:{person}"
