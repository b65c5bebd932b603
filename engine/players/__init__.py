"""Computer players: each chooses from an observation alone, so none can look at a hidden card."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from engine.actions import Action
from engine.observation import Observation
from engine.players import club, expert, novice


class Player(Protocol):
    """A way to play."""

    def __call__(self, observation: Observation, budget: int, seed: bytes | int) -> Action:
        """A legal action for the observation's seat, the same for the same arguments.

        `budget` bounds the work, in a unit of the player's own; a simple player ignores it.
        """
        ...

    def __hash__(self) -> int:
        """What a player once chose can be remembered."""
        ...


LEVELS: Final[Mapping[str, Player]] = MappingProxyType(
    {"novice": novice.choose, "club": club.choose, "expert": expert.choose}
)

BUDGETS: Final[Mapping[str, int]] = MappingProxyType({"novice": 0, "club": 0, "expert": 40})
"""What each level plays with at a table, in its own unit: worlds looked at, 0 where nothing is searched."""

USUAL: Final = "club"
"""The level that sits in for people unless they choose another: a partner worth having, who answers at once."""

SLOW: Final[frozenset[str]] = frozenset({"expert"})
"""Levels that search: for processes that delay nobody. Where an answer is due at once, `quick` names another."""


def quick(level: str) -> str:
    """The level itself, or the strongest below it that answers at once."""
    below = list(LEVELS)[: list(LEVELS).index(level) + 1]
    return next(name for name in reversed(below) if name not in SLOW)


def warm() -> None:
    """Load, or compile for the first time on this machine, what levels that search run: seconds, once a process."""
    from engine.players.solver import warm as warm_solver  # where nobody thinks, none of it is loaded

    warm_solver()
