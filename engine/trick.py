"""One trick: which cards may be played, for every other card the duty it breaks, and who wins.

`playable` is the only judge of a card; `card_refusal` explains its verdict and never gives another.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from engine.cards import CARDS, NO_CARD, NO_SUIT, SUIT_MASKS, Card, Hand, Suit
from engine.contracts import Contract, Mode, Tables, tables_for
from engine.rules import Rules
from engine.seats import Seat


class Played(NamedTuple):
    """A card on the table and who put it there."""

    seat: Seat
    card: Card


class Trick(NamedTuple):
    """A finished trick."""

    plays: tuple[Played, ...]
    winner: Seat
    points: int
    """Its cards' points, without the ten for the last trick."""


PLAYED: Final = tuple(tuple(Played(seat, card) for card in CARDS) for seat in range(4))
"""`Played` interned: `PLAYED[seat][card]`."""

_ANY_RULES: Final = Rules()


class Role(StrEnum):
    """What a card does in its trick, at the moment it is played."""

    LEADS = "leads"
    FOLLOWS = "follows"
    RUFFS = "ruffs"
    OVERRUFFS = "overruffs"
    UNDERRUFFS = "underruffs"
    DISCARDS = "discards"


class RefusalCode(StrEnum):
    """Why an action is not allowed. The duties of card play come with the cards that would fulfil them."""

    NO_DEAL = "no-deal"
    """No deal is under way."""
    NOT_SEATED = "not-seated"
    """A bystander acts."""
    NOT_YOUR_TURN = "not-your-turn"
    WRONG_PHASE = "wrong-phase"
    """A card during the auction, a call during play."""
    NOT_HELD = "not-held"
    """The card is not in the hand; with two players: not face up."""
    MUST_FOLLOW = "must-follow"
    MUST_RISE = "must-rise"
    """Following, a higher card of the suit is held."""
    MUST_RUFF = "must-ruff"
    """Void of the led suit: any trump will do."""
    MUST_OVERRUFF = "must-overruff"
    """A plain card, where a trump higher than the one lying is held."""
    MUST_RUFF_HIGHER = "must-ruff-higher"
    """A low trump, where a higher one is held."""
    MUST_UNDERRUFF = "must-underruff"
    """No trump is high enough; one must be played all the same."""
    NO_LOWER_TRUMP = "no-lower-trump"
    """Nobody asked for a trump: if one is played, it must be a higher one."""
    CALL_NOT_OFFERED = "call-not-offered"
    """These rules, or this moment of the auction, know no such call."""
    SUIT_ALREADY_REFUSED = "suit-already-refused"
    """The turned suit was offered in the first round."""
    NOT_THE_TURNED_SUIT = "not-the-turned-suit"
    """In the first round, only the turned suit is for sale."""
    CALL_TOO_LOW = "call-too-low"
    """A game or bid that does not top the standing one."""
    DOUBLED = "doubled"
    """After a coinche the bids are closed."""
    NOT_YOURS_TO_DOUBLE = "not-yours-to-double"
    """Only an opponent doubles, and only the doubled side redoubles."""
    MUST_CHOOSE = "must-choose"
    """A forced game: passing is over."""
    NO_SUCH_MELD = "no-such-meld"
    NOTHING_TO_SHOW = "nothing-to-show"
    NOT_PROVED = "not-proved"
    """A claim that does not hold whatever the others have, or that nothing here can prove."""


class Refusal(NamedTuple):
    """The answer to an action that is not allowed: a value for a toast, not a fault."""

    code: RefusalCode
    suit: Suit = NO_SUIT
    """The suit of the duty: the one led, or trump."""
    cards: Hand = 0
    """The cards that would satisfy it: the allowed ones."""
    beat: Card = NO_CARD
    """The card that must be beaten."""


def winning(tables: Tables, plays: tuple[Played, ...]) -> Played:
    """The play that is winning a trick begun."""
    beaters = tables.beaters
    best = plays[0]
    higher = beaters[best[1]]
    for play in plays:
        card = play[1]
        if higher >> card & 1:
            best = play
            higher = beaters[card]
    return best


def playable(tables: Tables, plays: tuple[Played, ...], seat: Seat, hand: Hand) -> Hand:
    """The cards of a hand that may be played to a trick; never empty when the hand is not.

    classic §play. The same few lines serve every rule set: `Tables` holds what differs.
    """
    if not plays:
        return hand
    # As in `winning`, which is not called: this runs twice at every ply.
    beaters = tables.beaters
    winner, best = first = plays[0]
    higher = beaters[best]
    for other, card in plays:
        if higher >> card & 1:
            winner, best = other, card
            higher = beaters[card]
    # A strongest trump is always winning, so "higher than the highest trump" is "beats the winning card".
    follow = hand & SUIT_MASKS[first.card >> 3]
    if follow:
        if follow & tables.rising:
            return follow & higher or follow
        return follow
    trumps = hand & tables.trumps
    if not trumps:
        return hand
    over = trumps & higher
    if tables.partner[seat] == winner and tables.exempt >> best & 1:
        return hand & ~trumps | over if over and tables.keeps_above else hand
    if over:
        return over
    return hand if tables.free_below else trumps


def card_refusal(
    tables: Tables, plays: tuple[Played, ...], seat: Seat, hand: Hand, card: Card
) -> Refusal | None:
    """`None` when the card may be played, else the duty it breaks."""
    if card not in CARDS or not hand >> card & 1:
        return Refusal(RefusalCode.NOT_HELD)
    allowed = playable(tables, plays, seat, hand)
    if allowed >> card & 1:
        return None
    best = winning(tables, plays)
    led = plays[0].card >> 3
    if hand & SUIT_MASKS[led]:
        if card >> 3 == led:
            return Refusal(RefusalCode.MUST_RISE, led, allowed, best.card)
        return Refusal(RefusalCode.MUST_FOLLOW, led, allowed)
    return _trump_refusal(tables, allowed, best.card, card)


def _trump_refusal(tables: Tables, allowed: Hand, best: Card, card: Card) -> Refusal:
    trump, ruffed = tables.trump, tables.trumps >> best & 1
    if allowed & ~tables.trumps:
        return Refusal(RefusalCode.NO_LOWER_TRUMP, trump, allowed, best)
    if tables.trumps >> card & 1:
        return Refusal(RefusalCode.MUST_RUFF_HIGHER, trump, allowed, best)
    if not ruffed:
        return Refusal(RefusalCode.MUST_RUFF, trump, allowed)
    if allowed & tables.beaters[best]:
        return Refusal(RefusalCode.MUST_OVERRUFF, trump, allowed, best)
    return Refusal(RefusalCode.MUST_UNDERRUFF, trump, allowed, best)


def legal_cards(rules: Rules, contract: Contract, trick: tuple[Played, ...], seat: Seat, hand: Hand) -> Hand:
    """The cards of a hand of any size that a seat may play to this trick."""
    return playable(tables_for(rules, contract), trick, seat, hand)


def leader_of(contract: Contract, plays: tuple[Played, ...]) -> Seat:
    """The seat that is winning a trick begun. Strength depends on the trump, on nothing else in the rules."""
    return winning(tables_for(_ANY_RULES, contract), plays).seat


def winner_of(contract: Contract, plays: tuple[Played, ...]) -> Seat:
    """The seat that wins a full trick."""
    return leader_of(contract, plays)


def points_of(rules: Rules, contract: Contract, card: Card) -> int:
    """What a card is worth under this contract."""
    return tables_for(rules, contract).points[card]


def roles(rules: Rules, contract: Contract, plays: tuple[Played, ...]) -> tuple[Role, ...]:
    """By card: what it did when it was played."""
    tables = tables_for(rules, contract)
    return tuple(_role(tables, plays[:index], play.card) for index, play in enumerate(plays))


def _role(tables: Tables, before: tuple[Played, ...], card: Card) -> Role:
    if not before:
        return Role.LEADS
    if card >> 3 == before[0].card >> 3:
        return Role.FOLLOWS
    if tables.mode is not Mode.TRUMP or card >> 3 != tables.trump:
        return Role.DISCARDS
    best = winning(tables, before).card
    if best >> 3 != tables.trump:
        return Role.RUFFS
    return Role.OVERRUFFS if tables.beaters[best] >> card & 1 else Role.UNDERRUFFS
