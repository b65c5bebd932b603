"""Groups of other kinds than the plain one every world begins with, and what stands in them."""

from tests.sandbox.client import ANNA, Json
from tests.telegram.wing.world import PEOPLE, SEATS, World, buttons, table_of


async def supergroup(world: World, **more: object) -> int:
    """A supergroup of everybody and the bot."""
    group: int = (await world.control.do("groups", title="Big club", type="supergroup"))["id"]
    if more:
        await world.control.do("chats", chat=group, **more)
    await world.settle()
    return group


async def start_in(world: World, group: int, *people: int, thread: int | None = None) -> str:
    """A running match of these people there; the table's id."""
    people = people or PEOPLE
    await world.control.start(*people)
    await world.settle()
    await world.control.say(ANNA, group, "/belote", **({"thread_id": thread} if thread else {}))
    await world.settle()
    table = table_of(await world.card(group))
    for person in people:
        await world.control.tap(person, await world.card(group), f"si:{table}:0:{SEATS[person]}")
        await world.turn(5)
    await world.tap(people[0], await world.card(group), "", kind="go")
    await world.turn(8)
    return table


async def ours(world: World, group: int, person: int = ANNA) -> list[Json]:
    """The bot's messages in a group, oldest first."""
    return [m for m in await world.control.sees(person, group) if m["from"]["is_bot"] and not m["service"]]


async def live_cards(world: World, group: int, table: str) -> list[Json]:
    """Messages there that show the running match: those with the button for one's own hand."""
    return [m for m in await ours(world, group) if f"ha:{table}" in str(buttons(m))]


async def chatter(world: World, group: int, messages: int, person: int = ANNA) -> None:
    """People talk. Without administrator's rights the bot hears none of it."""
    for number in range(messages):
        await world.control.say(person, group, f"talk {number}")
    await world.settle()
