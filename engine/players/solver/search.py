"""Best play with all cards seen: alpha-beta on the question "does side 0 take at least so many points?", asked until
both answers meet, with a table of the positions between two tricks.
"""

from typing import Final

from engine.contracts import LAST_TRICK
from engine.players.solver.compiling import count, fast, highest, lowest
from engine.players.solver.frames import (
    BEST,
    CHAINS,
    COUNT,
    GAIN,
    HANDS,
    LED,
    LEFT,
    LIMIT,
    MOVE,
    MOVES,
    NEXT,
    ORDER,
    REST,
    SCORES,
    SEAT,
    SUIT,
    SWEEPS,
    TABLE,
    WINNER,
    WINNING,
    playable,
    step,
)
from engine.players.solver.packed import PLAYERS, TRUMPS, Ints, Packed

ENDLESS: Final = 30_000
"""More than any number of points."""

_SEED: Final = -7046029254386353131
TABLE_BITS: Final = 19
_MASK: Final = (1 << TABLE_BITS) - 1


@fast
def _slot(key: int) -> int:
    mixed = (key ^ key >> 29) * _SEED
    return mixed >> 40 & _MASK


@fast
def _entry(low: int, high: int, move: int) -> int:
    return low + ENDLESS | high + ENDLESS << 16 | move << 32


@fast
def _key(f: Ints, ply: int, age: int) -> int:
    return f[ply, LEFT] | f[ply, SEAT] << 32 | f[ply, SWEEPS] << 34 | age << 36


@fast
def _settled(f: Ints, tt: Ints, ply: int, sweep: int, age: int) -> bool:
    """Whether the question is answered without trying a card; the answer is then in `BEST`."""
    limit, sweeps = f[ply, LIMIT], f[ply, SWEEPS]
    most = f[ply, REST] + f[ply, TABLE] + (sweep if sweeps & 1 else 0)
    least = -sweep if sweeps & 2 else 0
    if limit > most:
        f[ply, BEST] = most
        return True
    if limit <= least:
        f[ply, BEST] = least
        return True
    f[ply, MOVE] = -1
    if f[ply, COUNT]:
        return False
    if f[ply, LEFT] == 0:
        f[ply, BEST] = (sweep if sweeps & 1 else 0) - (sweep if sweeps & 2 else 0)
        return True
    key = _key(f, ply, age)
    slot = _slot(key)
    if tt[slot, 0] == key:
        entry = tt[slot, 1]
        low, high = (entry & 0xFFFF) - ENDLESS, (entry >> 16 & 0xFFFF) - ENDLESS
        if low >= limit:
            f[ply, BEST] = low
            return True
        if high < limit:
            f[ply, BEST] = high
            return True
        f[ply, MOVE] = entry >> 32
    return False


@fast
def _remember(f: Ints, tt: Ints, ply: int, age: int) -> None:
    key = _key(f, ply, age)
    slot = _slot(key)
    low, high = -ENDLESS, ENDLESS
    if tt[slot, 0] == key:
        entry = tt[slot, 1]
        low, high = (entry & 0xFFFF) - ENDLESS, (entry >> 16 & 0xFFFF) - ENDLESS
    best = f[ply, BEST]
    if best >= f[ply, LIMIT]:
        low = max(low, best)
    else:
        high = min(high, best)
    tt[slot, 0] = key
    tt[slot, 1] = _entry(low, high, f[ply, MOVE])


@fast
def _outlook(p: Packed, f: Ints, ply: int, card: int) -> int:
    """What the trick seems to bring the side on turn when this card is played and whoever can still take it does."""
    seat = f[ply, SEAT]
    mine = p.side[seat]
    size = f[ply, COUNT]
    if size == 0:
        led, best, taker = card, card, seat
    else:
        led, best, taker = f[ply, LED], f[ply, WINNING], f[ply, WINNER]
        if p.beaters[best] >> card & 1:
            best, taker = card, seat
    suit = SUIT << (led & 24)
    trumps = p.facts[TRUMPS]
    value = f[ply, TABLE] * (1 if size else 0) + p.points[card]
    other = seat
    for _ in range(p.facts[PLAYERS] - size - 1):
        other = p.following[other]
        hand = f[ply, HANDS + other]
        follow = hand & suit
        able = (follow or hand & trumps) & p.beaters[best]
        if able and p.side[other] != p.side[taker]:
            best, taker = highest(able), other
            value += p.points[best]
        elif follow and p.side[other] == p.side[taker]:
            value += p.points[highest(follow)] >> 1
    return value if p.side[taker] == mine else -value


@fast
def _order(p: Packed, under: Ints, f: Ints, ply: int) -> None:
    """List the cards worth trying, the most promising first."""
    left, known, total = playable(p, f, ply), f[ply, MOVE], 0
    f[ply, NEXT] = 0
    f[ply, BEST] = ENDLESS if p.side[f[ply, SEAT]] else -ENDLESS
    strange = f[ply, LEFT] & ~f[ply, HANDS + f[ply, SEAT]]
    if f[ply, COUNT]:
        strange |= 1 << f[ply, WINNING]
    before, chain = -1, 0
    while left:
        card = lowest(left)
        left &= left - 1
        if (
            before < 0
            or (before ^ card) & 24
            or strange & (1 << card) - (1 << before)
            or under[card] >= 0
            or under[before] >= 0
        ):
            chain += 1
        before = card
        score = 100_000 if card == known else _outlook(p, f, ply, card) * 8 - (card & 7)
        at = total
        while at and f[ply, SCORES + at - 1] < score:
            f[ply, SCORES + at] = f[ply, SCORES + at - 1]
            f[ply, ORDER + at] = f[ply, ORDER + at - 1]
            f[ply, CHAINS + at] = f[ply, CHAINS + at - 1]
            at -= 1
        f[ply, SCORES + at] = score
        f[ply, ORDER + at] = card
        f[ply, CHAINS + at] = chain
        total += 1
    f[ply, MOVES] = total


@fast
def _heard(p: Packed, f: Ints, ply: int, value: int) -> bool:
    """Take note of what the last card tried is worth; whether that settles the question."""
    tried = f[ply, NEXT] - 1
    card = f[ply, ORDER + tried]
    limit = f[ply, LIMIT]
    if p.side[f[ply, SEAT]]:
        if value < f[ply, BEST]:
            f[ply, BEST] = value
            f[ply, MOVE] = card
        if value < limit:
            return True
    else:
        if value > f[ply, BEST]:
            f[ply, BEST] = value
            f[ply, MOVE] = card
        if value >= limit:
            return True
    _spare(p, f, ply, tried, value)
    return False


@fast
def _spare(p: Packed, f: Ints, ply: int, tried: int, value: int) -> None:
    """Drop the cards next to the one tried that cannot be worth enough more.

    Two cards of a hand with nobody's card between them take and lose the same tricks, so that playing one for the
    other changes the points by no more than they differ.
    """
    chain, points = f[ply, CHAINS + tried], p.points[f[ply, ORDER + tried]]
    low, kept = p.side[f[ply, SEAT]] == 1, tried + 1
    for at in range(tried + 1, f[ply, MOVES]):
        card = f[ply, ORDER + at]
        if f[ply, CHAINS + at] == chain:
            apart = abs(p.points[card] - points)
            if low and value - apart >= f[ply, LIMIT]:
                f[ply, BEST] = min(f[ply, BEST], value - apart)
                continue
            if not low and value + apart < f[ply, LIMIT]:
                f[ply, BEST] = max(f[ply, BEST], value + apart)
                continue
        f[ply, ORDER + kept] = card
        f[ply, CHAINS + kept] = f[ply, CHAINS + at]
        kept += 1
    f[ply, MOVES] = kept


@fast
def bound(p: Packed, under: Ints, f: Ints, tt: Ints, base: int, sweep: int, age: int) -> int:
    """A bound of the points side 0 takes from row `base` on: at least `LIMIT` if it takes that many, else below."""
    ply, down = base, True
    while True:
        if down:
            down = not _settled(f, tt, ply, sweep, age)
            if down:
                _order(p, under, f, ply)
            elif ply == base:
                return f[ply, BEST]
            else:
                ply -= 1
                continue
        elif not _heard(p, f, ply, f[ply + 1, GAIN] + f[ply + 1, BEST]):
            down = f[ply, NEXT] < f[ply, MOVES]
        if down:
            card = f[ply, ORDER + f[ply, NEXT]]
            f[ply, NEXT] += 1
            step(p, under, f, ply, card)
            ply += 1
            f[ply, LIMIT] = f[ply - 1, LIMIT] - f[ply, GAIN]
            continue
        if f[ply, COUNT] == 0 and f[ply, LEFT]:
            _remember(f, tt, ply, age)
        if ply == base:
            return f[ply, BEST]
        ply -= 1


@fast
def points(p: Packed, under: Ints, f: Ints, tt: Ints, base: int, sweep: int, age: int, guess: int) -> int:
    """The points side 0 takes from row `base` on, with best play of all."""
    low, high = -ENDLESS, ENDLESS
    while low < high:
        f[base, LIMIT] = limit = max(guess, low + 1)
        guess = bound(p, under, f, tt, base, sweep, age)
        if guess >= limit:
            low = guess
        else:
            high = guess
    return low


@fast
def deal(p: Packed, under: Ints, f: Ints, hands: Ints) -> bool:
    """Put a world's cards into row 0, which holds all that the worlds share; whether it can be played to its end."""
    seat, lying, size = f[0, SEAT], f[0, COUNT], 0
    f[0, LEFT], f[0, REST] = 0, LAST_TRICK
    for other in range(4):
        f[0, HANDS + other] = 0
    for turn in range(p.facts[PLAYERS]):
        f[0, HANDS + seat] = hands[seat]
        cards = hands[seat]
        # Those after him have played: what lies under their cards is still to come.
        played = turn >= p.facts[PLAYERS] - lying
        if played and p.facts[PLAYERS] == 2 and under[f[0, LED]] >= 0:
            cards |= 1 << under[f[0, LED]]
        cards = _with_hidden(under, cards)
        if turn == 0:
            size = count(cards)
        if count(cards) != size - (1 if played else 0) or f[0, LEFT] & cards:
            return False
        f[0, LEFT] |= cards
        seat = p.following[seat]
    cards = f[0, LEFT]
    while cards:
        f[0, REST] += p.points[lowest(cards)]
        cards &= cards - 1
    return size > 0


@fast
def _with_hidden(under: Ints, cards: int) -> int:
    opened = cards
    while opened:
        hidden = under[lowest(opened)]
        opened &= opened - 1
        if hidden >= 0:
            cards |= 1 << hidden
    return cards


@fast
def value_all(p: Packed, under: Ints, f: Ints, tt: Ints, hands: Ints, sweep: int, age: int, out: Ints) -> int:
    """As `solve_all`, but fill `out` (n,) with what the best card is worth."""
    guess = -1
    for world in range(len(hands)):
        if not deal(p, under[world], f, hands[world]):
            return world
        if guess < 0:
            guess = (f[0, REST] + f[0, TABLE]) // 2
        out[world] = guess = points(p, under[world], f, tt, 0, sweep, age + world, guess)
    return len(hands)


@fast
def solve_all(p: Packed, under: Ints, f: Ints, tt: Ints, hands: Ints, sweep: int, age: int, out: Ints) -> int:
    """Fill `out` (n, 32), by the solver's card; only playable cards are written.

    How many worlds were solved: fewer than n when the next one cannot be played to its end. `age` is the first of n
    numbers that no entry of `tt` carries yet.
    """
    guess = -1
    for world in range(len(hands)):
        if not deal(p, under[world], f, hands[world]):
            return world
        if guess < 0:
            guess = (f[0, REST] + f[0, TABLE]) // 2
        cards = playable(p, f, 0)
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            step(p, under[world], f, 0, card)
            guess = points(p, under[world], f, tt, 1, sweep, age + world, guess - f[1, GAIN]) + f[1, GAIN]
            out[world, card] = guess
    return len(hands)
