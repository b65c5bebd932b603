"""Playing without a group: against computers, and a private table with invitations."""

import re
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest

from service.surface import deal_key, end_key, hand_key
from service.table.model import Stage
from service.telegram.handlers.wishes import sit
from service.usecases import decide
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Json
from tests.telegram.wing.test_match import move, on_turn, view_of
from tests.telegram.wing.world import World, buttons, table_of


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


# against computers


async def test_one_tap_begins_a_match_against_three_computers(world: World) -> None:
    await choose(world, ANNA, "solo")
    await world.turn(5)
    (table,) = await world.container.store.tables_of(ANNA)
    view = await view_of(world, table, ANNA)
    assert view.stage is Stage.PLAYING
    assert view.variant == "classic"
    assert [one.person for one in view.players].count(None) == 3
    assert await on_turn(world, table) == ANNA
    assert await world.hand(ANNA)


async def test_two_players_against_one_computer(world: World) -> None:
    await choose(world, ANNA, "duel")
    (table,) = await world.container.store.tables_of(ANNA)
    assert (await view_of(world, table)).rules.players == 2


async def test_a_double_tap_on_the_menu_begins_one_match(world: World) -> None:
    await world.control.start(ANNA)
    await world.control.say(ANNA, ANNA, "/play")
    await world.settle()
    menu = await world.menu(ANNA)
    await world.tap(ANNA, menu, ":solo", kind="pl")
    await world.tap(ANNA, menu, ":solo", kind="pl")
    await world.settle()
    assert len(await world.container.store.tables_of(ANNA)) == 1
    assert all(answer is not None for answer in await world.answers(ANNA))


async def test_nothing_of_it_appears_in_any_group(world: World) -> None:
    await choose(world, ANNA, "solo")
    (table,) = await world.container.store.tables_of(ANNA)
    await play_deal(world, table)
    calls = await world.calls("sendMessage", "editMessageText")
    assert {call["chat_id"] for call in calls} == {ANNA}


async def test_the_deals_sheet_takes_the_hands_place_and_the_next_hand_is_new(world: World) -> None:
    await choose(world, ANNA, "solo")
    (table,) = await world.container.store.tables_of(ANNA)
    await world.turn(5)
    await play_deal(world, table)
    await world.turn(10)
    rows = await world.container.store.rows(table)
    sheet, hand = rows[deal_key(1, ANNA)], rows[hand_key(ANNA)]
    assert sheet.message and hand.message and sheet.message < hand.message
    shown = {m["id"]: m for m in await world.control.sees(ANNA, ANNA)}
    assert "wh" in [b["callback_data"].split(":")[0] for b in buttons(shown[sheet.message])]
    assert "ha" not in shown[sheet.message]["text"][:2]
    await world.tap(ANNA, shown[sheet.message], "", kind="wh")
    await world.settle()
    assert (await world.answers(ANNA))[-1]["text"]


# a private table


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
    from service.table.votes import table_id

    table = await private_table(world)
    guesses = {table_id(*parts) for n in range(200) for parts in ((ANNA, n), (n, ANNA), (n,))}
    assert table not in guesses


# the match


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


@pytest.mark.parametrize("people", [2])
async def test_a_whole_match_of_two_friends_and_two_computers(world: World, people: int) -> None:
    table = await private_table(world)
    await join(world, BEN, (await links(world))[1])
    await shorten(world, table)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(6)
    before = {person: await rings(world, person) for person in (ANNA, BEN)}
    await play_match(world, table)
    await world.turn(30)
    view = await view_of(world, table)
    assert view.stage is Stage.OVER
    rows = await world.container.store.rows(table)
    for person in (ANNA, BEN):
        end = rows[end_key(person)]
        assert end.message
        seen = {m["id"]: m for m in await world.control.sees(person, person)}
        assert "🏆" in seen[end.message]["text"]
        assert not seen[end.message]["silent"], "it rings, once"
        assert rows[deal_key(len(view.deals), person)].message, "the last hand became the last sheet"
        assert rows[hand_key(person)].message is None
        trophies = [m for m in seen.values() if "🏆" in m["text"]]
        assert len(trophies) == 1
        assert before[person] < await rings(world, person)
    calls = await world.calls("sendMessage", "editMessageText")
    assert {call["chat_id"] for call in calls} <= {ANNA, BEN}


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


async def test_a_rematch_opens_a_private_lobby_for_both(world: World) -> None:
    table = await private_table(world)
    await join(world, BEN, (await links(world))[1])
    await shorten(world, table)
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(6)
    await play_match(world, table)
    await world.turn(30)
    for person in (ANNA, BEN):
        end = (await world.container.store.rows(table))[end_key(person)].message
        (card,) = [m for m in await world.control.sees(person, person) if m["id"] == end]
        await world.tap(person, card, "", kind="re")
        await world.turn(3)
    successor = (await view_of(world, table)).successor
    assert successor
    assert table_of(await world.hand(ANNA)) == successor
    assert table_of(await world.hand(BEN)) == successor
    await world.tap(ANNA, await world.hand(ANNA), "", kind="go")
    await world.turn(6)
    assert (await view_of(world, successor)).stage is Stage.PLAYING
    calls = await world.calls("sendMessage")
    assert CLUB not in {call["chat_id"] for call in calls}


async def test_leaving_and_coming_back(world: World) -> None:
    table = await two_at_a_table(world)
    await world.control.say(BEN, BEN, "/leave")
    await world.turn(6)
    assert (await view_of(world, table)).player(1).computer
    await play_deal(world, table)
    await world.tap(BEN, await world.hand(BEN), "", kind="rt")
    await world.turn(6)
    assert (await view_of(world, table)).player(1).computer is None
    await play_deal(world, table)
    await world.turn(10)
    assert (await world.container.store.rows(table))[hand_key(BEN)].message


async def test_who_blocks_the_bot_is_not_waited_for(world: World) -> None:
    table = await two_at_a_table(world)
    await world.control.do("block", user=BEN)
    await world.turn(6)
    assert (await view_of(world, table)).player(1).computer, "there is no group in which he could be called"
    await world.control.do("unblock", user=BEN)
    await world.turn(6)
    await world.tap(BEN, await world.hand(BEN), "", kind="rt")
    await world.turn(6)
    assert (await view_of(world, table)).player(1).computer is None


async def test_who_comes_back_keeps_his_seat_though_his_card_was_looked_at_meanwhile(world: World) -> None:
    """His tables are told before he is remembered as within reach."""
    table = await two_at_a_table(world)
    await world.container.directory.touch_person(BEN, blocked=True)
    await world.container.store.mark(table, [hand_key(BEN)])
    await world.settle()
    await world.container.directory.touch_person(BEN, blocked=False)
    await world.turn(6)
    assert (await view_of(world, table)).player(1).computer is None


async def test_with_several_tables_leave_asks_which(world: World) -> None:
    first = await private_table(world)
    await choose(world, ANNA, "solo")
    await world.turn(5)
    await world.control.say(ANNA, ANNA, "/leave")
    await world.settle()
    card = (await world.control.sees(ANNA, ANNA))[-1]
    assert {b["callback_data"].split(":")[1] for b in buttons(card)} == set(
        await world.container.store.tables_of(ANNA)
    )
    meant = next(b["callback_data"] for b in buttons(card) if first in b["callback_data"])
    await world.control.tap(ANNA, card, meant)
    await world.turn(3)
    assert (await view_of(world, first)).stage is Stage.CANCELLED, "nobody is left at it"


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


async def test_the_greeting_leads_to_the_menu(world: World) -> None:
    await world.control.start(DAN)
    await world.settle()
    greeting = next(
        m
        for m in await world.control.sees(DAN, DAN)
        if any(b.get("callback_data", "").startswith("pl:") for b in buttons(m))
    )
    await world.tap(DAN, greeting, "", kind="pl")
    await world.settle()
    menu: Any = (await world.control.sees(DAN, DAN))[-1]
    assert {b["callback_data"].rpartition(":")[2] for b in buttons(menu)} == {
        "solo",
        "duel",
        "friends",
        "learn",
    }


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


async def test_a_match_that_ends_in_quiet_hours_tells_of_its_end_in_silence_and_rings_in_the_morning(
    world: World,
) -> None:
    await choose(world, ANNA, "solo")
    await world.turn(30)
    until = world.clock() + 3_600_000
    await world.container.directory.touch_person(ANNA, hushed=until)
    await world.control.say(ANNA, ANNA, "/resign")
    await world.settle()
    question = (await world.control.sees(ANNA, ANNA))[-1]
    if any(b.get("callback_data", "").startswith("mt:") for b in buttons(question)):
        await world.tap(ANNA, question, "", kind="mt")
    await world.turn(30)
    end = (await world.control.sees(ANNA, ANNA))[-1]
    assert "🏆" in end["text"] and end["silent"]
    world.clock.turn((until - world.clock()) / 1000)
    await world.settle()
    ends = [m for m in await world.control.sees(ANNA, ANNA) if "🏆" in m["text"]]
    assert [m["silent"] for m in ends] == [False], "the silent one goes"


@pytest.mark.parametrize("deals", [0, 1])
async def test_who_gives_up_is_left_with_no_card_to_play_from(world: World, deals: int) -> None:
    """The deal that was broken off has no score sheet, so its card becomes none: it goes, and the end stands last."""
    await choose(world, ANNA, "solo")
    await world.turn(30)
    (table,) = await world.container.store.tables_of(ANNA)
    for _ in range(deals):
        await play_deal(world, table)
        await world.turn(30)
    await world.control.say(ANNA, ANNA, "/resign")
    await world.settle()
    question = (await world.control.sees(ANNA, ANNA))[-1]
    if any(b.get("callback_data", "").startswith("mt:") for b in buttons(question)):
        await world.tap(ANNA, question, "", kind="mt")
    await world.turn(30)
    assert (await view_of(world, table)).stage is Stage.OVER
    seen = await world.control.sees(ANNA, ANNA)
    playable = [b for m in seen for b in buttons(m) if b.get("callback_data", "").startswith(("a:", "we:"))]
    assert playable == []
    assert not any("🟢" in m["text"] for m in seen), "it is nobody's turn any more"
    rows = await world.container.store.rows(table)
    assert [key for key in rows if key.startswith("deal:")] == [
        deal_key(one + 1, ANNA) for one in range(deals)
    ]
    assert rows[end_key(ANNA)].message == seen[-1]["id"]


async def test_a_second_match_against_computers_is_told_apart_by_its_number(world: World) -> None:
    await choose(world, ANNA, "solo")
    await choose(world, ANNA, "solo")
    tables = await world.container.store.tables_of(ANNA)
    assert sorted([(await view_of(world, table, ANNA)).number for table in tables]) == [1, 2]
    cards = [m["text"].splitlines()[0] for m in await world.hands(ANNA)]
    assert sum("#2" in line for line in cards) == 1
