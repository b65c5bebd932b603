"""No field of a head names a person once he is forgotten: over all fields there are, those to come included."""

import types
from typing import Any, Literal, Union, get_args, get_origin

import pytest
from pydantic import BaseModel

from service.adapters.documents import dump_head, unpacked
from service.table.commands import Forget, Sit, Start
from service.table.forgetting import named
from service.table.model import Head, Stage
from service.table.table import Table
from tests.table.worlds import ANNA, BEN, CHLOE, DAN, NOW, SEATS, ask, play_deal, seated, sit, started

GONE = 7_000_000_011
"""His id: no other number in a head looks like it."""
NAME = "Zacharias Example"
OF_THE_TABLE = frozenset(
    [
        "schema_no",
        "id",
        "stage",
        "revision",
        "thread",
        "title",
        "number",
        "variant",
        "rules",
        "rules_revision",
        "secret",
        "moved_revision",
        "cuts",
        "stand_in",
        "draws",
        "drawn_at",
        "menu",
        "opened_at",
        "expired",
        "started_at",
        "ended_at",
        "opening",
        "position",
        "deals",
        "winner",
        "resigned",
        "stopped",
        "successor",
        "clock",
        "target_by",
        "tricks",
        "swap",
        "turn_at",
        "drawn",
        "slow",
        "spent",
        "advice",
        "advised",
        "reviews",
        "paused_at",
        "halted_at",
        "night",
        "asleep_at",
        "posts",
        "lesson",
    ]
)
"""Fields that speak of no person: numbers, moments, words, and what goes by the letter of a seat. Every other field is
filled with his id wherever its type has room for it. Whoever adds a field decides here, or forgets him in it."""
BY_SEAT = frozenset({"ousting", "chairs"})
"""Fields by the letter of a seat that name people in what they hold."""
PLAIN = {"seat": "E", "until": 1}
"""Of documents within: what is no person's, though the type has room for one."""


def naming(kind: Any, field: str) -> Any:
    """A value of this type that names him as often as it can."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return naming(next(one for one in args if one is not type(None)), field)
    if origin is Literal:
        return args[0]
    if origin is dict:
        key = "E" if field in BY_SEAT else str(GONE)
        return {key: naming(args[1], field)}
    if origin is tuple:
        return (naming(args[0], field),)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        parts = kind.model_fields.items()
        return kind(
            **{
                name: PLAIN[name] if name in PLAIN else naming(part.annotation, name)
                for name, part in parts
                if part.is_required() or name == "person"
            }
        )
    return {int: GONE, str: NAME}.get(kind)


def lobby() -> Table:
    """His own, and he sits in it."""
    table = seated(BEN)
    table = table.changed(creator=GONE)
    return ask(table, sit_down(table)).table


def sit_down(table: Table) -> Sit:
    return sit(table, ANNA, SEATS[ANNA]).model_copy(update={"person": GONE, "name": NAME})


def playing() -> Table:
    table = lobby()
    return ask(table, Start(person=GONE, revision=table.head.revision)).table


def over() -> Table:
    table = play_deal(playing_all()).table
    return table.changed(stage=Stage.OVER, ended_at=NOW, winner=0)._replace(match=None)


def playing_all() -> Table:
    table = started(ANNA, BEN, CHLOE, DAN)
    chairs = table.head.chairs
    mine = chairs["N"].model_copy(update={"person": GONE, "name": NAME})
    return table.changed(chairs=chairs | {"N": mine}, creator=GONE)


STAGES = {"lobby": lobby, "playing": playing, "over": over}
FIELDS = sorted(set(Head.model_fields) - OF_THE_TABLE)


def stored(table: Table) -> str:
    return unpacked(dump_head(table.head))


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("field", FIELDS)
def test_a_field_that_named_him_names_him_no_more(stage: str, field: str) -> None:
    table = STAGES[stage]()
    value = naming(Head.model_fields[field].annotation, field)
    assert str(GONE) in str(value) or NAME in str(value), (
        "its type has no room for a person: it is OF_THE_TABLE"
    )
    if field != "chairs":  # there he sits already
        table = table.changed(**{field: value})
    gone = ask(table, Forget(person=GONE)).table
    assert str(GONE) not in stored(gone) and NAME not in stored(gone), field
    assert not named(gone.head, GONE)


@pytest.mark.parametrize("field", sorted(set(FIELDS) - {"draft"}))
def test_a_table_at_which_he_does_not_sit_may_name_him(field: str) -> None:
    """A name of his that stands nowhere else is found too."""
    bare = started(ANNA, BEN, CHLOE, DAN)
    assert not named(bare.head, GONE)
    value = naming(Head.model_fields[field].annotation, field)
    if field == "chairs":
        value = bare.head.chairs | value
    table = bare.changed(**{field: value})
    assert named(table.head, GONE), field
    gone = ask(table, Forget(person=GONE)).table
    assert str(GONE) not in stored(gone) and not named(gone.head, GONE)


def test_no_field_is_forgotten_that_there_is_not() -> None:
    assert set(Head.model_fields) >= OF_THE_TABLE
