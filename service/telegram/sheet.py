"""A deal's sum as columns. Every line is printed, so that whoever adds up comes to what is written."""

import html
from itertools import pairwise

from engine.match import FinishedDeal
from engine.rules import Rules, ScoringKind
from engine.scoring import TOTALS, DealScore, Outcome, Step, StepCode
from engine.seats import Pair
from service.telegram.lines import cells
from service.telegram.texts import Tongue

LABEL_COLUMN, FIRST_COLUMN, SECOND_COLUMN = 12, 3, 6
RULE = "-" * 25

Row = tuple[str, str, str]


def sheet(t: Tongue, heads: tuple[str, str], rules: Rules, finished: FinishedDeal) -> str:
    """The score sheet of a deal that was played, as preformatted text of at most 26 columns."""
    return preformatted(heads, *sheet_rows(t, rules, finished))


def sheet_rows(t: Tongue, rules: Rules, finished: FinishedDeal) -> tuple[list[Row], list[Row]]:
    """Its lines: what is added up, and what it comes to."""
    above, below = _lines(t, rules, finished)
    score = finished.score
    below[-1:-1] = _pot_before(t, rules, score)
    below += _pot_after(t, rules, score)
    below.append((t.pgettext("score sheet", "Total"), str(score.totals[0]), str(score.totals[1])))
    return above, below


def _lines(t: Tongue, rules: Rules, finished: FinishedDeal) -> tuple[list[Row], list[Row]]:
    """The sum above the rule, and what it comes to; where points are compared as they are, from there on below."""
    if rules.scoring is not ScoringKind.POINTS:
        *above, written = worked_lines(t, rules, finished)
        return above, [written]
    steps = _printed(finished.score)
    first_total = next(i for i, step in enumerate(steps) if step.code in TOTALS)
    rows = [_row(step_name(t, step.code), step.code, (step.ns, step.ew)) for step in steps]
    return rows[:first_total], rows[first_total:]


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


def worked_lines(t: Tongue, rules: Rules, finished: FinishedDeal) -> list[Row]:
    """A sum that is doubled, divided or rounded: what is added, and what stands after each such step."""
    score, rows, standing = finished.score, [], (0, 0)
    tied = score.outcome is Outcome.LITIGE
    for number, (code, ns, ew) in enumerate(score.steps):
        before, pair = standing, (ns, ew)
        standing = pair if code in TOTALS else (standing[0] + ns, standing[1] + ew)
        label = _worked_name(t, rules, finished, code)
        match code:
            case StepCode.COUNTED if number <= 2:
                continue  # cards and the last trick are added at a glance
            case StepCode.ROUNDED if pair == before:
                continue
            case StepCode.HELD:
                standing = before  # a tie is worked out for both, and held over at its end
                continue
            case StepCode.DOUBLED if tied:
                standing = before[0] * 2, before[1] * 2
                rows.append(_row(label, StepCode.COUNTED, standing))
            case StepCode.DOUBLED:
                rows.append(_doubled(label, before, standing))
            case StepCode.TENTHS | StepCode.ROUNDED if tied:
                rows.append(_row(label, code, _unheld(score, pair)))
            case _:
                rows.append(_row(label, code, pair))
    return rows


def _doubled(label: str, before: Pair, after: Pair) -> Row:
    """Only a number that is doubled stands in this line: what the other side keeps is written below as it was."""
    first, second = (str(now) if now != was else "" for was, now in zip(before, after, strict=True))
    return label, first, second


def _unheld(score: DealScore, pair: Pair) -> Pair:
    """What a side has, its part that is held over included."""
    held = score.pot_out - score.pot_in
    return (pair[0] + held, pair[1]) if score.takers == 0 else (pair[0], pair[1] + held)


def _worked_name(t: Tongue, rules: Rules, finished: FinishedDeal, code: StepCode) -> str:
    score, contract = finished.score, finished.contract
    tenths = rules.scoring is ScoringKind.TENTHS
    match code:
        case StepCode.DOUBLED:
            return f"×{contract.double}" if contract is not None and contract.double > 1 else "×2"
        case StepCode.ALL_POINTS if not tenths:
            return t.pgettext("score sheet", "To 160")
        case StepCode.CAPOT if tenths and score.sweep != score.takers:
            return t.pgettext("score sheet", "Capot inv.")
        case StepCode.POT if tenths:
            return t.pgettext("score sheet", "Stänner")
        case _:
            return step_name(t, code)


def _row(label: str, code: StepCode, pair: Pair) -> Row:
    both = code in TOTALS or code is StepCode.CARDS
    return label, _number(pair[0], both), _number(pair[1], both)


def _number(n: int, always: bool) -> str:
    return str(n) if n or always else ""


def _pot_before(t: Tongue, rules: Rules, score: DealScore) -> list[Row]:
    """What lay in the pot before another tie: the new pot is that and the takers' points."""
    if score.outcome is not Outcome.LITIGE or not score.pot_in:
        return []
    tenths = rules.scoring is ScoringKind.TENTHS
    label = t.pgettext("score sheet", "Before") if tenths else t.pgettext("score sheet", "Pot before")
    return [_takers(score, label, score.pot_in)]


def _pot_after(t: Tongue, rules: Rules, score: DealScore) -> list[Row]:
    if not score.pot_out:
        return []
    tenths = rules.scoring is ScoringKind.TENTHS
    label = t.pgettext("score sheet", "Stänner") if tenths else t.pgettext("score sheet", "In the pot")
    return [_takers(score, label, score.pot_out)]


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
        StepCode.TENTHS: t.pgettext("score sheet", "Divided /10"),
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
