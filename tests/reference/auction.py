"""Which calls are legal and how an auction ends. Rules: the auction of each rule set."""

from typing import Any

from tests.reference.cards import SUITS, Contract, Options, from_left, side_of

Calls = list[tuple[str, str]]
STRAINS = ["C", "D", "H", "S", "NT", "AT"]
LEVELS = list(range(80, 170, 10))


def speaker(variant: str, options: Options, dealer: str, calls: Calls) -> str:
    """Who speaks: from the seat after the dealer on, in turn."""
    order = from_left(variant, options, dealer)
    return order[len(calls) % len(order)]


def contract_of(
    kind: str, trump: str | None, by: str, bid: int | str | None = None, double: int = 1
) -> Contract:
    """A contract in plain words."""
    return {"kind": kind, "trump": trump, "by": by, "bid": bid, "double": double}


def strain_of(text: str) -> tuple[str, str | None]:
    """ "H" -> a trump suit, "NT" and "sans" -> no trump, "AT" and "tout" -> all trump."""
    if text in SUITS:
        return "trump", text
    if text in ("NT", "sans"):
        return "notrump", None
    return "alltrump", None


def state(variant: str, options: Options, dealer: str, turned: str | None, calls: Calls) -> dict[str, Any]:
    """{"status": "open", "next", "legal"} | {"status": "contract", "contract", "round"} | {"status": "redeal"}"""
    if variant == "coinche":
        return coinche(options, dealer, calls)
    assert turned is not None
    if variant == "luxembourg":
        return luxembourg(options, dealer, turned, calls)
    return two_rounds(variant, options, dealer, turned, calls)


def two_rounds(variant: str, options: Options, dealer: str, turned: str, calls: Calls) -> dict[str, Any]:
    """Classic, two-player, beginner, house: each once for the turned suit, each once for another."""
    players = len(from_left(variant, options, dealer))
    for number, (seat, call) in enumerate(calls):
        if call == "pass":
            continue
        strain = turned[1] if call == "take" else call
        kind, trump = strain_of(strain)
        return {
            "status": "contract",
            "contract": contract_of(kind, trump, seat),
            "round": 1 if number < players else 2,
        }
    if len(calls) == 2 * players:
        return {"status": "redeal"}
    legal = ["pass", "take"] if len(calls) < players else ["pass", *[s for s in SUITS if s != turned[1]]]
    if variant == "house":
        legal.append("NT")
    return {"status": "open", "next": speaker(variant, options, dealer, calls), "legal": legal}


def luxembourg(options: Options, dealer: str, turned: str, calls: Calls) -> dict[str, Any]:
    """Normal < Sans < Tout; everybody speaks again until three passes in a row. Rules: luxembourg, situations."""
    first = from_left("luxembourg", options, dealer)[0]
    if options["valetForce"] and turned[0] == "J":
        return {"status": "contract", "contract": contract_of("alltrump", None, first), "round": 1}
    standing: tuple[str, str] | None = None
    game_round = 1
    passes = 0
    for number, (seat, call) in enumerate(calls):
        if call == "pass":
            passes += 1
            continue
        if standing is None:
            game_round = 1 if number < 4 else 2
        passes = 0
        standing = (seat, "tout" if call == "silent_take" else call)
    if standing is not None and (standing[1] == "tout" or passes == 3):
        kind, trump = strain_of(standing[1])
        return {
            "status": "contract",
            "contract": contract_of(kind, trump, standing[0]),
            "round": game_round,
        }
    legal = luxembourg_legal(options, turned, len(calls), None if standing is None else standing[1])
    if not legal:
        return {"status": "redeal"}
    return {"status": "open", "next": speaker("luxembourg", options, dealer, calls), "legal": legal}


def luxembourg_legal(options: Options, turned: str, count: int, standing: str | None) -> list[str]:
    """What may be said after `count` calls; nothing if the deal is thrown in. Rules: luxembourg, situations."""
    if standing is not None:
        legal = ["pass", "tout"] if standing == "sans" else ["pass", "sans", "tout"]
    elif count < 4:
        legal = ["pass", turned[1], "sans", "tout"]
    elif count < 8:
        legal = ["pass", *[s for s in SUITS if s != turned[1]], "sans", "tout"]
    elif options["force"]:
        legal = [*SUITS, "sans", "tout"]
    else:
        return []
    return [*legal, "silent_take"] if options["silentTake"] else legal


def coinche(options: Options, dealer: str, calls: Calls) -> dict[str, Any]:
    """Bids from 80 to 160, capot, coinche and surcoinche. Rules: coinche, the table of standing calls."""
    bid: tuple[str, str] | None = None
    double = 1
    passes = 0
    for seat, call in calls:
        if call == "pass":
            passes += 1
            continue
        passes = 0
        if call == "coinche":
            double = 2
        elif call == "surcoinche":
            double = 4
        else:
            bid = (seat, call)
    if bid is None and passes == 4:
        return {"status": "redeal"}
    if bid is not None and (double == 4 or passes == 3):
        level, strain = bid[1].split(":")
        kind, trump = strain_of(strain)
        worth: int | str = "capot" if level == "capot" else int(level)
        return {"status": "contract", "contract": contract_of(kind, trump, bid[0], worth, double), "round": 1}
    seat = speaker("coinche", options, dealer, calls)
    mine = bid is not None and side_of("coinche", bid[0]) == side_of("coinche", seat)
    standing = None if bid is None else bid[1]
    return {"status": "open", "next": seat, "legal": coinche_legal(standing, double, mine)}


def coinche_legal(standing: str | None, double: int, mine: bool) -> list[str]:
    """What may be said over a standing bid of one's own side or the other. Rules: coinche, standing calls."""
    legal = ["pass"]
    if double == 2:
        return [*legal, "surcoinche"] if mine else legal
    level = "0" if standing is None else standing.split(":")[0]
    if level != "capot":
        legal += [f"{here}:{strain}" for here in LEVELS if here > int(level) for strain in STRAINS]
        legal += [f"capot:{strain}" for strain in STRAINS]
    if standing is not None and not mine:
        legal.append("coinche")
    return legal
