"""What a plan can speak of: which turn to come, and what may be laid down for it. Judged from what its maker sees."""

from typing import Final

from engine.actions import PASS, action_text
from engine.auction import Call, offered
from engine.match import Phase
from engine.observation import Observation
from engine.rules import AuctionKind

SECOND: Final = 2
"""The round of the auction for which something can be laid down."""


def moment(obs: Observation) -> int:
    """What a plan made now speaks of: 0 the auction, else the number of the trick in which one plays next."""
    if obs.phase is not Phase.PLAYING:
        return 0
    played = any(card.seat == obs.seat for card in obs.trick)
    return len(obs.tricks) + 1 + played


def second_round(obs: Observation) -> tuple[str, ...]:
    """What the viewer may lay down for his second call, as texts of actions, passing first; empty: nothing any more."""
    if obs.seat is None or obs.phase is not Phase.CALLING or obs.rules.auction is not AuctionKind.TWO_ROUNDS:
        return ()
    asked = obs.turn == obs.seat and obs.round == SECOND
    if asked or sum(call.seat == obs.seat for call in obs.calls) == SECOND:
        return ()
    passed = (Call(obs.seat, PASS),) * obs.rules.players
    rest = [action for action in offered(obs.rules, obs.turned, passed, obs.seat) if action != PASS]
    # As everywhere: spades first, and what is no suit last.
    return tuple(action_text(action) for action in (PASS, *sorted(rest, key=lambda action: -action.suit)))


def may_pass_on(obs: Observation) -> bool:
    """Whether "pass from now on" means anything: where each has more than two calls."""
    calling = obs.seat is not None and obs.phase is Phase.CALLING
    return calling and obs.rules.auction is not AuctionKind.TWO_ROUNDS


def may_lay_cards(obs: Observation) -> bool:
    """Whether the viewer, off turn, has a choice of cards left: the last one plays itself."""
    if obs.seat is None or obs.phase is not Phase.PLAYING or obs.turn == obs.seat:
        return False
    return obs.counts[obs.seat] > 1
