"""Positions with all cards open, and what they are worth by the plain engine: slow, and read from the rules alone."""

import random
from typing import NamedTuple, TypeAlias

from engine.actions import ActionKind
from engine.cards import CARDS, NO_CARD, Card, cards_of, mask_of
from engine.contracts import LAST_TRICK, Tables
from engine.dealing import Hands
from engine.match import Match, Phase, apply, new_match, start_deal, to_act
from engine.observation import legal_actions, observation
from engine.rules import Rules
from engine.seats import Pair, Seat
from engine.trick import Played, playable, winning
from tests.engine.play import pack_of


class Position(NamedTuple):
    """What `solve` is asked."""

    tables: Tables
    hands: Hands
    leader: Seat
    trick: tuple[Played, ...] = ()
    won: Pair = (0, 0)
    under: tuple[Card, ...] | None = None

    @property
    def seat(self) -> Seat:
        """Who is on turn."""
        return self.tables.following[self.trick[-1].seat] if self.trick else self.leader

    @property
    def cards(self) -> tuple[Card, ...]:
        """What may be played, by the engine."""
        return cards_of(playable(self.tables, self.trick, self.seat, self.hands[self.seat]))


def dealt_at_random(tables: Tables, drawn: random.Random, size: int, lying: int = 0) -> Position:
    """`size` cards each, `lying` of which were just played to a trick, each within the rules."""
    seats = (0, 1, 2, 3) if tables.players == 4 else (0, 2)
    pack = drawn.sample(CARDS, 32)
    held = [0, 0, 0, 0]
    for seat in seats:
        held[seat] = mask_of(pack[:size])
        del pack[:size]
    under = None
    if tables.players == 2:
        # Some open cards lie on hidden ones, for each as many.
        hidden, many = [NO_CARD] * 32, drawn.randint(0, min(size, 2))
        for seat in seats:
            for card in drawn.sample(cards_of(held[seat]), many):
                hidden[card] = pack.pop()
        under = tuple(hidden)
    position = Position(tables, (held[0], held[1], held[2], held[3]), drawn.choice(seats), under=under)
    for _ in range(lying):
        position = after(position, drawn.choice(position.cards))[0]
    return position


def after(position: Position, card: Card) -> tuple[Position, int]:
    """The position after a card, and the points that side 0 took by it."""
    tables, hands, leader, trick, won, under = position
    trick = (*trick, Played(position.seat, card))
    held = [hand & ~(1 << card) for hand in hands]
    gain = 0
    if len(trick) == tables.players:
        if under is not None:
            for seat, played in trick:
                held[seat] |= 0 if under[played] == NO_CARD else 1 << under[played]
        leader = winning(tables, trick).seat
        points = sum(tables.points[play.card] for play in trick) + (0 if any(held) else LAST_TRICK)
        side = tables.side[leader]
        gain = 0 if side else points
        won = (won[0], won[1] + 1) if side else (won[0] + 1, won[1])
        trick = ()
    north, east, south, west = held
    return Position(tables, (north, east, south, west), leader, trick, won, under), gain


Seen: TypeAlias = dict[tuple[Hands, Seat, Pair], int]
"""What positions of one deal between two tricks were found to be worth, so that none is asked twice."""


def worth(position: Position, sweep: int = 0, seen: Seen | None = None) -> int:
    """What side 0 takes from here on when all play their best: every way of playing is tried."""
    if not any(position.hands):
        return sweep * ((position.won[1] == 0) - (position.won[0] == 0))
    seen = {} if seen is None else seen
    key = position.hands, position.leader, position.won
    if position.trick or key not in seen:
        values = by_card(position, sweep, seen).values()
        value = min(values) if position.tables.side[position.seat] else max(values)
        if position.trick:
            return value
        seen[key] = value
    return seen[key]


def by_card(position: Position, sweep: int = 0, seen: Seen | None = None) -> dict[Card, int]:
    """The same for each card that may be played."""
    seen = {} if seen is None else seen
    return {
        card: gain + worth(then, sweep, seen)
        for card in position.cards
        for then, gain in (after(position, card),)
    }


def position_of(match: Match) -> Position:
    """The position a match has come to, by its whole state."""
    deal = match.deal
    assert deal is not None
    under = [NO_CARD] * 32
    for seat, row in enumerate(deal.columns):
        lying = next((play.card for play in deal.trick if play.seat == seat), NO_CARD)
        for column, hidden in zip(row, deal.reserves[seat], strict=True):
            if hidden != NO_CARD:
                under[lying if column.open == NO_CARD else column.open] = hidden
    return Position(
        deal.setup.tables,
        deal.hands,
        deal.leader,
        deal.trick,
        deal.won,
        tuple(under) if deal.columns else None,
    )


def played_until(rules: Rules, seed: int, left: int) -> Match | None:
    """A deal called and played at random until so many cards are left; `None` where nobody took."""
    drawn = random.Random(seed)
    match = start_deal(new_match(rules, 0), pack_of(seed))[0]
    while match.deal is not None:
        if match.phase is Phase.PLAYING and sum(map(int.bit_count, all_cards(match))) <= left:
            return match
        match, _ = apply(match, drawn.choice(legal_actions(observation(match, to_act(match)))))
    return None


def all_cards(match: Match) -> Hands:
    """By seat: what it holds, open or hidden."""
    deal = match.deal
    assert deal is not None
    north, east, south, west = (
        hand | mask_of(hidden for hidden in deal.reserves[seat] if hidden != NO_CARD)
        if deal.reserves
        else hand
        for seat, hand in enumerate(deal.hands)
    )
    return north, east, south, west


def worth_in_match(match: Match) -> int:
    """What side 0 takes from here to the end of the deal, by the engine's own moves and its list of tricks."""
    assert match.deal is not None
    taken, side, turn = len(match.deal.tricks), match.deal.setup.tables.side, match.deal.turn
    actions = [
        action
        for action in legal_actions(observation(match, to_act(match)))
        if action.kind is ActionKind.PLAY
    ]
    values = []
    for action in actions:
        after_it, _ = apply(match, action)
        if after_it.deal is None:
            assert after_it.finished is not None
            tricks = after_it.finished.tricks
            last = LAST_TRICK if side[tricks[-1].winner] == 0 else 0
            values.append(last + sum(trick.points for trick in tricks[taken:] if side[trick.winner] == 0))
            continue
        deal = after_it.deal
        gained = sum(trick.points for trick in deal.tricks[taken:] if side[trick.winner] == 0)
        values.append(gained + worth_in_match(after_it))
    return min(values) if side[turn] else max(values)
