"""What happened, in the past tense, for whoever tells it. Public facts only, and no text for people."""

from typing import NamedTuple, TypeAlias

from engine.actions import Action
from engine.cards import NO_CARD, Card, Suit
from engine.contracts import Contract
from engine.seats import Seat, Side
from engine.state import FinishedDeal, MeldTold
from engine.trick import Played


class DealStarted(NamedTuple):
    deal_no: int
    dealer: Seat
    turned: Card = NO_CARD
    """-1 where no card is turned up."""


class Called(NamedTuple):
    seat: Seat
    action: Action


class ContractFixed(NamedTuple):
    contract: Contract


class LaidAside(NamedTuple):
    """The dealer laid a card aside, face down."""

    seat: Seat


class MeldChosen(NamedTuple):
    """A seat decided what to announce; what, it says with its card."""

    seat: Seat


class MeldsTold(NamedTuple):
    """A seat announced, with its first card."""

    seat: Seat
    melds: tuple[MeldTold, ...]


class MeldsJudged(NamedTuple):
    """All announcements as they stand after the first trick; also when somebody forgot to show his."""

    melds: tuple[MeldTold, ...]


class MeldsShown(NamedTuple):
    seat: Seat
    melds: tuple[MeldTold, ...]


class CardPlayed(NamedTuple):
    seat: Seat
    card: Card


class BeloteSaid(NamedTuple):
    seat: Seat
    suit: Suit
    second: bool


class Claimed(NamedTuple):
    """A seat proved that every remaining trick is its own."""

    seat: Seat


class TrickTaken(NamedTuple):
    seat: Seat
    points: int
    """Without the last trick's ten."""
    plays: tuple[Played, ...]


class DealScored(NamedTuple):
    finished: FinishedDeal


class MatchWon(NamedTuple):
    side: Side


Event: TypeAlias = (
    DealStarted
    | Called
    | ContractFixed
    | LaidAside
    | MeldChosen
    | MeldsTold
    | MeldsJudged
    | MeldsShown
    | CardPlayed
    | Claimed
    | BeloteSaid
    | TrickTaken
    | DealScored
    | MatchWon
)
