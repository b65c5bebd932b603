"""Somebody is forgotten: no trace of him in the table's document, at any stage, and the others go on."""

import json

import pytest

from service.adapters.documents import dump_head, unpacked
from service.table.change import Change
from service.table.commands import AcceptResign, Cancel, Forget, Rematch, Resign
from service.table.forgetting import named
from service.table.handle import play_on
from service.table.look import look
from service.table.model import Stage
from service.table.refusals import No
from service.table.table import Table
from tests.table.worlds import (
    ANNA,
    BEN,
    CHLOE,
    DAN,
    EVE,
    NAMES,
    NOW,
    ask,
    first_legal,
    play_deal,
    refused,
    seated,
    started,
)


def forgotten(table: Table, person: int) -> Table:
    change = ask(table, Forget(person=person))
    assert person in change.parted
    assert not any(str(person) in key.split(":") for key in change.marked), "nothing is shown to him any more"
    return change.table


def traces(table: Table, person: int) -> list[object]:
    """Every value in the stored document that is his id or his name."""
    found: list[object] = []

    def walk(value: object) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner)
                found.extend([key] * (key == str(person)))
        elif isinstance(value, list):
            for inner in value:
                walk(inner)
        elif value == NAMES[person] or (value == person and not isinstance(value, bool)):
            found.append(value)

    whole = json.loads(unpacked(dump_head(table.head)))
    for name in (
        "rules",
        "cuts",
        "revision",
        "schema_no",
        "position",
        "deals",
        "rules_revision",
        "winner",
        "resigned",
        "moved_revision",
    ):
        whole.pop(name, None)
    walk(whole)
    return found


def over() -> Table:
    """Anna and Chloé have given up against Ben and Dan, and Anna wants a rematch."""
    table = play_deal(started(ANNA, BEN, CHLOE, DAN)).table
    for command in (
        Resign(person=ANNA),
        Resign(person=CHLOE),
        AcceptResign(person=BEN),
        AcceptResign(person=DAN),
        Rematch(person=ANNA),
    ):
        table = ask(table, command).table
    assert table.head.stage is Stage.OVER
    return table


@pytest.mark.parametrize("person", [ANNA, BEN])
def test_no_trace_is_left_at_any_stage(person: int) -> None:
    lobby = seated(ANNA, BEN)
    playing = ask(started(ANNA, BEN, CHLOE, DAN), Cancel(person=person, running=True)).table
    for table in (lobby, playing, over()):
        assert traces(table, person)
        gone = forgotten(table, person)
        assert traces(gone, person) == [] and not named(gone.head, person)
        assert refused(gone, Forget(person=person)).code is No.UNCHANGED


def test_the_others_play_on_against_a_computer_on_his_seat() -> None:
    table = forgotten(started(ANNA, BEN, CHLOE, DAN), BEN)
    view = look(table, ANNA)
    mine = next(one for one in view.players if one.person is not None and one.person < 0)
    assert mine.computer is not None and mine.name == ""
    assert set(table.people) == {ANNA, CHLOE, DAN} == set(table.present)
    assert play_of(table, 3)


def play_of(table: Table, moves: int) -> bool:
    """The others' own moves and the computers' go on."""
    change = Change(table)
    for _ in range(moves):
        change = play_on(change, NOW)
        change = change.then(ask(change.table, first_legal(change.table)))
    return len(change.facts) >= moves


def test_a_match_of_which_nobody_is_left_ends() -> None:
    table = forgotten(started(ANNA), ANNA)
    assert table.head.stage is Stage.CANCELLED


def test_two_who_are_forgotten_stay_two() -> None:
    table = forgotten(forgotten(over(), ANNA), BEN)
    owners = [chair.person for chair in table.head.chairs.values()]
    assert len(set(owners)) == 4
    assert not any(one.shared for one in look(table, CHLOE).players)


def test_a_rematch_does_not_wait_for_who_is_forgotten() -> None:
    table = forgotten(over(), BEN)
    change = Change(table)
    for person in (CHLOE, DAN):
        change = change.then(ask(change.table, Rematch(person=person)))
    assert change.opens is not None
    assert {chair.person for chair in change.opens.chairs.values()} == {ANNA, CHLOE, DAN, None}


def test_who_never_was_there_changes_nothing() -> None:
    assert refused(over(), Forget(person=EVE)).code is No.UNCHANGED
