"""The values a match is made of. All immutable; every transition is in `match`.

Split by how often a part changes, since a NamedTuple is rebuilt whole: `Setup` per call of the auction, `Deal` per
card, `Match` per ply.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from engine.auction import Call
from engine.cards import NO_CARD, Card, Hand, Suit, mask_of
from engine.contracts import Contract, Tables, compiled
from engine.dealing import Hands
from engine.melds import Meld, MeldKind, Verdict
from engine.rules import Rules
from engine.seats import Pair, Seat, Side
from engine.sheet import DealScore
from engine.trick import Played, Trick

new: Final = tuple.__new__
"""`new(Deal, (...))` is `Deal(...)` without the call in between; for what is built at every ply, and only there."""


class Phase(StrEnum):
    """What the match waits for."""

    DEALING = "dealing"
    """A pack for the next deal."""
    CALLING = "calling"
    LAYING_ASIDE = "laying-aside"
    """The dealer, who picked up the turned card, lays one aside."""
    PLAYING = "playing"
    OVER = "over"


class BeloteCall(NamedTuple):
    """King or queen of trump was played by who held both."""

    seat: Seat
    suit: Suit
    second: bool
    """True at the second of the two: rebelote."""
    trick_no: int
    """1-based."""
    card: Card


class MeldTold(NamedTuple):
    """What the table knows of an announcement."""

    seat: Seat
    kind: MeldKind
    points: int
    height: int
    """The rank, or a run's top rank; -1 while nothing made it public."""
    suit: Suit
    """-1 while not public."""
    cards: Hand
    """0 while hidden."""
    beaten: bool | None
    """Whether it does not count; `None` until the first trick is complete."""
    length: int = 0
    """Cards in it; 0 while its height is not public."""


class Column(NamedTuple):
    """Two players: one of eight columns."""

    open: Card
    """-1 when played."""
    reserve: bool
    """A hidden card lies under it."""


class Announced(NamedTuple):
    """An announcement as it is."""

    seat: Seat
    meld: Meld
    shown: bool


class Melding(NamedTuple):
    """The state of the announcements in a deal."""

    announced: tuple[Announced, ...] = ()
    chosen: Hand | None = None
    """The cards the seat to act will meld with its first card; `None`: the proposal."""
    verdict: Verdict | None = None
    """Set when the first trick is complete."""
    told: tuple[MeldTold, ...] = ()
    """`announced` as the table knows it."""


NO_MELDING: Final = Melding()


class Setup(NamedTuple):
    """What stays as it is once the cards are played."""

    pack: tuple[Card, ...]
    turned: Card
    dealt: Hands
    """By seat: all cards dealt to it so far, hidden reserves included."""
    calls: tuple[Call, ...] = ()
    round: int = 1
    """Of the auction."""
    contract: Contract | None = None
    tables: Tables = compiled(Rules())[0]
    """Of the contract; of no use without one."""
    aside: Card = NO_CARD


class Deal(NamedTuple):
    """A deal under way. Holds every card: never hand it to a view."""

    setup: Setup
    turn: Seat
    hands: Hands
    """What each seat may play; two players: its open cards."""
    leader: Seat
    trick: tuple[Played, ...] = ()
    tricks: tuple[Trick, ...] = ()
    points: Pair = (0, 0)
    """Card points won, without the last trick's ten."""
    won: Pair = (0, 0)
    """Tricks won."""
    belotes: tuple[BeloteCall, ...] = ()
    melding: Melding = NO_MELDING
    columns: tuple[tuple[Column, ...], ...] = ()
    reserves: tuple[tuple[Card, ...], ...] = ()
    """Two players, by seat and column: the hidden card, -1 when turned up."""


class FinishedDeal(NamedTuple):
    """A deal that is over; everything in it is public."""

    deal_no: int
    dealer: Seat
    contract: Contract | None
    calls: tuple[Call, ...]
    tricks: tuple[Trick, ...]
    hands: Hands
    """By seat: every card dealt to it."""
    turned: Card
    melds: tuple[MeldTold, ...]
    belotes: tuple[BeloteCall, ...]
    score: DealScore
    claimed: tuple[Seat, int] | None = None
    """Who claimed the rest, and the first trick (1-based) that was not played out: from there on the others' cards lie
    in some order that the rules allow."""


class Match(NamedTuple):
    """A match at one moment. Holds hidden cards: views get an `Observation`."""

    rules: Rules
    deal_no: int
    """1-based; of the current deal, or of the next while `phase` is DEALING."""
    dealer: Seat
    totals: Pair
    pot: int
    """What ties left open, in written points."""
    ply: int
    """The number of actions so far."""
    phase: Phase
    deal: Deal | None
    finished: FinishedDeal | None
    """The last deal that is over."""
    winner: Side | None


def flip(hands: Hands, seat: Seat, card: Card) -> Hands:
    """The hands with one card given to a seat, or taken from it."""
    north, east, south, west = hands
    bit = 1 << card
    if seat == 0:
        return north ^ bit, east, south, west
    if seat == 1:
        return north, east ^ bit, south, west
    if seat == 2:
        return north, east, south ^ bit, west
    return north, east, south, west ^ bit


def with_reserves(hands: Hands, reserves: tuple[tuple[Card, ...], ...]) -> Hands:
    """Every card dealt to a seat: what it may look at, and what lies hidden in its columns."""
    if not reserves:
        return hands
    north, east, south, west = (
        hand | mask_of(card for card in hidden if card != NO_CARD)
        for hand, hidden in zip(hands, reserves, strict=True)
    )
    return north, east, south, west


def next_ply(match: Match, deal: Deal) -> Match:
    """The same match with one action more."""
    rules, deal_no, dealer, totals, pot, ply, phase, _, finished, winner = match
    return new(Match, (rules, deal_no, dealer, totals, pot, ply + 1, phase, deal, finished, winner))


def in_phase(match: Match, phase: Phase, deal: Deal) -> Match:
    """The same match, now waiting for something else."""
    rules, deal_no, dealer, totals, pot, ply, _, _, finished, winner = match
    return Match(rules, deal_no, dealer, totals, pot, ply, phase, deal, finished, winner)
