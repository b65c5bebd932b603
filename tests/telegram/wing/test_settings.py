"""`/settings` in private and in a group, and the row of suits that is asked for once."""

from engine.actions import action_text
from engine.observation import legal_actions
from service.sandbox.state import Json
from service.telegram import views
from service.telegram.lines import plain
from service.telegram.messages import Button, Message
from service.telegram.texts import tongue
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, DAN
from tests.telegram.wing.test_handlers import told
from tests.telegram.wing.test_match import on_turn, view_of
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
    return next(m for m in reversed(seen) if asks(m))


def asks(message: Json) -> bool:
    """Whether it has a setting's button."""
    return any("sg:" in str(button) for button in buttons(message))


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
    assert not any(asks(m) for m in (await private(world, ANNA))[before:]), "asked twice"


async def test_who_does_not_answer_is_not_asked_again(world: World) -> None:
    await world.control.start(ANNA)
    await world.settle()
    await world.control.say(ANNA, ANNA, "/start")
    await world.settle()
    assert sum(map(asks, await private(world, ANNA))) == 1


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


async def test_a_group_may_have_hands_on_a_tap_only(world: World) -> None:
    card = await menu(world, ANNA, CLUB)
    for wanted in (False, True):
        await step(world, ANNA, await latest(world, ANNA, CLUB), "hands")
        assert (await world.container.directory.chat(CLUB)).hands is wanted
    assert (await latest(world, ANNA, CLUB))["html"] == card["html"]


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
    said = (await world.control.sees(ANNA, CLUB))[-1]["text"]
    assert said == plain(views.help_text(tongue("fr")).text)


async def test_the_question_for_ones_row_is_not_asked_in_a_group(world: World) -> None:
    card = await menu(world, ANNA, CLUB)
    await world.control.tap(ANNA, card, "sg:r:0:row=dark")
    await world.settle()
    assert (await world.container.directory.chat(CLUB)).suits == ""


# a second tap, grey cards


async def playing(world: World, **tastes: str | bool) -> tuple[str, int, Json]:
    """A table of people who share these tastes; who is on turn to play, not to lead, and his card."""
    await world.control.start(*PEOPLE)
    await world.settle()
    for person in PEOPLE:
        await world.container.directory.touch_person(person, **tastes)
    table = await world.start(*PEOPLE)
    for _ in range(9):
        turn = await on_turn(world, table)
        assert turn is not None
        view = await view_of(world, table, turn)
        if view.seen is not None and view.seen.trick:
            return table, turn, await world.hand(turn)
        await move(world, table)
    raise AssertionError("nobody plays")


def plays(card: Json, kind: str) -> list[str]:
    """The data of buttons that play, or weigh, a card that may be played."""
    keys = [b for b in buttons(card) if str(b.get("callback_data", "")).startswith(f"{kind}:")]
    return [b["callback_data"] for b in keys if not b["text"].startswith("(")]


async def test_case_08_a_second_tap_confirms(world: World) -> None:
    table, person, card = await playing(world, confirm=True)
    before = await ply(world, table)
    assert not plays(card, "a")
    data = plays(card, "we")[0]
    for _ in range(2):  # a double tap is no confirmation: it hits the same button twice
        await world.control.tap(person, card, data)
    await world.settle()
    assert await ply(world, table) == before
    first, second = (await world.answers(person))[-2:]
    assert first["text"] == second["text"], "both taps are told to tap again"
    turned = await world.hand(person)
    assert turned["id"] == card["id"], "the card turns in its place"
    (again,) = plays(turned, "a")
    assert again.rpartition(":")[2] == data.rpartition(":")[2]
    await world.control.tap(person, turned, again)
    await world.settle()
    assert await ply(world, table) == before + 1


async def test_a_confirming_tap_that_comes_late_plays_no_card_of_another_trick(world: World) -> None:
    table, person, card = await playing(world, confirm=True)
    await world.control.tap(person, card, plays(card, "we")[0])
    await world.settle()
    again = plays(await world.hand(person), "a")[0]
    await world.control.tap(person, await world.hand(person), again)
    await world.settle()
    while await on_turn(world, table) != person:
        await move(world, table)
    before = await ply(world, table)
    await world.control.tap(person, await world.hand(person), again)
    await world.settle()
    assert await ply(world, table) == before
    assert not plays(await world.hand(person), "a"), "nothing is half chosen in the new trick"


def greyed(card: Json) -> list[Json]:
    return [b for b in buttons(card) if "disabled" in b]


async def forbidden(world: World, **tastes: str | bool) -> tuple[str, int, Json]:
    """Like `playing`, with a hand in which something may not be played."""
    table, person, card = await playing(world, **tastes)
    for _ in range(24):
        if any("wn:" in str(b) for b in buttons(card)):
            return table, person, card
        await move(world, table)
        found = await on_turn(world, table)
        if found is None:
            await world.turn(6)
            continue
        person, card = found, await world.hand(found)
    raise AssertionError("everything may be played, always")


async def test_grey_cards_do_nothing_and_one_button_says_why_not(world: World) -> None:
    _, person, card = await forbidden(world, refused="grey")
    assert greyed(card)
    assert all("callback_data" not in b for b in greyed(card))
    await world.tap(person, card, "", kind="wn")
    await world.settle()
    answer = (await world.answers(person))[-1]
    assert answer["show_alert"]
    assert all(b["text"] in answer["text"] for b in greyed(card))
    assert len(answer["text"]) <= 200


async def test_an_older_server_gets_plain_buttons_that_play_nothing(world: World) -> None:
    await world.control.do("server", ephemeral="unknown")
    table, person, card = await forbidden(world, refused="grey")
    assert not greyed(card)
    before = await ply(world, table)
    view = await view_of(world, table, person)
    assert view.seen is not None
    legal = {action_text(action) for action in legal_actions(view.seen)}
    dead = [d for d in plays(card, "a") if d.rpartition(":")[2] not in legal]
    assert dead, "they stand there as plain buttons"
    await world.control.tap(person, card, dead[0])
    await world.settle()
    assert await ply(world, table) == before
    assert await told(world, person)


async def test_an_older_server_is_asked_once_whether_it_knows_grey_buttons(world: World) -> None:
    """With pictures or without: what one refusal has told is true of every later message."""
    await world.control.do("server", ephemeral="unknown")
    table, *_ = await forbidden(world, refused="grey", pictures=True)
    for _ in range(12):
        await move(world, table)
    calls = await world.calls()
    assert any("Photo" in call["method"] or "Media" in call["method"] for call in calls), "pictures are shown"
    unallowed = [call for call in calls if "unallowed" in str(call)]
    assert len(unallowed) == 1


async def test_a_sent_card_learns_of_an_older_server_too(world: World) -> None:
    """In between, the server was put back to an older one: the message comes all the same, once."""
    await forbidden(world, refused="grey")
    gateway = world.show._gateway
    await world.control.do("server", ephemeral="half")
    message = Message("x", ((Button("♥️7", "a:x:0:7H", disabled=True),),))
    answer = await gateway.send(ANNA, None, message, ring=False)
    assert answer.message is not None
    assert gateway.greys.known is False
    assert (await gateway.edit(ANNA, answer.message, message._replace(text="y"))).message is None
    (button,) = buttons((await private(world, ANNA))[-1])
    assert button["callback_data"] == "a:x:0:7H"


async def move(world: World, table: str) -> None:
    """Whoever is on turn takes, or plays the first card he may: at once, whatever his buttons ask."""
    person = await on_turn(world, table)
    assert person is not None
    seen = (await view_of(world, table, person)).seen
    assert seen is not None
    texts = [action_text(action) for action in legal_actions(seen)]
    text = "take" if "take" in texts else texts[0]
    await world.control.tap(person, await world.hand(person), f"a:{table}:{seen.ply}:{text}")
    await world.settle()


async def ply(world: World, table: str) -> int:
    seen = (await view_of(world, table)).seen
    assert seen is not None
    return seen.ply


# what plays itself


async def habits(world: World, person: int) -> set[tuple[str, bool]]:
    """As his chairs have them, at every table."""
    found: set[tuple[str, bool]] = set()
    for table in await world.container.store.tables_of(person):
        stored = await world.container.store.load(table)
        assert stored is not None
        found |= {(c.auto, c.at_once) for c in stored.head.chairs.values() if c.person == person}
    return found


async def test_a_habit_reaches_the_running_table_and_is_brought_to_the_next(world: World) -> None:
    await world.start(*PEOPLE)
    assert await habits(world, BEN) == {("", False)}
    card = await menu(world, BEN, BEN)
    await step(world, BEN, card, "auto")
    assert await habits(world, BEN) == {("on", False)}
    await step(world, BEN, await latest(world, BEN, BEN), "at_once")
    assert await habits(world, BEN) == {("on", True)}
    assert await habits(world, ANNA) == {("", False)}
    await world.control.say(ANNA, CLUB, "/belote")
    await world.settle()
    await world.sit(BEN, "E")
    await world.settle()
    assert await habits(world, BEN) == {("on", True)}
    assert len(await world.container.store.tables_of(BEN)) == 2


async def test_a_private_table_knows_its_creators_habits(world: World) -> None:
    await world.control.start(ANNA)
    await world.settle()
    await step(world, ANNA, await menu(world, ANNA, ANNA), "auto")
    await world.control.say(ANNA, ANNA, "/play")
    await world.settle()
    seen = await world.control.sees(ANNA, ANNA)
    await world.tap(ANNA, next(m for m in reversed(seen) if "pl:" in str(buttons(m))), "", kind="pl")
    await world.settle()
    assert await habits(world, ANNA) == {("on", False)}
