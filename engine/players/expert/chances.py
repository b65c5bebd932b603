"""How well hands explain what their holders called: who took has the better cards, who passed the poorer ones.

The hand is valued as the player of rules of thumb values it; how far each call is to be trusted was read from his
auctions.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from engine.actions import Action, ActionKind
from engine.auction import Call, offered
from engine.cards import NO_CARD, Hand
from engine.contracts import Strain, mode_of
from engine.dealing import HAND_SIZE
from engine.observation import Observation
from engine.players.club.appraising import weighed
from engine.players.club.calling import STRAINS
from engine.players.club.weights import EIGHT, FIVE, Game, Role
from engine.seats import partner_of

TAKES: Final = 92.0
"""The value, of 162, at which a game is as likely called as not."""
BIDS: Final = 9.0
"""The same above the points bid."""
DOUBT: Final = 8.0
"""Beyond the threshold by so much, a call is e times as likely as its contrary."""
_FLOOR: Final = 0.03
"""Nobody is so predictable that a call could be ruled out; least of all passing."""
_ODD: Final = 0.003
"""The same of a call that names a game: out of many, it is one."""


def appraised(hand: Hand, strain: Strain, *, whole: bool) -> float:
    """What a hand is worth to who plays this game, in card points of 162."""
    kind = _kind(strain, whole)
    return weighed(kind.by_role[Role.OWN], hand, strain) * 162 / kind.total


@cache
def _kind(strain: Strain, whole: bool) -> Game:
    """Of whole hands, or of the first five cards."""
    return (EIGHT if whole else FIVE)[mode_of(strain)[0].value]


class Heard(NamedTuple):
    """One call to be explained."""

    seat: int
    strains: tuple[Strain, ...]
    """The game called; or those that were not."""
    threshold: float
    called: bool


class Chances:
    """The calls of one auction, to be explained."""

    def __init__(self, obs: Observation) -> None:
        self._whole = max(obs.counts) + len(obs.tricks) >= HAND_SIZE
        self._turned = obs.turned if not self._whole else NO_CARD
        self._heard = [] if obs.columns else _heard(obs)

    def of(self, dealt: Sequence[Hand]) -> float:
        """How likely these hands make the calls of the others, by a measure that only compares deals."""
        likely = 1.0
        for seat, strains, threshold, called in self._heard:
            best = max(self._appraised(dealt[seat], strain) for strain in strains)
            margin = (best - threshold) / DOUBT
            chance = 1.0 / (1.0 + math.exp(-margin if called else margin))
            likely *= doubted(chance, named=called)
        return likely

    def _appraised(self, hand: Hand, strain: Strain) -> float:
        if self._turned != NO_CARD and self._turned >> 3 == strain:
            hand |= 1 << self._turned
        return appraised(hand, strain, whole=self._whole)


def _heard(obs: Observation) -> list[Heard]:
    """What the calls of the others say about single hands."""
    found: list[Heard] = []
    for at, (seat, action) in enumerate(obs.calls):
        before = obs.calls[:at]
        if seat == obs.seat or _sides_game(obs, before, seat):
            continue
        games = {
            _game(obs, offer): offer.level for offer in reversed(offered(obs.rules, obs.turned, before, seat))
        }
        strain = _game(obs, action)
        if strain >= 0:
            found.append(Heard(seat, (strain,), _threshold(action.level), called=True))
        elif action.kind is ActionKind.PASS:
            open_strains = tuple(game for game in games if game >= 0)
            if open_strains:
                found.append(Heard(seat, open_strains, _threshold(games[open_strains[0]]), called=False))
    return found


def doubted(chance: float, *, named: bool) -> float:
    """The chance of a call, when who makes it may be thinking something else. `named`: it names a game."""
    floor = _ODD if named else _FLOOR
    return floor + (1.0 - floor) * chance


def answering(obs: Observation) -> list[tuple[tuple[Call, ...], Call]]:
    """The calls of the others whose side had called a game: what single hands do not explain, each with those before
    it."""
    return [
        (obs.calls[:at], call)
        for at, call in enumerate(obs.calls)
        if call.seat != obs.seat and _sides_game(obs, obs.calls[:at], call.seat)
    ]


def _sides_game(obs: Observation, before: tuple[Call, ...], seat: int) -> bool:
    """Whether his side has called a game already: then he may speak for his partner's cards too."""
    partner = partner_of(obs.rules, seat)
    return any(call.seat in (seat, partner) and _game(obs, call.action) >= 0 for call in before)


def _threshold(level: int) -> float:
    return level + BIDS if level else TAKES


def _game(obs: Observation, action: Action) -> Strain:
    """The game a call names; -1: none."""
    match action.kind:
        case ActionKind.TAKE:
            return obs.turned >> 3
        case ActionKind.BID:
            return action.extra
        case ActionKind.SUIT:
            return action.suit
        case _:
            return STRAINS.get(action.kind, -1)
