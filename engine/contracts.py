"""What is played, and the tables it compiles to.

The rules of strength and duty are compiled once per (rules, strain) into bit masks, so that a trick is decided by
look-ups: `beaters[card]` holds every card that takes the lead from `card` when `card` is winning.
"""

from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias, assert_never

from engine.cards import CARDS, KING, NO_SUIT, QUEEN, SUIT_MASKS, SUITS, Card, Hand, Suit, card_of
from engine.rules import AllTrumpValues, BeloteRule, CannotOverruff, PartnerExempt, Rules, ToutBelote
from engine.seats import Seat, Side, partners, sides, steps


class Mode(StrEnum):
    """Whether one suit is trump, none, or all."""

    TRUMP = "trump"
    NO_TRUMP = "no-trump"
    ALL_TRUMP = "all-trump"


Strain: TypeAlias = int
"""0..3 a trump suit, 4 no trump, 5 all trump."""

NO_TRUMP_STRAIN: Final[Strain] = 4
ALL_TRUMP_STRAIN: Final[Strain] = 5
STRAINS: Final = range(6)

LAST_TRICK: Final = 10
BELOTE: Final = 20
CAPOT: Final = 250
"""The level of a bid of all tricks, and its value."""


class Contract(NamedTuple):
    """The agreed game of a deal."""

    taker: Seat
    mode: Mode
    trump: Suit = NO_SUIT
    level: int = 0
    """Points bid, 80 to 160 by tens, or `CAPOT`; 0 where no points are bid."""
    double: int = 1
    """1, 2 (coinche) or 4 (surcoinche)."""
    silent: bool = False
    """Taken without a word."""

    @property
    def strain(self) -> Strain:
        """The trump suit, or one of the two strains without one."""
        return strain_of(self.mode, self.trump)


class Tables(NamedTuple):
    """One strain under one set of rules, compiled. Tuples of 32 are by card."""

    mode: Mode
    trump: Suit
    points: tuple[int, ...]
    beaters: tuple[Hand, ...]
    """The cards that take the lead from this one while it is winning."""
    order: tuple[int, ...]
    """Strength within the suit, 0 (weakest) to 7; for sorting hands and for players."""
    total: int
    """Card points in the pack, with the last trick's ten."""
    trumps: Hand
    """The trump suit. Empty without one, and when all are trump: there, no suit ruffs another."""
    rising: Hand
    """The suits in which a follower must go higher if he can."""
    partner: tuple[Seat, ...]
    """By seat; -1 where there is none."""
    following: tuple[Seat, ...]
    """By seat: whose turn comes after it."""
    side: tuple[Side, ...]
    """By seat."""
    exempt: Hand
    """The cards with which a winning partner frees a void seat from trumping."""
    free_below: bool
    """Who cannot overruff may play anything."""
    keeps_above: bool
    """A trump played of one's own will must be higher, if one is held."""
    belote_cards: Hand
    """Kings and queens that can make a belote."""
    belote_needs: ToutBelote
    announcements: bool
    players: int


def strain_of(mode: Mode, trump: Suit) -> Strain:
    """The index of a mode and suit among the six strains."""
    match mode:
        case Mode.TRUMP:
            return trump
        case Mode.NO_TRUMP:
            return NO_TRUMP_STRAIN
        case Mode.ALL_TRUMP:
            return ALL_TRUMP_STRAIN
        case _:
            assert_never(mode)


def mode_of(strain: Strain) -> tuple[Mode, Suit]:
    """The inverse of `strain_of`."""
    if strain == NO_TRUMP_STRAIN:
        return Mode.NO_TRUMP, NO_SUIT
    if strain == ALL_TRUMP_STRAIN:
        return Mode.ALL_TRUMP, NO_SUIT
    return Mode.TRUMP, strain


def contract_for(
    taker: Seat, strain: Strain, level: int = 0, double: int = 1, silent: bool = False
) -> Contract:
    """The contract of a strain."""
    mode, trump = mode_of(strain)
    return Contract(taker, mode, trump, level, double, silent)


_MEMO: Final = "tables"


class NoContract(ValueError):
    """A question about the contract while there is none."""


def tables_for(rules: Rules, contract: Contract | None) -> Tables:
    """The compiled tables a contract is played by; `NoContract` without one."""
    if contract is None:
        raise NoContract
    trump = contract.trump
    tables: tuple[Tables, ...] = rules.memo.get(_MEMO) or compiled(rules)
    return tables[trump if trump >= 0 else contract.strain]


def compiled(rules: Rules) -> tuple[Tables, ...]:
    """The tables of all six strains, compiled once and kept with the rules."""
    found: tuple[Tables, ...] | None = rules.memo.get(_MEMO)
    if found is None:
        found = rules.memo[_MEMO] = tuple(_compile(rules, strain) for strain in STRAINS)
    return found


# By rank 7 8 9 T J Q K A (docs/rules/classic.md §cards).
_PLAIN_POINTS: Final = (0, 0, 0, 10, 2, 3, 4, 11)
_TRUMP_POINTS: Final = (0, 0, 14, 10, 20, 3, 4, 11)
_EVEN_POINTS: Final = (0, 0, 9, 5, 13, 2, 3, 6)
_PLAIN_ORDER: Final = (0, 1, 2, 6, 3, 4, 5, 7)
_TRUMP_ORDER: Final = (0, 1, 6, 4, 7, 2, 3, 5)


def _compile(rules: Rules, strain: Strain) -> Tables:
    mode, trump = mode_of(strain)
    trumpish = tuple(mode is Mode.ALL_TRUMP or suit == trump for suit in SUITS)
    order = tuple((_TRUMP_ORDER if trumpish[card >> 3] else _PLAIN_ORDER)[card & 7] for card in CARDS)
    points = tuple(_suit_points(rules, mode, trumpish[card >> 3])[card & 7] for card in CARDS)
    trumps = SUIT_MASKS[trump] if mode is Mode.TRUMP else 0
    return Tables(
        mode=mode,
        trump=trump,
        points=points,
        beaters=tuple(_beaters(card, order, trumps) for card in CARDS),
        order=order,
        total=sum(points) + LAST_TRICK,
        trumps=trumps,
        rising=_rising(rules, mode, trumps),
        partner=partners(rules),
        following=steps(rules),
        side=sides(rules),
        exempt=_exempt(rules, trumps),
        free_below=rules.cannot_overruff is CannotOverruff.FREE,
        keeps_above=rules.no_voluntary_underruff,
        belote_cards=_belote_cards(rules, trumpish),
        belote_needs=rules.tout_belote if mode is Mode.ALL_TRUMP else ToutBelote.FREE,
        announcements=rules.announcements,
        players=rules.players,
    )


def _suit_points(rules: Rules, mode: Mode, trumpish: bool) -> tuple[int, ...]:
    match mode:
        case Mode.NO_TRUMP:
            return (*_PLAIN_POINTS[:-1], rules.no_trump_ace)
        case Mode.ALL_TRUMP:
            return _TRUMP_POINTS if rules.all_trump_values is AllTrumpValues.TRUMP else _EVEN_POINTS
        case Mode.TRUMP:
            return _TRUMP_POINTS if trumpish else _PLAIN_POINTS
        case _:
            assert_never(mode)


def _beaters(card: Card, order: tuple[int, ...], trumps: Hand) -> Hand:
    suit = SUIT_MASKS[card >> 3]
    higher = sum(1 << other for other in CARDS if suit >> other & 1 and order[other] > order[card])
    return higher if trumps == suit else higher | trumps


def _rising(rules: Rules, mode: Mode, trumps: Hand) -> Hand:
    if mode is Mode.ALL_TRUMP:
        return sum(SUIT_MASKS)
    return trumps if rules.rise_on_trump_lead else 0


def _exempt(rules: Rules, trumps: Hand) -> Hand:
    match rules.partner_exempt:
        case PartnerExempt.ANY:
            return sum(SUIT_MASKS)
        case PartnerExempt.TRUMP:
            return trumps
        case _:
            assert_never(rules.partner_exempt)


def _belote_cards(rules: Rules, trumpish: tuple[bool, ...]) -> Hand:
    if rules.belote is BeloteRule.NEVER:
        return 0
    suits = (suit for suit in SUITS if trumpish[suit])
    return sum(1 << card_of(suit, QUEEN) | 1 << card_of(suit, KING) for suit in suits)
