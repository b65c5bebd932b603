"""Where pictures stand through a whole match: everywhere they were asked for, and nowhere else."""

import random
from collections.abc import Callable, Iterator

import pytest

from service.people import Chat, Person
from service.retold import ToldDeal
from service.table.model import Stage
from service.table.table import Table
from service.telegram.pictures.wanted import Picture
from service.telegram.surface_keys import DEAL, HAND, Key
from service.telegram.surfaces import Sight, want
from service.telegram.tastes import reader
from service.telegram.wants import Want
from tests.bench import matches
from tests.telegram.pictures.looking import opened

EVERY = 41
"""Plies between two looks."""
MINE = "mine"


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    """A match, looked at now and then, and at its end."""
    return list(_looks())


def _looks() -> Iterator[Table]:
    chance, played = random.Random(5), matches.seated(5)
    while played.table.head.stage is Stage.PLAYING:
        yield played.table
        match = played.table.match
        assert match is not None
        played = matches.play_until(played, _past(match.ply + EVERY), chance)
    yield played.table


def _past(ply: int) -> Callable[[Table], bool]:
    return lambda table: table.match is None or table.match.ply >= ply


def wanted(table: Table, key: Key, on: bool, colours: str = "") -> Want:
    """A surface where whoever reads it has pictures on, or off."""
    chat = Chat(id=table.head.chat, pictures=on, colours=colours, language="lb")
    person = None
    if key.kind in (HAND, MINE):
        person = Person(id=key.number, started=True, pictures=on, colours=colours, language="de")
    sight = Sight(table, chat, reader(person, chat, "en"), "RebeloteBot", person)
    if key.kind == DEAL:
        assert table.match is not None and table.match.finished is not None
        note = table.head.deals[-1]
        sight = sight._replace(told=ToldDeal(table.match.finished, note, "", (note.ply,)))
    return want(key, sight)


def keys(table: Table) -> list[Key]:
    hands = [Key(kind, person) for kind in (HAND, MINE) for person in table.people]
    return [Key("card"), Key("lobby"), Key("end"), *hands]


def test_nobody_has_one_unasked(tables: list[Table]) -> None:
    for table in tables:
        assert not [key for key in keys(table) if wanted(table, key, False).picture]


def test_the_card_and_every_hand_have_theirs_and_an_ephemeral_one_has_none(tables: list[Table]) -> None:
    """The texts of a real match are short enough for it at any time."""
    for table in tables:
        if table.head.stage is not Stage.PLAYING:
            continue
        found = {(key.kind, key.number): wanted(table, key, True).picture for key in keys(table)}
        assert found["card", 0]
        for person in table.people:
            assert found[HAND, person]
            assert not found[MINE, person]
        assert not found["lobby", 0]
        different = [picture.key for picture in found.values() if picture]
        assert len(set(different)) == len(different), "each sees his own"


def test_a_deals_sheet_and_a_matchs_end_have_theirs(tables: list[Table]) -> None:
    last = tables[-1]
    after_a_deal = next(t for t in tables if t.match is not None and t.match.finished and t.head.deals)
    for table, key in ((after_a_deal, Key(DEAL, 1)), (last, Key("end"))):
        light, dark = (wanted(table, key, True, colours).picture for colours in ("", "dark"))
        assert isinstance(light, Picture)
        assert isinstance(dark, Picture)
        shown = [opened(picture.draw() or b"").getpixel((4, 4)) for picture in (light, dark)]
        assert shown[0] != shown[1]
    assert not wanted(last, Key("card"), True).picture


def test_a_hand_that_a_computer_plays_has_none(tables: list[Table]) -> None:
    table = tables[1]
    letter, chair = next(iter(table.head.chairs.items()))
    left = table.changed(
        chairs=table.head.chairs | {letter: chair.model_copy(update={"computer": "novice", "absent": "left"})}
    )
    assert chair.person is not None
    assert not wanted(left, Key(HAND, chair.person), True).picture
