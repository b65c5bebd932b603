"""How a match comes into the past: by its last card, by being given up, by being broken off."""

from engine.actions import action_text
from engine.observation import legal_actions
from service.bootstrap import Container, memory_container
from service.lobbies import Opening, open_table
from service.table.commands import Act, Cancel, Command, Resign, Sit, Start
from service.usecases import advance, decide, look

ANNA, GROUP = 7_000_000_011, -77


async def begun(house: Container, variant: str = "two-player") -> str:
    """Anna against computers."""
    table = await open_table(house, Opening(GROUP, 5, None, "Club", ANNA, variant))
    await did(house, table, Sit(person=ANNA, revision=0, seats="N", name="Anna", reachable=True))
    await did(house, table, Start(person=ANNA, revision=99))
    return table


async def did(house: Container, table: str, command: Command) -> None:
    verdict = await decide(house, table, command.person, command, None)
    assert verdict.refused is None, verdict.refused
    await advance(house, table, thinking=True)


async def played(house: Container, table: str, deals: int) -> None:
    """Anna's first legal moves until so many deals are over."""
    for _ in range(2000):
        view = await look(house, table, ANNA)
        assert view is not None
        if len(view.deals) >= deals:
            return
        if view.seen is None or view.seen.turn != view.seat:
            await advance(house, table, thinking=True)
            continue
        legal = [action_text(action) for action in legal_actions(view.seen)]
        chosen = next((text for text in legal if text not in ("pass", "claim")), legal[0])
        await did(house, table, Act(person=ANNA, ply=view.seen.ply, action=chosen))
    raise AssertionError("the deals have no end")


async def past(house: Container) -> tuple[list[str], list[str]]:
    return list(await house.store.past_of(ANNA, 0, 9)), list(await house.store.past_in(GROUP, 0, 9))


async def test_a_match_that_is_played_out_is_past() -> None:
    house = memory_container()
    table = await begun(house)
    assert await past(house) == ([], [])
    await played(house, table, 1)
    assert await past(house) == ([table], [table])


async def test_a_match_that_is_given_up_is_past() -> None:
    house = memory_container()
    table = await begun(house, "classic")
    await did(house, table, Resign(person=ANNA))
    assert await past(house) == ([table], [table])


async def test_a_match_that_is_broken_off_is_past_if_a_deal_of_it_was_played() -> None:
    house = memory_container()
    table = await begun(house, "classic")
    await played(house, table, 1)
    await did(house, table, Cancel(person=ANNA, running=True))
    assert await past(house) == ([table], [table])


async def test_what_was_never_played_is_no_match() -> None:
    house = memory_container()
    table = await begun(house, "classic")
    await did(house, table, Cancel(person=ANNA, running=True))
    assert await past(house) == ([], [])
