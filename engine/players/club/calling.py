"""Calling: what each game on offer would gain, against what passing comes to."""

from typing import Final

from engine.actions import PASS, TOUT, Action, ActionKind
from engine.auction import standing
from engine.contracts import ALL_TRUMP_STRAIN, NO_TRUMP_STRAIN, Strain
from engine.observation import Observation
from engine.players.club.bidding import bid
from engine.players.club.valuing import Valuer, valuer
from engine.players.club.weights import Role
from engine.players.ties import draw, in_order
from engine.rules import AuctionKind
from engine.seats import partner_of

PASSING: Final = {1: (0.48, 0.4), 2: (0.33, 0.15)}
"""By round, while others may still call: how likely the others, and the partner, play a game and make it."""
CHOSEN: Final = 14.0
"""Card points by which a game that somebody called is better than one that had to be played."""
STRAINS: Final = {
    ActionKind.NO_TRUMP: NO_TRUMP_STRAIN,
    ActionKind.SANS: NO_TRUMP_STRAIN,
    ActionKind.TOUT: ALL_TRUMP_STRAIN,
    ActionKind.SILENT_TAKE: ALL_TRUMP_STRAIN,
}


def call(obs: Observation, actions: tuple[Action, ...], seed: bytes | int) -> Action:
    """The best call; between equals the seed decides."""
    values = worths(obs, actions)
    best = max(values.values())
    equal = in_order(obs, [action for action, value in values.items() if value == best])
    return equal[draw(seed, obs.ply, len(equal))]


def worths(obs: Observation, actions: tuple[Action, ...]) -> dict[Action, float]:
    """By call: what it gains, for those worth thinking about."""
    hand = valuer(obs)
    if obs.rules.auction is AuctionKind.BIDDING:
        return bid(obs, hand, actions)
    asked = _asked_for_tout(obs, actions)
    return _games(obs, hand, actions) if asked is None else {asked: 0.0}


def strain_of_call(obs: Observation, action: Action) -> Strain:
    """What would be played."""
    if action.kind is ActionKind.TAKE:
        return obs.turned >> 3
    return STRAINS.get(action.kind, action.suit)


def _games(obs: Observation, valuer: Valuer, actions: tuple[Action, ...]) -> dict[Action, float]:
    values = {
        action: round(_playing(obs, valuer, action), 6)
        for action in actions
        if action != PASS and action.kind is not ActionKind.SILENT_TAKE
    }
    if PASS in actions:
        values[PASS] = round(_passing(obs, valuer), 6)
    return values


def _playing(obs: Observation, valuer: Valuer, action: Action) -> float:
    """What a game said by oneself is worth; by the convention Sans upon the partner's suit becomes his Tout."""
    game = standing(obs.calls).call
    if (
        obs.rules.partner_sans_means_tout
        and action.kind is ActionKind.SANS
        and game is not None
        and game.seat == partner_of(obs.rules, obs.seat or 0)
    ):
        return valuer.worth(ALL_TRUMP_STRAIN, Role.PARTNERS, more=CHOSEN)
    return valuer.worth(strain_of_call(obs, action), Role.OWN)


def _passing(obs: Observation, valuer: Valuer) -> float:
    """The game that stands is played, or somebody else may call, or nobody does."""
    game = standing(obs.calls).call
    if game is not None:
        partners = game.seat == partner_of(obs.rules, obs.seat or 0)
        role = Role.PARTNERS if partners else Role.FOES
        return valuer.worth(strain_of_call(obs, game.action), role, more=CHOSEN)
    last = len(obs.calls) + 1 >= obs.rules.players * (3 if obs.rules.force else 2)
    return 0.0 if last else valuer.purse.passing(PASSING[min(obs.round, 2)])


def _asked_for_tout(obs: Observation, actions: tuple[Action, ...]) -> Action | None:
    """By the convention: who is topped with Sans by his partner says Tout (luxembourg)."""
    if not obs.rules.partner_sans_means_tout or TOUT not in actions:
        return None
    game = standing(obs.calls).call
    if game is None or game.action.kind is not ActionKind.SANS:
        return None
    mine = any(made.seat == obs.seat and made.action.kind is ActionKind.SUIT for made in obs.calls)
    return TOUT if mine and game.seat == partner_of(obs.rules, obs.seat or 0) else None
