"""Going and coming in the middle of a match, as the chats show it: seats taken over, votes, a match given up."""

import pytest

from service.table.commands import AcceptResign, Leave, Oust, Resign, TakeOver
from service.table.look import look as see
from service.table.model import Stage
from service.telegram.parting_view import admin_question, replaced_card
from service.telegram.texts import tongue
from service.usecases import house, look
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN, Json
from tests.table.worlds import FOUR, ask, started
from tests.telegram.views.test_properties import check_message
from tests.telegram.wing.test_match import play_deal, view_of
from tests.telegram.wing.world import PEOPLE, World, buttons


@pytest.fixture
async def table(world: World) -> str:
    return await world.start(*PEOPLE)


async def eve(world: World) -> int:
    """A fifth member of the group, who has pressed Start."""
    user: int = (await world.control.do("users", first_name="Eve", join=[CLUB]))["id"]
    await world.control.start(user)
    await world.settle()
    return user


async def group(world: World) -> Json:
    """The group's newest card."""
    await world.turn(10)
    return await world.card()


def labels(card: Json) -> list[str]:
    return [bare(button["text"]) for button in buttons(card)]


def bare(text: str) -> str:
    """Without what isolates names."""
    return text.replace("\u2068", "").replace("\u2069", "")


async def told(world: World, person: int) -> str:
    return str((await world.answers(person))[-1]["text"])


async def test_an_open_seat_stands_on_the_groups_card_and_is_taken_with_its_hand(
    world: World, table: str
) -> None:
    user = await eve(world)
    before = (await view_of(world, table, DAN)).seen
    await world.control.say(DAN, CLUB, "/leave")
    await world.settle()
    card = await group(world)
    assert "🪑 Für Dan einsteigen" in labels(card)
    await world.tap(user, card, ":W", kind="ov")
    await world.settle()
    assert await told(world, user)
    after = (await view_of(world, table, user)).seen
    assert before is not None
    assert after is not None
    assert after.hand == before.hand
    assert (await view_of(world, table, DAN)).seat is None
    assert not any("einsteigen" in label for label in labels(await group(world)))
    hand = await world.hand(user)
    assert hand["text"]
    told_dan = [m for m in await world.control.sees(DAN, DAN) if m["text"].startswith("🪑")]
    assert len(told_dan) == 1 and "Eve" in told_dan[0]["text"] and told_dan[0]["silent"]


async def test_who_comes_back_before_has_his_seat(world: World, table: str) -> None:
    user = await eve(world)
    await world.control.say(DAN, CLUB, "/leave")
    await world.settle()
    card = await group(world)
    await world.tap(DAN, await world.hand(DAN), "", kind="rt")
    await world.settle()
    await world.tap(user, card, ":W", kind="ov")
    await world.settle()
    assert (await view_of(world, table, DAN)).seat is not None
    assert (await view_of(world, table, user)).seat is None


async def test_a_match_is_given_up_by_partners_and_taken_by_the_others(world: World, table: str) -> None:
    await world.control.say(ANNA, CLUB, "/resign")
    await world.settle()
    question = next(m for m in reversed(await world.control.sees(ANNA, CLUB)) if "Aufgeben?" in m["text"])
    await world.tap(BEN, question, "", kind="mt")
    await world.settle()
    assert (await view_of(world, table)).resigning == ()
    await world.tap(ANNA, question, "", kind="mt")
    await world.settle()
    card = await table_card(world)
    assert "🏳 Anna möchte aufgeben" in bare(card["text"])
    await world.tap(CHLOE, card, "", kind="rs")
    await world.settle()
    card = await table_card(world)
    assert "🏳 Anna + Chloé geben auf" in bare(card["text"])
    for person in (BEN, DAN):
        await world.tap(person, card, "", kind="tk")
        await world.settle()
    view = await view_of(world, table)
    assert view.stage is Stage.OVER
    end = next(m for m in reversed(await world.control.sees(ANNA, CLUB)) if "🏆" in m["text"])
    assert "Dan + Ben gewinnen" in bare(end["text"])
    assert "Aufgegeben: Anna + Chloé" in bare(end["text"])


@pytest.mark.parametrize("pictures", [False, True])
async def test_a_match_given_up_ends_with_its_trophy_and_its_card_names_the_deal(
    world: World, table: str, pictures: bool
) -> None:
    """No card comes after the end, and the one that stands speaks of the deal that was given up."""
    await world.container.directory.touch_chat(CLUB, pictures=pictures)
    await play_deal(world, table)
    before = await table_card(world)
    assert bool(before.get("photo")) is pictures
    for person in (ANNA, CHLOE):
        await house(world.container, table, Resign(person=person))
    for person in (BEN, DAN):
        await house(world.container, table, AcceptResign(person=person))
    await world.settle()
    await world.turn(20)
    seen = await world.control.sees(ANNA, CLUB)
    assert "🏆" in seen[-1]["text"]
    over = next(m for m in seen if m["id"] == before["id"])
    assert "Gabe 2" in over["text"] and "zu Ende" in over["text"] and not buttons(over)


async def table_card(world: World) -> Json:
    await world.turn(10)
    seen = await world.control.sees(ANNA, CLUB)
    return next(m for m in reversed(seen) if "Gabe" in m["text"] and buttons(m))


async def test_each_who_must_answer_a_resignation_has_it_before_him_in_a_new_silent_message(
    world: World, table: str
) -> None:
    async def newest(person: int) -> int:
        await world.turn(10)
        return int((await world.hand(person))["id"])

    await world.control.say(ANNA, CLUB, "/resign")
    await world.settle()
    question = next(m for m in reversed(await world.control.sees(ANNA, CLUB)) if "Aufgeben?" in m["text"])
    before = {person: await newest(person) for person in PEOPLE}
    await world.tap(ANNA, question, "", kind="mt")
    await world.settle()
    partner = {person: await newest(person) for person in PEOPLE}
    assert [person for person in PEOPLE if partner[person] != before[person]] == [CHLOE]
    hand = await world.hand(CHLOE)
    assert hand["silent"]
    await world.tap(CHLOE, hand, "", kind="rs")
    await world.settle()
    others = {person: await newest(person) for person in PEOPLE}
    assert [person for person in PEOPLE if others[person] != partner[person]] == [BEN, DAN]
    assert "🏳" in (await world.hand(DAN))["text"]


async def test_a_vote_to_replace_somebody_comes_to_those_who_may_answer(world: World, table: str) -> None:
    question = await replacing(world, BEN)
    await world.turn(10)
    before = {person: (await world.hand(person))["id"] for person in PEOPLE}
    await world.tap(BEN, question, ":N", kind="ou")
    await world.settle()
    await world.turn(10)
    after = {person: (await world.hand(person))["id"] for person in PEOPLE}
    assert [person for person in PEOPLE if after[person] != before[person]] == [CHLOE, DAN]


async def test_play_on_takes_the_question_off_the_table(world: World, table: str) -> None:
    await world.control.say(ANNA, ANNA, "/resign")
    await world.settle()
    question = next(m for m in reversed(await world.control.sees(ANNA, ANNA)) if "Aufgeben?" in m["text"])
    await world.tap(ANNA, question, "", kind="mt")
    await world.settle()
    await world.tap(DAN, await table_card(world), "", kind="on")
    await world.settle()
    assert (await view_of(world, table)).resigning == ()
    assert "aufgeben" not in bare((await table_card(world))["text"])


async def test_against_computers_giving_up_ends_it(world: World) -> None:
    table = await world.start(ANNA)
    await world.control.say(ANNA, CLUB, "/resign")
    await world.settle()
    question = next(m for m in reversed(await world.control.sees(ANNA, CLUB)) if "Aufgeben?" in m["text"])
    await world.tap(ANNA, question, "", kind="mt")
    await world.settle()
    view = await look(world.container, table, ANNA)
    assert view is not None
    assert (view.stage, view.resigned) == (Stage.OVER, 0)


async def replacing(world: World, person: int) -> Json:
    """The question who shall be replaced."""
    await world.control.say(person, CLUB, "/replace")
    await world.settle()
    return next(m for m in reversed(await world.control.sees(ANNA, CLUB)) if "ersetzen?" in m["text"])


async def test_a_player_is_voted_out_and_his_seat_is_open(world: World, table: str) -> None:
    user = await eve(world)
    question = await replacing(world, BEN)
    for person in (BEN, CHLOE):
        await world.tap(person, question, ":N", kind="ou")
        await world.settle()
    card = await table_card(world)
    assert "🤖 Anna ersetzen? · 2 Stimmen" in bare(card["text"])
    await world.tap(DAN, card, ":N", kind="ou")
    await world.settle()
    assert (await view_of(world, table, ANNA)).seat is None
    card = await table_card(world)
    assert any(label.startswith("🪑") for label in labels(card))
    await world.tap(ANNA, card, ":N", kind="ov")
    await world.settle()
    assert (await view_of(world, table, ANNA)).seat is None
    await world.tap(user, card, ":N", kind="ov")
    await world.settle()
    assert (await view_of(world, table, user)).seat is not None


async def test_the_groups_administrator_needs_no_other_vote(world: World, table: str) -> None:
    """Anna, who founded the group: asked once more, told whom it concerns, and only once."""
    question = await replacing(world, ANNA)
    await world.tap(ANNA, question, ":W", kind="ou")
    await world.settle()
    assert (await view_of(world, table, DAN)).seat == 3
    again = await sure(world)
    assert "Dan" in bare(again["text"])
    await world.tap(BEN, again, "", kind="mt")
    await world.settle()
    assert (await view_of(world, table, DAN)).seat == 3, "the question was Anna's"
    await world.tap(ANNA, again, f":{ANNA}", kind="mt")
    await world.settle()
    assert (await view_of(world, table, DAN)).seat is None
    await world.control.tap(ANNA, again, buttons(again)[0]["callback_data"])
    await world.settle()
    assert "Schon ersetzt" in await told(world, ANNA)


async def sure(world: World) -> Json:
    """What an administrator is asked before he decides alone."""
    return next(m for m in reversed(await world.control.sees(ANNA, CLUB)) if "Sofort ersetzen?" in m["text"])


async def replaced_by_anna(world: World, seat: str) -> None:
    await world.tap(ANNA, await replacing(world, ANNA), f":{seat}", kind="ou")
    await world.settle()
    again = await sure(world)
    await world.control.tap(ANNA, again, buttons(again)[0]["callback_data"])
    await world.settle()
    await world.turn(5)


async def in_private(world: World, person: int) -> list[Json]:
    return [m for m in await world.control.sees(person, person) if m["text"].startswith("🤖")]


async def test_who_is_replaced_while_away_is_told_by_whom_and_comes_back_by_one_tap(
    world: World, table: str
) -> None:
    before = (await view_of(world, table, DAN)).seen
    await house(world.container, table, Leave(person=DAN))
    await world.settle()
    await replaced_by_anna(world, "W")
    (message,) = await in_private(world, DAN)
    assert "Anna" in message["text"] and "A computer has your seat" in message["text"] and message["silent"]
    assert [m for m in await world.hands(DAN) if m["id"] != message["id"]] == [], "his hand is gone"
    await world.turn(300)
    assert len(await in_private(world, DAN)) == 1, "once"
    await world.tap(DAN, message, ":W", kind="ov")
    await world.settle()
    after = await view_of(world, table, DAN)
    assert after.seat == 3 and after.seen is not None and before is not None
    assert after.seen.hand == before.hand
    await world.turn(10)
    assert await in_private(world, DAN) == []


async def test_the_way_back_ends_when_somebody_else_has_the_seat(world: World, table: str) -> None:
    user = await eve(world)
    await house(world.container, table, Leave(person=DAN))
    await world.settle()
    await replaced_by_anna(world, "W")
    await world.tap(user, await table_card(world), ":W", kind="ov")
    await world.settle()
    await world.turn(5)
    (message,) = await in_private(world, DAN)
    assert buttons(message) == []


async def test_who_played_and_was_replaced_is_told_that_he_does_not_come_back(
    world: World, table: str
) -> None:
    await replaced_by_anna(world, "W")
    (message,) = await in_private(world, DAN)
    assert buttons(message) == [] and "You do not sit down in this match again" in message["text"]


async def test_an_administrator_may_only_vote(world: World, table: str) -> None:
    await world.tap(ANNA, await replacing(world, ANNA), ":W", kind="ou")
    await world.settle()
    await world.tap(ANNA, await sure(world), f"vote-{DAN}:{ANNA}", kind="mt")
    await world.settle()
    view = await view_of(world, table)
    assert view.ousting == ((3, (ANNA,)),) and view.player(3).person == DAN


async def test_a_forged_answer_of_nobody_in_charge_is_no_decision(world: World, table: str) -> None:
    question = await replacing(world, BEN)
    await world.control.tap(BEN, question, f"mt:{table}:0:alone-{DAN}:{BEN}")
    await world.settle()
    assert (await view_of(world, table, DAN)).seat == 3


async def test_the_seat_that_was_meant_is_his_who_was_meant(world: World, table: str) -> None:
    """Dan's seat is Eve's by the time of the second tap: she stays."""
    user = await eve(world)
    await world.tap(ANNA, await replacing(world, ANNA), ":W", kind="ou")
    await world.settle()
    await house(world.container, table, Leave(person=DAN))
    await world.settle()
    await house(world.container, table, TakeOver(person=user, seat="W", name="Eve", reachable=True))
    await world.settle()
    await world.tap(ANNA, await sure(world), f"alone-{DAN}:{ANNA}", kind="mt")
    await world.settle()
    assert (await view_of(world, table, user)).seat == 3
    assert "Schon ersetzt" in await told(world, ANNA)


async def test_an_outsiders_vote_counts_for_nothing(world: World, table: str) -> None:
    user = await eve(world)
    question = await replacing(world, user)
    await world.tap(user, question, ":W", kind="ou")
    await world.settle()
    assert (await view_of(world, table)).ousting == ()


@pytest.mark.parametrize("language", ["en", "de", "fr", "lb"])
def test_what_is_asked_and_told_of_a_replacement_fits_in_every_language(language: str) -> None:
    t, long = tongue(language), "Wolfgang Amadeus Theophilus"
    running = started(*FOUR)
    chairs = {k: chair.model_copy(update={"name": long}) for k, chair in running.head.chairs.items()}
    running = running.changed(chairs=chairs)
    check_message(admin_question(see(running, FOUR[0]), see(running, None).players[1], FOUR[0], t))
    away = ask(running, Leave(person=FOUR[1])).table
    for table, by in ((running, 9), (away, 9), (away, 0)):
        oust = Oust(person=by or FOUR[0], seat="E", admin=bool(by), name=long)
        view = see(ask(table, oust).table, FOUR[1])
        assert view.ousted is not None
        check_message(replaced_card(view, view.ousted, t))
    taken = ask(away, TakeOver(person=9, seat="E", name=long, reachable=True)).table
    told = see(taken, FOUR[1]).ousted
    assert told is not None and told.taken
    check_message(replaced_card(see(taken, FOUR[1]), told, t))
