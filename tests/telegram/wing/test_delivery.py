"""Showing what should stand, when Telegram says no, late, or nothing at all."""

from typing import Any

import pytest

from service.ports import Due
from service.sandbox.errors import bad_request, too_many_requests
from service.sandbox.faults import How
from service.surface import CARD, deal_key, hand_key
from service.table.view import TableView
from service.telegram import surfaces
from service.telegram.errors import DONE, Answer, Outcome
from service.telegram.messages import Message
from service.telegram.show import Show
from service.telegram.steps import LeaseLost
from tests.sandbox.client import ANNA, BEN, CLUB
from tests.telegram.wing.test_match import move, on_turn, play_deal, view_of
from tests.telegram.wing.world import PEOPLE, World, a_world, buttons


async def playing(world: World) -> str:
    """A match in which the first speaker has taken and is to lead: the next tap brings somebody else on turn."""
    table = await world.start(*PEOPLE)
    await move(world, table)
    await world.turn(5)
    return table


async def test_a_429_delays_its_chat_and_no_other(world: World) -> None:
    """Cases 10 and 11: it arrives once, afterwards; the others are served meanwhile."""
    table = await playing(world)
    first = await on_turn(world, table)
    assert first is not None
    second = PEOPLE[(PEOPLE.index(first) + 3) % 4]
    before = await world.hand(second)
    world.sandbox.faults.add(
        How.ERROR, method="sendMessage", chat=second, times=1, error=too_many_requests(30)
    )
    await move(world, table)
    assert (await world.hand(second))["id"] == before["id"]
    assert (await world.hand(first))["edited"], "the mover's card was edited all the same"
    await world.turn(29)
    assert (await world.hand(second))["id"] == before["id"]
    await world.turn(2)
    rung = await world.hand(second)
    assert rung["id"] > before["id"]
    assert not rung["silent"]


async def test_a_refused_connection_delivers_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 13."""
    table = await playing(world)
    real, refusals = world.show._gateway.send, [Answer(Outcome.DOWN), Answer(Outcome.DOWN)]

    async def send(*args: object, **more: object) -> Answer:
        return refusals.pop() if refusals else await real(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(world.show._gateway, "send", send)
    await move(world, table)
    person = await on_turn(world, table)
    assert person is not None
    await world.turn(6)
    hands = await world.hands(person)
    assert len(hands) == 1
    assert not hands[0]["silent"]
    assert not refusals


async def test_a_send_whose_answer_was_lost_is_made_once_more_and_no_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 16: killed, or timed out, between send and remembering: at most one doubled notice."""
    table = await playing(world)
    real, lost = world.show._gateway.send, [True]

    async def send(*args: object, **more: object) -> Answer:
        answer = await real(*args, **more)  # type: ignore[arg-type]
        return Answer(Outcome.UNCERTAIN) if lost and lost.pop() else answer

    monkeypatch.setattr(world.show._gateway, "send", send)
    await move(world, table)
    person = await on_turn(world, table)
    assert person is not None
    row = await world.container.store.row(table, hand_key(person))
    assert row is not None
    assert row.sending_since is not None, "remembered before it was sent"
    await world.turn(40)
    sends = [c for c in await world.calls("sendMessage") if c["chat_id"] == person]
    rings = [c for c in sends if str(c["params"].get("disable_notification")).lower() != "true"]
    assert len(rings) == 2
    row = await world.container.store.row(table, hand_key(person))
    assert row is not None
    assert row.sending_since is None


async def test_a_deleted_card_is_posted_anew_and_remembered(world: World) -> None:
    """Case 14."""
    table = await world.start(*PEOPLE)
    old = await world.card()
    await world.control.do("delete", user=ANNA, chat=CLUB, message_id=old["id"])
    await move(world, table)
    await world.turn(5)
    new = await world.card()
    assert new["id"] > old["id"]
    await move(world, table)
    await world.turn(5)
    assert (await world.card())["id"] == new["id"]


async def test_every_send_of_a_topics_game_carries_its_topic(world: World) -> None:
    """Case 19."""
    group = (await world.control.do("chats", chat=CLUB, upgrade=True))["id"]
    await world.control.do("chats", chat=group, is_forum=True, topics={"7": {"name": "Cards"}})
    await world.settle()
    await world.control.say(ANNA, group, "/belote", thread_id=7)
    await world.settle()
    await world.control.say(ANNA, group, "/table", thread_id=7)
    await world.turn(5)
    sends = [c for c in await world.calls("sendMessage") if c["chat_id"] == group]
    assert sends
    assert all(int(c["params"]["message_thread_id"]) == 7 for c in sends)


async def test_a_group_that_becomes_a_supergroup_keeps_its_game(world: World) -> None:
    table = await world.start(*PEOPLE)
    group = (await world.control.do("chats", chat=CLUB, upgrade=True))["id"]
    await world.turn(5)
    card = await world.card(group)
    await move(world, table)
    await world.turn(5)
    assert (await world.card(group))["id"] == card["id"]
    await world.control.say(BEN, group, "/table")
    await world.turn(5)
    assert (await world.card(group))["id"] > card["id"]


async def test_what_is_over_stays_in_the_old_group(world: World) -> None:
    await world.lobby(ANNA)
    await world.control.say(ANNA, CLUB, "/cancel")
    await world.turn(5)
    group = (await world.control.do("chats", chat=CLUB, upgrade=True))["id"]
    await world.turn(5)
    assert not [c for c in await world.calls("sendMessage") if c["chat_id"] == group]


async def test_only_the_400_tells_of_the_move(world: World) -> None:
    table = await world.start(*PEOPLE)
    group = (await world.control.do("chats", chat=CLUB, upgrade=True))["id"]
    world.sandbox.updates.drop()
    await move(world, table)
    await world.turn(10)
    assert buttons(await world.card(group))


async def test_a_bot_that_was_thrown_out_keeps_the_game_and_finds_back(world: World) -> None:
    table = await world.start(*PEOPLE)
    await world.control.do("members", chat=CLUB, user="bot", status="kicked", by=ANNA)
    await move(world, table)
    await world.turn(10)
    row = await world.container.store.row(table, CARD)
    assert row is not None
    assert row.gone == "kicked"
    person = await on_turn(world, table)
    assert person is not None
    assert buttons(await world.hand(person))[0]["callback_data"].startswith("a:"), "private hands go on"
    await world.control.do("members", chat=CLUB, user="bot", status="member", by=ANNA)
    await world.turn(10)
    row = await world.container.store.row(table, CARD)
    assert row is not None
    assert row.gone == ""


async def test_a_group_that_lets_nobody_write_recovers_by_itself(world: World) -> None:
    """Case 20."""
    table = await world.start(*PEOPLE)
    refusal = bad_request("not enough rights to send text messages to the chat")
    world.sandbox.faults.add(How.ERROR, method="editMessageText", chat=CLUB, times=1, error=refusal)
    await move(world, table)
    row = await world.container.store.row(table, CARD)
    assert row is not None
    assert row.gone == "closed"
    world.clock.turn(601)
    await world.settle()
    row = await world.container.store.row(table, CARD)
    assert row is not None
    assert row.gone == ""


async def test_a_hand_over_that_was_torn_off_is_finished(world: World) -> None:
    """A crash between the two halves: the sheet has the message, and so has the card."""
    table = await world.start(*PEOPLE)
    old = await world.card()
    card = await world.container.store.row(table, CARD)
    assert card is not None
    await world.container.store.put_rows(table, {deal_key(1): card.model_copy(update={"digest": ""})})
    await play_deal(world, table)
    club = await world.control.sees(ANNA, CLUB)
    assert next(m["id"] for m in club if buttons(m)) == old["id"]
    assert (await world.card())["id"] > old["id"]


async def test_without_the_lease_nothing_is_sent(world: World) -> None:
    table = await world.start(*PEOPLE)
    stray = Show(world.container, world.show._gateway, world.limits, "RebeloteBot", leased=lambda: False)
    await move(world, table)
    await world.container.store.request_repost(table, CARD)
    before = len(await world.calls())
    with pytest.raises(LeaseLost):
        await stray(Due(table, CARD, 0))
    assert len(await world.calls()) == before


async def test_a_surface_of_a_newer_release_is_let_be(world: World) -> None:
    table = await world.start(*PEOPLE)
    await world.container.store.mark(table, ["hologram", "hand:x", "digest:7"])
    await world.settle()


async def test_old_messages_keep_an_arrow(world: World) -> None:
    table = await playing(world)
    second = PEOPLE[(PEOPLE.index(await on_turn(world, table) or 0) + 3) % 4]
    old = await world.hand(second)
    world.clock.turn(49 * 3600)
    await move(world, table)
    await world.turn(2)
    left = next(m for m in await world.control.sees(second, second) if m["id"] == old["id"])
    assert left["text"].endswith(" ↓") and len(left["text"]) > 3, "words beside the arrow"
    assert not buttons(left)


async def test_a_deal_at_full_speed_within_telegrams_limits() -> None:
    """Case 12: never over the group's twenty a minute, no 429 provoked, and the last state is shown."""
    async with a_world(limits=True) as world:
        table = await world.start(*PEOPLE)
        for _ in range(40):
            seen = (await view_of(world, table)).seen
            if seen is None or seen.deal_no > 1:
                break
            person = await on_turn(world, table)
            while person and f"a:{table}:{seen.ply}:" not in str(buttons(await world.hand(person))):
                await world.turn(0.25)
            await move(world, table)
        await world.turn(70)
        assert not [c for c in await world.calls() if c["status"] == 429]
        card = await world.card()
        assert "Gabe 2" in card["text"]
        row = await world.container.store.row(table, CARD)
        assert row is not None
        assert row.message == card["id"]


async def test_gateways_done_is_nothing_special(world: World) -> None:
    """Case 5: the same content twice is a success."""
    await world.start(*PEOPLE)
    row = await world.container.store.row((await world.container.store.tables_in(CLUB))[0], CARD)
    assert row is not None
    assert row.message is not None
    assert await world.show._gateway.strip(CLUB, row.message) == DONE
    assert await world.show._gateway.strip(CLUB, row.message) == DONE


async def test_a_card_whose_change_is_not_worth_showing_is_not_drawn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card played in the middle of a trick: whose turn it was and whose it is now read something new, nobody else."""
    table = await playing(world)
    await move(world, table)
    await world.turn(120)  # nobody looks at his card any more
    drawn: list[int | None] = []
    draw = surfaces.hand_card  # type: ignore[attr-defined]

    def counted(view: TableView, *rest: Any) -> Message:
        drawn.append(view.player(view.seat).person if view.seat is not None else None)
        return draw(view, *rest)

    monkeypatch.setattr(surfaces, "hand_card", counted)
    first = await on_turn(world, table)
    await move(world, table)
    second = await on_turn(world, table)
    assert set(drawn) == {first, second}
