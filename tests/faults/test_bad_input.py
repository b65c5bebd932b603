"""Whatever people, or their clients, send: each gets a clear answer, nothing moves, and no traceback is seen."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from engine.cards import CARDS, card_code, cards_of, parse_card
from service.table.commands import Act
from service.telegram import views
from service.telegram.callback import TapKind
from service.telegram.handlers import replies
from service.telegram.texts import tongue
from tests.faults.worlds import held, ply, text_of_last_answer, wish
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Json
from tests.telegram.wing.test_match import move, on_turn, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons, refused

ARGUMENTS = (
    "", "JH", "XX", "take", "pass", "1", "999999", "-1", "NESW", "Q", "N:novice", "N:grandmaster", "Z:", "=", "a=b",
    "target=501", "target=999999999", "announcements=maybe", "target=on", "32", "07", "_" * 30,
    "t:1:2", "a:7000000001:7000000002", "t:7000000001:7000000001", "5:on", "8:off", "1:hand", "S:JH", "claim",
    "leave:7000000002", "forgetme:7000000002", "zone=Europe/Berlin", "1d",
)  # fmt: skip
MANGLED = (
    "", "a", ":::", "a:::", "a:{t}", "a:{t}:", "a:{t}:x:JH", "a:{t}:-1:JH", "a:{t}:01:JH", "a:{t}:1:JH:JH",
    "zz:{t}:1:", "A:{t}:1:JH", "a:{t}:999999999:JH", "a:{t}:1:♥", "a:{t}:٣:JH", "a:aaaaaaaaaa:1:JH",
    "a:../../etc:1:", "a:{t}\n:1:JH", "\x00", "🂡", "' OR 1=1 --", "{t}",
)  # fmt: skip


def errors(lines: list[Any]) -> list[Any]:
    return [line for line in lines if line["log_level"] in ("error", "critical", "exception")]


async def unmoved(world: World, table: str, person: int, card: Json, data: str) -> str:
    """Tap; nothing may change, an answer must come, and no error be logged. What was said."""
    before = await world.container.store.load(table)
    with capture_logs() as lines:
        await world.control.tap(person, card, data)
        await world.settle()
    after = await world.container.store.load(table)
    assert before is not None
    assert after is not None
    assert (after.version, after.facts, after.inbox) == (before.version, before.facts, before.inbox), data
    assert not errors(lines), lines
    said = (await world.answers(person))[-1]
    assert said is not None, data
    assert len(said["text"] or "") <= 200
    return str(said["text"] or said["url"])


async def test_mangled_data_is_an_old_button(world: World, table: str) -> None:
    card = await world.card()
    for data in MANGLED:
        assert await unmoved(world, table, BEN, card, data.replace("{t}", table))


@pytest.mark.parametrize("kind", list(TapKind))
async def test_forged_data_of_every_kind_from_somebody_who_does_not_sit_here(
    world: World, table: str, kind: TapKind
) -> None:
    """Well formed, for a table that is there, by a stranger: no kind of button lets him change anything."""
    eve = (await world.control.do("users", first_name="Eve", language_code="de", join=[CLUB]))["id"]
    card = await world.card()
    for argument in ARGUMENTS:
        for ref in (await ply(world, table), 99):
            said = await unmoved(world, table, eve, card, f"{kind}:{table}:{ref}:{argument}"[:64])
            assert said
    assert (await world.card())["text"] == card["text"], "no card becomes something else"


@pytest.mark.parametrize(
    "kind",
    [
        TapKind.ACT,
        TapKind.SIT,
        TapKind.FILL,
        TapKind.FREE,
        TapKind.OPTION,
        TapKind.CUT,
        TapKind.PAIR,
        TapKind.DRAW,
        TapKind.STAND,
        TapKind.HOLD,
        TapKind.CLOCK,
        TapKind.STAND_IN,
        TapKind.VARIANT,
        TapKind.MENU,
        TapKind.START,
        TapKind.JOIN,
        TapKind.WEIGH,
        TapKind.COLUMN,
        TapKind.TAKE_BACK,
        TapKind.HOLIDAY,
        TapKind.PAUSE,
        TapKind.RESUME,
        TapKind.TAKE,
        TapKind.PLAY_ON,
        TapKind.OVER,
        TapKind.RETURN,
        TapKind.KEEP,
        TapKind.REMATCH,
    ],
)
async def test_forged_data_in_a_running_match_from_a_player(world: World, table: str, kind: TapKind) -> None:
    """A player off turn, with buttons he was never shown."""
    person = await on_turn(world, table)
    other = next(one for one in PEOPLE if one != person)
    for argument in ARGUMENTS:
        await unmoved(
            world, table, other, await world.card(), f"{kind}:{table}:{await ply(world, table)}:{argument}"
        )


async def test_a_card_that_is_not_held(world: World, table: str) -> None:
    await move(world, table)
    person = await on_turn(world, table)
    assert person is not None
    mine = set(cards_of(held(await view_of(world, table, person))))
    foreign = [card_code(card) for card in CARDS if card not in mine]
    hand = await world.hand(person)
    said = {
        await unmoved(world, table, person, hand, f"a:{table}:{await ply(world, table)}:{card}")
        for card in foreign
    }
    assert len(foreign) == 24
    assert len(said) == 1, "and the answer tells nothing of whose it is"


async def test_out_of_turn(world: World, table: str) -> None:
    person = await on_turn(world, table)
    other = next(one for one in PEOPLE if one != person)
    said = await unmoved(
        world, table, other, await world.hand(other), f"a:{table}:{await ply(world, table)}:pass"
    )
    assert said in {tongue(language).gettext("It is not your turn.") for language in ("en", "de")}


async def test_a_table_that_is_gone(world: World, table: str) -> None:
    for kind in TapKind:
        assert await unmoved(world, table, BEN, await world.card(), f"{kind}:zzzzzzzzzz:0:N")


async def test_a_match_that_has_ended(world: World, table: str) -> None:
    person, _, data = await wish(world, table)
    await world.control.say(ANNA, CLUB, "/cancel")
    await world.turn(3)
    for other in (BEN, CHLOE, DAN):
        await world.tap(other, await world.hand(other), "", kind="ca")
        await world.turn(3)
    assert await unmoved(world, table, person, await any_message(world, person), data)
    for kind in TapKind:
        await unmoved(world, table, person, await any_message(world, person), f"{kind}:{table}:0:")


async def any_message(world: World, person: int) -> Json:
    seen = await world.control.sees(person, person)
    return next(m for m in reversed(seen) if m["from"]["is_bot"])


async def test_two_cards_at_once_and_the_second_hears_of_the_first(world: World, table: str) -> None:
    await move(world, table)
    person = await on_turn(world, table)
    assert person is not None
    hand = await world.hand(person)
    cards = [d for b in buttons(hand) if (d := b.get("callback_data", "")).startswith("a:")][:2]
    for data in cards:
        await world.control.tap(person, hand, data)
    before = await ply(world, table)
    await world.intake()
    first, second = [answer["text"] for answer in (await world.answers(person))[-2:]]
    t = tongue((await world.container.directory.person(person)).language)
    assert second == views.on_its_way(Act(person=person, ply=before, action=cards[0].split(":")[3]), t).text
    assert first != second
    await world.settle()
    assert await ply(world, table) == before + 1


async def test_rubbish_arguments_of_every_command(world: World) -> None:
    await world.control.start(BEN)
    await world.settle()
    for name in ("belote", "table", "games", "leave", "cancel", "rules", "help", "start"):
        for argument in (
            "<b>&",
            "x" * 3000,
            "\u202e\u0000",
            "t-",
            "t-zzzzzzzzzz-N",
            "😀" * 100,
            "-1",
            "{0} %s {name}",
        ):
            for chat in (BEN, CLUB):
                before = len(await world.calls("sendMessage"))
                with capture_logs() as lines:
                    await world.control.say(BEN, chat, f"/{name} {argument}")
                    await world.settle()
                assert not errors(lines), (name, argument, lines)
                calls = (await world.calls("sendMessage"))[before:]
                assert calls, (name, argument)
                assert all(call["status"] == 200 for call in calls)
    assert await world.container.store.tables_in(CLUB) == []


NAMES = (
    "a_b*[", "<b>&", "😀" * 64, "\u200b\u200d\u2060", "x" * 64, "\u202eevil", "{name}", "%s", "Z̷̢͠a̴l̶g̵o" * 8,
    "'\"\\", "ﷺ" * 20,
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
async def test_hostile_and_huge_names(world: World, name: str) -> None:
    """Such a person opens a table, sits down, looks and plays: every message is taken, every toast fits."""
    eve = (await world.control.do("users", first_name=name, last_name=name, join=[CLUB]))["id"]
    await world.control.start(eve)
    with capture_logs() as lines:
        await world.control.say(eve, CLUB, "/belote")
        await world.settle()
        await world.control.tap(eve, await world.card(), (await sit_data(world)) + "N")
        await world.turn(5)
        await world.tap(eve, await world.card(), "", kind="go")
        await world.turn(10)
        await world.tap(eve, await world.card(), "", kind="ha")
        await world.control.say(eve, CLUB, "/games")
        await world.turn(5)
    assert not errors(lines), lines
    assert not await refused(world)
    assert (await view_of(world, (await world.container.store.tables_in(CLUB))[0])).seen is not None


async def sit_data(world: World) -> str:
    data = next(d for b in buttons(await world.card()) if (d := b.get("callback_data", "")).startswith("si:"))
    return str(data).rpartition(":")[0] + ":"


SENDER = {"id": BEN, "is_bot": False, "first_name": "B"}
STRANGE: dict[str, Any] = {
    "hologram": {"depth": 3},
    "poll": {"id": "1", "question": "?", "options": [], "total_voter_count": 0, "is_closed": True,
             "is_anonymous": True, "type": "regular", "allows_multiple_answers": False},
    "channel_post": {"message_id": 1, "date": 1, "chat": {"id": -1007, "type": "channel", "title": "C"},
                     "text": "/belote"},
    "message": {"message_id": 1, "date": 1, "chat": {"id": CLUB, "type": "group", "title": "C"}},
    "callback_query": {"id": "1", "from": {"id": BEN, "is_bot": False, "first_name": "B"}, "chat_instance": "1",
                       "inline_message_id": "abc", "data": "a:aaaaaaaaaa:1:JH"},
    "inline_query": {"id": "1", "from": {"id": BEN, "is_bot": False, "first_name": "B"}, "query": "", "offset": ""},
    "inline_query bent": {"id": "1", "from": SENDER, "query": True, "offset": ""},
    "chosen_inline_result": {"result_id": "x" * 64, "from": SENDER, "query": "", "inline_message_id": "abc"},
    "chosen_inline_result bent": {"result_id": {}, "from": SENDER, "query": "", "inline_message_id": 7},
    "callback_query bent": {"id": "1", "from": SENDER, "chat_instance": "1", "inline_message_id": [], "data": "x"},
}  # fmt: skip


@pytest.mark.parametrize("kind", STRANGE)
async def test_updates_of_any_kind(world: World, table: str, kind: str) -> None:
    before = await ply(world, table)
    with capture_logs() as lines:
        await world.control.do("updates", put={kind.removesuffix(" bent"): STRANGE[kind]})
        await world.settle()
    assert not errors(lines), lines
    assert await ply(world, table) == before
    await move(world, table)
    assert await ply(world, table) == before + 1, "and the next tap is heard"


async def test_a_tap_whose_message_is_out_of_reach(world: World, table: str) -> None:
    """An `InaccessibleMessage`: the tap is routed by its data alone."""
    person, _, data = await wish(world, table)
    before = await ply(world, table)
    message = {"message_id": 3, "date": 0, "chat": {"id": person, "type": "private"}}
    user = {"id": person, "is_bot": False, "first_name": "A"}
    query = {"id": "1", "from": user, "chat_instance": "1", "message": message, "data": data}
    await world.control.do("updates", put={"callback_query": query})
    await world.settle()
    assert await ply(world, table) == before + 1


async def test_an_edited_command_is_nobodys_business(world: World) -> None:
    said = await world.control.say(ANNA, CLUB, "/rules")
    await world.settle()
    before = len(await world.calls("sendMessage"))
    await world.control.do("edit", user=ANNA, chat=CLUB, message_id=said["id"], text="/belote")
    await world.settle()
    assert len(await world.calls("sendMessage")) == before
    assert await world.container.store.tables_in(CLUB) == []


async def test_no_answer_of_ours_shows_a_fault(
    world: World, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake of ours: the person is told that it may not have arrived, never what it was."""

    async def broken(*_: object) -> object:
        raise RuntimeError("secret detail /home/rebelote/x.py line 7")

    person, hand, data = await wish(world, table)
    monkeypatch.setattr(world.container.store, "submit", broken)
    await world.control.tap(person, hand, data)
    await world.settle()
    assert await text_of_last_answer(world, person) in {
        views.unsure(tongue(one)).text for one in ("de", "en")
    }
    told = str(await world.control.sees(person, person)) + str(await world.answers(person))
    assert "secret detail" not in told
    assert "Traceback" not in told


async def test_who_wrote_a_command_that_fails_is_told_so_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried three times; what was written to nobody, or to another bot, gets no answer."""

    async def broken(*_: object) -> object:
        raise RuntimeError("secret detail")

    await world.control.start(ANNA)
    await world.settle()
    monkeypatch.setattr(world.container.directory, "person", broken)
    for chat, text in ((ANNA, "/games"), (CLUB, "/belote"), (CLUB, "/weather"), (CLUB, "hello")):
        before = len(await world.calls("sendMessage"))
        await world.control.say(ANNA, chat, text)
        await world.settle()
        told = (await world.calls("sendMessage"))[before:]
        ours = text in ("/games", "/belote")
        words = [one["params"]["text"] for one in told]
        assert words == [replies.not_done(tongue("de")).text] * ours, text


async def test_a_card_on_its_way_is_its_players_secret(world: World, table: str) -> None:
    """Found by the fuzzer: whoever tapped for the same moment was told which card somebody else had just tapped."""
    await move(world, table)
    person, hand, data = await wish(world, table)
    eve = (await world.control.do("users", first_name="Eve", language_code="en", join=[CLUB]))["id"]
    await world.control.tap(person, hand, data)
    await world.intake()
    card = data.split(":")[3]
    for other in (*(one for one in PEOPLE if one != person), eve):
        await world.control.tap(other, await world.card(), f"a:{table}:{await ply(world, table)}:JH")
        await world.intake()
        for language in ("en", "de"):
            assert tongue(language).card(parse_card(card)) not in await text_of_last_answer(world, other)
    await world.settle()
