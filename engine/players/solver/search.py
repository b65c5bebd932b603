"""Best play with all cards seen: alpha-beta on the question "does side 0 take at least so many points?", asked until
both answers meet, with a table of the positions between two tricks.
"""

from typing import Final

from engine.contracts import LAST_TRICK
from engine.players.solver.cashing import cashed, kept, worth
from engine.players.solver.compiling import Ints, count, fast, highest, inner, lowest, pointer
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
    WIDTH,
    WINNER,
    WINNING,
    playable,
    step,
)
from engine.players.solver.packed import (
    BEATERS,
    FOLLOWING,
    PLAYERS,
    POINTS,
    ROWS,
    SIDE,
    TRUMPS,
    UNDER,
)

ENDLESS: Final = 30_000
"""More than any number of points."""

STRIDE: Final = 6
"""How far the second question lies from the first, in points."""

KNOWN: Final = 1 << 30

ENTRIES: Final = 1 << 18
"""Positions remembered: a key and an answer each, in the numbers of `tt`."""


@inner
def _key(m: Ints, at: int, age: int) -> int:
    """What tells a position between two tricks from any other: within one deal, the cards left and who leads."""
    return m[at + LEFT] | m[at + SEAT] << 32 | m[at + SWEEPS] << 34 | age << 36


@inner
def _slot(key: int) -> int:
    mixed = (key ^ key >> 29) * -7046029254386353131
    return (mixed >> 40 & ENTRIES - 1) * 2


@inner
def _low(entry: int) -> int:
    return (entry & 0xFFFF) - ENDLESS


@inner
def _high(entry: int) -> int:
    return (entry >> 16 & 0xFFFF) - ENDLESS


@inner
def _settled(m: Ints, tt: Ints, at: int, sweep: int, age: int) -> bool:
    """Whether the question is answered without trying a card; the answer is then in `BEST`."""
    limit, sweeps = m[at + LIMIT], m[at + SWEEPS]
    most, least = m[at + REST] + m[at + TABLE], 0
    if sweeps:
        most += sweep if sweeps & 1 else 0
        least -= sweep if sweeps & 2 else 0
    m[at + MOVE] = -1
    m[at + BEST] = most
    if m[at + LEFT] == 0:
        m[at + BEST] += least
        return True
    if limit > most:
        return True
    m[at + BEST] = least
    if limit <= least:
        return True
    return m[at + COUNT] == 0 and (_remembered(m, tt, at, age) or (sweeps == 0 and _sure(m, at)))


@inner
def _remembered(m: Ints, tt: Ints, at: int, age: int) -> bool:
    key = _key(m, at, age)
    slot = _slot(key)
    if tt[slot] != key:
        return False
    entry, limit = tt[slot + 1], m[at + LIMIT]
    m[at + MOVE] = entry >> 32
    m[at + BEST] = _low(entry)
    if _low(entry) >= limit:
        return True
    m[at + BEST] = _high(entry)
    return _high(entry) < limit


@inner
def _sure(m: Ints, at: int) -> bool:
    limit, rest, points = m[at + LIMIT], m[at + REST], cashed(m, at)
    if points < 0:
        points = rest
    lost = kept(m, at)
    if m[SIDE + m[at + SEAT]] == 0:
        low, high = points, rest - lost
    else:
        low, high = lost, rest - points
    if low >= limit:
        m[at + BEST] = low
        return True
    m[at + BEST] = high
    return high < limit


@inner
def _remember(m: Ints, tt: Ints, at: int, age: int) -> None:
    key = _key(m, at, age)
    slot = _slot(key)
    low, high = -ENDLESS, ENDLESS
    if tt[slot] == key:
        low, high = _low(tt[slot + 1]), _high(tt[slot + 1])
    best = m[at + BEST]
    if best >= m[at + LIMIT]:
        low = max(low, best)
    else:
        high = min(high, best)
    tt[slot] = key
    tt[slot + 1] = low + ENDLESS | high + ENDLESS << 16 | m[at + MOVE] << 32


@inner
def _outlook(m: Ints, at: int, card: int) -> int:
    """What the trick seems to bring the side on turn when this card is played and whoever can still take it does."""
    seat, size, trumps = m[at + SEAT], m[at + COUNT], m[TRUMPS]
    led, best, taker, value = card, card, seat, m[POINTS + card]
    if size:
        led = m[at + LED]
        value += m[at + TABLE]
        if not m[BEATERS + m[at + WINNING]] >> card & 1:
            best, taker = m[at + WINNING], m[at + WINNER]
    suit = SUIT << (led & 24)
    side, other = m[SIDE + taker], seat
    for _ in range(m[PLAYERS] - size - 1):
        other = m[FOLLOWING + other]
        hand = m[at + HANDS + other]
        follow = hand & suit
        if m[SIDE + other] == side:
            if follow:
                value += m[POINTS + highest(follow)] >> 1
            continue
        able = (follow or hand & trumps) & m[BEATERS + best]
        if able:
            best = highest(able)
            side ^= 1
            value += m[POINTS + best]
    return value if side == m[SIDE + seat] else -value


@inner
def _order(m: Ints, at: int) -> None:
    """List the cards worth trying, the most promising first."""
    seat, cards, known, total = m[at + SEAT], playable(m, at), m[at + MOVE], 0
    m[at + NEXT] = 0
    m[at + BEST] = ENDLESS if m[SIDE + seat] else -ENDLESS
    if cards & cards - 1 == 0:
        m[at + ORDER] = lowest(cards)
        m[at + MOVES] = 1
        return
    between = m[at + LEFT] & ~m[at + HANDS + seat]
    if m[at + COUNT]:
        between |= 1 << m[at + WINNING]
    before, chain = -1, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if before < 0 or not _neighbours(m, before, card, between):
            chain += 1
        elif m[POINTS + card] == m[POINTS + before] and card != known:
            continue
        before = card
        score = KNOWN if card == known else _outlook(m, at, card) * 8 - (card & 7)
        _insert(m, at, total, card, chain, score)
        total += 1
    m[at + MOVES] = total


@inner
def _neighbours(m: Ints, lower: int, card: int, between: int) -> bool:
    """Whether two cards of a hand take and lose the same tricks: none but its own lies between, nor under them."""
    if (lower ^ card) & 24 or between & (1 << card) - (1 << lower):
        return False
    return m[UNDER + lower] < 0 and m[UNDER + card] < 0


@inner
def _insert(m: Ints, at: int, total: int, card: int, chain: int, score: int) -> None:
    place = at + total
    while place > at and m[place + SCORES - 1] < score:
        m[place + SCORES] = m[place + SCORES - 1]
        m[place + ORDER] = m[place + ORDER - 1]
        m[place + CHAINS] = m[place + CHAINS - 1]
        place -= 1
    m[place + SCORES] = score
    m[place + ORDER] = card
    m[place + CHAINS] = chain


@inner
def _heard(m: Ints, at: int, value: int) -> bool:
    """Take note of what the last card tried is worth; whether that settles the question."""
    tried = at + m[at + NEXT] - 1
    low = m[SIDE + m[at + SEAT]] == 1
    if value < m[at + BEST] if low else value > m[at + BEST]:
        m[at + BEST] = value
        m[at + MOVE] = m[tried + ORDER]
    if (value >= m[at + LIMIT]) != low:
        return True
    if m[at + NEXT] < m[at + MOVES]:
        _spare(m, at, tried, value, low)
    return False


@inner
def _spare(m: Ints, at: int, tried: int, value: int, low: bool) -> None:
    """Drop the neighbours of the card tried that cannot be worth enough more.

    Playing one for the other changes no trick, so it changes the points by no more than the two cards differ.
    """
    chain, points = m[tried + CHAINS], m[POINTS + m[tried + ORDER]]
    kept, limit = tried + 1, m[at + LIMIT]
    for place in range(tried + 1, at + m[at + MOVES]):
        card = m[place + ORDER]
        if m[place + CHAINS] == chain:
            apart = abs(m[POINTS + card] - points)
            if low and value - apart >= limit:
                m[at + BEST] = min(m[at + BEST], value - apart)
                continue
            if not low and value + apart < limit:
                m[at + BEST] = max(m[at + BEST], value + apart)
                continue
        m[kept + ORDER] = card
        m[kept + CHAINS] = m[place + CHAINS]
        kept += 1
    m[at + MOVES] = kept - at


@inner
def _bound(m: Ints, tt: Ints, base: int, sweep: int, age: int) -> int:
    """A bound of the points side 0 takes from row `base` on: at least `LIMIT` if it takes that many, else below."""
    at, down = base, True
    while True:
        if down:
            if _settled(m, tt, at, sweep, age):
                if at == base:
                    return m[at + BEST]
                at -= WIDTH
                down = False
                continue
            _order(m, at)
        elif not _heard(m, at, m[at + WIDTH + GAIN] + m[at + WIDTH + BEST]):
            down = m[at + NEXT] < m[at + MOVES]
        if down:
            card = m[at + ORDER + m[at + NEXT]]
            m[at + NEXT] += 1
            step(m, at, card)
            at += WIDTH
            m[at + LIMIT] = m[at - WIDTH + LIMIT] - m[at + GAIN]
            continue
        if m[at + COUNT] == 0:
            _remember(m, tt, at, age)
        if at == base:
            return m[at + BEST]
        at -= WIDTH


@fast
def points(m: Ints, tt: Ints, base: int, sweep: int, age: int, guess: int) -> int:
    """The points side 0 takes from row `base` on, with best play of all: halved between the answers seen so far."""
    low, high, stride, limit = -ENDLESS, ENDLESS, STRIDE, guess
    while low < high:
        m[base + LIMIT] = limit
        found = _bound(m, tt, base, sweep, age)
        if found >= limit:
            low, limit = found, found + stride
        else:
            high, limit = found, found - stride + 1
        stride *= 2
        if low > -ENDLESS and high < ENDLESS:
            limit = (low + high + 1) // 2
    return low


@fast
def deal(m: Ints, hands: Ints, under: Ints) -> bool:
    """Put a world's cards into the first row, which holds all that the worlds share; whether it can be played out."""
    seat, lying, size = m[ROWS + SEAT], m[ROWS + COUNT], 0
    for card in range(32):
        m[UNDER + card] = under[card]
    for other in range(4):
        m[ROWS + HANDS + other] = 0
    m[ROWS + LEFT] = 0
    for turn in range(m[PLAYERS]):
        m[ROWS + HANDS + seat] = cards = hands[seat]
        # Those at the end of the round have played: what lies under their cards is still to come.
        played = turn >= m[PLAYERS] - lying
        if played and m[PLAYERS] == 2 and under[m[ROWS + LED]] >= 0:
            cards |= 1 << under[m[ROWS + LED]]
        cards = _with_hidden(m, cards)
        if turn == 0:
            size = count(cards)
        if count(cards) != size - (1 if played else 0) or m[ROWS + LEFT] & cards:
            return False
        m[ROWS + LEFT] |= cards
        seat = m[FOLLOWING + seat]
    m[ROWS + REST] = worth(m, m[ROWS + LEFT]) + LAST_TRICK
    return 0 < size <= 32 // m[PLAYERS]


@inner
def _with_hidden(m: Ints, cards: int) -> int:
    opened = cards
    while opened:
        hidden = m[UNDER + lowest(opened)]
        opened &= opened - 1
        if hidden >= 0:
            cards |= 1 << hidden
    return cards


@fast
def value_all(memory: Ints, entries: Ints, hands: Ints, under: Ints, sweep: int, age: int, out: Ints) -> int:
    """As `solve_all`, but fill `out` (n,) with what the best card is worth."""
    m, tt, guess = pointer(memory), pointer(entries), -ENDLESS
    for world in range(len(hands)):
        if not deal(m, hands[world], under[world]):
            return world
        if guess == -ENDLESS:
            guess = (m[ROWS + REST] + m[ROWS + TABLE]) // 2
        out[world] = guess = points(m, tt, ROWS, sweep, age + world, guess)
    return len(hands)


@fast
def solve_all(memory: Ints, entries: Ints, hands: Ints, under: Ints, sweep: int, age: int, out: Ints) -> int:
    """Fill `out` (n, 32), by the solver's card; only playable cards are written.

    How many worlds were solved: fewer than n when the next one cannot be played to its end. `age` is the first of n
    numbers that no entry carries yet.
    """
    m, tt, guess, after = pointer(memory), pointer(entries), -ENDLESS, ROWS + WIDTH
    for world in range(len(hands)):
        if not deal(m, hands[world], under[world]):
            return world
        if guess == -ENDLESS:
            guess = (m[ROWS + REST] + m[ROWS + TABLE]) // 2
        cards = playable(m, ROWS)
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            step(m, ROWS, card)
            gain = m[after + GAIN]
            guess = points(m, tt, after, sweep, age + world, guess - gain) + gain
            out[world, card] = guess
    return len(hands)
