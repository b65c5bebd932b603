"""Seats, options and cuts, as people in a group experience them."""

import pytest

from service.surface import LOBBY, hand_key
from service.table.commands import Cut, Fill, Free, SetOption, Stand, Start
from service.table.refusals import No
from tests.table.worlds import ANNA, BEN, CHLOE, DAN, EVE, ask, lobby, refused, seated, sit


def test_sitting_takes_the_seat_and_marks_the_card_and_the_hand() -> None:
    change = ask(lobby(), sit(lobby(), BEN, "E"))
    assert change.table.head.chairs["E"].person == BEN
    assert change.joined == {BEN}
    assert change.marked == {LOBBY, hand_key(BEN)}


def test_a_taken_seat_stays_with_its_holder() -> None:
    table = seated(BEN)
    assert refused(table, sit(table, ANNA, "E")).code is No.SEAT_TAKEN
    assert refused(table, sit(table, BEN, "E")).code is No.ALREADY_SEATED


def test_who_sits_may_move_to_choose_a_partner_and_loses_his_cut() -> None:
    table = ask(seated(ANNA, BEN), Cut(person=BEN, count=3)).table
    moved = ask(table, sit(table, BEN, "S")).table
    assert (moved.head.chairs["E"].person, moved.head.chairs["S"].person) == (None, BEN)
    assert moved.head.cuts == {}


def test_a_person_may_take_the_seat_of_a_computer() -> None:
    table = ask(seated(ANNA), Fill(person=ANNA, seat="S", level="novice")).table
    chair = ask(table, sit(table, CHLOE, "S")).table.head.chairs["S"]
    assert (chair.person, chair.computer) == (CHLOE, None)


def test_two_who_tap_the_same_button_at_once_both_sit() -> None:
    empty = lobby()
    table = ask(empty, sit(empty, BEN, "NESW")).table
    table = ask(table, sit(empty, DAN, "NESW")).table
    assert (table.head.chairs["N"].person, table.head.chairs["E"].person) == (BEN, DAN)
    assert refused(table, sit(empty, EVE, "EN")).code is No.SEAT_TAKEN
    assert refused(table, sit(empty, DAN, "ES")).code is No.ALREADY_SEATED


def test_a_free_seat_is_taken_before_a_computers() -> None:
    table = ask(seated(ANNA), Fill(person=ANNA, seat="E", level="novice")).table
    assert ask(table, sit(table, BEN, "EW")).table.head.chairs["W"].person == BEN


def test_standing_up_frees_the_seat() -> None:
    change = ask(seated(ANNA, BEN), Stand(person=BEN))
    assert change.table.head.chairs["E"].person is None
    assert change.parted == {BEN}
    assert refused(change.table, Stand(person=BEN)).code is No.NOT_SEATED


@pytest.mark.parametrize(
    "command",
    [
        Fill(person=EVE, seat="S", level="novice"),
        Free(person=EVE, seat="S"),
        SetOption(person=EVE, option="target", value=501),
        Cut(person=EVE, count=1),
        Start(person=EVE, revision=99),
    ],
)
def test_outsiders_arrange_nothing(command: Fill | Free | SetOption | Cut | Start) -> None:
    assert refused(seated(BEN), command).code is No.NOT_SEATED


def test_computers_come_and_go() -> None:
    table = ask(seated(ANNA), Fill(person=ANNA, seat="W", level="novice")).table
    assert refused(table, Fill(person=ANNA, seat="W", level="novice")).code is No.UNCHANGED
    assert refused(table, Fill(person=ANNA, seat="N", level="novice")).code is No.SEAT_TAKEN
    assert refused(table, Fill(person=ANNA, seat="E", level="oracle")).code is No.NO_SUCH_LEVEL
    assert ask(table, Free(person=ANNA, seat="W")).table.head.chairs["W"].computer is None


def test_an_option_says_what_shall_be_so_a_second_tap_changes_nothing() -> None:
    table = ask(seated(ANNA), SetOption(person=ANNA, option="target", value=501)).table
    assert table.rules.target == 501
    assert table.head.rules["target"] == 501
    assert refused(table, SetOption(person=ANNA, option="target", value=501)).code is No.UNCHANGED


@pytest.mark.parametrize(
    ("option", "value"), [("target", 7), ("target", "501"), ("target", True), ("jokers", 1)]
)
def test_an_option_that_does_not_exist_is_refused(option: str, value: str | int | bool) -> None:
    wish = SetOption(person=ANNA, option=option, value=value)
    assert refused(seated(ANNA), wish).code is No.NO_SUCH_OPTION


def test_nobody_starts_under_rules_he_has_not_seen() -> None:
    table = seated(ANNA, BEN)
    seen = table.head.revision
    table = ask(table, SetOption(person=BEN, option="target", value=501)).table
    assert refused(table, Start(person=ANNA, revision=seen)).code is No.STALE
    ask(table, Start(person=ANNA, revision=table.head.revision))


def test_somebody_sitting_down_meanwhile_does_not_stop_the_start() -> None:
    table = seated(ANNA)
    seen = table.head.revision
    table = seated(BEN, table=table)
    ask(table, Start(person=ANNA, revision=seen))


def test_a_cut_is_shown_and_changes_the_shuffle() -> None:
    table = seated(ANNA, DAN)
    cut = ask(table, Cut(person=DAN, count=33)).table
    assert cut.head.cuts == {"W": 1}
    start = Start(person=ANNA, revision=cut.head.revision)
    plain, other = ask(table, start).table.match, ask(cut, start).table.match
    assert plain is not None and other is not None
    assert plain.deal != other.deal


def test_the_start_waits_for_those_the_bot_may_not_write_to() -> None:
    table = ask(seated(ANNA), sit(seated(ANNA), BEN, "E", reachable=False)).table
    answer = refused(table, Start(person=ANNA, revision=table.head.revision))
    assert (answer.code, answer.names) == (No.UNREACHABLE, ("Ben",))


def test_an_empty_lobby_does_not_start() -> None:
    assert refused(lobby(), Start(person=ANNA, revision=0)).code is No.NOBODY_SEATED


def test_beside_ben_means_the_seat_opposite_the_ben_one_saw() -> None:
    table = seated(ANNA, BEN)
    seen_by_dan = sit(table, DAN, "W")
    table = ask(table, sit(table, BEN, "S")).table
    assert refused(table, seen_by_dan).code is No.STALE
    ask(table, sit(table, DAN, "W"))
