"""A player who searches: many deals that agree with what he has seen, each looked into with open cards.

What is compiled is loaded at the first decision, not with this module.
"""

from engine.actions import Action
from engine.observation import Observation


def choose(observation: Observation, budget: int, seed: bytes | int) -> Action:
    """A legal action; `ValueError` when it is not this seat's turn. `budget`: worlds looked at for a card."""
    from engine.players.expert.thinking import think

    return think(observation, budget, seed)
