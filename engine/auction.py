"""The auction: what may be called, how it ends, and why another call is not offered.

Calls go round strictly in turn from the seat after the dealer, in all three kinds of auction, so the calls so far
are all there is to know.
"""

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, assert_never

from engine.actions import (
    BID_LEVELS,
    COINCHE,
    NAME_SUIT,
    NO_TRUMP,
    PASS,
    SANS,
    SILENT_TAKE,
    SURCOINCHE,
    TAKE,
    TOUT,
    Action,
    ActionKind,
    bid,
)
from engine.cards import JACK, NO_CARD, Card, Suit
from engine.contracts import (
    ALL_TRUMP_STRAIN,
    CAPOT,
    NO_TRUMP_STRAIN,
    STRAINS,
    Contract,
    Strain,
    contract_for,
)
from engine.rules import AuctionKind, Rules
from engine.seats import Seat, next_seat, side_of
from engine.trick import Refusal, RefusalCode


class Call(NamedTuple):
    """One call of the auction."""

    seat: Seat
    action: Action


class AuctionStatus(StrEnum):
    OPEN = "open"
    CONTRACT = "contract"
    PASSED_OUT = "passed-out"


class Result(NamedTuple):
    """What the calls so far come to."""

    status: AuctionStatus
    contract: Contract | None = None


OPEN: Final = Result(AuctionStatus.OPEN)
PASSED_OUT: Final = Result(AuctionStatus.PASSED_OUT)


class Standing(NamedTuple):
    """The game or bid to be topped."""

    call: Call | None
    double: int
    passes: int
    """Passes since the last call that was none."""


def standing(calls: tuple[Call, ...]) -> Standing:
    """The last game said, whether it is doubled, and how many have passed since."""
    call, double, passes = None, 1, 0
    for made in calls:
        match made.action.kind:
            case ActionKind.PASS:
                passes += 1
                continue
            case ActionKind.COINCHE:
                double = 2
            case ActionKind.SURCOINCHE:
                double = 4
            case _:
                call = made
        passes = 0
    return Standing(call, double, passes)


def round_of(rules: Rules, calls: tuple[Call, ...]) -> int:
    """1, 2, or 3 for a forced game: the round in which a game was said, or in which one is looked for."""
    if rules.auction is AuctionKind.BIDDING:
        return 1
    said = 0
    while said < len(calls) and calls[said].action == PASS:
        said += 1
    return min(said // rules.players + 1, 3 if rules.force else 2)


def forced_contract(rules: Rules, dealer: Seat, turned: Card) -> Contract | None:
    """The contract that a turned jack imposes, if it does (luxembourg §auction, valet forcé)."""
    if rules.valet_force and turned != NO_CARD and turned & 7 == JACK:
        return contract_for(next_seat(rules, dealer), ALL_TRUMP_STRAIN)
    return None


def offered(rules: Rules, turned: Card, calls: tuple[Call, ...], seat: Seat) -> tuple[Action, ...]:
    """The calls a seat may make, being its turn; always at least one."""
    match rules.auction:
        case AuctionKind.TWO_ROUNDS:
            return _two_rounds(turned >> 3, len(calls) < rules.players, rules.no_trump)
        case AuctionKind.TOPPING:
            return _topping(rules, turned >> 3, calls)
        case AuctionKind.BIDDING:
            return _bidding(rules, calls, seat)
        case _:
            assert_never(rules.auction)


def result_of(rules: Rules, turned: Card, calls: tuple[Call, ...]) -> Result:
    """Whether the auction goes on, has found a contract, or is passed out."""
    match rules.auction:
        case AuctionKind.TWO_ROUNDS:
            return _two_rounds_result(rules, turned, calls)
        case AuctionKind.TOPPING:
            return _topping_result(rules, calls)
        case AuctionKind.BIDDING:
            return _bidding_result(rules, calls)
        case _:
            assert_never(rules.auction)


# --- two rounds: the turned suit, then another (classic §auction) ---


@cache
def _two_rounds(turned_suit: Suit, first_round: bool, no_trump: bool) -> tuple[Action, ...]:
    suits = (TAKE,) if first_round else _other_suits(turned_suit)
    return (PASS, *suits, NO_TRUMP) if no_trump else (PASS, *suits)


def _other_suits(suit: Suit) -> tuple[Action, ...]:
    return tuple(action for action in NAME_SUIT if action.suit != suit)


def _two_rounds_result(rules: Rules, turned: Card, calls: tuple[Call, ...]) -> Result:
    seat, action = calls[-1]
    if action == PASS:
        return PASSED_OUT if len(calls) == 2 * rules.players else OPEN
    strain = NO_TRUMP_STRAIN if action == NO_TRUMP else turned >> 3 if action == TAKE else action.suit
    return Result(AuctionStatus.CONTRACT, contract_for(seat, strain))


# --- topping: a suit, then sans, then tout (luxembourg §auction, AMB-C2, AMB-C3, AMB-C23) ---


def _topping(rules: Rules, turned_suit: Suit, calls: tuple[Call, ...]) -> tuple[Action, ...]:
    tout = (TOUT, SILENT_TAKE) if rules.silent_take else (TOUT,)
    game = standing(calls).call
    if game is not None:
        return (PASS, *tout) if game.action == SANS else (PASS, SANS, *tout)
    match round_of(rules, calls):
        case 1:
            return (PASS, NAME_SUIT[turned_suit], SANS, *tout)
        case 2:
            return (PASS, *_other_suits(turned_suit), SANS, *tout)
        case _:
            return (*NAME_SUIT, SANS, *tout)


def _topping_result(rules: Rules, calls: tuple[Call, ...]) -> Result:
    game, _, passes = standing(calls)
    if game is None:
        return PASSED_OUT if not rules.force and passes == 2 * rules.players else OPEN
    seat, action = game
    silent = action == SILENT_TAKE
    if action == TOUT or silent:
        return Result(AuctionStatus.CONTRACT, contract_for(seat, ALL_TRUMP_STRAIN, silent=silent))
    if passes < rules.players - 1:
        return OPEN
    return Result(
        AuctionStatus.CONTRACT, contract_for(seat, NO_TRUMP_STRAIN if action == SANS else action.suit)
    )


# --- bidding: points in a strain, doubled or not (coinche §auction) ---


def _bidding(rules: Rules, calls: tuple[Call, ...], seat: Seat) -> tuple[Action, ...]:
    call, double, _ = standing(calls)
    if call is None:
        return _bids_above(rules, 0)
    own = side_of(rules, call.seat) == side_of(rules, seat)
    if double == 2:
        return (PASS, SURCOINCHE) if own else (PASS,)
    bids = _bids_above(rules, call.action.level)
    return bids if own else (*bids, COINCHE)


@cache
def _bids_above(rules: Rules, level: int) -> tuple[Action, ...]:
    strains = _strains(rules)
    levels = (*BID_LEVELS, CAPOT)
    return (PASS, *(bid(higher, strain) for higher in levels if higher > level for strain in strains))


def _strains(rules: Rules) -> tuple[Strain, ...]:
    closed = {NO_TRUMP_STRAIN: not rules.no_trump, ALL_TRUMP_STRAIN: not rules.all_trump}
    return tuple(strain for strain in STRAINS if not closed.get(strain, False))


def _bidding_result(rules: Rules, calls: tuple[Call, ...]) -> Result:
    call, double, passes = standing(calls)
    if call is None:
        return PASSED_OUT if passes == rules.players else OPEN
    if double < 4 and passes < rules.players - 1:
        return OPEN
    contract = contract_for(call.seat, call.action.extra, call.action.level, double)
    return Result(AuctionStatus.CONTRACT, contract)


# --- why a call is refused ---

CALLS: Final = frozenset(ActionKind) - {
    ActionKind.PLAY,
    ActionKind.ASIDE,
    ActionKind.MELD,
    ActionKind.SHOW,
    ActionKind.CLAIM,
}


def call_refusal(
    rules: Rules, turned: Card, calls: tuple[Call, ...], seat: Seat, action: Action
) -> Refusal | None:
    """`None` when the call is offered, else the reason, as near as it can be told."""
    if action in offered(rules, turned, calls, seat):
        return None
    if action == PASS:
        return Refusal(RefusalCode.MUST_CHOOSE)
    match rules.auction:
        case AuctionKind.TWO_ROUNDS | AuctionKind.TOPPING:
            return Refusal(_suit_refusal(rules, turned, calls, action))
        case AuctionKind.BIDDING:
            return Refusal(_bid_refusal(calls, action))
        case _:
            assert_never(rules.auction)


def _suit_refusal(rules: Rules, turned: Card, calls: tuple[Call, ...], action: Action) -> RefusalCode:
    if standing(calls).call is not None and action.kind in (ActionKind.SUIT, ActionKind.SANS):
        return RefusalCode.CALL_TOO_LOW
    second = round_of(rules, calls) == 2
    if second and (action.kind is ActionKind.TAKE or action == NAME_SUIT[turned >> 3]):
        return RefusalCode.SUIT_ALREADY_REFUSED
    if not second and action.kind is ActionKind.SUIT and action.suit != turned >> 3:
        return RefusalCode.NOT_THE_TURNED_SUIT
    return RefusalCode.CALL_NOT_OFFERED


def _bid_refusal(calls: tuple[Call, ...], action: Action) -> RefusalCode:
    call, double, _ = standing(calls)
    if call is None or action.kind not in (ActionKind.BID, ActionKind.COINCHE, ActionKind.SURCOINCHE):
        return RefusalCode.CALL_NOT_OFFERED
    if action.kind is ActionKind.BID:
        return RefusalCode.DOUBLED if double > 1 else RefusalCode.CALL_TOO_LOW
    if action.kind is ActionKind.SURCOINCHE and double == 1:
        return RefusalCode.CALL_NOT_OFFERED
    return RefusalCode.DOUBLED if double > 1 and action == COINCHE else RefusalCode.NOT_YOURS_TO_DOUBLE
