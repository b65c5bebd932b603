"""One person who taps a hundred times a second disturbs nobody, and is told once."""

import asyncio

import pytest
import pytest_asyncio
from telegram import Update

from service.telegram.mailbox import Mailboxes
from service.telegram.pace import BURST_S, Pace, too_fast
from service.telegram.texts import tongue
from tests.faults.worlds import ply, wish
from tests.sandbox.client import ANNA, BEN, CLUB
from tests.telegram.wing.test_intake import update
from tests.telegram.wing.world import World, _at_once, buttons

PER_SECOND = 10.0


@pytest_asyncio.fixture
async def paced(world: World, table: str) -> World:
    """The world's bot with a pace, by the clock that stands."""
    pace = Pace(PER_SECOND, world.clock.now)
    boxes = world.boxes
    world.boxes = Mailboxes(
        world.dispatcher, boxes._tasks, sleep=_at_once, pace=pace, hush=world.dispatcher.hush
    )
    world.poller = type(world.poller)(world.bot, world.boxes, sleep=_at_once)
    return world


async def test_a_hundred_taps_a_second_are_told_once(paced: World) -> None:
    card, before = await paced.card(), len(await paced.answers(BEN))
    for _ in range(200):
        await paced.control.tap(BEN, card, next(b["callback_data"] for b in buttons(card)))
    await paced.intake()
    answers = [call["params"].get("text", "") for call in await paced.calls("answerCallbackQuery")]
    assert answers.count(too_fast(tongue("en")).text) == 1
    heard = [text for text in (await paced.answers(BEN))[before:] if text is not None]
    assert len(heard) == PER_SECOND * BURST_S + 1
    assert not paced.sandbox.updates.pending(), "let go, and confirmed"


async def test_the_others_of_the_group_are_heard(paced: World, table: str) -> None:
    """Their taps come in the same chat, after two hundred of his."""
    card = await paced.card()
    data = next(b["callback_data"] for b in buttons(card))
    for _ in range(200):
        await paced.control.tap(BEN, card, data)
    await paced.control.tap(ANNA, card, data)
    await paced.control.say(ANNA, CLUB, "/rules")
    person, hand, move = await wish(paced, table)
    before = await ply(paced, table)
    if person != BEN:
        await paced.control.tap(person, hand, move)
    await paced.settle()
    assert (await paced.answers(ANNA))[-1] is not None
    assert (await paced.control.sees(ANNA, CLUB))[-1]["from"]["is_bot"], "/rules is answered"
    assert person == BEN or await ply(paced, table) == before + 1


async def test_who_slows_down_is_heard_again(paced: World) -> None:
    card = await paced.card()
    data = next(b["callback_data"] for b in buttons(card))
    for _ in range(50):
        await paced.control.tap(BEN, card, data)
    await paced.intake()
    paced.clock.turn(5)
    await paced.control.tap(BEN, card, data)
    await paced.intake()
    assert (await paced.answers(BEN))[-1] is not None


def test_people_are_forgotten_when_they_are_quiet() -> None:
    time = [0.0]
    pace = Pace(PER_SECOND, lambda: time[0])
    for person in range(1000):
        assert pace.ruling(update(person, chat=person + 1)).taken
    time[0] = 120.0
    assert pace.ruling(update(1, chat=1)).taken
    assert len(pace._people) == 1


@pytest.mark.parametrize("kind", ["my_chat_member", "chat_member", "hologram"])
def test_what_must_not_be_missed_is_always_taken(kind: str) -> None:
    user = {"id": 7, "is_bot": False, "first_name": "A"}
    chat = {"id": 7, "type": "private"}
    old, new = {"status": "member", "user": user}, {"status": "kicked", "user": user, "until_date": 0}
    content = {"chat": chat, "from": user, "date": 0, "old_chat_member": old, "new_chat_member": new}
    made = Update.de_json({"update_id": 1, kind: content}, None)
    pace = Pace(1.0, lambda: 0.0)
    assert all(pace.ruling(made).taken for _ in range(100))


async def test_a_courtesy_that_fails_harms_nothing() -> None:
    async def handle(one: Update, attempt: int) -> None:
        pass

    async def hush(one: Update) -> None:
        raise ValueError

    async with asyncio.TaskGroup() as tasks:
        boxes = Mailboxes(handle, tasks, pace=Pace(1.0, lambda: 0.0), hush=hush)
        await asyncio.gather(*(boxes.put(update(number)) for number in range(10)))
