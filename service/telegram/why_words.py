"""Parts of an explanation that every kind of scoring needs: sums in words, and sentences that fit."""

from engine.rules import Rules, ScoringKind
from engine.scoring import TOTALS, DealScore, Outcome, Step, StepCode
from engine.seats import Side
from service.telegram.lines import units
from service.telegram.messages import TOAST_LIMIT
from service.telegram.sheet import step_name
from service.telegram.texts import Tongue


def sides(score: DealScore) -> tuple[Side, Side]:
    """The takers' side and the other."""
    takers = score.takers or 0
    return takers, 1 - takers


def outcome_word(t: Tongue, rules: Rules, score: DealScore) -> str:
    """How a deal ended, in a word."""
    if score.sweep is not None and score.outcome is Outcome.MADE:
        return t.gettext("capot")
    if rules.scoring is not ScoringKind.POINTS:
        if score.sweep is not None and rules.scoring is ScoringKind.TENTHS:
            return t.gettext("capot à l’inverse")
        if score.outcome is Outcome.DEDANS:
            return t.pgettext("deal", "lost")
        if score.outcome is Outcome.LITIGE and rules.scoring is ScoringKind.TENTHS:
            return t.pgettext("deal", "equal")
    words = {
        Outcome.MADE: t.pgettext("deal", "made"),
        Outcome.DEDANS: t.pgettext("deal", "dedans"),
        Outcome.LITIGE: t.pgettext("deal", "litige"),
        Outcome.PASSED_OUT: t.pgettext("deal", "all passed"),
        Outcome.ANNULLED: t.pgettext("deal", "annulled"),
    }
    return words[score.outcome]


def fitting(needed: list[str], helpful: list[str]) -> str:
    """The sentences that say it all, and as many further ones as an alert has room for."""
    text = " ".join(needed)
    for sentence in helpful:
        if units(f"{text} {sentence}") > TOAST_LIMIT:
            break
        text += " " + sentence
    return text


def pot_sentence(t: Tongue, score: DealScore) -> list[str]:
    """What came out of the pot, if something did."""
    return [t.gettext("Plus {points} from the pot.", points=score.pot_in)] if score.pot_to is not None else []


def terms(t: Tongue, parts: list[tuple[StepCode, int]]) -> str:
    """ "Cards 145 + last trick 10 + Belote 20": what is nothing is left out."""
    text = ""
    for code, amount in parts:
        if amount:
            sign = " − " if amount < 0 else " + "
            text += (sign if text else "") + f"{in_sum(t, code, first=not text)} {abs(amount)}"
    return text or "0"


def before_compare(score: DealScore) -> tuple[Step, ...]:
    """What was added up before both sides were compared."""
    end = next(i for i, step in enumerate(score.steps) if step.code is StepCode.COUNTED)
    return score.steps[:end]


def merged(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Points that changed sides added to where they went: one line for cards, one for announcements."""
    sums: dict[StepCode, tuple[int, int]] = {}
    for code, ns, ew in steps:
        if code not in TOTALS:
            into = _INTO.get(code, code)
            before = sums.get(into, (0, 0))
            sums[into] = before[0] + ns, before[1] + ew
    return tuple(Step(code, *pair) for code, pair in sums.items())


_INTO = {
    StepCode.LAST_TRICK: StepCode.CARDS,
    StepCode.ALL_POINTS: StepCode.CARDS,
    StepCode.MELDS_MOVED: StepCode.MELDS,
    StepCode.MELDS_LOST: StepCode.MELDS,
}


def sum_of(t: Tongue, steps: tuple[Step, ...], side: Side) -> str:
    """The additions of one side, in words."""
    return terms(t, [(step.code, (step.ns, step.ew)[side]) for step in steps if step.code not in TOTALS])


def in_sum(t: Tongue, code: StepCode, first: bool) -> str:
    """A part of a sum; only the first word of a sentence has a capital."""
    if code is StepCode.LAST_TRICK and not first:
        return t.gettext("last trick")
    return step_name(t, code)
