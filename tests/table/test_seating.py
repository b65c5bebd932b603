"""Who sat where: each deal stays the deal of those who played it, in replays, statistics and ratings."""

import pytest

from service.table.change import Change
from service.table.commands import Forget, Leave, Oust, Resign, Return
from service.table.forgetting import named
from service.table.model import Sat, Stage
from service.table.seating import everybody, stint_at, stints
from service.table.table import Table
from service.table.tally import Standing, Tally, pair, player, tally
from tests.table.worlds import (
    ANNA,
    BEN,
    CHLOE,
    DAN,
    EVE,
    FOUR,
    ask,
    eve_comes,
    first_legal,
    play_deal,
    started,
    timed,
    to_the_end,
)


def deals(table: Table, number: int) -> Change:
    """So many deals that somebody takes."""
    change = Change(table)
    before = sum(note.taker is not None for note in table.head.deals)
    while sum(note.taker is not None for note in change.table.head.deals) < before + number:
        change = change.then(play_deal(change.table))
    return change


def replaced(change: Change, seat: str = "E", person: int = BEN) -> Change:
    """Eve takes somebody's seat."""
    left = change.then(ask(change.table, Leave(person=person)))
    return left.then(ask(left.table, eve_comes(seat)))


def own(found: Tally, person: int) -> Standing:
    return found.deltas[player(person)]


def ended(change: Change, winner: int = 0) -> Tally:
    """Counted as if it were over now."""
    table = change.table.changed(stage=Stage.OVER, winner=winner)
    return tally(table.head, change.facts)


def test_a_seat_that_nobody_else_took_has_one_owner() -> None:
    table = started(*FOUR)
    table = ask(ask(table, Leave(person=BEN)).table, Return(person=BEN)).table
    assert table.head.sat == ()
    assert [(one.seat, one.person) for one in stints(table.head)] == [
        ("N", ANNA),
        ("E", BEN),
        ("S", CHLOE),
        ("W", DAN),
    ]


def test_whose_seat_is_taken_over_is_remembered_with_the_moment() -> None:
    change = Change(started(*FOUR))
    for _ in range(7):
        change = change.then(ask(change.table, first_legal(change.table)))
    taken = replaced(change).table
    assert taken.head.sat == (Sat(seat="E", until=7, person=BEN, name="Ben"),)
    assert [stint_at(taken.head, "E", ply).person for ply in (0, 6, 7, 99)] == [BEN, BEN, EVE, EVE]
    assert set(everybody(taken.head)) == {*FOUR, EVE}


def test_who_never_moved_there_is_not_remembered() -> None:
    assert replaced(Change(started(*FOUR))).table.head.sat == ()


def test_a_computer_that_kept_the_seat_and_never_moved_is_not_between_them() -> None:
    change = deals(started(*FOUR), 1)
    table = ask(change.table, Oust(person=ANNA, seat="E", admin=True)).table
    taken = ask(table, eve_comes("E")).table
    assert [one.person for one in stints(taken.head) if one.seat == "E"] == [BEN, EVE]


def test_whoever_is_forgotten_leaves_a_seat_that_was_nobodys() -> None:
    taken = replaced(deals(started(*FOUR), 1)).table
    gone = ask(taken, Forget(person=BEN)).table
    assert not named(gone.head, BEN)
    assert [(one.name, (one.person or 0) < 0) for one in gone.head.sat] == [("", True)]
    assert set(everybody(gone.head)) == {ANNA, CHLOE, DAN, EVE}


def test_an_administrator_who_is_forgotten_has_decided_nothing_by_name() -> None:
    decided = Oust(person=EVE, seat="", whom=BEN, admin=True, name="Eve")
    table = ask(started(*FOUR), decided).table
    assert table.head.ousted[str(BEN)].name == "Eve" and named(table.head, EVE)
    gone = ask(table, Forget(person=EVE)).table
    assert not named(gone.head, EVE) and "Eve" not in gone.head.model_dump_json()
    assert ask(gone, Forget(person=BEN)).table.head.ousted == {}


def test_each_has_his_own_deals_and_the_match_is_his_who_played_most_of_it() -> None:
    change = replaced(deals(started(*FOUR), 3))
    found = ended(deals(change.table, 2)._replace(facts=(*change.facts, *deals(change.table, 2).facts)), 1)
    assert (own(found, BEN).deals, own(found, EVE).deals, own(found, DAN).deals) == (3, 2, 5)
    assert (own(found, BEN).matches, own(found, EVE).matches, own(found, DAN).matches) == (1, 0, 1)
    assert (own(found, BEN).won, own(found, EVE).won) == (1, 0)
    assert own(found, EVE).margin == 0 != own(found, BEN).margin
    assert found.deltas[pair(BEN, DAN)].deals == 3 and found.deltas[pair(DAN, EVE)].deals == 2
    assert (found.deltas[pair(BEN, DAN)].matches, found.deltas[pair(DAN, EVE)].matches) == (1, 0)


def test_of_two_who_shared_it_equally_it_is_nobodys_match() -> None:
    change = replaced(deals(started(*FOUR), 1))
    found = ended(change.then(deals(change.table, 1)))
    assert (own(found, BEN).matches, own(found, EVE).matches, own(found, ANNA).matches) == (0, 0, 1)


def test_a_deal_is_his_who_had_the_seat_at_its_first_card() -> None:
    """Who comes in its middle has not called; what it was worth was said by another."""
    change = Change(started(*FOUR))
    while change.table.match is None or not any(f.action.kind.value == "play" for f in change.table.facts):
        change = change.then(ask(change.table, first_legal(change.table)))
    change = replaced(change)
    found = ended(change.then(deals(change.table, 1)))
    assert (own(found, BEN).deals, own(found, BEN).matches) == (1, 1)
    assert player(EVE) in found.deltas and own(found, EVE).deals == 0


def test_a_match_of_several_hands_at_a_seat_is_not_rated() -> None:
    whole = to_the_end(Change(started(*FOUR)))
    assert tally(whole.table.head, whole.facts).players != ()
    change = to_the_end(replaced(deals(started(*FOUR), 1)))
    assert tally(change.table.head, change.facts).players == ()


def test_who_takes_a_seat_before_the_first_card_of_all_is_rated() -> None:
    change = to_the_end(replaced(Change(started(*FOUR))))
    assert player(EVE) in {one for side in tally(change.table.head, change.facts).players for one in side}


@pytest.mark.parametrize("person", FOUR)
def test_given_up_before_a_deal_was_over_it_is_whose_who_sat_there(person: int) -> None:
    table = started(person)
    change = ask(table, Resign(person=person))
    found = tally(change.table.head, change.facts)
    assert (own(found, person).matches, own(found, person).deals) == (1, 0)


def test_time_is_told_of_each_apart() -> None:
    """Slow moves stay with who made them."""
    table = play_deal(timed("1h")).table.changed(slow={"E": 2, "N": 1})
    taken = replaced(Change(table)).table
    assert taken.head.slow == {"N": 1}
    assert [(one.person, one.slow) for one in stints(taken.head) if one.seat == "E"] == [(BEN, 2), (EVE, 0)]
