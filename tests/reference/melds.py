"""Announcements and belotes. Rules: belote-rebelote; melds."""

from itertools import combinations
from typing import Any

from tests.reference.cards import NATURAL, SUITS, Contract, Options, other, side_of

Meld = dict[str, Any]

FRENCH = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
FRENCH_SANS = {"J": 100, "9": 100, "A": 200, "T": 150, "K": 100, "Q": 100}
LUX = {"J": 20, "9": 0, "A": 110, "T": 100, "K": 40, "Q": 30, "8": 0, "7": 0}
LUX_TOUT = {"J": 200, "9": 140, "A": 110, "T": 100, "K": 40, "Q": 30, "8": 0, "7": 0}


def carre_table(variant: str, contract: Contract) -> dict[str, int]:
    """Points of the carrés. Rules: melds, the table of carrés."""
    if variant == "luxembourg":
        return LUX_TOUT if contract["kind"] == "alltrump" else LUX
    return FRENCH_SANS if contract["kind"] == "notrump" else FRENCH


def carre_order(variant: str, contract: Contract) -> list[str]:
    """Ranks of carrés, strongest first. Rules: melds, strength, trick order."""
    if variant == "luxembourg" and contract["kind"] != "alltrump":
        return ["A", "T", "K", "Q", "J", "9", "8", "7"]
    if variant == "coinche" and contract["kind"] == "notrump":
        return ["A", "T", "K", "Q", "J", "9"]
    return ["J", "9", "A", "T", "K", "Q", "8", "7"]


def runs(variant: str, cards: list[str]) -> list[list[str]]:
    """The maximal runs of three and more; a Luxembourg Cent is five cards, of eight the rest is a Tierce."""
    found = []
    for suit in SUITS:
        run: list[str] = []
        for rank in [*NATURAL, None]:
            if rank is not None and rank + suit in cards:
                run.append(rank + suit)
                continue
            if variant == "luxembourg" and len(run) > 5:
                rest, run = run[:-5], run[-5:]
                if len(rest) >= 3:
                    found.append(rest)
            if len(run) >= 3:
                found.append(run)
            run = []
    return found


def sequence(cards: list[str]) -> Meld:
    """A run as a meld: 3 = 20, 4 = 50, 5 and more = 100."""
    return {
        "kind": "sequence",
        "cards": cards,
        "points": {3: 20, 4: 50}.get(len(cards), 100),
        "top": cards[-1][0],
        "suit": cards[0][1],
    }


def sets_of(variant: str, contract: Contract, hand: list[str]) -> list[list[Meld]]:
    """Every set of melds whose cards do not overlap, the empty one too. Rules: melds, overlap."""
    worth = carre_table(variant, contract)
    carres = [rank for rank in worth if all(rank + suit in hand for suit in SUITS)]
    result: list[list[Meld]] = []
    for count in range(len(carres) + 1):
        for chosen in combinations(carres, count):
            fours = [
                {"kind": "carre", "cards": [rank + s for s in SUITS], "points": worth[rank], "top": rank}
                for rank in chosen
            ]
            left = [card for card in hand if card[0] not in chosen]
            melds = fours + [sequence(run) for run in runs(variant, left)]
            for size in range(len(melds) + 1):
                result.extend(list(part) for part in combinations(melds, size))
    return result


def strength(variant: str, options: Options, contract: Contract, meld: Meld) -> tuple[Any, ...]:
    """The greater tuple is the stronger meld. Rules: melds, strength."""
    carre = meld["kind"] == "carre"
    if carre:
        order = carre_order(variant, contract)
        detail = (len(order) - order.index(meld["top"]), 0, 0)
    else:
        in_trump = contract["kind"] == "trump" and meld["suit"] == contract["trump"]
        detail = (len(meld["cards"]), NATURAL.index(meld["top"]), int(in_trump))
    if options.get("meldRanking") == "kind":
        return (carre, meld["points"], detail)
    return (meld["points"], carre, detail)


def automatic(variant: str, options: Options, contract: Contract, hand: list[str]) -> list[Meld]:
    """The set with most points, then the strongest single meld (then more melds). Rules: melds, overlap."""

    def value(melds: list[Meld]) -> tuple[Any, ...]:
        singles = sorted((strength(variant, options, contract, meld) for meld in melds), reverse=True)
        return (sum(meld["points"] for meld in melds), singles)

    return max(sets_of(variant, contract, hand), key=value)


def struck(contract: Contract, mine: Meld, theirs: list[Meld]) -> bool:
    """Whether an equal street of the other team strikes this one out. Rules: melds, tie rule `strike`."""
    if mine["kind"] != "sequence":
        return False
    for meld in theirs:
        if meld["kind"] != "sequence":
            continue
        if len(meld["cards"]) == len(mine["cards"]) and meld["top"] == mine["top"]:
            # "neither counts, save the one in trump"
            return not (contract["kind"] == "trump" and mine["suit"] == contract["trump"])
    return False


def compare(
    variant: str, options: Options, contract: Contract, declared: dict[str, list[Meld]]
) -> tuple[str | None, dict[str, list[Meld]], str | None]:
    """(team that scores, its seats' counting melds, effect "cancel" | "annul"). Rules: melds, comparison."""
    if variant == "luxembourg":
        order = carre_order(variant, contract)
        tops = [meld["top"] for melds in declared.values() for meld in melds if meld["kind"] == "carre"]
        if tops:
            highest = min(tops, key=order.index)
            if highest == "8":
                return None, {}, "cancel"
            if highest == "7":
                return None, {}, "annul"
    # Under a higher four "the 8/7 has no effect": it scores nothing, and nobody need show it.
    declared = {
        seat: [meld for meld in chosen if meld["kind"] == "sequence" or meld["top"] not in ("8", "7")]
        for seat, chosen in declared.items()
    }
    counting = not_struck(variant, options, contract, declared)
    best: dict[str, tuple[Any, ...]] = {}
    for seat, melds in counting.items():
        for meld in melds:
            side, here = side_of(variant, seat), strength(variant, options, contract, meld)
            if side not in best or here > best[side]:
                best[side] = here
    if not best or (len(best) == 2 and best["NS"] == best["EW"]):
        return None, {}, None
    side = max(best, key=lambda name: best[name])
    return side, {seat: melds for seat, melds in counting.items() if side_of(variant, seat) == side}, None


def not_struck(
    variant: str, options: Options, contract: Contract, declared: dict[str, list[Meld]]
) -> dict[str, list[Meld]]:
    """What is left to compare. Rules: melds, tie rule."""
    by_side: dict[str, list[Meld]] = {"NS": [], "EW": []}
    for seat, melds in declared.items():
        by_side[side_of(variant, seat)].extend(melds)
    left: dict[str, list[Meld]] = {}
    for seat, melds in declared.items():
        theirs = by_side[other(side_of(variant, seat))]
        left[seat] = [m for m in melds if options["tieRule"] != "strike" or not struck(contract, m, theirs)]
    return left


def belotes(
    variant: str, options: Options, contract: Contract, hands: dict[str, list[str]], tricks: list[list[Any]]
) -> dict[str, int]:
    """The belotes that count, by team. `hands` are the hands as dealt. Rules: belote-rebelote."""
    result = {"NS": 0, "EW": 0}
    if variant == "two-player" or contract["kind"] == "notrump":
        return result
    suits = SUITS if contract["kind"] == "alltrump" else [contract["trump"]]
    for seat, hand in hands.items():
        for suit in suits:
            if "K" + suit not in hand or "Q" + suit not in hand:
                continue
            if variant == "luxembourg" and contract["kind"] == "alltrump":
                led_before: list[str] = []
                for trick in tricks:
                    led = trick[0][1][1]
                    led_before.append(led)
                    if any(card in ("K" + suit, "Q" + suit) for _, card in trick):
                        good = led == suit if options["toutBelote"] == "trick" else suit in led_before
                        result[side_of(variant, seat)] += int(good)
                        break
            else:
                result[side_of(variant, seat)] += 1
    return result
