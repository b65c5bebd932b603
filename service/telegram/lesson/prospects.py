"""What becomes of a trick, proved from open hands: every way the others may still play is tried. Pure."""

from enum import StrEnum
from typing import NamedTuple

from engine.actions import ActionKind
from engine.cards import Card, Hand, cards_of
from engine.contracts import Tables, tables_for
from engine.observation import Observation, legal_actions
from engine.seats import Seat
from engine.trick import PLAYED, Played, playable, winning


class Fate(StrEnum):
    """What a card leads to, whatever the others do."""

    MINE = "mine"
    """It wins the trick itself."""
    OURS = "ours"
    """The trick is its player's, or his partner's."""
    OPEN = "open"
    """That depends on the others."""
    THEIRS = "theirs"
    """The other side wins the trick."""


class Advice(StrEnum):
    """Why one card is the better choice. The reason is a fact; the choice is a rule of thumb."""

    ADD = "add"
    """Every card leaves the trick to our side: the one with the most points."""
    KEEP = "keep"
    """Every card leaves the trick to our side, and all are trumps: the weakest."""
    TAKE = "take"
    """This one makes sure of it."""
    SPARE = "spare"
    """Every card leaves it to them: the one with the fewest points."""
    WATCH = "watch"
    """Nothing is sure."""


class Choice(NamedTuple):
    """A rule of thumb applied: `card` is -1 where there is nothing to point at."""

    advice: Advice
    card: Card = -1


def fates(seen: Observation, hands: tuple[Hand, ...]) -> dict[Card, Fate]:
    """For every card that may be played now, by who is on turn in `seen`; empty outside of play."""
    seat = seen.turn
    if seen.contract is None or seat is None or seat != seen.seat:
        return {}
    tables = tables_for(seen.rules, seen.contract)
    legal = [action.card for action in legal_actions(seen) if action.kind is ActionKind.PLAY]
    return {
        card: _fate(tables, seat, _winners(tables, (*seen.trick, PLAYED[seat][card]), hands))
        for card in legal
    }


def _winners(tables: Tables, plays: tuple[Played, ...], hands: tuple[Hand, ...]) -> int:
    """A bit for every seat that wins the trick in one of the ways it may go on."""
    if len(plays) == tables.players:
        return 1 << winning(tables, plays).seat
    seat = tables.following[plays[-1].seat]
    found = 0
    for card in cards_of(playable(tables, plays, seat, hands[seat])):
        found |= _winners(tables, (*plays, PLAYED[seat][card]), hands)
    return found


def _fate(tables: Tables, me: Seat, winners: int) -> Fate:
    if winners == 1 << me:
        return Fate.MINE
    ours = 1 << me | 1 << tables.partner[me]
    if not winners & ~ours:
        return Fate.OURS
    return Fate.OPEN if winners & ours else Fate.THEIRS


def choice(seen: Observation, found: dict[Card, Fate]) -> Choice:
    """The card a patient teacher would point at."""
    tables = tables_for(seen.rules, seen.contract)
    points, trumps = tables.points, tables.trumps

    def worth(card: Card) -> tuple[bool, int, int]:
        """Plain cards before trumps: of these the most points, of trumps the weakest."""
        trump = bool(trumps >> card & 1)
        return not trump, 0 if trump else points[card], -tables.order[card]

    def cost(card: Card) -> tuple[int, bool, int]:
        return points[card], bool(trumps >> card & 1), tables.order[card]

    sure = [card for card, fate in found.items() if fate in (Fate.MINE, Fate.OURS)]
    if len(sure) == len(found):
        mine = [card for card in sure if found[card] is Fate.MINE] if not seen.trick else []
        return Choice(Advice.TAKE, max(mine, key=worth)) if mine else _adding(found, tables)
    if sure:
        return Choice(Advice.TAKE, max(sure, key=worth))
    if all(fate is Fate.THEIRS for fate in found.values()):
        return Choice(Advice.SPARE, min(found, key=cost))
    return Choice(Advice.WATCH)


def _adding(found: dict[Card, Fate], tables: Tables) -> Choice:
    """Trumps are kept where there is another card, and the strong ones where there is none."""
    plain = [card for card in found if not tables.trumps >> card & 1]
    if not plain:
        return Choice(Advice.KEEP, min(found, key=lambda card: tables.order[card]))
    best = max(plain, key=lambda card: tables.points[card])
    return Choice(Advice.ADD, best if tables.points[best] else -1)
