"""The checks about time: until when, and what was played meanwhile."""

from datetime import datetime
from zoneinfo import ZoneInfo

from babel.dates import format_datetime

from service.telegram.lines import units
from tests.sandbox.client import ANNA, BEN, CHLOE, DAN, Json
from tests.telegram.checks.chain import club_card, hand_at, into_play, labels, seen_by, tongue_of, wish
from tests.telegram.wing.test_clocks import begun, leap
from tests.telegram.wing.test_match import on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons

ZONES = {ANNA: "Europe/Luxembourg", BEN: "America/New_York", CHLOE: "Asia/Kolkata", DAN: "Pacific/Auckland"}


async def test_check_11_deadlines_show_weekday_and_time_in_the_readers_zone(world: World) -> None:
    """Four who live far apart, each on his turn; and the group's card with the name of the group's zone."""
    for person, zone in ZONES.items():
        await world.container.directory.touch_person(person, zone=zone)
    table = await begun(world, "1d")
    asked = set[int]()
    for _ in range(4):
        person, hand, data = await wish_to_pass(world, table)
        asked.add(person)
        view = await view_of(world, table)
        assert view.time.deadline is not None
        t = await tongue_of(world, person)
        there = datetime.fromtimestamp(view.time.deadline / 1000, ZoneInfo(ZONES[person]))
        weekday = format_datetime(there, "EEE", locale=t.language).rstrip(".")
        top = "\n".join(hand["text"].split("\n")[:3])
        assert weekday in top and f"{there:%H:%M}" in top, (top, there)
        here = datetime.fromtimestamp(view.time.deadline / 1000, ZoneInfo("UTC"))
        card = (await club_card(world, table))["text"]
        assert f"{format_datetime(here, 'EEE', locale='de').rstrip('.')} {here:%H:%M} UTC" in card
        await world.control.tap(person, hand, data)
        await world.turn(15)  # it can be taken back for ten seconds
    assert asked == set(PEOPLE)


async def wish_to_pass(world: World, table: str) -> tuple[int, Json, str]:
    """Who is on turn in the auction, his card, and its button to pass."""
    person, hand, _ = await wish(world, table)
    found = (str(b.get("callback_data", "")) for b in buttons(hand))
    return person, hand, next(data for data in found if data.endswith(":pass"))


async def test_check_15_back_with_one_tap_and_told_what_was_played_meanwhile(world: World) -> None:
    """Twice his time runs out; then the cards that the computer played for him stand in the answer to his one tap."""
    table = await begun(world, "live")
    await into_play(world, table)
    late = await on_turn(world, table)
    assert late is not None
    while not _asks_back(away := await hand_at(world, late, table)):
        if await on_turn(world, table) == late:
            await leap(world, table)
        else:
            person, hand, data = await wish(world, table)
            await world.control.tap(person, hand, data)
            await world.turn(3)
    assert len(labels(away)) == 1, "one button"
    seat = (await view_of(world, table, late)).seat
    seen = await seen_by(world, table, late)
    played = [
        play.card
        for trick in (*(t.plays for t in seen.tricks), seen.trick)
        for play in trick
        if play.seat == seat
    ]
    await world.tap(late, away, "", kind="rt")
    await world.turn(3)
    told, t = (await world.answers(late))[-1]["text"], await tongue_of(world, late)
    assert units(told) <= 200
    assert played and t.card(played[-1]) in told, (told, [t.card(card) for card in played])
    view = await view_of(world, table, late)
    assert seat is not None and view.player(seat).computer is None


def _asks_back(hand: Json) -> bool:
    return any(b.get("callback_data", "").startswith("rt:") for b in buttons(hand))
