"""What a deal must come to, worked out a second time from what lies on the table, line by line of the rule pages.

Slow and plain on purpose; only card values are the engine's.
"""

from typing import NamedTuple

from engine.cards import KING, QUEEN, SUITS, card_of
from engine.contracts import CAPOT, Contract, Mode, tables_for
from engine.rules import BeloteRule, Rules, ScoringKind, ToutBelote
from engine.seats import Pair, Side, side_of
from engine.state import FinishedDeal


class Won(NamedTuple):
    """What the tricks, belotes and melds of one side came to."""

    cards: int
    belote: int
    melds: int


class Due(NamedTuple):
    """What is to be written, by (takers, defenders), before an earlier pot."""

    takers: int
    defenders: int
    held: int = 0
    tie: bool = False
    made: bool = False


def cards_won(rules: Rules, contract: Contract, finished: FinishedDeal) -> Pair:
    """Card points by side, the last trick's ten included."""
    points = tables_for(rules, contract).points
    won = [0, 0]
    for trick in finished.tricks:
        won[side_of(rules, trick.winner)] += sum(points[play.card] for play in trick.plays)
    won[side_of(rules, finished.tricks[-1].winner)] += 10
    return won[0], won[1]


def belotes_won(rules: Rules, contract: Contract, finished: FinishedDeal) -> Pair:
    """Twenty for each king and queen of trump dealt to one hand, where the rules count them."""
    won = [0, 0]
    for suit in SUITS:
        pair = 1 << card_of(suit, KING) | 1 << card_of(suit, QUEEN)
        for seat, hand in enumerate(finished.hands):
            if hand & pair == pair and _counts(rules, contract, finished, suit, pair):
                won[side_of(rules, seat)] += 20
    return won[0], won[1]


def _counts(rules: Rules, contract: Contract, finished: FinishedDeal, suit: int, pair: int) -> bool:
    if rules.belote is BeloteRule.NEVER or contract.mode is Mode.NO_TRUMP:
        return False
    if contract.mode is Mode.TRUMP:
        return suit == contract.trump
    if rules.tout_belote is ToutBelote.FREE:
        return True
    first = next(
        at for at, trick in enumerate(finished.tricks) if any(pair >> play.card & 1 for play in trick.plays)
    )
    led = [trick.plays[0].card >> 3 for trick in finished.tricks[: first + 1]]
    return led[-1] == suit if rules.tout_belote is ToutBelote.TRICK else suit in led


def sweep_of(rules: Rules, finished: FinishedDeal) -> Side | None:
    """The side that won every trick."""
    winners = {side_of(rules, trick.winner) for trick in finished.tricks}
    return winners.pop() if len(winners) == 1 else None


def due(rules: Rules, contract: Contract, t: Won, d: Won, swept: bool, swept_against: bool) -> Due:
    """What both sides write."""
    match rules.scoring:
        case ScoringKind.POINTS:
            return _points(rules, t, d, swept, swept_against)
        case ScoringKind.TENTHS:
            return _tenths(rules, contract, t, d, swept, swept_against)
        case ScoringKind.CONTRACT:
            return _contract(rules, contract, t, d, swept)


def _points(rules: Rules, t: Won, d: Won, swept: bool, swept_against: bool) -> Due:
    everything = t.cards + d.cards
    if swept:
        moved = d.melds if rules.capot_transfers_melds else 0
        return Due(everything + 90 * rules.capot_bonus + t.belote + t.melds + moved, d.belote, made=True)
    lost = Due(t.belote, everything + d.belote + d.melds + t.melds)
    if swept_against:
        return lost._replace(defenders=lost.defenders + 90 * rules.capot_against_bonus)
    if sum(t) > sum(d):
        return Due(sum(t), sum(d), made=True)
    if sum(t) < sum(d) or not rules.litige:
        return lost
    kept = t.belote if rules.belote_kept_in_litige else 0
    return Due(kept, sum(d), sum(t) - kept, tie=True)


def _tenths(rules: Rules, contract: Contract, t: Won, d: Won, swept: bool, swept_against: bool) -> Due:
    times = 1 if contract.mode is Mode.TRUMP else 2

    def written(points: int) -> int:
        whole, rest = divmod(times * points, 10)
        return whole + (rest > 5)

    ours, theirs = (sum(t), sum(d)) if rules.melds_count_for_winning else (t.cards, d.cards)
    if swept or (not swept_against and ours > theirs):
        return Due(written(sum(t)) + 9 * times * swept, written(sum(d)), made=True)
    if swept_against or ours < theirs:
        everything = t.cards + d.cards + d.belote + d.melds + t.melds
        return Due(written(t.belote), written(everything) + 19 * times * swept_against)
    return Due(written(t.belote), written(sum(d)), written(t.cards + t.melds), tie=True)


def _contract(rules: Rules, contract: Contract, t: Won, d: Won, swept: bool) -> Due:
    if swept:
        t, d = Won(t.cards + 90, t.belote, t.melds + d.melds), Won(0, d.belote, 0)
    double, bid = contract.double, contract.level
    reached = swept if bid == CAPOT else sum(t) >= bid
    if reached and sum(t) > sum(d):
        result = Due(sum(t) + bid, sum(d), made=True)
        if double > 1:
            flat = 250 if swept else 160
            result = Due(double * (flat + t.melds + t.belote + bid), d.belote, made=True)
    elif reached and sum(t) == sum(d) and rules.litige:
        result = Due(0, sum(d), sum(t), tie=True)
    else:
        result = Due(t.belote, double * (160 + d.melds + d.belote + t.melds + bid))
    if rules.rounding:
        takers, defenders, held = ((value + 5) // 10 * 10 for value in result[:3])
        result = result._replace(takers=takers, defenders=defenders, held=held)
    return result
