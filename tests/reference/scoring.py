"""What is written after a deal and who has won. Rules: the scoring of each rule set."""

from typing import Any

from tests.reference.cards import Contract, Options, other, total

Sides = dict[str, int]


def tenths(value: int) -> int:
    """Luxembourg: divided by ten, a remainder of up to 5 down, from 6 up."""
    return value // 10 + (1 if value % 10 >= 6 else 0)


def nearest_ten(value: int) -> int:
    """Coinche: to the nearest ten, 5 up."""
    return value // 10 * 10 + (10 if value % 10 >= 5 else 0)


def score(
    variant: str,
    options: Options,
    contract: Contract,
    takers: str,
    cards: Sides,
    belotes: Sides,
    melds: Sides,
    all_tricks: str | None,
    carried: int,
) -> dict[str, Any]:
    """{"written", "pot", "outcome": made | dedans | litige}; `cards` include the ten of the last trick."""
    arguments = (options, contract, takers, other(takers), cards, belotes, melds, all_tricks, carried)
    if variant == "two-player":
        return two_player(takers, cards, all_tricks)
    if variant == "luxembourg":
        return luxembourg(*arguments)
    if variant == "coinche":
        return coinche(*arguments)
    return points(variant, *arguments)


def two_player(takers: str, cards: Sides, all_tricks: str | None) -> dict[str, Any]:
    """Rules: two-player, score."""
    against = other(takers)
    if all_tricks is not None:
        written = {all_tricks: 252, other(all_tricks): 0}
        return {"written": written, "pot": 0, "outcome": "made" if all_tricks == takers else "dedans"}
    if cards[takers] >= 82:
        return {"written": dict(cards), "pot": 0, "outcome": "made"}
    return {"written": {takers: 0, against: 162}, "pot": 0, "outcome": "dedans"}


def points(
    variant: str,
    options: Options,
    contract: Contract,
    takers: str,
    against: str,
    cards: Sides,
    belotes: Sides,
    melds: Sides,
    all_tricks: str | None,
    carried: int,
) -> dict[str, Any]:
    """Rules: classic, scoring; house likewise; beginner, legal cards to target."""
    whole = total(variant, options, contract)
    b_t, b_d = 20 * belotes[takers], 20 * belotes[against]
    m_t, m_d = melds[takers], melds[against]
    t, d = cards[takers] + b_t + m_t, cards[against] + b_d + m_d
    pot = carried
    # Rules, register: beginners' capot is 252, or with the option off 162; the rest of that line stands.
    bonus = 90 if options.get("capot252", True) else 0
    if all_tricks == takers:
        extra = m_d if options.get("capotTransfersMelds") else 0
        write_t, write_d, outcome = whole + bonus + b_t + m_t + extra, b_d, "made"
    elif all_tricks == against:
        # Beginners: "162 also when D took all 8 tricks", whatever the takers announced, as in classic.
        bonus = 0 if variant == "beginner" else 90
        write_t, write_d, outcome = b_t, whole + bonus + b_d + m_d + m_t, "dedans"
    elif t > d:
        write_t, write_d, outcome = t, d, "made"
    elif t < d or variant == "beginner":
        write_t, write_d, outcome = b_t, whole + b_d + m_d + m_t, "dedans"
    else:
        write_t, write_d, outcome = 0, d, "litige"
        if options.get("beloteKeptInLitige"):
            write_t = b_t
        pot += t - write_t
    if outcome == "made":
        write_t, pot = write_t + pot, 0
    if outcome == "dedans":
        write_d, pot = write_d + pot, 0
    return {"written": {takers: write_t, against: write_d}, "pot": pot, "outcome": outcome}


def luxembourg(
    options: Options,
    contract: Contract,
    takers: str,
    against: str,
    cards: Sides,
    belotes: Sides,
    melds: Sides,
    all_tricks: str | None,
    carried: int,
) -> dict[str, Any]:
    """Rules: luxembourg, scoring."""
    m = 1 if contract["kind"] == "trump" else 2
    whole = total("luxembourg", options, contract)
    b_t, b_d = 20 * belotes[takers], 20 * belotes[against]
    m_t, m_d = melds[takers], melds[against]
    full_t, full_d = cards[takers] + b_t + m_t, cards[against] + b_d + m_d
    a, d = full_t, full_d
    if not options["meldsCountForWinning"]:
        a, d = cards[takers], cards[against]
    pot = carried
    if all_tricks == takers or (a > d and all_tricks != against):
        write_t = tenths(m * full_t) + (9 * m if all_tricks == takers else 0) + pot
        write_d, pot, outcome = tenths(m * full_d), 0, "made"
    elif all_tricks == against or a < d:
        write_d = tenths(m * (whole + b_d + m_d + m_t)) + (19 * m if all_tricks == against else 0) + pot
        write_t, pot, outcome = tenths(m * b_t), 0, "dedans"
    else:
        write_t, write_d, outcome = tenths(m * b_t), tenths(m * full_d), "litige"
        pot += tenths(m * (cards[takers] + m_t))
    return {"written": {takers: write_t, against: write_d}, "pot": pot, "outcome": outcome}


def coinche(
    options: Options,
    contract: Contract,
    takers: str,
    against: str,
    cards: Sides,
    belotes: Sides,
    melds: Sides,
    all_tricks: str | None,
    carried: int,
) -> dict[str, Any]:
    """Rules: coinche, scoring."""
    k, bid = contract["double"], contract["bid"]
    value = 250 if bid == "capot" else bid
    b_t, b_d = 20 * belotes[takers], 20 * belotes[against]
    c_t, m_t, m_d = cards[takers], melds[takers], melds[against]
    if all_tricks == takers:
        c_t, m_t, m_d = 252, m_t + m_d, 0
    t, d = c_t + b_t + m_t, cards[against] + b_d + m_d
    reached = all_tricks == takers if bid == "capot" else t >= bid
    held, pot = 0, carried
    if reached and t > d:
        outcome = "made"
        if k == 1:
            write_t, write_d = t + value, d
        else:
            write_t = k * ((250 if all_tricks == takers else 160) + m_t + b_t + value)
            write_d = b_d
    elif reached and t == d and options["litige"]:
        outcome, write_t, write_d, held = "litige", 0, d, t
    else:
        outcome, write_t, write_d = "dedans", b_t, k * (160 + m_d + b_d + m_t + value)
    if options["rounding"]:
        write_t, write_d, held = nearest_ten(write_t), nearest_ten(write_d), nearest_ten(held)
    if outcome == "made":
        write_t, pot = write_t + pot, 0
    elif outcome == "dedans":
        write_d, pot = write_d + pot, 0
    else:
        pot += held
    return {"written": {takers: write_t, against: write_d}, "pot": pot, "outcome": outcome}


def has_won(options: Options, totals: Sides) -> str | None:
    """The winner: at or over the target; both: the higher; equal: play on. Rules: targets."""
    over = [side for side in ("NS", "EW") if totals[side] >= options["target"]]
    if not over or totals["NS"] == totals["EW"]:
        return None
    return max(over, key=lambda side: totals[side])
