"""Worlds to think about: those that agree with what was proved and told, in proportion to how well they explain what
everybody called."""

import random
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from engine.cards import Hand
from engine.contracts import Tables
from engine.melds import proposal
from engine.observation import Observation
from engine.players.evidence import candidates
from engine.players.expert.bonus import has_meld
from engine.players.expert.chances import Chances
from engine.players.knowledge import Knowledge
from engine.players.worlds import World, Worlds, dealt
from engine.state import Column, MeldTold

_DRAWN: Final = 3
"""So many worlds are drawn for each that is wanted."""
_GUESSES: Final = 48
"""So many guesses at what was announced are followed up."""
_KEPT_QUIET: Final = 0.1
"""How often somebody who may choose keeps an announcement to himself."""


class Weighed(NamedTuple):
    """Worlds and how much each counts."""

    worlds: list[World]
    weights: list[float]


class Likely:
    """What one seat takes to be likely."""

    def __init__(
        self,
        obs: Observation,
        tables: Tables | None,
        known: Knowledge,
        columns: Sequence[Sequence[Column]] = (),
    ) -> None:
        self._obs, self._tables, self._known, self._columns = obs, tables, known, columns
        self._played = played_by_seat(obs)
        self._chances = Chances(obs)

    def some(self, wanted: int, rng: random.Random) -> Weighed:
        """So many worlds, the likely ones more often; or all of them with their weights, where they are few."""
        if self._columns:
            worlds = Worlds(self._known, self._columns).some(wanted, rng)
            return Weighed(worlds, [1.0] * len(worlds))
        parts = [Worlds(known) for known in self._guesses(rng)]
        counts = [part.count for part in parts]
        total = sum(counts)
        if not self._known.stock and total <= wanted * _DRAWN:
            worlds = [world for part in parts for world in part.every()]
        else:
            numbers = rng.choices(range(len(parts)), cum_weights=list(accumulate(counts)), k=wanted * _DRAWN)
            worlds = [parts[number].any(rng) for number in numbers]
        weights = [self.weight(world) for world in worlds]
        if not any(weights):
            # Somebody calls or announces as nobody would: then everything proved is equally likely.
            weights = [1.0] * len(worlds)
        if len(worlds) <= wanted:
            return Weighed(worlds, weights)
        return _spread(worlds, weights, wanted, rng)

    def weight(self, world: World) -> float:
        """How well a world explains what was said, 0 where it cannot."""
        hands = dealt(world.hands, self._played)
        return self._announced(hands) and self._chances.of(hands)

    # --- announcements ---

    def _guesses(self, rng: random.Random) -> list[Knowledge]:
        """What may be known, by what the announcements are that nobody has shown."""
        hidden = [told for told in self._obs.melds if not told.cards and told.seat != self._obs.seat]
        guesses = [self._known]
        for told in hidden:
            following = [guess for known in guesses for guess in self._explained(known, told)]
            guesses = following if len(following) <= _GUESSES else rng.sample(following, _GUESSES)
            if not guesses:
                return [self._known]
        return guesses

    def _explained(self, known: Knowledge, told: MeldTold) -> Iterator[Knowledge]:
        assert self._tables is not None
        seat = told.seat
        reach = self._played[seat] | known.possible[seat]
        melds = candidates(self._obs.rules, self._tables, told, reach)
        guesses = (known.holding(seat, cards & ~self._played[seat]) for cards in melds)
        yield from (guess for guess in guesses if guess is not None)

    def _announced(self, hands: Sequence[Hand]) -> float:
        """How well the hands explain what was announced."""
        rules, tables = self._obs.rules, self._tables
        if tables is None or not rules.announcements:
            return 1.0
        likely = 1.0
        for seat, hand in enumerate(hands):
            told = sorted((m.points, m.kind.value) for m in self._obs.melds if m.seat == seat)
            if seat == self._obs.seat or not self._played[seat]:
                continue
            meld = has_meld(rules, tables, hand)
            if not told and not meld:
                continue
            same = told == sorted((m.points, m.kind.value) for m in proposal(rules, tables, hand))
            if not same:
                likely *= _KEPT_QUIET if rules.meld_choice and meld else 0.0
        return likely


def played_by_seat(obs: Observation) -> list[Hand]:
    """By seat: the cards it has played."""
    played = [0, 0, 0, 0]
    for plays in (obs.trick, *(trick.plays for trick in obs.tricks)):
        for seat, card in plays:
            played[seat] |= 1 << card
    return played


def _spread(worlds: list[World], weights: list[float], wanted: int, rng: random.Random) -> Weighed:
    """So many of them in proportion to their weights, at equal distances, so that chance adds as little as it can."""
    step = sum(weights) / wanted
    mark, at, below = rng.random() * step, 0, 0.0
    kept: list[World] = []
    times: list[float] = []
    for _ in range(wanted):
        while below + weights[at] <= mark and at < len(weights) - 1:
            below += weights[at]
            at += 1
        if kept and kept[-1] is worlds[at]:
            times[-1] += 1.0
        else:
            kept.append(worlds[at])
            times.append(1.0)
        mark += step
    return Weighed(kept, times)
