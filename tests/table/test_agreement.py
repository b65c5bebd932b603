"""By which rules: another rule set in the lobby, menus, one phone, half a choice."""

import pytest

from engine.match import to_act
from engine.seats import SEAT_LETTERS, seats_in_play
from engine.variants import OPTIONS, VARIANTS, with_option
from service.surface import LOBBY, hand_key, hands_of
from service.table.agreement import agreed_by, agreed_from, agreed_text
from service.table.change import Change
from service.table.closing import expires, first_due
from service.table.commands import (
    Act,
    Cut,
    Fill,
    HoldAll,
    Leave,
    Rematch,
    Return,
    SetClock,
    SetOption,
    SetVariant,
    ShowMenu,
    Stand,
    Start,
    Weigh,
)
from service.table.handle import play_on
from service.table.look import look
from service.table.model import Stage
from service.table.places import first_surfaces
from service.table.refusals import No
from service.table.table import Table, restore
from service.table.timing import pass_time
from tests.table.worlds import (
    ANNA,
    BEN,
    CHLOE,
    EVE,
    NOW,
    SECRET,
    ask,
    first_legal,
    lobby,
    refused,
    seated,
    sit,
    started,
)


def people(table: Table) -> dict[str, int | None]:
    return {letter: chair.person for letter, chair in table.head.chairs.items()}


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_a_group_agreed_on_comes_back(variant: str) -> None:
    rules = VARIANTS[variant]
    for option in OPTIONS[variant]:
        rules = with_option(rules, option, option.values[-1])
    agreed = agreed_from(agreed_text(variant, rules))
    assert agreed == (variant, rules)


def test_what_is_no_more_is_left_out() -> None:
    assert agreed_from("") is None
    assert agreed_from('["gone", {}]') is None
    kept = agreed_from('["classic", {"target": 501, "gone": true, "announcements": 7}]')
    assert kept is not None
    assert (kept.rules.target, kept.rules.announcements) == (501, False)


def test_another_rule_set_keeps_everybody_and_asks_to_be_seen() -> None:
    table = seated(ANNA, BEN, CHLOE)
    old = Start(person=ANNA, revision=table.head.revision)
    change = ask(table, SetVariant(person=ANNA, variant="coinche"))
    table = change.table
    assert table.rules == VARIANTS["coinche"]
    assert people(table) == {"N": ANNA, "E": BEN, "S": CHLOE, "W": None}
    assert change.marked == {LOBBY, *map(hand_key, (ANNA, BEN, CHLOE))}
    assert refused(table, old).code is No.STALE, "nobody starts rules he has not seen"
    assert refused(table, SetVariant(person=ANNA, variant="coinche")).code is No.UNCHANGED
    assert refused(table, SetVariant(person=ANNA, variant="whist")).code is No.NO_SUCH_VARIANT
    assert refused(table, SetVariant(person=EVE, variant="house")).code is No.NOT_SEATED


def test_two_seats_hold_two_people_and_nobody_is_sent_away() -> None:
    assert refused(seated(ANNA, BEN, CHLOE), SetVariant(person=ANNA, variant="two-player")).code is No.NO_ROOM
    table = seated(ANNA, BEN)
    table = ask(table, Cut(person=BEN, count=5)).table
    table = ask(table, SetVariant(person=BEN, variant="two-player")).table
    assert people(table) == {"N": ANNA, "S": BEN}
    assert table.head.cuts == {"S": 5}, "a cut stays with who made it"
    table = ask(table, SetVariant(person=BEN, variant="house")).table
    assert people(table) == {"N": ANNA, "E": None, "S": BEN, "W": None}


def test_a_moved_seat_makes_old_seat_buttons_stale() -> None:
    table = seated(ANNA, BEN)
    late = sit(table, CHLOE, "S")
    table = ask(table, SetVariant(person=ANNA, variant="two-player")).table
    table = ask(table, SetVariant(person=ANNA, variant="house")).table
    assert refused(table, late).code in (No.STALE, No.SEAT_TAKEN)


def test_rules_are_frozen_at_the_start() -> None:
    table = started(ANNA)
    for command in (
        SetVariant(person=ANNA, variant="coinche"),
        SetOption(person=ANNA, option="target", value=501),
        ShowMenu(person=ANNA, menu="rules"),
        HoldAll(person=ANNA),
    ):
        assert refused(table, command).code is No.NOT_IN_LOBBY


def test_the_menu_belongs_to_the_card_and_turns_no_seat() -> None:
    table = seated(ANNA)
    start = Start(person=ANNA, revision=table.head.revision)
    table = ask(table, ShowMenu(person=ANNA, menu="rules")).table
    assert look(table, None).menu == "rules"
    assert refused(table, ShowMenu(person=ANNA, menu="rules")).code is No.UNCHANGED
    assert refused(table, ShowMenu(person=EVE)).code is No.NOT_SEATED
    assert ask(table, start).table.head.stage is Stage.PLAYING


def on_one_phone() -> Table:
    table = seated(ANNA, table=lobby("two-player"))
    table = ask(table, HoldAll(person=ANNA)).table
    return ask(table, Start(person=ANNA, revision=table.head.revision)).table


def test_one_person_plays_both_seats_to_the_end() -> None:
    table = on_one_phone()
    assert table.people == (ANNA,)
    seats = set()
    while table.head.stage is Stage.PLAYING:
        assert table.match is not None
        seats.add(table.seat_of(ANNA))
        assert table.seat_of(ANNA) == to_act(table.match)
        table = ask(table, first_legal(table)).table
    assert seats == {0, 2}


def test_on_one_phone_both_seats_come_and_go_together() -> None:
    table = seated(ANNA, table=lobby("two-player"))
    held = ask(table, HoldAll(person=ANNA)).table
    assert refused(held, HoldAll(person=ANNA)).code is No.UNCHANGED
    assert people(ask(held, Stand(person=ANNA)).table) == {"N": None, "S": None}
    four = ask(held, SetVariant(person=ANNA, variant="classic")).table
    assert people(four) == {"N": ANNA, "E": None, "S": None, "W": None}
    playing = on_one_phone()
    left = ask(playing, Leave(person=ANNA)).table
    assert left.abandoned
    assert not ask(left, Return(person=ANNA)).table.abandoned
    assert all(one.shared for one in look(playing, ANNA).players)


def test_cards_that_are_secret_need_a_phone_each() -> None:
    assert refused(seated(ANNA), HoldAll(person=ANNA)).code is No.SECRETS
    table = lobby("two-player")
    assert refused(table, HoldAll(person=ANNA)).code is No.NOT_SEATED
    both = ask(seated(ANNA, table=table), sit(seated(ANNA, table=table), BEN, "S")).table
    assert refused(both, HoldAll(person=ANNA)).code is No.SEAT_TAKEN


def test_half_a_choice_belongs_to_its_ply() -> None:
    table = started(ANNA, BEN, CHLOE, 4, table=lobby("coinche"))
    assert table.match is not None
    mover = on_turn_person(table)
    ply = table.match.ply
    change = ask(table, Weigh(person=mover, ply=ply, what="100"))
    assert change.facts == ()
    assert change.marked == hands_of(mover)
    assert look(change.table, mover).pick == "100"
    other = next(p for p in (ANNA, BEN) if p != mover)
    assert look(change.table, other).pick == ""
    assert refused(change.table, Weigh(person=mover, ply=ply, what="100")).code is No.UNCHANGED
    assert refused(change.table, Weigh(person=other, ply=ply, what="100")).code is No.STALE
    assert refused(change.table, Weigh(person=EVE, ply=ply, what="100")).code is No.NOT_SEATED
    moved = ask(change.table, Act(person=mover, ply=ply, action="80:H")).table
    assert refused(moved, Weigh(person=mover, ply=ply, what="110")).code is No.STALE
    assert look(moved, mover).pick == ""
    assert refused(lobby("coinche"), Weigh(person=ANNA, ply=0)).code is No.NOT_SEATED


def on_turn_person(table: Table) -> int:
    assert table.match is not None
    seat = to_act(table.match)
    assert seat is not None
    person = table.chair(seat).person
    assert person is not None
    return person


def test_the_next_deal_of_two_has_the_other_dealer() -> None:
    """Only when both agree, and as a match of its own (two-player, next deal)."""
    table = lobby("two-player")
    table = ask(table, sit(table, ANNA, "N")).table
    table = ask(table, sit(table, BEN, "S")).table
    table = ask(table, Start(person=ANNA, revision=table.head.revision)).table
    while table.head.stage is Stage.PLAYING:
        table = ask(table, first_legal(table)).table
    last = table.head.deals[-1]
    one = ask(table, Rematch(person=ANNA), NOW)
    assert one.opens is None, "the other has not agreed"
    opened = ask(one.table, Rematch(person=BEN), NOW).opens
    assert opened is not None
    assert opened.opening is not None
    assert opened.opening.deal_no == last.no + 1
    assert opened.opening.dealer == {"N": "S", "S": "N"}[last.dealer]
    assert opened.secret == SECRET
    assert [SEAT_LETTERS[s] for s in seats_in_play(table.rules)] == list(opened.chairs)


def test_the_next_deal_of_one_begins_by_itself_and_of_two_when_somebody_says_so() -> None:
    for people in (1, 2):
        table = lobby("two-player")
        table = table.changed(apart=True, chat=ANNA)
        table = ask(table, sit(table, ANNA, "N")).table
        table = ask(
            table, sit(table, BEN, "S") if people == 2 else Fill(person=ANNA, seat="S", level="novice")
        ).table
        table = ask(table, Start(person=ANNA, revision=table.head.revision)).table
        table = play_on(Change(table), NOW).table
        while table.head.stage is Stage.PLAYING:
            table = play_on(ask(table, first_legal(table)), NOW).table
        table = ask(table, Rematch(person=ANNA)).table if people == 2 else table
        opened = ask(table, Rematch(person=BEN if people == 2 else ANNA)).opens
        assert opened is not None
        assert first_due(opened) == (opened.opened_at if people == 1 else expires(opened))
        begun = pass_time(restore(opened, ()), opened.opened_at).table
        assert (begun.head.stage is Stage.PLAYING) is (people == 1)
        assert first_surfaces(opened) == (set() if people == 1 else {hand_key(ANNA), hand_key(BEN)})


def test_what_the_clock_proposed_is_not_remembered_as_the_peoples_choice() -> None:
    """Else a group that once played by days would find 501 without a clock, and nothing would take it back."""
    table = ask(seated(ANNA), SetClock(person=ANNA, clock="1d")).table
    assert table.rules.target == 501
    agreed = agreed_from(agreed_by(table.head))
    assert agreed is not None
    assert agreed.rules.target == VARIANTS["classic"].target
    people = ask(seated(ANNA), SetOption(person=ANNA, option="target", value=501)).table
    kept = agreed_from(agreed_by(people.head))
    assert kept is not None
    assert kept.rules.target == 501
