"""Why a deal that is written in tenths ended as it did (luxembourg §score)."""

from engine.contracts import Contract, Mode
from engine.match import FinishedDeal
from engine.rules import Rules
from engine.scoring import DealScore, Outcome, StepCode
from engine.seats import Side
from service.telegram.texts import Tongue
from service.telegram.why_words import fitting, sides, terms


def why_tenths(t: Tongue, rules: Rules, finished: FinishedDeal, contract: Contract) -> str:
    """What was compared, and each side's way from points to tenths."""
    score = finished.score
    times = 1 if contract.mode is Mode.TRUMP else 2
    first = [_decided(t, rules, finished)]
    if score.outcome is Outcome.MADE:
        needed, helpful = _made(t, score, times)
    elif score.outcome is Outcome.DEDANS:
        needed, helpful = _lost(t, score, times)
    else:
        needed, helpful = _equal(t, score, times)
    if not rules.melds_count_for_winning and any((*score.melds, *score.belote)):
        helpful.insert(0, t.gettext("Only card points decide here."))
    return fitting(first + needed, [*helpful, t.gettext("A rest of 6 or more rounds up.")])


def _decided(t: Tongue, rules: Rules, finished: FinishedDeal) -> str:
    score, tricks = finished.score, len(finished.tricks)
    takers, others = sides(score)
    ours, theirs = score.counted[takers], score.counted[others]
    if score.sweep == takers:
        return t.gettext("Capot: the takers won all {n} tricks.", n=tricks)
    if score.sweep is not None:
        return t.gettext("Capot à l’inverse: the takers won no trick.")
    if score.outcome is Outcome.MADE:
        return t.gettext("Made: {takers} is more than {others}.", takers=ours, others=theirs)
    if score.outcome is Outcome.DEDANS:
        return t.gettext("Lost: {takers} is not more than {others}.", takers=ours, others=theirs)
    return t.gettext("Equal: both have {points}.", points=ours)


def _points(score: DealScore, side: Side) -> list[tuple[StepCode, int]]:
    return [
        (StepCode.CARDS, score.cards[side]),
        (StepCode.LAST_TRICK, 10 if score.last_trick == side else 0),
        (StepCode.BELOTE, score.belote[side]),
        (StepCode.MELDS, score.melds[side]),
    ]


def _worked(t: Tongue, parts: list[tuple[StepCode, int]], times: int, written: int, extra: int = 0) -> str:
    """ "Cards 96 + last trick 10 = 106 ×2 /10 = 21 + 18 = 39"."""
    amount = sum(points for _, points in parts)
    many = sum(1 for _, points in parts if points) > 1
    doubled = f" ×{times}" if times > 1 else ""
    total = f" = {amount}" if many else ""
    capot = f" + {extra} = {written}" if extra else ""
    return f"{terms(t, parts)}{total}{doubled} /10 = {written - extra}{capot}"


def _made(t: Tongue, score: DealScore, times: int) -> tuple[list[str], list[str]]:
    takers, others = sides(score)
    capot = 9 * times if score.sweep == takers else 0
    ours = score.written[takers] - score.pot_in
    sentences = [t.gettext("Takers: {sum}.", sum=_worked(t, _points(score, takers), times, ours, capot))]
    left = sum(points for _, points in _points(score, others))
    if left:
        sentences.append(t.gettext("Others: {sum}.", sum=_short(left, times, score.written[others])))
    return sentences + _stanner(t, score), []


def _short(points: int, times: int, written: int) -> str:
    return f"{points}{f' ×{times}' if times > 1 else ''} /10 = {written}"


def _stanner(t: Tongue, score: DealScore) -> list[str]:
    return [t.gettext("Plus Stänner {points}.", points=score.pot_in)] if score.pot_in else []


def _lost(t: Tongue, score: DealScore, times: int) -> tuple[list[str], list[str]]:
    _, others = sides(score)
    parts = [
        (StepCode.CARDS, sum(score.cards) + 10),
        (StepCode.BELOTE, score.belote[others]),
        (StepCode.MELDS, sum(score.melds)),
    ]
    capot = 19 * times if score.sweep == others else 0
    theirs = score.written[others] - score.pot_in
    needed = [t.gettext("All goes to the others: {sum}.", sum=_worked(t, parts, times, theirs, capot))]
    return [*needed, *_stanner(t, score), *_kept(t, score)], []


def _kept(t: Tongue, score: DealScore) -> list[str]:
    takers, _ = sides(score)
    if not score.written[takers]:
        return []
    return [t.gettext("Takers: belote {points}.", points=score.written[takers])]


def _equal(t: Tongue, score: DealScore, times: int) -> tuple[list[str], list[str]]:
    _, others = sides(score)
    theirs = sum(points for _, points in _points(score, others))
    held = score.pot_out - score.pot_in
    needed = [
        t.gettext("Others: {sum}.", sum=_short(theirs, times, score.written[others])),
        t.gettext("The takers’ {held} are open as Stänner, now {points}.", held=held, points=score.pot_out),
    ]
    goes = t.gettext("Who wins the next deal gets it.")
    return needed + _kept(t, score), [goes]
