"""How many points a game would bring with this hand, and what that is worth at this score."""

from functools import lru_cache
from typing import NamedTuple

from engine.cards import NO_CARD, SUITS, Hand, card_of
from engine.contracts import BELOTE, Mode, Strain, compiled, mode_of
from engine.dealing import HAND_SIZE, receiver
from engine.melds import proposal
from engine.observation import Observation
from engine.players.club.appraising import weighed
from engine.players.club.gains import Game, purse
from engine.players.club.weights import EIGHT, FIVE, OPEN, Role
from engine.players.club.weights import Game as Kind
from engine.rules import DealPattern
from engine.seats import Seat, next_seat, partner_of, side_of

MELDS_COUNT = 0.7
"""How often one's own announcements turn out to be the better ones."""


class Estimate(NamedTuple):
    """What a game is expected to come to."""

    points: float
    """Card points of its takers."""
    spread: float
    belote: int
    """Positive: the takers'."""
    melds: int


class Valuer:
    """One hand before a game is called."""

    def __init__(self, obs: Observation) -> None:
        self._seat: Seat = obs.seat or 0
        side = side_of(obs.rules, self._seat)
        self.obs, self.purse = obs, purse(obs.rules, (obs.totals[side], obs.totals[1 - side]), obs.pot)
        self._estimates: dict[tuple[Strain, Role], Estimate] = {}
        self._leads = next_seat(obs.rules, obs.dealer) == self._seat

    def estimate(self, strain: Strain, role: Role) -> Estimate:
        """What the game in this strain comes to when this hand is in that role."""
        found = self._estimates.get((strain, role))
        if found is None:
            found = self._estimates[strain, role] = self._estimated(strain, role)
        return found

    def _estimated(self, strain: Strain, role: Role) -> Estimate:
        obs, mode = self.obs, mode_of(strain)[0]
        kind = _kind(obs, mode)
        weights = kind.by_role[role]
        hand = self._with_turned(role)
        points = weighed(weights, hand, strain) + (weights.leads if self._leads else 0.0)
        if obs.columns:
            points -= weighed(weights, self._foes_open(), strain) - weights.start
        points += self._turned_for_others(strain, role)
        sign = -1 if role is Role.FOES else 1
        tables = compiled(obs.rules)[strain]
        scale = tables.total / kind.total
        belote = sum(BELOTE for suit in SUITS if _pair(hand & tables.belote_cards, suit))
        melds = 0
        if obs.rules.announcements:
            melds = (
                round(MELDS_COUNT * sum(meld.points for meld in proposal(obs.rules, tables, hand)) / 10) * 10
            )
        return Estimate(points * scale, kind.spread * scale, sign * belote, sign * melds)

    def worth(self, strain: Strain, role: Role, level: int = 0, double: int = 1, more: float = 0.0) -> float:
        """The gain of this side when the game is played; `more`: card points known of besides."""
        points, spread, belote, melds = self.estimate(strain, role)
        game = Game(strain, level, double, belote, melds)
        return self.purse.of(game, points + more, spread, ours=role is not Role.FOES)

    def usual(self, strain: Strain, role: Role) -> float:
        """What the game comes to with a usual hand in that role."""
        return _kind(self.obs, mode_of(strain)[0]).by_role[role].usual

    def _foes_open(self) -> Hand:
        seats = (seat for seat in range(4) if seat != self._seat)
        rows = (self.obs.columns[seat] for seat in seats)
        return sum(1 << column.open for row in rows for column in row if column.open != NO_CARD)

    def _with_turned(self, role: Role) -> Hand:
        """The hand, with the turned card where it would come to it."""
        if role is Role.OWN and self._receiver() == self._seat:
            return self.obs.hand | 1 << self.obs.turned
        return self.obs.hand

    def _receiver(self) -> Seat | None:
        obs = self.obs
        if obs.rules.deal is not DealPattern.TURN_UP:
            return None
        return receiver(obs.rules, obs.dealer, self._seat, obs.round)

    def _turned_for_others(self, strain: Strain, role: Role) -> float:
        """The dealer picks the turned card up, whoever plays: for or against."""
        obs, to = self.obs, self._receiver()
        if role is not Role.OWN or to is None or to == self._seat:
            return 0.0
        tables = compiled(obs.rules)[strain]
        worth = 0.8 * tables.points[obs.turned] + (2.5 if obs.turned >> 3 == strain else 0.0)
        return worth if to == partner_of(obs.rules, self._seat) else -worth


def valuer(obs: Observation) -> Valuer:
    """Of the hand on turn: the same one again while only the calls have changed."""
    return _valuer(obs._replace(calls=(), ply=0))


@lru_cache(maxsize=1 << 10)
def _valuer(obs: Observation) -> Valuer:
    return Valuer(obs)


def _kind(obs: Observation, mode: Mode) -> Kind:
    if obs.columns:
        return OPEN
    return (EIGHT if obs.hand.bit_count() == HAND_SIZE else FIVE)[mode.value]


def _pair(hand: Hand, suit: int) -> bool:
    pair = 1 << card_of(suit, 5) | 1 << card_of(suit, 6)
    return hand & pair == pair
