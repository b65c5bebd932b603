"""Bidding points: how high the hand goes, raising the partner, doubling."""

from typing import Final

from engine.actions import COINCHE, PASS, SURCOINCHE, Action, ActionKind
from engine.auction import Call, standing
from engine.contracts import Strain
from engine.observation import Observation
from engine.players.club.valuing import Valuer
from engine.players.club.weights import Role
from engine.seats import Seat, partner_of

CUSHION: Final = 14.0
"""By how many points a bidder expects to exceed what he bids."""
MOST: Final = 112.0
"""A bid tells of no more points than this: what goes beyond was bid because the others bid as well."""
PASSING: Final = (0.44, 0.42)
"""Before anybody has bid: how likely the others, and the partner, play a game and make it."""
HIGHEST: Final = 3
"""So many levels above the lowest one allowed are thought about, and capot."""
CURSE: Final = 12.0
"""Whoever bids highest has thought best of his cards: so many points too well."""
STRAINS: Final = 2
"""So many of the best games are thought about."""
DOUBLED: Final = -18.0
"""Card points that a coinche says the bidder will miss."""


def bid(obs: Observation, valuer: Valuer, actions: tuple[Action, ...]) -> dict[Action, float]:
    """By call: what it gains, for those worth thinking about."""
    values: dict[Action, float] = {}
    more = _from_partner(obs, valuer, actions)
    for action in _worth_a_thought(valuer, more, actions):
        strain: Strain = action.extra
        values[action] = round(valuer.worth(strain, Role.OWN, action.level, 1, more[strain] - CURSE), 6)
    call, double, _ = standing(obs.calls)
    if call is None:
        values[PASS] = round(_opening_pass(obs, valuer), 6)
        return values
    values[PASS] = round(_played(obs, valuer, call, double), 6)
    for redouble, times in ((COINCHE, 2), (SURCOINCHE, 4)):
        if redouble in actions:
            values[redouble] = round(_played(obs, valuer, call, times), 6)
    return values


def _opening_pass(obs: Observation, valuer: Valuer) -> float:
    """The last to speak passes the deal out: nothing happens."""
    return 0.0 if len(obs.calls) + 1 == obs.rules.players else valuer.purse.passing(PASSING)


def _worth_a_thought(valuer: Valuer, more: dict[Strain, float], actions: tuple[Action, ...]) -> list[Action]:
    bids = [action for action in actions if action.kind is ActionKind.BID]
    levels = sorted({action.level for action in bids})
    kept = {*levels[:HIGHEST], *levels[-1:]}
    expected = {strain: round(_expected(valuer, strain) + better, 6) for strain, better in more.items()}
    # The value of the last one taken, so that of equal ones all are.
    least = sorted(expected.values(), reverse=True)[:STRAINS][-1:] or [0.0]
    return [action for action in bids if action.level in kept and expected[action.extra] >= least[0]]


def _expected(valuer: Valuer, strain: Strain) -> float:
    estimate = valuer.estimate(strain, Role.OWN)
    return estimate.points + estimate.belote + estimate.melds


def _played(obs: Observation, valuer: Valuer, call: Call, double: int) -> float:
    """What it gains when this bid is played, doubled or not."""
    seat: Seat = obs.seat or 0
    strain, level = call.action.extra, call.action.level
    if call.seat in (seat, partner_of(obs.rules, seat)):
        said = DOUBLED if double > 1 else 0.0
        more = _from_partner(obs, valuer, (call.action,))[strain]
        return valuer.worth(strain, Role.OWN, level, double, more + said)
    usual = valuer.usual(strain, Role.FOES)
    return valuer.worth(strain, Role.FOES, level, double, _tells(level) - usual)


def _from_partner(obs: Observation, valuer: Valuer, actions: tuple[Action, ...]) -> dict[Strain, float]:
    """By strain: how much better the game is than one's own cards say, by what the partner has bid."""
    partner = partner_of(obs.rules, obs.seat or 0)
    strains = {action.extra for action in actions if action.kind is ActionKind.BID}
    more = dict.fromkeys(strains, 0.0)
    own: set[Strain] = set()
    for made in obs.calls:
        if made.action.kind is not ActionKind.BID:
            continue
        strain = made.action.extra
        if made.seat == obs.seat:
            own.add(strain)
        elif made.seat == partner and strain in strains:
            more[strain] = _told(valuer, strain, made.action.level, mine=strain in own)
    return more


def _tells(level: int) -> float:
    """The card points that a bid promises."""
    return min(level + CUSHION, MOST)


def _told(valuer: Valuer, strain: Strain, level: int, *, mine: bool) -> float:
    told = _tells(level)
    own = valuer.estimate(strain, Role.OWN).points
    if mine:
        # He has counted on my bid already.
        return max(told - own, 0.0)
    support = valuer.estimate(strain, Role.PARTNERS).points - valuer.usual(strain, Role.PARTNERS)
    return max(told + support - own, 0.0)
