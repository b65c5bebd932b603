"""Announcements: showing what is owed, and melding something else than what is proposed where that is better."""

from typing import Final

from engine.actions import SHOW, Action, ActionKind
from engine.cards import EIGHT, SEVEN
from engine.contracts import Tables, tables_for
from engine.melds import MeldKind, Melds, choices, proposal, strength
from engine.observation import Observation
from engine.players.ties import in_order
from engine.rules import MeldTable, Rules
from engine.seats import side_of

PREVAILS: Final = ((100, 0.95), (50, 0.8), (40, 0.72), (30, 0.66), (20, 0.6), (0, 0.0))
"""How often announcements count, by the points of the best of them."""
THEIRS: Final = 8.0
"""What the others' announcements usually come to when one has none."""
OUR_GAME: Final = 30.0
"""What a game is worth to who plays it, in points of difference: an annulled one is worth nothing."""


def announce(obs: Observation, actions: tuple[Action, ...]) -> Action | None:
    """Show, or meld otherwise than proposed; `None`: play a card."""
    if SHOW in actions:
        return SHOW
    offers = [action for action in actions if action.kind is ActionKind.MELD]
    if not offers:
        return None
    rules, tables = obs.rules, tables_for(obs.rules, obs.contract)
    found = choices(rules, tables, obs.hand)
    best, least = None, _worth(obs, tables, proposal(rules, tables, obs.hand))
    for action in in_order(obs, offers):
        worth = _worth(obs, tables, found[action.extra])
        if worth > least:
            best, least = action, worth
    return best


def _worth(obs: Observation, tables: Tables, melds: Melds) -> float:
    """Points of difference."""
    rules, contract = obs.rules, obs.contract
    ours = contract is not None and side_of(rules, contract.taker) == side_of(rules, obs.seat or 0)
    low = _low_four(rules, tables, melds)
    if low == SEVEN:
        return 0.0
    game = OUR_GAME if ours else -OUR_GAME
    if low == EIGHT:
        return game
    highest = max((meld.points for meld in melds), default=0)
    prevails = next(chance for points, chance in PREVAILS if highest >= points)
    return game + prevails * sum(meld.points for meld in melds) - (1.0 - prevails) * THEIRS


def _low_four(rules: Rules, tables: Tables, melds: Melds) -> int | None:
    """The rank of a four of a kind that would end the deal or void the announcements."""
    fours = [meld for meld in melds if meld.kind is MeldKind.CARRE]
    if rules.meld_table is not MeldTable.TENFOLD or not fours:
        return None
    highest = max(fours, key=lambda meld: strength(rules, tables, meld))
    return highest.rank if highest.rank in (SEVEN, EIGHT) else None
