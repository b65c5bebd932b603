"""Who the bot may write to is learnt at awkward moments, and lost at none."""

import asyncio

import pytest

from engine.players import USUAL
from service.lobbies import Opening, open_table
from service.surface import LOBBY
from service.table.commands import Arrive
from service.table.model import Stage
from service.telegram.limits import Limits
from service.telegram.show import Show
from service.usecases import look
from tests.sandbox.client import ANNA, BEN, CLUB, DAN, Json
from tests.telegram.wing.store_fails import fails_once
from tests.telegram.wing.test_match import play_deal, view_of
from tests.telegram.wing.world import PEOPLE, SEATS, World, buttons, table_of


async def test_start_pressed_while_the_tap_on_the_seat_still_waits(world: World) -> None:
    await world.control.start(ANNA)
    table = table_of(await world.lobby(ANNA))
    await world.sit(BEN, "E")
    await world.intake()  # in the inbox, and no worker has come by
    await world.control.do("start", user=BEN, payload=f"t-{table}-E")
    await world.intake()
    await world.settle()
    player = (await view_of(world, table)).player(1)
    assert player.person == BEN
    assert player.reachable, "or the start would wait for him for ever"


async def test_who_blocks_the_bot_while_his_tap_on_the_seat_still_waits(world: World) -> None:
    """Nobody is told of it, for the table is not among his yet; but it learns what his private chat knows."""
    await world.control.start(ANNA)
    await world.control.start(BEN)
    table = table_of(await world.lobby(ANNA))
    await world.sit(BEN, "E")
    await world.intake()  # in the inbox, and no worker has come by
    await world.control.do("block", user=BEN)
    await world.intake()
    await world.turn(5)
    player = (await view_of(world, table)).player(1)
    assert player.person == BEN
    assert not player.reachable, "or the match begins with somebody on turn whom nobody calls"
    await world.control.do("unblock", user=BEN)
    await world.turn(5)
    assert (await view_of(world, table)).player(1).reachable
    assert table in str(buttons(await world.hand(BEN))), "his card comes by itself"


async def test_a_store_that_fails_while_start_is_told_to_the_tables(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.control.start(ANNA)
    table = table_of(await world.lobby(ANNA, BEN))
    ahead = fails_once(monkeypatch, world.container.store, Arrive)
    await world.control.start(BEN)
    await world.settle()
    assert not ahead, "it failed"
    assert (await view_of(world, table)).player(1).reachable


async def test_who_is_found_blocked_at_one_table_is_called_at_all_of_his(world: World) -> None:
    tables = [await world.start(*PEOPLE), await world.start(*PEOPLE)]
    await world.container.directory.touch_person(BEN, blocked=False)
    await world.show._steps.shut_out(tables[0], BEN)
    await world.settle()
    for table in tables:
        assert not (await view_of(world, table)).player(1).reachable


async def test_a_running_match_is_found_behind_many_lobbies_that_came_to_nothing(world: World) -> None:
    table = await world.start(ANNA)
    for message in range(30):
        other = await open_table(world.container, Opening(CLUB, 90_000 + message, None, "Belote club", BEN))
        stored = await world.container.store.load(other)
        assert stored is not None
    await world.control.say(ANNA, CLUB, "/leave")
    await world.settle()
    chair = (await view_of(world, table, ANNA)).player(0)
    assert chair.computer == USUAL, "the match at which she plays is meant"


async def test_a_single_persons_wish_to_stop_ends_the_match_and_says_so(world: World) -> None:
    table = await world.start(ANNA)
    await world.control.say(ANNA, CLUB, "/cancel")
    await world.settle()
    await world.tap(ANNA, await world.card(), "", kind="ca")
    await world.settle()
    assert (await view_of(world, table)).stage is Stage.CANCELLED
    answer = (await world.answers(ANNA))[-1]
    assert "aufgehoben" in answer["text"], "not that all must agree"


async def test_many_lobbies_due_at_once_keep_within_what_the_bot_may_send(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that lets others run while it writes must not let them all through one gap in the count."""
    limits = Limits(25, 1000)
    show = Show(world.container, world.show._gateway, limits, "RebeloteBot")
    put = world.container.store.put_rows

    async def yielding(*arguments: object) -> bool:
        await asyncio.sleep(0)
        return await put(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(world.container.store, "put_rows", yielding)
    for number in range(60):
        chat = (await world.control.do("groups", title=f"Group {number}"))["id"]
        await open_table(world.container, Opening(chat, 1, None, "", ANNA))
    await world.intake()
    before = len(await world.calls("sendMessage"))
    due = [one for one in await world.container.store.claim(100) if one.key == LOBBY]
    await asyncio.gather(*(show(one) for one in due))
    assert len(await world.calls("sendMessage")) - before <= 25


async def test_the_last_trick_of_a_deal_can_be_seen_from_its_sheet(world: World) -> None:
    table = await world.start(*PEOPLE)
    await play_deal(world, table)
    sheet = next(m for m in await world.control.sees(ANNA, CLUB) if any(":8" in d for d in tricks_on(m)))
    await world.control.tap(BEN, sheet, tricks_on(sheet)[0])
    await world.settle()
    answer = (await world.answers(BEN))[-1]
    assert answer["show_alert"]
    assert "8" in answer["text"]
    assert answer["text"].count("·") == 3, "four cards"


def tricks_on(message: Json) -> list[str]:
    data = (button.get("callback_data", "") for button in buttons(message))
    return [one for one in data if one.startswith("tr:")]


async def test_who_comes_by_a_link_to_a_taken_seat_is_offered_the_free_ones(world: World) -> None:
    card = await world.lobby(ANNA, BEN)
    table = table_of(card)
    await world.control.do("start", user=DAN, payload=f"t-{table}-{SEATS[BEN]}")
    await world.settle()
    offer = await world.hand(DAN)
    assert "That seat is taken by now" in offer["text"]
    assert "Anna" in offer["text"]
    assert {b["callback_data"].split(":")[0] for b in buttons(offer)} == {"si"}
    await world.control.tap(DAN, offer, buttons(offer)[0]["callback_data"])
    await world.turn(5)
    view = await look(world.container, table, DAN)
    assert view is not None
    assert view.seat is not None


async def test_a_link_without_a_seat_offers_all_that_are_free(world: World) -> None:
    table = table_of(await world.lobby(ANNA))
    await world.control.do("start", user=BEN, payload=f"t-{table}")
    await world.settle()
    assert "Where do you sit?" in (await world.hand(BEN))["text"]


async def test_who_comes_when_all_is_taken_or_begun_is_told_so(world: World) -> None:
    table = table_of(await world.lobby(*PEOPLE))
    eve = (await world.control.do("users", first_name="Eve", join=[CLUB]))["id"]
    await world.control.do("start", user=eve, payload=f"t-{table}-N")
    await world.settle()
    assert "All seats are taken" in (await world.control.sees(eve, eve))[-1]["text"]
    await world.control.start(*PEOPLE)
    await world.turn(5)
    await world.tap(ANNA, await world.card(), "", kind="go")
    await world.turn(6)
    for payload in (f"t-{table}-N", f"t-{table}"):
        await world.control.do("start", user=eve, payload=payload)
        await world.settle()
        assert "The match has begun" in (await world.control.sees(eve, eve))[-1]["text"]
