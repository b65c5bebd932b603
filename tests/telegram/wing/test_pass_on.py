"""A seat of a private match in mid-play, passed on by a link: whoever takes it has that hand, and sees no other."""

from urllib.parse import parse_qs, urlparse

import pytest

from service.table.commands import AcceptResign, Leave, Resign
from service.table.look import look as see
from service.table.model import Stage
from service.telegram.invite_view import invitation, seats_to_pass_on
from service.telegram.texts import tongue
from service.telegram.views import hand_card
from service.usecases import house
from tests.sandbox.client import ANNA, BEN, CHLOE, DAN, Json
from tests.table.worlds import FOUR, ask, started
from tests.telegram.views.test_properties import check_message
from tests.telegram.wing.private import follow, join, links, payload, play_deal, private_table
from tests.telegram.wing.test_inline import now, post
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.test_parting import bare, labels, told
from tests.telegram.wing.world import World, buttons


@pytest.fixture
async def table(world: World) -> str:
    """A private match of Anna, Ben and Chloé; Dan has never been there."""
    found = await private_table(world)
    link = (await links(world))[0]
    for person in (BEN, CHLOE):
        await join(world, person, link)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(5)
    return found


async def left(world: World, table: str, person: int = BEN) -> None:
    await house(world.container, table, Leave(person=person))
    await world.settle()
    await world.turn(5)


async def link_of(world: World, person: int = ANNA) -> str:
    """The link that a player passes on."""
    await world.tap(person, await world.hand(person), "", kind="of")
    await world.settle()
    message = (await world.control.sees(person, person))[-1]
    assert "free" in message["text"] or "frei" in message["text"]
    (share,) = [b["url"] for b in buttons(message) if "url" in b]
    return payload(parse_qs(urlparse(share).query)["url"][0])


def offers(card: Json) -> list[str]:
    return [b["callback_data"] for b in buttons(card) if b.get("callback_data", "").startswith("ov:")]


async def test_while_all_sit_there_is_nothing_to_pass_on(world: World, table: str) -> None:
    assert not any("💌" in label for label in labels(await world.hand(ANNA)))
    card = await follow(world, DAN, f"i-{table}")
    assert buttons(card) == [] or not offers(card)


async def test_a_friend_takes_the_seat_with_its_hand_and_sees_no_other(world: World, table: str) -> None:
    before = await view_of(world, table, BEN)
    assert before.seen is not None and before.seat is not None
    await left(world, table)
    card = await follow(world, DAN, await link_of(world))
    assert "Ben" in bare(card["text"]) and len(offers(card)) == 1
    for view in (await view_of(world, table, DAN), await view_of(world, table)):
        assert view.seen is not None and not view.seen.hand, "who looks at the link sees no card"
    await world.tap(DAN, card, "", kind="ov")
    await world.settle()
    await world.turn(5)
    after = await view_of(world, table, DAN)
    assert after.seat == before.seat and after.seen is not None
    assert after.seen.hand == before.seen.hand
    assert card["id"] not in [m["id"] for m in await world.control.sees(DAN, DAN)], (
        "his own card takes its place"
    )
    assert (await world.hand(DAN))["text"]
    assert not any("💌" in label for label in labels(await world.hand(ANNA)))


async def test_the_second_who_comes_is_told_that_it_is_taken(world: World, table: str) -> None:
    await left(world, table)
    link = await link_of(world)
    card = await follow(world, DAN, link)
    await world.tap(BEN, await world.hand(BEN), "", kind="rt")
    await world.settle()
    await world.tap(DAN, card, "", kind="ov")
    await world.settle()
    assert (await view_of(world, table, BEN)).seat is not None
    assert (await view_of(world, table, DAN)).seat is None
    assert await told(world, DAN)
    shown = next(m for m in await world.control.sees(DAN, DAN) if m["id"] == card["id"])
    assert offers(shown) == []


async def test_who_does_not_sit_there_gets_no_links(world: World, table: str) -> None:
    await left(world, table)
    card = await follow(world, DAN, f"i-{table}")
    await world.control.tap(DAN, card, f"of:{table}:0:")
    await world.settle()
    assert (await world.answers(DAN))[-1]["text"]
    assert not any("t.me/share" in str(m) for m in await world.control.sees(DAN, DAN))


async def test_a_card_posted_in_some_chat_offers_the_seat_and_is_tapped_there(world: World) -> None:
    found = await private_table(world)
    link = (await links(world))[0]
    posted = await post(world, ANNA, which=0)
    for person in (BEN, CHLOE):
        await join(world, person, link)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(8)
    assert offers(await now(world, posted)) == []
    await left(world, found)
    await world.turn(8)
    await world.control.start(DAN)
    await world.tap(DAN, await now(world, posted), "", kind="ov")
    await world.settle()
    await world.turn(8)
    assert (await view_of(world, found, DAN)).seat is not None
    assert offers(await now(world, posted)) == []


async def test_who_left_finds_the_match_in_his_history_and_may_read_it(world: World, table: str) -> None:
    await play_deal(world, table)
    await left(world, table)
    await world.tap(DAN, await follow(world, DAN, await link_of(world)), "", kind="ov")
    await world.settle()
    for wish in (Resign(person=ANNA), Resign(person=DAN), AcceptResign(person=CHLOE)):
        await house(world.container, table, wish)
    await world.settle()
    await world.turn(8)
    assert (await view_of(world, table)).stage is Stage.OVER
    await world.control.say(BEN, BEN, "/history")
    await world.settle()
    listed = (await world.control.sees(BEN, BEN))[-1]
    await world.tap(BEN, listed, "", kind="ps")
    await world.settle()
    page = (await world.control.sees(BEN, BEN))[-1]
    assert "📜" in page["text"] and "Ben" in page["text"] and "Dan" not in page["text"], "his own deal"


def test_a_posted_invitation_offers_the_seat_as_long_as_it_is_free() -> None:
    table = ask(started(*FOUR).changed(posts=("inline",)), Leave(person=FOUR[1]))
    assert "inline:0" in table.marked
    assert any("Ben" in b.label for row in invitation(see(table.table, None), tongue("en")).rows for b in row)


@pytest.mark.parametrize("language", ["en", "de", "fr", "lb"])
def test_what_is_offered_fits_in_every_language(language: str) -> None:
    t, running = tongue(language), started(*FOUR).changed(chat=FOUR[0])
    chairs = {k: c.model_copy(update={"name": "Wolfgang Amadeus"}) for k, c in running.head.chairs.items()}
    table = ask(running.changed(chairs=chairs), Leave(person=FOUR[1])).table
    check_message(hand_card(see(table, FOUR[0]), t))
    check_message(invitation(see(table, None), t))
    links = seats_to_pass_on(see(table, FOUR[0]), t, "RebeloteBot")
    check_message(links._replace(rows=()))
    assert len(links.rows) == 1
    assert len(seats_to_pass_on(see(running, FOUR[0]), t, "RebeloteBot").rows) == 0
