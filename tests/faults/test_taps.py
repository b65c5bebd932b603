"""Taps and callbacks: cases 1 to 7 and 9 of other people's trackers."""

import asyncio
from typing import Any

from structlog.testing import capture_logs
from telegram import Update

from service.sandbox.errors import NOT_MODIFIED, QUERY_TOO_OLD, bad_request
from service.sandbox.faults import How
from service.surface import CARD, hand_key
from service.telegram import views
from service.telegram.handlers.taps import tapped
from service.telegram.texts import tongue
from service.usecases import advance
from tests.faults.worlds import ply, text_of_last_answer, wish
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN
from tests.telegram.wing.private import choose
from tests.telegram.wing.test_match import move, on_turn, play_deal, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons, table_of


async def waiting_updates(world: World) -> list[Update]:
    """What Telegram holds for the bot, as a second bot would get it too."""
    raw = [entry.update for entry in world.sandbox.updates.pending()]
    return [Update.de_json(one, world.bot) for one in raw]


async def test_case_01_a_button_twice_and_two_workers_make_one_card(real: World) -> None:
    """Two taps on one card within a moment, handled by two bots at once, then two workers at the table at once: one
    action is played, both taps hear the same, and the card of the player is edited once."""
    table = await real.start(*PEOPLE)
    person, hand, data = await wish(real, table)
    before, edits = await ply(real, table), len(await real.calls("editMessageText"))
    await asyncio.gather(*(real.control.tap(person, hand, data) for _ in range(2)))
    desk = real.dispatcher._desk
    handled = await asyncio.gather(*(tapped(desk, update) for update in await waiting_updates(real)))
    await asyncio.gather(*(one.rest() for one in handled if one.rest is not None))
    await asyncio.gather(*(advance(real.container, table) for _ in range(2)))
    real.sandbox.updates.drop()
    await real.settle()
    assert await ply(real, table) == before + 1
    first, second = (await real.answers(person))[-2:]
    assert first["text"] == second["text"]
    edited = [c for c in (await real.calls("editMessageText"))[edits:] if c["chat_id"] == person]
    assert len(edited) == 1


async def test_case_02_the_answer_comes_before_the_work(world: World, table: str) -> None:
    """The worker has not even begun: the tap is answered, so no client has a reason to repeat it."""
    person, hand, data = await wish(world, table)
    before = await ply(world, table)
    await world.control.tap(person, hand, data)
    await world.intake()
    assert await text_of_last_answer(world, person)
    assert await ply(world, table) == before, "nobody has worked yet"


async def test_case_03_an_answer_that_is_refused_does_not_lose_the_move(world: World, table: str) -> None:
    """Telegram finds the tap too old to be answered. The move lands once, and nobody is shown an error."""
    person, hand, data = await wish(world, table)
    before = await ply(world, table)
    old = bad_request(QUERY_TOO_OLD)
    world.sandbox.faults.add(How.ERROR, method="answerCallbackQuery", error=old)
    await world.control.tap(person, hand, data)
    with capture_logs() as lines:
        await world.settle()
    assert await ply(world, table) == before + 1
    assert not [line for line in lines if line["log_level"] in ("error", "critical")]
    asked = [c for c in await world.calls("answerCallbackQuery") if c["status"] == 400]
    assert len(asked) == 1, "it is not tried again"


async def test_case_04_a_queue_full_of_work_delays_no_answer(world: World, table: str) -> None:
    """Hundreds of jobs wait for this table and another; taps in both chats are answered at once all the same."""
    group = (await world.control.do("groups", title="Second club"))["id"]
    await world.settle()
    await world.control.say(ANNA, group, "/belote")
    await world.settle()
    for _ in range(300):
        await world.container.queue.advance(table)
    person, hand, data = await wish(world, table)
    lobby = next(m for m in reversed(await world.control.sees(BEN, group)) if buttons(m))
    await world.control.tap(person, hand, data)
    await world.tap(BEN, lobby, "", kind="si")
    await world.intake()
    assert await text_of_last_answer(world, person)
    assert await text_of_last_answer(world, BEN)
    assert len(world.container.queue.hints) > 300, "and none of the work was done for it"  # type: ignore[attr-defined]


async def test_case_05_what_stands_already_is_a_success(world: World, table: str) -> None:
    """Telegram says that nothing was changed: then all is as it should be, and nothing is tried again."""
    unchanged = bad_request(NOT_MODIFIED)
    world.sandbox.faults.add(How.ERROR, method="editMessageText", chat=CLUB, times=1, error=unchanged)
    await move(world, table)
    await world.turn(60)
    refused = [c for c in await world.calls("editMessageText") if c["status"] == 400]
    assert len(refused) == 1
    row = await world.container.store.row(table, CARD)
    assert row is not None
    card = await world.card()
    assert (row.message, row.gone, row.sending_since) == (card["id"], "", None)


async def test_case_06_every_keyboard_of_a_played_deal_fits(world: World) -> None:
    """What was really sent in two languages: no button over 64 bytes, no row over eight. (That every keyboard there
    can be fits, in every language and rule set, is `test_within_limits_narrow_and_well_formed`.)"""
    for person, language in zip(PEOPLE, ("de", "fr", "en", "lb"), strict=True):
        await world.container.directory.touch_person(person, language=language)
    table = await world.start(*PEOPLE)
    await play_deal(world, table)
    markups = [c["params"].get("reply_markup") for c in await world.calls("sendMessage", "editMessageText")]
    rows = [row for markup in markups if markup for row in markup["inline_keyboard"]]
    assert len(rows) > 100
    assert all(1 <= len(row) <= 8 for row in rows)
    datas = [b["callback_data"] for row in rows for b in row if "callback_data" in b]
    assert all(0 < len(data.encode()) <= 64 for data in datas)


async def test_case_07_an_old_button_says_so_and_the_live_card_is_shown(world: World, table: str) -> None:
    """A button of an earlier moment, on a message that nobody remembers: the toast in the player's language, nothing
    moves, the old message loses its buttons and the live card is the last of the chat."""
    await move(world, table)
    person, old, played = await wish(world, table)
    await world.container.directory.touch_person(person, language="de")
    acts = [b["callback_data"] for b in buttons(old) if b["callback_data"].startswith("a:")]
    stale = next(data for data in acts if data != played)
    await move(world, table)
    await world.turn(30)
    before, live = await ply(world, table), await world.hand(person)
    stray = await world.bot.send_message(person, "an older card", reply_markup=None)
    await world.control.tap(person, {"chat": person, "id": stray.message_id}, stale)
    await world.turn(3)
    assert await text_of_last_answer(world, person) == views.old_button(tongue("de")).text
    assert await ply(world, table) == before
    assert (await world.hand(person))["id"] > live["id"]


async def test_case_07_a_button_of_an_ended_game(world: World, table: str) -> None:
    """The table was cancelled in the meantime: a clear word, and nothing changes."""
    person, _, data = await wish(world, table)
    await world.control.say(ANNA, CLUB, "/cancel")
    await world.turn(5)
    for other in (BEN, CHLOE, DAN):
        await world.tap(other, await world.hand(other), "", kind="ca")
        await world.turn(5)
    stored = await world.container.store.load(table)
    await world.control.tap(person, await last(world, person), data)
    await world.settle()
    assert await text_of_last_answer(world, person)
    after = await world.container.store.load(table)
    assert stored is not None
    assert after is not None
    assert after.version == stored.version


async def last(world: World, person: int) -> dict[str, Any]:
    """The newest message of the bot in a private chat."""
    seen = await world.control.sees(person, person)
    return next(m for m in reversed(seen) if m["from"]["is_bot"])


async def test_case_09_a_tap_acts_on_the_game_it_names(world: World, table: str) -> None:
    """The same four people at two tables: a tap moves its own table only, and every private card names its group."""
    group = (await world.control.do("groups", title="Second club"))["id"]
    await world.settle()
    await world.control.say(ANNA, group, "/belote")
    await world.settle()
    lobby = await world.card(group)
    second = table_of(lobby)
    for person, seat in zip(PEOPLE, "NESW", strict=True):
        await world.control.tap(person, lobby, f"si:{second}:0:{seat}")
        await world.turn(5)
    await world.tap(ANNA, await world.card(group), "", kind="go")
    await world.turn(8)
    plies = {one: await ply(world, one) for one in (table, second)}
    person, _, data = await wish(world, second)
    cards = await world.hands(person)
    titles = {table: "Belote club", second: "Second club"}
    for one, title in titles.items():
        row = await world.container.store.row(one, hand_key(person))
        assert row is not None
        assert title in next(m for m in cards if m["id"] == row.message)["text"]
    # Even from the other game's message: a tap is routed by its data alone.
    await world.control.tap(person, cards[0], data)
    await world.turn(2)
    assert await ply(world, table) == plies[table]
    assert await ply(world, second) == plies[second] + 1
    assert (await view_of(world, second)).title == "Second club"


async def test_case_09_a_game_without_a_group_beside_one_with(world: World, table: str) -> None:
    """Both lie in one private chat: a tap moves its own, and each card says which it is."""
    await choose(world, ANNA, "solo")
    await world.turn(5)
    (solo,) = [one for one in await world.container.store.tables_of(ANNA) if one != table]
    while await on_turn(world, solo) != ANNA:
        await world.turn(2)
    before = await ply(world, table)
    _, _, data = await wish(world, solo)
    cards = {table_of(m): m for m in await world.control.sees(ANNA, ANNA) if buttons(m)}
    assert "Belote club" in cards[table]["text"]
    assert "Belote club" not in cards[solo]["text"]
    at = await ply(world, solo)
    await world.control.tap(ANNA, cards[table], data)
    await world.turn(2)
    assert await ply(world, table) == before
    assert await ply(world, solo) > at
