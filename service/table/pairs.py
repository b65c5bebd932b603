"""Before the start: who plays with whom. Anybody seated may choose or draw; all see it, and it can be undone."""

import hashlib
import hmac
from collections.abc import Mapping

from engine.cards import Card
from engine.deal import permutation
from engine.rules import Rules
from engine.seats import SEAT_LETTERS, Seat, next_seat, partner_of, seats_in_play
from service.table.change import Change
from service.table.commands import DrawPairs, Pair
from service.table.lobby import not_arranging, revised
from service.table.model import Chair, Head
from service.table.places import whole_lobby
from service.table.refusals import No, Refused
from service.table.table import Table


def pair(table: Table, command: Pair, now: int) -> Change | Refused:
    """Make two people partners, or opponents, by exchanging two chairs."""
    if closed := _closed(table, command.person):
        return closed
    first, second = table.letter_of(command.one), table.letter_of(command.other)
    if first is None or second is None or first == second:
        return Refused(No.STALE)
    opposite = _opposite(table.rules, first)
    if (opposite == second) is command.together:
        return Refused(No.UNCHANGED)
    place = opposite if command.together else _beside(table, second)
    chairs = dict(table.head.chairs)
    chairs[second], chairs[place] = chairs[place], chairs[second]
    return _seated(table, chairs)


def draw(table: Table, command: DrawPairs, now: int) -> Change | Refused:
    """Draw a card for each seat. The two highest play together."""
    if closed := _closed(table, command.person):
        return closed
    if command.number != table.head.draws + 1:
        return Refused(No.UNCHANGED if command.number <= table.head.draws else No.STALE)
    cards = drawing(table.head, command.number)
    drawers = _drawers(table.head.chairs)
    chairs = dict(table.head.chairs)
    for place, card in zip(_places(table.rules), sorted(cards, key=_height, reverse=True), strict=True):
        chairs[place] = table.head.chairs[drawers[cards.index(card)]]
    revision = table.head.revision + 1
    return _seated(table, chairs, draws=command.number, drawn_at=revision)


def drawing(head: Head, number: int) -> tuple[Card, ...]:
    """The cards of a draw: the first four of the pack whose seed is `HMAC-SHA256(secret, "pairs|<number>")`.

    The secret's hash is shown before anybody sits, and the number is on the card, so nobody can choose a draw, and
    once the secret is told anybody can check it. The people draw by ascending Telegram id, then the other seats in
    the order N E S W.
    """
    seed = hmac.digest(bytes.fromhex(head.secret), f"pairs|{number}".encode(), hashlib.sha256)
    return permutation(seed)[:4]


def drawn_cards(head: Head, rules: Rules) -> dict[Seat, Card]:
    """Which card seated each of the four, as long as nobody has moved since: by height on N S, then E W."""
    if not head.draws or head.drawn_at != head.moved_revision or not has_pairs(rules):
        return {}
    cards = sorted(drawing(head, head.draws), key=_height, reverse=True)
    return {SEAT_LETTERS.index(letter): card for letter, card in zip(_places(rules), cards, strict=True)}


def has_pairs(rules: Rules) -> bool:
    """Whether these rules know partners."""
    return partner_of(rules, seats_in_play(rules)[0]) is not None


def _closed(table: Table, person: int) -> Refused | None:
    if refused := not_arranging(table, person):
        return refused
    return None if has_pairs(table.rules) else Refused(No.STALE)


def _seated(table: Table, chairs: dict[str, Chair], **fields: object) -> Change:
    """Everybody on his new chair, his cut with him. Nobody starts beside somebody he has not seen there."""
    before, revision = table.head.chairs, table.head.revision + 1
    cuts = {
        letter: table.head.cuts[old]
        for letter, chair in chairs.items()
        for old, was in before.items()
        if was.person is not None and was.person == chair.person and old in table.head.cuts
    }
    moved = revised(
        table, chairs=chairs, cuts=cuts, moved_revision=revision, rules_revision=revision, **fields
    )
    return Change(moved, marked=whole_lobby(moved))


def _drawers(chairs: Mapping[str, Chair]) -> list[str]:
    """The seats in the order in which they draw."""
    people = {letter: chair.person for letter, chair in chairs.items() if chair.person is not None}
    return [*sorted(people, key=people.__getitem__), *(letter for letter in chairs if letter not in people)]


def _places(rules: Rules) -> list[str]:
    """The seats by the height of what was drawn: a pair of partners, then the other."""
    first, second, *_ = seats_in_play(rules)
    pairs = [(seat, partner_of(rules, seat)) for seat in (first, second)]
    return [SEAT_LETTERS[seat] for one in pairs for seat in one if seat is not None]


def _height(card: Card) -> tuple[int, int]:
    """Ace high, and of two alike spades before hearts, diamonds, clubs."""
    return card % 8, card // 8


def _opposite(rules: Rules, letter: str) -> str:
    partner = partner_of(rules, SEAT_LETTERS.index(letter))
    assert partner is not None
    return SEAT_LETTERS[partner]


def _beside(table: Table, letter: str) -> str:
    """The next seat: one without a person if there is one."""
    after = SEAT_LETTERS[next_seat(table.rules, SEAT_LETTERS.index(letter))]
    other = _opposite(table.rules, after)
    return other if table.head.chairs[after].person and not table.head.chairs[other].person else after
