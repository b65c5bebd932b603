"""Choosing between equals, so that no suit and no seat is favoured for its number.

Suits are put in order by what has happened to them and by nothing else, so that the same deal with its suits renamed
leads to the same card, renamed. Two suits of which nothing differs are told apart by their number: there it does not
matter. Chance comes from the seed alone.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeAlias

from engine.actions import Action, ActionKind
from engine.cards import NO_CARD, SUITS, Suit
from engine.observation import Observation

Story: TypeAlias = tuple[tuple[int, ...], ...]


def story(obs: Observation, suit: Suit) -> Story:
    """All that tells one suit from another: the cards held, played, turned up and lying open, and the calls.

    Cards played and calls are told by their place in the deal, which says who made them whatever his seat is called.
    """
    plays = [play.card for trick in obs.tricks for play in trick.plays] + [play.card for play in obs.trick]
    turned = obs.turned & 7 if obs.turned >> 3 == suit else NO_CARD
    return (
        (
            obs.hand >> (8 * suit) & 255,
            turned,
            obs.contract is not None and obs.contract.trump == suit,
            (obs.chosen or 0) >> (8 * suit) & 255,
        ),
        tuple(8 * at + (card & 7) for at, card in enumerate(plays) if card >> 3 == suit),
        tuple(at for at, call in enumerate(obs.calls) if call.action.suit == suit),
        tuple(told.cards >> (8 * suit) & 255 for told in obs.melds),
        tuple(told.suit == suit for told in obs.melds),
        _lying(obs, suit),
    )


def _lying(obs: Observation, suit: Suit) -> tuple[int, ...]:
    """Two players: where the suit's open cards lie, one's own row first."""
    own = obs.seat or 0
    return tuple(
        sorted(
            (seat - own) % 4 * 64 + place * 8 + (column.open & 7)
            for seat, row in enumerate(obs.columns)
            for place, column in enumerate(row)
            if column.open >> 3 == suit
        )
    )


def alike(obs: Observation, one: Action, other: Action) -> bool:
    """Whether two actions differ in nothing but the numbers of their suits, so that either may be chosen."""
    if one.suit < 0 or other.suit < 0 or one.card & 7 != other.card & 7:
        return one == other
    same = one.kind is other.kind and one.level == other.level
    return same and story(obs, one.suit) == story(obs, other.suit)


def in_order(obs: Observation, actions: Sequence[Action]) -> list[Action]:
    """The actions in an order that renaming the suits does not change."""
    suits = {action.suit for action in actions}
    if len(suits) < 2 and ActionKind.MELD is not actions[0].kind:
        return list(actions)
    stories = {suit: story(obs, suit) for suit in SUITS}
    place = {suit: at for at, suit in enumerate(sorted(SUITS, key=lambda suit: (stories[suit], suit)))}
    return sorted(actions, key=lambda action: _key(place, action))


def _key(place: dict[Suit, int], action: Action) -> tuple[int, ...]:
    if action.kind is ActionKind.MELD:
        by_place = {place[suit]: action.extra >> (8 * suit) & 255 for suit in SUITS}
        return tuple(by_place[at] for at in SUITS)
    strain = action.extra if action.suit < 0 else 0
    return place.get(action.suit, -1), action.level, strain, action.card & 7


def draw(seed: bytes | int, ply: int, bound: int) -> int:
    """A number below `bound`, the same for the same seed and ply."""
    text = seed if isinstance(seed, bytes) else str(seed).encode("ascii")
    return int.from_bytes(hashlib.sha256(text + b"|%d" % ply).digest()[:8], "big") % bound
