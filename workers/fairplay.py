"""The command `rebelote fairplay`: whoever doubts the computers lets them prove themselves."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from engine import players
from engine.actions import action_text
from engine.cards import card_code
from engine.variants import VARIANTS
from workers.fairness import Unfair, check, games

_TOLD = {
    "rules": "breaks a rule",
    "again": "chooses otherwise the second time",
    "hidden": "sees cards it cannot see",
    "suits": "minds what the suits are called",
    "seats": "minds where it sits",
}


def told(
    levels: Sequence[str], variants: Sequence[str], deals: int, seed: int = 0, budget: int | None = None
) -> Iterator[tuple[str, bool]]:
    """For each level and rule set what was found, and whether all of it is fair."""
    for level in levels:
        for variant in variants:
            choices, found = trial(level, variant, deals, seed, budget)
            yield f"{level}, {variant}: {choices} choices in {deals} deals: {_verdict(found)}", not found


def _verdict(found: list[Unfair]) -> str:
    if not found:
        return "all fair."
    counts = Counter(one.check for one in found)
    first = {one.check: one for one in reversed(found)}
    said = (f"{_TOLD[name]} in {times}, as in: {_position(first[name])}" for name, times in counts.items())
    return "\n  ".join(("not fair.", *said))


def trial(
    level: str, variant: str, deals: int, seed: int = 0, budget: int | None = None
) -> tuple[int, list[Unfair]]:
    """The choices looked at in so many random deals, and what was unfair in them."""
    player = players.LEVELS[level]
    worlds = players.BUDGETS[level] if budget is None else budget
    choices = 0
    found: list[Unfair] = []
    for number in range(deals):
        rng = random.Random(f"{seed} {level} {variant} {number}")  # noqa: S311 (repeatable deals, no secret)
        for game in games(VARIANTS[variant], [player] * 4, worlds, rng):
            choices += 1
            found += check(game, player, worlds, rng)
    return choices, found


def _position(one: Unfair) -> str:
    game = one.game
    pack = "".join(map(card_code, game.pack))
    done = " ".join(map(action_text, game.actions))
    return f"chose {action_text(one.chose)}, due {action_text(one.due)}; dealer {game.dealer}, pack {pack}, {done}"
