"""Exchanging seats in mid-match: everybody agrees, and it happens between two deals, so nobody sees another's hand."""

from engine.observation import observation
from engine.seats import SEAT_LETTERS
from service.table.change import Change
from service.table.clock import HOUR
from service.table.commands import Forget, KeepPlaying, Leave, Oust, StopAfter, Swap
from service.table.handle import play_on
from service.table.look import look
from service.table.refusals import No
from service.table.seating import stint_at
from service.table.table import Table, finished_deal, seed_of
from service.table.tally import player, tally
from tests.table.test_seating import deals
from tests.table.worlds import (
    ANNA,
    BEN,
    CHLOE,
    DAN,
    EVE,
    FOUR,
    NOW,
    all_ask,
    ask,
    eve_comes,
    first_legal,
    lobby,
    play,
    play_deal,
    refused,
    started,
    timed,
    to_the_end,
)


def wish(person: int, seats: str = "NE", wanted: bool = True) -> Swap:
    return Swap(person=person, seats=seats, wanted=wanted)


def agreed(table: Table, *people: int, seats: str = "NE") -> Table:
    return all_ask(table, lambda person: wish(person, seats), *(people or FOUR))


def who(table: Table) -> list[int | None]:
    return [chair.person for chair in table.head.chairs.values()]


def test_all_agree_and_it_happens_before_the_next_deal() -> None:
    table = agreed(started(*FOUR))
    assert who(table) == [ANNA, BEN, CHLOE, DAN], "not in mid-deal: a hand would be seen"
    after = play_deal(table).table
    assert who(after) == [BEN, ANNA, CHLOE, DAN]
    assert (after.head.swap, after.head.swapping) == ("", ())
    assert who(play_deal(after).table) == [BEN, ANNA, CHLOE, DAN], "once"


def test_nobody_sees_a_card_of_the_seat_he_leaves_or_takes() -> None:
    table = agreed(started(*FOUR))
    while len(table.head.deals) == 0:
        for viewer in FOUR:
            seen, seat = look(table, viewer).seen, table.seat_of(viewer)
            assert seen is not None and table.match is not None
            assert seen == observation(table.match, seat)
        table = play(table)
    for viewer in FOUR:
        seen = look(table, viewer).seen
        assert seen is not None and table.match is not None
        assert seen == observation(table.match, table.seat_of(viewer))
        assert not seen.tricks and seen.deal_no == 2


def test_without_everybody_it_waits_and_one_no_takes_it_off() -> None:
    table = play_deal(agreed(started(*FOUR), ANNA, BEN, CHLOE)).table
    assert who(table) == [ANNA, BEN, CHLOE, DAN]
    assert table.head.swapping == (ANNA, BEN, CHLOE)
    off = ask(table, wish(DAN, wanted=False)).table
    assert (off.head.swap, off.head.swapping) == ("", ())
    assert refused(off, wish(DAN, wanted=False)).code is No.UNCHANGED
    assert refused(table, wish(ANNA)).code is No.UNCHANGED
    assert who(play_deal(ask(table, wish(DAN)).table).table) == [BEN, ANNA, CHLOE, DAN]


def test_a_computers_seat_is_swapped_with_like_any_other() -> None:
    table = agreed(started(ANNA, CHLOE), ANNA, CHLOE)
    change = play_through(table)
    assert who(change.table) == [None, ANNA, CHLOE, None]
    assert change.table.head.chairs["N"].computer and change.table.head.chairs["E"].computer is None


def play_through(table: Table) -> Change:
    """A deal with computers at the table."""

    change = play_on(Change(table), NOW)
    while not change.table.head.deals:
        change = change.then(ask(change.table, first_legal(change.table)))
        change = change.then(play_on(Change(change.table), NOW))
    return change


def test_who_may_ask_for_what() -> None:
    table = started(*FOUR)
    assert refused(lobby(), wish(ANNA)).code is No.NOT_SEATED
    assert refused(table, wish(EVE)).code is No.NOT_SEATED
    assert refused(table, wish(CHLOE)).code is No.NOT_ALLOWED, "it is neither of her seats"
    assert refused(table, wish(ANNA, "NN")).code is No.NO_SUCH_SEAT
    assert refused(table, wish(ANNA, "NX")).code is No.NO_SUCH_SEAT
    left = ask(table, Leave(person=BEN)).table
    assert refused(left, wish(ANNA)).code is No.OTHER_AWAY
    assert refused(left, wish(BEN)).code is No.AWAY
    asked = ask(table, wish(ANNA, "EN")).table
    assert refused(asked, wish(CHLOE, "SW")).code is No.ASKED
    assert asked.head.swap == "NE"
    two = started(ANNA, CHLOE, table=lobby("two-player"))
    assert refused(two, wish(ANNA, "NS")).code is No.ONE_DEAL


def test_whose_seat_changes_hands_meanwhile_is_asked_anew() -> None:
    table = agreed(started(*FOUR))
    for gone in (Leave(person=BEN), Forget(person=BEN), Oust(person=ANNA, seat="E", admin=True)):
        after = ask(table, gone).table
        assert (after.head.swap, after.head.swapping) == ("", ())
    others = ask(table, Leave(person=DAN)).table
    assert others.head.swap == "NE"
    assert who(play_through(others).table)[:2] == [BEN, ANNA]


def test_who_comes_in_is_asked_too() -> None:
    table = ask(agreed(started(*FOUR)), Leave(person=DAN)).table
    table = ask(table, eve_comes("W")).table
    after = play_deal(table).table
    assert who(after) == [ANNA, BEN, CHLOE, EVE] and after.head.swap == "NE"
    assert who(play_deal(ask(after, wish(EVE)).table).table) == [BEN, ANNA, CHLOE, EVE]


def test_the_score_stays_with_the_seats_and_the_shuffles_are_the_same() -> None:
    plain, swapped = play_deal(started(*FOUR)).table, play_deal(agreed(started(*FOUR))).table
    assert plain.head.deals == swapped.head.deals
    assert seed_of(plain.head, 2) == seed_of(swapped.head, 2)
    assert plain.head.position == swapped.head.position


def test_bank_votes_and_habits_go_with_the_person() -> None:
    table = ask(timed("8h").changed(drawn={"N": 20 * HOUR}), Oust(person=CHLOE, seat="N")).table
    before, after = play_deal(table).table, play_deal(agreed(table)).table
    assert after.head.drawn == {"E": before.head.drawn["N"]}
    assert after.head.ousting == {"E": (CHLOE,)}
    assert after.head.chairs["E"].at_once and after.head.chairs["E"].name == "Anna"


def test_a_match_that_ends_takes_the_question_along() -> None:
    table = agreed(started(*FOUR))
    table = all_ask(table, lambda person: StopAfter(person=person), *FOUR)
    ended = play_deal(table).table
    assert who(ended) == [ANNA, BEN, CHLOE, DAN]
    assert (ended.head.swap, ended.head.swapping, ended.head.sat) == ("", (), ())


def test_a_no_to_something_else_leaves_it() -> None:
    table = agreed(started(*FOUR))
    table = ask(ask(table, StopAfter(person=ANNA)).table, KeepPlaying(person=BEN)).table
    assert table.head.swap == "NE" and set(table.head.swapping) == set(FOUR)


def test_each_deal_knows_who_sat_where() -> None:
    change = Change(started(*FOUR)).then(deals(agreed(started(*FOUR)), 1))
    change = change.then(deals(change.table, 1))
    head = change.table.head
    first, second = [note for note in head.deals if note.taker is not None][:2]
    assert [stint_at(head, "N", note.ply).person for note in (first, second)] == [ANNA, BEN]
    assert finished_deal(head, second.no, change.facts[second.facts_at :]).deal_no == second.no
    assert look(change.table, None).at(first.ply).players[0].person == ANNA


def test_statistics_are_each_ones_own_over_a_swap() -> None:
    """Two deals on one side, the rest on the other: the match is won or lost with the side one mostly played on."""
    change = deals(started(*FOUR), 1)
    change = change.then(deals(agreed(change.table), 1))
    change = to_the_end(change)
    found = tally(change.table.head, change.facts)
    played = sum(note.taker is not None for note in change.table.head.deals)
    assert {found.deltas[player(one)].deals for one in FOUR} == {played}
    winner = change.table.head.winner
    assert winner is not None and played > 4
    for person in FOUR:
        side = SEAT_LETTERS.index(change.table.letter_of(person) or "") % 2
        assert found.deltas[player(person)].won == int(side == winner)
    assert found.players == (), "not rated: the sides were not the same people throughout"


def test_partners_who_swap_stay_partners_and_are_rated() -> None:
    change = to_the_end(deals(agreed(started(*FOUR), seats="NS"), 1))
    assert who(change.table) == [CHLOE, BEN, ANNA, DAN]
    assert tally(change.table.head, change.facts).players != ()
