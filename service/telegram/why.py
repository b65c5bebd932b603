"""Why a deal ended as it did: two or three true sentences that fit an alert."""

from typing import assert_never

from engine.contracts import LAST_TRICK
from engine.match import FinishedDeal
from engine.rules import Rules, ScoringKind
from engine.scoring import CAPOT_BONUS, DealScore, Outcome
from engine.seats import side_of
from service.telegram.texts import Tongue
from service.telegram.why_contract import why_contract
from service.telegram.why_tenths import why_tenths
from service.telegram.why_words import before_compare, merged, pot_sentence, sides, sum_of


def explanation(t: Tongue, rules: Rules, finished: FinishedDeal) -> str:
    """The outcome, what was compared, and the sum of who wrote."""
    contract = finished.contract
    if finished.score.outcome is Outcome.ANNULLED:
        return t.gettext("Four sevens were melded: the deal does not count.")
    if finished.score.outcome is Outcome.PASSED_OUT or contract is None:
        return t.gettext("Everybody passed: nobody writes anything, the next player deals.")
    match rules.scoring:
        case ScoringKind.POINTS:
            return _why_points(t, rules, finished)
        case ScoringKind.TENTHS:
            return why_tenths(t, rules, finished, contract)
        case ScoringKind.CONTRACT:
            return why_contract(t, rules, finished, contract)
        case _:
            assert_never(rules.scoring)


def _why_points(t: Tongue, rules: Rules, finished: FinishedDeal) -> str:
    score = finished.score
    if score.outcome is Outcome.MADE:
        return _capot(t, rules, finished) if score.sweep is not None else _made(t, rules, finished)
    return _dedans(t, finished) if score.outcome is Outcome.DEDANS else _litige(t, score)


def _made(t: Tongue, rules: Rules, finished: FinishedDeal) -> str:
    score = finished.score
    takers, others = sides(score)
    ours, theirs = score.counted[takers], score.counted[others]
    sentences = [
        t.gettext("Made: {takers} is more than {others}.", takers=ours, others=theirs),
        sum_of(t, before_compare(score), takers) + ".",
        *pot_sentence(t, score),
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
    takers, others = sides(score)
    sentences = [
        t.gettext("Capot: the takers won all {n} tricks.", n=len(finished.tricks)),
        t.gettext(
            "{sum} = {written}.", sum=sum_of(t, merged(score.steps), takers), written=score.written[takers]
        ),
    ]
    if score.melds[others] and not rules.capot_transfers_melds:
        sentences.append(t.gettext("The others’ melds ({points}) are lost.", points=score.melds[others]))
    return " ".join(sentences)


def _dedans(t: Tongue, finished: FinishedDeal) -> str:
    score = finished.score
    takers, others = sides(score)
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
            sum=sum_of(t, merged(score.steps), others),
        ),
    ]
    if score.written[takers]:
        sentences.append(t.gettext("The takers keep their belote ({points}).", points=score.written[takers]))
    return " ".join(sentences)


def _litige(t: Tongue, score: DealScore) -> str:
    takers, others = sides(score)
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
