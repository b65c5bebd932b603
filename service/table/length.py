"""How long a match is expected to take: a figure for the lobby, rounded to what it is worth."""

from collections.abc import Mapping
from typing import Final

from engine.rules import Rules
from service.table.clock import CLOCKS, SECOND

ACTIONS: Final[Mapping[str, Mapping[int, float]]] = {
    "classic": {501: 187, 1000: 390},
    "two-player": {0: 41},
    "luxembourg": {101: 378, 201: 788},
    "coinche": {501: 142, 1000: 275, 2000: 568},
    "beginner": {501: 200, 1000: 409},
    "house": {501: 187, 1000: 390},
}
"""Calls and cards of a whole match, deals that are passed out included, by rule set and target. Means of 60 matches
between novices under the usual options; melds shorten a match by a tenth. `python -m tests.lengths` measures anew, and
a test compares."""

PERSON_S: Final = 7.2
"""Seconds of a person's move at a table where all look on: a deal of 36.5 actions takes 4.4 minutes, the look at each
trick included."""
COMPUTER_S: Final = 1.0
LOOKS_IN_S: Final = 3600.0
"""Between two looks of somebody who plays over days."""
DAY_MIN: Final = 24 * 60


def expected_minutes(variant: str, rules: Rules, computers: int, clock: str = "") -> int | None:
    """Minutes of a match, at least 5: whole hours from two hours on, whole days from two days on. None for rules that
    nobody has measured.

    `computers`: how many seats they play; who is still expected counts as a person. `clock`: the table's (`CLOCKS`).
    """
    actions = _actions(variant, rules.target)
    if actions is None:
        return None
    people = rules.players - computers
    a_move = (people * _move_s(clock) + computers * COMPUTER_S) / rules.players
    return _rounded(actions * a_move / 60)


def _actions(variant: str, target: int) -> float | None:
    """As measured; another target in proportion to the nearest one."""
    measured = ACTIONS.get(variant)
    if measured is None:
        return None
    nearest = min(measured, key=lambda known: abs(known - target))
    return measured[nearest] * (target / nearest if nearest else 1)


def _move_s(clock: str) -> float:
    """Seconds of a person's move by a clock's name: at a table of days somebody looks in once an hour, at a quicker
    one six times as often as he must."""
    granted = CLOCKS.get(clock)
    if granted is None or granted.live:
        return PERSON_S
    return min(LOOKS_IN_S, granted.move / SECOND / 6)


def _rounded(minutes: float) -> int:
    """To 5 minutes, above an hour to 10, then to hours and days."""
    steps = ((60, 5), (120, 10), (2 * DAY_MIN, 60))
    step = next((step for below, step in steps if minutes < below), DAY_MIN)
    return max(5, int(minutes / step + 0.5) * step)
