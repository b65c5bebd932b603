"""What plays itself: the last trick, an only card, a plan, a move that waits to be taken back."""

from contextlib import suppress

import pytest

from engine.actions import PLAY, Action, ActionKind, action_text
from engine.cards import SUIT_LETTERS, cards_of, suit_of
from engine.contracts import tables_for
from engine.match import Phase, to_act
from engine.notation import parse_fact
from engine.observation import legal_actions
from service.table.clock import HOUR
from service.table.commands import (
    Act,
    Command,
    DropPlan,
    LayOpen,
    Leave,
    Pause,
    Prefer,
    SetClock,
    SetPlan,
    Start,
    TakeBack,
)
from service.table.look import look
from service.table.moments import moment
from service.table.plans import DAYS_MS, LIVE_MS, TAKEN_BACK_MS, plan_of, waiting
from service.table.refusals import No
from service.table.table import Table
from service.table.timing import pass_time, wake
from tests.table.worlds import (
    ANNA,
    CHLOE,
    FOUR,
    NOW,
    ask,
    first_legal,
    letter,
    lobby,
    on_turn,
    refused,
    seated,
    seen,
    started,
    timed,
    tricks,
)


def until_last_trick(table: Table, now: int = NOW) -> Table:
    """Taps up to the last trick."""
    while tricks(table) < 7:
        table = ask(table, first_legal(table), now).table
    return table


def planned(table: Table, person: int, what: str, value: str = "") -> SetPlan:
    obs = seen(table, person)
    ply = obs.ply if obs.turn == obs.seat else -1
    return SetPlan(person=person, deal=obs.deal_no, moment=moment(obs), what=what, value=value, ply=ply)


def test_the_last_trick_plays_itself_one_card_after_the_other() -> None:
    table = until_last_trick(started(*FOUR))
    deal, now = table.head.deals, NOW
    for _ in range(4):
        next_one = waiting(table)
        assert next_one is not None and LIVE_MS[0] <= next_one.at - now < LIVE_MS[1] + 1000
        assert pass_time(table, next_one.at - 1).table is table
        assert wake(table, now) == next_one.at
        now = next_one.at
        table = pass_time(table, now).table
    assert len(table.head.deals) == len(deal) + 1


def test_a_tap_is_quicker_than_what_would_play_itself() -> None:
    table = until_last_trick(started(*FOUR))
    person = on_turn(table)
    table = ask(table, first_legal(table)).table
    assert on_turn(table) != person


def an_only_card(table: Table) -> Table:
    """Taps until somebody who follows may play a single card, before the last trick."""
    while True:
        obs = seen(table, on_turn(table))
        if obs.phase is Phase.PLAYING and tricks(table) < 7 and len(legal_actions(obs)) == 1:
            return table
        table = ask(table, first_legal(table)).table


def test_an_only_card_plays_itself_where_its_player_chose_that() -> None:
    table = an_only_card(started(*FOUR))
    assert waiting(table) is None  # with four it would tell something
    person = on_turn(table)
    table = ask(table, Prefer(person=person, auto="on")).table
    next_one = waiting(table)
    assert next_one is not None
    assert [action_text(next_one.action)] == [action_text(a) for a in legal_actions(seen(table, person))]
    table = ask(table, Prefer(person=person, auto="")).table
    assert waiting(table) is None


def test_who_may_only_pass_after_a_double_is_not_asked() -> None:
    """Everybody at the table knows it: the partner of who doubled has nothing to say."""
    table = started(*FOUR, table=lobby("coinche"))
    for text in ("80:H", "coinche", "pass"):
        ply = table.match.ply if table.match else 0
        assert waiting(table) is None
        table = ask(table, Act(person=on_turn(table), ply=ply, action=text)).table
    next_one = waiting(table)
    assert next_one is not None and action_text(next_one.action) == "pass"
    passed = pass_time(table, next_one.at).table
    assert on_turn(passed) != on_turn(table)


def two_players() -> Table:
    table = lobby("two-player")
    return started(ANNA, CHLOE, table=table)


def test_where_all_cards_lie_open_it_does_so_unless_switched_off() -> None:
    table = two_players()
    while True:
        obs = seen(table, on_turn(table))
        if obs.phase is Phase.PLAYING and len(legal_actions(obs)) == 1 and max(obs.counts) > 1:
            break
        table = ask(table, first_legal(table)).table
    assert waiting(table) is not None
    table = ask(table, Prefer(person=on_turn(table), auto="off")).table
    assert waiting(table) is None


def ruffs(table: Table) -> list[Action]:
    """The trumps that whoever is on turn may put on a plain lead."""
    obs = seen(table, on_turn(table))
    trumps = tables_for(obs.rules, obs.contract).trumps
    return [a for a in legal_actions(obs) if a.kind is ActionKind.PLAY and trumps >> a.card & 1]


def a_plan(table: Table, ruffing: bool = False) -> tuple[Table, int, str, str]:
    """In the play: who plays last in this trick, the suit led and a card of his for it. `ruffing`: the one before him
    may ruff. Raises StopIteration when the deal is over."""
    deals = len(table.head.deals)
    while len(table.head.deals) == deals:
        table = ask(table, first_legal(table)).table
        assert table.match is not None and table.match.deal is not None
        if table.match.phase is not Phase.PLAYING or len(table.match.deal.trick) != 2:
            continue
        obs = seen(table, on_turn(table))
        last = next(
            p for p in FOUR if p != on_turn(table) and not any(c.seat == table.seat_of(p) for c in obs.trick)
        )
        mine = seen(table, last)
        led = suit_of(mine.trick[0].card)
        trumps = tables_for(mine.rules, mine.contract).trumps
        own = [card for card in cards_of(mine.hand) if suit_of(card) == led]
        if own and not trumps >> mine.trick[0].card & 1 and (ruffs(table) or not ruffing):
            return table, last, SUIT_LETTERS[led], action_text(PLAY[own[0]])
    raise StopIteration


def test_a_card_laid_down_for_a_suit_falls_when_the_suit_comes() -> None:
    table, person, suit, code = a_plan(started(*FOUR))
    table = ask(table, planned(table, person, suit, code)).table
    assert waiting(table) is None  # somebody else is on turn
    table = follow(table)
    next_one = waiting(table)
    if next_one is None:  # ruffed in between, or not allowed: he is asked
        assert on_turn(table) == person
        return
    change = pass_time(table, next_one.at)
    assert change.facts[0].endswith(f" {code} a")
    assert plan_of(change.table, person) is None


def follow(table: Table) -> Table:
    """Whoever is on turn follows suit with a plain card, if he can."""
    obs = seen(table, on_turn(table))
    led = suit_of(obs.trick[0].card)
    legal = [a for a in legal_actions(obs) if a.kind is ActionKind.PLAY]
    choice = next((a for a in legal if suit_of(a.card) == led), legal[0])
    return ask(table, Act(person=on_turn(table), ply=obs.ply, action=action_text(choice))).table


def a_ruffed_plan() -> tuple[Table, int, str, str]:
    for secret in range(60):
        with suppress(StopIteration):
            return a_plan(started(*FOUR, table=lobby(secret=f"{secret:02x}" * 32)), ruffing=True)
    raise AssertionError("nobody ruffs in sixty deals")


def test_a_plan_stops_when_somebody_ruffs_before_me() -> None:
    table, person, suit, code = a_ruffed_plan()
    table = ask(table, planned(table, person, suit, code)).table
    ruff = Act(person=on_turn(table), ply=seen(table, person).ply, action=action_text(ruffs(table)[0]))
    table = ask(table, ruff).table
    assert on_turn(table) == person
    assert waiting(table) is None


def test_passing_from_now_on_lasts_for_this_auction() -> None:
    table = started(*FOUR, table=lobby("coinche"))
    person = on_turn(table)
    for other in FOUR:
        if other != person:
            table = ask(table, planned(table, other, "passing", "on")).table
    table = ask(table, Act(person=person, ply=0, action="80:H")).table
    now = NOW
    while (next_one := waiting(table)) is not None:
        now = next_one.at
        table = pass_time(table, now).table
    assert table.match is not None and table.match.phase is Phase.PLAYING
    assert table.head.plans == {}


def test_the_second_round_may_be_laid_down_with_the_first_pass() -> None:
    table = started(*FOUR)
    first = on_turn(table)
    table = ask(table, planned(table, first, "second", "pass")).table
    for _ in FOUR:
        person = on_turn(table)
        table = ask(table, Act(person=person, ply=seen(table, person).ply, action="pass")).table
    next_one = waiting(table)
    assert next_one is not None and action_text(next_one.action) == "pass"


def test_what_is_laid_down_with_a_call_speaks_of_later_calls_only() -> None:
    """ "Then pass" beside the bids: the tap itself passes nothing, the call he makes stands, and later he passes."""
    table = started(*FOUR, table=lobby("coinche"))
    first = on_turn(table)
    table = ask(table, planned(table, first, "passing", "on")).table
    assert waiting(table) is None
    for text in ("80:H", "90:H", "100:H", "110:H"):
        table = ask(table, Act(person=on_turn(table), ply=seen(table, on_turn(table)).ply, action=text)).table
    assert on_turn(table) == first
    next_one = waiting(table)
    assert next_one is not None and action_text(next_one.action) == "pass"


@pytest.mark.parametrize(
    ("variant", "what", "value"), [("classic", "second", "S"), ("coinche", "passing", "on")]
)
def test_a_call_laid_down_too_late_plays_nothing(variant: str, what: str, value: str) -> None:
    """The button of a card that was drawn before his turn: he is told that he is on turn."""
    table = started(*FOUR, table=lobby(variant))
    person = on_turn(table)
    late = planned(table, person, what, value).model_copy(update={"ply": -1})
    assert refused(table, late).code is No.YOUR_TURN
    assert table.head.plans == {}


def test_the_card_turns_to_the_plan_and_back() -> None:
    table, person, _, _ = a_plan(started(*FOUR))
    obs = seen(table, person)
    opened = LayOpen(person=person, deal=obs.deal_no, moment=moment(obs))
    assert not look(table, person).own.planning
    table = ask(table, opened).table
    assert look(table, person).own.planning
    assert refused(table, opened).code is No.UNCHANGED
    other = next(p for p in FOUR if p not in (person, on_turn(table)))
    assert not look(table, other).own.planning
    closed = ask(table, opened.model_copy(update={"opened": False})).table
    assert not look(closed, person).own.planning
    table = follow(table)
    assert on_turn(table) == person
    assert not look(table, person).own.planning, "on turn he sees the cards to play"
    assert refused(table, opened).code is No.YOUR_TURN
    table = ask(table, first_legal(table)).table
    assert not look(table, person).own.planning, "it was for that trick"


def test_a_planning_tap_that_comes_on_turn_plays_nothing() -> None:
    table, person, suit, code = a_plan(started(*FOUR))
    plan = planned(table, person, suit, code)
    table = follow(table)
    assert on_turn(table) == person
    assert refused(table, plan).code is No.YOUR_TURN
    table = ask(table, first_legal(table)).table
    assert refused(table, plan).code in (No.STALE, No.YOUR_TURN)


def test_passing_laid_down_on_turn_begins_after_it() -> None:
    """ "Pass afterwards" on the card of who is on turn: this call is still his own."""
    table = started(*FOUR, table=lobby("coinche"))
    person = on_turn(table)
    table = ask(table, planned(table, person, "passing", "on")).table
    assert waiting(table) is None
    for text in ("80:H", "90:S", "pass", "pass"):
        assert waiting(table) is None
        ply = seen(table, person).ply
        table = ask(table, Act(person=on_turn(table), ply=ply, action=text)).table
    next_one = waiting(table)
    assert on_turn(table) == person
    assert next_one is not None and action_text(next_one.action) == "pass"


def test_a_tap_about_round_2_that_comes_when_it_is_there_calls_nothing() -> None:
    table = started(*FOUR)
    first = on_turn(table)
    for _ in FOUR:
        table = ask(table, Act(person=on_turn(table), ply=seen(table, first).ply, action="pass")).table
    assert on_turn(table) == first
    for value in ("pass", "S"):
        assert refused(table, planned(table, first, "second", value)).code is No.YOUR_TURN
    assert waiting(table) is None
    table = ask(table, Act(person=first, ply=seen(table, first).ply, action="pass")).table
    assert on_turn(table) != first


@pytest.mark.parametrize(
    "command",
    [
        SetPlan(person=CHLOE, deal=9, moment=0, what="passing", value="on"),
        SetPlan(person=CHLOE, deal=1, moment=3, what="H", value="7H"),
    ],
)
def test_a_plan_for_another_moment_is_stale(command: Command) -> None:
    assert refused(started(*FOUR), command).code is No.STALE


@pytest.mark.parametrize(
    ("what", "value"), [("second", "<b>"), ("second", "7H"), ("X", "7H"), ("passing", "off!")]
)
def test_rubbish_is_no_plan(what: str, value: str) -> None:
    table = started(*FOUR)
    assert refused(table, planned(table, CHLOE, what, value)).code is No.UNREADABLE


def test_only_cards_in_the_hand_can_be_planned() -> None:
    table, person, suit, _ = a_plan(started(*FOUR))
    other = next(
        c for c in range(32) if not seen(table, person).hand >> c & 1 and SUIT_LETTERS[c >> 3] == suit
    )
    assert refused(table, planned(table, person, suit, action_text(PLAY[other]))).code is No.UNREADABLE


def test_a_plan_is_dropped_by_its_owner() -> None:
    table, person, suit, code = a_plan(started(*FOUR))
    table = ask(table, planned(table, person, suit, code)).table
    assert refused(table, planned(table, person, suit, code)).code is No.UNCHANGED
    table = ask(table, DropPlan(person=person)).table
    assert table.head.plans == {}
    assert refused(table, DropPlan(person=person)).code is No.UNCHANGED


# --- taking back ---


def by_days() -> Table:
    table = ask(seated(*FOUR), SetClock(person=ANNA, clock="1d")).table
    return ask(table, Start(person=ANNA, revision=table.head.revision)).table


def test_a_day_tables_card_waits_ten_seconds_and_then_counts_from_its_tap() -> None:
    table = by_days()
    act = first_legal(table)
    change = ask(table, act, NOW + 5_000)
    assert change.facts == ()
    table = change.table
    assert refused(table, act).code is No.HELD
    next_one = waiting(table)
    assert next_one is not None and next_one.at == NOW + 5_000 + TAKEN_BACK_MS
    assert pass_time(table, next_one.at - 1).table is table
    done = pass_time(table, next_one.at)
    fact = parse_fact(done.facts[0])
    assert (fact.at, fact.author) == (5, "p")
    assert done.table.head.held is None


def test_a_slip_is_taken_back() -> None:
    table = by_days()
    act = first_legal(table)
    table = ask(table, act).table
    other = next(p for p in FOUR if p != act.person)
    assert refused(table, TakeBack(person=other, ply=act.ply)).code is No.STALE
    back = ask(table, TakeBack(person=act.person, ply=act.ply)).table
    assert back.head.held is None and on_turn(back) == act.person
    assert refused(back, TakeBack(person=act.person, ply=act.ply)).code is No.STALE
    assert ask(back, act).table.head.held is not None


def test_who_wants_it_so_plays_at_once() -> None:
    table = by_days()
    act = first_legal(table)
    table = ask(table, Prefer(person=act.person, at_once=True)).table
    assert ask(table, act).facts


def test_days_wait_longer_than_live_tables() -> None:
    table = by_days()
    for person in FOUR:
        table = ask(table, Prefer(person=person, at_once=True)).table
    table = until_last_trick(table)
    next_one = waiting(table)
    assert next_one is not None
    assert DAYS_MS[0] <= next_one.at - NOW < DAYS_MS[1] + 1000


def test_a_table_of_computers_never_waits() -> None:
    table = started(ANNA)
    assert table.match is not None
    seat = to_act(table.match)
    if seat is not None and table.chair(seat).computer:
        assert waiting(table) is None


def test_a_pause_does_not_give_back_what_a_waiting_move_has_drawn() -> None:
    table = timed("1h", at_once=False)
    mover, late = letter(table), NOW + 4 * HOUR
    table = ask(table, first_legal(table), late).table
    for person in FOUR:
        table = ask(table, Pause(person=person), late + 2_000).table
    table = pass_time(table, late + TAKEN_BACK_MS).table
    assert table.head.drawn == {mover: 3 * HOUR}
    assert table.head.paused_at is not None


def test_a_move_counts_in_a_pause_as_well() -> None:
    table = timed("1h", at_once=False)
    for person in FOUR:
        table = ask(table, Pause(person=person)).table
    table = ask(table, first_legal(table), NOW + HOUR).table
    table = pass_time(table, NOW + HOUR + TAKEN_BACK_MS).table
    assert len(table.facts) == 1


def test_a_move_that_was_acknowledged_is_made_though_its_player_leaves() -> None:
    table = timed("1h", at_once=False)
    act = first_legal(table)
    table = ask(table, act).table
    change = ask(table, Leave(person=act.person), NOW + 3_000)
    assert change.facts[0].endswith(f" {act.action} p")
    chair = next(c for c in change.table.head.chairs.values() if c.person == act.person)
    assert chair.absent == "left"
