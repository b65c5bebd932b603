"""What may become of a call: in sampled deals the auction goes on as players of rules of thumb would call, the game
that they find is played out by chance, and the score sheet says what it is worth.

Chance, for and against alike, comes as near to what is played as open cards do, and errs less to one side. What is left
between the two is in a table that `tests.arena.chance` measures.
"""

import math
import random
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.actions import PASS, Action
from engine.auction import AuctionStatus, Call, result_of, round_of
from engine.cards import NO_CARD
from engine.contracts import Contract, Mode, Strain, Tables, compiled
from engine.dealing import Hands, receiver, second_deal
from engine.observation import Observation, legal_actions
from engine.players import club, solver
from engine.players.club.calling import worths
from engine.players.equity import USUAL
from engine.players.expert.bonus import belote_points, meld_points
from engine.players.expert.chances import answering, doubted
from engine.players.expert.likely import Likely
from engine.players.expert.utility import Stakes
from engine.players.knowledge import knowledge
from engine.players.worlds import World
from engine.seats import Pair, Seat, next_seat
from engine.state import flip

Numbers: TypeAlias = NDArray[np.float64]

REPEATS: Final = 8
"""So many ways of playing on from each card that may be led."""
_STEPS: Final = tuple(NormalDist().inv_cdf((step + 0.5) / 7) for step in range(7))
"""Seven equally likely results around the expected one."""
_DOUBT: Final = 0.1
"""By so much of what usually parts the sides a call must look better to be made e times as often as another."""


class Real(NamedTuple):
    """What players make of a deal, beside what chance makes of it: parts of all its points."""

    more: float
    """The takers', on average."""
    spread: float
    """One standard deviation."""
    swept: float
    """With so many points in all expected, the other side is as likely as not without a trick."""


REAL: Final = {
    Mode.TRUMP: Real(-0.007, 0.103, 0.96),
    Mode.NO_TRUMP: Real(-0.019, 0.152, 0.92),
    Mode.ALL_TRUMP: Real(0.016, 0.162, 0.90),
}
"""Of 8,500 deals played by rules of thumb, 1,500 by each rule set."""


class _End(NamedTuple):
    """How an auction ends."""

    contract: Contract
    to: Seat | None
    """Who picks the turned card up."""


class _Played(NamedTuple):
    """A deal played out."""

    points: float
    """What side 0 takes."""
    belote: Pair
    melds: Pair


class Futures:
    """Sampled deals, and what becomes of them. All is seen from side 0, the viewer's, who sits north."""

    def __init__(self, obs: Observation, worlds: int, rng: random.Random) -> None:
        self._obs = obs
        self._seed = rng.getrandbits(60)
        self._worlds, weights = Likely(obs, None, knowledge(obs), obs.columns).some(worlds, rng)
        self._answers = answering(obs)
        explained = [self._explained(world) for world in self._worlds]
        self.weights: Numbers = np.array(weights) * np.array(explained)
        """How much each deal counts."""
        self._said: dict[tuple[int, tuple[Call, ...]], Action] = {}
        self._played: dict[tuple[Strain, Seat | None, int], _Played] = {}
        self._stakes: dict[Contract, Stakes] = {}
        self._worth: dict[tuple[Action, int], float] = {}

    def worth(self, action: Action, every: int = 1) -> Numbers:
        """What a call comes to in every so manieth deal, in written points of difference."""
        numbers = range(0, len(self._worlds), every)
        ends = {
            number: self._end(number, action) for number in numbers if (action, number) not in self._worth
        }
        self._play({(end.contract.strain, end.to, number) for number, end in ends.items() if end is not None})
        for number, end in ends.items():
            # Nothing is written when all have passed.
            self._worth[action, number] = 0.0 if end is None else self._value(number, end)
        return np.array([self._worth[action, number] for number in numbers])

    @property
    def effective(self) -> float:
        """How many deals that count alike say as much."""
        shares = self.weights / self.weights.sum()
        return 1.0 / float((shares**2).sum())

    # --- the auction ---

    def _explained(self, world: World) -> float:
        """How likely the calls are that answered others, when everybody calls by rules of thumb."""
        likely = 1.0
        for before, (seat, action) in self._answers:
            seen = self._seen(world, seat, before)
            by_call = worths(seen, legal_actions(seen))
            best, doubt = max(by_call.values()), _DOUBT * USUAL[seen.rules.scoring].gap
            odds = {call: math.exp((worth - best) / doubt) for call, worth in by_call.items()}
            likely *= doubted(odds.get(action, 0.0) / sum(odds.values()), named=action != PASS)
        return likely

    def _seen(self, world: World, seat: Seat, calls: tuple[Call, ...]) -> Observation:
        """What a seat sees in a world after these calls."""
        said = round_of(self._obs.rules, calls)
        return self._obs._replace(seat=seat, turn=seat, hand=world.hands[seat], calls=calls, round=said)

    def _end(self, number: int, action: Action) -> _End | None:
        """The game that is found after a call; `None`: none."""
        obs, calls = self._obs, (*self._obs.calls, Call(0, action))
        while (result := result_of(obs.rules, obs.turned, calls)).status is AuctionStatus.OPEN:
            seat = next_seat(obs.rules, calls[-1].seat)
            calls = (*calls, Call(seat, self._next(number, seat, calls)))
        if result.contract is None:
            return None
        found_in = round_of(obs.rules, calls)
        return _End(result.contract, receiver(obs.rules, obs.dealer, result.contract.taker, found_in))

    def _next(self, number: int, seat: Seat, calls: tuple[Call, ...]) -> Action:
        """What a seat calls, which its own hand decides."""
        world = self._worlds[number]
        key = world.hands[seat], calls
        if key not in self._said:
            self._said[key] = club.choose(self._seen(world, seat, calls), 0, self._seed)
        return self._said[key]

    # --- the cards ---

    def _play(self, wanted: set[tuple[Strain, Seat | None, int]]) -> None:
        """Play out what is not known yet, all deals of a strain at once."""
        groups: dict[tuple[Strain, Seat | None], list[int]] = {}
        for strain, to, number in sorted(wanted - self._played.keys(), key=lambda key: key[2]):
            groups.setdefault((strain, to), []).append(number)
        for (strain, to), numbers in groups.items():
            tables = compiled(self._obs.rules)[strain]
            hands = [self._dealt(self._worlds[number], to) for number in numbers]
            points = self._points(tables, numbers, hands)
            for number, dealt, mean in zip(numbers, hands, points, strict=True):
                melds = meld_points(self._obs.rules, tables, dealt)
                self._played[strain, to, number] = _Played(mean, belote_points(tables, dealt), melds)

    def _points(self, tables: Tables, numbers: Sequence[int], hands: Sequence[Hands]) -> list[float]:
        """By deal: what side 0 takes on average, whatever is led."""
        obs = self._obs
        under = [self._worlds[number].under for number in numbers] if obs.columns else None
        leader = next_seat(obs.rules, obs.dealer)
        tries = solver.playouts(tables, hands, leader, (), under=under, seed=self._seed, repeats=REPEATS)
        led = tries != solver.NOT_PLAYABLE
        means: list[float] = (np.where(led, tries, 0).sum(axis=1) / led.sum(axis=1)).tolist()
        return means

    def _dealt(self, world: World, to: Seat | None) -> Hands:
        """The hands as they are played. A card laid aside comes back to who laid it."""
        obs, hands = self._obs, world.hands
        pack = (*(NO_CARD,) * 20, obs.turned, *world.stock)
        hands = hands if to is None else flip(hands, to, obs.turned)
        return second_deal(obs.rules, obs.dealer, pack, hands, taken=to is not None)

    # --- the sheet ---

    def _value(self, number: int, end: _End) -> float:
        contract, obs = end.contract, self._obs
        if contract not in self._stakes:
            self._stakes[contract] = Stakes(obs.rules, contract, obs.totals, obs.pot)
        stakes, real = self._stakes[contract], REAL[contract.mode]
        points, belote, melds = self._played[contract.strain, end.to, number]
        most = stakes.tables.total
        more = real.more if stakes.tables.side[contract.taker] == 0 else -real.more
        total = 0.0
        for step in _STEPS:
            got, swept = rounded(points / most + more + step * real.spread, real.swept, most)
            total += stakes.value(got, swept, belote, melds)
        return total / len(_STEPS)


def rounded(part: float, swept: float, most: int) -> tuple[int, int]:
    """Points of side 0 from their part of all of them, and 1 or -1 where it takes every trick or none. Even, so that
    fewer sheets are needed."""
    if part >= swept:
        return most, 1
    if part <= 1.0 - swept:
        return 0, -1
    return 2 * round(part * most / 2), 0
