"""What people do without a group, for the tests: begin, invite, follow a link, play to the end."""

from urllib.parse import parse_qs, urlparse

from service.table.model import Stage
from tests.sandbox.client import ANNA, BEN, Json
from tests.telegram.wing.test_match import move, view_of
from tests.telegram.wing.world import World, buttons


async def texts(world: World, person: int) -> list[str]:
    return [message["text"] for message in await world.control.sees(person, person)]


async def choose(world: World, person: int, what: str) -> None:
    """`/play`, and a tap on one of its buttons."""
    await world.control.start(person)
    await world.settle()
    await world.control.say(person, person, "/play")
    await world.settle()
    await world.tap(person, await world.menu(person), f":{what}", kind="pl")
    await world.settle()


async def private_table(world: World, person: int = ANNA) -> str:
    await choose(world, person, "friends")
    (table,) = await world.container.store.tables_of(person)
    return table


async def links(world: World, person: int = ANNA) -> list[str]:
    """The payloads of the invitations that the host can pass on, the one for all first."""
    await world.tap(person, await world.hand(person), ":invite", kind="me")
    await world.turn(3)
    card = await world.hand(person)
    shared = [b["url"] for b in buttons(card) if "url" in b]
    await world.tap(person, card, ":", kind="me")
    await world.turn(3)
    found = [payload(parse_qs(urlparse(address).query)["url"][0]) for address in shared]
    return sorted(found, key=lambda link: ("BPA".find(link[-1]), link))


def payload(link: str) -> str:
    return parse_qs(urlparse(link).query)["start"][0]


async def follow(world: World, person: int, link: str) -> Json:
    """Open an invitation's link; what it shows."""
    await world.control.do("start", user=person, payload=link)
    await world.settle()
    return (await world.control.sees(person, person))[-1]


async def join(world: World, person: int, link: str) -> None:
    await world.tap(person, await follow(world, person, link), "", kind="jo")
    await world.turn(3)


async def play_deal(world: World, table: str) -> None:
    """Until this deal is over."""
    before = len((await view_of(world, table)).deals)
    for _ in range(60):
        view = await view_of(world, table)
        if view.stage is not Stage.PLAYING or len(view.deals) > before:
            return
        await move(world, table)
        await world.turn(3)
    raise AssertionError("the deal does not end")


async def two_at_a_table(world: World) -> str:
    table = await private_table(world)
    await join(world, BEN, (await links(world))[1])
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(6)
    return table


async def play_match(world: World, table: str) -> None:
    for _ in range(40):
        if (await view_of(world, table)).stage is not Stage.PLAYING:
            return
        await play_deal(world, table)
    raise AssertionError("the match does not end")


async def shorten(world: World, table: str) -> None:
    """Fewer points, by the card's own menu."""
    await world.tap(ANNA, await world.hand(ANNA), ":rules", kind="me")
    await world.turn(3)
    await world.tap(ANNA, await world.hand(ANNA), ":target=501", kind="op")
    await world.turn(3)
    await world.tap(ANNA, await world.hand(ANNA), ":", kind="me")
    await world.turn(3)
    assert (await view_of(world, table)).rules.target == 501


async def rings(world: World, chat: int) -> int:
    counters: Json = await world.control.look("counters")
    return int(counters["chats"].get(str(chat), {}).get("rings", 0))
