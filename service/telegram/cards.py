"""A hand as lines and as buttons. The order depends on the deal alone, so nothing moves under a thumb."""

from collections.abc import Callable, Sequence
from itertools import pairwise, permutations

from engine.actions import ASIDE, PLAY, ActionKind, action_text
from engine.cards import NO_CARD, SUIT_MASKS, SUITS, Card, Suit, cards_of, rank_of, suit_of
from engine.contracts import Mode, Tables, compiled, tables_for
from engine.observation import Observation, legal_actions
from service.telegram.callback import Tap, TapKind, encode
from service.telegram.calls import packed
from service.telegram.lines import LABELS
from service.telegram.messages import Button, Keyboard, Style
from service.telegram.tastes import USUAL, Tastes
from service.telegram.texts import Tongue

_RED = (False, True, True, False)
_HABIT: tuple[Suit, ...] = (3, 2, 0, 1)
"""Spades, hearts, clubs, diamonds: the order where nothing else decides, or nothing else shall."""
_ROWS = {1: (1,), 2: (2,), 3: (3,), 4: (4,), 5: (3, 2), 6: (3, 3), 7: (4, 3), 8: (4, 4)}
"""Buttons per row by number of cards: a lone last card would get the widest button."""
ON_A_KEY = LABELS[2] - 2
"""Cells of a card in words: two buttons a row, with room for parentheses or a mark."""


def sorted_hand(seen: Observation, tastes: Tastes = USUAL) -> tuple[Card, ...]:
    """The viewer's cards: trump first, then colours in turn where they can be; the strongest of a suit first."""
    tables, first = _strength(seen)
    held = [suit for suit in SUITS if seen.hand & SUIT_MASKS[suit]]
    return tuple(
        card
        for suit in (_HABIT if tastes.by_suit else _suit_order(held, first))
        for card in sorted(cards_of(seen.hand & SUIT_MASKS[suit]), key=lambda c: -tables.order[c])
    )


def _strength(seen: Observation) -> tuple[Tables, Suit | None]:
    """The contract's strengths; before it stands, those of the suit that is offered."""
    if seen.contract is not None:
        tables = tables_for(seen.rules, seen.contract)
        return tables, tables.trump if tables.mode is Mode.TRUMP else None
    if seen.turned != NO_CARD and seen.round == 1:
        suit = suit_of(seen.turned)
        return compiled(seen.rules)[suit], suit
    return compiled(seen.rules)[4], None


def _suit_order(held: Sequence[Suit], first: Suit | None) -> tuple[Suit, ...]:
    def unrest(order: tuple[Suit, ...]) -> tuple[bool, int, list[int]]:
        same = sum(_RED[a] == _RED[b] for a, b in pairwise(order))
        return first in held and order[0] != first, same, [_HABIT.index(suit) for suit in order]

    return min(permutations(held), key=unrest)


def hand_lines(t: Tongue, cards: Sequence[Card]) -> list[str]:
    """One line a suit: "♥️ J 7"."""
    ranks: dict[Suit, list[int]] = {}
    for card in cards:
        ranks.setdefault(suit_of(card), []).append(rank_of(card))
    return [t.row(suit, held) for suit, held in ranks.items()]


def card_rows(t: Tongue, table: str, seen: Observation, tastes: Tastes = USUAL) -> Keyboard:
    """The hand as buttons."""
    playable = {action.card for action in legal_actions(seen) if action.kind is ActionKind.PLAY}
    buttons = []
    for card in sorted_hand(seen, tastes):
        data = encode(Tap(TapKind.ACT, table, seen.ply, action_text(PLAY[card])))
        buttons.append(card_key(card in playable, tastes)(t.label(card, ON_A_KEY), data))
    return packed(buttons) if t.words else in_rows(buttons)


def card_key(legal: bool, tastes: Tastes) -> Callable[[str, str], Button]:
    """How a card's button looks, from its label and data. One that may not be played stands in parentheses and can be
    tapped: the answer says why. Who wants it grey has it disabled; a server that does not know that lets it be tapped.
    """

    def key(label: str, data: str) -> Button:
        if legal:
            return Button(label, data, style=Style.PRIMARY)
        return Button(label, data, disabled=True) if tastes.grey else Button(f"({label})", data)

    return key


def aside_rows(t: Tongue, table: str, seen: Observation, tastes: Tastes = USUAL) -> Keyboard:
    """The hand as buttons, each of which lays its card aside."""
    buttons = [
        Button(t.label(card, ON_A_KEY), encode(Tap(TapKind.ACT, table, seen.ply, action_text(ASIDE[card]))))
        for card in sorted_hand(seen, tastes)
    ]
    return packed(buttons) if t.words else in_rows(buttons)


def in_rows(buttons: Sequence[Button]) -> Keyboard:
    """Up to eight buttons in rows of nearly equal length."""
    rows, start = [], 0
    for length in _ROWS.get(len(buttons), ()):
        rows.append(tuple(buttons[start : start + length]))
        start += length
    return tuple(rows)
