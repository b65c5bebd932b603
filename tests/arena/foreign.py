"""Ours against the players of the package `colver` 0.11.1 (MIT), which is installed for the arena and nothing else.

Coinche with a suit as trump, card play only: colver's rules of thumb bid for all four, then both sides play the same
contract both ways. Its own `step` accepts what the rules forbid, so every card of its goes through our engine first.
"""

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import colver

from engine.actions import COINCHE, PASS, PLAY, SURCOINCHE, Action, bid
from engine.cards import CARDS, Card
from engine.contracts import CAPOT, Mode
from engine.match import Match, Phase, apply, to_act
from engine.observation import observation
from engine.rules import Rules
from engine.seats import side_of
from engine.variants import VARIANTS
from tests.arena.duplicate import Chooser, Sample, Shuffle, lead, shuffle

# Its suits are spades, hearts, diamonds, clubs; its ranks 7 8 9 J Q K 10 A. Ours: clubs to spades, 7 8 9 10 J Q K A.
_RANKS: Final = (0, 1, 2, 4, 5, 6, 3, 7)
OURS: Final[tuple[Card, ...]] = tuple((3 - (card >> 3)) * 8 + _RANKS[card & 7] for card in CARDS)
"""By its number of a card: ours."""
ITS: Final[tuple[int, ...]] = tuple(OURS.index(card) for card in CARDS)
"""By our number of a card: its own."""

_SEARCH: Final = """
[bid]
strategy = "maxi"
[play]
method = "isdd"
time_ms = 0
determinizations = 20
parallel = false
[worlds]
source = "uniform"
"""

Env: TypeAlias = Any
Strangers: TypeAlias = Callable[[Env, int], "Stranger"]


class Stranger:
    """One seat of its rules of thumb: what it plays depends on the position alone."""

    def __init__(self, env: Env, seat: int) -> None:
        self.seat = seat

    def watch(self, env: Env, action: int) -> None:
        """Somebody is about to play this."""

    def choose(self, env: Env) -> int:
        """Its card, by its own number."""
        return int(env.action_maxi_play())


class Searcher(Stranger):
    """One seat of its search with 20 uniform worlds; it must watch every action of the deal."""

    def __init__(self, env: Env, seat: int) -> None:
        super().__init__(env, seat)
        self.agent = colver.Agent(_SEARCH, seat=seat, seed=seat)
        self.agent.init_deal(env)

    def watch(self, env: Env, action: int) -> None:
        self.agent.observe(env, action)

    def choose(self, env: Env) -> int:
        return int(self.agent.decide(env)["action"])


STRANGERS: Final[Mapping[str, Strangers]] = MappingProxyType({"maxi": Stranger, "isdd20": Searcher})


class Apart(AssertionError):
    """The two programs see the deal differently: a number cannot be trusted then."""


def rules() -> Rules:
    """What both know: coinche as it is, announcements off."""
    return VARIANTS["coinche"]


def meet(left: Chooser, stranger: str, number: int) -> Sample:
    """Both ways of one deal with a suit contract; ours is the left player."""
    dealt, calls = _contract(number)
    spent: list[float] = []
    played = [_duel(dealt, calls, left, STRANGERS[stranger], ours, spent) for ours in (0, 1)]
    leads = [lead(match, ours) for ours, match in enumerate(played)]
    return Sample(number, sum(leads) / 2, tuple(spent))


def _contract(number: int) -> tuple[Shuffle, tuple[int, ...]]:
    """The first shuffle of the number's own series that is bid to a suit, and the calls."""
    attempt = 0
    while True:
        dealt = shuffle(rules(), number % 4 + 4 * attempt, f"colver {number}")
        match, env, calls = dealt.opened(), _env(dealt), []
        while match.phase is Phase.CALLING:
            call = int(env.bid_maxi())
            calls.append(call)
            match = apply(match, _call(call))[0]
            env.step(call)
        contract = match.deal.setup.contract if match.deal else None
        if contract is not None and contract.mode is Mode.TRUMP:
            return dealt, tuple(calls)
        attempt += 1


def _duel(
    dealt: Shuffle, calls: tuple[int, ...], left: Chooser, strangers: Strangers, ours: int, spent: list[float]
) -> Match:
    match, env = dealt.opened(), _env(dealt)
    theirs = {seat: strangers(env, seat) for seat in range(4) if side_of(dealt.rules, seat) != ours}
    for call in calls:
        match = _both(match, env, theirs, call, _call(call))
    while (seat := to_act(match)) is not None:
        if env.current_player() != seat:
            raise Apart(f"we wait for {seat}, colver for {env.current_player()}")
        its = theirs[seat].choose(env) if seat in theirs else ITS[_timed(match, seat, left, spent).card]
        match = _both(match, env, theirs, its, PLAY[OURS[its]])
    return match


def _timed(match: Match, seat: int, left: Chooser, spent: list[float]) -> Action:
    began = time.perf_counter()
    action = left(observation(match, seat), b"colver|%d" % match.ply)
    spent.append((time.perf_counter() - began) * 1e3)
    return action


def _both(match: Match, env: Env, theirs: Mapping[int, Stranger], its: int, action: Action) -> Match:
    match = apply(match, action)[0]
    for stranger in theirs.values():
        stranger.watch(env, its)
    env.step(its)
    return match


def _env(dealt: Shuffle) -> Env:
    deal = dealt.opened().deal
    assert deal is not None
    hands = [[ITS[card] for card in CARDS if hand >> card & 1] for hand in deal.hands]
    return colver.Env.deal_with_hands(dealer=dealt.dealer, hands=hands)


def _call(call: int) -> Action:
    """0 passes; 1 to 36 bid 80 to 160 by suit, 37 to 40 capot; then double and redouble."""
    if call == 0:
        return PASS
    if call > 40:
        return COINCHE if call == 41 else SURCOINCHE
    step, suit = divmod(call - 1, 4)
    return bid(CAPOT if step == 9 else 80 + 10 * step, 3 - suit)
