"""The score sheet: the lines of a deal's sum, and what they come to.

A sheet is a list of `Step`s. Most add to what stands; the codes in `TOTALS` state what stands after them. So a view
can print the sum line by line and knows no rule.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from engine.seats import EW, NS, Pair, Side


class Outcome(StrEnum):
    MADE = "made"
    DEDANS = "dedans"
    """The takers failed."""
    LITIGE = "litige"
    """Equal: the takers' points are held over."""
    PASSED_OUT = "passed-out"
    ANNULLED = "annulled"


class StepCode(StrEnum):
    """One line of the sum."""

    CARDS = "cards"
    LAST_TRICK = "last-trick"
    BELOTE = "belote"
    MELDS = "melds"
    COUNTED = "counted"
    """Total: what is compared."""
    ADDED = "added"
    """Belotes and melds, where they do not count for winning but are written."""
    ALL_POINTS = "all-points"
    """Card points that change sides, or are counted at a flat sum."""
    CAPOT = "capot"
    """The bonus for all tricks."""
    MELDS_LOST = "melds-lost"
    MELDS_MOVED = "melds-moved"
    """Melds that change sides."""
    CONTRACT = "contract"
    """The points bid."""
    DOUBLED = "doubled"
    """What doubling (of a bid, or of sans and tout) adds."""
    HELD = "held"
    """The takers' points that go into the pot."""
    TENTHS = "tenths"
    """Total: tenths, a rest of 6 or more counting as one."""
    ROUNDED = "rounded"
    """Total: to the nearest ten, five up."""
    POT = "pot"
    """The pot, for who has won it."""
    WRITTEN = "written"
    """Total: what goes on the sheet."""


TOTALS: Final = frozenset({StepCode.COUNTED, StepCode.TENTHS, StepCode.ROUNDED, StepCode.WRITTEN})


class Step(NamedTuple):
    """One line by side: an addition, or with a code of `TOTALS` what stands after it."""

    code: StepCode
    ns: int
    ew: int


class DealScore(NamedTuple):
    """A deal on the score sheet. Pairs are (north-south, east-west); points, or written tenths in `written`."""

    outcome: Outcome
    takers: Side | None
    sweep: Side | None
    """The side with all tricks."""
    cards: Pair
    """Card points, without the last trick's ten."""
    last_trick: Side | None
    belote: Pair
    melds: Pair
    """Valid announcements."""
    counted: Pair
    """What was compared."""
    written: Pair
    """What goes on the sheet, the pot included."""
    pot_in: int
    pot_out: int
    pot_to: Side | None
    """Who took the pot."""
    totals: Pair
    """The match's totals afterwards."""
    steps: tuple[Step, ...]


def by_side(side: Side, own: int, other: int) -> Pair:
    """(north-south, east-west) from an amount of one side and of the other."""
    return (own, other) if side == NS else (other, own)


def by_takers(takers: Side, pair: Pair) -> tuple[int, int]:
    """(takers, defenders) from a pair by side."""
    return (pair[NS], pair[EW]) if takers == NS else (pair[EW], pair[NS])


class Sheet:
    """The running sum while it is built, seen from the takers' side."""

    def __init__(self, takers: Side) -> None:
        self.takers = takers
        self.amounts = [0, 0]
        self.steps: list[Step] = []

    def add(self, code: StepCode, takers: int, defenders: int) -> None:
        """Add a line; one that changes nothing is left out."""
        if takers or defenders:
            pair = by_side(self.takers, takers, defenders)
            self.amounts[NS] += pair[NS]
            self.amounts[EW] += pair[EW]
            self.steps.append(Step(code, *pair))

    def total(self, code: StepCode, value: Callable[[int], int] | None = None) -> None:
        """State what stands, after changing each side's amount by `value`."""
        if value is not None:
            self.amounts = [value(amount) for amount in self.amounts]
        self.steps.append(Step(code, *self.pair()))

    def pair(self) -> Pair:
        return self.amounts[NS], self.amounts[EW]

    def standing(self) -> tuple[int, int]:
        """(takers, defenders)."""
        return self.amounts[self.takers], self.amounts[1 - self.takers]
