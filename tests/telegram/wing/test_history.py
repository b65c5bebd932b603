"""What is over, as the chats show it: the list, the replay, the record as a file."""

from engine.notation import parse_record
from engine.verify import check_record
from service.bootstrap import Container, memory_container
from service.settings import Settings
from service.table.commands import AcceptResign, Leave, Resign, TakeOver
from service.table.tally import Standing, player
from service.telegram.texts import languages, tongue
from service.usecases import decide
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Json
from tests.telegram.wing.test_match import play_deal
from tests.telegram.wing.world import TurnedClock, World, a_world, buttons, refused
from workers.replay import told


async def resigned(world: World, table: str) -> None:
    """Anna gives the match up, and Ben takes that."""
    for command in (Resign(person=ANNA), AcceptResign(person=BEN)):
        verdict = await decide(world.container, table, command.person, command, None)
        assert verdict.refused is None
        await world.settle()
    await world.turn(6)


async def bot_messages(world: World, person: int, chat: int) -> list[Json]:
    return [m for m in await world.control.sees(person, chat) if m["from"]["is_bot"]]


async def replay_of(world: World, person: int) -> Json:
    """The replay in somebody's private chat: there is one."""
    seen = await bot_messages(world, person, person)
    found = [m for m in seen if any(b.get("callback_data", "").startswith("rp:") for b in buttons(m))]
    assert len(found) == 1, [m["text"] for m in found]
    return found[0]


async def test_a_deals_sheet_in_the_group_opens_its_tricks_in_private(world: World) -> None:
    table = await world.start(ANNA, BEN)
    await play_deal(world, table)
    sheet = next(
        m
        for m in await bot_messages(world, ANNA, CLUB)
        if any(b.get("callback_data", "").startswith("ps:") for b in buttons(m))
    )
    before = len(await bot_messages(world, ANNA, CLUB))
    await world.tap(BEN, sheet, "", kind="ps")
    await world.settle()
    page = await replay_of(world, BEN)
    assert len(await bot_messages(world, ANNA, CLUB)) == before, "the group reads nothing of it"
    assert "privat" in (await world.answers(BEN))[-1]["text"].lower()
    for step in range(1, 9):
        await world.tap(BEN, page, f":{step}", kind="rp")
        await world.settle()
        turned = await replay_of(world, BEN)
        assert turned["id"] == page["id"], "one message, edited in place"
        assert turned["text"] != page["text"]
        page = turned
    assert not await refused(world)


async def test_who_never_pressed_start_is_led_there_by_a_link(world: World) -> None:
    table = await world.start(ANNA)
    await play_deal(world, table)
    sheet = next(
        m
        for m in await bot_messages(world, ANNA, CLUB)
        if any(b.get("callback_data", "").startswith("ps:") for b in buttons(m))
    )
    await world.tap(DAN, sheet, "", kind="ps")
    await world.settle()
    url = (await world.answers(DAN))[-1]["url"]
    assert f"start=r-{table}-1" in url
    await world.control.do("start", user=DAN, payload=url.partition("start=")[2])
    await world.settle()
    assert "Deal 1" in (await replay_of(world, DAN))["text"]


async def test_a_group_that_one_does_not_belong_to_keeps_its_past(world: World) -> None:
    table = await world.start(ANNA)
    await play_deal(world, table)
    stranger = (await world.control.do("users", first_name="Eve"))["id"]
    await world.control.do("start", user=stranger, payload=f"r-{table}-1")
    await world.settle()
    seen = await bot_messages(world, stranger, stranger)
    assert all("♠" not in m["text"] for m in seen)
    assert not any(b.get("callback_data", "").startswith("rp:") for m in seen for b in buttons(m))


async def test_my_matches_and_the_groups(world: World) -> None:
    table = await world.start(ANNA, BEN)
    await play_deal(world, table)
    await world.control.say(ANNA, ANNA, "/history")
    await world.settle()
    assert "keine Partie zu Ende" in (await bot_messages(world, ANNA, ANNA))[-1]["text"]
    await resigned(world, table)
    await world.control.say(ANNA, ANNA, "/history")
    await world.settle()
    mine = (await bot_messages(world, ANNA, ANNA))[-1]
    assert "verloren" in mine["text"]
    await world.tap(ANNA, mine, "", kind="ps")
    await world.settle()
    assert "Gabe 1" in (await replay_of(world, ANNA))["text"]
    await world.control.say(CHLOE, CLUB, "/history")
    await world.settle()
    theirs = (await bot_messages(world, CHLOE, CLUB))[-1]
    assert "🏆" in theirs["text"] and "verloren" not in theirs["text"], (
        "the group reads who won, not who I am"
    )


async def test_where_seats_changed_hands_the_list_counts_as_statistics_do(world: World) -> None:
    """Ben plays the only deal and leaves, Dan takes his seat, and Anna gives up: it is Ben's match, and not Dan's."""
    table = await world.start(ANNA, BEN)
    await world.control.start(DAN)
    await play_deal(world, table)
    taken = TakeOver(person=DAN, seat="E", name="Dan", reachable=True)
    commands = (Leave(person=BEN), taken, Resign(person=ANNA), AcceptResign(person=DAN))
    for command in commands:
        verdict = await decide(world.container, table, command.person, command, None)
        assert verdict.refused is None
        await world.settle()
    await world.turn(6)
    listed = {}
    for person in (ANNA, BEN, DAN):
        await world.control.say(person, person, "/history")
        await world.settle()
        listed[person] = (await bot_messages(world, person, person))[-1]["text"]
    assert "verloren" in listed[ANNA] and "🏆 won" in listed[BEN]
    told = {language: tongue(language).pgettext("a match", "lost") for language in languages()}
    told |= {f"{language} won": tongue(language).pgettext("a match", "won") for language in languages()}
    assert "🏆" in listed[DAN] and not any(word in listed[DAN] for word in told.values())
    won = {}
    for person in listed:
        counted = await world.container.store.standings(player(person))
        won[person] = sum(Standing.model_validate_json(text).won for text in counted.values())
    assert won == {ANNA: 0, BEN: 1, DAN: 0}
    for message in await bot_messages(world, DAN, DAN):
        assert not any(f" · {word}" in message["text"] for word in told.values()), "nor does his last card"


async def test_the_record_is_a_file_that_can_be_read_back(world: World) -> None:
    table = await world.start(ANNA)
    await play_deal(world, table)
    await world.control.do("start", user=ANNA, payload=f"r-{table}-1")
    await world.settle()
    await world.tap(ANNA, await replay_of(world, ANNA), "", kind="rx")
    await world.settle()
    sent = (await bot_messages(world, ANNA, ANNA))[-1]
    assert sent["document"]["name"] == f"rebelote-{table}.txt"
    text = await world.control.fetch(sent["document"]["url"])
    record = parse_record(text)
    assert check_record(record) == ()
    assert any(line.startswith("Deal 1") for line in told(record))
    head = await world.container.store.load(table)
    assert head is not None
    assert head.head.secret not in text, "the match is not over: its secret is nobody's"
    assert "deal 2" not in text, "what runs lies face down"


def _far_east(clock: TurnedClock, settings: Settings) -> Container:
    return memory_container(clock, settings.model_copy(update={"zone": "Pacific/Kiritimati"}))


async def test_who_has_chosen_no_zone_reads_days_by_the_houses() -> None:
    """Eleven in Greenwich is one o'clock of the next day there."""
    async with a_world(build=_far_east) as world:
        world.clock.turn(3 * 3600)
        table = await world.start(ANNA, BEN)
        await play_deal(world, table)
        await resigned(world, table)
        for chat in (ANNA, CLUB):
            await world.control.say(ANNA, chat, "/history")
            await world.settle()
            assert "16.01.2027" in (await bot_messages(world, ANNA, chat))[-1]["text"]
        await world.container.directory.touch_person(ANNA, zone="Europe/Berlin")
        for chat, day in ((ANNA, "15"), (CLUB, "16")):
            await world.control.say(ANNA, chat, "/history")
            await world.settle()
            assert f"{day}.01.2027" in (await bot_messages(world, ANNA, chat))[-1]["text"]
