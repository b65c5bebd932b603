"""Users and chats: cases 17 to 23 of other people's trackers."""

import pytest

from service.surface import CARD
from service.table.model import Stage
from tests.faults.worlds import rings
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Json
from tests.telegram.groups.places import live_cards, ours, start_in, supergroup
from tests.telegram.wing.test_match import move, on_turn, play_deal, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons, table_of

GERMAN_CLOSED = "Ich darf in"
NAMES = ("a_b*[", "<b>&", "😀" * 64, "\u200b\u2060\ufeff")


async def sends(world: World, chat: int) -> list[Json]:
    return [c for c in await world.calls("sendMessage") if c["chat_id"] == chat and c["status"] == 200]


async def refused(world: World) -> list[Json]:
    return [c for c in await world.calls() if c["status"] == 400]


async def test_case_17_who_never_pressed_start_gets_one_link_and_his_seat_waits(world: World) -> None:
    """Sitting down opens the door, once, and nothing is posted for it; the match waits for him, his seat is his."""
    await world.control.start(ANNA, CHLOE, DAN)
    card = await world.lobby(ANNA, CHLOE, DAN)
    table, before = table_of(card), len(await ours(world, CLUB))
    await world.sit(BEN, "E")
    await world.turn(5)
    urls = [answer["url"] for answer in await world.answers(BEN) if answer["url"]]
    assert urls == [f"https://t.me/RebeloteBot?start=t-{table}-E"]
    assert len(await ours(world, CLUB)) == before, "one card, which says whom it waits for"
    assert not await sends(world, BEN)
    await world.tap(ANNA, await world.card(), "", kind="go")
    await world.turn(5)
    assert (await view_of(world, table)).stage is Stage.LOBBY, "his seat waits for him"
    await world.control.do("start", user=BEN, payload=urls[0].partition("start=")[2])
    await world.turn(5)
    cards = [m for m in await world.control.sees(BEN, BEN) if table in str(buttons(m))]
    assert len(cards) == 1, "his card came by itself"
    assert not any(
        "Welcome" in m["text"] or "Willkommen" in m["text"] for m in await world.control.sees(BEN, BEN)
    )
    await world.tap(ANNA, await world.card(), "", kind="go")
    await world.turn(8)
    view = await view_of(world, table, BEN)
    assert (view.stage, view.seat) == (Stage.PLAYING, 1)


async def test_case_18_a_player_blocks_the_bot_and_comes_back(world: World, table: str) -> None:
    """The others are served; on his turns he is called in the group, once a turn; unblocking brings his card back."""
    await move(world, table)
    first = await on_turn(world, table)
    assert first is not None
    ben = PEOPLE[(PEOPLE.index(first) + 3) % 4]
    await world.control.do("block", user=ben)
    await world.settle()
    called: list[Json] = []
    while not called:
        if await on_turn(world, table) == ben:
            await world.turn(30)
            called = [m for m in await ours(world, CLUB) if str(ben) in m["html"]]
            break
        await move(world, table)
        await world.turn(5)
    assert len(called) == 1, "once a turn, however long it lasts"
    assert not called[0]["silent"]
    for other in PEOPLE:
        if other != ben:
            assert table in str(buttons(await world.hand(other))), "the others are served"
    await world.control.do("unblock", user=ben)
    await world.turn(5)
    assert f"a:{table}:" in str(buttons(await world.hand(ben))), "and he plays from his own card again"
    assert not [m for m in await ours(world, CLUB) if str(ben) in m["html"]], "the call is gone"


async def test_case_18_who_is_called_in_the_group_sleeps_there_too(world: World, table: str) -> None:
    """In his quiet hours the call stands in the group without a sound; it rings in the morning."""
    await move(world, table)
    first = await on_turn(world, table)
    assert first is not None
    ben = PEOPLE[(PEOPLE.index(first) + 3) % 4]
    until = world.clock() + 3_600_000
    await world.container.directory.touch_person(ben, hushed=until)
    await world.control.do("block", user=ben)
    await world.settle()
    await move(world, table)
    await world.turn(30)
    assert await on_turn(world, table) == ben
    (called,) = [m for m in await ours(world, CLUB) if str(ben) in m["html"]]
    assert called["silent"]
    world.clock.turn((until - world.clock()) / 1000)
    await world.settle()
    (called,) = [m for m in await ours(world, CLUB) if str(ben) in m["html"]]
    assert not called["silent"]


async def test_case_19_topic_7_stays_topic_7(world: World) -> None:
    """Every send of a game that began in a topic carries it, whoever sends: cards, sheets, answers, mentions."""
    forum = await supergroup(world, is_forum=True, topics={"7": {"name": "Cards"}})
    table = await start_in(world, forum, thread=7)
    await play_deal(world, table)
    await world.control.say(BEN, forum, "/table", thread_id=7)
    await world.control.say(BEN, forum, "/rules", thread_id=7)
    await world.turn(5)
    sent = await sends(world, forum)
    assert len(sent) >= 5
    assert {c["params"].get("message_thread_id") for c in sent} == {"7"}
    assert not await refused(world)


@pytest.mark.parametrize("thread", [False, True])
async def test_case_19_general_and_plain_threads_carry_none(world: World, thread: bool) -> None:
    """General has no number, and a thread of replies is no topic: neither is named, and nothing lands in private."""
    if thread:
        group = await supergroup(world)
        asked = await world.control.say(ANNA, group, "who plays?")
        command = await world.control.say(BEN, group, "/belote", reply_to=asked["id"])
        assert command["thread_id"] == asked["id"], "it stands in a thread"
    else:
        group = await supergroup(world, is_forum=True, topics={"7": {"name": "Cards"}})
        await world.control.say(BEN, group, "/belote")
    await world.settle()
    sent = await sends(world, group)
    assert [c["params"].get("message_thread_id") for c in sent] == [None]
    assert not await sends(world, BEN)
    assert not await refused(world)


async def test_case_20_a_closed_topic(world: World) -> None:
    """The game is kept and goes on in private, where the players are told; when it is open again, the card is back."""
    topics = {"7": {"name": "Cards"}}
    forum = await supergroup(world, is_forum=True, topics=topics)
    table = await start_in(world, forum, thread=7)
    closed = {"7": {"name": "Cards", "closed": True}}
    await world.control.do("chats", chat=forum, topics=closed)
    await play_deal(world, table)
    view = await view_of(world, table)
    assert view.stage is Stage.PLAYING and view.seen is not None and view.seen.deal_no == 2
    await world.turn(5)
    assert GERMAN_CLOSED in (await world.hand(ANNA))["text"]
    loud = await rings(world, ANNA)
    await move(world, table)
    await world.control.do("chats", chat=forum, topics=topics)
    await world.turn(10)
    (card,) = await live_cards(world, forum, table)
    assert "Gabe 2" in card["text"]
    assert GERMAN_CLOSED not in (await world.hand(ANNA))["text"]
    assert await rings(world, ANNA) <= loud + 1, "what it is about rings nobody"


async def test_case_20_no_right_to_write_recovers_by_itself(world: World, table: str) -> None:
    """No update tells of it: it is found out by trying, and tried again every ten minutes."""
    await world.control.do("chats", chat=CLUB, can_send=False)
    await move(world, table)
    await world.turn(10)
    assert GERMAN_CLOSED in (await world.hand(ANNA))["text"]
    await world.control.do("chats", chat=CLUB, can_send=True)
    await world.turn(610)
    assert GERMAN_CLOSED not in (await world.hand(ANNA))["text"]
    row = await world.container.store.row(table, CARD)
    assert row is not None and row.gone == ""


@pytest.mark.parametrize("names", [NAMES, ("A" * 64 + " ", "<i>", "]](", "\u202eevil\u202c")])
async def test_case_21_whatever_people_are_called(world: World, names: tuple[str, ...]) -> None:
    """Markup, emoji, nothing visible, very long: no message is refused, somebody is to be seen on every seat, and the
    alert with the hand stays within its 200 characters."""
    for person, name in zip(PEOPLE, names, strict=True):
        world.sandbox.world.users[person].first_name = name
        world.sandbox.world.users[person].last_name = "B" * 64 if name.startswith("A") else None
    await world.control.do("server", ephemeral="unknown")
    table = await world.start(*PEOPLE)
    for person in PEOPLE:
        await world.tap(person, await world.card(), "", kind="ha")
        await world.tap(person, await world.card(), "", kind="ta")
        await world.settle()
        answers = [str(answer["text"]) for answer in (await world.answers(person))[-2:]]
        assert all(0 < len(text.encode("utf-16-le")) // 2 <= 200 for text in answers)
    for _ in range(6):
        await move(world, table)
        await world.turn(5)
    assert not await refused(world)
    lines = (await world.card())["text"].splitlines()
    shown = [line for line in lines if "\u2068" in line]
    assert shown and all("\u2068\u2069" not in line for line in shown), "no name is empty"


async def test_case_22_an_anonymous_administrator_is_refused_with_advice(world: World) -> None:
    """Two of them have one number: they are never one player. Neither by tap nor by command."""
    await world.control.do("members", chat=CLUB, user=BEN, status="administrator")
    card = await world.lobby()
    table = table_of(card)
    seat = next(d for b in buttons(card) if (d := b.get("callback_data", "")).startswith("si:"))
    for person in (ANNA, BEN):
        await world.control.tap(person, card, seat, shape="anonymous")
        await world.settle()
        answer = (await world.answers(person))[-1]
        assert answer["show_alert"]
        assert "anonym" in answer["text"].lower()
    view = await view_of(world, table)
    assert [one.person for one in view.players] == [None] * 4
    for text in ("/leave", "/cancel", "/belote"):
        said = await world.control.say(BEN, CLUB, text, anonymous=True)
        await world.settle()
        reply = (await ours(world, CLUB))[-1]
        assert reply["reply_to"]["id"] == said["id"]
        assert "anonym" in reply["text"].lower()
    assert await world.container.store.tables_in(CLUB) == [table]
    assert (await view_of(world, table)).stage is Stage.LOBBY


@pytest.mark.parametrize("administrator", [False, True])
async def test_case_23_a_player_leaves_the_group_while_on_turn(
    world: World, table: str, administrator: bool
) -> None:
    """A computer keeps his seat, nobody waits, nobody is blocked; and he may come back from his private card."""
    if administrator:
        await world.control.do("members", chat=CLUB, user="bot", status="administrator")
    await move(world, table)
    await world.turn(5)
    ben = await on_turn(world, table)
    assert ben is not None
    others = [one for one in PEOPLE if one != ben]
    watcher = ANNA if ben != ANNA else BEN
    await world.control.do("members", chat=CLUB, user=ben, status="left", by=ben)
    await world.turn(5)
    view = await view_of(world, table, ben)
    assert view.seat is not None
    assert view.player(view.seat).computer is not None
    assert await on_turn(world, table) in others, "it has played for him"
    assert (await live_cards_seen_by(world, watcher, table))[-1]["text"].count("💤") == 1
    for other in others:
        person = await world.container.directory.person(other)
        assert person.reachable and not person.blocked
    assert (await world.container.directory.person(ben)).reachable
    await world.tap(ben, await world.hand(ben), "", kind="rt")
    await world.turn(5)
    view = await view_of(world, table, ben)
    assert view.seat is not None
    assert view.player(view.seat).computer is None


async def live_cards_seen_by(world: World, person: int, table: str) -> list[Json]:
    return [m for m in await ours(world, CLUB, person) if f"ha:{table}" in str(buttons(m))]


async def test_case_23_in_a_lobby_his_seat_is_free_again(world: World) -> None:
    await world.control.start(ANNA, BEN)
    await world.settle()
    table = table_of(await world.lobby(ANNA, BEN))
    await world.control.do("members", chat=CLUB, user=BEN, status="kicked", by=ANNA)
    await world.turn(5)
    assert BEN not in [one.person for one in (await view_of(world, table)).players]
    assert not [m for m in await world.control.sees(BEN, BEN) if table in str(buttons(m))], (
        "nor has he a card of it"
    )
