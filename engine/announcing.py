"""The announcements of a deal under way: who announces when, what the table learns, who has to show.

Announced with the first card, compared after the first trick, shown with the second card (classic §announcements).
"""

from engine.cards import Hand
from engine.contracts import Tables
from engine.melds import (
    MeldEffect,
    Melds,
    Verdict,
    announced_by_rank,
    choices,
    compare,
    proposal,
    same_street,
    strength,
)
from engine.rules import Rules
from engine.seats import Seat, side_of
from engine.state import Announced, Melding, MeldTold


def melds_of(rules: Rules, tables: Tables, hand: Hand, chosen: Hand | None) -> Melds:
    """What a seat announces with its first card."""
    return proposal(rules, tables, hand) if chosen is None else choices(rules, tables, hand)[chosen]


def announce(rules: Rules, tables: Tables, melding: Melding, seat: Seat, hand: Hand) -> Melding:
    """A seat plays its first card, out of this hand."""
    melds = melds_of(rules, tables, hand, melding.chosen)
    if not melds:
        return melding._replace(chosen=None)
    # Strongest first: the order in which they are found would tell which suit is which.
    ordered = sorted(melds, key=lambda meld: strength(rules, tables, meld), reverse=True)
    announced = melding.announced + tuple(Announced(seat, meld, shown=False) for meld in ordered)
    return _told(rules, tables, melding._replace(announced=announced, chosen=None))


def judge(rules: Rules, tables: Tables, melding: Melding) -> Melding:
    """The first trick is complete: whose announcements count?"""
    entries = ((side_of(rules, entry.seat), entry.meld) for entry in melding.announced)
    return _told(rules, tables, melding._replace(verdict=compare(rules, tables, entries)))


def annuls(melding: Melding) -> bool:
    """Whether fours of sevens have ended the deal."""
    return melding.verdict is not None and melding.verdict.effect is MeldEffect.DEAL_ANNULLED


def owes_showing(melding: Melding, seat: Seat) -> bool:
    """Whether a seat has announcements that count and are not on the table yet."""
    return any(
        entry.seat == seat and not entry.shown and counts
        for entry, counts in zip(melding.announced, _counting(melding), strict=True)
    )


def _counting(melding: Melding) -> tuple[bool, ...]:
    """By announcement: it scores. Nothing does before the comparison."""
    return (False,) * len(melding.announced) if melding.verdict is None else melding.verdict.counting


def show(rules: Rules, tables: Tables, melding: Melding, seat: Seat) -> Melding:
    """A seat lays those of its announcements on the table that count."""
    announced = tuple(
        entry._replace(shown=True) if entry.seat == seat and counts else entry
        for entry, counts in zip(melding.announced, _counting(melding), strict=True)
    )
    return _told(rules, tables, melding._replace(announced=announced))


def forget(rules: Rules, tables: Tables, melding: Melding) -> Melding:
    """Somebody did not show: his side loses its announcements, the other does not inherit (AMB-C19)."""
    nothing = Verdict(None, (0, 0), MeldEffect.NONE, (False,) * len(melding.announced))
    return _told(rules, tables, melding._replace(verdict=nothing))


def _told(rules: Rules, tables: Tables, melding: Melding) -> Melding:
    return melding._replace(told=told(rules, tables, melding))


def told(rules: Rules, tables: Tables, melding: Melding, *, reveal: bool = False) -> tuple[MeldTold, ...]:
    """What is public of every announcement; with `reveal` all of it, for a deal that is over."""
    return tuple(_tell(rules, tables, melding, at, reveal) for at in range(len(melding.announced)))


def _tell(rules: Rules, tables: Tables, melding: Melding, at: int, reveal: bool) -> MeldTold:
    seat, meld, shown = melding.announced[at]
    beaten = None if melding.verdict is None else not melding.verdict.counting[at]
    if shown or reveal:
        return MeldTold(seat, meld.kind, meld.points, meld.rank, meld.suit, meld.cards, beaten, meld.length)
    rivals = [
        entry.meld
        for entry in melding.announced
        if side_of(rules, entry.seat) != side_of(rules, seat) and entry.meld.kind is meld.kind
    ]
    if not rivals and not announced_by_rank(rules, meld):
        return MeldTold(seat, meld.kind, meld.points, -1, -1, 0, beaten)
    # The height is told where it decides; and where that is equal, which of them is in trump.
    level = any(same_street(meld, rival) for rival in rivals)
    suit = meld.suit if level and tables.trump == meld.suit else -1
    return MeldTold(seat, meld.kind, meld.points, meld.rank, suit, 0, beaten, meld.length)
