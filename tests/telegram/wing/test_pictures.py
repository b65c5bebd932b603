"""Pictures on the cards: on and off in mid-game, uploaded once, and never in the way of the text."""

import json
from typing import Any

import pytest

from service.sandbox.errors import bad_request
from service.sandbox.faults import How
from service.surface import CARD, Row, deal_key, hand_key
from service.telegram import ledger, surfaces
from service.telegram.album import PAUSE
from service.telegram.drawn import Drawn
from service.telegram.errors import Outcome
from service.telegram.gateway import BELOW
from service.telegram.hand_view import hand_card
from service.telegram.messages import CAPTION_LIMIT, Message
from service.telegram.pictures import table_picture, wanted
from service.telegram.pictures.wanted import Picture
from service.telegram.plan import Edit, Remove, Send
from service.telegram.surfaces import fits_caption
from tests.sandbox.client import CLUB, Json
from tests.sandbox.validation import assert_valid_log
from tests.telegram.views.scene import ANNA, CHLOE, DE, after, view
from tests.telegram.wing.test_match import move, on_turn, play_deal
from tests.telegram.wing.test_plan import CARD as TEXT
from tests.telegram.wing.test_plan import NOW, off, standing, steps, turn
from tests.telegram.wing.world import PEOPLE, World, buttons

UPLOADS = ("sendPhoto", "editMessageMedia")
PICTURE = Picture("key", lambda: b"")


async def playing(world: World) -> tuple[str, int]:
    """A match, and who is on turn after the first move."""
    table = await world.start(*PEOPLE)
    await move(world, table)
    await world.turn(5)
    person = await on_turn(world, table)
    assert person is not None
    return table, person


async def switch(world: World, table: str, person: int, on: bool) -> None:
    """As the settings do it."""
    await world.container.directory.touch_person(person, pictures=on)
    await world.container.store.mark(table, [hand_key(person)])
    await world.turn(5)


async def group(world: World, table: str, on: bool) -> None:
    await world.container.directory.touch_chat(CLUB, pictures=on)
    await world.container.store.mark(table, [CARD])
    await world.turn(8)


async def cards(world: World, table: str, person: int) -> list[Json]:
    """The live cards of a table in a person's private chat."""
    seen = await world.control.sees(person, person)
    return [one for one in seen if is_card(one, table)]


def is_card(message: Json, table: str) -> bool:
    """A card of the running table: it has the button to what is behind it, or those of the hand."""
    return any(b.get("callback_data", "").startswith(f"ta:{table}:") for b in buttons(message))


async def row_of(world: World, table: str, name: str) -> Row:
    row = await world.container.store.row(table, name)
    assert row is not None
    return row


async def test_there_are_none_unless_somebody_wants_them(world: World) -> None:
    table = await world.start(*PEOPLE)
    await play_deal(world, table)
    assert not await world.calls(*UPLOADS)


async def test_switched_on_the_text_that_stands_gets_its_picture(world: World) -> None:
    table, person = await playing(world)
    before = await world.hand(person)
    await switch(world, table, person, True)
    (hand,) = await cards(world, table, person)
    assert hand["id"] == before["id"]
    assert hand["photo"]["width"] == 720
    assert hand["photo"]["below"], "right above the buttons"
    assert hand["html"] == before["html"], "the text is complete without the picture"
    assert hand["reply_markup"] == before["reply_markup"]
    assert (await row_of(world, table, hand_key(person))).photo


async def test_switched_off_the_text_comes_anew_and_the_photo_goes(world: World) -> None:
    """A photo cannot become a text."""
    table, person = await playing(world)
    await switch(world, table, person, True)
    with_picture = await world.hand(person)
    await switch(world, table, person, False)
    (hand,) = await cards(world, table, person)
    assert hand["id"] > with_picture["id"]
    assert not hand.get("photo")
    assert hand["html"] == with_picture["html"]
    assert hand["silent"], "nobody's turn has begun"
    assert not (await row_of(world, table, hand_key(person))).photo


async def test_who_is_not_on_turn_sees_the_switch_as_well(world: World) -> None:
    table, person = await playing(world)
    other = next(one for one in PEOPLE if one != person)
    await switch(world, table, other, True)
    assert (await world.hand(other))["photo"]
    await switch(world, table, other, False)
    assert not (await world.hand(other)).get("photo")


async def test_a_turn_rings_with_its_picture_and_the_next_state_replaces_it(world: World) -> None:
    table, person = await playing(world)
    for one in PEOPLE:
        await switch(world, table, one, True)
    await move(world, table)
    following = await on_turn(world, table)
    assert following is not None
    await world.turn(3)
    (rung,) = await cards(world, table, following)
    assert rung["photo"]
    assert not rung["silent"]
    (own,) = await cards(world, table, person)
    assert own["photo"]
    assert_valid_log(await world.control.log())


async def test_the_groups_card_and_the_score_sheet_are_pictures(world: World) -> None:
    """The card's message passes to the sheet, and its photo with it; the next deal's card is a photo anew."""
    table = await world.start(*PEOPLE)
    await group(world, table, True)
    first = await world.card()
    assert first["photo"]
    await play_deal(world, table)
    sheet = await row_of(world, table, deal_key(1))
    seen = {message["id"]: message for message in await world.control.sees(PEOPLE[0], CLUB)}
    assert sheet.message == first["id"]
    assert sheet.photo
    assert seen[first["id"]]["photo"]["url"] != first["photo"]["url"]
    assert "<pre>" in seen[first["id"]]["html"]
    card = await world.card()
    assert card["id"] != first["id"]
    assert card["photo"]
    assert_valid_log(await world.control.log())


async def test_one_persons_picture_is_nobody_elses(world: World) -> None:
    table, person = await playing(world)
    await switch(world, table, person, True)
    assert (await world.hand(person))["photo"]
    assert not (await world.card()).get("photo")
    for other in PEOPLE:
        if other != person:
            assert not (await world.hand(other)).get("photo")


async def test_the_same_picture_is_drawn_and_uploaded_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its text may change: then Telegram is told which of its files it is."""
    table, person = await playing(world)
    drawn: list[object] = []

    def draw(*what: Any, **how: Any) -> bytes | None:
        drawn.append(what)
        return table_picture(*what, **how)

    monkeypatch.setattr(wanted, "table_picture", draw)
    await switch(world, table, person, True)
    texts = iter(range(100))
    monkeypatch.setattr(
        surfaces,
        "hand_card",
        lambda *a: hand_card(*a)._replace(text=f"{hand_card(*a).text}\n{next(texts)}"),
    )
    for _ in range(3):
        monkeypatch.setattr(world.show, "_drawn", Drawn())  # it remembers the text as well
        await switch(world, table, person, True)
    calls = await world.calls("editMessageMedia")
    uploads = [call for call in calls if "attach://" in json.dumps(call["params"])]
    assert len(uploads) == 1
    assert len(calls) >= 3
    assert len(drawn) == 1


async def test_a_file_that_telegram_has_forgotten_is_uploaded_again(world: World) -> None:
    table, person = await playing(world)
    await switch(world, table, person, True)
    album = world.show._steps.album
    (key,) = album._files
    album._files[key] = "gone"
    await world.container.store.request_repost(table, hand_key(person))
    await world.turn(5)
    (hand,) = await cards(world, table, person)
    assert hand["photo"]
    assert album._files[key] != "gone"


@pytest.mark.parametrize(
    "error",
    [
        "IMAGE_PROCESS_FAILED",
        "not enough rights to send photos to the chat",
        "wrong file identifier/HTTP URL specified",
    ],
    ids=["bad", "forbidden", "gone"],
)
async def test_where_no_picture_is_taken_the_text_stands(world: World, error: str) -> None:
    table, person = await playing(world)
    before = await world.hand(person)
    for method in UPLOADS:
        world.sandbox.faults.add(How.ERROR, method=method, error=bad_request(error))
    await switch(world, table, person, True)
    (hand,) = await cards(world, table, person)
    assert hand["id"] == before["id"]
    await move(world, table)
    await world.turn(5)
    following = await on_turn(world, table)
    assert following is not None
    refused = len(await world.calls(*UPLOADS))
    assert refused == 1, "not tried again at every move"
    await switch(world, table, following, True)
    assert buttons(await world.hand(following))
    await world.control.do("mend")
    world.clock.turn(PAUSE / 1000)
    await switch(world, table, following, True)
    assert (await world.hand(following))["photo"]


async def test_a_picture_that_cannot_be_replaced_does_not_stay(world: World) -> None:
    """An old picture above a new text would be an untruth: the text comes anew, and the photo goes."""
    table, person = await playing(world)
    await switch(world, table, person, True)
    stood = await world.hand(person)
    for method in UPLOADS:
        world.sandbox.faults.add(How.ERROR, method=method, error=bad_request("IMAGE_PROCESS_FAILED"))
    await move(world, table)
    await world.turn(30)
    live = await cards(world, table, person)
    assert len(live) == 1
    assert live[0]["id"] > stood["id"]
    assert not live[0].get("photo")


async def test_a_fault_in_drawing_costs_the_picture_and_not_the_card(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> bytes:
        raise RuntimeError("no ink")

    table, person = await playing(world)
    monkeypatch.setattr(wanted, "table_picture", broken)
    await switch(world, table, person, True)
    await move(world, table)
    await world.turn(5)
    assert len(await cards(world, table, person)) == 1


async def test_a_photo_that_nobody_remembers_is_found_out(world: World) -> None:
    """An edit whose answer did not come may have made one of a text."""
    table, person = await playing(world)
    await switch(world, table, person, True)
    stood = await world.hand(person)
    row = await row_of(world, table, hand_key(person))
    await world.container.store.put_rows(
        table, {hand_key(person): row.model_copy(update={"photo": False, "digest": ""})}
    )
    await switch(world, table, person, False)
    (hand,) = await cards(world, table, person)
    assert hand["id"] > stood["id"]
    assert not hand.get("photo")


async def test_an_old_photo_that_cannot_be_deleted_points_down(world: World) -> None:
    table, person = await playing(world)
    await switch(world, table, person, True)
    stood = await world.hand(person)
    answer = await world.show._gateway.remove(person, stood["id"], strip=True)
    assert answer.outcome is Outcome.DONE
    (left,) = [m for m in await world.control.sees(person, person) if m["id"] == stood["id"]]
    assert left["text"].endswith(BELOW)
    assert not buttons(left)


async def test_settings_switch_them_and_the_card_follows(world: World) -> None:
    """In private for oneself, in the group for all; off, light, dark, and off again."""
    table, person = await playing(world)
    for chat in (person, CLUB):
        await world.control.say(person, chat, "/settings")
        await world.settle()
        looks = []
        for word in ("light", "dark", "off"):
            menu = next(
                m for m in await world.control.sees(person, chat) if f"pictures={word}" in str(buttons(m))
            )
            await world.tap(person, menu, f"pictures={word}", kind="sg")
            await world.turn(10)
            (card,) = [m for m in await world.control.sees(person, chat) if is_card(m, table)]
            looks.append((card.get("photo") or {}).get("url"))
        assert looks[0] and looks[1]
        assert looks[0] != looks[1]
        assert looks[2] is None


# a text that is too long for a caption stands alone


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("x" * CAPTION_LIMIT, True),
        ("x" * (CAPTION_LIMIT + 1), False),
        ("<b>" + "&amp;" * CAPTION_LIMIT + "</b>", True),
        ("🃏" * (CAPTION_LIMIT // 2), True),
        ("🃏" * (CAPTION_LIMIT // 2) + "x", False),
    ],
)
def test_a_caption_is_counted_as_telegram_counts(text: str, fits: bool) -> None:
    assert fits_caption(Message(text)) is fits


async def test_a_long_text_has_no_picture(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table, person = await playing(world)
    monkeypatch.setattr(
        surfaces, "hand_card", lambda *a: hand_card(*a)._replace(text="x" * (CAPTION_LIMIT + 1))
    )
    await world.container.directory.touch_person(person, pictures=True)
    await world.container.store.mark(table, [hand_key(person)])
    await world.turn(5)
    (hand,) = await cards(world, table, person)
    assert not hand.get("photo")
    assert len(hand["text"]) == CAPTION_LIMIT + 1


# the plan


def test_a_photo_becomes_a_text_by_a_new_message_and_a_text_a_photo_by_an_edit() -> None:
    text, photo = off(), off()._replace(picture=PICTURE)
    assert steps(standing(text), photo) == (Edit(),)
    assert steps(standing(photo), text) == (Send(ring=False), Remove(50, strip=False))
    assert steps(standing(photo), photo) == ()
    assert steps(standing(photo), turn(3)) == (Send(ring=True), Remove(50, strip=False))


def test_another_picture_is_another_state() -> None:
    before = off(minor="1")._replace(picture=PICTURE, scene=None)
    assert steps(standing(before), before._replace(picture=PICTURE._replace(key="other"))) == (Edit(),)
    assert before.digest != before._replace(picture=None).digest


def test_a_heir_that_is_a_photo_stays_one() -> None:
    row = standing(off()._replace(picture=PICTURE, message=TEXT), 50, sent_at=NOW)
    assert row.photo
    assert ledger.edited(row, off(), None).photo  # only its caption is another


def test_equal_tables_have_equal_keys_and_others_have_not() -> None:
    own = view(after(14), CHLOE)
    key: Any = lambda v, **k: (found := wanted.of_table(v, DE, **k)) and found.key  # noqa: E731
    assert key(own, private=True) == key(view(after(14), CHLOE), private=True)
    different = {
        key(own, private=True),
        key(own, private=False),
        key(own, private=True, dark=True),
        key(view(after(15), CHLOE), private=True),
        key(view(after(14), ANNA), private=True),
    }
    assert len(different) == 5
