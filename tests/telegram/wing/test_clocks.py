"""Clocks on a phone: chosen in the lobby, seen on every card, over while the world's clock is turned."""

from collections.abc import Sequence

import pytest

from service.lobbies import Opening, open_table
from service.retold import export
from service.sandbox.errors import ApiError
from service.sandbox.faults import How
from service.table.commands import Cancel, Sit
from service.usecases import house
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, Json
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.test_newer import newer
from tests.telegram.wing.world import PEOPLE, World, buttons, table_of


async def chosen(world: World, clock: str) -> str:
    """A lobby of four whose clock Anna chose; the table's id."""
    await world.control.start(*PEOPLE)
    await world.settle()
    card = await world.lobby(*PEOPLE)
    await world.tap(ANNA, card, "clock", kind="me")
    await world.turn(5)
    await world.tap(ANNA, await world.card(), f":{clock}", kind="cl")
    await world.turn(5)
    return table_of(card)


async def test_one_tap_chooses_a_clock_and_the_card_says_it(world: World) -> None:
    table = await chosen(world, "1d")
    assert "1 Tag je Zug" in (await world.answers(ANNA))[-1]["text"]
    text = (await world.card())["text"]
    assert "1 Tag je Zug" in text and "bis 501" in text and "Tage" in text
    assert "Los geht’s" in str(await world.card()), "the seats stand there again"
    assert (await view_of(world, table)).rules.target == 501


async def test_the_group_s_next_lobby_has_its_clock(world: World) -> None:
    await chosen(world, "8h")
    await world.tap(BEN, await world.card(), "", kind="go")
    await world.turn(6)
    await world.control.say(CHLOE, CLUB, "/belote")
    await world.turn(6)
    lobbies = [m for m in await world.control.sees(ANNA, CLUB) if "8 Stunden je Zug" in m["text"]]
    assert len(lobbies) > 1


async def begun(world: World, clock: str) -> str:
    """A running match of four by this clock."""
    table = await chosen(world, clock)
    await world.tap(ANNA, await world.card(), "", kind="go")
    await world.turn(6)
    return table


async def on_turn(world: World, table: str) -> int:
    seen = (view := await view_of(world, table)).seen
    assert seen is not None and seen.turn is not None
    person = view.player(seen.turn).person
    assert person is not None
    return person


async def test_cards_say_until_when(world: World) -> None:
    """It is Friday, 8:00 in Greenwich: a day and three days of bank."""
    table = await begun(world, "1d")
    assert "bis Di 08:00 UTC" in (await world.card())["text"]
    person = await on_turn(world, table)
    await world.container.directory.touch_person(person, zone="Europe/Berlin")
    await world.container.store.mark(table, [f"hand:{person}"])
    await world.turn(6)
    assert "bis Di 09:00" in (await world.hand(person))["text"]
    before = len(await world.calls("editMessageText"))
    await world.turn(600)
    assert len(await world.calls("editMessageText")) == before, (
        "edited when a deadline changes, not by the minute"
    )


async def card_data(world: World, person: int) -> str:
    """The first card on a player's hand card that he may play or call."""
    found = [str(b["callback_data"]) for b in buttons(await world.hand(person)) if "callback_data" in b]
    return next(data for data in found if data.startswith("a:"))


async def test_a_move_waits_ten_seconds_and_its_player_alone_sees_it(world: World) -> None:
    table = await begun(world, "1d")
    person, group_before = await on_turn(world, table), (await world.card())["text"]
    data = await card_data(world, person)
    await world.control.tap(person, await world.hand(person), data)
    await world.turn(2)
    waits = await world.hand(person)
    assert [b["callback_data"].split(":")[0] for b in buttons(waits)] == ["tb"]
    assert (await world.card())["text"] == group_before, "nobody else sees anything"
    await world.tap(person, waits, "", kind="tb")
    await world.turn(2)
    assert await on_turn(world, table) == person
    assert data == await card_data(world, person), "the hand is as it was"
    await world.control.tap(person, await world.hand(person), data)
    await world.turn(13)
    assert (await world.card())["text"] != group_before
    assert "tb:" not in str(await world.hand(person)), "edited by itself when it counts"


async def test_time_over_twice_then_away_and_back_with_one_tap(world: World) -> None:
    table = await begun(world, "1h")
    late = await on_turn(world, table)
    await leap(world, table)
    text = (await world.card())["text"]
    assert "⏰" in text and "→ 🤖" in text
    assert "⏰" in (await world.hand(late))["text"], "his own card says it too"
    for _ in range(12):  # everybody else plays on, he does not
        person = await on_turn(world, table)
        if person == late:
            break
        await world.control.tap(person, await world.hand(person), await card_data(world, person))
        await world.turn(20)
    await leap(world, table)
    assert "💤 Zweimal Zeit um: 🤖 für" in (await world.card())["text"], "everybody reads why"
    away = await world.hand(late)
    assert [b["callback_data"].split(":")[0] for b in buttons(away)] == ["rt"]
    await world.tap(late, away, "", kind="rt")
    await world.turn(3)
    told = (await world.answers(late))[-1]["text"]
    assert ("Inzwischen" in told or "Meanwhile" in told) and len(told) <= 200
    assert "💤" not in (await world.card())["text"]
    assert "⏰" not in (await world.hand(late))["text"], "next time is the first again: nothing is threatened"


async def made_away(world: World, table: str) -> tuple[int, Json]:
    """Somebody whose time was over twice, and his card before the second time."""
    late = await on_turn(world, table)
    await leap(world, table)
    for _ in range(12):
        person = await on_turn(world, table)
        if person == late:
            break
        await world.control.tap(person, await world.hand(person), await card_data(world, person))
        await world.turn(20)
    before = await world.hand(late)
    await leap(world, table)
    return late, before


async def test_who_is_set_down_as_away_is_rung_once_and_by_no_move_of_the_others(world: World) -> None:
    table = await begun(world, "1h")
    late, before = await made_away(world, table)
    await world.turn(30)
    away = await world.hand(late)
    assert away["id"] > before["id"] and not away["silent"], "an edit would tell nobody that he was replaced"
    for _ in range(6):
        person = await on_turn(world, table)
        assert person != late
        await world.control.tap(person, await world.hand(person), await card_data(world, person))
        await world.turn(20)
    assert (await world.hand(late))["id"] == away["id"]
    await world.tap(late, away, "", kind="rt")
    await world.turn(3)
    assert "💤" not in (await world.hand(late))["text"]


async def test_whose_time_is_over_in_his_night_is_told_in_the_morning(world: World) -> None:
    table = await begun(world, "1h")
    for person in PEOPLE:  # it is eight in the morning in Greenwich, and late in the evening on Tahiti
        await world.container.directory.touch_person(person, zone="Pacific/Tahiti", quiet="22-8")
    late, _ = await made_away(world, table)
    await world.turn(60)
    assert "rt:" in str(buttons(await world.hand(late)))
    assert (await world.hand(late))["silent"], "not in the night"
    await world.turn(11 * 3600)
    assert not (await world.hand(late))["silent"], "but in the morning"


async def test_all_away_one_tap_on_the_group_s_card_wakes_the_match(world: World) -> None:
    table = await begun(world, "live")
    for _ in range(40):
        if (await view_of(world, table)).time.asleep_at is not None:
            break
        await leap(world, table)
    card = await world.card()
    assert buttons(card)[0]["callback_data"].startswith("rt:")
    await world.tap(BEN, card, "", kind="rt")
    await world.turn(10)
    assert (await view_of(world, table)).time.asleep_at is None
    for _ in range(40):
        if (await view_of(world, table)).time.asleep_at is not None:
            break
        await leap(world, table)
    world.clock.turn(30 * 86_400)
    await world.settle()
    await world.turn(5)
    shown = [m["text"] for m in await world.control.sees(ANNA, CLUB)]
    assert any("30 Tage" in text for text in shown), "closed with a line"
    assert await export(world.container, table), "and never lost"


async def leap(world: World, table: str) -> None:
    """Let the clock of who is on turn run out."""
    deadline = (await view_of(world, table)).time.deadline
    if deadline is not None:
        world.clock.milliseconds = max(world.clock.milliseconds, deadline) + 1000
    await world.settle()
    await world.turn(10)


async def zone_question(world: World, person: int) -> Json | None:
    seen = await world.control.sees(person, person)
    return next((m for m in seen if "askzone" in str(buttons(m))), None)


async def test_who_plays_over_days_is_asked_once_where_he_lives(world: World) -> None:
    await begun(world, "1d")
    asked = await zone_question(world, BEN)
    assert asked is not None
    await world.tap(BEN, asked, "Berlin", kind="sg")
    await world.turn(6)
    assert (await world.container.directory.person(BEN)).zone == "Europe/Berlin"
    assert await zone_question(world, BEN) is None, "it has become the answer"
    assert "MEZ" in (await world.card())["text"], "the group that has said nothing takes the first answer"
    await world.control.say(BEN, BEN, "/settings")
    await world.turn(3)
    card = (await world.control.sees(BEN, BEN))[-1]
    assert "Berlin" in card["text"]
    await world.tap(BEN, card, "zone=menu", kind="sg")
    await world.turn(3)
    menu = (await world.control.sees(BEN, BEN))[-1]
    await world.tap(BEN, menu, "zone=hours", kind="sg")
    await world.turn(3)
    menu = (await world.control.sees(BEN, BEN))[-1]
    await world.tap(BEN, menu, "Asia:Tokyo", kind="sg")
    await world.turn(3)
    assert (await world.container.directory.person(BEN)).zone == "Asia/Tokyo"
    assert "Tok" in (await world.control.sees(BEN, BEN))[-1]["text"], "the settings again"
    asked = await zone_question(world, CHLOE)
    assert asked is not None
    await world.control.tap(CHLOE, asked, "sg:r:0:askzone=Mars:Olympus")
    await world.turn(3)
    assert (await world.container.directory.person(CHLOE)).zone == ""


async def test_who_could_not_be_asked_is_asked_at_the_next_match(world: World) -> None:
    world.sandbox.faults.add(How.ERROR, method="sendMessage", chat=BEN, error=ApiError(500, "Internal"))
    await begun(world, "1d")
    assert not (await world.container.directory.person(BEN)).zone_asked
    assert (await world.container.directory.person(CHLOE)).zone_asked


async def test_a_table_of_a_newer_release_is_passed_over_when_a_zone_is_chosen(world: World) -> None:
    await begun(world, "1d")
    asked = await zone_question(world, BEN)
    assert asked is not None
    (table,) = await world.container.store.tables_of(BEN)
    later = await open_table(world.container, Opening(CLUB, 999, None, "club", BEN, "classic"))
    await house(world.container, later, Sit(person=BEN, seats="N", name="x", reachable=True, revision=0))
    await world.settle()
    newer(world, later)
    await world.tap(BEN, asked, "Berlin", kind="sg")
    await world.settle()
    assert (await world.container.directory.person(BEN)).zone == "Europe/Berlin"
    assert await zone_question(world, BEN) is None, "it has become the answer"
    assert table in await world.container.store.tables_of(BEN)


async def test_a_groups_zone_redraws_what_runs_and_nothing_that_is_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        await open_table(world.container, Opening(CLUB, 900 + number, None, "club", ANNA, "classic"))
    over, *live = await world.container.store.tables_in(CLUB)
    await house(world.container, over, Cancel(person=ANNA, running=False))
    await world.turn(60)
    marked: list[str] = []
    real = world.container.store.mark

    async def mark(table: str, keys: Sequence[str]) -> None:
        marked.append(table)
        await real(table, keys)

    monkeypatch.setattr(world.container.store, "mark", mark)
    await world.control.say(ANNA, CLUB, "/settings")
    await world.settle()
    card = (await world.control.sees(ANNA, CLUB))[-1]
    await world.control.tap(ANNA, card, "sg:r:0:zone=Europe:Athens")
    await world.settle()
    assert (await world.container.directory.chat(CLUB)).zone == "Europe/Athens"
    assert sorted(marked) == sorted(live)


async def test_at_a_table_of_minutes_nobody_is_asked(world: World) -> None:
    await begun(world, "live")
    assert await zone_question(world, BEN) is None


async def test_a_pause_by_consent_and_on_again(world: World) -> None:
    table = await begun(world, "1d")
    deadline = (await view_of(world, table)).time.deadline
    assert deadline is not None
    person = await on_turn(world, table)
    asks = next(one for one in PEOPLE if one != person)
    await world.tap(asks, await world.hand(asks), "", kind="pz")
    await world.turn(10)
    for other in PEOPLE:
        assert "⏸" in (await world.hand(other))["text"], "everybody reads who asks"
    assert (await view_of(world, table)).time.deadline == deadline, "not before all agree"
    for other in PEOPLE:
        if other != asks:
            await world.tap(other, await world.card(), "", kind="pz")
            await world.turn(5)
    assert (await view_of(world, table)).time.deadline is None
    card = (await world.card())["text"]
    assert "Pause: Die Uhr steht" in card and "dran bis" not in card
    world.clock.turn(20 * 86_400)
    await world.settle()
    await world.tap(BEN, await world.hand(BEN), "", kind="rn")
    await world.turn(10)
    left = (await view_of(world, table)).time.deadline
    assert left is not None and left > deadline + 20 * 86_400_000 - 60_000
    assert "⏸" not in (await world.card())["text"]
    assert not (await view_of(world, table)).deals and await on_turn(world, table) == person


async def test_clocks_stop_while_the_group_is_shut_and_run_on_with_it(world: World) -> None:
    table = await begun(world, "1h")
    deadline = (await view_of(world, table)).time.deadline
    assert deadline is not None
    await world.control.do("members", chat=CLUB, user="bot", status="kicked", by=ANNA)
    await world.turn(10)
    assert (await view_of(world, table)).time.deadline is None
    person = await on_turn(world, table)
    assert "⏸" in (await world.hand(person))["text"]
    world.clock.turn(10 * 86_400)
    await world.settle()
    assert await on_turn(world, table) == person, "nobody loses his time over that"
    await world.control.do("members", chat=CLUB, user="bot", status="member", by=ANNA)
    await world.turn(10)
    again = (await view_of(world, table)).time.deadline
    assert again is not None and again > deadline + 10 * 86_400_000 - 60_000


async def test_the_group_s_night_is_announced_in_the_lobby_and_moves_the_deadline(world: World) -> None:
    await world.control.say(ANNA, CLUB, "/belote")
    await world.settle()
    await world.container.directory.touch_chat(CLUB, night="22-8", zone="Europe/Berlin")
    await world.tap(ANNA, await world.card(), "", kind="si")
    await world.turn(5)
    await world.control.say(ANNA, CLUB, "/cancel")
    await world.turn(5)
    await begun(world, "8h")
    lobby = next(m["text"] for m in await world.control.sees(ANNA, CLUB) if "8 Stunden je Zug" in m["text"])
    assert "Ruht 22–8 (Berlin)" in lobby
    # Friday 9:00: 32 hours, of which 13 pass on Friday, 14 on Saturday.
    assert "dran bis So 13:0" in (await world.card())["text"]
