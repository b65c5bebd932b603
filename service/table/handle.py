"""One door for every command, and what a table does by itself afterwards."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from service.table import (
    advice,
    agreement,
    forgetting,
    invitations,
    lobby,
    nudging,
    pairs,
    parting,
    plans,
    play,
    swapping,
    timing,
    votes,
)
from service.table.change import Change
from service.table.commands import (
    AcceptResign,
    Act,
    Arrive,
    AskHint,
    AskReview,
    Cancel,
    Command,
    Cut,
    DrawPairs,
    DropPlan,
    Fill,
    Forget,
    Free,
    Halt,
    HoldAll,
    Holiday,
    KeepPlaying,
    LayOpen,
    Leave,
    Nudge,
    Oust,
    Pair,
    Pause,
    PlayOn,
    Post,
    Prefer,
    Rematch,
    Resign,
    Resume,
    Return,
    SetAdvice,
    SetClock,
    SetOption,
    SetPlan,
    SetStandIn,
    SetTricks,
    SetVariant,
    ShowMenu,
    Sit,
    Stand,
    Start,
    StopAfter,
    Swap,
    TakeBack,
    TakeOver,
    Train,
    Weigh,
)
from service.table.refusals import Refused
from service.table.table import Table

NO_SECRET = ""
"""For a dry run, whose outcome is thrown away: a table it would open gets no real secret."""

Decide: TypeAlias = Callable[[Table, Any, int], Change | Refused]
"""Takes the command of its own kind."""

DECIDE: Final[Mapping[type, Decide]] = {
    Sit: lobby.sit,
    Stand: lobby.stand,
    Fill: lobby.fill,
    Free: lobby.free,
    Pair: pairs.pair,
    DrawPairs: pairs.draw,
    HoldAll: lobby.hold_all,
    Cut: lobby.cut,
    SetStandIn: lobby.set_stand_in,
    SetOption: agreement.set_option,
    SetVariant: agreement.set_variant,
    ShowMenu: agreement.show_menu,
    SetClock: timing.set_clock,
    SetTricks: timing.set_tricks,
    Start: play.begin,
    Act: plans.act,
    Weigh: play.weigh,
    SetPlan: plans.set_plan,
    LayOpen: plans.lay_open,
    DropPlan: plans.drop_plan,
    TakeBack: plans.take_back,
    Prefer: plans.prefer,
    TakeOver: parting.take_over,
    Oust: parting.oust,
    Swap: swapping.swap,
    Resign: parting.resign,
    AcceptResign: parting.accept,
    PlayOn: parting.play_on,
    Nudge: nudging.nudge,
    Pause: timing.pause,
    Resume: timing.resume,
    Halt: timing.halt,
    Holiday: timing.holiday,
    Leave: votes.leave,
    Return: votes.come_back,
    Cancel: votes.cancel,
    KeepPlaying: votes.keep_playing,
    StopAfter: votes.stop_after,
    Arrive: votes.arrive,
    AskHint: advice.ask_hint,
    AskReview: advice.ask_review,
    SetAdvice: advice.set_advice,
    Train: advice.train,
    Post: invitations.post,
    Forget: forgetting.forget,
}
"""By kind of command. `Rematch`, the one that opens a table, needs a secret besides (a test counts them)."""


def handle(table: Table, command: Command, now: int, secret: str = NO_SECRET) -> Change | Refused:
    """Decide one command. `now` is when it arrived (ms); `secret` is fresh, for a table that this may open.

    Pure: the bot calls it to answer a tap, the worker to carry it out, and both come to the same decision.
    """
    if isinstance(command, Rematch):
        return votes.rematch(table, command, now, secret)
    return DECIDE[type(command)](table, command, now)


CHAIN = 8
"""How many actions of computers one commit holds at most: a round of the auction and a trick."""


def play_on(change: Change, now: int, *, plainly: bool = False, searching: bool = True) -> Change:
    """Let the computers play until a person, or time, is waited for, or `CHAIN` actions are done. `plainly`: one
    action, and without searching; without `searching` who must search is waited for too."""
    for _ in range(1 if plainly else CHAIN):
        seat = play.computer_on_turn(change.table)
        if seat is None or play.computer_at(change.table) > now:
            break
        if not searching and play.searches(change.table, seat):
            break
        change = change.then(play.compute(change.table, seat, now, plainly=plainly))
    return change
