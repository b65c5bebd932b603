"""One door for every command, and what a table does by itself afterwards."""

from typing import assert_never

from service.table import agreement, lobby, play, votes
from service.table.change import Change
from service.table.commands import (
    Act,
    Arrive,
    Cancel,
    Command,
    Cut,
    Fill,
    Free,
    HoldAll,
    KeepPlaying,
    Leave,
    Rematch,
    Return,
    SetOption,
    SetVariant,
    ShowMenu,
    Sit,
    Stand,
    Start,
    Weigh,
)
from service.table.refusals import Refused
from service.table.table import Table

NO_SECRET = ""
"""For a dry run, whose outcome is thrown away: a table it would open gets no real secret."""


def handle(table: Table, command: Command, now: int, secret: str = NO_SECRET) -> Change | Refused:
    """Decide one command. `now` is when it arrived (ms); `secret` is fresh, for a table that this may open.

    Pure: the bot calls it to answer a tap, the worker to carry it out, and both come to the same decision.
    """
    match command:
        case Sit():
            return lobby.sit(table, command, now)
        case Stand():
            return lobby.stand(table, command, now)
        case Fill():
            return lobby.fill(table, command, now)
        case Free():
            return lobby.free(table, command, now)
        case HoldAll():
            return lobby.hold_all(table, command, now)
        case SetOption():
            return agreement.set_option(table, command, now)
        case SetVariant():
            return agreement.set_variant(table, command, now)
        case ShowMenu():
            return agreement.show_menu(table, command, now)
        case Cut():
            return lobby.cut(table, command, now)
        case _:
            return _handle_match(table, command, now, secret)


def _handle_match(
    table: Table,
    command: Start | Act | Weigh | Leave | Return | Cancel | KeepPlaying | Rematch | Arrive,
    now: int,
    secret: str,
) -> Change | Refused:
    match command:
        case Act():
            return play.act(table, command, now)
        case Weigh():
            return play.weigh(table, command, now)
        case Start():
            return play.begin(table, command, now)
        case Leave():
            return votes.leave(table, command, now)
        case Return():
            return votes.come_back(table, command, now)
        case Cancel():
            return votes.cancel(table, command, now)
        case KeepPlaying():
            return votes.keep_playing(table, command, now)
        case Rematch():
            return votes.rematch(table, command, now, secret)
        case Arrive():
            return votes.arrive(table, command, now)
        case _:
            assert_never(command)


CHAIN = 8
"""How many actions of computers one commit holds at most: a round of the auction and a trick."""


def play_on(change: Change, now: int) -> Change:
    """Let the computers play until a person is waited for, or `CHAIN` actions are done."""
    for _ in range(CHAIN):
        seat = play.computer_on_turn(change.table)
        if seat is None:
            break
        change = change.then(play.compute(change.table, seat, now))
    return change
