"""What is counted in a hand before a game is called: trumps by rank, sure tricks beside them, short suits."""

from typing import Final

from engine.cards import ACE, JACK, KING, NINE, SUITS, TEN, Hand
from engine.contracts import ALL_TRUMP_STRAIN, NO_TRUMP_STRAIN, Strain

_SEVEN_EIGHT: Final = 0b11
_QUEEN: Final = 5


def counted(hand: Hand, strain: Strain) -> tuple[int, ...]:
    """The numbers that `weights` weigh, for a trump suit, no trump or all trump."""
    suits = [hand >> (8 * suit) & 255 for suit in SUITS]
    if strain == NO_TRUMP_STRAIN:
        return _summed([_no_trump(held) for held in suits])
    if strain == ALL_TRUMP_STRAIN:
        return _summed([_all_trump(held) for held in suits])
    return _trumps(suits[strain]) + _summed(
        [_beside(held) for suit, held in enumerate(suits) if suit != strain]
    )


def _summed(rows: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))


def _trumps(held: int) -> tuple[int, ...]:
    """Jack, nine, ace, ten, king, queen, low ones; jack and nine together; each beyond three."""
    jack, nine = held >> JACK & 1, held >> NINE & 1
    number = held.bit_count()
    return (
        jack,
        nine,
        held >> ACE & 1,
        held >> TEN & 1,
        held >> KING & 1,
        held >> _QUEEN & 1,
        (held & _SEVEN_EIGHT).bit_count(),
        jack & nine,
        max(number - 3, 0),
    )


def _beside(held: int) -> tuple[int, ...]:
    """Ace; ten beside it; ten without it, guarded; king guarded, without either; void; single card, no ace."""
    number = held.bit_count()
    ace, ten, king = held >> ACE & 1, held >> TEN & 1, held >> KING & 1
    return (
        ace,
        ace & ten,
        int(ten and not ace and number > 1),
        int(king and not ace and not ten and number > 1),
        int(not number),
        int(number == 1 and not ace),
    )


def _no_trump(held: int) -> tuple[int, ...]:
    """Ace; ten beside it; king beside both; ten guarded; each beyond three with the ace; void."""
    number = held.bit_count()
    ace, ten, king = held >> ACE & 1, held >> TEN & 1, held >> KING & 1
    return (
        ace,
        ace & ten,
        ace & ten & king,
        int(ten and not ace and number > 1),
        int(king and not ace and number > 1),
        ace * max(number - 3, 0),
        int(not number),
    )


def _all_trump(held: int) -> tuple[int, ...]:
    """Jack; nine beside it; ace beside both; nine guarded; ace behind one of them; each beyond three with the jack;
    void."""
    number = held.bit_count()
    jack, nine, ace = held >> JACK & 1, held >> NINE & 1, held >> ACE & 1
    return (
        jack,
        jack & nine,
        jack & nine & ace,
        int(nine and not jack and number > 1),
        int(ace and number > 1 and not jack & nine),
        jack * max(number - 3, 0),
        int(not number),
    )
