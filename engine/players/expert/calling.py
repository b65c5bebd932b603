"""Which call: rules of thumb propose, sampled deals dispose.

Their call stands unless another one does better in deals that agree with all that was heard: the same deals for both,
so that only the difference is left to chance.
"""

import math
import random
from typing import Final, NamedTuple

from engine.actions import Action
from engine.observation import Observation, legal_actions
from engine.players import club
from engine.players.club.calling import worths
from engine.players.equity import USUAL
from engine.players.expert.futures import Futures, Numbers

_WORLDS: Final = 5
"""Deals for each world of the budget: they are played out by chance, which costs little."""
_OPEN: Final = 0.25
"""By so much of what usually parts the sides after a deal a call may look worse and still be looked into."""
_MOST: Final = 3
"""So many calls are looked into, the usual one included."""
_STAGES: Final = (9, 3, 1)
"""One deal in so many, then more of them, for calls that may still be better."""
_SURE: Final = 1.5
"""By so many standard errors another call must be better."""
_ENOUGH: Final = 6.0
"""Where only so many deals explain what was called, or fewer, rules of thumb have it."""


class Gain(NamedTuple):
    """By how much a call is better than the usual one, in written points."""

    mean: float
    error: float
    """Its standard error."""


def choose_call(obs: Observation, budget: int, rng: random.Random) -> Action:
    """The call that is worth most to the viewer, north."""
    usual, *others = candidates(obs, rng.getrandbits(60))
    if not others:
        return usual
    futures = Futures(obs, max(2, budget * _WORLDS), rng)
    if futures.effective < _ENOUGH:
        return usual
    gains: dict[Action, Gain] = {}
    for every in _STAGES:
        gains = {other: gain_of(futures, usual, other, every) for other in others}
        others = [other for other in others if gains[other].mean + gains[other].error >= 0.0]
    surely = {other: gains[other].mean - _SURE * gains[other].error for other in others}
    best = max(others, key=surely.__getitem__, default=usual)
    return best if surely.get(best, 0.0) > 0.0 else usual


def candidates(obs: Observation, seed: int) -> list[Action]:
    """What rules of thumb call, then what they find nearly as good."""
    usual = club.choose(obs, 0, seed)
    by_call = worths(obs, legal_actions(obs))
    least = by_call[usual] - _OPEN * USUAL[obs.rules.scoring].gap
    near = [call for call, worth in by_call.items() if call != usual and worth >= least]
    return [usual, *sorted(near, key=by_call.__getitem__, reverse=True)][:_MOST]


def gain_of(futures: Futures, usual: Action, other: Action, every: int = 1) -> Gain:
    """The gain of another call, from every so manieth deal."""
    weights = futures.weights[::every]
    return _mean(futures.worth(other, every) - futures.worth(usual, every), weights)


def _mean(gains: Numbers, weights: Numbers) -> Gain:
    shares = weights / weights.sum()
    mean = float((gains * shares).sum())
    variance = float(((gains - mean) ** 2 * shares).sum())
    return Gain(mean, math.sqrt(variance * float((shares**2).sum())))
