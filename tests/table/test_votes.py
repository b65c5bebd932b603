"""Ending a running match by agreement, rematches, and people out of reach."""

from service.surface import END, LOBBY, hand_key, mention_key
from service.table.change import Change
from service.table.commands import Arrive, Cancel, Forget, KeepPlaying, Leave, Rematch, StopAfter
from service.table.handle import play_on
from service.table.look import look
from service.table.model import Stage
from service.table.refusals import No
from service.table.table import Table, restore
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
    first_legal,
    play_deal,
    refused,
    seated,
    started,
    to_the_end,
)


def test_before_the_start_the_creator_or_an_admin_cancels() -> None:
    table = seated(ANNA, BEN)
    assert refused(table, Cancel(person=BEN, running=False)).code is No.NOT_ALLOWED
    assert ask(table, Cancel(person=ANNA, running=False)).table.head.stage is Stage.CANCELLED
    assert ask(table, Cancel(person=EVE, running=False, admin=True)).parted == {ANNA, BEN}


def test_after_the_start_everybody_present_must_agree() -> None:
    table = started(*FOUR)
    assert refused(table, Cancel(person=EVE, running=True, admin=True)).code is No.NOT_SEATED
    for person in (ANNA, BEN, CHLOE):
        table = ask(table, Cancel(person=person, running=True)).table
        assert table.head.stage is Stage.PLAYING
    assert refused(table, Cancel(person=BEN, running=True)).code is No.UNCHANGED
    assert ask(table, Cancel(person=DAN, running=True)).table.head.stage is Stage.CANCELLED


def test_one_no_takes_the_question_off_the_table() -> None:
    table = ask(started(*FOUR), Cancel(person=ANNA, running=True)).table
    kept = ask(table, KeepPlaying(person=DAN)).table
    assert kept.head.cancelling == ()
    assert refused(kept, KeepPlaying(person=DAN)).code is No.UNCHANGED


def test_whoever_leaves_has_no_say_and_may_have_been_the_last_missing() -> None:
    table = started(*FOUR)
    table = all_ask(table, lambda person: Cancel(person=person, running=True), ANNA, BEN, CHLOE)
    assert ask(table, Leave(person=DAN)).table.head.stage is Stage.CANCELLED


def finished() -> Table:
    return to_the_end(Change(started(*FOUR))).table


def test_a_rematch_opens_a_lobby_with_everybody_seated_when_all_have_asked() -> None:
    table = finished()
    for person in (ANNA, BEN, CHLOE):
        change = ask(table, Rematch(person=person))
        assert change.opens is None and change.marked == {END}
        table = change.table
    assert refused(table, Rematch(person=ANNA)).code is No.UNCHANGED
    last = ask(table, Rematch(person=DAN))
    assert last.opens is not None
    lobby = restore(last.opens, ())
    assert lobby.people == FOUR and lobby.head.stage is Stage.LOBBY
    assert lobby.head.cuts == {}
    assert last.table.head.successor == lobby.head.id != table.head.id


def test_a_rematch_is_for_those_who_played() -> None:
    assert refused(finished(), Rematch(person=EVE)).code is No.NOT_SEATED
    assert refused(started(*FOUR), Rematch(person=ANNA)).code is No.STALE


def test_who_blocks_the_bot_is_called_in_the_group_and_back_when_it_may_write_again() -> None:
    table = started(*FOUR)
    away = ask(table, Arrive(person=BEN, reachable=False))
    assert {hand_key(BEN), mention_key(BEN)} <= away.marked
    player = look(away.table, None).player(1)
    assert (player.person, player.reachable) == (BEN, False)
    assert refused(away.table, Arrive(person=BEN, reachable=False)).code is No.UNCHANGED
    assert ask(away.table, Arrive(person=BEN)).table.head.chairs["E"].reachable


def test_arriving_in_the_lobby_redraws_it() -> None:
    table = ask(seated(ANNA, BEN), Arrive(person=BEN, reachable=False)).table
    assert LOBBY in ask(table, Arrive(person=BEN)).marked


def test_a_wish_to_close_the_lobby_never_ends_the_match_that_began_meanwhile() -> None:
    assert refused(started(ANNA), Cancel(person=ANNA, running=False)).code is No.STALE


def test_a_table_that_everybody_left_can_be_closed_by_whoever_opened_it() -> None:
    table = started(ANNA, BEN)
    table = all_ask(table, lambda person: Leave(person=person), ANNA, BEN)
    assert refused(table, Cancel(person=BEN, running=True)).code is No.AWAY
    assert ask(table, Cancel(person=ANNA, running=True)).table.head.stage is Stage.CANCELLED


def test_who_left_neither_forbids_nor_is_waited_for() -> None:
    table = ask(started(*FOUR), Leave(person=DAN)).table
    table = ask(table, Cancel(person=ANNA, running=True)).table
    assert refused(table, KeepPlaying(person=DAN)).code is No.AWAY


def test_the_rematch_keeps_no_seat_for_who_left() -> None:
    over = finished()
    chair = over.head.chairs["W"].model_copy(update={"computer": "novice", "absent": "left"})
    table = over.changed(chairs=over.head.chairs | {"W": chair})
    table = all_ask(table, lambda person: Rematch(person=person), ANNA, BEN)
    opens = ask(table, Rematch(person=CHLOE)).opens
    assert opens is not None and opens.chairs["W"].free


def test_one_rematch_opens_however_many_ask() -> None:
    """Who had left may ask in the same moment as the last one whose wish was missing."""
    over = finished()
    chair = over.head.chairs["W"].model_copy(update={"computer": "novice", "absent": "left"})
    table = over.changed(chairs=over.head.chairs | {"W": chair})
    table = all_ask(table, lambda person: Rematch(person=person), ANNA, BEN, CHLOE)
    assert table.head.successor is not None
    assert refused(table, Rematch(person=DAN)).code is No.STALE
    assert refused(table, Rematch(person=ANNA)).code is No.UNCHANGED


def test_a_rematch_whose_last_missing_voice_is_gone_begins_with_the_next_tap() -> None:
    table = all_ask(finished(), lambda person: Rematch(person=person), ANNA, BEN, CHLOE)
    table = ask(table, Forget(person=DAN)).table
    opens = ask(table, Rematch(person=BEN)).opens
    assert opens is not None and opens.chairs["W"].free
    assert {chair.person for chair in opens.chairs.values()} == {ANNA, BEN, CHLOE, None}


# --- the last deal ---


def agreed(table: Table, *people: int) -> Table:
    return all_ask(table, lambda person: StopAfter(person=person), *people)


def test_the_match_ends_after_the_deal_all_agreed_on_and_who_leads_has_won() -> None:
    table = agreed(started(*FOUR), *FOUR)
    assert table.head.stage is Stage.PLAYING
    change = play_deal(table)
    head = change.table.head
    assert head.stage is Stage.OVER and head.stopped and head.stopping == ()
    ours, theirs = head.deals[-1].totals
    assert head.winner == (None if ours == theirs else int(theirs > ours))
    assert set(FOUR) <= change.parted
    assert look(change.table, None).stopped


def test_one_who_has_not_agreed_keeps_the_match_going() -> None:
    table = agreed(started(*FOUR), ANNA, BEN, CHLOE)
    assert play_deal(table).table.head.stage is Stage.PLAYING
    change = play_on(ask(table, Leave(person=DAN)), NOW)
    while change.table.head.stage is Stage.PLAYING and not change.table.head.deals:
        change = play_on(ask(change.table, first_legal(change.table)), NOW)
    assert change.table.head.stage is Stage.OVER, "who left is not asked"


def test_playing_on_takes_it_back() -> None:
    table = agreed(started(*FOUR), *FOUR)
    table = ask(table, KeepPlaying(person=DAN)).table
    assert play_deal(table).table.head.stage is Stage.PLAYING
    assert refused(table, KeepPlaying(person=DAN)).code is No.UNCHANGED


def test_the_last_deal_takes_the_place_of_ending_at_once() -> None:
    table = ask(started(*FOUR), Cancel(person=ANNA, running=True)).table
    table = agreed(table, BEN)
    assert table.head.cancelling == () and table.head.stopping == (BEN,)
    assert refused(table, StopAfter(person=BEN)).code is No.UNCHANGED
    assert refused(table, StopAfter(person=EVE)).code is No.NOT_SEATED
    assert refused(seated(*FOUR), StopAfter(person=BEN)).code is No.NOT_STARTED
