"""What the side that leads takes for sure, seen at a glance: cards that win whatever the others do."""

from engine.players.solver.compiling import Ints, count, highest, inner, lowest
from engine.players.solver.frames import HANDS, LEFT, SEAT, SUIT
from engine.players.solver.packed import EXEMPT, FOLLOWING, PARTNER, PLAYERS, POINTS, TRUMPS


@inner
def worth(m: Ints, cards: int) -> int:
    """The points of a set of cards."""
    total = 0
    while cards:
        total += m[POINTS + lowest(cards)]
        cards &= cards - 1
    return total


@inner
def _above(mine: int, others: int) -> int:
    """The cards of a suit that lie above all of the others'."""
    return mine & ~((2 << highest(others)) - 1) if others else mine


@inner
def _highest_of(cards: int, many: int) -> int:
    for _ in range(count(cards) - many):
        cards &= cards - 1
    return cards


@inner
def _given(m: Ints, cards: int, rounds: int) -> int:
    return worth(m, cards) if count(cards) <= rounds else 0


@inner
def cashed(m: Ints, at: int) -> int:
    """A lower bound of what the leader's side takes from row `at` on, a trick's beginning: one hand's masters are led
    one after the other. -1 when they are all it holds, so that it takes everything.

    Trumps come first. A plain master wins when who could still ruff must follow, or has no trump left; a partner who
    has to ruff ends it. What falls on these tricks is counted where a seat must give all it has of the suit.
    """
    seat = m[at + SEAT]
    hand, left, trumps = m[at + HANDS + seat], m[at + LEFT], m[TRUMPS]
    four = m[PLAYERS] == 4
    behind = m[FOLLOWING + seat]
    # With two players hidden cards may come up in either hand: all that lie elsewhere count as the opponent's.
    first = m[at + HANDS + behind] if four else left & ~hand
    second = m[at + HANDS + m[FOLLOWING + m[FOLLOWING + behind]]] if four else 0
    across = m[at + HANDS + m[PARTNER + seat]] if four else 0
    run = _above(hand & trumps, left & trumps & ~hand)
    rounds = count(run)
    friends = hand | across
    points, sure = worth(m, _above(friends & trumps, left & trumps & ~friends)), rounds
    ruffs = count(first & trumps) > rounds
    ruffs_too = count(second & trumps) > rounds
    # How often the partner surely need not ruff.
    spare = 32
    if count(across & trumps) > rounds:
        spare = count(across & ~trumps) if m[EXEMPT] & ~trumps else 0
    for shift in range(0, 32, 8):
        suit = SUIT << shift & ~trumps
        mine = hand & suit
        run = _above(mine, left & suit & ~hand)
        if not run:
            continue
        long, long_too, long_across = count(first & suit), count(second & suit), count(across & suit)
        many = count(run)
        if many >= max(long, long_too, long_across):
            run = mine
            many = count(run)
        if ruffs:
            many = min(many, long if four else 0)
        if ruffs_too:
            many = min(many, long_too)
        many = min(many, spare)
        if spare < 32:
            spare -= many
        sure += many
        points += worth(m, _highest_of(run, many))
        if four and many:
            points += _given(m, first & suit, many) + _given(m, second & suit, many)
            points += _given(m, across & suit, many)
    return -1 if four and sure == count(hand) else points


@inner
def kept(m: Ints, at: int) -> int:
    """A lower bound of what the other side takes: trumps above all others win whenever they are played."""
    trumps = m[TRUMPS] & m[at + LEFT]
    if not trumps:
        return 0
    behind = m[FOLLOWING + m[at + SEAT]]
    foes = m[at + HANDS + behind]
    if m[PLAYERS] == 4:
        foes |= m[at + HANDS + m[PARTNER + behind]]
    return worth(m, _above(trumps & foes, trumps & ~foes))
