"""Run a file of rule vectors (format `belote-vectors/1`) against the engine.

    python -m tests.vectors FILE

Each vector is one position, sum or comparison with the answer worked out by hand. A vector that this runner or the
engine cannot carry counts as failed, by name. The last line is `N passed, M failed`; the exit status is 1 if any
failed.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.actions import BID_LEVELS, STRAIN_NAMES, Action, ActionKind, action_text, parse_action
from engine.announcing import melds_of
from engine.auction import AuctionStatus, Call, forced_contract, offered, result_of, round_of
from engine.belote import counts_when_led, is_pair
from engine.cards import Hand, card_code, cards_of, mask_of, parse_card, parse_suit
from engine.contracts import (
    ALL_TRUMP_STRAIN,
    CAPOT,
    LAST_TRICK,
    NO_TRUMP_STRAIN,
    Contract,
    Tables,
    contract_for,
    tables_for,
)
from engine.dealing import first_deal, receiver, second_deal
from engine.melds import Meld, MeldEffect, MeldKind, compare
from engine.rules import DealPattern, Rules
from engine.scoring import Outcome, has_won, nearest_ten, score_deal, tenths
from engine.seats import SEAT_LETTERS, Pair, next_seat, parse_seat, side_of
from engine.trick import Played, legal_cards, points_of, winner_of
from engine.variants import OPTIONS, VARIANTS, with_option

Vector = Mapping[str, Any]
SIDES: Final = ("NS", "EW")


class Result(NamedTuple):
    """One vector's outcome."""

    name: str
    problem: str
    """Empty when it passed."""


class Mismatch(AssertionError):
    """The engine says something else than the vector."""


def run(document: Vector) -> Iterator[Result]:
    """Every vector of a document, group by group."""
    for group, vectors in document["groups"].items():
        for vector in vectors:
            yield Result(f"{group} {vector['id']}", _problem(group, vector))


def _problem(group: str, vector: Vector) -> str:
    check = CHECKS.get(group)
    if check is None:
        return "unsupported group"
    try:
        check(vector)
    except Mismatch as mismatch:
        return str(mismatch)
    except Exception as error:  # noqa: BLE001 (a vector that breaks the engine has failed, not the run)
        return f"{type(error).__name__}: {error}"
    return ""


def _same(what: str, expected: object, actual: object) -> None:
    if expected != actual:
        raise Mismatch(f"{what}: expected {expected!r}, got {actual!r}")


# --- what a vector names ---


def _rules(vector: Vector) -> Rules:
    name = vector["variant"]
    rules, options = VARIANTS[name], {option.name: option for option in OPTIONS[name]}
    for option, value in vector.get("options", {}).items():
        rules = with_option(rules, options[option], value)
    return rules


def _contract(vector: Vector, taker: int = 0) -> Contract:
    given = vector["contract"]
    kinds = {"notrump": NO_TRUMP_STRAIN, "alltrump": ALL_TRUMP_STRAIN}
    strain = parse_suit(given["trump"]) if given["kind"] == "trump" else kinds[given["kind"]]
    level = given.get("bid", 0)
    return contract_for(taker, strain, CAPOT if level == "capot" else level, given.get("double", 1))


def _hand(codes: list[str]) -> Hand:
    return mask_of(map(parse_card, codes))


def _codes(hand: Hand) -> set[str]:
    return set(map(card_code, cards_of(hand)))


def _trick(vector: Vector) -> tuple[Played, ...]:
    return tuple(Played(parse_seat(play["seat"]), parse_card(play["card"])) for play in vector["trick"])


def _pair(values: Mapping[str, int]) -> Pair:
    return values["NS"], values["EW"]


def _side_name(side: int | None) -> str | None:
    return None if side is None else SIDES[side]


def _tables(vector: Vector) -> tuple[Rules, Tables]:
    rules = _rules(vector)
    return rules, tables_for(rules, _contract(vector))


# --- one check a group ---


def _legal_plays(vector: Vector) -> None:
    seat, hand = parse_seat(vector["seat"]), _hand(vector["hand"])
    allowed = legal_cards(_rules(vector), _contract(vector), _trick(vector), seat, hand)
    _same("allowed", set(vector["allowed"]), _codes(allowed))


def _tricks(vector: Vector) -> None:
    rules, contract, plays = _rules(vector), _contract(vector), _trick(vector)
    points = sum(points_of(rules, contract, play.card) for play in plays)
    _same("winner", vector["winner"], SEAT_LETTERS[winner_of(contract, plays)])
    _same("points", vector["points"], points + (LAST_TRICK if vector["last"] else 0))


def _deal_scoring(vector: Vector) -> None:
    rules, takers = _rules(vector), SIDES.index(vector["takers"])
    cards = list(_pair(vector["cardPoints"]))
    # The vector's card points hold the ten of the last trick without saying whose it was.
    last = takers if cards[takers] >= LAST_TRICK else 1 - takers
    cards[last] -= LAST_TRICK
    swept = vector["allTricks"]
    score = score_deal(
        rules,
        _contract(vector, taker=_seat_of(rules, takers)),
        cards=(cards[0], cards[1]),
        last_trick=last,
        belote=(20 * vector["belotes"]["NS"], 20 * vector["belotes"]["EW"]),
        melds=_pair(vector["melds"]),
        sweep=None if swept is None else SIDES.index(swept),
        pot=vector["carriedIn"],
    )
    expected = vector["expected"]
    _same("written", _pair(expected), score.written)
    _same("carriedOut", expected["carriedOut"], score.pot_out)
    _same("outcome", OUTCOMES[expected["outcome"]], score.outcome)


OUTCOMES: Final = {
    "made": Outcome.MADE,
    "lost": Outcome.DEDANS,
    "dedans": Outcome.DEDANS,
    "litige": Outcome.LITIGE,
    "staenner": Outcome.LITIGE,
}


def _seat_of(rules: Rules, side: int) -> int:
    return next(seat for seat in range(4) if side_of(rules, seat) == side)


def _meld_detection(vector: Vector) -> None:
    rules, tables = _tables(vector)
    melds = melds_of(rules, tables, _hand(vector["hand"]), None)
    expected = vector["expected"]
    named = sorted((meld["type"], sorted(meld["cards"]), meld["points"]) for meld in expected["melds"])
    _same("melds", named, sorted((_meld_name(m), sorted(_codes(m.cards)), m.points) for m in melds))
    _same("total", expected["total"], sum(meld.points for meld in melds))
    effect = compare(rules, tables, ((0, meld) for meld in melds)).effect
    _same("special", EFFECTS[expected["special"]], effect)


def _meld_name(meld: Meld) -> str:
    low = meld.kind is MeldKind.CARRE and meld.points == 0 and meld.rank < 2
    return f"carre{'78'[meld.rank]}" if low else meld.kind.value


EFFECTS: Final = {
    None: MeldEffect.NONE,
    "cancel_melds": MeldEffect.MELDS_CANCELLED,
    "melds_cancelled": MeldEffect.MELDS_CANCELLED,
    "annul_deal": MeldEffect.DEAL_ANNULLED,
    "deal_annulled": MeldEffect.DEAL_ANNULLED,
}


def _meld_comparison(vector: Vector) -> None:
    rules, tables = _tables(vector)
    announced = [
        (side_of(rules, parse_seat(entry["seat"])), meld)
        for entry in vector["declared"]
        for meld in melds_of(rules, tables, _hand(entry["cards"]), None)
    ]
    verdict, expected = compare(rules, tables, announced), vector["expected"]
    _same("winner", expected["winner"], _side_name(verdict.side))
    _same("points", _pair(expected["points"]), verdict.points)
    _same("effect", EFFECTS[expected["effect"]], verdict.effect)


def _belote(vector: Vector) -> None:
    _, tables = _tables(vector)
    first = parse_card(vector["plays"][0]["card"])
    held = 1 << first | (1 << (first ^ 3) if vector["holdsKQ"] else 0)
    led = [parse_suit(play["ledSuit"]) for play in vector["plays"]]
    counts = is_pair(tables, held, first) and counts_when_led(tables, first >> 3, led[:1])
    _same("counts", vector["counts"], counts)


def _rounding(vector: Vector) -> None:
    rule = {"lux_div10": tenths, "ffb_nearest10": nearest_ten}[vector["rule"]]
    _same("expected", vector["expected"], rule(vector["value"]))


def _rounding_pairs(vector: Vector) -> None:
    contract, (ns, ew) = _contract(vector), vector["cardPoints"]
    takers = 0 if ns > ew else 1
    last = takers
    cards = (ns - LAST_TRICK, ew) if last == 0 else (ns, ew - LAST_TRICK)
    score = score_deal(VARIANTS["luxembourg"], contract._replace(taker=takers), cards=cards, last_trick=last)
    _same("written", tuple(vector["written"]), score.written)
    _same("sum", vector["sum"], sum(score.written))


def _auction(vector: Vector) -> None:
    rules, dealer = _rules(vector), parse_seat(vector["dealer"])
    turned = -1 if vector["turned"] is None else parse_card(vector["turned"])
    seat = first = next_seat(rules, dealer)
    calls: tuple[Call, ...] = ()
    contract, status = forced_contract(rules, dealer, turned), AuctionStatus.OPEN
    for text in vector["actions"]:
        action = parse_action(text)
        if action not in offered(rules, turned, calls, seat):
            raise Mismatch(f"{text} is not offered")
        calls = (*calls, Call(seat, action))
        status, contract = result_of(rules, turned, calls)
        seat = next_seat(rules, seat)
    expected = vector["expected"]
    if contract is not None:
        _same("status", expected["status"], "contract")
        _same("leader", expected["leader"], SEAT_LETTERS[first])
        _check_contract(vector, rules, dealer, contract, calls)
    elif status is AuctionStatus.PASSED_OUT:
        _same("status", expected["status"], "redeal")
        _same("nextDealer", expected["nextDealer"], SEAT_LETTERS[next_seat(rules, dealer)])
    else:
        _same("status", expected["status"], "open")
        _same("next", expected["next"], SEAT_LETTERS[seat])
        _check_offer(expected["legal"], offered(rules, turned, calls, seat))


def _check_contract(
    vector: Vector, rules: Rules, dealer: int, contract: Contract, calls: tuple[Call, ...]
) -> None:
    expected = vector["expected"]["contract"]
    _same(
        "contract", _contract(vector["expected"], parse_seat(expected["by"])), contract._replace(silent=False)
    )
    if "turnedTo" in vector["expected"]:
        to = receiver(rules, dealer, contract.taker, round_of(rules, calls))
        stays = rules.deal is DealPattern.COLUMNS
        seat = dealer if stays else to
        _same("turnedTo", vector["expected"]["turnedTo"], None if seat is None else SEAT_LETTERS[seat])


def _check_offer(expected: list[str] | Mapping[str, Any], actions: tuple[Action, ...]) -> None:
    if isinstance(expected, list):
        # The vectors leave the silent take out: it goes wherever tout goes.
        names = {action_text(action) for action in actions} - {"silent_take"}
        _same("legal", set(expected), names)
        return
    bids = [action for action in actions if action.kind is ActionKind.BID]
    kinds = {action.kind for action in actions}
    levels = {bid.level for bid in bids}
    strains = {STRAIN_NAMES[bid.extra] for bid in bids}
    _same("bids", len(bids), len(levels) * len(strains))
    _same("levels", set(expected["levels"]), levels & set(BID_LEVELS))
    _same("strains", set(expected["strains"]), strains)
    _same("capot", expected["capot"], CAPOT in levels)
    _same("coinche", expected["coinche"], ActionKind.COINCHE in kinds)
    _same("surcoinche", expected["surcoinche"], ActionKind.SURCOINCHE in kinds)
    _same("pass", True, ActionKind.PASS in kinds)


def _deal(vector: Vector) -> None:
    rules, dealer, expected = _rules(vector), parse_seat(vector["dealer"]), vector["expected"]
    pack = tuple(range(32))
    dealt = first_deal(rules, dealer, pack)
    if "hidden" in expected:
        for letter, places in expected["hidden"].items():
            _same(f"hidden {letter}", tuple(places), dealt.reserves[parse_seat(letter)])
        for letter, places in expected["open"].items():
            _same(f"open {letter}", tuple(places), dealt.columns[parse_seat(letter)])
        _same("proposed", expected["proposed"], dealt.turned)
        return
    for letter, places in expected["first"].items():
        _same(f"first {letter}", set(places), set(cards_of(dealt.hands[parse_seat(letter)])))
    _same("turned", expected["turned"], None if dealt.turned < 0 else dealt.turned)
    if expected["second"] is not None:
        _check_second(vector, rules, dealer, pack)


def _check_second(vector: Vector, rules: Rules, dealer: int, pack: tuple[int, ...]) -> None:
    dealt = first_deal(rules, dealer, pack)
    to = receiver(rules, dealer, parse_seat(vector["taker"]), 1)
    hands = list(dealt.hands)
    if to is not None:
        hands[to] |= 1 << dealt.turned
    north, east, south, west = hands
    whole = second_deal(rules, dealer, pack, (north, east, south, west), taken=to is not None)
    for letter, places in vector["expected"]["second"].items():
        seat = parse_seat(letter)
        _same(f"second {letter}", set(places), set(cards_of(whole[seat] & ~dealt.hands[seat])))


def _game_end(vector: Vector) -> None:
    winner = _side_name(has_won(_rules(vector), _pair(vector["totals"])))
    _same("result", vector["result"], winner or "continue")


def _totals(vector: Vector) -> None:
    _, tables = _tables(vector)
    _same("cards", vector["cards"], sum(tables.points))
    _same("withLastTrick", vector["withLastTrick"], tables.total)


def _luxembourg_maximum(vector: Vector) -> None:
    rules, contract = VARIANTS["luxembourg"], _contract(vector)
    total = tables_for(rules, contract).total - LAST_TRICK

    def written(cards: Pair, last: int, sweep: int | None) -> int:
        return max(score_deal(rules, contract, cards=cards, last_trick=last, sweep=sweep).written)

    _same("plain", vector["plain"], written((0, total), 1, None))
    _same("capot", vector["capot"], written((total, 0), 0, 0))
    _same("capotInverse", vector["capotInverse"], written((0, total), 1, 1))
    if "half" in vector:
        half = (total + LAST_TRICK) // 2
        _same("half", vector["half"], written((half - LAST_TRICK, half), 0, None))


CHECKS: Final[Mapping[str, Callable[[Vector], None]]] = {
    "legal_plays": _legal_plays,
    "tricks": _tricks,
    "deal_scoring": _deal_scoring,
    "meld_detection": _meld_detection,
    "meld_comparison": _meld_comparison,
    "belote": _belote,
    "rounding": _rounding,
    "rounding_pairs": _rounding_pairs,
    "auction": _auction,
    "deal": _deal,
    "game_end": _game_end,
    "totals": _totals,
    "luxembourg_maximum": _luxembourg_maximum,
}


def main(arguments: list[str]) -> int:
    """Print every failure and the count; the exit status."""
    if len(arguments) != 1:
        print("usage: python -m tests.vectors FILE", file=sys.stderr)
        return 2
    results = list(run(json.loads(Path(arguments[0]).read_text(encoding="utf-8"))))
    failed = [result for result in results if result.problem]
    for result in failed:
        print(f"{result.name}: {result.problem}")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
