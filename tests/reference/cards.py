"""Cards, seats and points. Rules: shared core, cards; notation."""

from typing import Any, Final

Options = dict[str, Any]
# A contract has a kind ("trump", "notrump", "alltrump"), a trump suit or None, the seat it is by, a bid (80 to
# 160 or "capot", else None) and a double (1, 2 or 4).
Contract = dict[str, Any]
Trick = list[tuple[str, str]]

SUITS: Final = ["C", "D", "H", "S"]
NATURAL: Final = ["7", "8", "9", "T", "J", "Q", "K", "A"]

TRUMP: Final = [("J", 20), ("9", 14), ("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("8", 0), ("7", 0)]
PLAIN: Final = [("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0), ("8", 0), ("7", 0)]
SA: Final = [("A", 19), ("T", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0), ("8", 0), ("7", 0)]
TA: Final = [("J", 13), ("9", 9), ("A", 6), ("T", 5), ("K", 3), ("Q", 2), ("8", 0), ("7", 0)]

# Rules: the complete list of options, the first value is the default.
OPTIONS: Final[dict[str, dict[str, list[Any]]]] = {
    "classic": {
        "target": [1000, 501],
        "announcements": [False, True],
        "beloteKeptInLitige": [False, True],
        "capotTransfersMelds": [False, True],
        "tieRule": ["none", "strike"],
    },
    "two-player": {},
    "luxembourg": {
        "force": [False, True],
        "valetForce": [False, True],
        "meldsCountForWinning": [True, False],
        "silentTake": [True, False],
        "autoShowMelds": [True, False],
        "meldRanking": ["points", "kind"],
        "tieRule": ["strike", "none"],
        "toutBelote": ["trick", "led"],
        "target": [201, 101],
        "partnerSansMeansTout": [False, True],
    },
    "coinche": {
        "target": [1000, 501, 2000],
        "announcements": [False, True],
        "litige": [False, True],
        "rounding": [True, False],
        "direction": ["cw", "ccw"],
    },
    "beginner": {
        "target": [501, 1000],
        "announcements": [False, True],
        "riseOnTrumpLead": [False, True],
        "partnerExempt": ["trump", "any"],
        "capot252": [True, False],
        "turnedCardRound2": ["dealer", "stock"],
    },
    "house": {"target": [1000, 501], "noTrumpAce": [19, 11]},
}


def defaults(variant: str) -> Options:
    """The options of a rule set when nobody has chosen anything."""
    return {name: values[0] for name, values in OPTIONS[variant].items()}


def seats_of(variant: str, options: Options) -> list[str]:
    """The seats in the order of play. Rules: notation, seats and directions of each rule set."""
    if variant == "two-player":
        return ["N", "S"]
    if variant == "classic" or options.get("direction") == "ccw":
        return ["N", "W", "S", "E"]
    return ["N", "E", "S", "W"]


def following(variant: str, options: Options, seat: str) -> str:
    """Whose turn is next in the direction of play."""
    seats = seats_of(variant, options)
    return seats[(seats.index(seat) + 1) % len(seats)]


def from_left(variant: str, options: Options, dealer: str) -> list[str]:
    """All seats, the one after the dealer first and the dealer last."""
    order = []
    seat = dealer
    for _ in seats_of(variant, options):
        seat = following(variant, options, seat)
        order.append(seat)
    return order


def side_of(variant: str, seat: str) -> str:
    """The team of a seat. Two players: N is the one side, S the other."""
    if variant == "two-player":
        return {"N": "NS", "S": "EW"}[seat]
    return {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}[seat]


def other(side: str) -> str:
    """The opposing team."""
    return {"NS": "EW", "EW": "NS"}[side]


def partner_of(variant: str, seat: str) -> str | None:
    """The player opposite, if there are teams."""
    if variant == "two-player":
        return None
    return {"N": "S", "S": "N", "E": "W", "W": "E"}[seat]


def table(variant: str, options: Options, contract: Contract, suit: str) -> list[tuple[str, int]]:
    """Order (strongest first) and points of a suit in a contract. Rules: shared core, cards."""
    if contract["kind"] == "trump":
        return TRUMP if suit == contract["trump"] else PLAIN
    if contract["kind"] == "notrump":
        if variant == "luxembourg":
            return PLAIN
        if variant == "house" and options["noTrumpAce"] == 11:
            return PLAIN
        return SA
    return TA if variant == "coinche" else TRUMP


def points(variant: str, options: Options, contract: Contract, card: str) -> int:
    """What a card is worth."""
    return dict(table(variant, options, contract, card[1]))[card[0]]


def total(variant: str, options: Options, contract: Contract) -> int:
    """All card points of a deal with the ten of the last trick: 162, 130 or 258."""
    return sum(points(variant, options, contract, rank + suit) for rank in NATURAL for suit in SUITS) + 10
