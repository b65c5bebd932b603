"""Lessons for the tests, played by the real table; the learner's choices are random."""

import random
from collections.abc import Iterator
from dataclasses import replace

from engine.actions import action_text
from engine.match import to_act
from engine.observation import legal_actions, observation
from engine.rules import rules_to_dict
from engine.variants import VARIANTS
from service.table.change import Change
from service.table.commands import Act, Start, Weigh
from service.table.handle import handle, play_on
from service.table.lessons import NEXT, reads_first, rests
from service.table.look import look
from service.table.model import Chair, Head, Stage
from service.table.table import Table, restore
from service.table.view import TableView

ANNA = 1
NOW = 1_790_000_000_000
RULES = replace(VARIANTS["beginner"], target=0)


def begun(secret: str, **changes: object) -> Table:
    """A lesson that has just begun; nobody has called yet."""
    chairs = {letter: Chair() for letter in "NESW"} | {"S": Chair(person=ANNA, name="Anna")}
    head = Head(
        id="abcdefghij",
        chat=ANNA,
        creator=ANNA,
        variant="beginner",
        rules=rules_to_dict(RULES),
        secret=secret,
        chairs=chairs,
        lesson=True,
        opened_at=NOW,
    )
    table = restore(head.model_copy(update=changes), ())
    return done(table, Start(person=ANNA, revision=0))


def done(table: Table, command: Act | Start | Weigh) -> Table:
    change = handle(table, command, NOW)
    assert isinstance(change, Change), change
    return change.table


def steps(seed: int) -> Iterator[Table]:
    """Every state of a lesson at which the learner is waited for, and its end."""
    rng = random.Random(seed)
    table = begun(rng.randbytes(32).hex())
    while True:
        table = play_on(Change(table), NOW).table
        if table.head.stage is not Stage.PLAYING:
            yield table
            return
        match = table.match
        assert match is not None
        seat = to_act(match)
        if rests(table):
            yield table
            table = done(table, Weigh(person=ANNA, ply=match.ply, what=NEXT))
        elif seat is not None and not table.chair(seat).automatic:
            yield table
            if reads_first(observation(match, seat), ""):
                table = done(table, Weigh(person=ANNA, ply=match.ply, what=NEXT))
                yield table
            action = rng.choice(legal_actions(observation(match, seat)))
            table = done(table, Act(person=ANNA, ply=match.ply, action=action_text(action)))


def seen_by(table: Table, viewer: int | None = ANNA) -> TableView:
    return look(table, viewer)
