"""The running match: its start, its actions, and what follows when a deal or the match is over."""

from functools import lru_cache
from typing import Final

from engine import players
from engine.actions import Action, parse_action
from engine.deal import first_dealer
from engine.match import FinishedDeal, Match, Phase, apply, start_deal, to_act
from engine.notation import Fact, ScoreLine, fact_text, score_text
from engine.observation import Observation, observation, why_not
from engine.seats import SEAT_LETTERS, Seat, Side, side_of
from service.surface import hands_of
from service.table import authors
from service.table.change import Change
from service.table.clock import clock_of, drawn_after, slow_after
from service.table.commands import Act, Start, Weigh
from service.table.lessons import rests
from service.table.model import Chair, DealNote, Position, Stage
from service.table.places import ends, everywhere, seats_shown, sheets
from service.table.refusals import No, Refused
from service.table.seating import agreed, exchanged
from service.table.table import Table, open_position, pack_of, seed_of, thinking_seed, with_chair

PAUSE_MS: Final = (900, 2_400)
"""How long a computer waits at least and at most before its move at a live table."""
THINK_AGAIN = 2_000
"""Milliseconds after which a computer's move that has not come is asked for again."""


def begin(table: Table, command: Start, now: int) -> Change | Refused:
    """Start the match. Only the house (person 0) may start one without people."""
    head = table.head
    if head.stage is not Stage.LOBBY:
        return Refused(No.CANCELLED if head.stage is Stage.CANCELLED else No.NOT_IN_LOBBY)
    if command.person and table.seat_of(command.person) is None:
        return Refused(No.NOT_SEATED if table.people else No.NOBODY_SEATED)
    if command.revision < head.rules_revision:
        return Refused(No.STALE)
    waiting = {c.person: c.name for c in head.chairs.values() if c.person is not None and not c.reachable}
    if waiting:
        return Refused(No.UNREACHABLE, names=tuple(waiting.values()))
    chairs = {
        letter: Chair(computer=head.stand_in) if chair.free else chair
        for letter, chair in head.chairs.items()
    }
    opening = _opening(table)
    begun = table.changed(
        stage=Stage.PLAYING,
        revision=head.revision + 1,
        chairs=chairs,
        started_at=now,
        turn_at=now if head.clock else 0,
        slow={} if head.clock else None,
        position=opening,
    )
    begun = begun._replace(match=open_position(begun.head, table.rules, opening), length=0)
    return Change(begun, marked=everywhere(begun) | seats_shown(begun))


def _opening(table: Table) -> Position:
    """Deal 1 and a dealer by lot, unless this match goes on where another ended. A change of rules ends that too."""
    head = table.head
    if head.opening is not None and not table.rules.target and head.opening.dealer in head.chairs:
        return head.opening
    return Position(dealer=SEAT_LETTERS[first_dealer(seed_of(head, 1), table.rules)])


def not_present(table: Table, person: int) -> Refused | None:
    """Why somebody does not play his own cards in a running match, if he does not: then he has no say in it either."""
    if person not in table.people:
        return Refused(No.NOT_SEATED)
    if not_live := not_playing(table):
        return not_live
    return None if person in table.present else Refused(No.AWAY)


def playing_at(table: Table, person: int, ply: int) -> Seat | Refused:
    """The seat a person plays himself, while the match stands at this ply. Authority: seated, live, current."""
    seat = table.seat_of(person)
    if seat is None:
        return Refused(No.NOT_SEATED)
    if not_live := not_playing(table):
        return not_live
    assert table.match is not None
    if table.chair(seat).automatic:
        return Refused(No.AWAY)
    return seat if ply == table.match.ply else Refused(No.STALE)


def judged(table: Table, command: Act) -> tuple[Seat, Action] | Refused:
    """A match action of a person: whose seat and which action it is. Authority as above, and legal."""
    seat = playing_at(table, command.person, command.ply)
    if isinstance(seat, Refused):
        return seat
    assert table.match is not None
    try:
        action = parse_action(command.action)
    except ValueError:
        return Refused(No.UNREADABLE)
    rule = why_not(observation(table.match, seat), action)
    return Refused(No.RULE, rule) if rule is not None else (seat, action)


def weigh(table: Table, command: Weigh, now: int) -> Change | Refused:
    """Half a choice of who is on turn: his card shows the other half. The match does not move."""
    seat = playing_at(table, command.person, command.ply)
    if isinstance(seat, Refused):
        return seat
    assert table.match is not None
    if to_act(table.match) != seat and not rests(table):
        return Refused(No.STALE)
    key, pick = str(command.person), f"{command.ply}:{command.what}"
    if table.head.picks.get(key, f"{command.ply}:") == pick:
        return Refused(No.UNCHANGED)
    weighed = table.changed(picks=table.head.picks | {key: pick})
    return Change(weighed, marked=hands_of(command.person))


def not_playing(table: Table) -> Refused | None:
    """Why no match action can be taken at this table, if none can."""
    match table.head.stage:
        case Stage.PLAYING:
            return None
        case Stage.LOBBY:
            return Refused(No.NOT_STARTED)
        case Stage.OVER:
            return Refused(No.MATCH_OVER)
        case Stage.CANCELLED:
            return Refused(No.CANCELLED)


def perform(table: Table, seat: Seat, action: Action, author: str, now: int) -> Change:
    """Apply a legal action, write it down, and close the deal and the match if it ended them."""
    assert table.match is not None
    started = table.head.started_at or now
    fact = Fact((now - started) // 1000, seat, action, author)
    before = table.match.finished
    match, _ = apply(table.match, action)
    moved = table._replace(match=match, length=table.length + 1, facts=(*table.facts, fact))
    if table.head.clock:
        slow = slow_after(table, seat, now) if author == authors.PERSON else table.head.slow
        moved = moved.changed(turn_at=now, spent=0, drawn=drawn_after(table, seat, now), slow=slow)
    if author == authors.PERSON:
        moved = _awake(moved, seat)
    change = Change(moved, facts=(fact_text(fact),), marked=everywhere(moved))
    if match.finished is before or match.finished is None:
        return change
    return change.then(_close_deal(moved, match, match.finished, now))


def _awake(table: Table, seat: Seat) -> Table:
    """Who moves himself is there: what was played for him is told no longer."""
    letter, chair = SEAT_LETTERS[seat], table.chair(seat)
    if chair.lapses:
        table = table.changed(
            chairs=with_chair(table.head.chairs, letter, chair.model_copy(update={"lapses": 0}))
        )
    if str(chair.person) in table.head.lapsed:
        rest = {key: lapse for key, lapse in table.head.lapsed.items() if key != str(chair.person)}
        table = table.changed(lapsed=rest)
    return table


def _close_deal(table: Table, match: Match, finished: FinishedDeal, now: int) -> Change:
    """Write the score down, and deal the next pack or end the match."""
    position = table.head.position
    assert position is not None
    note = _note(table, position, finished)
    closed = table.changed(deals=(*table.head.deals, note))._replace(length=table.length + 1, facts=())
    marked = everywhere(closed) | sheets(closed, finished.deal_no)
    if match.phase is Phase.OVER or _last_of_all(closed):
        closed = _ended(closed, match, now)
        marked |= ends(closed)
        return Change(closed, (_score_line(finished),), marked, parted=frozenset(closed.people))
    if agreed(closed):
        closed = exchanged(closed)
        marked |= everywhere(closed) | seats_shown(closed)
    opening = Position(
        deal_no=match.deal_no,
        dealer=SEAT_LETTERS[match.dealer],
        totals=match.totals,
        pot=match.pot,
        ply=match.ply,
        facts_at=closed.length,
    )
    dealt = start_deal(match, pack_of(closed.head, match.deal_no))[0]
    closed = closed.changed(position=opening)._replace(match=dealt)
    return Change(closed, (_score_line(finished),), marked)


def _score_line(finished: FinishedDeal) -> str:
    score = finished.score
    return score_text(ScoreLine(finished.deal_no, score.outcome, score.written, score.pot_out, score.totals))


def _note(table: Table, position: Position, finished: FinishedDeal) -> DealNote:
    score, contract = finished.score, finished.contract
    sweep = None
    if score.sweep is not None:
        sweep = next(
            k for k in table.head.chairs if side_of(table.rules, SEAT_LETTERS.index(k)) == score.sweep
        )
    return DealNote(
        no=finished.deal_no,
        dealer=position.dealer,
        facts_at=position.facts_at,
        ply=position.ply,
        outcome=score.outcome.value,
        taker=None if contract is None else SEAT_LETTERS[contract.taker],
        sweep=sweep,
        written=score.written,
        totals=score.totals,
        pot=score.pot_out,
    )


def _ended(table: Table, match: Match, now: int) -> Table:
    position = table.head.position
    assert position is not None
    last = position.model_copy(
        update={"totals": match.totals, "pot": match.pot, "ply": match.ply, "facts_at": table.length}
    )
    over = table.changed(
        stage=Stage.OVER,
        revision=table.head.revision + 1,
        ended_at=now,
        position=last,
        winner=match.winner if match.phase is Phase.OVER else _ahead(match),
        stopped=match.phase is not Phase.OVER,
        stopping=(),
        cancelling=(),
        swap="",
        swapping=(),
    )
    return over._replace(match=None)


def _last_of_all(table: Table) -> bool:
    """Whether all who play their own cards agreed that the deal which is over now was to be the last."""
    return table.all_agree(table.head.stopping)


def _ahead(match: Match) -> Side | None:
    first, second = match.totals
    return None if first == second else int(second > first)


def computer_on_turn(table: Table) -> Seat | None:
    """The seat a computer must play next, if one must: never at a table that all people have left, nor before a
    learner has read what happened."""
    if table.match is None or table.abandoned or rests(table):
        return None
    seat = to_act(table.match)
    if seat is None or not table.chair(seat).automatic:
        return None
    return seat


def searches(table: Table, seat: Seat) -> bool:
    """Whether the computer of a seat takes its time: for a process that delays nobody."""
    return table.chair(seat).computer in players.SLOW


def computer_at(table: Table) -> int:
    """When the computer on turn may move: at once, but at a live table, where people watch, after a human while.

    The while follows from the seed and the ply, so that a repeated job does not draw anew.
    """
    clock = clock_of(table.head)
    if table.match is None or clock is None or not clock.live:
        return 0
    seed = thinking_seed(table.head, table.match.deal_no, table.match.ply)
    least, most = PAUSE_MS
    return table.head.turn_at + least + int.from_bytes(seed[-8:], "big") % (most - least)


def compute(table: Table, seat: Seat, now: int, *, plainly: bool = False) -> Change:
    """Let the computer of a seat choose and play. It receives that seat's observation and nothing else. `plainly`:
    without searching, and the record says so."""
    level = table.chair(seat).computer
    match = table.match
    assert level is not None and match is not None
    level = players.quick(level) if plainly else level
    seed = thinking_seed(table.head, match.deal_no, match.ply)
    action = thought(players.LEVELS[level], players.BUDGETS[level], observation(match, seat), seed)
    return perform(table, seat, action, authors.computer(level), now)


@lru_cache(maxsize=64)
def thought(player: players.Player, budget: int, seen: Observation, seed: bytes) -> Action:
    """What a player chooses. Kept a while: a commit that comes too late is decided anew, but not thought anew."""
    return player(seen, budget, seed)
