"""The hand in the group, for its player's eyes only: by his tap, by his turn, and where it cannot be."""

import json

import pytest

from engine.actions import action_text
from engine.cards import SUITS
from engine.observation import legal_actions
from service.sandbox.errors import bad_request, too_many_requests
from service.sandbox.faults import How
from service.surface import CARD, Row, mine_key
from service.table.table import restore
from service.telegram.whispers import ASK_AGAIN_S, EMPTY
from tests.faults.fuzzing import CARD as CARD_SIGN
from tests.faults.fuzzing import RANKS, hidden
from tests.faults.worlds import live
from tests.sandbox.client import ANNA, BEN, CLUB, Json
from tests.sandbox.validation import assert_valid_log
from tests.telegram.wing.test_match import move, on_turn, play_deal, view_of
from tests.telegram.wing.world import PEOPLE, World, a_world, buttons

WHISPERS = ("editEphemeralMessageText", "deleteEphemeralMessage")


async def whispered(world: World, person: int) -> list[Json]:
    """What this person alone sees in the group."""
    return [one for one in await world.control.sees(person, CLUB) if one["ephemeral"]]


async def receivers(world: World) -> set[int]:
    """Who sees a hand there."""
    return {person for person in PEOPLE if await whispered(world, person)}


async def card_with_hand(world: World) -> Json:
    """The group's card, wherever it stands."""
    seen = await world.control.sees(ANNA, CLUB)
    return next(
        one
        for one in reversed(seen)
        if any(button.get("callback_data", "").startswith("ha:") for button in buttons(one))
    )


def for_all(world: World) -> list[Json]:
    """What everybody sees in the group."""
    kept = world.sandbox.world.messages.get(CLUB, {}).values()
    return [{"id": one.id, "text": one.text} for one in kept if one.receiver_id is None]


async def leaked(world: World, table: str) -> list[str]:
    """What was ever sent to the group by the methods whose messages all see, and holds a card still in a hand."""
    stored = await world.container.store.load(table)
    assert stored is not None
    concealed = hidden(restore(stored.head, stored.facts), CLUB)
    assert len(concealed) >= 8
    found = []
    for call in await world.calls("sendMessage", "editMessageText", "editMessageReplyMarkup"):
        said = json.dumps(call["params"], ensure_ascii=False)
        cards = {SUITS["♣♦♥♠".index(suit)] * 8 + RANKS[rank] for suit, rank in CARD_SIGN.findall(said)}
        if call["chat_id"] == CLUB and (cards & concealed or '"callback_data": "a:' in said):
            found.append(said)
    return found


async def ask(world: World, person: int) -> Json:
    """Tap "My hand" on the group's card, and let things happen; the answer to the tap."""
    await world.tap(person, await card_with_hand(world), "", kind="ha")
    await world.settle()
    answer: Json = (await world.answers(person))[-1]
    return answer


async def row(world: World, table: str, person: int) -> Row:
    found = await world.container.store.row(table, mine_key(person))
    assert found is not None
    return found


async def play(world: World, table: str, person: int) -> None:
    """Tap the first legal action on the ephemeral hand."""
    (hand,) = await whispered(world, person)
    seen = (await view_of(world, table, person)).seen
    assert seen is not None
    texts = [action_text(action) for action in legal_actions(seen)]
    text = "take" if "take" in texts else texts[0]
    await world.tap(person, hand, f":{seen.ply}:{text}", kind="a")
    await world.settle()


async def promote(world: World) -> None:
    await world.control.do("members", chat=CLUB, user="bot", status="administrator")
    await world.settle()


async def following(world: World, table: str) -> tuple[int, int]:
    """Who is on turn, and who is next, once cards are played."""
    await move(world, table)
    await world.turn(5)
    first = await on_turn(world, table)
    assert first is not None
    return first, PEOPLE[(PEOPLE.index(first) + 3) % 4]


async def test_a_tap_brings_the_hand_and_nobody_else_sees_it(world: World) -> None:
    table = await world.start(*PEOPLE)
    before = len(for_all(world))
    answer = await ask(world, BEN)
    assert answer == {"text": "", "show_alert": False, "url": ""}
    (hand,) = await whispered(world, BEN)
    private = await world.hand(BEN)
    # But for its first line: it may lag, and does not say whose turn it is.
    assert (hand["text"].split("\n")[1:], hand["reply_markup"]) == (
        private["text"].split("\n")[1:],
        private["reply_markup"],
    )
    assert len(for_all(world)) == before
    assert await receivers(world) == {BEN}
    assert not await leaked(world, table)
    assert_valid_log(await world.control.log())


async def test_its_buttons_play_and_it_follows_the_game_by_edits(world: World) -> None:
    table = await world.start(*PEOPLE)
    first, second = await following(world, table)
    await world.turn(60)
    await ask(world, first)
    (before,) = await whispered(world, first)
    await play(world, table, first)
    assert (await world.answers(first))[-1]["text"].startswith("Du spielst")
    (after,) = await whispered(world, first)
    assert after["id"] == before["id"]
    assert not any(d.startswith("a:") for b in buttons(after) if (d := b.get("callback_data", "")))
    for _ in range(3):
        await move(world, table)
        await world.turn(5)
    person = await on_turn(world, table)
    if person == first:
        (again,) = await whispered(world, first)
        assert any(b.get("callback_data", "").startswith("a:") for b in buttons(again))
    assert second != first
    edits = await world.calls("editEphemeralMessageText")
    assert all(call["status"] == 200 for call in edits)


async def test_it_is_edited_for_ones_own_turn_and_tap_and_not_for_each_card(world: World) -> None:
    table = await world.start(*PEOPLE)
    first, second = await following(world, table)
    watcher = PEOPLE[(PEOPLE.index(second) + 3) % 4]
    await ask(world, watcher)
    edits = len(await world.calls("editEphemeralMessageText"))
    await move(world, table)
    await world.turn(5)
    assert await on_turn(world, table) == second
    assert len(await world.calls("editEphemeralMessageText")) == edits
    await move(world, table)
    await world.turn(5)
    assert await on_turn(world, table) == watcher
    assert len(await world.calls("editEphemeralMessageText")) == edits + 1
    assert first != watcher


async def test_it_goes_with_its_deal(world: World) -> None:
    table = await world.start(*PEOPLE)
    await ask(world, ANNA)
    assert await whispered(world, ANNA)
    await play_deal(world, table)
    assert (await view_of(world, table)).deals, "a deal is over"
    assert not await whispered(world, ANNA)
    assert (await row(world, table, ANNA)).message is None


async def test_a_redelivered_tap_brings_no_second_hand(world: World) -> None:
    """To a bot that has just started."""
    await world.start(*PEOPLE)
    await ask(world, BEN)
    await world.turn(10)
    assert world.sandbox.updates.again(1) == 1
    assert await live(world, world.settle)
    assert len(await whispered(world, BEN)) == 1
    sends = [c for c in await world.calls("sendMessage") if "ephemeral_message_parameters" in c["params"]]
    assert len(sends) == 1


async def test_a_double_tap_brings_one(world: World) -> None:
    await world.start(*PEOPLE)
    card = await world.card()
    for _ in range(2):
        await world.tap(BEN, card, "", kind="ha")
    await world.settle()
    await world.tap(BEN, card, "", kind="ha")
    await world.settle()
    assert len(await whispered(world, BEN)) == 1
    sends = [c for c in await world.calls("sendMessage") if "ephemeral_message_parameters" in c["params"]]
    assert len(sends) == 1
    assert all(answer is not None for answer in await world.answers(BEN))


async def test_who_sees_nothing_asks_again_and_is_told(world: World) -> None:
    """He was away when it came, or his app does not show it: nobody tells the bot."""
    await world.start(*PEOPLE)
    await world.control.do("offline", user=BEN)
    assert (await ask(world, BEN))["text"] == ""
    await world.control.do("offline", user=BEN, offline=False)
    assert not await whispered(world, BEN)
    await world.turn(8)
    answer = await ask(world, BEN)
    assert answer["show_alert"] and answer["text"], "his cards, in an alert"
    assert len(await whispered(world, BEN)) == 1, "and the hand anew"


async def test_a_later_tap_brings_it_to_the_end_of_the_chat(world: World) -> None:
    await world.start(*PEOPLE)
    await ask(world, BEN)
    await world.control.say(ANNA, CLUB, "a long talk")
    await world.turn(300)
    assert (await ask(world, BEN))["text"] == ""
    seen = await world.control.sees(BEN, CLUB)
    assert seen[-1]["ephemeral"]
    assert len(await whispered(world, BEN)) == 1


async def test_an_old_button_of_it_plays_nothing(world: World) -> None:
    """What stands on a phone that was away is routed by its data alone."""
    table = await world.start(*PEOPLE)
    first, _ = await following(world, table)
    await ask(world, first)
    (hand,) = await whispered(world, first)
    await world.control.do("offline", user=first)
    await move(world, table)
    await world.turn(5)
    ply = (await view_of(world, table)).seen.ply  # type: ignore[union-attr]
    await world.tap(first, hand, "", kind="a")
    await world.settle()
    assert (await view_of(world, table)).seen.ply == ply  # type: ignore[union-attr]
    assert (await world.answers(first))[-1]["text"]


# the window


async def test_a_tap_that_was_heard_too_late_leads_to_the_private_card(world: World) -> None:
    table = await world.start(*PEOPLE)
    first, _ = await following(world, table)
    await world.control.do("send", user=first, chat=first, text="hello")
    await world.settle()
    card = await world.hand(first)
    await world.tap(first, await card_with_hand(world), "", kind="ha")
    world.clock.turn(16)
    await world.settle()
    assert not await whispered(world, first)
    assert (await world.hand(first))["id"] > card["id"], "his card stands at the end of the private chat"
    assert (await row(world, table, first)).gone == "refused"
    assert (await ask(world, first))["show_alert"], "and the next tap says so at once"
    assert await whispered(world, first), "and is tried again"


async def test_a_group_that_must_wait_too_long_does_not_keep_him_waiting(world: World) -> None:
    table = await world.start(*PEOPLE)
    first, _ = await following(world, table)
    await world.control.do("send", user=first, chat=first, text="hello")
    await world.settle()
    card = await world.hand(first)
    world.sandbox.faults.add(How.ERROR, method="sendMessage", chat=CLUB, times=1, error=too_many_requests(30))
    await ask(world, first)
    assert not await whispered(world, first)
    assert (await world.hand(first))["id"] > card["id"]
    await world.turn(40)
    assert not await whispered(world, first), "the tap has been answered"


async def test_one_429_that_ends_in_time_is_waited_for(world: World) -> None:
    await world.start(*PEOPLE)
    world.sandbox.faults.add(How.ERROR, method="sendMessage", chat=CLUB, times=1, error=too_many_requests(5))
    await ask(world, BEN)
    await world.turn(6)
    (hand,) = await whispered(world, BEN)
    assert hand["text"] != EMPTY


async def test_an_administrator_that_is_refused_for_one_tries_no_more_this_deal(world: World) -> None:
    table = await world.start(*PEOPLE)
    await promote(world)
    first, second = await following(world, table)
    refusal = bad_request("ephemeral message receiver not found")
    world.sandbox.faults.add(How.ERROR, method="sendMessage", chat=CLUB, error=refusal)
    for _ in range(9):
        await move(world, table)
        await world.turn(5)
    refused = [c for c in await world.calls("sendMessage") if c["chat_id"] == CLUB and c["status"] == 400]
    assert len(refused) <= len(PEOPLE), "once each"
    assert first != second


# the administrator


async def test_where_the_bot_is_administrator_the_hand_comes_by_itself_and_silently(world: World) -> None:
    await promote(world)
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    (hand,) = await whispered(world, person)
    assert hand["silent"]
    assert any(b.get("callback_data", "").startswith("a:") for b in buttons(hand))
    assert await receivers(world) == {person}
    rung = await world.hand(person)
    assert not rung["silent"], "the private card rings, and it alone"
    assert_valid_log(await world.control.log())


async def test_a_group_may_do_without(world: World) -> None:
    await promote(world)
    await world.container.directory.touch_chat(CLUB, hands=False)
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    assert not await whispered(world, person)
    await ask(world, person)
    assert len(await whispered(world, person)) == 1


async def test_whoever_plays_there_is_not_rung_in_private(world: World) -> None:
    """His thumb is in the group: the private card is edited, and rings only when nothing is tapped for a while."""
    await promote(world)
    table = await world.start(ANNA)
    await world.turn(30)
    assert await on_turn(world, table) == ANNA
    await world.control.say(ANNA, ANNA, "/help")  # the card is not the last message there
    await world.settle()
    card = await world.hand(ANNA)
    await play(world, table, ANNA)
    await world.turn(6)
    assert await on_turn(world, table) == ANNA, "three computers have played"
    assert (await world.hand(ANNA))["id"] == card["id"]
    (hand,) = await whispered(world, ANNA)
    assert any(b.get("callback_data", "").startswith("a:") for b in buttons(hand))
    await world.turn(21)
    rung = await world.hand(ANNA)
    assert rung["id"] > card["id"]
    assert not rung["silent"]


async def test_rights_that_were_given_before_are_found_out(world: World) -> None:
    await promote(world)
    await world.container.directory.touch_chat(CLUB, admin=False)
    await world.lobby(ANNA)
    assert (await world.container.directory.chat(CLUB)).admin
    await world.control.do("members", chat=CLUB, user="bot", status="member")
    await world.settle()
    assert not (await world.container.directory.chat(CLUB)).admin


async def test_a_deal_with_everybodys_hand_stays_within_the_groups_limit() -> None:
    """Everybody taps on his hand in the group, as fast as it is his turn; the table's card is shown in the end."""
    async with a_world(limits=True) as world:
        await promote(world)
        table = await world.start(*PEOPLE)
        for _ in range(40):
            seen = (await view_of(world, table)).seen
            if seen is None or seen.deal_no > 1:
                break
            person = await on_turn(world, table)
            assert person is not None
            for _ in range(120):
                hands = await whispered(world, person)
                if any(f":{seen.ply}:" in b.get("callback_data", "") for h in hands for b in buttons(h)):
                    break
                await world.turn(0.5)
            await play(world, table, person)
            await world.turn(3)
        await world.turn(70)
        calls = await world.calls("sendMessage", "editMessageText", "editEphemeralMessageText")
        assert not [call for call in calls if call["status"] == 429]
        times = [call["at"] for call in calls if call["chat_id"] == CLUB]
        assert max(sum(1 for other in times if 0 <= other - at < 60) for at in times) <= 20
        assert "Gabe 2" in (await world.card())["text"]


# servers that are older


async def test_an_older_server_is_found_out_and_nothing_is_posted(world: World) -> None:
    await world.control.do("server", ephemeral="unknown")
    await promote(world)
    table = await world.start(*PEOPLE)
    before = {one["id"] for one in for_all(world)}
    for person in PEOPLE:
        answer = await ask(world, person)
        assert answer["show_alert"] and answer["text"], "his cards, in an alert"
    for _ in range(6):
        await move(world, table)
        await world.turn(5)
    assert {one["id"] for one in for_all(world)} == before
    assert not await leaked(world, table)
    sends = [c for c in await world.calls("sendMessage") if "ephemeral_message_parameters" in c["params"]]
    assert sends == []
    probes = await world.calls(*WHISPERS)
    assert len(probes) <= 2, "the bot and the courier have asked once each"


async def test_the_private_card_is_brought_to_the_end_where_the_server_is_older(world: World) -> None:
    await world.control.do("server", ephemeral="unknown")
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    card = await world.hand(person)
    await ask(world, person)
    assert (await world.hand(person))["id"] == card["id"], "it is the last message anyway"
    await world.control.say(person, person, "hello")
    await world.settle()
    await ask(world, person)
    assert (await world.hand(person))["id"] > card["id"]


async def test_a_server_that_ignores_the_parameter_never_gets_a_hand(world: World) -> None:
    """It knows the methods and shows to all what is meant for one: what it shows is empty, goes at once, and is not
    tried again."""
    await world.control.do("server", ephemeral="half")
    await promote(world)
    table = await world.start(*PEOPLE)
    before = {one["id"] for one in for_all(world)}
    for person in PEOPLE:
        await ask(world, person)
    for _ in range(6):
        await move(world, table)
        await world.turn(5)
    assert not await leaked(world, table)
    assert {one["id"] for one in for_all(world)} == before
    sends = [c for c in await world.calls("sendMessage") if "ephemeral_message_parameters" in c["params"]]
    assert [call["params"]["text"] for call in sends] == [EMPTY]


async def test_a_server_that_is_put_back_in_the_middle_never_gets_a_hand(world: World) -> None:
    """What was known of it is no longer true, between one call and the next."""
    table = await world.start(*PEOPLE)
    await ask(world, ANNA)
    await world.control.do("server", ephemeral="unknown")
    before = {one["id"] for one in for_all(world)}
    for person in PEOPLE:
        await world.turn(4)
        await ask(world, person)
    for _ in range(4):
        await move(world, table)
        await world.turn(5)
    assert not await leaked(world, table)
    assert {one["id"] for one in for_all(world)} == before


async def test_a_server_that_was_brought_up_to_date_is_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway, time = world.show._gateway, [0.0]
    monkeypatch.setattr(gateway, "_clock", lambda: time[0])
    await world.control.do("server", ephemeral="unknown")
    assert not await gateway.whispers(CLUB, ANNA)
    await world.control.do("server", ephemeral="known")
    assert not await gateway.whispers(CLUB, ANNA), "not asked at each tap"
    time[0] += ASK_AGAIN_S
    assert await gateway.whispers(CLUB, ANNA)


async def test_who_never_pressed_start_or_blocked_the_bot_plays_in_the_group(world: World) -> None:
    table = await world.start(*PEOPLE)
    person = await on_turn(world, table)
    assert person is not None
    await world.control.do("block", user=person)
    await world.settle()
    await ask(world, person)
    ply = (await view_of(world, table)).seen.ply  # type: ignore[union-attr]
    await play(world, table, person)
    assert (await view_of(world, table)).seen.ply > ply  # type: ignore[union-attr]


async def test_an_outsiders_tap_makes_no_noise(world: World) -> None:
    await world.start(ANNA)
    before = len(await world.calls("sendMessage"))
    answer = await ask(world, BEN)
    assert answer["text"]
    assert len(await world.calls("sendMessage")) == before
    assert not await whispered(world, BEN)


async def test_the_card_of_the_group_is_untouched_by_it(world: World) -> None:
    table = await world.start(*PEOPLE)
    before = await world.container.store.row(table, CARD)
    await ask(world, ANNA)
    assert await world.container.store.row(table, CARD) == before
