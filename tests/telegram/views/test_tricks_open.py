"""Which tricks of a running deal may be looked into."""

import re

import pytest

from engine.cards import card_code
from engine.match import to_act
from engine.rules import Rules
from service.people import Person
from service.table.commands import SetTricks
from service.telegram import views
from service.telegram.callback import Tap, TapKind, decode
from service.telegram.handlers.wishes import wish_of
from service.telegram.lines import units
from service.telegram.messages import TOAST_LIMIT
from tests.telegram.views.scene import CHLOE, EN, SEATS, after, plain, view
from tests.telegram.views.test_properties import IDS, RULES, TONGUES, WORDED, check_message, course, table

LONG = ["Maximiliane-Sophie", "張三李四王五", "Bartholomäus der Große", "👨‍👩‍👧‍👦" * 5]


def test_all_tricks_stand_in_one_answer_in_the_order_of_play() -> None:
    told = views.all_tricks(view(after(13), CHLOE, tricks_open=True), 3, EN)
    assert told.alert
    assert plain(told.text).split("\n") == [
        "1 ♦️A 9 J Q Anna",
        "2 ♦️7 K 8 ♣️Q Ben",
        "3 ♠️7 8 Q A Anna",
    ]


def test_the_button_says_so_and_only_there() -> None:
    for match in (after(13), after(15)):
        open_card = views.hand_card(view(match, CHLOE, tricks_open=True), EN)
        last = [decode(b.data) for b in open_card.rows[-1]]
        assert last[0] is not None and last[0].kind is TapKind.TRICKS
        closed = views.hand_card(view(match, CHLOE), EN)
        assert closed.rows[-1][0].label.startswith("↩️ Trick 3")


def test_the_cards_of_a_won_trick_stand_above_the_heading_of_the_next() -> None:
    match = next(match for n in range(4, 33, 4) if to_act(match := after(n)) == SEATS[CHLOE])
    lines = plain(views.hand_card(view(match, CHLOE), EN).text).splitlines()
    (won,) = [at for at, line in enumerate(lines) if "is yours · you lead" in line]
    (head,) = [at for at, line in enumerate(lines) if re.match(r"Trick \d · ", line)]
    assert won < head
    assert all(
        any(name in line for name in ("Ben", "Anna", "Dan", "you")) for line in lines[won + 2 : won + 6]
    )
    assert head == won + 7


@pytest.mark.parametrize("shut", [False, True])
def test_what_is_not_agreed_on_is_not_told(shut: bool) -> None:
    looked = view(after(13), CHLOE, tricks_open=not shut)
    assert (
        views.all_tricks(looked, 3 if shut else 2, EN).text == "That button is old; use the newest message."
    )


def test_an_old_cards_button_shows_the_last_trick_where_only_that_is_open() -> None:
    closed, opened = (view(after(13), CHLOE, tricks_open=one) for one in (False, True))
    assert views.last_trick(closed, 1, EN) == views.last_trick(closed, 3, EN)
    assert views.last_trick(opened, 1, EN).text.startswith("Trick 1")


@pytest.mark.parametrize(("variant", "rules"), RULES, ids=IDS)
def test_they_fit_into_one_answer(variant: str, rules: Rules) -> None:
    played = course(variant, rules, 7, deals=1)
    for match in played.states:
        if match.deal is None or not match.deal.tricks:
            continue
        looked = table(played, match, LONG[: rules.players], 0, tricks_open=True)
        for t in (*TONGUES, *WORDED):
            text = views.all_tricks(looked, match.deal_no, t).text
            assert units(text) <= TOAST_LIMIT
            lines = text.split("\n")
            newest, count = match.deal.tricks[-1], len(match.deal.tricks)
            assert lines[-1].startswith(f"{count} ")
            assert len(lines) == count or rules.players == 2
            for play in newest.plays:
                assert t.letter(play.card & 7) in lines[-1], card_code(play.card)


def test_the_lobbys_clock_menu_offers_the_other_way() -> None:
    for opened in (False, True):
        menu = view(None, menu="clock", tricks_open=opened)
        for t in TONGUES:
            check_message(views.lobby_card(menu, t))
        taps = [decode(b.data) for row in views.lobby_card(menu, EN).rows for b in row if b.data]
        tap = next(tap for tap in taps if tap is not None and tap.kind is TapKind.TRICKS)
        assert wish_of(tap, Person(id=1)) == SetTricks(person=1, opened=not opened)
    assert wish_of(Tap(TapKind.TRICKS, "abc", 3, ""), Person(id=1)) is None
