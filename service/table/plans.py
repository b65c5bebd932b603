"""What plays itself: a plan, an only card, the last trick, and a move that waits to be taken back.

All of it waits a random while, so that nobody can tell by the time whether a card was planned, forced or tapped. The
while follows from the deal's seed and the ply: a repeated job does not draw anew.
"""

from typing import Final, NamedTuple

from engine.actions import PASS, Action, ActionKind, parse_action
from engine.cards import SUIT_LETTERS, parse_card, parse_suit, suit_of
from engine.contracts import tables_for
from engine.match import Phase, to_act
from engine.observation import Observation, legal_actions, observation
from engine.seats import Seat
from service.surface import hands_of
from service.table import authors, play
from service.table.change import Change
from service.table.clock import by_days
from service.table.commands import Act, DropPlan, LayOpen, Prefer, SetPlan, TakeBack
from service.table.lobby import nothing_secret
from service.table.model import Held, Plan, Stage
from service.table.moments import may_lay_cards, moment
from service.table.play import not_present, perform
from service.table.refusals import No, Refused
from service.table.table import Table, thinking_seed, with_chairs

LIVE_MS: Final = (2_000, 8_000)
DAYS_MS: Final = (20_000, 90_000)
"""How long what plays itself waits at least and at most, by the kind of clock."""
TAKEN_BACK_MS: Final = 10_000
"""For how long a move can be taken back where days pass between moves."""


class Waiting(NamedTuple):
    """An action that will be done by itself, and when (ms)."""

    seat: Seat
    action: Action
    author: str
    at: int


def waiting(table: Table) -> Waiting | None:
    """What will play itself next; None: somebody is waited for. A paused match waits too."""
    head = table.head
    if table.match is None or head.stage is not Stage.PLAYING:
        return None
    seat = to_act(table.match)
    if seat is None or not table.chair(seat).present:
        return None
    if head.held is not None and head.held.ply == table.match.ply:
        # Made by its player himself: it counts in a pause as well.
        return Waiting(seat, parse_action(head.held.action), authors.PERSON, head.held.at + TAKEN_BACK_MS)
    if head.paused_at is not None:
        return None
    action = _foreseen(table, observation(table.match, seat))
    return None if action is None else Waiting(seat, action, authors.PLAN, _due(table))


def _due(table: Table) -> int:
    """A while after the move before. Seconds are all that is stored of that, and enough."""
    assert table.match is not None
    least, most = DAYS_MS if by_days(table.head) else LIVE_MS
    seed = thinking_seed(table.head, table.match.deal_no, table.match.ply)
    while_ms = least + int.from_bytes(seed[-8:], "big") % (most - least)
    moved = 1000 * table.facts[-1].at if table.facts else 0
    return (table.head.started_at or 0) + moved + while_ms


def _foreseen(table: Table, obs: Observation) -> Action | None:
    """What the player's plan says, or the only thing he may do."""
    assert obs.seat is not None
    legal = legal_actions(obs)
    planned = _planned(table, obs)
    if planned in legal:
        return planned
    if legal == (PASS,):
        return PASS  # whoever knows the calls knows it: the partner of who doubled
    cards = tuple(action for action in legal if action.kind is ActionKind.PLAY)
    if len(legal) == 1 and cards and (_last_trick(obs) or _alone_plays(table, obs.seat)):
        return cards[0]
    return None


def _last_trick(obs: Observation) -> bool:
    return obs.seat is not None and obs.counts[obs.seat] == 1


def _alone_plays(table: Table, seat: Seat) -> bool:
    auto = table.chair(seat).auto
    return auto == "on" or (auto == "" and nothing_secret(table.rules))


def _planned(table: Table, obs: Observation) -> Action | None:
    assert obs.seat is not None
    plan = plan_of(table, table.chair(obs.seat).person)
    if plan is None:
        return None
    if obs.phase is Phase.CALLING and plan.asked == obs.ply:
        return None  # laid down on turn: what it speaks of comes after this call
    if obs.phase is Phase.CALLING:
        if plan.passing:
            return PASS
        return parse_action(plan.second) if plan.second and obs.round == 2 else None
    if obs.phase is not Phase.PLAYING or plan.trick != len(obs.tricks) + 1 or not obs.trick or _ruffed(obs):
        return None
    code = plan.cards.get(SUIT_LETTERS[suit_of(obs.trick[0].card)])
    return parse_action(code) if code else None


def _ruffed(obs: Observation) -> bool:
    """Whether somebody put a trump on a plain lead."""
    trumps = tables_for(obs.rules, obs.contract).trumps
    lead, *others = [trumps >> played.card & 1 for played in obs.trick]
    return not lead and any(others)


def plan_of(table: Table, person: int | None) -> Plan | None:
    """A person's plan, as far as it still speaks of something to come."""
    plan = table.head.plans.get(str(person))
    match = table.match
    if plan is None or match is None or match.deal is None or plan.deal != match.deal_no:
        return None
    if match.phase is not Phase.CALLING:
        plan = plan.model_copy(update={"passing": False, "second": ""})
        if plan.trick <= len(match.deal.tricks):
            plan = plan.model_copy(update={"trick": 0, "cards": {}})
    return plan if plan.passing or plan.second or plan.cards else None


# --- what people lay down ---


def set_plan(table: Table, command: SetPlan, now: int) -> Change | Refused:
    """Change one line of a plan for a turn that has not come yet."""
    if refused := not_present(table, command.person):
        return refused
    match = table.match
    assert match is not None and match.deal is not None
    seat = table.seat_of(command.person)
    obs = observation(match, seat)
    if command.deal != match.deal_no or command.moment != moment(obs):
        return Refused(No.STALE)
    if obs.turn == seat and _too_late(command, obs):
        return Refused(No.YOUR_TURN)
    plan = _changed(plan_of(table, command.person) or Plan(deal=match.deal_no), command, obs)
    if plan is None:
        return Refused(No.UNREADABLE)
    return _planned_change(table, command.person, plan)


def _too_late(command: SetPlan, obs: Observation) -> bool:
    """Whether it is about the turn that has come: a tap meant for later never plays, one made off turn least of all.
    Passing is about later turns."""
    made_before = obs.phase is Phase.PLAYING or command.ply != obs.ply
    return made_before or (command.what == "second" and obs.round > 1 and bool(command.value))


def lay_open(table: Table, command: LayOpen, now: int) -> Change | Refused:
    """Turn one's card to the plan for a trick to come, or back to the hand."""
    if refused := not_present(table, command.person):
        return refused
    match, key = table.match, str(command.person)
    assert match is not None
    obs = observation(match, table.seat_of(command.person))
    if obs.turn == obs.seat:
        return Refused(No.YOUR_TURN)
    if command.deal != match.deal_no or command.moment != moment(obs) or not may_lay_cards(obs):
        return Refused(No.STALE)
    if command.opened == planning(table, command.person):
        return Refused(No.UNCHANGED)
    shown = {kept: what for kept, what in table.head.planning.items() if kept != key}
    if command.opened:
        shown[key] = f"{command.deal}:{command.moment}"
    return Change(table.changed(planning=shown), marked=hands_of(command.person))


def planning(table: Table, person: int) -> bool:
    """Whether a person's card shows the plan for his next trick; never on his turn."""
    what = table.head.planning.get(str(person))
    if what is None or table.match is None:
        return False
    obs = observation(table.match, table.seat_of(person))
    return may_lay_cards(obs) and what == f"{obs.deal_no}:{moment(obs)}"


def _changed(plan: Plan, command: SetPlan, obs: Observation) -> Plan | None:
    """The plan with that line; None where the line means nothing."""
    what, value = command.what, command.value
    asked = obs.ply if obs.turn == obs.seat else plan.asked
    if what == "passing" and command.moment == 0 and value in ("on", ""):
        return plan.model_copy(update={"passing": bool(value), "asked": asked})
    if what == "second" and command.moment == 0:
        readable = not value or _readable(value)
        return plan.model_copy(update={"second": value, "asked": asked}) if readable else None
    if what not in tuple(SUIT_LETTERS) or command.moment == 0 or not _held_for(obs, what, value):
        return None
    cards = plan.cards if plan.trick == command.moment else {}
    rest = {suit: card for suit, card in cards.items() if suit != what}
    return plan.model_copy(update={"trick": command.moment, "cards": rest | ({what: value} if value else {})})


def _readable(text: str) -> bool:
    try:
        return parse_action(text).kind in (ActionKind.PASS, ActionKind.SUIT, ActionKind.NO_TRUMP)
    except ValueError:
        return False


def _held_for(obs: Observation, suit: str, code: str) -> bool:
    """Whether the card is in the hand and follows that suit, or nothing in the hand does."""
    if not code:
        return True
    try:
        card, led = parse_card(code), parse_suit(suit)
    except ValueError:
        return False
    follows = obs.hand >> 8 * led & 0xFF
    return bool(obs.hand >> card & 1) and (suit_of(card) == led or not follows)


def _planned_change(table: Table, person: int, plan: Plan | None) -> Change | Refused:
    rest = {key: kept for key, kept in table.head.plans.items() if key != str(person)}
    empty = plan is None or not (plan.passing or plan.second or plan.cards)
    plans = rest if empty or plan is None else rest | {str(person): plan}
    if plans == table.head.plans:
        return Refused(No.UNCHANGED)
    return Change(table.changed(plans=plans), marked=hands_of(person))


def drop_plan(table: Table, command: DropPlan, now: int) -> Change | Refused:
    """Forget the whole plan."""
    return not_present(table, command.person) or _planned_change(table, command.person, None)


def prefer(table: Table, command: Prefer, now: int) -> Change | Refused:
    """A person's habits for his seats here."""
    letters = table.letters_of(command.person)
    if not letters:
        return Refused(No.NOT_SEATED)
    chairs = with_chairs(table.head.chairs, letters, auto=command.auto, at_once=command.at_once)
    if chairs == table.head.chairs:
        return Refused(No.UNCHANGED)
    return Change(table.changed(chairs=chairs), marked=hands_of(command.person))


# --- a move that may be taken back ---


def act(table: Table, command: Act, now: int) -> Change | Refused:
    """A match action of a person. Where days pass between moves it waits a moment, in which it can be taken back."""
    judged = play.judged(table, command)
    if isinstance(judged, Refused):
        return judged
    seat, action = judged
    held = table.head.held
    if held is not None and held.ply == command.ply:
        return Refused(No.HELD)
    if not by_days(table.head) or table.chair(seat).at_once:
        return perform(table, seat, action, authors.PERSON, now)
    waits = Held(person=command.person, ply=command.ply, action=command.action, at=now)
    return Change(table.changed(held=waits), marked=hands_of(command.person))


def take_back(table: Table, command: TakeBack, now: int) -> Change | Refused:
    """The move was a slip: the hand is as it was."""
    if refused := not_present(table, command.person):
        return refused
    held = table.head.held
    if held is None or held.person != command.person or held.ply != command.ply:
        return Refused(No.STALE)
    return Change(table.changed(held=None), marked=hands_of(command.person))


def perform_waiting(table: Table, now: int) -> Change:
    """Do what plays itself, if its while is over; else nothing."""
    next_one = waiting(table)
    if next_one is None or next_one.at > now:
        return Change(table)
    if table.head.held is not None:
        return let_go(table, now)
    change = perform(table, next_one.seat, next_one.action, next_one.author, now)
    return change._replace(table=_swept(change.table))


def let_go(table: Table, now: int) -> Change:
    """The move that could be taken back counts, as of its tap; nothing, if there is none. Who comes next has his whole
    time from now on."""
    head, held = table.head, table.head.held
    if held is None or table.match is None or held.ply != table.match.ply:
        return Change(table)
    seat = to_act(table.match)
    assert seat is not None
    # A clock that stands by now ran when he tapped.
    then = table.changed(
        held=None, paused_at=_since(head.paused_at, held), halted_at=_since(head.halted_at, held)
    )
    change = perform(then, seat, parse_action(held.action), authors.PERSON, held.at)
    after = change.table.changed(paused_at=head.paused_at, halted_at=head.halted_at)
    return change._replace(table=_swept(after.changed(turn_at=now) if head.clock else after))


def _since(stood: int | None, held: Held) -> int | None:
    return stood if stood is not None and stood <= held.at else None


def _swept(table: Table) -> Table:
    """Plans that speak of nothing any more are forgotten."""
    kept = {key: plan for key in table.head.plans if (plan := plan_of(table, int(key))) is not None}
    return table if kept == table.head.plans else table.changed(plans=kept)
