"""Our solver beside that of the package `colver` on positions reached at random: same cards, same values.

    python -m tests.arena.solver [POSITIONS]                (`make arena` installs the package)

Both play coinche with a suit as trump by the same duties. Its values are side 0's points of the whole deal, 252 for
all tricks and 0 for none, so ours are asked with that bonus. Its `step` accepts what the rules forbid: only cards that
both call legal are played.
"""

import random
import sys
from typing import Any, Final, NamedTuple

import colver

from engine.cards import CARDS, Card, card_code, cards_of, mask_of
from engine.contracts import Tables, compiled
from engine.dealing import Hands
from engine.players.solver import solve, warm
from engine.seats import Pair, Seat
from engine.state import flip
from engine.trick import Played, playable, winning
from engine.variants import VARIANTS
from tests.arena.foreign import ITS, OURS

SWEEP: Final = 90


class Position(NamedTuple):
    """A deal under way, and the same one in the other program."""

    tables: Tables
    hands: Hands
    leader: Seat
    env: Any
    trick: tuple[Played, ...] = ()
    points: int = 0
    """Of side 0, so far."""
    won: Pair = (0, 0)

    @property
    def seat(self) -> Seat:
        """Who is on turn."""
        return self.tables.following[self.trick[-1].seat] if self.trick else self.leader

    def legal(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards that may be played, by us and by it."""
        ours = cards_of(playable(self.tables, self.trick, self.seat, self.hands[self.seat]))
        return ours, tuple(sorted(OURS[card] for card in self.env.legal_actions()))

    def ours(self) -> dict[Card, int]:
        """Side 0's points of the whole deal by card, as we solve it."""
        found = solve(self.tables, [self.hands], self.leader, self.trick, won=self.won, sweep=SWEEP)[0]
        return {card: max(0, self.points + int(found[card])) for card in self.legal()[0]}

    def its(self) -> dict[Card, int]:
        """The same, as it does."""
        return {OURS[card]: value for card, value in self.env.solve_scores()["scores"]}

    def after(self, card: Card) -> "Position":
        """The next position."""
        self.env.step(ITS[card])
        hands, trick = flip(self.hands, self.seat, card), (*self.trick, Played(self.seat, card))
        if len(trick) < 4:
            return self._replace(hands=hands, trick=trick)
        leader = winning(self.tables, trick).seat
        side = self.tables.side[leader]
        points = 0 if side else sum(self.tables.points[play.card] for play in trick)
        won = (self.won[0], self.won[1] + 1) if side else (self.won[0] + 1, self.won[1])
        return self._replace(hands=hands, leader=leader, trick=(), points=self.points + points, won=won)

    def __str__(self) -> str:
        hands = " / ".join(" ".join(map(card_code, cards_of(hand))) for hand in self.hands)
        table = " ".join(f"{play.seat}:{card_code(play.card)}" for play in self.trick)
        return f"trump {self.tables.trump}, {self.leader} leads, on the table [{table}], hands {hands}"


def opened(drawn: random.Random) -> Position:
    """A deal before its first card, with a suit as trump."""
    pack, trump, dealer = drawn.sample(CARDS, 32), drawn.randrange(4), drawn.randrange(4)
    north, east, south, west = (mask_of(pack[at : at + 8]) for at in range(0, 32, 8))
    its = [[ITS[card] for card in pack[at : at + 8]] for at in range(0, 32, 8)]
    env = colver.Env.deal_with_hands(dealer=dealer, hands=its)
    env.set_contract(3 - trump, 80, drawn.randrange(2), 0)
    env.set_phase_playing()
    tables = compiled(VARIANTS["coinche"])[trump]
    return Position(tables, (north, east, south, west), (dealer + 1) % 4, env)


def compare(positions: int) -> list[str]:
    """What differs, told one a line. Every stage of a deal comes up, from its first card to its last choice."""
    warm()
    told: list[str] = []
    for seed in range(positions):
        drawn = random.Random(seed)
        position = opened(drawn)
        for _ in range(drawn.randrange(31)):
            ours, its = position.legal()
            if ours != its:
                told.append(f"{position}: we may play {ours}, it may play {its}")
            position = position.after(drawn.choice([card for card in ours if card in its]))
        found, theirs = position.ours(), position.its()
        if found != theirs:
            told.append(f"{position}: ours {found}, its {theirs}")
    return told


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    differences = compare(asked)
    print(*differences, f"{asked} positions, {len(differences)} differences", sep="\n")
    sys.exit(bool(differences))
