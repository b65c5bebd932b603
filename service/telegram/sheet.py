"""A deal's sum as columns. Every line is printed, so that whoever adds up comes to what is written."""

import html
from itertools import pairwise

from engine.scoring import TOTALS, DealScore, Outcome, Step, StepCode
from service.telegram.lines import cells
from service.telegram.texts import Tongue

LABEL_COLUMN, FIRST_COLUMN, SECOND_COLUMN = 12, 3, 6
RULE = "-" * 25

Row = tuple[str, str, str]


def sheet(t: Tongue, heads: tuple[str, str], score: DealScore) -> str:
    """The score sheet of a deal that was played, as preformatted text of at most 26 columns."""
    steps = _printed(score)
    first_total = next(i for i, step in enumerate(steps) if step.code in TOTALS)
    above = [_row(t, step) for step in steps[:first_total]]
    below = [_row(t, step) for step in steps[first_total:]]
    below[-1:-1] = _pot_before(t, score)
    below += _pot_after(t, score)
    below.append((t.pgettext("score sheet", "Total"), str(score.totals[0]), str(score.totals[1])))
    return preformatted(heads, above, below)


def _printed(score: DealScore) -> list[Step]:
    """The steps without those that repeat: a total that stands right before the last, and points put into the pot."""
    steps = score.steps
    kept = []
    for step, after in pairwise(steps):
        last = after.code is StepCode.WRITTEN
        repeated = step.code in TOTALS and last and step[1:] == after[1:]
        if not repeated and not (last and step.code is StepCode.HELD):
            kept.append(step)
    return [*kept, steps[-1]]


def _row(t: Tongue, step: Step) -> Row:
    both = step.code in TOTALS or step.code is StepCode.CARDS
    return step_name(t, step.code), *(_number(n, both) for n in (step.ns, step.ew))  # type: ignore[return-value]


def _number(n: int, always: bool) -> str:
    return str(n) if n or always else ""


def _pot_before(t: Tongue, score: DealScore) -> list[Row]:
    """What lay in the pot before another tie: the new pot is that and the takers' points."""
    if score.outcome is not Outcome.LITIGE or not score.pot_in:
        return []
    return [_takers(score, t.pgettext("score sheet", "Pot before"), score.pot_in)]


def _pot_after(t: Tongue, score: DealScore) -> list[Row]:
    return [_takers(score, t.pgettext("score sheet", "In the pot"), score.pot_out)] if score.pot_out else []


def _takers(score: DealScore, label: str, points: int) -> Row:
    """A number in the takers' column: the points they could not write."""
    return (label, "", str(points)) if score.takers == 1 else (label, str(points), "")


def step_name(t: Tongue, code: StepCode) -> str:
    """The label of a line, at most 12 columns."""
    words = {
        StepCode.CARDS: t.pgettext("score sheet", "Cards"),
        StepCode.LAST_TRICK: t.pgettext("score sheet", "Last trick"),
        StepCode.BELOTE: t.pgettext("score sheet", "Belote"),
        StepCode.MELDS: t.pgettext("score sheet", "Melds"),
        StepCode.COUNTED: t.pgettext("score sheet", "Counted"),
        StepCode.ADDED: t.pgettext("score sheet", "Added"),
        StepCode.ALL_POINTS: t.pgettext("score sheet", "Moved over"),
        StepCode.CAPOT: t.pgettext("score sheet", "Capot"),
        StepCode.MELDS_LOST: t.pgettext("score sheet", "Melds lost"),
        StepCode.MELDS_MOVED: t.pgettext("score sheet", "Melds moved"),
        StepCode.CONTRACT: t.pgettext("score sheet", "Bid"),
        StepCode.DOUBLED: t.pgettext("score sheet", "Doubled"),
        StepCode.HELD: t.pgettext("score sheet", "Held over"),
        StepCode.TENTHS: t.pgettext("score sheet", "Tenths"),
        StepCode.ROUNDED: t.pgettext("score sheet", "Rounded"),
        StepCode.POT: t.pgettext("score sheet", "Pot"),
        StepCode.WRITTEN: t.pgettext("score sheet", "Written"),
    }
    return words[code]


def preformatted(heads: tuple[str, str], above: list[Row], below: list[Row]) -> str:
    """Two columns of numbers under their heads, with a rule between the blocks if there are two."""
    lines = [_line(("", *heads)), *map(_line, above)]
    if below:
        lines += [RULE, *map(_line, below)]
    return "<pre>" + html.escape("\n".join(lines), quote=False) + "</pre>"


def _line(row: Row) -> str:
    label, first, second = row
    start = label + " " * (LABEL_COLUMN + FIRST_COLUMN - cells(label) - cells(first))
    # A label and a number that together are too long keep one space, and the next column takes it back.
    start = start + first if start.endswith(" ") or not first else f"{label} {first}"
    room = LABEL_COLUMN + FIRST_COLUMN + SECOND_COLUMN - cells(start) - cells(second)
    return (start + " " * room + second).rstrip() if second else start.rstrip()
