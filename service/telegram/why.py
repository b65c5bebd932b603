"""Why a deal ended as it did: two or three true sentences that fit an alert."""

from engine.contracts import LAST_TRICK
from engine.match import FinishedDeal
from engine.rules import Rules, ScoringKind
from engine.scoring import CAPOT_BONUS, TOTALS, DealScore, Outcome, Step, StepCode
from engine.seats import Side, side_of
from service.telegram.sheet import step_name
from service.telegram.texts import Tongue


def explanation(t: Tongue, rules: Rules, finished: FinishedDeal) -> str:
    """The outcome, what was compared, and the sum of who wrote."""
    score = finished.score
    if rules.scoring is not ScoringKind.POINTS and score.steps:
        return _compared(t, score)
    match score.outcome:
        case Outcome.PASSED_OUT:
            return t.gettext("Everybody passed: nobody writes anything, the next player deals.")
        case Outcome.ANNULLED:
            return t.gettext("Four sevens were melded: the deal does not count.")
        case Outcome.MADE:
            return _capot(t, rules, finished) if score.sweep is not None else _made(t, rules, finished)
        case Outcome.DEDANS:
            return _dedans(t, finished)
        case Outcome.LITIGE:
            return _litige(t, score)


def _compared(t: Tongue, score: DealScore) -> str:
    """For scores that are doubled, divided or rounded: the sheet itself has every line of the sum."""
    takers, others = _sides(score)
    return t.gettext(
        "{outcome}: {takers} against {others}. Written: {written} and {other_written}, line by line on the sheet.",
        outcome=outcome_word(t, score),
        takers=score.counted[takers],
        others=score.counted[others],
        written=score.written[takers],
        other_written=score.written[others],
    )


def outcome_word(t: Tongue, score: DealScore) -> str:
    """How a deal ended, in a word."""
    if score.sweep is not None and score.outcome is Outcome.MADE:
        return t.gettext("capot")
    words = {
        Outcome.MADE: t.pgettext("deal", "made"),
        Outcome.DEDANS: t.pgettext("deal", "dedans"),
        Outcome.LITIGE: t.pgettext("deal", "litige"),
        Outcome.PASSED_OUT: t.pgettext("deal", "all passed"),
        Outcome.ANNULLED: t.pgettext("deal", "annulled"),
    }
    return words[score.outcome]


def _sides(score: DealScore) -> tuple[Side, Side]:
    takers = score.takers or 0
    return takers, 1 - takers


def _made(t: Tongue, rules: Rules, finished: FinishedDeal) -> str:
    score = finished.score
    takers, others = _sides(score)
    ours, theirs = score.counted[takers], score.counted[others]
    sentences = [
        t.gettext("Made: {takers} is more than {others}.", takers=ours, others=theirs),
        _sum(t, _before_compare(score), takers) + ".",
        *_pot(t, score),
    ]
    won = sum(1 for trick in finished.tricks if side_of(rules, trick.winner) == takers)
    if won == len(finished.tricks) - 1 and rules.capot_bonus:
        sentences.append(_near_capot(t, score, len(finished.tricks)))
    return " ".join(sentences)


def _near_capot(t: Tongue, score: DealScore, tricks: int) -> str:
    capot = sum(score.cards) + LAST_TRICK + CAPOT_BONUS
    return t.gettext(
        "All {n} tricks? No ({won}:1), else capot {capot}.", n=tricks, won=tricks - 1, capot=capot
    )


def _capot(t: Tongue, rules: Rules, finished: FinishedDeal) -> str:
    score = finished.score
    takers, others = _sides(score)
    sentences = [
        t.gettext("Capot: the takers won all {n} tricks.", n=len(finished.tricks)),
        t.gettext(
            "{sum} = {written}.", sum=_sum(t, _merged(score.steps), takers), written=score.written[takers]
        ),
    ]
    if score.melds[others] and not rules.capot_transfers_melds:
        sentences.append(t.gettext("The others’ melds ({points}) are lost.", points=score.melds[others]))
    return " ".join(sentences)


def _dedans(t: Tongue, finished: FinishedDeal) -> str:
    score = finished.score
    takers, others = _sides(score)
    if score.sweep == others:
        first = t.gettext("Dedans: the takers won no trick (capot against them).")
    else:
        first = t.gettext(
            "Dedans: {takers} is not more than {others}.",
            takers=score.counted[takers],
            others=score.counted[others],
        )
    sentences = [
        first,
        t.gettext(
            "The others write {written}: {sum}.",
            written=score.written[others],
            sum=_sum(t, _merged(score.steps), others),
        ),
    ]
    if score.written[takers]:
        sentences.append(t.gettext("The takers keep their belote ({points}).", points=score.written[takers]))
    return " ".join(sentences)


def _litige(t: Tongue, score: DealScore) -> str:
    takers, others = _sides(score)
    sentences = [
        t.gettext("Litige: both have {points}.", points=score.counted[takers]),
        t.gettext("The others write theirs ({written}).", written=score.written[others]),
        t.gettext("The takers’ {held} wait in the pot for the next deal.", held=score.pot_out - score.pot_in),
    ]
    if score.written[takers]:
        sentences.append(t.gettext("The takers keep their belote ({points}).", points=score.written[takers]))
    if score.pot_in:
        sentences.append(t.gettext("It now holds {points}.", points=score.pot_out))
    return " ".join(sentences)


def _pot(t: Tongue, score: DealScore) -> list[str]:
    return [t.gettext("Plus {points} from the pot.", points=score.pot_in)] if score.pot_to is not None else []


def _before_compare(score: DealScore) -> tuple[Step, ...]:
    end = next(i for i, step in enumerate(score.steps) if step.code is StepCode.COUNTED)
    return score.steps[:end]


def _merged(steps: tuple[Step, ...]) -> tuple[Step, ...]:
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


def _sum(t: Tongue, steps: tuple[Step, ...], side: Side) -> str:
    """ "Cards 145 + last trick 10 + Belote 20" of one side: additions only, joined where a name comes twice."""
    parts: list[tuple[str, int]] = []
    for step in steps:
        amount = (step.ns, step.ew)[side]
        if step.code not in TOTALS and amount:
            parts.append((_in_sum(t, step.code, first=not parts), amount))
    text = ""
    for name, amount in parts:
        sign = " − " if amount < 0 else " + "
        text += (sign if text else "") + f"{name} {abs(amount)}"
    return text or "0"


def _in_sum(t: Tongue, code: StepCode, first: bool) -> str:
    if code is StepCode.LAST_TRICK and not first:
        return t.gettext("last trick")
    return step_name(t, code)
