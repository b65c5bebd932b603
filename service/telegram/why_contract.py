"""Why a deal that was bid for ended as it did (coinche §score)."""

from engine.contracts import CAPOT, Contract
from engine.match import FinishedDeal
from engine.rules import Rules
from engine.scoring import DealScore, Outcome, StepCode, nearest_ten
from engine.seats import Side
from service.telegram.texts import Tongue
from service.telegram.why_words import fitting, pot_sentence, sides, terms

FLAT, ALL_TRICKS = 160, 250


def why_contract(t: Tongue, rules: Rules, finished: FinishedDeal, contract: Contract) -> str:
    """Whether the bid was reached, and what each side writes for it."""
    score = finished.score
    _, others = sides(score)
    first = _decided(t, score, contract, len(finished.tricks))
    if score.outcome is Outcome.MADE:
        needed, helpful = _made(t, rules, score, contract)
    elif score.outcome is Outcome.DEDANS:
        needed, helpful = _lost(t, rules, score, contract)
    else:
        needed = [
            t.gettext("The others write theirs ({written}).", written=score.written[others]),
            t.gettext(
                "The takers’ {held} wait in the pot for the next deal.", held=score.pot_out - score.pot_in
            ),
        ]
        helpful = []
    return fitting([first, *needed, *pot_sentence(t, score)], helpful)


def _decided(t: Tongue, score: DealScore, contract: Contract, tricks: int) -> str:
    takers, others = sides(score)
    ours, theirs = score.counted[takers], score.counted[others]
    capot, made = contract.level == CAPOT, score.outcome is Outcome.MADE
    if capot and score.sweep == takers:
        return t.gettext("Made: capot was bid, and all {n} tricks won.", n=tricks)
    if capot:
        return t.gettext("Lost: capot was bid, but not every trick won.")
    if made:
        return t.gettext(
            "Made: {takers} reaches {bid} and is more than {others}.",
            takers=ours,
            bid=contract.level,
            others=theirs,
        )
    if ours < contract.level:
        return t.gettext("Lost: {takers} does not reach {bid}.", takers=ours, bid=contract.level)
    if score.outcome is Outcome.LITIGE:
        return t.gettext("Litige: both have {points}.", points=ours)
    return t.gettext("Lost: {takers} is not more than {others}.", takers=ours, others=theirs)


def _made(t: Tongue, rules: Rules, score: DealScore, contract: Contract) -> tuple[list[str], list[str]]:
    takers, others = sides(score)
    if contract.double > 1:
        flat = ALL_TRICKS if score.sweep == takers else FLAT
        parts = _parts(score, takers, flat, _takers_melds(rules, score), contract.level)
        total = sum(points for _, points in parts) * contract.double
        doubled = t.gettext(
            "Takers, doubled: ({sum}) ×{times} = {written}.",
            sum=terms(t, parts),
            times=contract.double,
            written=_rounded(rules, total),
        )
        return [doubled], [_belote_only(t, score, others)]
    ours = score.counted[takers]
    needed = [
        t.gettext(
            "Takers: {points} + bid {bid} = {written}.",
            points=ours,
            bid=contract.level,
            written=_rounded(rules, ours + contract.level),
        ),
        t.gettext("Their points: {sum}.", sum=terms(t, _counted_parts(rules, score))),
    ]
    return needed, [t.gettext("Others: {sum}.", sum=_rounded(rules, score.counted[others]))]


def _counted_parts(rules: Rules, score: DealScore) -> list[tuple[StepCode, int]]:
    """What the takers counted."""
    takers, _ = sides(score)
    return [
        (StepCode.CARDS, score.cards[takers]),
        (StepCode.LAST_TRICK, 10 if score.last_trick == takers else 0),
        (StepCode.BELOTE, score.belote[takers]),
        (StepCode.MELDS, _takers_melds(rules, score)),
        (StepCode.CAPOT, 90 if score.sweep == takers and rules.capot_bonus else 0),
    ]


def _takers_melds(rules: Rules, score: DealScore) -> int:
    takers, _ = sides(score)
    moved = score.sweep == takers and rules.capot_transfers_melds
    return sum(score.melds) if moved else score.melds[takers]


def _parts(score: DealScore, side: Side, flat: int, melds: int, level: int) -> list[tuple[StepCode, int]]:
    return [
        (StepCode.CARDS, flat),
        (StepCode.BELOTE, score.belote[side]),
        (StepCode.MELDS, melds),
        (StepCode.CONTRACT, level),
    ]


def _lost(t: Tongue, rules: Rules, score: DealScore, contract: Contract) -> tuple[list[str], list[str]]:
    takers, others = sides(score)
    parts = _parts(score, others, FLAT, sum(score.melds), contract.level)
    total = sum(points for _, points in parts) * contract.double
    summed = f"({terms(t, parts)}) ×{contract.double}" if contract.double > 1 else terms(t, parts)
    needed = [t.gettext("All goes to the others: {sum}.", sum=f"{summed} = {_rounded(rules, total)}")]
    return needed, [_belote_only(t, score, takers)]


def _belote_only(t: Tongue, score: DealScore, side: Side) -> str:
    takers, _ = sides(score)
    points = score.belote[side]
    if not points:
        return t.gettext("The takers write 0.") if side == takers else t.gettext("The others write 0.")
    if side == takers:
        return t.gettext("The takers keep their belote ({points}).", points=points)
    return t.gettext("The others keep their belote ({points}).", points=points)


def _rounded(rules: Rules, points: int) -> str:
    """ "226 → 230" where scores are rounded and this one changes."""
    if not rules.rounding or nearest_ten(points) == points:
        return str(points)
    return f"{points} → {nearest_ten(points)}"
