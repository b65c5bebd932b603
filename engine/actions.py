"""What a seat may ask for: one small interned value, and its text.

The text is what facts, callback data and test vectors hold. `parse_action(action_text(a)) is a` for every action.
"""

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import (
    CARDS,
    NO_CARD,
    NO_SUIT,
    SUIT_LETTERS,
    SUITS,
    Card,
    Hand,
    Suit,
    card_code,
    cards_of,
    mask_of,
    parse_card,
)
from engine.contracts import CAPOT, NO_TRUMP_STRAIN, STRAINS, Strain


class ActionKind(StrEnum):
    """The kinds of action; the values are no text for people."""

    PASS = "pass"  # noqa: S105 (a call, no password)
    TAKE = "take"
    """The suit of the turned card becomes trump."""
    SUIT = "suit"
    """Another suit (`suit`) becomes trump."""
    NO_TRUMP = "NT"
    SANS = "sans"
    TOUT = "tout"
    SILENT_TAKE = "silent_take"
    BID = "bid"
    """`level` points in the strain `extra` (and `suit`, when it is one)."""
    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"
    ASIDE = "aside"
    """`card` is laid aside, face down."""
    MELD = "meld"
    """The cards of the mask `extra` are melded instead of the proposal; 0: nothing."""
    SHOW = "show"
    """The melds told are laid on the table."""
    PLAY = "play"
    CLAIM = "claim"
    """Every remaining trick is the claimer's, as he has proved."""


class Action(NamedTuple):
    """One thing asked. Fields a kind does not use hold their defaults."""

    kind: ActionKind
    suit: Suit = NO_SUIT
    card: Card = NO_CARD
    level: int = 0
    extra: int = 0


BID_LEVELS: Final = range(80, 161, 10)
STRAIN_NAMES: Final = ("C", "D", "H", "S", "NT", "AT")

PASS: Final = Action(ActionKind.PASS)
TAKE: Final = Action(ActionKind.TAKE)
NO_TRUMP: Final = Action(ActionKind.NO_TRUMP)
SANS: Final = Action(ActionKind.SANS)
TOUT: Final = Action(ActionKind.TOUT)
SILENT_TAKE: Final = Action(ActionKind.SILENT_TAKE)
COINCHE: Final = Action(ActionKind.COINCHE)
SURCOINCHE: Final = Action(ActionKind.SURCOINCHE)
SHOW: Final = Action(ActionKind.SHOW)
CLAIM: Final = Action(ActionKind.CLAIM)
NAME_SUIT: Final = tuple(Action(ActionKind.SUIT, suit=suit) for suit in SUITS)
PLAY: Final = tuple(Action(ActionKind.PLAY, suit=card >> 3, card=card) for card in CARDS)
ASIDE: Final = tuple(Action(ActionKind.ASIDE, suit=card >> 3, card=card) for card in CARDS)

_BIDS: Final = {
    (level, strain): Action(
        ActionKind.BID, suit=strain if strain < NO_TRUMP_STRAIN else NO_SUIT, level=level, extra=strain
    )
    for level in (*BID_LEVELS, CAPOT)
    for strain in STRAINS
}


def bid(level: int, strain: Strain) -> Action:
    """A bid of `level` points, or `CAPOT`, in a strain."""
    return _BIDS[level, strain]


# Every subset of a suit, expanded once, as in cards.cards_of.
_CLUB_PLAYS, _DIAMOND_PLAYS, _HEART_PLAYS, _SPADE_PLAYS = tuple(
    tuple(tuple(PLAY[suit * 8 + rank] for rank in range(8) if byte >> rank & 1) for byte in range(256))
    for suit in SUITS
)


def plays_of(mask: Hand) -> tuple[Action, ...]:
    """Playing each card of a set, ascending."""
    return (
        _CLUB_PLAYS[mask & 255]
        + _DIAMOND_PLAYS[mask >> 8 & 255]
        + _HEART_PLAYS[mask >> 16 & 255]
        + _SPADE_PLAYS[mask >> 24]
    )


@lru_cache(maxsize=4096)
def meld(cards: Hand) -> Action:
    """Melding exactly these cards; 0 melds nothing."""
    return Action(ActionKind.MELD, extra=cards)


def action_text(action: Action) -> str:
    """The text of an action: `pass`, `H`, `80:NT`, `capot:S`, `JH`, `aside:7C`, `meld:7C8C9C`, `meld:-`."""
    match action.kind:
        case ActionKind.PLAY:
            return card_code(action.card)
        case ActionKind.SUIT:
            return SUIT_LETTERS[action.suit]
        case ActionKind.BID:
            level = "capot" if action.level == CAPOT else str(action.level)
            return f"{level}:{STRAIN_NAMES[action.extra]}"
        case ActionKind.ASIDE:
            return f"aside:{card_code(action.card)}"
        case ActionKind.MELD:
            return "meld:" + ("".join(map(card_code, cards_of(action.extra))) or "-")
        case _:
            return action.kind.value


_WORDS: Final = {
    action_text(action): action
    for action in (
        *(PASS, TAKE, NO_TRUMP, SANS, TOUT, SILENT_TAKE, COINCHE, SURCOINCHE, SHOW, CLAIM),
        *NAME_SUIT,
        *PLAY,
        *ASIDE,
        *_BIDS.values(),
    )
}


def parse_action(text: str) -> Action:
    """The action of a text; `ValueError` for anything `action_text` does not write."""
    action = _WORDS.get(text)
    if action is not None:
        return action
    if text.startswith("meld:"):
        return _parse_meld(text.removeprefix("meld:"))
    raise ValueError(f"not an action: {text!r}")


def _parse_meld(codes: str) -> Action:
    if codes == "-":
        return meld(0)
    cards = tuple(parse_card(codes[i : i + 2]) for i in range(0, len(codes), 2))
    if not cards or list(cards) != sorted(set(cards)):
        raise ValueError(f"not a set of cards in ascending order: {codes!r}")
    return meld(mask_of(cards))
