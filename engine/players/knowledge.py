"""What an observation proves about cards that are not seen.

All of it is certain: it follows from the duties of card play, from what was told, and from counting (`evidence`). What
is merely likely (why somebody passed, why he led this card) is left to `worlds`.
"""

from typing import Final, NamedTuple

from engine.cards import FULL_PACK, NO_CARD, SUIT_MASKS, Card, Hand, Suit
from engine.contracts import Tables
from engine.observation import Observation
from engine.players.evidence import Evidence, gathered
from engine.seats import Seat

FourHands = tuple[Hand, Hand, Hand, Hand]
"""By seat N E S W."""
Four = tuple[int, int, int, int]
"""By seat N E S W."""

_SEATS: Final = range(4)
_NONE: Final[Four] = (0, 0, 0, 0)
_GROUPS: Final = tuple(
    (
        tuple(seat for seat in _SEATS if group >> seat & 1),
        tuple(seat for seat in _SEATS if not group >> seat & 1),
    )
    for group in range(1, 15)
)
"""Some of the seats, and the others."""


class Knowledge(NamedTuple):
    """What one seat can prove. A card that is not played is in a hand it is known to be in, or loose."""

    seat: Seat | None
    """Whose knowledge; `None`: a bystander's."""
    unseen: Hand
    """The cards neither played nor in this seat's own hand: what others hold, or may yet come to hold."""
    played: Hand
    known: FourHands
    """By seat: the cards it certainly holds. One's own are all known; with two players, the open ones of both."""
    possible: FourHands
    """By seat: the cards it may hold, the known ones included. Two players: the open ones; reserves are apart."""
    counts: Four
    """By seat: the cards it holds; two players: its hidden reserves are not among them."""
    loose: Hand
    """The cards whose place is not certain."""
    room: Four
    """By seat: how many of the loose cards it holds."""
    stock: int
    """How many of the loose cards are in nobody's hand: not dealt yet."""
    hidden: Four
    """Two players, by seat: its reserves, each of them any of the loose cards."""

    def void(self, seat: Seat, suit: Suit) -> bool:
        """Whether a seat certainly has no card of a suit."""
        return not self.possible[seat] & SUIT_MASKS[suit]

    def master(self, tables: Tables, card: Card) -> bool:
        """Whether no card elsewhere is of the same suit and beats this one."""
        return not tables.beaters[card] & SUIT_MASKS[card >> 3] & self.unseen

    def holding(self, seat: Seat, cards: Hand) -> "Knowledge | None":
        """What would be known if a seat held these cards, not minding what counting makes of it; `None` where it
        cannot."""
        more = cards & ~self.known[seat]
        room = self.room[seat] - more.bit_count()
        if room < 0 or more & ~self.possible[seat]:
            return None
        known, rooms = list(self.known), list(self.room)
        possible = [hand & ~more for hand in self.possible]
        known[seat] |= more
        possible[seat] |= more
        rooms[seat] = room
        return self._replace(
            known=_four(known), possible=_four(possible), loose=self.loose & ~more, room=_four(rooms)
        )


def knowledge(obs: Observation) -> Knowledge:
    """What the viewer of an observation can prove; `ValueError` between deals, when there is nothing to know."""
    if not any(obs.counts):
        raise ValueError("no cards are dealt")
    return _of_columns(obs) if obs.columns else _of_hands(obs)


def _of_columns(obs: Observation) -> Knowledge:
    """Two players: all that can be played is seen, and nothing says what lies below."""
    hidden = _four([sum(column.reserve for column in row) for row in obs.columns])
    known = _four([_open(row) for row in obs.columns])
    evidence = gathered(obs)
    own = 0 if obs.seat is None else known[obs.seat]
    unseen = FULL_PACK & ~evidence.all_played & ~own
    return Knowledge(
        seat=obs.seat,
        unseen=unseen,
        played=evidence.all_played,
        known=known,
        possible=known,
        counts=_four([hand.bit_count() for hand in known]),
        loose=unseen & ~sum(known),
        room=_NONE,
        stock=0,
        hidden=hidden,
    )


def _open(row: tuple[tuple[Card, bool], ...]) -> Hand:
    return sum(1 << card for card, _ in row if card != NO_CARD)


def _of_hands(obs: Observation) -> Knowledge:
    evidence = gathered(obs)
    own = 0 if obs.seat is None else obs.hand
    unseen = FULL_PACK & ~evidence.all_played & ~own
    held = [dealt & ~evidence.all_played for dealt in evidence.dealt]
    if obs.seat is not None:
        held[obs.seat] = own
    # Until the auction is over the turned card lies on the table; the dealer who lays one aside holds it already.
    loose = unseen & ~sum(held)
    if obs.contract is None and obs.turned != NO_CARD:
        loose &= ~(1 << obs.turned)
    may, room, stock = _places(obs, evidence, held, loose)
    if not stock:
        held = [hand | sure for hand, sure in zip(held, _sure(may), strict=True)]
        loose &= ~sum(held)
        room = _room(obs, held)
    possible = [hand | cards & loose for hand, cards in zip(held, may, strict=True)]
    known, counts = _four(held), _four(list(obs.counts))
    return Knowledge(
        obs.seat,
        unseen,
        evidence.all_played,
        known,
        _four(possible),
        counts,
        loose,
        _four(room),
        stock,
        _NONE,
    )


def _places(
    obs: Observation, evidence: Evidence, held: list[Hand], loose: Hand
) -> tuple[list[Hand], list[int], int]:
    """By seat which of the loose cards it may hold and how many it holds; and how many are not dealt."""
    room = _room(obs, held)
    may = [loose & ~absent if left else 0 for absent, left in zip(evidence.absent, room, strict=True)]
    stock = loose.bit_count() - sum(room)
    return (may if stock else _by_counting(may, room)), room, stock


def _room(obs: Observation, held: list[Hand]) -> list[int]:
    return [count - hand.bit_count() for count, hand in zip(obs.counts, held, strict=True)]


def _by_counting(may: list[Hand], room: list[int]) -> list[Hand]:
    """Where some seats together need every card they may hold, nobody else can have one of these.

    By Hall's theorem, one pass over the groups leaves exactly the places in which a card lies in some possible deal.
    """
    left = list(may)
    for group, others in _GROUPS:
        cards, needed = 0, 0
        for seat in group:
            cards |= may[seat]
            needed += room[seat]
        if needed and cards.bit_count() == needed:
            for seat in others:
                left[seat] &= ~cards
    return left


def _sure(may: list[Hand]) -> list[Hand]:
    """By seat: the cards that only it may hold."""
    once, twice = 0, 0
    for cards in may:
        twice |= once & cards
        once |= cards
    return [cards & ~twice for cards in may]


def _four(values: list[int]) -> Four:
    north, east, south, west = values
    return north, east, south, west
