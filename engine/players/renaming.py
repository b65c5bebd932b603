"""A position with other names: the viewer's seat first, the suits in an order that follows from the position.

Who thinks about the renamed position and translates his choice back cannot favour a suit or a seat for its name. Two
suits of which nothing differs keep the order of their numbers: there it does not matter.
"""

from typing import NamedTuple, TypeVar

from engine.actions import ASIDE, NAME_SUIT, PLAY, Action, ActionKind, bid, meld
from engine.auction import Call
from engine.cards import NO_CARD, SUITS, Card, Hand, Suit
from engine.contracts import NO_TRUMP_STRAIN
from engine.observation import Observation
from engine.players.ties import story
from engine.seats import Pair, Seat, side_of
from engine.state import BeloteCall, Column, MeldTold
from engine.trick import PLAYED, Played, Trick

_T = TypeVar("_T")


class Names(NamedTuple):
    """By the old name: the new one."""

    suits: tuple[Suit, Suit, Suit, Suit]
    seats: tuple[Seat, Seat, Seat, Seat]
    turned: bool
    """The two sides exchange names."""

    def card(self, card: Card) -> Card:
        """A card's new name; that of none is none."""
        return card if card == NO_CARD else self.suits[card >> 3] << 3 | card & 7

    def hand(self, hand: Hand) -> Hand:
        """A set of cards by its new names."""
        return sum((hand >> 8 * suit & 255) << 8 * self.suits[suit] for suit in SUITS)

    def pair(self, pair: Pair) -> Pair:
        """Two numbers by side."""
        return (pair[1], pair[0]) if self.turned else pair

    def action(self, action: Action) -> Action:
        """The same action in the renamed position."""
        match action.kind:
            case ActionKind.PLAY:
                return PLAY[self.card(action.card)]
            case ActionKind.ASIDE:
                return ASIDE[self.card(action.card)]
            case ActionKind.SUIT:
                return NAME_SUIT[self.suits[action.suit]]
            case ActionKind.MELD:
                return meld(self.hand(action.extra))
            case ActionKind.BID if action.extra < NO_TRUMP_STRAIN:
                return bid(action.level, self.suits[action.extra])
            case _:
                return action

    def plays(self, plays: tuple[Played, ...]) -> tuple[Played, ...]:
        """Cards on the table."""
        return tuple(PLAYED[self.seats[seat]][self.card(card)] for seat, card in plays)


def back(names: Names) -> Names:
    """The names that undo these."""
    suits, seats = [0] * 4, [0] * 4
    for name in SUITS:
        suits[names.suits[name]] = name
        seats[names.seats[name]] = name
    clubs, diamonds, hearts, spades = suits
    north, east, south, west = seats
    return Names((clubs, diamonds, hearts, spades), (north, east, south, west), names.turned)


def names_for(obs: Observation) -> Names:
    """The names under which a seat thinks: itself north, the suits by what happened to them. `ValueError` for a
    bystander, who has nothing to decide."""
    me = obs.seat
    if me is None:
        raise ValueError("a bystander chooses nothing")
    seats = ((0 - me) % 4, (1 - me) % 4, (2 - me) % 4, (3 - me) % 4)
    stories = [story(obs, suit) for suit in SUITS]
    suits = [0] * 4
    for place, suit in enumerate(sorted(SUITS, key=lambda suit: (stories[suit], suit))):
        suits[suit] = place
    clubs, diamonds, hearts, spades = suits
    return Names((clubs, diamonds, hearts, spades), seats, side_of(obs.rules, me) == 1)


def renamed(obs: Observation, names: Names) -> Observation:
    """The position by other names. What is left of earlier deals is left out."""
    seats, card, hand, pair = names.seats, names.card, names.hand, names.pair
    contract = obs.contract
    if contract is not None:
        trump = contract.trump if contract.trump < 0 else names.suits[contract.trump]
        contract = contract._replace(taker=seats[contract.taker], trump=trump)
    return obs._replace(
        seat=None if obs.seat is None else seats[obs.seat],
        dealer=seats[obs.dealer],
        turn=None if obs.turn is None else seats[obs.turn],
        totals=pair(obs.totals),
        turned=card(obs.turned),
        calls=tuple(Call(seats[seat], names.action(action)) for seat, action in obs.calls),
        contract=contract,
        hand=hand(obs.hand),
        counts=_moved(names, obs.counts),
        columns=tuple(
            tuple(Column(card(column.open), column.reserve) for column in row)
            for row in _moved(names, obs.columns)
        ),
        leader=seats[obs.leader],
        trick=names.plays(obs.trick),
        tricks=tuple(
            Trick(names.plays(trick.plays), seats[trick.winner], trick.points) for trick in obs.tricks
        ),
        won=pair(obs.won),
        belotes=tuple(_belote(names, call) for call in obs.belotes),
        melds=tuple(_told(names, told) for told in obs.melds),
        finished=None,
        chosen=None if obs.chosen is None else hand(obs.chosen),
    )


def _moved(names: Names, by_seat: tuple[_T, ...]) -> tuple[_T, ...]:
    order = sorted(zip(names.seats, range(4), strict=True))
    return tuple(by_seat[old] for _, old in order) if by_seat else ()


def _belote(names: Names, call: BeloteCall) -> BeloteCall:
    return call._replace(seat=names.seats[call.seat], suit=names.suits[call.suit], card=names.card(call.card))


def _told(names: Names, told: MeldTold) -> MeldTold:
    suit = told.suit if told.suit < 0 else names.suits[told.suit]
    return told._replace(seat=names.seats[told.seat], suit=suit, cards=names.hand(told.cards))
