"""A match of computers alone, of every rule set, carried through the worker's use case to its end."""

import itertools

import pytest

from engine.variants import VARIANTS
from service.bootstrap import Container, memory_container
from service.lobbies import Opening, open_table
from service.table.commands import SetOption, Sit, Start
from service.table.model import Stage
from service.table.view import TableView
from service.usecases import advance, house, look

CHAT, ANNA = -100, 1


def a_container() -> Container:
    ticking = itertools.count(1_790_000_000_000, 50)
    return memory_container(lambda: next(ticking))


def opening(message: int, variant: str = "") -> Opening:
    return Opening(chat=CHAT, message=message, thread=None, title="Club", person=ANNA, variant=variant)


@pytest.mark.parametrize("variant", VARIANTS)
async def test_computers_play_every_rule_set_to_its_end(variant: str) -> None:
    container = a_container()
    table = await open_table(container, opening(1, variant))
    await house(container, table, Start(person=0, revision=0))
    view = await at_the_end(container, table)
    assert view.winner in (0, 1)
    assert max(view.deals[-1].totals) >= VARIANTS[variant].target
    if not VARIANTS[variant].target:
        assert [note.outcome for note in view.deals[:-1]] == ["passed-out"] * (len(view.deals) - 1)


async def at_the_end(container: Container, table: str) -> TableView:
    for _ in range(2_000):
        await advance(container, table, thinking=True)
        view = await look(container, table, None)
        assert view is not None
        if view.stage is Stage.OVER:
            return view
    raise AssertionError("the match does not end")


async def test_a_group_begins_with_what_it_played_last() -> None:
    container = a_container()
    assert (await look_at(container, await open_table(container, opening(1)))) == "classic"
    await open_table(container, opening(2, "coinche"))
    assert (await look_at(container, await open_table(container, opening(3)))) == "coinche"


async def test_what_was_started_is_remembered_with_its_options() -> None:
    container = a_container()
    table = await open_table(container, opening(1, "luxembourg"))
    sit = Sit(person=ANNA, revision=0, seats="N", name="Anna", reachable=True)
    for command in (
        sit,
        SetOption(person=ANNA, option="target", value=101),
        SetOption(person=ANNA, option="force", value=True),
    ):
        await house(container, table, command)
        await advance(container, table)
    view = await look(container, table, ANNA)
    assert view is not None
    await house(container, table, Start(person=ANNA, revision=view.revision))
    await advance(container, table)
    again = await look(container, await open_table(container, opening(2)), None)
    assert again is not None
    assert (again.variant, again.rules.target, again.rules.force) == ("luxembourg", 101, True)
    other = await look(container, await open_table(container, opening(3)._replace(chat=-7)), None)
    assert other is not None
    assert other.variant == "classic", "a group remembers for itself"


async def look_at(container: Container, table: str) -> str:
    view = await look(container, table, None)
    assert view is not None
    return view.variant
