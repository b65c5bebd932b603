"""The published vectors, judged by the second opinion alone."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.reference import auction, deal, melds, play, scoring
from tests.reference.cards import Contract, Options, Trick, defaults, following, points, side_of, total

Vector = dict[str, Any]


def run(document: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """(vector, whether it holds) for all of them."""
    for group, vectors in document["groups"].items():
        for vector in vectors:
            yield f"{group} {vector['id']}", CHECKS[group](vector)


def options_of(vector: Vector) -> Options:
    """A vector lists only the options that are not as usual."""
    return {**defaults(vector["variant"]), **vector.get("options", {})}


def contract_of(vector: Vector) -> Contract:
    """A vector's contract."""
    named = vector["contract"]
    return auction.contract_of(
        named["kind"], named["trump"], named.get("by", "N"), named.get("bid"), named.get("double", 1)
    )


def trick_of(vector: Vector) -> Trick:
    """A vector's trick."""
    return [(played["seat"], played["card"]) for played in vector["trick"]]


def legal_plays(vector: Vector) -> bool:
    found = play.legal_cards(
        vector["variant"],
        options_of(vector),
        contract_of(vector),
        trick_of(vector),
        vector["seat"],
        vector["hand"],
    )
    return sorted(found) == sorted(vector["allowed"])


def tricks(vector: Vector) -> bool:
    variant, options, contract, trick = (
        vector["variant"],
        options_of(vector),
        contract_of(vector),
        trick_of(vector),
    )
    worth = sum(points(variant, options, contract, card) for _, card in trick) + 10 * vector["last"]
    winner = play.winner(variant, options, contract, trick)
    return (winner, worth) == (vector["winner"], vector["points"])


def deal_scoring(vector: Vector) -> bool:
    found = scoring.score(
        vector["variant"],
        options_of(vector),
        contract_of(vector),
        vector["takers"],
        vector["cardPoints"],
        vector["belotes"],
        vector["melds"],
        vector["allTricks"],
        vector["carriedIn"],
    )
    expected = vector["expected"]
    outcome = {"lost": "dedans", "staenner": "litige"}.get(expected["outcome"], expected["outcome"])
    written = {side: expected[side] for side in ("NS", "EW")}
    return (found["written"], found["pot"], found["outcome"]) == (written, expected["carriedOut"], outcome)


def meld_detection(vector: Vector) -> bool:
    variant, contract, expected = vector["variant"], contract_of(vector), vector["expected"]
    found = melds.automatic(variant, options_of(vector), contract, vector["hand"])
    effect = melds.compare(variant, options_of(vector), contract, {"N": found})[2]
    special = {None: None, "cancel": "cancel_melds", "annul": "annul_deal"}[effect]
    mine = sorted((sorted(meld["cards"]), meld["points"]) for meld in found)
    theirs = sorted((sorted(meld["cards"]), meld["points"]) for meld in expected["melds"])
    return (mine, special) == (theirs, expected["special"])


def meld_comparison(vector: Vector) -> bool:
    variant, options, contract = vector["variant"], options_of(vector), contract_of(vector)
    declared = {
        entry["seat"]: melds.automatic(variant, options, contract, entry["cards"])
        for entry in vector["declared"]
    }
    side, counting, effect = melds.compare(variant, options, contract, declared)
    told = {"NS": 0, "EW": 0}
    for seat, chosen in counting.items():
        told[side_of(variant, seat)] += sum(meld["points"] for meld in chosen)
    named = {None: None, "cancel": "melds_cancelled", "annul": "deal_annulled"}[effect]
    expected = vector["expected"]
    return (side, told, named) == (expected["winner"], expected["points"], expected["effect"])


def belote(vector: Vector) -> bool:
    suit = vector["plays"][0]["card"][1]
    hand = ["K" + suit, "Q" + suit] if vector["holdsKQ"] else [vector["plays"][0]["card"]]
    # Somebody led the suit, then came the card; what is led by the holder himself comes to the same.
    played = [[("E", "7" + p["ledSuit"]), ("N", p["card"])] for p in vector["plays"]]
    variant, contract = vector["variant"], contract_of(vector)
    found = melds.belotes(variant, options_of(vector), contract, {"N": hand}, played)
    return bool(bool(found["NS"]) == vector["counts"])


def rounding(vector: Vector) -> bool:
    rule = {"lux_div10": scoring.tenths, "ffb_nearest10": scoring.nearest_ten}[vector["rule"]]
    return bool(rule(vector["value"]) == vector["expected"])


def luxembourg_written(contract: Contract, ns: int, ew: int, takers: str, sweep: str | None) -> list[int]:
    """What a Luxembourg deal without melds writes."""
    none = {"NS": 0, "EW": 0}
    options, cards = defaults("luxembourg"), {"NS": ns, "EW": ew}
    found = scoring.score("luxembourg", options, contract, takers, cards, none, none, sweep, 0)
    return [found["written"]["NS"], found["written"]["EW"]]


def rounding_pairs(vector: Vector) -> bool:
    ns, ew = vector["cardPoints"]
    found = luxembourg_written(contract_of(vector), ns, ew, "NS" if ns > ew else "EW", None)
    return bool(found == vector["written"] and sum(found) == vector["sum"])


def auctions(vector: Vector) -> bool:
    variant, options, dealer = vector["variant"], options_of(vector), vector["dealer"]
    calls: auction.Calls = []
    now = auction.state(variant, options, dealer, vector["turned"], calls)
    for text in vector["actions"]:
        if text not in now["legal"]:
            return False
        calls.append((now["next"], text))
        now = auction.state(variant, options, dealer, vector["turned"], calls)
    expected = vector["expected"]
    if now["status"] != expected["status"]:
        return False
    if now["status"] == "redeal":
        return bool(following(variant, options, dealer) == expected["nextDealer"])
    if now["status"] == "open":
        return now["next"] == expected["next"] and offer(now["legal"], expected["legal"])
    wanted = expected["contract"]
    to = deal.receiver(variant, options, dealer, wanted["by"], now["round"])
    if variant == "two-player":
        to = dealer
    found = (now["contract"], following(variant, options, dealer), to)
    return found == (contract_of(expected), expected["leader"], expected.get("turnedTo", to))


def offer(legal: list[str], expected: Any) -> bool:
    """Whether an offer is as expected; the silent take goes wherever tout goes and is not listed."""
    if isinstance(expected, list):
        return set(legal) - {"silent_take"} == set(expected)
    bids = [text.split(":") for text in legal if ":" in text]
    levels = {int(level) for level, _ in bids if level != "capot"}
    return (
        levels == set(expected["levels"])
        and {strain for _, strain in bids} == set(expected["strains"])
        and any(level == "capot" for level, _ in bids) == expected["capot"]
        and ("coinche" in legal) == expected["coinche"]
        and ("surcoinche" in legal) == expected["surcoinche"]
        and "pass" in legal
    )


def deals(vector: Vector) -> bool:
    variant, dealer, expected = vector["variant"], vector["dealer"], vector["expected"]
    options = defaults(variant)
    first = deal.first_deal(variant, options, dealer, [str(place) for place in range(32)])
    if variant == "two-player":
        face_up = {s: [int(column[0]) for column in row] for s, row in first["columns"].items()}
        hidden = {s: [int(column[1]) for column in row] for s, row in first["columns"].items()}
        return (face_up, hidden, int(first["turned"])) == (
            expected["open"],
            expected["hidden"],
            expected["proposed"],
        )
    hands = {seat: sorted(map(int, hand)) for seat, hand in first["hands"].items()}
    wanted = {seat: sorted(places) for seat, places in expected["first"].items()}
    if hands != wanted or first["turned"] != (
        None if expected["turned"] is None else str(expected["turned"])
    ):
        return False
    if expected["second"] is None:
        return True
    to = deal.receiver(variant, options, dealer, vector["taker"], 1)
    whole = deal.second_deal(variant, options, dealer, first["hands"], first["turned"], first["stock"], to)
    return all(
        sorted(map(int, whole[seat])) == sorted(hands[seat] + places)
        for seat, places in expected["second"].items()
    )


def game_end(vector: Vector) -> bool:
    return bool((scoring.has_won(options_of(vector), vector["totals"]) or "continue") == vector["result"])


def totals(vector: Vector) -> bool:
    found = total(vector["variant"], options_of(vector), contract_of(vector))
    return (found - 10, found) == (vector["cards"], vector["withLastTrick"])


def luxembourg_maximum(vector: Vector) -> bool:
    contract = contract_of(vector)
    whole = total("luxembourg", defaults("luxembourg"), contract)
    lost = max(luxembourg_written(contract, 0, whole, "NS", None))
    capot = max(luxembourg_written(contract, whole, 0, "NS", "NS"))
    inverse = max(luxembourg_written(contract, 0, whole, "NS", "EW"))
    return (lost, capot, inverse) == (vector["plain"], vector["capot"], vector["capotInverse"])


CHECKS: dict[str, Callable[[Vector], bool]] = {
    "legal_plays": legal_plays,
    "tricks": tricks,
    "deal_scoring": deal_scoring,
    "meld_detection": meld_detection,
    "meld_comparison": meld_comparison,
    "belote": belote,
    "rounding": rounding,
    "rounding_pairs": rounding_pairs,
    "auction": auctions,
    "deal": deals,
    "game_end": game_end,
    "totals": totals,
    "luxembourg_maximum": luxembourg_maximum,
}
