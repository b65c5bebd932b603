"""A deal that is over names who sat there then, whoever has the seats now."""

import pytest

from service.bootstrap import Container, memory_container
from service.retold import deal_view
from service.table.commands import Leave, TakeOver
from service.telegram.lines import plain
from service.telegram.replay_view import replay_page
from service.telegram.result_view import deal_sheet
from service.telegram.texts import tongue
from service.usecases import advance, house
from tests.stored import PEOPLE, move, started, stored_of

EN, EVE = tongue("en"), 19


@pytest.fixture
async def home() -> Container:
    return memory_container()


async def deal(home: Container, table: str) -> int:
    """One deal that somebody takes; its number."""
    before = len((await stored_of(home, table)).head.deals)
    while len((await stored_of(home, table)).head.deals) == before:
        await move(home, table)
    return (await stored_of(home, table)).head.deals[-1].no


async def taken_over(home: Container, table: str) -> None:
    """Eve takes the second player's seat."""
    await house(home, table, Leave(person=PEOPLE[1]))
    await advance(home, table)
    await house(home, table, TakeOver(person=EVE, seat="E", name="Eve", reachable=True))
    await advance(home, table)


async def page(home: Container, table: str, number: int, step: int) -> str:
    found = await deal_view(home, table, number)
    assert found is not None
    view, told = found
    text = plain(replay_page(view, told.finished, told.note, step, EN, told.plies).text)
    return text.replace("\u2068", "").replace("\u2069", "")


async def test_each_deal_of_a_replay_names_its_own_people(home: Container) -> None:
    table = await started(home, 100)
    first = await deal(home, table)
    await taken_over(home, table)
    second = await deal(home, table)
    for step in range(9):
        assert "P12" in await page(home, table, first, step) and "Eve" not in await page(
            home, table, first, step
        )
    assert "🪑 Eve for P12" in await page(home, table, second, 0)
    for step in range(1, 9):
        assert "Eve" in await page(home, table, second, step) and "P12" not in await page(
            home, table, second, step
        )


async def test_a_seat_taken_in_the_middle_of_a_deal_is_told_where_it_was(home: Container) -> None:
    table = await started(home, 100)
    while len((await stored_of(home, table)).facts) < 12:
        await move(home, table)
    await taken_over(home, table)
    number = await deal(home, table)
    told = [await page(home, table, number, step) for step in range(9)]
    came = [step for step, text in enumerate(told) if "🪑 Eve for P12" in text]
    assert len(came) == 1 and came[0] > 1
    assert "Eve" not in told[came[0] - 1] and "P12" not in told[came[0] + 1]


async def test_a_sheet_that_is_drawn_again_keeps_its_people(home: Container) -> None:
    table = await started(home, 100)
    number = await deal(home, table)
    found = await deal_view(home, table, number)
    await taken_over(home, table)
    await deal(home, table)
    again = await deal_view(home, table, number)
    assert found is not None and again is not None
    sheets = [deal_sheet(view, told.finished, told.note, "", EN).text for view, told in (found, again)]
    assert sheets[0] == sheets[1]
