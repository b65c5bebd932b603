"""Announcements: finding, choosing and comparing runs and fours of a kind (classic §announcements).

King and queen of trump are no such meld: they cannot be beaten (`belote`).
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias, assert_never

from engine.cards import (
    ACE,
    EIGHT,
    JACK,
    KING,
    NINE,
    NO_SUIT,
    QUEEN,
    SEVEN,
    SUIT_MASKS,
    SUITS,
    TEN,
    Hand,
    Rank,
    Suit,
    card_of,
)
from engine.contracts import Mode, Tables
from engine.rules import MeldRanking, MeldTable, Rules, TieRule
from engine.seats import EW, NS, Pair, Side


class MeldKind(StrEnum):
    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    CARRE = "carre"


class MeldEffect(StrEnum):
    """What fours of eights or sevens do to the table."""

    NONE = "none"
    MELDS_CANCELLED = "melds-cancelled"
    DEAL_ANNULLED = "deal-annulled"


class Meld(NamedTuple):
    """One announcement."""

    kind: MeldKind
    cards: Hand
    points: int
    rank: Rank
    """The rank of a four of a kind, the top rank of a run."""
    length: int
    """Cards in it."""
    suit: Suit = NO_SUIT
    """The suit of a run."""


Melds: TypeAlias = tuple[Meld, ...]


class Verdict(NamedTuple):
    """What a comparison of all announcements comes to."""

    side: Side | None
    """The side that scores."""
    points: Pair
    effect: MeldEffect
    counting: tuple[bool, ...]
    """By announcement, in the order given: it scores."""


def carre_points(rules: Rules, mode: Mode) -> dict[Rank, int]:
    """The ranks of which four are a meld, and their points."""
    match rules.meld_table:
        case MeldTable.FRENCH:
            if mode is Mode.NO_TRUMP:
                return {NINE: 100, TEN: 150, JACK: 100, QUEEN: 100, KING: 100, ACE: 200}
            return {NINE: 150, TEN: 100, JACK: 200, QUEEN: 100, KING: 100, ACE: 100}
        case MeldTable.TENFOLD:
            tout = mode is Mode.ALL_TRUMP
            low = {SEVEN: 0, EIGHT: 0, NINE: 140 if tout else 0}
            return low | {TEN: 100, JACK: 200 if tout else 20, QUEEN: 30, KING: 40, ACE: 110}
        case _:
            assert_never(rules.meld_table)


def proposal(rules: Rules, tables: Tables, hand: Hand) -> Melds:
    """What is announced by itself: most points without overlap, then the strongest single meld."""
    return max(_arrangements(rules, tables.mode, hand), key=lambda melds: _merit(rules, tables, melds))


def choices(rules: Rules, tables: Tables, hand: Hand) -> dict[Hand, Melds]:
    """By the cards melded: everything a player may announce, nothing included (luxembourg §announcements)."""
    found: dict[Hand, Melds] = {}
    for arrangement in _arrangements(rules, tables.mode, hand):
        for melds in _subsets(arrangement):
            cards = sum(meld.cards for meld in melds)
            if cards not in found or _merit(rules, tables, melds) > _merit(rules, tables, found[cards]):
                found[cards] = melds
    return found


def _merit(rules: Rules, tables: Tables, melds: Melds) -> tuple[int, list[tuple[int, ...]]]:
    # Comparing the whole list, strongest first, also settles ties of the strongest, and prefers more to fewer.
    return sum(meld.points for meld in melds), sorted(
        (strength(rules, tables, m) for m in melds), reverse=True
    )


def _subsets(melds: Melds) -> Iterator[Melds]:
    return chain.from_iterable(combinations(melds, size) for size in range(len(melds) + 1))


@lru_cache(maxsize=4096)
def _arrangements(rules: Rules, mode: Mode, hand: Hand) -> tuple[Melds, ...]:
    """For every choice of the fours of a kind held: they, and the runs of what is left (AMB-A9)."""
    fours = tuple(
        Meld(MeldKind.CARRE, cards, points, rank, 4)
        for rank, points in carre_points(rules, mode).items()
        if hand & (cards := sum(1 << card_of(suit, rank) for suit in SUITS)) == cards
    )
    return tuple(
        (*taken, *_runs(rules, hand & ~sum(four.cards for four in taken))) for taken in _subsets(fours)
    )


def _runs(rules: Rules, hand: Hand) -> Melds:
    runs: list[Meld] = []
    for suit in SUITS:
        length = 0
        for rank in range(9):
            if rank < 8 and hand >> card_of(suit, rank) & 1:
                length += 1
                continue
            runs.extend(_split(rules, suit, rank - 1, length))
            length = 0
    return tuple(runs)


def _split(rules: Rules, suit: Suit, top: Rank, length: int) -> Iterator[Meld]:
    """One maximal run as melds. Where a cent is five cards, three may be left of eight (AMB-C18)."""
    while length >= 3:
        taken = min(length, 5) if rules.meld_table is MeldTable.TENFOLD else length
        yield _run(suit, top, taken)
        top, length = top - taken, length - taken


def _run(suit: Suit, top: Rank, length: int) -> Meld:
    kind, points = {3: (MeldKind.TIERCE, 20), 4: (MeldKind.CINQUANTE, 50)}.get(length, (MeldKind.CENT, 100))
    cards = ((1 << length) - 1) << card_of(suit, top - length + 1)
    return Meld(kind, cards, points, top, length, suit)


def strength(rules: Rules, tables: Tables, meld: Meld) -> tuple[int, ...]:
    """A key that orders melds, the better one greater; equal keys are equal melds (AMB-A7, AMB-A8, AMB-C11)."""
    carre = meld.kind is MeldKind.CARRE
    rank = _carre_rank(tables, meld.rank) if carre else meld.rank
    detail = (0 if carre else meld.length, rank, int(_in_trump(tables, meld)))
    match rules.meld_ranking:
        case MeldRanking.POINTS:
            return (meld.points, int(carre), *detail)
        case MeldRanking.KIND:
            return (int(carre), meld.points, *detail)
        case _:
            assert_never(rules.meld_ranking)


def _carre_rank(tables: Tables, rank: Rank) -> int:
    """Fours rank as their cards do in play. One suit tells it for all: a jack and a nine, whose place is another at
    trump, have points of their own there, and the eights and sevens are the lowest everywhere."""
    return tables.order[card_of(0, rank)]


def _in_trump(tables: Tables, meld: Meld) -> bool:
    return meld.suit != NO_SUIT and bool(SUIT_MASKS[meld.suit] & tables.trumps)


def compare(rules: Rules, tables: Tables, announced: Iterable[tuple[Side, Meld]]) -> Verdict:
    """Which side's announcements count. Each is given with the side that made it."""
    entries = tuple(announced)
    effect = _effect(rules, tables, entries)
    alive = [effect is MeldEffect.NONE and not _is_low(rules, meld) for _, meld in entries]
    if rules.tie_rule is TieRule.STRIKE:
        alive = [living and not _struck(tables, entries, at) for at, living in enumerate(alive)]
    side = _best_side(rules, tables, entries, alive)
    counting = tuple(living and of == side for living, (of, _) in zip(alive, entries, strict=True))
    points = [0, 0]
    for counts, (of, meld) in zip(counting, entries, strict=True):
        points[of] += meld.points if counts else 0
    return Verdict(side, (points[NS], points[EW]), effect, counting)


def _is_low(rules: Rules, meld: Meld) -> bool:
    low = rules.meld_table is MeldTable.TENFOLD
    return low and meld.kind is MeldKind.CARRE and meld.rank in (SEVEN, EIGHT)


def announced_by_rank(rules: Rules, meld: Meld) -> bool:
    """Whether the table hears the rank at once: where fours of low cards have an effect, fours are named."""
    return rules.meld_table is MeldTable.TENFOLD and meld.kind is MeldKind.CARRE


def _effect(rules: Rules, tables: Tables, entries: tuple[tuple[Side, Meld], ...]) -> MeldEffect:
    """The highest four decides: of eights it voids the melds, of sevens the deal (AMB-C15, AMB-C17)."""
    fours = [meld for _, meld in entries if meld.kind is MeldKind.CARRE]
    if not fours:
        return MeldEffect.NONE
    highest = max(fours, key=lambda meld: _carre_rank(tables, meld.rank))
    if not _is_low(rules, highest):
        return MeldEffect.NONE
    return MeldEffect.MELDS_CANCELLED if highest.rank == EIGHT else MeldEffect.DEAL_ANNULLED


def same_street(one: Meld, other: Meld) -> bool:
    """Whether two runs are equal but for their suit."""
    carre = MeldKind.CARRE
    return carre not in (one.kind, other.kind) and (one.length, one.rank) == (other.length, other.rank)


def _struck(tables: Tables, entries: tuple[tuple[Side, Meld], ...], at: int) -> bool:
    """An equal run on the other side, wherever the two rank, strikes both, save one in trump (AMB-C12, C13)."""
    side, meld = entries[at]
    if _in_trump(tables, meld):
        return False
    return any(of != side and same_street(meld, other) for of, other in entries)


def _best_side(
    rules: Rules, tables: Tables, entries: tuple[tuple[Side, Meld], ...], alive: list[bool]
) -> Side | None:
    best: list[tuple[int, ...]] = [(), ()]
    for living, (side, meld) in zip(alive, entries, strict=True):
        if living:
            best[side] = max(best[side], strength(rules, tables, meld))
    if best[NS] == best[EW]:
        return None
    return NS if best[NS] > best[EW] else EW
