"""What people ask of a table. Commands are imperative and stored as JSON in the table's inbox."""

from typing import Annotated

from pydantic import Field, TypeAdapter

from service.table.commands.arranging import (
    Cut,
    DrawPairs,
    Fill,
    Free,
    HoldAll,
    Pair,
    Post,
    Rematch,
    SetAdvice,
    SetClock,
    SetOption,
    SetStandIn,
    SetTricks,
    SetVariant,
    ShowMenu,
    Sit,
    Stand,
    Start,
)
from service.table.commands.halting import (
    Halt,
    Holiday,
    Pause,
    Resume,
)
from service.table.commands.parting import (
    AcceptResign,
    Arrive,
    Cancel,
    Forget,
    KeepPlaying,
    Leave,
    Oust,
    PlayOn,
    Resign,
    Return,
    StopAfter,
    Swap,
    TakeOver,
)
from service.table.commands.playing import (
    Act,
    AskHint,
    AskReview,
    DropPlan,
    LayOpen,
    Nudge,
    Prefer,
    SetPlan,
    TakeBack,
    Train,
    Weigh,
)

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
    | Swap
    | Resign
    | AcceptResign
    | PlayOn
    | Nudge
    | Post
    | Forget
    | Arrive
    | AskHint
    | AskReview
    | Train
    | SetAdvice,
    Field(discriminator="kind"),
]

COMMAND: TypeAdapter[Command] = TypeAdapter(Command)

__all__ = [
    "COMMAND",
    "AcceptResign",
    "Act",
    "Arrive",
    "AskHint",
    "AskReview",
    "Cancel",
    "Command",
    "Cut",
    "DrawPairs",
    "DropPlan",
    "Fill",
    "Forget",
    "Free",
    "Halt",
    "HoldAll",
    "Holiday",
    "KeepPlaying",
    "LayOpen",
    "Leave",
    "Nudge",
    "Oust",
    "Pair",
    "Pause",
    "PlayOn",
    "Post",
    "Prefer",
    "Rematch",
    "Resign",
    "Resume",
    "Return",
    "SetAdvice",
    "SetClock",
    "SetOption",
    "SetPlan",
    "SetStandIn",
    "SetTricks",
    "SetVariant",
    "ShowMenu",
    "Sit",
    "Stand",
    "Start",
    "StopAfter",
    "Swap",
    "TakeBack",
    "TakeOver",
    "Train",
    "Weigh",
]
