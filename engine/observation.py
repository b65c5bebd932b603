"""What one seat, or a bystander, may know; and what it may do, which depends on nothing else.

`legal_actions` and `why_not` judge an observation, never a match: a rule that needed a hidden card could not be
written here.
"""

from typing import Final, NamedTuple

from engine.actions import ASIDE, SHOW, Action, ActionKind, meld, plays_of
from engine.auction import CALLS, Call, call_refusal, offered
from engine.cards import Card, Hand, cards_of
from engine.claims import proof
from engine.contracts import Contract, tables_for
from engine.dealing import Hands
from engine.melds import choices
from engine.rules import Rules
from engine.seats import Pair, Seat, Side
from engine.state import (
    BeloteCall,
    Column,
    FinishedDeal,
    Match,
    MeldTold,
    Phase,
    new,
)
from engine.trick import Played, Refusal, RefusalCode, Trick, card_refusal, playable

__all__ = [
    "BeloteCall",
    "Call",
    "Column",
    "MeldTold",
    "Observation",
    "claim",
    "legal_actions",
    "observation",
    "why_not",
]

# A look-up in an Enum class costs as much as deciding a trick.
_PLAYING: Final = Phase.PLAYING


class Observation(NamedTuple):
    """A match as one seat sees it. Between deals the fields of the deal are empty and `finished` tells the last."""

    rules: Rules
    seat: Seat | None
    """`None`: a bystander."""
    phase: Phase
    ply: int
    deal_no: int
    dealer: Seat
    turn: Seat | None
    totals: Pair
    pot: int
    turned: Card
    """-1: none."""
    calls: tuple[Call, ...]
    round: int
    """Of the auction: 1, 2, or 3 when a game is forced."""
    contract: Contract | None
    hand: Hand
    """The viewer's cards; two players: his open ones."""
    counts: tuple[int, ...]
    """Cards held, by seat N E S W; two players: hidden ones included."""
    columns: tuple[tuple[Column, ...], ...]
    """Two players, by seat."""
    leader: Seat
    """Who led the current trick, or leads it."""
    trick: tuple[Played, ...]
    tricks: tuple[Trick, ...]
    won: Pair
    """Tricks won, by side."""
    belotes: tuple[BeloteCall, ...]
    melds: tuple[MeldTold, ...]
    finished: FinishedDeal | None
    winner: Side | None
    chosen: Hand | None = None
    """The cards the viewer decided to meld with his first card; `None`: he did not, the proposal holds."""


def observation(match: Match, seat: Seat | None) -> Observation:
    """What `seat` may know of a match; `None` for a bystander."""
    rules, deal_no, dealer, totals, pot, ply, phase, deal, finished, winner = match
    if deal is None:
        return _between_deals(match, seat)
    setup, turn, hands, leader, trick, tricks, _, won, belotes, melding, columns, _ = deal
    north, east, south, west = hands
    # Positional, and in the order of the fields: this is built for every viewer at every ply.
    return new(
        Observation,
        (
            rules,
            seat,
            phase,
            ply,
            deal_no,
            dealer,
            turn,
            totals,
            pot,
            setup.turned,
            setup.calls,
            setup.round,
            setup.contract,
            0 if seat is None else hands[seat],
            _counts(hands, columns)
            if columns
            else (north.bit_count(), east.bit_count(), south.bit_count(), west.bit_count()),
            columns,
            leader,
            trick,
            tricks,
            won,
            belotes,
            melding.told,
            finished,
            winner,
            melding.chosen if turn == seat else None,
        ),
    )


def _counts(hands: Hands, columns: tuple[tuple[Column, ...], ...]) -> tuple[int, ...]:
    """Two players: the cards held, open and hidden."""
    hidden = ([column.reserve for column in row].count(True) for row in columns)
    return tuple(hand.bit_count() + more for hand, more in zip(hands, hidden, strict=True))


def _between_deals(match: Match, seat: Seat | None) -> Observation:
    return Observation(
        rules=match.rules,
        seat=seat,
        phase=match.phase,
        ply=match.ply,
        deal_no=match.deal_no,
        dealer=match.dealer,
        turn=None,
        totals=match.totals,
        pot=match.pot,
        turned=-1,
        calls=(),
        round=1,
        contract=None,
        hand=0,
        counts=(0, 0, 0, 0),
        columns=(),
        leader=match.dealer,
        trick=(),
        tricks=(),
        won=(0, 0),
        belotes=(),
        melds=(),
        finished=match.finished,
        winner=match.winner,
    )


def legal_actions(obs: Observation) -> tuple[Action, ...]:
    """What the viewer may do now; empty unless it is his turn."""
    seat, phase = obs.seat, obs.phase
    if seat is None or obs.turn != seat:
        return ()
    if phase is _PLAYING:
        tables = tables_for(obs.rules, obs.contract)
        plays = plays_of(playable(tables, obs.trick, seat, obs.hand))
        return plays + _announcing_actions(obs) if tables.announcements else plays
    if phase is Phase.CALLING:
        return offered(obs.rules, obs.turned, obs.calls, seat)
    # Nothing else is anybody's turn.
    return tuple(ASIDE[card] for card in cards_of(obs.hand))


def _announcing_actions(obs: Observation) -> tuple[Action, ...]:
    actions = tuple(meld(cards) for cards in _meld_choices(obs))
    return (*actions, SHOW) if _owes_showing(obs) else actions


def _meld_choices(obs: Observation) -> tuple[Hand, ...]:
    """What may be melded instead of the proposal, once, before the first card."""
    if not obs.rules.meld_choice or obs.tricks or obs.chosen is not None:
        return ()
    found = choices(obs.rules, tables_for(obs.rules, obs.contract), obs.hand)
    return tuple(sorted(found)) if len(found) > 1 else ()


def claim(obs: Observation) -> tuple[Card, ...] | None:
    """The order in which the viewer, who is on turn, takes every remaining trick; `None` where he cannot prove it."""
    if obs.phase is not _PLAYING or obs.seat is None or obs.turn != obs.seat:
        return None
    if any(column.reserve for row in obs.columns for column in row):
        return None
    tables = tables_for(obs.rules, obs.contract)
    return proof(tables, obs.seat, obs.hand, obs.counts, obs.trick, obs.tricks)


def _owes_showing(obs: Observation) -> bool:
    if obs.rules.auto_show_melds or len(obs.tricks) != 1:
        return False
    return any(told.seat == obs.seat and told.beaten is False and not told.cards for told in obs.melds)


def why_not(obs: Observation, action: Action) -> Refusal | None:
    """`None` when the viewer may do this now, else the rule that forbids it."""
    if obs.phase in (Phase.DEALING, Phase.OVER):
        return Refusal(RefusalCode.NO_DEAL)
    if obs.seat is None:
        return Refusal(RefusalCode.NOT_SEATED)
    if obs.turn != obs.seat:
        return Refusal(RefusalCode.NOT_YOUR_TURN)
    if obs.phase is not _phase_of(action.kind):
        return Refusal(RefusalCode.WRONG_PHASE)
    match action.kind:
        case ActionKind.PLAY:
            tables = tables_for(obs.rules, obs.contract)
            return card_refusal(tables, obs.trick, obs.seat, obs.hand, action.card)
        case ActionKind.ASIDE:
            return None if action in legal_actions(obs) else Refusal(RefusalCode.NOT_HELD)
        case ActionKind.MELD:
            allowed = action.extra in _meld_choices(obs)
            return None if allowed else Refusal(RefusalCode.NO_SUCH_MELD)
        case ActionKind.CLAIM:
            return Refusal(RefusalCode.NOT_PROVED) if claim(obs) is None else None
        case ActionKind.SHOW:
            return None if _owes_showing(obs) else Refusal(RefusalCode.NOTHING_TO_SHOW)
        case _:
            return call_refusal(obs.rules, obs.turned, obs.calls, obs.seat, action)


def _phase_of(kind: ActionKind) -> Phase:
    if kind in CALLS:
        return Phase.CALLING
    return Phase.LAYING_ASIDE if kind is ActionKind.ASIDE else Phase.PLAYING
