"""What time does at a table: the clock of its lobby, a time that is over, a pause, a long sleep."""

from engine import players
from engine.actions import action_text
from engine.match import to_act
from engine.observation import observation
from engine.seats import SEAT_LETTERS, Seat
from service.surface import hand_key
from service.table import authors
from service.table.advice import unanswered
from service.table.agreement import with_proposed_target
from service.table.change import Change
from service.table.clock import CLOCKS, DAY, deadline, settled, ticking, tricks_open
from service.table.closing import close, expires, first_due
from service.table.commands import Halt, Holiday, Pause, Resume, SetClock, SetTricks, Start
from service.table.lobby import not_arranging, revised
from service.table.model import Lapse, Stage
from service.table.parting import departed
from service.table.places import everywhere, goes_on, whole_lobby
from service.table.plans import perform_waiting, waiting
from service.table.play import (
    THINK_AGAIN,
    begin,
    computer_at,
    computer_on_turn,
    not_playing,
    not_present,
    perform,
)
from service.table.refusals import No, Refused
from service.table.table import Table, thinking_seed, with_chair, with_chairs

PATIENCE = 2
"""Times out in a row after which a computer plays on at once."""
SLEEP = 30 * DAY
"""How long a match that all have left is kept open."""


def set_clock(table: Table, command: SetClock, now: int) -> Change | Refused:
    """Choose how long everybody has for a move."""
    if refused := not_arranging(table, command.person):
        return refused
    if command.clock and command.clock not in CLOCKS:
        return Refused(No.NO_SUCH_OPTION)
    if command.clock == table.head.clock:
        return Refused(No.UNCHANGED)
    chosen = revised(table, clock=command.clock, menu="", rules_revision=table.head.revision + 1)
    proposed = with_proposed_target(chosen)
    return Change(proposed, marked=whole_lobby(proposed))


def set_tricks(table: Table, command: SetTricks, now: int) -> Change | Refused:
    """Whether all tricks lie open follows the clock until somebody says how it shall be."""
    if refused := not_arranging(table, command.person):
        return refused
    if command.opened == tricks_open(table.head):
        return Refused(No.UNCHANGED)
    word = "open" if command.opened else "last"
    chosen = revised(table, tricks=word, rules_revision=table.head.revision + 1)
    return Change(chosen, marked=whole_lobby(chosen))


def pause(table: Table, command: Pause, now: int) -> Change | Refused:
    """Agree to stop the clock. With the last agreement of those present it stands still."""
    if refused := _no_clock(table, command.person):
        return refused
    if table.head.paused_at is not None or command.person in table.head.pausing:
        return Refused(No.UNCHANGED)
    agreed = (*table.head.pausing, command.person)
    done = table.all_agree(agreed)
    asked = table.changed(pausing=() if done else agreed, paused_at=now if done else None)
    return Change(asked, marked=everywhere(asked))


def resume(table: Table, command: Resume, now: int) -> Change | Refused:
    """Anybody present lets the clock run on, or takes the question off the table."""
    if refused := _no_clock(table, command.person):
        return refused
    head = table.head
    if head.paused_at is None and not head.pausing:
        return Refused(No.UNCHANGED)
    running = running_on(table, now).changed(pausing=())
    return Change(running, marked=everywhere(running))


def running_on(table: Table, now: int) -> Table:
    """The clock runs again, with exactly the time that was left."""
    head = table.head
    if head.paused_at is None:
        return table
    if head.halted_at is not None:
        # It stands for another reason too: what is over was one standstill with what is not.
        return table.changed(paused_at=None, halted_at=min(head.paused_at, head.halted_at))
    return _ticking_on(table.changed(paused_at=None), head.paused_at, now)


def halt(table: Table, command: Halt, now: int) -> Change | Refused:
    """The group cannot see the match, or sees it again: nobody loses time over that. Moves can be made all the same."""
    if command.person:
        return Refused(No.NOT_ALLOWED)
    if not_live := not_playing(table):
        return not_live
    head = table.head
    if not head.clock:
        return Refused(No.NO_CLOCK)
    if command.stopped == (head.halted_at is not None):
        return Refused(No.UNCHANGED)
    if command.stopped:
        halted = table.changed(halted_at=now)
    elif head.paused_at is not None:
        halted = table.changed(halted_at=None, paused_at=min(head.paused_at, head.halted_at or now))
    else:
        halted = _ticking_on(table.changed(halted_at=None), head.halted_at or now, now)
    return Change(halted, marked=everywhere(halted))


def holiday(table: Table, command: Holiday, now: int) -> Change | Refused:
    """Go on holiday, or be back. What he is allowed in a year is his own affair with the house, not the table's."""
    letters = table.letters_of(command.person)
    if not letters:
        return Refused(No.NOT_SEATED)
    if table.head.stage not in (Stage.LOBBY, Stage.PLAYING):
        return Refused(No.MATCH_OVER)
    leaves, returns = table.chair_of(command.person).holiday
    away = leaves <= now < returns
    if not command.until and not away:
        return Refused(No.UNCHANGED)
    if command.until and (command.until <= now or (away and command.until == returns)):
        return Refused(No.UNCHANGED)
    noted = table if away and command.until else _home(table, command.person, now)
    span = (leaves if away else now, command.until) if command.until else (0, 0)
    gone = noted.changed(chairs=with_chairs(noted.head.chairs, letters, holiday=span))
    return Change(gone, marked=everywhere(gone) if table.head.stage is Stage.PLAYING else whole_lobby(gone))


def _home(table: Table, person: int, now: int) -> Table:
    """What ran and what stood still until now is kept, whatever holiday comes after it."""
    match, head = table.match, table.head
    seat = None if match is None else to_act(match)
    if seat is None or table.chair(seat).person != person:
        return table
    stops = (head.paused_at, head.halted_at, head.held.at if head.held else None)
    return settled(table, min([now, *(at for at in stops if at is not None)]))


def _ticking_on(table: Table, since: int, now: int) -> Table:
    """The time of who is on turn runs on as it stood: of a move that waits to be taken back, too."""
    held = table.head.held
    if held is None:
        return _from(settled(table, since), now)
    still = settled(table, min(held.at, since))
    tapped = held.model_copy(update={"at": now - max(0, since - held.at)})
    return _from(still, tapped.at).changed(held=tapped)


def _from(table: Table, now: int) -> Table:
    return table.changed(turn_at=now) if table.head.turn_at else table


def _no_clock(table: Table, person: int) -> Refused | None:
    if refused := not_present(table, person):
        return refused
    return None if table.head.clock else Refused(No.NO_CLOCK)


# --- what nobody asks for ---


def pass_time(table: Table, now: int) -> Change:
    """What time alone has done by `now`: nothing, a move that plays itself, one for somebody whose time is over, the
    end of a long sleep, or of a lobby in which nobody began.

    One move at most: who comes next has his whole time from now on, however late the house looks.
    """
    moved = perform_waiting(table, now)
    if moved.table is not table:
        return moved
    over = deadline(table)
    if over is not None and over <= now:
        return _lapse(table, now)
    if goes_on(table.head):
        begun = begin(table, Start(person=0, revision=table.head.revision), now)
        if isinstance(begun, Change):
            return begun
    ends = expires(table.head)
    if ends is not None and ends <= now:
        return close(table.changed(expired=True), now)
    slept = table.head.asleep_at
    if slept is not None and table.head.stage is Stage.PLAYING and slept + SLEEP <= now:
        return close(table, now)
    return Change(table)


def _lapse(table: Table, now: int) -> Change:
    """A computer makes this one move; the second time in a row the seat is away."""
    seat = ticking(table)
    assert seat is not None and table.match is not None
    level = players.quick(table.head.stand_in)  # whoever asks, the bot too, waits for this move
    action = players.LEVELS[level](
        observation(table.match, seat),
        players.BUDGETS[level],
        thinking_seed(table.head, table.match.deal_no, table.match.ply),
    )
    chair = table.chair(seat)
    told = Lapse(at=now, ply=table.match.ply, action=action_text(action), deal=table.match.deal_no)
    told_all = table.changed(lapsed=table.head.lapsed | {str(chair.person): told})
    change = perform(told_all, seat, action, authors.CLOCK, now)
    return change.then(_missed(change.table, seat, now))


def _missed(table: Table, seat: Seat, now: int) -> Change:
    """Count it. The hand card tells the player what was done for him, and how he comes back."""
    letter, chair = SEAT_LETTERS[seat], table.chair(seat)
    fields: dict[str, object] = {"lapses": chair.lapses + 1}
    if chair.lapses + 1 >= PATIENCE:
        fields |= {"absent": "away", "computer": table.head.stand_in}
    missed = table.changed(chairs=with_chair(table.head.chairs, letter, chair.model_copy(update=fields)))
    assert chair.person is not None
    change = Change(missed, marked=everywhere(missed) | {hand_key(chair.person)})
    return change.then(departed(missed, now)) if "absent" in fields else change


def _thinks_at(table: Table, now: int) -> int | None:
    """When a computer's pause is over; if it is, or somebody waits for an answer, when that is asked for again."""
    if unanswered(table):
        return now + THINK_AGAIN
    if computer_on_turn(table) is None:
        return None
    begins = computer_at(table)
    return begins if begins > now else now + THINK_AGAIN


def wake(table: Table, now: int) -> int | None:
    """When the table must be looked at again though nobody does anything (ms); None: never.

    Should the hint to think be lost, the courier finds this row and asks again.
    """
    thinking = _thinks_at(table, now)
    by_itself = waiting(table)
    slept = table.head.asleep_at
    closing = slept + SLEEP if slept is not None and table.head.stage is Stage.PLAYING else None
    return min(
        (
            at
            for at in (thinking, by_itself and by_itself.at, deadline(table), closing, first_due(table.head))
            if at is not None
        ),
        default=None,
    )
