"""From a table to what one viewer may know of it. The only place where a `Match` becomes a `TableView`."""

from itertools import takewhile

from engine.actions import ActionKind, action_text, parse_action
from engine.deal import commitment
from engine.match import to_act
from engine.observation import observation
from engine.seats import SEAT_LETTERS, Seat
from service.table.advice import advises, reviews_of, trainable
from service.table.authors import PERSON, PLAN
from service.table.clock import bank, clock_of, deadline, tricks_open
from service.table.lessons import lesson_of
from service.table.model import Hint, Lapse, Stage
from service.table.pairs import drawn_cards
from service.table.parting import offered, offered_by
from service.table.plans import plan_of, planning, waiting
from service.table.seating import exchanged_now
from service.table.table import Table
from service.table.view import NOTHING, Own, Player, Plies, TableView, Time

HIDDEN = (ActionKind.ASIDE, ActionKind.MELD, ActionKind.SHOW)
"""Actions that say more than everybody may know."""


def look(table: Table, viewer: int | None) -> TableView:
    """The table as `viewer` sees it; None: as the whole group does."""
    head = table.head
    seat = None if viewer is None else table.seat_of(viewer)
    ended = head.stage in (Stage.OVER, Stage.CANCELLED)
    return TableView(
        id=head.id,
        viewer=viewer,
        seat=seat,
        stage=head.stage,
        revision=head.revision,
        chat=head.chat,
        title=head.title,
        variant=head.variant,
        rules=table.rules,
        creator=head.creator,
        players=_players(table),
        cuts={_seat(letter): count for letter, count in head.cuts.items()},
        stand_in=head.stand_in,
        draws=head.draws,
        drawn=drawn_cards(head, table.rules),
        commitment=commitment(bytes.fromhex(head.secret)),
        secret=head.secret if ended else None,
        seen=None if table.match is None else observation(table.match, seat),
        deals=head.deals,
        opened_at=head.opened_at,
        started_at=head.started_at,
        ended_at=head.ended_at,
        winner=head.winner,
        cancelling=head.cancelling,
        rematch=head.rematch,
        successor=head.successor,
        menu=head.menu,
        pick=_pick(table, viewer, seat),
        note=head.notes.get(str(viewer)),
        time=Time(
            head.clock,
            deadline(table),
            head.paused_at,
            head.pausing,
            head.asleep_at,
            head.night,
            head.halted_at is not None,
            _lapses(table),
        ),
        own=_own(table, viewer, seat),
        nudged=_nudged(table, seat),
        resigning=head.resigning,
        offered_by=offered_by(table) if head.resigning else None,
        accepting=head.accepting,
        ousting=tuple((_seat(letter), votes) for letter, votes in head.ousting.items()),
        ousted=head.ousted.get(str(viewer)),
        swap=tuple(map(_seat, head.swap)),
        swapping=head.swapping,
        swapped=tuple(map(_seat, exchanged_now(head) or ())),
        resigned=head.resigned,
        target_by=head.target_by,
        sat=head.sat,
        plies=_plies(table),
        deal_no=head.position.deal_no if head.position else 0,
        expired=head.expired,
        apart=head.apart,
        stopping=head.stopping,
        stopped=head.stopped,
        tricks_open=tricks_open(head),
        host=table.host if head.apart else None,
        lesson=lesson_of(table, viewer),
        advises=advises(head),
        trains=bool(trainable(head, table.rules)),
        advised=tuple((_seat(letter), times) for letter, times in head.advised.items()),
        reviews=reviews_of(head, viewer),
        number=head.number,
    )


def _plies(table: Table) -> Plies | None:
    position = table.head.position
    if table.match is None or position is None:
        return None
    if all(one.until <= position.ply for one in table.head.sat):
        return None
    played = (
        (fact.action.card, position.ply + n)
        for n, fact in enumerate(table.facts)
        if fact.action.kind is ActionKind.PLAY
    )
    return Plies(position.ply, dict(played))


def _own(table: Table, viewer: int | None, seat: Seat | None) -> Own:
    """Plans and slips are their owner's alone; that a card will play itself, too."""
    if viewer is None or table.match is None or seat is None:
        return NOTHING
    head = table.head
    mine = head.held is not None and head.held.person == viewer
    on_turn = to_act(table.match) == seat and not mine
    return Own(
        plan=plan_of(table, viewer) if head.plans else None,
        planning=planning(table, viewer),
        held=head.held if mine else None,
        lapse=head.lapsed.get(str(viewer)),
        bank=bank(head, SEAT_LETTERS[seat]) if clock_of(head) else None,
        by_itself=on_turn and waiting(table) is not None,
        absent=table.chair(seat).absent,
        hint=_hint(table, viewer),
        meanwhile=_meanwhile(table, seat),
    )


def _hint(table: Table, viewer: int) -> Hint | None:
    """Advice belongs to the ply at which it was asked for."""
    hint = table.head.hints.get(str(viewer))
    return hint if hint is not None and table.match is not None and hint.ply == table.match.ply else None


def _lapses(table: Table) -> tuple[tuple[int, Lapse], ...]:
    """What everybody may know: calls and cards. What was laid aside, or chosen to be melded, stays hidden."""
    if table.match is None:
        return ()
    return tuple(
        (int(person), told)
        for person, told in table.head.lapsed.items()
        if told.deal == table.match.deal_no and parse_action(told.action).kind not in HIDDEN
    )


def _meanwhile(table: Table, seat: Seat) -> tuple[str, ...]:
    own = [fact for fact in table.facts if fact.seat == seat]
    done = takewhile(lambda fact: fact.author not in (PERSON, PLAN), reversed(own))
    return tuple(reversed([action_text(fact.action) for fact in done]))


def _nudged(table: Table, seat: Seat | None) -> int | None:
    """Who has nudged who sits there, in this turn of his."""
    nudge = table.head.nudged
    if nudge is None or table.match is None or seat is None or nudge.ply != table.match.ply:
        return None
    return nudge.person if to_act(table.match) == seat else None


def _pick(table: Table, viewer: int | None, seat: Seat | None) -> str:
    """Half a choice belongs to the ply at which it was made."""
    if table.match is None or seat is None or to_act(table.match) != seat:
        return ""
    ply, _, what = table.head.picks.get(str(viewer), "").partition(":")
    return what if ply == str(table.match.ply) else ""


def _players(table: Table) -> tuple[Player, ...]:
    return tuple(
        Player(
            _seat(letter),
            chair.person,
            chair.name,
            chair.computer if chair.automatic else None,
            chair.reachable,
            chair.person is not None and len(table.letters_of(chair.person)) > 1,
            offered(chair),
            chair.holiday[1],
            chair.absent == "away",
        )
        for letter, chair in table.head.chairs.items()
    )


def _seat(letter: str) -> Seat:
    return SEAT_LETTERS.index(letter)
