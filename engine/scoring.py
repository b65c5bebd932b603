"""What a finished deal writes on the sheet, with every line of the sum (classic §score).

Three kinds of scoring share the pot, the belote that is always kept, and the sheet; each decides in one function who
has won and what moves.
"""

from typing import Final, NamedTuple, assert_never

from engine.contracts import CAPOT, LAST_TRICK, Contract, Mode
from engine.rules import Rules, ScoringKind
from engine.seats import EW, NS, Pair, Side, side_of
from engine.sheet import TOTALS, DealScore, Outcome, Sheet, Step, StepCode, by_side, by_takers

__all__ = [
    "TOTALS",
    "DealScore",
    "Outcome",
    "Step",
    "StepCode",
    "has_won",
    "nearest_ten",
    "score_deal",
    "tenths",
    "unscored",
]


class _Sum(NamedTuple):
    """What a scoring kind decided."""

    outcome: Outcome
    counted: Pair
    held: int = 0
    """What goes into the pot, in written points."""


class _Points(NamedTuple):
    """What was won, by (takers, defenders)."""

    cards: tuple[int, int]
    """With the last trick's ten."""
    belote: tuple[int, int]
    melds: tuple[int, int]
    swept: bool
    """The takers took all tricks."""
    swept_against: bool


def tenths(points: int) -> int:
    """Points divided by ten: a rest of 5 down, of 6 up (luxembourg §score)."""
    return (points + 4) // 10


def nearest_ten(points: int) -> int:
    """Points to the nearest ten, five up (coinche §score)."""
    return (points + 5) // 10 * 10


def score_deal(
    rules: Rules,
    contract: Contract,
    *,
    cards: Pair,
    last_trick: Side,
    belote: Pair = (0, 0),
    melds: Pair = (0, 0),
    sweep: Side | None = None,
    pot: int = 0,
    totals: Pair = (0, 0),
) -> DealScore:
    """Score one deal.

    `cards` are card points without the last trick's ten, which goes to `last_trick`; `belote` and `melds` are points
    already validated; `sweep` is the side that took every trick, whatever its points; `pot` what earlier deals left
    open, in written points.
    """
    takers = side_of(rules, contract.taker)
    sheet = Sheet(takers)
    ten = by_side(last_trick, LAST_TRICK, 0)
    points = _Points(
        cards=by_takers(takers, (cards[NS] + ten[NS], cards[EW] + ten[EW])),
        belote=by_takers(takers, belote),
        melds=by_takers(takers, melds),
        swept=sweep == takers,
        swept_against=sweep == 1 - takers,
    )
    sheet.add(StepCode.CARDS, *by_takers(takers, cards))
    sheet.add(StepCode.LAST_TRICK, *by_takers(takers, ten))
    done = _score(rules, contract, points, sheet)
    pot_to, pot_out = _settle_pot(sheet, done, pot)
    sheet.total(StepCode.WRITTEN)
    written = sheet.pair()
    return DealScore(
        outcome=done.outcome,
        takers=takers,
        sweep=sweep,
        cards=cards,
        last_trick=last_trick,
        belote=belote,
        melds=melds,
        counted=done.counted,
        written=written,
        pot_in=pot,
        pot_out=pot_out,
        pot_to=pot_to,
        totals=(totals[NS] + written[NS], totals[EW] + written[EW]),
        steps=tuple(sheet.steps),
    )


def unscored(outcome: Outcome, pot: int, totals: Pair, takers: Side | None = None) -> DealScore:
    """A deal that writes nothing: passed out, or annulled. The pot stays open (AMB-C16)."""
    nothing = (0, 0)
    return DealScore(
        outcome, takers, None, nothing, None, nothing, nothing, nothing, nothing, pot, pot, None, totals, ()
    )


def has_won(rules: Rules, totals: Pair) -> Side | None:
    """The side that has won the match with these totals; `None`: play on (AMB-G2, AMB-A10)."""
    if max(totals) < rules.target or totals[NS] == totals[EW]:
        return None
    return NS if totals[NS] > totals[EW] else EW


def _score(rules: Rules, contract: Contract, points: _Points, sheet: Sheet) -> _Sum:
    match rules.scoring:
        case ScoringKind.POINTS:
            return _score_points(rules, points, sheet)
        case ScoringKind.TENTHS:
            return _score_tenths(rules, contract, points, sheet)
        case ScoringKind.CONTRACT:
            return _score_contract(rules, contract, points, sheet)
        case _:
            assert_never(rules.scoring)


def _settle_pot(sheet: Sheet, done: _Sum, pot: int) -> tuple[Side | None, int]:
    """The pot never helps to win; it goes to who has won (AMB-A3), and grows with every tie (AMB-A4)."""
    if done.outcome is Outcome.LITIGE:
        return None, pot + done.held
    made = done.outcome is Outcome.MADE
    sheet.add(StepCode.POT, pot if made else 0, 0 if made else pot)
    return (sheet.takers if made else 1 - sheet.takers) if pot else None, 0


def _count(rules: Rules, points: _Points, sheet: Sheet) -> None:
    if rules.melds_count_for_winning:
        sheet.add(StepCode.BELOTE, *points.belote)
        sheet.add(StepCode.MELDS, *points.melds)
        sheet.total(StepCode.COUNTED)
    else:
        sheet.total(StepCode.COUNTED)
        sheet.add(StepCode.BELOTE, *points.belote)
        sheet.add(StepCode.MELDS, *points.melds)


def _outcome(rules: Rules, points: _Points, takers: int, defenders: int) -> Outcome:
    # A sweep decides by itself: melds cannot save takers without a trick, nor sink those who have them all.
    if points.swept:
        return Outcome.MADE
    if points.swept_against or takers < defenders:
        return Outcome.DEDANS
    if takers > defenders:
        return Outcome.MADE
    return Outcome.LITIGE if rules.litige else Outcome.DEDANS


def _counted(rules: Rules, points: _Points) -> tuple[int, int]:
    cards, belote, melds = points.cards, points.belote, points.melds
    if not rules.melds_count_for_winning:
        return cards
    return cards[0] + belote[0] + melds[0], cards[1] + belote[1] + melds[1]


def _move_to_defenders(points: _Points, sheet: Sheet) -> None:
    """The takers lose everything but their belote (AMB-A5)."""
    sheet.add(StepCode.ALL_POINTS, -points.cards[0], points.cards[0])
    sheet.add(StepCode.MELDS_MOVED, -points.melds[0], points.melds[0])


def _lose_melds(rules: Rules, points: _Points, sheet: Sheet) -> None:
    """Defenders without a trick lose their melds, to the takers or to nobody (AMB-A5)."""
    lost = points.melds[1]
    if rules.capot_transfers_melds:
        sheet.add(StepCode.MELDS_MOVED, lost, -lost)
    else:
        sheet.add(StepCode.MELDS_LOST, 0, -lost)


# --- points as they are (classic §score) ---

CAPOT_BONUS: Final = 90


def _score_points(rules: Rules, points: _Points, sheet: Sheet) -> _Sum:
    _count(rules, points, sheet)
    takers, defenders = _counted(rules, points)
    outcome = _outcome(rules, points, takers, defenders)
    held = 0
    match outcome:
        case Outcome.MADE:
            if points.swept:
                sheet.add(StepCode.CAPOT, CAPOT_BONUS if rules.capot_bonus else 0, 0)
                _lose_melds(rules, points, sheet)
        case Outcome.DEDANS:
            _move_to_defenders(points, sheet)
            if points.swept_against and rules.capot_against_bonus:
                sheet.add(StepCode.CAPOT, 0, CAPOT_BONUS)
        case _:
            kept = points.belote[0] if rules.belote_kept_in_litige else 0
            held = sheet.standing()[0] - kept
            sheet.add(StepCode.HELD, -held, 0)
    return _Sum(outcome, by_side(sheet.takers, takers, defenders), held)


# --- tenths, doubled without a trump suit (luxembourg §score) ---

_CAPOT_TENTHS: Final = 9
_CAPOT_AGAINST_TENTHS: Final = 19


def _score_tenths(rules: Rules, contract: Contract, points: _Points, sheet: Sheet) -> _Sum:
    _count(rules, points, sheet)
    takers, defenders = _counted(rules, points)
    outcome = _outcome(rules, points, takers, defenders)
    times = 1 if contract.mode is Mode.TRUMP else 2
    held = 0
    if outcome is Outcome.DEDANS:
        _move_to_defenders(points, sheet)
    elif outcome is Outcome.LITIGE:
        # The belote is written at once (AMB-C9); what is held is held as tenths (AMB-C24).
        open_points = points.cards[0] + points.melds[0]
        held = tenths(times * open_points)
        sheet.add(StepCode.HELD, -open_points, 0)
    standing = sheet.standing()
    sheet.add(StepCode.DOUBLED, *((times - 1) * amount for amount in standing))
    sheet.total(StepCode.TENTHS, tenths)
    if points.swept and rules.capot_bonus:
        sheet.add(StepCode.CAPOT, _CAPOT_TENTHS * times, 0)
    elif points.swept_against and rules.capot_against_bonus:
        sheet.add(StepCode.CAPOT, 0, _CAPOT_AGAINST_TENTHS * times)
    return _Sum(outcome, by_side(sheet.takers, takers, defenders), held)


# --- a bid, doubled or not (coinche §score) ---

_FLAT: Final = 160
"""What the cards of a doubled or lost contract count."""


def _score_contract(rules: Rules, contract: Contract, points: _Points, sheet: Sheet) -> _Sum:
    bonus = CAPOT_BONUS if points.swept and rules.capot_bonus else 0
    sheet.add(StepCode.BELOTE, *points.belote)
    sheet.add(StepCode.MELDS, *points.melds)
    sheet.add(StepCode.CAPOT, bonus, 0)
    if points.swept:
        _lose_melds(rules, points, sheet)
    sheet.total(StepCode.COUNTED)
    takers, defenders = sheet.standing()
    reached = points.swept if contract.level == CAPOT else takers >= contract.level
    held = 0
    if reached and takers > defenders:
        outcome = Outcome.MADE
        _bid_made(contract, points, sheet)
    elif reached and takers == defenders and rules.litige:
        outcome = Outcome.LITIGE
        held = nearest_ten(takers) if rules.rounding else takers
        sheet.add(StepCode.HELD, -takers, 0)
    else:
        outcome = Outcome.DEDANS
        _bid_lost(contract, points, sheet)
    if rules.rounding:
        sheet.total(StepCode.ROUNDED, nearest_ten)
    return _Sum(outcome, by_side(sheet.takers, takers, defenders), held)


def _bid_made(contract: Contract, points: _Points, sheet: Sheet) -> None:
    if contract.double > 1:
        sheet.add(StepCode.ALL_POINTS, _FLAT - points.cards[0], -points.cards[1])
        if not points.swept:
            sheet.add(StepCode.MELDS_LOST, 0, -points.melds[1])
    sheet.add(StepCode.CONTRACT, contract.level, 0)
    sheet.add(StepCode.DOUBLED, (contract.double - 1) * sheet.standing()[0], 0)


def _bid_lost(contract: Contract, points: _Points, sheet: Sheet) -> None:
    sheet.add(StepCode.ALL_POINTS, -points.cards[0], _FLAT - points.cards[1])
    sheet.add(StepCode.MELDS_MOVED, -points.melds[0], points.melds[0])
    sheet.add(StepCode.CONTRACT, 0, contract.level)
    sheet.add(StepCode.DOUBLED, 0, (contract.double - 1) * sheet.standing()[1])
