"""A private table: arranged by its host, reached by links, and by nothing else."""

import re

from service.surface import hand_key
from service.table.model import Stage
from service.table.votes import table_id
from service.telegram.handlers.wishes import sit
from service.usecases import decide
from tests.sandbox.client import ANNA, BEN, CHLOE
from tests.telegram.wing.private import (
    follow,
    join,
    links,
    private_table,
)
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.world import World, buttons, table_of


async def test_a_private_table_is_arranged_on_its_hosts_card(world: World) -> None:
    table = await private_table(world)
    card = await world.hand(ANNA)
    kinds = {b["callback_data"].split(":")[0] for b in buttons(card) if "callback_data" in b}
    assert {"fi", "me", "st", "go"} <= kinds
    assert table_of(card) == table


async def test_one_link_leads_to_any_seat_and_one_to_each(world: World) -> None:
    table = await private_table(world)
    found = await links(world)
    assert found == [f"i-{table}", f"i-{table}-B", f"i-{table}-P", f"i-{table}-A"]
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", link) for link in found)


async def test_who_is_invited_sees_who_invites_and_sits_where_he_likes(world: World) -> None:
    table = await private_table(world)
    card = await follow(world, BEN, (await links(world))[0])
    assert "Anna" in card["text"]
    assert {b["callback_data"].split(":")[0] for b in buttons(card)} == {"jo", "in"}
    await world.tap(BEN, card, ":S", kind="jo")
    await world.turn(3)
    view = await view_of(world, table, BEN)
    assert view.player(2).person == BEN, "beside Anna"
    seen = await world.control.sees(BEN, BEN)
    assert card["id"] not in [message["id"] for message in seen], "his own card takes its place"
    assert {"st"} <= {b["callback_data"].split(":")[0] for b in buttons(await world.hand(BEN))}
    assert "go" not in {b["callback_data"].split(":")[0] for b in buttons(await world.hand(BEN))}


async def test_a_seats_link_offers_that_seat(world: World) -> None:
    await private_table(world)
    east = (await links(world))[1]
    card = await follow(world, BEN, east)
    offered = [b["callback_data"] for b in buttons(card) if b["callback_data"].startswith("jo:")]
    assert [data.rpartition(":")[2] for data in offered] == ["E"]


async def test_the_partners_link_follows_who_invites_to_another_seat(world: World) -> None:
    table = await private_table(world)
    partner = (await links(world))[2]
    view = await view_of(world, table, ANNA)
    anna = await world.container.directory.person(ANNA)
    await decide(world.container, table, ANNA, sit(anna, "E", view.revision), 9_000)
    await world.turn(3)
    card = await follow(world, BEN, partner)
    offered = [b["callback_data"] for b in buttons(card) if b["callback_data"].startswith("jo:")]
    assert [data.rpartition(":")[2] for data in offered] == ["W"]


async def test_who_sits_is_not_offered_a_seat_beside_himself(world: World) -> None:
    await private_table(world)
    assert not any(
        "Anna" in b["text"] and b["callback_data"].startswith("si:") for b in buttons(await world.hand(ANNA))
    )


async def test_the_second_to_use_a_seats_link_is_offered_the_others(world: World) -> None:
    table = await private_table(world)
    east = (await links(world))[1]
    await join(world, BEN, east)
    card = await follow(world, CHLOE, east)
    offered = [b["callback_data"] for b in buttons(card) if b["callback_data"].startswith("jo:")]
    assert "E" not in "".join(data.rpartition(":")[2] for data in offered)
    assert offered
    await world.tap(CHLOE, card, "", kind="jo")
    await world.turn(3)
    assert (await view_of(world, table, CHLOE)).seat is not None


async def test_two_who_open_one_link_and_tap_at_once_both_learn_where_they_are(world: World) -> None:
    table = await private_table(world)
    east = (await links(world))[1]
    first, second = await follow(world, BEN, east), await follow(world, CHLOE, east)
    await world.tap(BEN, first, ":E", kind="jo")
    await world.tap(CHLOE, second, ":E", kind="jo")
    await world.turn(3)
    assert (await view_of(world, table)).player(1).person == BEN
    assert (await world.answers(CHLOE))[-1]["text"]
    card = await world.hand(CHLOE)
    assert card["id"] == second["id"]
    assert not [b for b in buttons(card) if b["callback_data"].endswith(":E")], "it shows what is left"


async def test_an_invitation_ends_with_the_start(world: World) -> None:
    table = await private_table(world)
    everybody = (await links(world))[0]
    waiting = await follow(world, BEN, everybody)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(5)
    await world.tap(BEN, waiting, "", kind="jo")
    await world.settle()
    assert (await view_of(world, table, BEN)).seat is None
    assert (await world.answers(BEN))[-1]["text"]
    late = await follow(world, CHLOE, everybody)
    assert not buttons(late)
    assert late["text"]


async def test_a_link_to_nowhere_is_answered(world: World) -> None:
    card = await follow(world, BEN, "i-aaaaaaaaaa")
    assert card["text"] and not buttons(card)


async def test_an_invitation_to_a_groups_table_is_none(world: World) -> None:
    """Whoever finds out a group's table does not sit down from outside by a link that he made himself."""
    await world.control.start(ANNA, BEN)
    table = table_of(await world.lobby(ANNA))
    card = await follow(world, BEN, f"i-{table}")
    assert not buttons(card)
    await world.control.tap(BEN, await world.hand(BEN) if buttons(card) else card, f"jo:{table}:9:E")
    await world.settle()
    assert (await view_of(world, table, BEN)).seat is None


async def test_no_thanks(world: World) -> None:
    table = await private_table(world)
    card = await follow(world, BEN, (await links(world))[0])
    await world.tap(BEN, card, ":no", kind="in")
    await world.settle()
    (shown,) = [m for m in await world.control.sees(BEN, BEN) if m["id"] == card["id"]]
    assert not buttons(shown)
    assert (await view_of(world, table, BEN)).seat is None


async def test_the_tables_id_cannot_be_guessed_from_the_menu(world: World) -> None:
    table = await private_table(world)
    guesses = {table_id(*parts) for n in range(200) for parts in ((ANNA, n), (n, ANNA), (n,))}
    assert table not in guesses


async def test_cancelling_a_private_lobby(world: World) -> None:
    table = await private_table(world)
    await join(world, BEN, (await links(world))[0])
    await world.control.say(ANNA, ANNA, "/cancel")
    await world.turn(3)
    assert (await view_of(world, table)).stage is Stage.CANCELLED
    for person in (ANNA, BEN):
        row = (await world.container.store.rows(table))[hand_key(person)]
        shown = {m["id"]: m for m in await world.control.sees(person, person)}
        assert row.message is None or not buttons(shown[row.message])


async def test_the_list_of_games_brings_the_private_lobby_back(world: World) -> None:
    await private_table(world)
    before = (await world.hand(ANNA))["id"]
    await world.control.say(ANNA, ANNA, "/games")
    await world.settle()
    await world.tap(ANNA, await world.hand(ANNA), "", kind="ga")
    await world.turn(3)
    card = await world.hand(ANNA)
    assert card["id"] > before
    assert "go" in {b["callback_data"].split(":")[0] for b in buttons(card)}
