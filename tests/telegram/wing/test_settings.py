"""`/settings` in private and in a group, and the row of suits that is asked for once."""

from service.sandbox.state import Json
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN
from tests.telegram.wing.test_handlers import told
from tests.telegram.wing.test_match import on_turn
from tests.telegram.wing.world import PEOPLE, World, buttons


async def private(world: World, person: int) -> list[Json]:
    return await world.control.sees(person, person)


async def menu(world: World, person: int, chat: int) -> Json:
    await world.control.say(person, chat, "/settings")
    await world.settle()
    return await latest(world, person, chat)


async def latest(world: World, person: int, chat: int) -> Json:
    """The newest message with a setting's button."""
    seen = await world.control.sees(person, chat)
    return next(m for m in reversed(seen) if any("sg:" in str(b) for b in buttons(m)))


async def step(world: World, person: int, message: Json, name: str) -> None:
    data = next(b["callback_data"] for b in buttons(message) if f":{name}=" in b["callback_data"])
    await world.control.tap(person, message, data)
    await world.settle()


# the row of suits


async def test_start_asks_once_for_the_row_that_reads_best(world: World) -> None:
    await world.control.start(ANNA)
    await world.settle()
    question = await latest(world, ANNA, ANNA)
    assert len(buttons(question)) == 3
    await world.tap(ANNA, question, "row=four", kind="sg")
    await world.settle()
    after = next(m for m in await private(world, ANNA) if m["id"] == question["id"])
    assert not buttons(after)
    assert "🔷" in after["text"]
    assert (await world.container.directory.person(ANNA)).suits == "four"
    before = len(await private(world, ANNA))
    await world.control.say(ANNA, ANNA, "/start")
    await world.settle()
    assert not [m for m in (await private(world, ANNA))[before:] if "sg:" in str(buttons(m))], "asked twice"


async def test_who_does_not_answer_is_not_asked_again(world: World) -> None:
    await world.control.start(ANNA)
    await world.settle()
    await world.control.say(ANNA, ANNA, "/start")
    await world.settle()
    asked = [m for m in await private(world, ANNA) if "sg:" in str(buttons(m))]
    assert len(asked) == 1


async def test_a_seats_link_seats_first_and_asks_without_a_ring(world: World) -> None:
    await world.lobby(ANNA)
    await world.sit(BEN, "E")
    await world.settle()
    door = (await world.answers(BEN))[-1]["url"]
    await world.control.do("start", user=BEN, payload=door.partition("start=")[2])
    await world.settle()
    seen = await private(world, BEN)
    texts = [m["text"] for m in seen if m["from"]["id"] != BEN]
    assert len(texts) == 2, "his card and the question, no more"
    assert all(m["silent"] for m in seen if m["from"]["id"] != BEN)
    assert "cu:" in str(buttons(seen[-1])), "the card stands last, where the thumb is"


# one's own


async def test_a_tap_steps_the_value_in_the_same_message(world: World) -> None:
    await world.control.start(ANNA)
    await world.settle()
    card = await menu(world, ANNA, ANNA)
    count = len(await private(world, ANNA))
    await step(world, ANNA, card, "ring")
    changed = await latest(world, ANNA, ANNA)
    assert changed["id"] == card["id"]
    assert changed["html"] != card["html"]
    assert [b["text"] for b in buttons(changed)] == [b["text"] for b in buttons(card)]
    assert len(await private(world, ANNA)) == count
    assert (await world.container.directory.person(ANNA)).ring == "always"
    assert await told(world, ANNA)


async def test_the_same_update_twice_is_one_step(world: World) -> None:
    await world.control.start(ANNA)
    await world.settle()
    card = await menu(world, ANNA, ANNA)
    for _ in range(2):
        await step(world, ANNA, card, "ring")
    assert (await world.container.directory.person(ANNA)).ring == "always"


async def test_another_language_changes_the_menu_and_the_hand_card(world: World) -> None:
    await world.start(*PEOPLE)
    card = await menu(world, ANNA, ANNA)
    hand = next(m for m in await private(world, ANNA) if "ta:" in str(buttons(m)))
    await step(world, ANNA, card, "language")
    again = next(m for m in await private(world, ANNA) if "ta:" in str(buttons(m)))
    assert (await latest(world, ANNA, ANNA))["html"] != card["html"]
    assert [b["text"] for b in buttons(again)] != [b["text"] for b in buttons(hand)]


async def test_never_ringing_is_obeyed_from_the_next_card_on(world: World) -> None:
    await world.control.start(*PEOPLE)
    await world.settle()
    for person in PEOPLE:
        await world.container.directory.touch_person(person, ring="never")
    table = await world.start(*PEOPLE)
    assert await on_turn(world, table) is not None
    for person in PEOPLE:
        assert all(m["silent"] for m in await private(world, person) if m["from"]["id"] != person)


async def test_a_made_up_value_changes_nothing(world: World) -> None:
    await world.control.start(ANNA)
    await world.settle()
    card = await menu(world, ANNA, ANNA)
    for data in ("sg:r:0:ring=loud", "sg:r:0:hat=red", "sg:r:0:suits", "sg:r:0:started=off"):
        await world.control.tap(ANNA, card, data)
        await world.settle()
        assert await told(world, ANNA)
    assert (await latest(world, ANNA, ANNA))["html"] == card["html"]
    person = await world.container.directory.person(ANNA)
    assert (person.ring, person.started) == ("", True)


# a group's


async def test_a_group_has_its_own_and_who_sits_here_may_change_them(world: World) -> None:
    await world.lobby(ANNA)
    card = await menu(world, CHLOE, CLUB)
    before = await world.card()
    await step(world, CHLOE, card, "suits")
    assert (await world.container.directory.chat(CLUB)).suits == "", "she sits nowhere"
    assert await told(world, CHLOE)
    await step(world, ANNA, card, "suits")
    assert (await world.container.directory.chat(CLUB)).suits == "four"
    assert (await world.container.directory.person(ANNA)).suits != "four"
    changed = await latest(world, ANNA, CLUB)
    assert changed["id"] == card["id"] and "🔷" in changed["text"]
    assert before is not None


async def test_an_administrator_may_without_a_seat(world: World) -> None:
    card = await menu(world, ANNA, CLUB)
    admins = [one for one in PEOPLE if await world.dispatcher._desk.gateway.is_admin(CLUB, one)]
    await step(world, admins[0], card, "suits")
    assert (await world.container.directory.chat(CLUB)).suits == "four"


async def test_a_groups_language_changes_its_cards_and_not_its_peoples(world: World) -> None:
    await world.start(*PEOPLE)
    await world.turn(10)
    before = await world.card()
    language = (await world.container.directory.person(DAN)).language
    card = await menu(world, DAN, CLUB)
    await step(world, DAN, card, "language")
    await world.turn(10)
    seen = {m["id"]: m for m in await world.control.sees(ANNA, CLUB)}
    assert [b["text"] for b in buttons(seen[before["id"]])] != [b["text"] for b in buttons(before)]
    assert (await world.container.directory.person(DAN)).language == language


async def test_what_is_written_into_a_group_is_in_its_language(world: World) -> None:
    await world.container.directory.touch_chat(CLUB, language="fr")
    await world.control.say(ANNA, CLUB, "/help")
    await world.settle()
    assert (
        "Envoie" in (await world.control.sees(ANNA, CLUB))[-1]["text"]
        or "table" in (await world.control.sees(ANNA, CLUB))[-1]["text"]
    )


async def test_the_question_for_ones_row_is_not_asked_in_a_group(world: World) -> None:
    card = await menu(world, ANNA, CLUB)
    await world.control.tap(ANNA, card, "sg:r:0:row=dark")
    await world.settle()
    assert (await world.container.directory.chat(CLUB)).suits == ""
