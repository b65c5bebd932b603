"""Any commands in any order, as people and clients of all kinds send them: what must hold after each."""

import random
from string import Formatter
from typing import Any, get_args

import pytest

from engine.actions import action_text
from engine.match import to_act
from engine.observation import legal_actions, observation
from engine.seats import SEAT_LETTERS
from service.adapters.documents import dump_head, load_head
from service.table.change import Change
from service.table.clock import deadline
from service.table.commands import (
    AcceptResign,
    Act,
    Cancel,
    Command,
    DropPlan,
    KeepPlaying,
    Leave,
    Oust,
    Pause,
    PlayOn,
    Prefer,
    Resign,
    Resume,
    Return,
    SetClock,
    SetPlan,
    Start,
    StopAfter,
    Swap,
    TakeBack,
    TakeOver,
)
from service.table.commands.one import OneCommand
from service.table.handle import handle, play_on
from service.table.look import look
from service.table.model import Stage
from service.table.parting import offered_by
from service.table.table import Table
from service.table.timing import pass_time, wake
from tests.table.worlds import ANNA, BEN, CHLOE, DAN, EVE, NOW, SECRET, ask, lobby, seated

EVERYBODY = (ANNA, BEN, CHLOE, DAN, EVE)
WALKS, STEPS = 25, 80
COMMANDS = get_args(get_args(Command)[0])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one.__name__)
def test_what_a_command_waits_for_is_said_by_its_own_fields(command: type[OneCommand]) -> None:
    named = {field for _, field, _, _ in Formatter().parse(command.waits) if field}
    assert named <= set(command.model_fields)
    values: dict[str, Any] = dict.fromkeys(named | {"person"}, 7)
    own = command.model_construct(**values)
    assert own.slot == command.waits.format(**dict.fromkeys(named, 7))


def any_command(table: Table, dice: random.Random) -> Command:
    """What somebody may send now; half of it makes sense."""
    person = dice.choice(EVERYBODY)
    seat = dice.choice("NESW")
    ply = table.match.ply if table.match is not None else 0
    plain = (
        Leave, Return, Pause, Resume, Resign, AcceptResign, PlayOn, DropPlan, KeepPlaying, StopAfter,
    )  # fmt: skip
    others: tuple[Command, ...] = (
        Cancel(person=person, running=True),
        Oust(person=person, seat=seat, admin=dice.random() < 0.1),
        Swap(person=person, seats=seat + dice.choice("NESW"), wanted=dice.random() < 0.8),
        TakeOver(person=person, seat=seat, name="x", reachable=True),
        TakeBack(person=person, ply=ply),
        Prefer(person=person, auto=dice.choice(("", "on", "off")), at_once=dice.random() < 0.5),
        SetPlan(person=person, deal=1, moment=dice.randrange(4), what=dice.choice("CDHS"), value="7H"),
    )
    if dice.random() < 0.6:
        return an_act(table, dice, person)
    return dice.choice((*(kind(person=person) for kind in plain), *others))


def an_act(table: Table, dice: random.Random, person: int) -> Command:
    """A legal action of who is on turn, most of the time."""
    seat = None if table.match is None else to_act(table.match)
    if table.match is None or seat is None:
        return Leave(person=person)
    legal = legal_actions(observation(table.match, seat))
    mover = table.chair(seat).person or person
    return Act(person=mover, ply=table.match.ply, action=action_text(dice.choice(legal)))


def begun(clock: str, secret: int) -> Table:
    table = seated(ANNA, BEN, CHLOE, DAN, table=lobby(secret=f"{secret:02x}" * 32))
    if clock:
        table = ask(table, SetClock(person=ANNA, clock=clock)).table
    return ask(table, Start(person=ANNA, revision=table.head.revision)).table


def check(before: Table, command: Command | None, after: Table, now: int) -> None:
    head = after.head
    assert load_head(dump_head(head)) == head
    for viewer in (None, *EVERYBODY):
        look(after, viewer)
    if head.stage is not Stage.PLAYING:
        return
    present = set(after.present)
    for asked in (head.cancelling, head.pausing if head.paused_at is None else ()):
        assert not (asked and present and present <= set(asked)), f"{command}: all agree and nothing follows"
    side = offered_by(after)
    if side is not None:
        others = {p for p in present if SEAT_LETTERS.index(after.letter_of(p) or "N") % 2 != side}
        assert not others <= set(head.accepting), f"{command}: taken, and it goes on"
    assert not after.abandoned or head.asleep_at is not None, (
        f"{command}: nobody is left, and it does not sleep"
    )
    if after.abandoned or deadline(after) is not None:
        assert wake(after, now) is not None
    fair(before, command, after)


def fair(before: Table, command: Command | None, after: Table) -> None:
    """No command but a move, or coming to the seat that is on turn, gives who is on turn more time."""
    mine, yours = deadline(before), deadline(after)
    if mine is None or yours is None or before.match is None or after.match is None:
        return
    comes = isinstance(command, Return | TakeOver) and after.seat_of(command.person) == to_act(after.match)
    if before.match.ply == after.match.ply and not comes:
        assert yours <= mine, f"{command}: {yours - mine} ms more"


@pytest.mark.parametrize("clock", ["", "live", "1h", "1d"])
def test_nothing_sticks_and_nobody_gains_time(clock: str) -> None:
    for walk in range(WALKS):
        dice, now = random.Random(f"{clock}{walk}"), NOW
        table = begun(clock, walk)
        for _ in range(STEPS):
            now += dice.choice((500, 3_000, 60_000, 3_600_000))
            table = step(table, None, pass_time(table, now), now)
            table = step(table, None, play_on(Change(table), now), now)
            command = any_command(table, dice)
            decided = handle(table, command, now, SECRET)
            if isinstance(decided, Change):
                table = step(table, command, decided, now)


def step(before: Table, command: Command | None, change: Change, now: int) -> Table:
    check(before, command, change.table, now)
    return change.table
