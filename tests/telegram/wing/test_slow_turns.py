"""At a table of days: who wins a trick with a card that could be taken back, and who need not be called."""

from engine.match import Phase
from engine.observation import legal_actions
from service.people import Chat, Person
from service.table.commands import Arrive, Prefer
from service.table.table import Table
from service.telegram.surface_keys import MENTION, Key
from service.telegram.surfaces import Sight, want
from service.telegram.texts import tongue
from tests.faults.worlds import rings
from tests.sandbox.client import CLUB
from tests.table.worlds import CHLOE, ask, on_turn, play, seen, timed
from tests.telegram.counting import seated
from tests.telegram.wing.test_match import move, view_of
from tests.telegram.wing.test_match import on_turn as who_is_on
from tests.telegram.wing.world import PEOPLE, World, buttons


async def until_a_trick_is_ones_own(world: World, table: str) -> tuple[int, int]:
    """Play until somebody's tap, once it counts, makes him lead: he, and his rings before it counted."""
    for _ in range(80):
        person = await who_is_on(world, table)
        assert person is not None
        await move(world, table)
        told = await rings(world, person)
        await world.turn(11)
        view = await view_of(world, table)
        assert view.seen is not None
        if await who_is_on(world, table) == person and view.seen.phase is Phase.PLAYING and view.seen.tricks:
            return person, told
        await world.turn(30)
    raise AssertionError("nobody wins a trick with its last card")


async def test_who_leads_by_his_own_card_sees_it_at_once_and_is_rung_when_he_is_gone(world: World) -> None:
    table = (await seated(world, CLUB, PEOPLE, "1d")).id
    person, told = await until_a_trick_is_ones_own(world, table)
    assert any(b["callback_data"].startswith("a:") for b in buttons(await world.hand(person))), "by an edit"
    assert await rings(world, person) == told
    await world.turn(15)
    assert await rings(world, person) == told
    await world.turn(7)
    assert await rings(world, person) == told + 1, "he may have gone: twenty seconds after it counts it rings"
    await world.turn(60)
    assert await rings(world, person) == told + 1, "once"


async def test_who_leads_on_is_not_rung(world: World) -> None:
    table = (await seated(world, CLUB, PEOPLE, "1d")).id
    person, told = await until_a_trick_is_ones_own(world, table)
    await move(world, table)
    await world.turn(60)
    assert await rings(world, person) == told


def called(table: Table, person: int) -> bool:
    sight = Sight(table, Chat(id=-100), tongue("en"), "RebeloteBot", Person(id=person))
    return want(Key(MENTION, person), sight).message is not None


def test_whose_turn_plays_itself_is_not_called_in_the_group() -> None:
    """He is out of reach, his only card falls by itself: nobody waits for him."""
    table = ask(timed("1d"), Prefer(person=CHLOE, auto="on", at_once=True)).table
    table = ask(table, Arrive(person=CHLOE, reachable=False)).table
    alone = choice = 0
    while len(table.head.deals) < 2:
        if on_turn(table) == CHLOE and table.match is not None and table.match.phase is Phase.PLAYING:
            itself = len(legal_actions(seen(table, CHLOE))) == 1
            assert called(table, CHLOE) is not itself
            alone, choice = alone + itself, choice + (not itself)
        table = play(table)
    assert alone and choice
