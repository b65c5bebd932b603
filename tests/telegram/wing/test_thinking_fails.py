"""A computer's search that fails, whatever the reason: the game goes on, and whoever asked is told."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from engine import players
from engine.actions import Action
from engine.observation import Observation
from engine.players import club, hindsight, novice
from service import thinking
from service.logs import Once
from service.table import handle, reviews
from service.table.change import Change
from tests.sandbox.client import ANNA, BEN, CLUB, Json
from tests.telegram.wing.test_advice import against_experts, said, until_turn
from tests.telegram.wing.test_advice import reviews as shown_reviews
from tests.telegram.wing.test_history import bot_messages
from tests.telegram.wing.test_match import play_deal, view_of
from tests.telegram.wing.world import World, buttons, refused


def broken(observation: Observation, budget: int, seed: bytes | int) -> Action:
    raise EOFError("Ran out of input")


@pytest.fixture(autouse=True)
def first_of_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other test has logged it."""
    monkeypatch.setattr(thinking, "_first", Once())


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The expert's machine code cannot be loaded."""
    levels = {"novice": novice.choose, "club": club.choose, "expert": broken}
    monkeypatch.setattr(players, "LEVELS", levels)


@pytest.mark.usefixtures("no_search")
async def test_a_computer_whose_search_fails_plays_all_the_same(world: World) -> None:
    with capture_logs() as logs:
        table = await world.start(ANNA)
        await against_experts(world)
        await play_deal(world, table)
    view = await view_of(world, table, ANNA)
    assert len(view.deals) >= 1
    faults = [line for line in logs if line["log_level"] == "error"]
    assert {line["event"] for line in faults} == {"no search"}
    assert {(line["table"], line["why"]) for line in faults} == {(table, "EOFError")}
    assert [bool(line["exc_info"]) for line in faults] == [True] + [False] * (len(faults) - 1)


@pytest.mark.usefixtures("no_search")
async def test_advice_comes_from_who_needs_no_search(world: World) -> None:
    table = await world.start(ANNA)
    await until_turn(world, table, ANNA)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="ht")
    await world.turn(3)
    hint = (await view_of(world, table, ANNA)).own.hint
    assert hint is not None and hint.action
    assert not await refused(world)


async def sheet_of(world: World) -> Json:
    club_chat = await bot_messages(world, ANNA, CLUB)
    return next(m for m in club_chat if any(b.get("callback_data", "").startswith("rw:") for b in buttons(m)))


async def test_a_deal_that_cannot_be_played_through_is_said_to_be_so_and_may_be_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.start(ANNA, BEN)
    await play_deal(world, table)
    sheet = await sheet_of(world)

    def fails(*_: object) -> None:
        raise EOFError("Ran out of input")

    monkeypatch.setattr(reviews, "slips", fails)
    with capture_logs() as logs:
        await world.tap(BEN, sheet, "", kind="rw")
        await world.turn(20)
    assert [line["event"] for line in logs if line["log_level"] == "error"] == ["no review"], "once"
    (told,) = await shown_reviews(world, BEN)
    sorry = said("Something went wrong while I played the deal through. Ask once more in a while.")
    assert any(text in told["text"] for text in sorry)
    monkeypatch.setattr(reviews, "slips", hindsight.slips)
    await world.tap(BEN, sheet, "", kind="rw")
    await world.turn(5)
    (again,) = await shown_reviews(world, BEN)
    waiting = said("One moment: I am playing the deal through again …")
    assert not any(text in again["text"] for text in sorry | waiting)
    assert not await refused(world)


async def test_what_fails_for_one_is_no_fault_for_another(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even advice that nobody at all can give holds up no computer's move, and is forgotten."""
    table = await world.start(ANNA)
    await until_turn(world, table, ANNA)

    def fails(*_: object, **__: object) -> None:
        raise ValueError("no cards are dealt")

    monkeypatch.setattr(thinking, "advised", fails)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="ht")
    await world.turn(3)
    view = await view_of(world, table, ANNA)
    assert view.own.hint is None, "it may be asked for again"
    assert not await refused(world)


async def test_moves_go_before_deals_that_are_over_and_those_one_by_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for everything at once holds nobody up, at his table or elsewhere."""
    table = await world.start(ANNA, BEN)
    await play_deal(world, table)
    sheet = await sheet_of(world)
    jobs: list[list[str]] = []

    def played(*given: Any, **how: Any) -> Change:
        change: Change = handle.play_on(*given, **how)
        jobs.append(["move"] if change.facts else [])
        return change

    def looked(*given: Any) -> tuple[hindsight.Slip, ...]:
        jobs[-1].append("deal")
        return hindsight.slips(*given)

    monkeypatch.setattr(thinking, "play_on", played)
    monkeypatch.setattr(reviews, "slips", looked)
    for person in (ANNA, BEN):
        await world.tap(person, sheet, "", kind="rw")
    await world.turn(5)
    assert sum(job.count("deal") for job in jobs) == 2
    assert all(len(job) <= 1 for job in jobs)
    for person in (ANNA, BEN):
        assert len(await shown_reviews(world, person)) == 1
