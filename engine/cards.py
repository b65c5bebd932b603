"""The 32 cards as small integers, sets of cards as bit masks.

A card is `suit * 8 + rank`, so that each suit is one byte of a mask. Ranks are in natural order (7 lowest, ace
highest), the order of runs; the order of *strength* depends on the contract and lives in `contracts`.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = int
"""0..31 = suit * 8 + rank. `NO_CARD` (-1) where there is none."""

Suit: TypeAlias = int
"""0..3: clubs, diamonds, hearts, spades. `NO_SUIT` (-1) where there is none."""

Rank: TypeAlias = int
"""0..7: 7 8 9 T J Q K A."""

Hand: TypeAlias = int
"""A set of cards: bit `c` is set when card `c` is in it."""

SUIT_LETTERS: Final = "CDHS"
RANK_LETTERS: Final = "789TJQKA"
SUITS: Final = range(4)
CARDS: Final = range(32)

NO_CARD: Final = -1
NO_SUIT: Final = -1

SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(8)

FULL_PACK: Final[Hand] = (1 << 32) - 1
SUIT_MASKS: Final[tuple[Hand, ...]] = tuple(0xFF << (8 * suit) for suit in SUITS)

_CODES: Final = tuple(RANK_LETTERS[card & 7] + SUIT_LETTERS[card >> 3] for card in CARDS)
_CARDS_BY_CODE: Final = {code: card for card, code in enumerate(_CODES)}

# Every subset of a suit, expanded once: a mask falls into four look-ups instead of a loop over its bits.
_CARDS_OF_SUIT: Final = tuple(
    tuple(tuple(suit * 8 + rank for rank in range(8) if byte >> rank & 1) for byte in range(256))
    for suit in SUITS
)


def suit_of(card: Card) -> Suit:
    """The suit of a card, 0..3."""
    return card >> 3


def rank_of(card: Card) -> Rank:
    """The rank of a card in natural order, 0 (seven) to 7 (ace)."""
    return card & 7


def card_of(suit: Suit, rank: Rank) -> Card:
    """The card of this suit and rank."""
    return suit << 3 | rank


def card_code(card: Card) -> str:
    """Rank then suit, as in `JH`."""
    return _CODES[card]


def parse_card(code: str) -> Card:
    """The card of a code such as `JH`; `ValueError` for anything else."""
    try:
        return _CARDS_BY_CODE[code]
    except KeyError:
        raise ValueError(f"not a card: {code!r}") from None


def parse_suit(letter: str) -> Suit:
    """The suit of a letter, `C` `D` `H` `S`; `ValueError` for anything else."""
    if len(letter) != 1 or letter not in SUIT_LETTERS:
        raise ValueError(f"not a suit: {letter!r}")
    return SUIT_LETTERS.index(letter)


def cards_of(mask: Hand) -> tuple[Card, ...]:
    """The cards of a set, ascending."""
    clubs, diamonds, hearts, spades = _CARDS_OF_SUIT
    return clubs[mask & 255] + diamonds[mask >> 8 & 255] + hearts[mask >> 16 & 255] + spades[mask >> 24]


def mask_of(cards: Iterable[Card]) -> Hand:
    """The set of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask
