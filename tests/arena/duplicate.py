"""One deal played twice by the same two players, who exchange sides in between."""

import random
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from engine import players
from engine.actions import Action
from engine.cards import CARDS, Card
from engine.match import Match, apply, new_match, start_deal, to_act
from engine.observation import Observation, observation
from engine.rules import Rules
from engine.seats import Seat, seats_in_play, side_of

Chooser: TypeAlias = Callable[[Observation, bytes], Action]
"""Chooses with a seed that belongs to the deal and the seat."""


class Sample(NamedTuple):
    """What one deal showed."""

    number: int
    ahead: float
    """Written points of the left player less those of the right one, the mean of both ways."""
    left: tuple[float, ...] = ()
    """Milliseconds of each decision the left player had to make."""
    right: tuple[float, ...] = ()


class Shuffle(NamedTuple):
    """A deal before anybody has acted."""

    rules: Rules
    dealer: Seat
    pack: tuple[Card, ...]

    def opened(self) -> Match:
        """The match after the deal."""
        return start_deal(new_match(self.rules, self.dealer), self.pack)[0]


def shuffle(rules: Rules, number: int, series: str = "arena") -> Shuffle:
    """The deal of a number: always the same cards and dealer for the same series."""
    rng = random.Random(f"{series} {number}")
    pack = list(CARDS)
    rng.shuffle(pack)
    seats = seats_in_play(rules)
    return Shuffle(rules, seats[number % len(seats)], tuple(pack))


def level(name: str, budget: int | None = None) -> Chooser:
    """A level of the house as a chooser, with its usual budget or another; `KeyError` for a name it does not have."""
    choose = players.LEVELS[name]
    worlds = players.BUDGETS[name] if budget is None else budget
    return lambda seen, seed: choose(seen, worlds, seed)


def finish(match: Match, at: Sequence[Chooser], seed: bytes, spent: Sequence[list[float]]) -> Match:
    """Play a deal out, by seat; `spent` takes the milliseconds of each decision."""
    while (seat := to_act(match)) is not None:
        seen = observation(match, seat)
        began = time.perf_counter()
        action = at[seat](seen, seed + b"|%d" % match.ply)
        spent[seat].append((time.perf_counter() - began) * 1e3)
        match = apply(match, action)[0]
    return match


def seated(rules: Rules, ours: int, left: Chooser, right: Chooser) -> tuple[Chooser, ...]:
    """By seat: the left player on side `ours`, the right one on the other."""
    return tuple(left if side_of(rules, seat) == ours else right for seat in range(4))


def lead(match: Match, ours: int) -> int:
    """What the finished deal wrote for side `ours`, less what it wrote for the other."""
    assert match.finished is not None
    written = match.finished.score.written
    return written[ours] - written[1 - ours]


def meet(rules: Rules, left: Chooser, right: Chooser, number: int) -> Sample:
    """Both ways of one deal."""
    dealt = shuffle(rules, number)
    leads: list[int] = []
    mine: list[float] = []
    theirs: list[float] = []
    for ours in (0, 1):
        spent: tuple[list[float], ...] = ([], [], [], [])
        seed = b"arena|%d" % number
        over = finish(dealt.opened(), seated(rules, ours, left, right), seed, spent)
        leads.append(lead(over, ours))
        for seat in range(4):
            (mine if side_of(rules, seat) == ours else theirs).extend(spent[seat])
    return Sample(number, sum(leads) / 2, tuple(mine), tuple(theirs))
