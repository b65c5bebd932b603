"""What a shared card and a question in the group offer, and to whom."""

from service.table.model import Stage
from service.telegram import views
from service.telegram.callback import TapKind, decode
from service.telegram.texts import languages, tongue
from tests.faults.worlds import text_of_last_answer
from tests.sandbox.client import ANNA, BEN, CHLOE, CLUB, Json
from tests.telegram.views.scene import plain, players, view
from tests.telegram.wing.private import choose
from tests.telegram.wing.test_match import view_of
from tests.telegram.wing.world import World, buttons, table_of


def offers(card: Json, kind: str) -> list[str]:
    return [d for b in buttons(card) if (d := b.get("callback_data", "")).startswith(f"{kind}:")]


# an open menu is in nobody's way


async def test_while_one_looks_at_a_menu_another_sits_down(world: World) -> None:
    card = await world.lobby(ANNA)
    for menu in ("clock", "rules"):
        await world.tap(ANNA, card, f":{menu}", kind="me")
        await world.turn(5)
        card = await world.card()
        assert "Anna" in card["text"]
        assert offers(card, "si")
        person = BEN if menu == "clock" else CHLOE
        await world.control.tap(person, card, offers(card, "si")[0])
        await world.turn(5)
        seated = {one.person for one in (await view_of(world, table_of(card))).players}
        assert person in seated
        card = await world.card()
        if not offers(card, "go"):
            await world.tap(ANNA, card, ":", kind="me")
            await world.turn(5)
            card = await world.card()


def test_every_menu_keeps_the_seats_and_the_way_to_them_in_every_language() -> None:
    two = tuple(one if one.seat in (0, 2) else one._replace(person=None, name="") for one in players())
    for language in languages():
        t = tongue(language)
        for menu in ("rules", "clock", "pairs"):
            lobby = view(None, players=two, menu=menu)
            card = views.lobby_card(lobby, t)
            taps = [tap for row in card.rows for b in row if (tap := decode(b.data))]
            assert "Anna" in plain(card.text) and "Chloé" in plain(card.text)
            assert any(tap.kind is TapKind.SIT for tap in taps), menu
            assert (taps[-1].kind, taps[-1].arg) == (TapKind.MENU, ""), "the way back stands last"


# rules that nobody knows


async def test_unknown_rules_are_asked_for_with_buttons_and_one_tap_opens_the_table(world: World) -> None:
    await world.control.start(ANNA)
    await world.control.say(ANNA, CLUB, "/belote foo")
    await world.settle()
    question = await world.card()
    assert len(offers(question, "be")) == len({*offers(question, "be")}) > 4
    coinche = next(data for data in offers(question, "be") if data.endswith(":coinche"))
    await world.control.tap(BEN, question, coinche)
    await world.control.tap(ANNA, question, coinche)
    await world.turn(10)
    (table,) = await world.container.store.tables_in(CLUB)
    opened = await view_of(world, table)
    assert (opened.variant, opened.creator) == ("coinche", BEN), "who tapped first"
    told = next(m for m in await world.control.sees(ANNA, CLUB) if m["id"] == question["id"])
    assert not buttons(told)


async def test_that_button_opens_nothing_where_it_does_not_stand(world: World) -> None:
    card = await world.lobby(ANNA)
    await world.control.tap(BEN, card, "be:r:0:coinche", force=True)
    await world.settle()
    assert len(await world.container.store.tables_in(CLUB)) == 1


# who does not belong


async def test_what_a_group_plays_is_no_outsiders_business(world: World) -> None:
    """A page of the rules whose button names another's table."""
    card = await world.lobby(ANNA)
    eve = (await world.control.do("users", first_name="Eve", language_code="en"))["id"]
    await world.control.start(eve)
    await world.control.say(eve, eve, "/rules")
    await world.settle()
    page = next(m for m in reversed(await world.control.sees(eve, eve)) if offers(m, "ru"))
    own = offers(page, "ru")[0].split(":", 3)
    await world.control.tap(eve, page, f"ru:{table_of(card)}:0:{own[3]}", force=True)
    await world.settle()
    assert "/belote" not in await text_of_last_answer(world, eve)
    after = next(m for m in await world.control.sees(eve, eve) if m["id"] == page["id"])
    assert after["text"] == page["text"]


def test_nobody_is_sent_to_a_group_from_a_private_table() -> None:
    for language in languages():
        t = tongue(language)
        assert "/belote" not in views.outsider(t, view(None, apart=True)).text


# ending alone


async def test_who_plays_alone_may_end_it_after_this_deal(world: World) -> None:
    await choose(world, ANNA, "solo")
    (table,) = await world.container.store.tables_of(ANNA)
    await world.turn(5)
    await world.control.say(ANNA, ANNA, "/cancel")
    await world.settle()
    assert (await view_of(world, table)).stage is Stage.PLAYING, "nothing ends before the tap"
    question = next(m for m in reversed(await world.control.sees(ANNA, ANNA)) if offers(m, "ca"))
    await world.tap(ANNA, question, "", kind="la")
    await world.turn(5)
    assert (await view_of(world, table)).stopping == (ANNA,)
    await world.control.say(ANNA, ANNA, "/cancel")
    await world.turn(5)
    assert (await view_of(world, table)).stage is Stage.CANCELLED, "who asks again means it"
