"""What a record gives away, and that it can be checked."""

from engine.notation import format_record, parse_record
from engine.players import LEVELS
from engine.verify import check_record
from service.table import authors
from service.table.change import Change
from service.table.commands import Cut, Start
from service.table.handle import play_on
from service.table.record import record_of
from tests.table.worlds import (
    ANNA,
    DAN,
    FOUR,
    NOW,
    SECRET,
    ask,
    first_legal,
    play_deal,
    seated,
    started,
    to_the_end,
)


def running() -> Change:
    """One deal done, the second begun; Dan has cut."""
    table = ask(seated(*FOUR), Cut(person=DAN, count=17)).table
    change = play_deal(ask(table, Start(person=ANNA, revision=table.head.revision)).table)
    return change.then(ask(change.table, first_legal(change.table)))


def test_of_a_running_match_only_finished_deals_can_be_taken_away() -> None:
    change = running()
    record = record_of(change.table.head, change.facts)
    text = format_record(record)
    assert "deal 1 " in text and "deal 2 " not in text
    assert SECRET not in text
    assert "W=17" in text
    assert len(record.entries) == len(change.facts), "a deal line more, the running deal's action less"
    assert check_record(parse_record(text)) == ()


def test_who_made_a_move_is_not_told_while_its_deal_is_on() -> None:
    """A card of a plan, an only card and a tapped one are alike until it does not matter any more."""
    change = running()
    told = format_record(record_of(change.table.head, change.facts))
    while len(change.table.head.deals) < 2:
        assert format_record(record_of(change.table.head, change.facts)) == told
        change = change.then(ask(change.table, first_legal(change.table)))
    assert format_record(record_of(change.table.head, change.facts)) != told


def test_the_operator_may_have_everything() -> None:
    change = running()
    text = format_record(record_of(change.table.head, change.facts, everything=True))
    assert "deal 2 " in text and SECRET in text
    assert check_record(parse_record(text)) == ()


def test_a_finished_matchs_record_proves_its_shuffles() -> None:
    change = to_the_end(Change(started(*FOUR)))
    record = record_of(change.table.head, change.facts)
    assert record.secret.hex() == SECRET
    assert check_record(record) == ()
    moved = record._replace(cuts=(("N", 1), *record.cuts[1:]))
    assert check_record(moved), "another cut would have dealt other cards"
    other = record._replace(secret=bytes(32))
    assert check_record(other), "another secret was not committed to"


def test_a_record_says_who_made_each_move_in_words() -> None:
    change = play_on(Change(started(ANNA)), NOW)
    change = change.then(ask(change.table, first_legal(change.table)))
    text = format_record(record_of(change.table.head, change.facts, everything=True))
    assert " person" in text and " computer:novice" in text


def test_levels_and_other_authors_are_told_apart_by_their_first_letter() -> None:
    tokens = [authors.computer(level) for level in LEVELS]
    assert len({*tokens, "p", "a", "t"}) == len(tokens) + 3
