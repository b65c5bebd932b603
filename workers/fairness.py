"""Checks that anybody can run: does a player look at hidden cards, and does it mind how suits and seats are called?

A game is kept as a pack and what was done, so that a renamed or turned game is played again by the rules and not
rewritten value by value. Every check compares a choice with the one a fair player must make.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.actions import ASIDE as LAY_ASIDE
from engine.actions import NAME_SUIT, PLAY, Action, ActionKind, bid, meld
from engine.cards import CARDS, NO_CARD, SUITS, Card, Hand, Suit, cards_of, mask_of
from engine.contracts import NO_TRUMP_STRAIN
from engine.match import Match, apply, new_match, replay, start_deal, to_act
from engine.observation import legal_actions, observation
from engine.players import Player
from engine.players.ties import alike
from engine.rules import Rules
from engine.seats import Seat, order_from, seats_in_play

Names = tuple[Suit, ...]
"""By suit: what it is called instead."""


class Game(NamedTuple):
    """A deal and what has been done in it."""

    rules: Rules
    dealer: Seat
    pack: tuple[Card, ...]
    actions: tuple[Action, ...] = ()

    def match(self) -> Match:
        """Where it stands."""
        return replay(start_deal(new_match(self.rules, self.dealer), self.pack)[0], self.actions)


class Unfair(NamedTuple):
    """A choice that a fair player would not make."""

    check: str
    """One of `CHECKS`."""
    game: Game
    chose: Action
    due: Action


CHECKS: Final = ("rules", "again", "hidden", "suits", "seats")
"""The choice is legal; is made again for the same position; does not mind cards exchanged that the seat cannot see;
is renamed with the suits, and stays with everybody further round the table."""


def check(game: Game, player: Player, budget: int, rng: random.Random) -> Iterator[Unfair]:
    """What is unfair in the choice of whoever is on turn; nothing, for a fair player."""
    match = game.match()
    seat = to_act(match)
    assert seat is not None
    seed = b"fairplay"

    def choice(of: Match) -> Action:
        return player(observation(of, to_act(of)), budget, seed)

    due = choice(match)
    if due not in (offers := legal_actions(observation(match, seat))):
        yield Unfair("rules", game, due, offers[0])
        return
    names = tuple(rng.sample(SUITS, 4))
    others = (
        ("again", match, due),
        ("hidden", exchanged(match, seat, rng), due),
        ("suits", renamed(game, names).match(), called(due, names)),
        ("seats", turned(game, rng.randrange(1, len(seats_in_play(game.rules)))).match(), due),
    )
    for name, other, expected in others:
        chose = choice(other)
        # Of two suits of which nothing differs either will do: no order of theirs survives a renaming.
        if not alike(observation(other, to_act(other)), chose, expected):
            yield Unfair(name, game, chose, expected)


def games(rules: Rules, players: Sequence[Player], budget: int, rng: random.Random) -> Iterator[Game]:
    """A random deal played out by these players (by seat), as it stands at each choice."""
    pack = list(CARDS)
    rng.shuffle(pack)
    game = Game(rules, rng.choice(seats_in_play(rules)), tuple(pack))
    match = game.match()
    while (seat := to_act(match)) is not None:
        yield game
        action = players[seat](observation(match, seat), budget, b"%d" % rng.getrandbits(32))
        match = apply(match, action)[0]
        game = game._replace(actions=(*game.actions, action))


def exchanged(match: Match, seat: Seat, rng: random.Random) -> Match:
    """The same match with all cards that a seat cannot see exchanged among the places they lie in."""
    deal = match.deal
    assert deal is not None
    setup = deal.setup
    seen = observation(match, seat)
    known = seen.hand | mask_of(play.card for trick in seen.tricks for play in trick.plays)
    known |= mask_of(play.card for play in seen.trick)
    known |= mask_of(column.open for row in seen.columns for column in row if column.open != NO_CARD)
    known |= 0 if seen.turned == NO_CARD else 1 << seen.turned
    unseen = [card for card in CARDS if not known >> card & 1]
    swap = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))

    def moved(cards: Hand) -> Hand:
        return mask_of(swap.get(card, card) for card in cards_of(cards))

    north, east, south, west = (
        hand if other == seat else moved(hand) for other, hand in enumerate(deal.hands)
    )
    n_dealt, e_dealt, s_dealt, w_dealt = map(moved, setup.dealt)
    other = deal._replace(
        setup=setup._replace(
            pack=tuple(swap.get(card, card) for card in setup.pack),
            dealt=(n_dealt, e_dealt, s_dealt, w_dealt),
            aside=swap.get(setup.aside, setup.aside),
        ),
        hands=(north, east, south, west),
        reserves=tuple(tuple(swap.get(card, card) for card in row) for row in deal.reserves),
    )
    return match._replace(deal=other)


def renamed(game: Game, names: Names) -> Game:
    """The same game with the suits called otherwise."""
    pack = tuple(_named(card, names) for card in game.pack)
    return game._replace(pack=pack, actions=tuple(called(action, names) for action in game.actions))


def turned(game: Game, by: int) -> Game:
    """The same game with everybody so many seats further on."""
    return game._replace(dealer=order_from(game.rules, game.dealer)[by])


def called(action: Action, names: Names) -> Action:
    """The action in a game whose suits are called otherwise."""
    match action.kind:
        case ActionKind.PLAY:
            return PLAY[_named(action.card, names)]
        case ActionKind.ASIDE:
            return LAY_ASIDE[_named(action.card, names)]
        case ActionKind.SUIT:
            return NAME_SUIT[names[action.suit]]
        case ActionKind.MELD:
            return meld(mask_of(_named(card, names) for card in cards_of(action.extra)))
        case ActionKind.BID if action.extra < NO_TRUMP_STRAIN:
            return bid(action.level, names[action.extra])
        case _:
            return action


def _named(card: Card, names: Names) -> Card:
    return names[card >> 3] * 8 + (card & 7)
